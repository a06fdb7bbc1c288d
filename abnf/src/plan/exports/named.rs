//! Decides the form and the type names of rules: requests to [`NamedRule`]s.
//!
//! After this stage every rule has an automaton that tables can hold, a [`Form`] and unique type
//! names.

use super::form::{Form, bytes};
use super::omissions::Omission;
use super::requests::Request;
use crate::automata::dfa::Dfa;
use crate::automata::language::Language;
use crate::automata::rules::Automata;
use crate::diagnostic::{Code, Diagnostic, Hint};
use crate::grammar::{Origin, RuleId};
use crate::plan::context::Context;
use crate::plan::names::{Taken, file_name, free_type_name, is_type_name};
use crate::spec::{Import, PartSpec, Parts, Spec, ValueSpec};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A rule to generate code for, before its parts are known.
#[derive(Clone, Debug)]
pub struct NamedRule {
    /// The rule and its settings.
    pub request: Request,
    /// The file that defines the rule. `None` for rules of the grammar itself.
    pub source: Option<String>,
    /// The form of the rule in generated code.
    pub form: Form,
    /// The name of its type, unique in its module; empty for a constant.
    pub type_name: String,
    /// The name of the type that owns its texts, unique too; empty for a constant.
    pub buf_name: String,
    /// Its language.
    pub language: Language,
    /// The reason why it needs the general engine; empty if it does not.
    pub obstacle: String,
}

impl NamedRule {
    /// Returns the rule in the grammar.
    pub fn id(&self) -> RuleId {
        self.request.id
    }

    /// Returns the parts that the spec lists for it. `None` if it has its default parts.
    pub fn listed_parts(&self) -> Option<&[PartSpec]> {
        match &self.request.export.parts {
            Parts::Direct => None,
            Parts::Listed(list) => Some(list),
        }
    }
}

/// Returns the minimal DFAs of the rules that have one.
pub fn regular_dfas(rules: &[NamedRule]) -> impl Iterator<Item = (RuleId, Arc<Dfa>)> + '_ {
    rules.iter().filter_map(|rule| match &rule.language {
        Language::Regular(dfa) => Some((rule.id(), Arc::clone(dfa))),
        Language::Nested(..) | Language::General(..) => None,
    })
}

/// Returns the requested rules that are not omitted. A rule whose type name is taken is a further
/// omission. `reserved` are type names that the module needs for itself.
pub fn named(
    context: Context<'_>,
    spec: &Spec,
    automata: &Automata,
    requests: &[Request],
    omissions: &[Omission],
    reserved: &[&str],
) -> (Vec<NamedRule>, Vec<Omission>) {
    let omitted: BTreeSet<RuleId> = omissions.iter().flat_map(|it| &it.rules).copied().collect();
    let mut kept = Vec::new();
    for request in requests.iter().filter(|it| !omitted.contains(&it.id)) {
        let Ok(language) = automata.language(request.id) else { continue };
        let form = form(&language, request);
        kept.push((request, language, form));
    }
    let typed = kept.iter().filter(|(_, _, form)| *form == Form::Type).map(|kept| kept.0);
    let (types, collisions) = type_names(context, typed.collect(), reserved);
    let mut taken = Taken::new(reserved.iter().map(|&name| name.to_owned()));
    for name in types.values() {
        taken.unique(name);
    }
    let rules = kept.into_iter().filter_map(|(request, language, form)| {
        let (type_name, buf_name) = match form {
            Form::Bytes(_) => (String::new(), String::new()),
            Form::Type => {
                let name = types.get(&request.id)?;
                (name.clone(), taken.unique(&format!("{name}Buf")))
            }
        };
        let source = source(&context.grammar[request.id].origin, &spec.imports);
        let request = request.clone();
        let obstacle = automata.why_general(context.grammar, request.id).unwrap_or_default();
        Some(NamedRule { request, source, form, type_name, buf_name, language, obstacle })
    });
    (rules.collect(), collisions)
}

/// Returns the form of a rule: a constant if its texts are characters and nothing needs its type.
fn form(language: &Language, request: &Request) -> Form {
    let Request { export, is_part, .. } = request;
    let has_value =
        !matches!(export.value, ValueSpec::Inferred | ValueSpec::Text | ValueSpec::Unit);
    let is_restricted = !export.restrictions.is_empty();
    let needs_type = *is_part || export.type_name.is_some() || has_value || is_restricted;
    match language.dfa().and_then(bytes) {
        Some(bytes) if !needs_type => Form::Bytes(bytes),
        _ => Form::Type,
    }
}

/// Returns the name of the file that a rule comes from, if it is not the grammar itself.
fn source(origin: &Origin, imports: &[Import]) -> Option<String> {
    match origin {
        Origin::Own | Origin::Group => None,
        Origin::Import(name) => {
            let import = imports.iter().find(|import| import.name == *name)?;
            Some(file_name(&import.file).to_owned())
        }
        Origin::Core => Some("RFC 5234 appendix B.1".to_owned()),
    }
}

/// Returns the type name of each rule, and the rules without one because the name is taken.
fn type_names(
    context: Context<'_>,
    mut requests: Vec<&Request>,
    reserved: &[&str],
) -> (BTreeMap<RuleId, String>, Vec<Omission>) {
    let grammar = context.grammar;
    let mut names = BTreeMap::new();
    let mut owners: BTreeMap<String, RuleId> = BTreeMap::new();
    let mut collisions = Vec::new();
    // Rules that the spec names come before all others.
    requests.sort_by_key(|request| request.demand);
    for request in requests {
        let id = request.id;
        let rule = &grammar[id];
        let chosen = request.export.type_name.clone();
        let name = chosen.unwrap_or_else(|| free_type_name(rule.name.as_str(), reserved));
        let cause = if !is_type_name(&name) {
            let message = format!("`{name}` cannot be the name of a type");
            Diagnostic::error(Code::BadTypeName, message).hint(
                "a type name consists of ASCII letters and digits and begins with a capital letter",
            )
        } else if reserved.contains(&&*name) {
            collision(context, id, &name, "a type that every crate has")
        } else if let Some(&other) = owners.get(&name) {
            let what = format!("the type name of `{}`", grammar[other].name);
            let cause = collision(context, id, &name, &what);
            match grammar[other].span {
                Some(span) => cause.also(span, format!("this is `{name}` too")),
                None => cause,
            }
        } else {
            owners.insert(name.clone(), id);
            names.insert(id, name);
            continue;
        };
        collisions.push(Omission { cause, prose: None, rules: vec![id] });
    }
    (names, collisions)
}

fn collision(context: Context<'_>, rule: RuleId, name: &str, other: &str) -> Diagnostic {
    let rule = &context.grammar[rule];
    let message = format!("its type name would be `{name}`, which is {other}");
    let error = Diagnostic::error(Code::TypeNameCollision, message)
        .hint(Hint::TypeName { rule: rule.name.to_string() });
    match rule.span {
        Some(span) => error.at(span, format!("this becomes `{name}`")),
        None => error,
    }
}

#[cfg(test)]
mod tests;
