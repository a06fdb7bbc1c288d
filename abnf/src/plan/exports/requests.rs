//! Looks up the rules to generate code for: a [`Spec`] to [`Request`]s.
//!
//! After this stage each request is a rule of the grammar, and no rule is requested twice.

use crate::diagnostic::{Code, Diagnostic};
use crate::grammar::suggest::nearest_rule;
use crate::grammar::{Resolved, RuleId};
use crate::limits::LimitName;
use crate::plan::context::Context;
use crate::plan::names::free_type_name;
use crate::spec::{Export, Others, Parts, Spec};
use std::collections::{BTreeMap, BTreeSet};

/// A rule to generate code for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The rule.
    pub id: RuleId,
    /// Its settings.
    pub export: Export,
    /// The consequence if the rule cannot be compiled.
    pub demand: Demand,
    /// Whether a listed part of a requested rule consists of this rule.
    pub is_part: bool,
}

/// The consequence if a rule cannot be compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Demand {
    /// An error, because the spec names the rule.
    Named,
    /// The rule is left out with a warning, because the spec exports all rules. An error if
    /// [`Spec::strict`] is set.
    Whole,
}

/// Returns the requested rules, those with settings of their own first, and errors about the
/// spec's list.
pub fn requests(grammar: &Resolved, spec: &Spec) -> (Vec<Request>, Vec<Diagnostic>) {
    let mut errors = Vec::new();
    let names = grammar.names();
    let of_parts = listed_rules(spec.exports.iter(), &names);
    let request = |id, export: Export, demand| {
        let is_leaf = export.parts == Parts::Direct && !export.has_default_parts();
        let parts = if is_leaf { Parts::Listed(Vec::new()) } else { export.parts };
        Request { id, export: Export { parts, ..export }, demand, is_part: of_parts.contains(&id) }
    };
    let mut requests = Vec::new();
    let mut seen = BTreeSet::new();
    for export in &spec.exports {
        let name = &export.rule;
        match names.get(&*name.to_ascii_lowercase()) {
            None => errors.push(unknown_export(grammar, name).at_spec(export.span)),
            Some(id) if !seen.insert(*id) => errors.push(
                Diagnostic::error(Code::DuplicateExport, format!("`{name}` is exported twice"))
                    .at_spec(export.span)
                    .hint("remove one of the two"),
            ),
            Some(id) => requests.push(request(*id, export.clone(), Demand::Named)),
        }
    }
    if spec.exports.is_empty() || spec.others == Others::Exported {
        for (id, rule) in grammar.own_rules().filter(|(id, _)| !seen.contains(id)) {
            let rule = rule.name.as_str().to_owned();
            let export = Export { rule, engine: spec.engine, ..Export::default() };
            requests.push(request(id, export, Demand::Whole));
        }
    }
    if requests.is_empty() && errors.is_empty() {
        errors.push(
            Diagnostic::error(Code::NoRules, "there is no rule to generate code for")
                .hint("a grammar needs at least one rule of its own, or a list of exports"),
        );
    }
    let limit = spec.read.limits.exported_rules;
    if limit < requests.len() {
        let message = format!(
            "the crate would have {} rules, more than the limit of {limit}",
            requests.len()
        );
        errors.push(
            Diagnostic::error(Code::TooManyRules, message)
                .hint("export fewer rules")
                .raise_to(LimitName::ExportedRules, requests.len()),
        );
        requests.clear();
    }
    (requests, errors)
}

/// Returns the requests that the code of one rule needs: for the rules that it uses, also as listed
/// parts, and for those with the same type names, so that each rule has the name that it has among all.
pub fn requests_of(
    context: Context<'_>,
    requests: Vec<Request>,
    rule: RuleId,
    reserved: &[&str],
) -> Vec<Request> {
    let names = context.grammar.names();
    let type_name = |request: &Request| match &request.export.type_name {
        Some(name) => name.clone(),
        None => free_type_name(context.grammar[request.id].name.as_str(), reserved),
    };
    let type_names: Vec<String> = requests.iter().map(type_name).collect();
    let mut wanted = BTreeSet::from([rule]);
    loop {
        let known = wanted.len();
        let of_wanted = requests.iter().zip(&type_names).filter(|it| wanted.contains(&it.0.id));
        let taken: BTreeSet<&String> = of_wanted.clone().map(|it| it.1).collect();
        let listed = listed_rules(of_wanted.map(|it| &it.0.export), &names);
        let same = requests.iter().zip(&type_names).filter(|it| taken.contains(it.1));
        let more: Vec<RuleId> = listed.into_iter().chain(same.map(|it| it.0.id)).collect();
        wanted = context.shapes.reached_above(0, wanted.into_iter().chain(more), |_| true);
        if wanted.len() == known {
            return requests.into_iter().filter(|it| wanted.contains(&it.id)).collect();
        }
    }
}

/// Returns the rules of listed parts of exported rules.
fn listed_rules<'a>(
    exports: impl Iterator<Item = &'a Export>,
    names: &BTreeMap<&str, RuleId>,
) -> BTreeSet<RuleId> {
    let lists = exports.filter_map(|export| match &export.parts {
        Parts::Direct => None,
        Parts::Listed(list) => Some(list),
    });
    let rules = lists.flatten().flat_map(|part| &part.rules);
    rules.filter_map(|rule| names.get(&*rule.to_ascii_lowercase()).copied()).collect()
}

fn unknown_export(grammar: &Resolved, name: &str) -> Diagnostic {
    const MAX_SHOWN: usize = 10;
    let error =
        Diagnostic::error(Code::UnknownExport, format!("cannot export `{name}`: no such rule"));
    if let Some(near) = nearest_rule(grammar, name) {
        return error.hint(format!("did you mean `{near}`?"));
    }
    let names: Vec<_> = grammar
        .own_rules()
        .take(MAX_SHOWN + 1)
        .map(|(_, rule)| format!("`{}`", rule.name))
        .collect();
    match names.len() {
        0 => error,
        1..=MAX_SHOWN => error.hint(format!("the grammar defines {}", names.join(", "))),
        _ => {
            let shown = names[..MAX_SHOWN].join(", ");
            error.hint(format!("the grammar defines {shown} and others"))
        }
    }
}

#[cfg(test)]
mod tests;
