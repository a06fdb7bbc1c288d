//! Decides which parts the type of a rule gives access to: a [`Spec`](crate::spec::Spec) to
//! [`PartRequest`]s.
//!
//! After this stage each part consists of exported rules, and occurs in some derivation of its
//! rule.
// Long because parts by default and parts of a list must mean the same.

use crate::automata::dfa::Dfa;
use crate::automata::shape::{Recursion, Shape};
use crate::automata::tagged::parts::{Depth, Occurrences, Part, occurrences};
use crate::diagnostic::{Code, Diagnostic};
use crate::grammar::suggest::nearest_rule;
use crate::grammar::uses::references;
use crate::grammar::{Expr, Origin, Resolved, RuleId};
use crate::plan::context::Context;
use crate::plan::exports::form::Form;
use crate::plan::exports::named::NamedRule;
use crate::plan::names::{Taken, accessor, is_type_name, repeated_name};
use crate::plan::outline::{Hints, ITEM, literal_name};
use crate::plan::told::{Count, Told};
use crate::spec::{PartSpec, Parts};
use std::collections::{BTreeMap, BTreeSet};

/// A part that a rule should have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartRequest {
    /// Its name; for a single literal, the literal as ABNF.
    pub name: String,
    /// The name of its method.
    pub accessor: String,
    /// Its rules, in the order of the list; several are a union.
    pub rules: Vec<RuleId>,
    /// The name of the union's enum, if the user chose it.
    pub type_name: Option<String>,
    /// The kind of its accessor.
    pub told: Told,
}

impl PartRequest {
    /// Returns the part for the automaton.
    pub fn part(&self) -> Part {
        Part { name: self.name.clone(), rules: self.rules.iter().copied().collect() }
    }

    /// Returns whether the part is one of several rules.
    pub fn is_union(&self) -> bool {
        self.rules.len() > 1
    }

    /// Returns its names for messages: its name, or its literals as ABNF.
    pub fn shown(&self, hints: &Hints) -> Vec<String> {
        if !self.is_of_literals(hints) {
            return vec![self.name.clone()];
        }
        self.rules.iter().map(|rule| hints.literals[rule].text.clone()).collect()
    }

    /// Returns whether all rules of the part are literals.
    pub fn is_of_literals(&self, hints: &Hints) -> bool {
        self.rules.iter().all(|rule| hints.literals.contains_key(rule))
    }
}

/// The parts of a rule, and the rules of its definition that are not parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartRequests {
    /// The parts.
    pub parts: Vec<PartRequest>,
    /// The parts that the spec lists for a nested rule, which are located in trees.
    pub in_trees: Option<Vec<PartRequest>>,
    /// The names of rules whose texts are characters or white space.
    pub trifles: Vec<String>,
}

/// Returns the parts of each rule, and errors about listed parts.
pub fn parts(
    context: Context<'_>,
    hints: &Hints,
    rules: &[NamedRule],
) -> (Vec<PartRequests>, Vec<Diagnostic>) {
    let languages =
        rules.iter().filter_map(|rule| Some((rule.id(), rule.language.dfa()?))).collect();
    let nested = rules.iter().filter(|rule| rule.language.dfa().is_none());
    let nested = nested.map(NamedRule::id).collect();
    let exported = Exported { context, hints, languages, nested };
    // If a rule embeds itself and is regular, the paths of its automaton are not derivations.
    let is_in_trees = |rule: &NamedRule| {
        rule.language.dfa().is_none()
            || *context.shapes.of(rule.id()) == Shape::Regular(Recursion::Anywhere)
    };
    let mut errors = Vec::new();
    let parts = rules.iter().map(|rule| match &rule.request.export.parts {
        Parts::Direct if rule.form != Form::Type || is_in_trees(rule) => PartRequests::default(),
        Parts::Direct => direct(&exported, rule.id()),
        Parts::Listed(list) => {
            let (parts, more) = listed(&exported, rule.id(), list);
            errors.extend(more);
            if is_in_trees(rule) {
                PartRequests { in_trees: Some(parts), ..PartRequests::default() }
            } else {
                PartRequests { parts, ..PartRequests::default() }
            }
        }
    });
    (parts.collect(), errors)
}

/// Returns the parts that the spec lists for nested rules.
pub fn lists_of_trees(
    rules: &[NamedRule],
    parts: &[PartRequests],
) -> BTreeMap<RuleId, Vec<PartRequest>> {
    let lists = rules.iter().zip(parts);
    lists.filter_map(|(rule, parts)| Some((rule.id(), parts.in_trees.clone()?))).collect()
}

/// The exported rules.
struct Exported<'a> {
    context: Context<'a>,
    hints: &'a Hints,
    languages: BTreeMap<RuleId, &'a Dfa>,
    /// The exported rules that are not regular.
    nested: BTreeSet<RuleId>,
}

impl Exported<'_> {
    /// Returns how often a part that consists of `rules` occurs in a text of `rule`.
    fn occurrences(&self, rule: RuleId, rules: &[RuleId], depth: Depth) -> Occurrences {
        let Context { grammar, shapes, .. } = self.context;
        let part = Part { name: String::new(), rules: rules.iter().copied().collect() };
        occurrences(grammar, shapes, rule, &part, depth)
    }

    /// Returns whether the rule is exported and has a text of more than `length` bytes.
    fn is_longer_than(&self, rule: RuleId, length: usize) -> bool {
        let Some(dfa) = self.languages.get(&rule) else { return false };
        // An accepting state is reachable from every state: note [trimmed automata].
        let mut states = BTreeSet::from([Dfa::START]);
        for _ in 0..=length {
            states = states.iter().flat_map(|&state| dfa.successors(state)).collect();
        }
        !states.is_empty()
    }
}

/// The length of a part that counts as a character.
const CHARACTER: usize = 1;

/// The length of a repeated part that counts as a character: a character in UTF-8, or its
/// escape.
const REPEATED_CHARACTER: usize = 4;

/// Returns the default parts of a rule.
fn direct(exported: &Exported<'_>, rule: RuleId) -> PartRequests {
    let Context { grammar, shapes, .. } = exported.context;
    let (mut parts, mut trifles) = (Vec::new(), Vec::new());
    let mut leave_out = |rule: RuleId| {
        let is_known = matches!(grammar[rule].origin, Origin::Own | Origin::Import(_));
        if is_known && exported.languages.contains_key(&rule) {
            trifles.push(grammar[rule].name.to_string());
        }
    };
    let expr = &grammar[rule].expr;
    // The rules through which a rule recurs are not its parts.
    let recursion = shapes.component(rule);
    if let Some(rules) = choice(exported, rule) {
        let recurs = rules.iter().any(|rule| recursion.contains(rule));
        if !recurs && exported.occurrences(rule, &rules, Depth::Direct).max == 1 {
            let (name, accessor) = ("kind".to_owned(), accessor("kind"));
            let told = Told::Slots;
            parts.push(PartRequest { name, accessor, rules, type_name: None, told });
        }
    }
    for rules in exported.hints.unions.get(&rule).into_iter().flatten() {
        let is_there = |rule: &RuleId| {
            exported.languages.contains_key(rule) || exported.hints.literals.contains_key(rule)
        };
        let are_exported = rules.iter().all(is_there);
        let is_long = |rule: &RuleId| exported.is_longer_than(*rule, REPEATED_CHARACTER);
        let is_literal = |rule: &RuleId| exported.hints.literals.contains_key(rule);
        if are_exported && rules.iter().any(|rule| is_long(rule) || is_literal(rule)) {
            let accessor = accessor(&repeated_name(ITEM));
            let (name, rules, told) = (ITEM.to_owned(), rules.clone(), Told::Each);
            parts.push(PartRequest { name, accessor, rules, type_name: None, told });
        }
    }
    let characters = exported.hints.characters.get(&rule);
    for used in references(expr).into_iter().filter(|used| !recursion.contains(used)) {
        if exported.hints.blank.contains(&used) && !exported.hints.blank.contains(&rule) {
            leave_out(used);
            continue;
        }
        let is_group = exported.hints.groups.contains_key(&used);
        let name = if is_group { ITEM } else { grammar[used].name.as_str() };
        let rules = vec![used];
        let repeated = match exported.occurrences(rule, &rules, Depth::Direct).max {
            0 => continue,
            1 => false,
            _ => true,
        };
        let tells = characters.is_some_and(|those| those.contains(&used))
            && (!repeated || exported.is_longer_than(used, CHARACTER));
        let shortest = match () {
            () if tells => 0,
            () if repeated => REPEATED_CHARACTER,
            () => CHARACTER,
        };
        if !exported.is_longer_than(used, shortest) {
            leave_out(used);
            continue;
        }
        let accessor = if repeated { accessor(&repeated_name(name)) } else { accessor(name) };
        let told = if repeated { Told::Each } else { Told::Slots };
        let name = name.to_owned();
        parts.push(PartRequest { name, accessor, rules, type_name: None, told });
    }
    // If names collide, a part that is a single rule keeps its name. A plural is a new name.
    let is_rule = |part: &PartRequest| match part.rules[..] {
        [rule] => part.told == Told::Slots && !exported.hints.groups.contains_key(&rule),
        _ => false,
    };
    let mut taken = Taken::default();
    let (rules, others): (Vec<&mut PartRequest>, _) =
        parts.iter_mut().partition(|part| is_rule(part));
    for part in rules.into_iter().chain(others) {
        part.accessor = taken.unique_snake(&part.accessor);
    }
    // A rule may have the name that a literal would get.
    for used in references(expr) {
        taken.insert(&accessor(grammar[used].name.as_str()));
    }
    add_literals(exported, rule, &mut parts, &mut taken);
    PartRequests { parts, trifles, in_trees: None }
}

/// Adds the groups of literals as parts.
fn add_literals(
    exported: &Exported<'_>,
    rule: RuleId,
    parts: &mut Vec<PartRequest>,
    taken: &mut Taken,
) {
    let literals = &exported.hints.literals;
    for rules in exported.hints.literal_groups.get(&rule).into_iter().flatten() {
        let Occurrences { min, max } = exported.occurrences(rule, rules, Depth::Direct);
        let count = Count::of((min, max));
        let Some(told) = count.and_then(|it| Told::of_literals(rules.len(), it)) else { continue };
        let (name, of_accessor) = literal_name(literals, rules, told);
        let accessor = taken.unique_snake(&accessor(&of_accessor));
        parts.push(PartRequest { name, accessor, rules: rules.clone(), type_name: None, told });
    }
}

/// Returns the rules of the only choice of exported rules in a definition, which may be the
/// whole definition. Choices of characters do not count, and neither do groups of literals,
/// which have accessors of their own.
fn choice(exported: &Exported<'_>, rule: RuleId) -> Option<Vec<RuleId>> {
    let Hints { literals, literal_groups, .. } = exported.hints;
    let groups = literal_groups.get(&rule).map_or(&[][..], Vec::as_slice);
    let expr = &exported.context.grammar[rule].expr;
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
        let is_part =
            |rule: RuleId| literals.contains_key(&rule) || exported.is_longer_than(rule, CHARACTER);
        let rule = |item: &Expr<RuleId>| match item {
            Expr::Rule(rule) if is_part(*rule) => Some(*rule),
            _ => None,
        };
        let rules: Vec<RuleId> = items.iter().map(rule).collect::<Option<_>>()?;
        let distinct: BTreeSet<&RuleId> = rules.iter().collect();
        (distinct.len() == rules.len() && !groups.contains(&rules)).then_some(rules)
    });
    choices.next().filter(|_| choices.next().is_none())
}

/// Returns the valid parts of a list, and errors about the others.
fn listed(
    exported: &Exported<'_>,
    rule: RuleId,
    list: &[PartSpec],
) -> (Vec<PartRequest>, Vec<Diagnostic>) {
    let grammar = exported.context.grammar;
    let mut parts: Vec<PartRequest> = Vec::new();
    let mut errors = Vec::new();
    for spec in list {
        let result = part(exported, rule, spec).and_then(|part| {
            match parts.iter().find(|other| other.accessor == part.accessor) {
                Some(other) => Err(same_accessor(grammar[rule].name.as_str(), &part, other)),
                None => Ok(part),
            }
        });
        match result {
            Ok(part) => parts.push(part),
            Err(error) if error.primary.is_none() => errors.push(error.at_spec(spec.span)),
            Err(error) => errors.push(error),
        }
    }
    (parts, errors)
}

fn part(exported: &Exported<'_>, rule: RuleId, spec: &PartSpec) -> Result<PartRequest, Diagnostic> {
    let grammar = exported.context.grammar;
    let name = &spec.name;
    let owner = &grammar[rule].name;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if !is_name {
        let message = format!("`{name}` cannot be the name of a part of `{owner}`");
        return Err(Diagnostic::error(Code::BadPartName, message)
            .hint("a part name is made of letters, digits and hyphens, a letter first"));
    }
    if spec.rules.is_empty() {
        let message = format!("part `{name}` of `{owner}` has no rule");
        return Err(Diagnostic::error(Code::EmptyPart, message)
            .hint("list the rules that the part is made of"));
    }
    if let Some(type_name) = spec.type_name.as_ref().filter(|name| !is_type_name(name)) {
        let message =
            format!("`{type_name}` cannot be the type name of part `{name}` of `{owner}`");
        return Err(Diagnostic::error(Code::BadTypeName, message)
            .hint("a type name is made of ASCII letters and digits, a capital first"));
    }
    let mut rules: Vec<RuleId> = Vec::new();
    for (index, used) in spec.rules.iter().enumerate() {
        let span = spec.rule_span(index);
        let Some(id) = grammar.find(used) else {
            let message = format!("part `{name}` of `{owner}`: `{used}` is not a rule");
            let error = Diagnostic::error(Code::UnknownPart, message).at_spec(span);
            return Err(match nearest_rule(grammar, used) {
                Some(near) => error.hint(format!("did you mean `{near}`?")),
                None => error.hint("a part is made of rules of the grammar or its imports"),
            });
        };
        if !exported.languages.contains_key(&id) && !exported.nested.contains(&id) {
            let message = format!("part `{name}` of `{owner}`: `{used}` is not exported");
            return Err(Diagnostic::error(Code::PartNotExported, message)
                .at_spec(span)
                .hint(format!("export `{used}` too; an accessor returns its type")));
        }
        // A union that shares its enum may list rules that only the other unions need.
        let shared = spec.type_name.is_some();
        if !shared && exported.occurrences(rule, &[id], Depth::Any).max == 0 {
            return Err(absent(grammar, rule, name, used).at_spec(span));
        }
        if rules.contains(&id) {
            let message = format!("part `{name}` of `{owner}` lists `{used}` twice");
            return Err(Diagnostic::error(Code::DuplicatePart, message)
                .at_spec(span)
                .hint("remove one of the two"));
        }
        rules.push(id);
    }
    if rules.len() == 1 && spec.type_name.is_some() {
        let message =
            format!("part `{name}` of `{owner}` is a single rule and has the type of that rule");
        return Err(Diagnostic::error(Code::BadTypeName, message)
            .hint("only a union of rules has a type name of its own"));
    }
    let occurrences = exported.occurrences(rule, &rules, Depth::Any);
    if occurrences.max == 0 {
        return Err(absent(grammar, rule, name, &spec.rules.join("`, `")));
    }
    Ok(PartRequest {
        name: name.clone(),
        accessor: accessor(name),
        rules,
        type_name: spec.type_name.clone(),
        told: if occurrences.max > 1 { Told::Each } else { Told::Slots },
    })
}

fn absent(grammar: &Resolved, rule: RuleId, name: &str, used: &str) -> Diagnostic {
    let owner = &grammar[rule].name;
    let message = format!("part `{name}` of `{owner}`: no text of `{owner}` contains a `{used}`");
    let error = Diagnostic::error(Code::AbsentPart, message)
        .hint("list rules that the definition uses, directly or through other rules");
    match grammar[rule].span {
        Some(span) => error.also(span, "the definition"),
        None => error,
    }
}

fn same_accessor(owner: &str, part: &PartRequest, other: &PartRequest) -> Diagnostic {
    let message = format!(
        "parts `{}` and `{}` of `{owner}` would both have the accessor `{}`",
        other.name, part.name, part.accessor
    );
    Diagnostic::error(Code::PartNameCollision, message).hint("rename one of the two")
}

#[cfg(test)]
mod tests;
