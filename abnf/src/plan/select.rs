//! Which rules to generate code for: a [`Spec`]'s exports to [`Selected`] rules.
//!
//! After this point every rule has an automaton that tables can hold and a type
//! name of its own.

mod apart;
mod outermost;
mod parts;
mod views;

pub use views::{SelectedPart, SelectedRepetition, Union, View};

use views::Budget;

use crate::automata::dfa::Dfa;
use crate::automata::rules::automata;
use crate::automata::shape::shape;
use crate::diagnostic::{Diagnostic, Hint};
use crate::grammar::{Origin, Resolved, RuleId, RuleName};
use crate::limits::{LimitName, Limits};
use crate::plan::form::{Form, characters};
use crate::plan::format::matcher_excess;
use crate::plan::names::{file_name, is_type_name, type_name};
use crate::spec::{Engine, Export, Locate, Parts, Spec};
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
    /// What it becomes.
    pub form: Form,
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
    // Rules that share a part share what is wrong with it, and all share what limits the run.
    let mut told = BTreeSet::new();
    let of_parts = of_parts(grammar, &exports);
    for ((id, export), type_name) in exports.iter().zip(type_names) {
        let rule = &grammar[*id];
        match automata.dfa(*id) {
            Ok(dfa) if matcher_excess(dfa).is_some() => {
                found.extend(past_states(grammar, *id, dfa));
            }
            Ok(dfa) => rules.push(Selected {
                id: *id,
                name: rule.name.clone(),
                text: rule.text.clone(),
                source: source(&rule.origin, spec),
                form: form(dfa, export, of_parts.contains(id)),
                type_name,
                buf_name: String::new(),
                docs: export.docs.clone(),
                dfa: dfa.clone(),
                engine: export.engine,
                locate: export.locate,
                view: View::default(),
            }),
            Err(error) => {
                let of_run = matches!(error.code, "work-limit" | "nfa-total-limit");
                if told.insert((error.code, if of_run { "" } else { &*error.message })) {
                    found.push(error.clone());
                }
            }
        }
    }
    let entries = check_size(&rules, limits, found);
    let room = limits.table_entries.saturating_sub(entries);
    let budget = Budget { limits, work: limits.subset_work, room };
    let unions = views::views(grammar, &shapes, &exports, budget, reserved, &mut rules, found);
    Selection { rules, unions }
}

/// The rules that listed parts of exported rules are made of.
fn of_parts(grammar: &Resolved, exports: &[(RuleId, Export)]) -> BTreeSet<RuleId> {
    let lists = exports.iter().filter_map(|(_, export)| match &export.parts {
        Parts::Direct => None,
        Parts::Listed(list) => Some(list),
    });
    lists.flatten().flat_map(|part| &part.rules).filter_map(|rule| grammar.find(rule)).collect()
}

fn form(dfa: &Dfa, export: &Export, is_of_part: bool) -> Form {
    match characters(dfa) {
        Some(bytes) if export.type_name.is_none() && !is_of_part => Form::Bytes(bytes),
        _ => Form::Type,
    }
}

/// The name of the file that a rule comes from, if it is not the grammar itself.
fn source(origin: &Origin, spec: &Spec) -> Option<String> {
    match origin {
        Origin::Own => None,
        Origin::Import(name) => {
            let import = spec.imports.iter().find(|import| import.name == *name);
            Some(file_name(&import?.file).to_owned())
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
    let error =
        Diagnostic::error("unknown-export", format!("cannot export `{name}`: no such rule"));
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
    .hint(Hint::TypeName { rule: rule.name.to_string() });
    match rule.span {
        Some(span) => error.at(span, format!("this becomes `{name}`")),
        None => error,
    }
}

fn past_states(grammar: &Resolved, rule: RuleId, dfa: &Dfa) -> Option<Diagnostic> {
    let rule = &grammar[rule];
    let message = format!("the matcher of `{}` has {}", rule.name, matcher_excess(dfa)?);
    let error = Diagnostic::error("too-many-states", message);
    Some(match rule.span {
        Some(span) => error.at(span, "this rule"),
        None => error,
    })
}

/// Keeps the generated code to a size that a compiler can read; the entries of the
/// matchers.
fn check_size(selected: &[Selected], limits: &Limits, found: &mut Vec<Diagnostic>) -> usize {
    let distinct: BTreeSet<&Dfa> = selected.iter().map(|rule| &rule.dfa).collect();
    let size = |dfa: &Dfa| dfa.state_count() * dfa.classes().count();
    let entries: usize = distinct.into_iter().map(size).sum();
    if limits.table_entries < entries {
        let largest = selected.iter().max_by_key(|rule| size(&rule.dfa));
        let message = format!(
            "the tables would have {entries} entries, more than the limit of {}",
            limits.table_entries
        );
        let error = Diagnostic::error("too-large-tables", message)
            .hint(Hint::RaiseLimit(LimitName::TableEntries));
        found.push(match largest {
            Some(rule) => error
                .hint(format!("export fewer rules; the largest table belongs to `{}`", rule.name)),
            None => error,
        });
    }
    entries
}
