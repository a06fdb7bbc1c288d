//! Which rules to generate code for: a [`Spec`]'s exports to [`Selected`] rules.
//!
//! After this point every rule has an automaton that tables can hold and a type
//! name of its own.

mod apart;
mod names;
mod outermost;
mod parts;
mod views;

pub use views::{SelectedPart, SelectedRepetition, Union, View};

use views::Budget;

use crate::automata::dfa::Dfa;
use crate::automata::rules::automata;
use crate::automata::shape::shape;
use crate::diagnostic::Diagnostic;
use crate::grammar::{Origin, Resolved, RuleId, RuleName};
use crate::limits::Limits;
use crate::plan::model::{is_type_name, too_many_states, type_name};
use crate::spec::{Engine, Export, Locate, Spec};
use std::collections::{BTreeMap, BTreeSet};

/// What to generate code for.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The exported rules.
    pub rules: Vec<Selected>,
    /// The unions among their parts, each once.
    pub unions: Vec<Union>,
}

/// A rule to generate code for.
#[derive(Clone, Debug)]
pub struct Selected {
    /// Its place in the grammar.
    pub id: RuleId,
    /// Its name.
    pub name: RuleName,
    /// Its definition as text.
    pub text: String,
    /// The file that defines it; none for the grammar's own.
    pub source: Option<String>,
    /// The name of its type, unique in its module.
    pub type_name: String,
    /// The name of the type that owns its texts, unique too.
    pub buf_name: String,
    /// What it is; from the user.
    pub docs: Option<String>,
    /// Its language.
    pub dfa: Dfa,
    /// How its texts are read.
    pub engine: Engine,
    /// When its parts are located.
    pub locate: Locate,
    /// Its parts.
    pub view: View,
}

/// Finds the exported rules and compiles them; `reserved` are type names that the
/// module needs for itself.
pub fn select(
    grammar: &Resolved,
    spec: &Spec,
    reserved: &[&str],
    found: &mut Vec<Diagnostic>,
) -> Selection {
    let exports = exports(grammar, spec, found);
    let type_names = type_names(grammar, &exports, reserved, found);
    let limits = &spec.read.limits;
    let roots: Vec<RuleId> = exports.iter().map(|export| export.0).collect();
    let shapes = shape(grammar);
    let automata = automata(grammar, &shapes, &roots, limits);
    let mut rules: Vec<Selected> = Vec::new();
    // Rules that share a part share what is wrong with it.
    let mut told = BTreeSet::new();
    for ((id, export), type_name) in exports.iter().zip(type_names) {
        let rule = &grammar[*id];
        match automata.dfa(*id) {
            Ok(dfa) if too_many_states(dfa) => found.push(past_states(grammar, *id, dfa)),
            Ok(dfa) => rules.push(Selected {
                id: *id,
                name: rule.name.clone(),
                text: rule.text.clone(),
                source: source(&rule.origin, spec),
                type_name,
                buf_name: String::new(),
                docs: export.docs.clone(),
                dfa: dfa.clone(),
                engine: export.engine,
                locate: export.locate,
                view: View::default(),
            }),
            Err(error) => {
                if told.insert((error.code, &*error.message)) {
                    found.push(error.clone());
                }
            }
        }
    }
    let entries = check_size(&rules, limits, found);
    let room = limits.table_entries.saturating_sub(entries);
    let budget = Budget { limits, room };
    let unions = views::views(grammar, &shapes, &exports, budget, reserved, &mut rules, found);
    Selection { rules, unions }
}

/// The name of the file that a rule comes from, if it is not the grammar itself.
fn source(origin: &Origin, spec: &Spec) -> Option<String> {
    match origin {
        Origin::Own => None,
        Origin::Import(name) => {
            let import = spec.imports.iter().find(|import| import.name == *name);
            Some(crate::plan::model::file_name(&import?.file).to_owned())
        }
        Origin::Core => Some("RFC 5234 appendix B.1".to_owned()),
    }
}

/// The rules that the user asked for, each once.
fn exports(grammar: &Resolved, spec: &Spec, found: &mut Vec<Diagnostic>) -> Vec<(RuleId, Export)> {
    if spec.exports.is_empty() {
        let all: Vec<_> = grammar.own_rules().map(|(id, _)| (id, Export::default())).collect();
        if all.is_empty() {
            found.push(
                Diagnostic::error("no-rules", "there is no rule to generate code for")
                    .hint("a grammar needs at least one rule of its own, or a list of exports"),
            );
        }
        return all;
    }
    let mut exports: Vec<(RuleId, Export)> = Vec::new();
    let mut known = BTreeSet::new();
    for export in &spec.exports {
        let name = &export.rule;
        match grammar.find(name) {
            None => found.push(unknown_export(grammar, name)),
            Some(id) if !known.insert(id) => found.push(
                Diagnostic::error("duplicate-export", format!("`{name}` is exported twice"))
                    .hint("remove one of the two"),
            ),
            Some(id) => exports.push((id, export.clone())),
        }
    }
    exports
}

fn unknown_export(grammar: &Resolved, name: &str) -> Diagnostic {
    let names: Vec<_> = grammar.own_rules().map(|(_, rule)| rule.name.as_str()).collect();
    let error = Diagnostic::error(
        "unknown-export",
        format!("`{name}` is to be exported, but no rule has that name"),
    );
    if names.is_empty() {
        return error;
    }
    let shown = names.iter().take(10).map(|name| format!("`{name}`")).collect::<Vec<_>>();
    let more = if shown.len() < names.len() { " and others" } else { "" };
    error.hint(format!("the grammar defines {}{more}", shown.join(", ")))
}

/// The name of each rule's type.
fn type_names(
    grammar: &Resolved,
    exports: &[(RuleId, Export)],
    reserved: &[&str],
    found: &mut Vec<Diagnostic>,
) -> Vec<String> {
    let mut taken: BTreeMap<String, RuleId> = BTreeMap::new();
    let mut names = Vec::new();
    for (id, export) in exports {
        let rule = &grammar[*id];
        let name = export.type_name.clone().unwrap_or_else(|| type_name(rule.name.as_str()));
        if !is_type_name(&name) {
            found.push(
                Diagnostic::error(
                    "bad-type-name",
                    format!("`{name}` cannot be the type name of `{}`", rule.name),
                )
                .hint("a type name is made of ASCII letters and digits, a capital first"),
            );
        } else if reserved.contains(&name.as_str()) {
            found.push(collision(grammar, *id, &name, "a type that every crate has"));
        } else if let Some(other) = taken.get(&name) {
            let what = format!("the type name of `{}`", grammar[*other].name);
            let mut error = collision(grammar, *id, &name, &what);
            if let Some(span) = grammar[*other].span {
                error = error.also(span, format!("this is `{name}` too"));
            }
            found.push(error);
        } else {
            taken.insert(name.clone(), *id);
        }
        names.push(name);
    }
    names
}

fn collision(grammar: &Resolved, rule: RuleId, name: &str, other: &str) -> Diagnostic {
    let rule = &grammar[rule];
    let error = Diagnostic::error(
        "type-name-collision",
        format!("the type name of `{}` would be `{name}`, which is {other}", rule.name),
    )
    .hint(format!("export `{}` under another type name", rule.name));
    match rule.span {
        Some(span) => error.at(span, format!("this becomes `{name}`")),
        None => error,
    }
}

fn past_states(grammar: &Resolved, rule: RuleId, dfa: &Dfa) -> Diagnostic {
    let rule = &grammar[rule];
    let error = Diagnostic::error(
        "too-many-states",
        format!(
            "the matcher of `{}` has {} states, but tables number at most 65533",
            rule.name,
            dfa.state_count()
        ),
    );
    match rule.span {
        Some(span) => error.at(span, "this rule"),
        None => error,
    }
}

/// Keeps the generated code to a size that a compiler can read; the entries of the
/// matchers.
fn check_size(selected: &[Selected], limits: &Limits, found: &mut Vec<Diagnostic>) -> usize {
    let distinct: BTreeSet<&Dfa> = selected.iter().map(|rule| &rule.dfa).collect();
    let size = |dfa: &Dfa| dfa.state_count() * dfa.classes().count();
    let entries: usize = distinct.into_iter().map(size).sum();
    if limits.table_entries < entries {
        let largest = selected.iter().max_by_key(|rule| size(&rule.dfa));
        let hint = largest.map(|rule| {
            format!("the largest belongs to `{}`; export fewer rules or raise the limit", rule.name)
        });
        found.push(
            Diagnostic::error(
                "too-large-tables",
                format!(
                    "the tables would have {entries} entries, more than the limit of {}",
                    limits.table_entries
                ),
            )
            .hint(hint.unwrap_or_default()),
        );
    }
    entries
}
