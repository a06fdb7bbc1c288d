//! Which parts the type of a rule gives access to: a spec's wishes to [`Wanted`] parts.

use crate::automata::dfa::Dfa;
use crate::automata::rules::place;
use crate::automata::shape::{Shapes, references};
use crate::automata::tagged::parts::{Occurrences, Part, inside, occurrences};
use crate::diagnostic::Diagnostic;
use crate::grammar::{Expr, Resolved, RuleId};
use crate::plan::names::{Taken, accessor, is_type_name, plural};
use crate::spec::PartSpec;
use std::collections::{BTreeMap, BTreeSet};

/// A part that a rule is to have.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub(super) name: String,
    /// The name of its method.
    pub(super) accessor: String,
    /// In the order of the list; several are a union.
    pub(super) rules: Vec<RuleId>,
    /// What the user calls the union's enum.
    pub(super) type_name: Option<String>,
    pub(super) repeated: bool,
}

impl Wanted {
    pub(super) fn part(&self) -> Part {
        Part { name: self.name.clone(), rules: self.rules.iter().copied().collect() }
    }
}

/// What questions about parts are asked of.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) grammar: &'a Resolved,
    pub(super) shapes: &'a Shapes,
    /// The exported rules.
    pub(super) languages: &'a BTreeMap<RuleId, &'a Dfa>,
}

impl Context<'_> {
    /// How often the part occurs in a text of the rule.
    fn occurrences(&self, rule: RuleId, rules: &[RuleId]) -> Occurrences {
        let part = Part { name: String::new(), rules: rules.iter().copied().collect() };
        inside(self.grammar, &occurrences(self.grammar, self.shapes, &part), rule)
    }

    /// Whether the rule is exported and has a text of more bytes.
    fn is_longer_than(&self, rule: RuleId, length: usize) -> bool {
        let Some(dfa) = self.languages.get(&rule) else { return false };
        // Every state lies on the way to an accepting one: note [trimmed automata].
        let mut states = BTreeSet::from([Dfa::START]);
        for _ in 0..=length {
            states = states.iter().flat_map(|&state| dfa.successors(state)).collect();
        }
        !states.is_empty()
    }
}

/// The longest text of a part that is only a character.
const CHARACTER: usize = 1;

/// The longest text of one that is, where it repeats: a character in UTF-8, or an
/// escape for one.
const REPEATED_CHARACTER: usize = 4;

/// The parts by default.
pub(super) fn direct(context: Context<'_>, rule: RuleId) -> Vec<Wanted> {
    let mut taken = Taken::default();
    let mut unique = |name: &str| taken.unique_snake(&accessor(name));
    let mut wanted = Vec::new();
    let expr = &context.grammar[rule].expr;
    // What a rule recurs through is no part of it.
    let recursion = context.shapes.component(rule);
    if let Some(rules) = choice(context, expr) {
        let recurs = rules.iter().any(|rule| recursion.contains(rule));
        if !recurs && context.occurrences(rule, &rules).max == 1 {
            let (name, accessor) = ("kind".to_owned(), unique("kind"));
            wanted.push(Wanted { name, accessor, rules, type_name: None, repeated: false });
        }
    }
    for used in references(expr).into_iter().filter(|used| !recursion.contains(used)) {
        let name = context.grammar[used].name.as_str();
        let rules = vec![used];
        let repeated = match context.occurrences(rule, &rules).max {
            0 => continue,
            1 => false,
            _ => true,
        };
        let character = if repeated { REPEATED_CHARACTER } else { CHARACTER };
        if !context.is_longer_than(used, character) {
            continue;
        }
        let accessor = unique(&if repeated { plural(name) } else { name.to_owned() });
        let name = name.to_owned();
        wanted.push(Wanted { name, accessor, rules, type_name: None, repeated });
    }
    wanted
}

/// The rules of the only choice of exported rules in the definition, which may be the
/// whole of it. Choices of characters do not count.
fn choice(context: Context<'_>, expr: &Expr<RuleId>) -> Option<Vec<RuleId>> {
    let items = match expr {
        Expr::Concat(items) => items.as_slice(),
        whole => std::slice::from_ref(whole),
    };
    let mut choices = items.iter().filter_map(|item| {
        let item = match item {
            Expr::Repeat { min: 0, max: Some(1), body } => body,
            other => other,
        };
        let Expr::Alt(items) = item else { return None };
        let rule = |item: &Expr<RuleId>| match item {
            Expr::Rule(rule) if context.is_longer_than(*rule, CHARACTER) => Some(*rule),
            _ => None,
        };
        let rules: Vec<RuleId> = items.iter().map(rule).collect::<Option<_>>()?;
        let distinct: BTreeSet<&RuleId> = rules.iter().collect();
        (distinct.len() == rules.len()).then_some(rules)
    });
    choices.next().filter(|_| choices.next().is_none())
}

/// The parts of a list.
pub(super) fn listed(
    context: Context<'_>,
    rule: RuleId,
    list: &[PartSpec],
    found: &mut Vec<Diagnostic>,
) -> Vec<Wanted> {
    let mut wanted: Vec<Wanted> = Vec::new();
    for spec in list {
        let result = part(context, rule, spec).and_then(|part| {
            match wanted.iter().find(|other| other.accessor == part.accessor) {
                Some(other) => Err(same_accessor(context.grammar, rule, &part, other)),
                None => Ok(part),
            }
        });
        match result {
            Ok(part) => wanted.push(part),
            Err(error) => found.push(place(context.grammar, rule, error)),
        }
    }
    wanted
}

fn part(context: Context<'_>, rule: RuleId, spec: &PartSpec) -> Result<Wanted, Diagnostic> {
    let grammar = context.grammar;
    let name = &spec.name;
    let owner = &grammar[rule].name;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if !is_name {
        let message = format!("`{name}` cannot be the name of a part of `{owner}`");
        return Err(Diagnostic::error("bad-part-name", message)
            .hint("a part is called by letters, digits and hyphens, a letter first"));
    }
    if spec.rules.is_empty() {
        let message = format!("part `{name}` of `{owner}` has no rule");
        return Err(Diagnostic::error("empty-part", message).hint("list the rules that it is"));
    }
    if let Some(type_name) = spec.type_name.as_ref().filter(|name| !is_type_name(name)) {
        let message =
            format!("`{type_name}` cannot be the type name of part `{name}` of `{owner}`");
        return Err(Diagnostic::error("bad-type-name", message)
            .hint("a type name is made of ASCII letters and digits, a capital first"));
    }
    let mut rules: Vec<RuleId> = Vec::new();
    for used in &spec.rules {
        let Some(id) = grammar.find(used) else {
            let message = format!("part `{name}` of `{owner}` is to be `{used}`, which is no rule");
            return Err(Diagnostic::error("unknown-part", message)
                .hint("a part is made of rules of the grammar or its imports"));
        };
        if !context.languages.contains_key(&id) {
            let message =
                format!("part `{name}` of `{owner}` is to be `{used}`, which is not exported");
            return Err(Diagnostic::error("part-not-exported", message)
                .hint(format!("export `{used}` too; an accessor returns its type")));
        }
        // A union whose enum others share may have rules that only they need.
        let shared = spec.type_name.is_some();
        if !shared && context.occurrences(rule, &[id]).max == 0 {
            return Err(absent(name, used, owner.as_str()));
        }
        if rules.contains(&id) {
            let message = format!("part `{name}` of `{owner}` lists `{used}` twice");
            return Err(Diagnostic::error("duplicate-part", message).hint("remove one of the two"));
        }
        rules.push(id);
    }
    if rules.len() == 1 && spec.type_name.is_some() {
        let message = format!("part `{name}` of `{owner}` is one rule and has its type");
        return Err(Diagnostic::error("bad-type-name", message)
            .hint("only a union of rules has a type name of its own"));
    }
    let occurrences = context.occurrences(rule, &rules);
    if occurrences.max == 0 {
        return Err(absent(name, &spec.rules.join("`, `"), owner.as_str()));
    }
    Ok(Wanted {
        name: name.clone(),
        accessor: accessor(name),
        rules,
        type_name: spec.type_name.clone(),
        repeated: occurrences.max > 1,
    })
}

fn absent(name: &str, used: &str, owner: &str) -> Diagnostic {
    let message = format!("part `{name}`: no text of `{owner}` has a part `{used}`");
    Diagnostic::error("absent-part", message)
        .hint("list rules that the definition uses, directly or through other rules")
}

fn same_accessor(grammar: &Resolved, rule: RuleId, part: &Wanted, other: &Wanted) -> Diagnostic {
    let message = format!(
        "parts `{}` and `{}` of `{}` would both be reached by `{}`",
        other.name, part.name, grammar[rule].name, part.accessor
    );
    Diagnostic::error("part-name-collision", message).hint("rename one of the two")
}
