//! Decides which rules are left out, and why: [`Automata`] to [`Omission`]s.
//!
//! A rule that cannot be compiled is left out together with the rules that fail because of it,
//! and the reason is reported once for all of them. A rule fails because of itself, or because
//! of the first failing rule that it uses. After this stage every rule that is not in an
//! omission has an automaton that tables can hold.

use super::requests::{Demand, Request};
use crate::automata::dfa::Dfa;
use crate::automata::rules::{Automata, at_rule};
use crate::automata::shape::Shape;
use crate::diagnostic::{Code, Diagnostic, Label, Severity, Span};
use crate::grammar::resolve::UnresolvedProse;
use crate::grammar::{Resolved, RuleId};
use crate::plan::context::Context;
use crate::plan::format::matcher_excess;
use crate::plan::table_limit::refuse_table;
use crate::spec::Spec;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Rules that are left out for one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Omission {
    /// The reason: an error about the first rule that fails.
    pub cause: Diagnostic,
    /// The prose that is the reason, if one is.
    pub prose: Option<Span>,
    /// The rules, in the order of the requests.
    pub rules: Vec<RuleId>,
}

/// Returns the sound rules, which use no rule with an error in its definition. Takes time linear
/// in the grammar.
pub fn sound(context: Context<'_>, rules: &[RuleId]) -> Vec<RuleId> {
    let broken = breakers(context, rules);
    rules.iter().copied().filter(|rule| !broken.contains_key(rule)).collect()
}

/// Returns the omissions among these rules. `automata` are those of the [`sound`] rules. Takes
/// time linear in the grammar.
pub fn omissions(context: Context<'_>, automata: &Automata, rules: &[RuleId]) -> Vec<Omission> {
    let causes = causes(context, automata, rules);
    let mut omissions: Vec<Omission> = Vec::new();
    let mut index_of: BTreeMap<RuleId, usize> = BTreeMap::new();
    // A limit of the whole run is one cause, whichever rule exceeds it, and so is an error of the
    // reader.
    let mut index_of_cause: BTreeMap<(Option<Span>, String), usize> = BTreeMap::new();
    for &rule in rules {
        let Some(&origin) = causes.get(&rule) else { continue };
        let index = *index_of.entry(origin).or_insert_with(|| {
            let cause = cause(context, automata, origin);
            let label = cause.primary.as_ref().filter(|_| cause.is_of_rule());
            let span = label.map(|label| label.span);
            *index_of_cause.entry((span, cause.message.clone())).or_insert_with(|| {
                let prose = automata.prose(origin);
                omissions.push(Omission { cause, prose, rules: Vec::new() });
                omissions.len() - 1
            })
        });
        omissions[index].rules.push(rule);
    }
    omissions
}

/// Returns the errors about definitions that are not the cause of an omission of the `rules`.
pub fn other_errors<'a>(context: Context<'a>, rules: &[RuleId]) -> Vec<&'a Arc<Diagnostic>> {
    let grammar = context.grammar;
    if grammar.errors.is_empty() {
        return Vec::new();
    }
    let origins: BTreeSet<RuleId> = breakers(context, rules).into_values().collect();
    let causes = origins.iter().filter_map(|&rule| grammar[rule].errors.first());
    let causes: BTreeSet<*const Diagnostic> = causes.map(Arc::as_ptr).collect();
    grammar.errors.iter().filter(|error| !causes.contains(&Arc::as_ptr(error))).collect()
}

/// Returns the warnings about prose values that are the reason of no omission.
pub fn other_prose(grammar: &Resolved, omissions: &[Omission]) -> Vec<Diagnostic> {
    let reasons: BTreeSet<Span> = omissions.iter().filter_map(|it| it.prose).collect();
    let others = grammar.prose.iter().filter(|it| !reasons.contains(&it.prose.span));
    others.map(UnresolvedProse::finding).collect()
}

/// Returns the rules with an error in their definition, and the rules that use them, each with
/// the rule that has the error.
fn breakers(context: Context<'_>, rules: &[RuleId]) -> BTreeMap<RuleId, RuleId> {
    spread(context, rules, |rule| context.grammar[rule].is_broken, |_| true)
}

/// Returns the rules that fail, each with the rule that is the reason.
fn causes(context: Context<'_>, automata: &Automata, rules: &[RuleId]) -> BTreeMap<RuleId, RuleId> {
    let mut causes = breakers(context, rules);
    let sound: Vec<RuleId> =
        rules.iter().copied().filter(|rule| !causes.contains_key(rule)).collect();
    // A rule that no text needs, such as `x` in `0x`, has no automaton and causes no failure.
    let fails = |rule: RuleId| match automata.has(rule).then(|| automata.language(rule)) {
        // The automata of nested rules are never larger than tables can be.
        Some(Ok(language)) => {
            language.dfa().is_some_and(|dfa| matcher_error(context, rule, dfa).is_some())
        }
        Some(Err(_)) => true,
        None => false,
    };
    // A rule can be compiled although it uses a rule that fails.
    causes.extend(spread(context, &sound, fails, fails));
    causes
}

/// Returns the rules for which `begins` holds, and the rules that use them and for which
/// `passes` holds, each with the rule in which the property begins.
fn spread(
    context: Context<'_>,
    roots: &[RuleId],
    begins: impl Fn(RuleId) -> bool,
    passes: impl Fn(RuleId) -> bool,
) -> BTreeMap<RuleId, RuleId> {
    let shapes = context.shapes;
    let needed = shapes.reached_above(0, roots.iter().copied(), |_| true);
    let mut from: BTreeMap<RuleId, RuleId> = BTreeMap::new();
    // Rules come after the rules that they use.
    for component in shapes.components().iter().filter(|it| needed.contains(&it[0])) {
        // Messages about a cycle start at this rule.
        let first = match shapes.of(component[0]) {
            Shape::Nested { cycle } => component.binary_search(&cycle[0]).ok().map(|_| cycle[0]),
            Shape::Regular(_) => None,
        };
        let mut used = component.iter().flat_map(|&rule| shapes.uses(rule));
        let inherited = used.find_map(|used| from.get(used).copied());
        let mut members = first.into_iter().chain(component.iter().copied());
        if let Some(origin) = inherited.or_else(|| members.find(|&rule| begins(rule))) {
            let affected = component.iter().filter(|&&rule| passes(rule));
            from.extend(affected.map(|&rule| (rule, origin)));
        }
    }
    from
}

/// Returns the error of a rule that fails because of itself.
fn cause(context: Context<'_>, automata: &Automata, rule: RuleId) -> Diagnostic {
    let grammar = context.grammar;
    let name = &grammar[rule].name;
    if let Some(error) = grammar[rule].errors.first().filter(|_| grammar[rule].is_broken) {
        return Diagnostic::clone(error);
    }
    if grammar[rule].is_broken {
        let message = format!("there is an error in the definition of `{name}`");
        return at_rule(grammar, rule, Diagnostic::error(Code::BrokenRule, message).in_rule());
    }
    match automata.language(rule) {
        Err(error) => error.clone(),
        Ok(language) => {
            let error = language.dfa().and_then(|dfa| matcher_error(context, rule, dfa));
            error.expect("the rule fails")
        }
    }
}

/// Returns why tables cannot hold the automaton of a regular rule. `None` if they can.
pub(super) fn matcher_error(context: Context<'_>, rule: RuleId, dfa: &Dfa) -> Option<Diagnostic> {
    let Context { grammar, limits, .. } = context;
    let what = format!("the matcher of `{}`", grammar[rule].name);
    let error = match matcher_excess(dfa) {
        Some(excess) => Diagnostic::error(Code::TooManyStates, format!("{what} has {excess}")),
        None => refuse_table(dfa, &what, limits).err()?,
    };
    Some(at_rule(grammar, rule, error))
}

/// Reports each omission: an error about the rules that the spec names, and a warning about the
/// others, which is an error too if the spec is strict or no rule remains.
pub fn report(
    context: Context<'_>,
    omissions: &[Omission],
    requests: &[Request],
    spec: &Spec,
) -> Vec<Diagnostic> {
    let demand: BTreeMap<RuleId, Demand> =
        requests.iter().map(|request| (request.id, request.demand)).collect();
    let count: usize = omissions.iter().map(|omission| omission.rules.len()).sum();
    let is_refused = spec.strict || count == requests.len();
    let severity = if is_refused { Severity::Error } else { Severity::Warning };
    let mut found = Vec::new();
    for Omission { cause, rules, .. } in omissions {
        let finding = |rules: &[RuleId], severity, message: String| Diagnostic {
            severity,
            message,
            primary: cause.primary.clone().or_else(|| label(context, rules[0])),
            ..cause.clone()
        };
        let (named, others): (Vec<RuleId>, Vec<RuleId>) =
            rules.iter().partition(|rule| demand.get(*rule) == Some(&Demand::Named));
        if !named.is_empty() {
            let names = listed(context, &named);
            let message = format!("cannot export {names}: {}", cause.message);
            found.push(finding(&named, Severity::Error, message));
        }
        if !others.is_empty() {
            let verb = if others.len() == 1 { "is" } else { "are" };
            let names = listed(context, &others);
            let message = format!("{names} {verb} left out: {}", cause.message);
            found.push(finding(&others, severity, message));
        }
    }
    found
}

fn label(context: Context<'_>, rule: RuleId) -> Option<Label> {
    context.grammar[rule].span.map(|span| Label { span, text: String::new() })
}

/// Lists the names of rules in a sentence; if there are many, the first few.
pub fn listed(context: Context<'_>, rules: &[RuleId]) -> String {
    let names: Vec<&str> = rules.iter().map(|rule| context.grammar[*rule].name.as_str()).collect();
    few(&names, "rule")
}

/// Lists names in a sentence; if there are many, the first few. `noun` is the word for the others.
pub fn few(names: &[&str], noun: &str) -> String {
    const MAX_SHOWN: usize = 4;
    let shown: Vec<String> = names.iter().take(MAX_SHOWN).map(|name| format!("`{name}`")).collect();
    match (&shown[..], names.len() - shown.len()) {
        ([], _) => String::new(),
        ([only], 0) => only.clone(),
        ([first @ .., last], 0) => format!("{} and {last}", first.join(", ")),
        (_, 1) => format!("{} and one more {noun}", shown.join(", ")),
        (_, more) => format!("{} and {more} more {noun}s", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests;
