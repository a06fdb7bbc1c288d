//! The stages from requests to named rules, which [`check()`](super::check) runs too.

use crate::automata::pattern::Patterns;
use crate::automata::rules::{Automata, automata_of_patterns};
use crate::automata::shape::Shapes;
use crate::diagnostic::{Diagnostic, Severity};
use crate::grammar::{Resolved, RuleId};
use crate::plan::context::Context;
use crate::plan::exports::fallbacks::fallbacks;
use crate::plan::exports::named::{NamedRule, named};
use crate::plan::exports::omissions::{self, omissions, other_prose, sound};
use crate::plan::exports::requests::{requests, requests_of};
use crate::plan::outline::Hints;
use crate::spec::Spec;
use std::sync::Arc;

/// The rules that can be exported, and findings about the others.
pub(super) struct Exported<'a> {
    pub(super) context: Context<'a>,
    /// The requested rules.
    pub(super) wanted: Vec<RuleId>,
    pub(super) automata: Automata,
    pub(super) rules: Vec<NamedRule>,
    pub(super) errors: Vec<Diagnostic>,
    /// Warnings about prose that no other finding mentions.
    pub(super) prose: Vec<Diagnostic>,
    pub(super) warnings: Vec<Diagnostic>,
}

/// Decides which rules of a grammar become types. If `only` is the name of a rule, they are those that
/// this rule needs. `known` are automata of the same rules with other definitions of the same texts.
pub(super) fn exported<'a>(
    grammar: &'a Resolved,
    (shapes, patterns): (&'a Shapes, &Arc<Patterns>),
    hints: &Hints,
    spec: &'a Spec,
    reserved: &[&str],
    only: Option<&str>,
    known: Option<&Automata>,
) -> Exported<'a> {
    let context = Context { grammar, shapes, limits: &spec.read.limits };
    // Every request is a rule, once.
    let (mut requests, mut errors) = requests(grammar, spec);
    hints.complete(grammar, &mut requests);
    if let Some(rule) = only.and_then(|rule| grammar.find(rule)) {
        requests = requests_of(context, requests, rule, reserved);
    }
    let wanted: Vec<_> = requests.iter().map(|request| request.id).collect();
    // Every rule without an error in what it uses has an automaton or a reason why not.
    let automata = automata_of_patterns(
        grammar,
        shapes,
        Arc::clone(patterns),
        &sound(context, &wanted),
        context.limits,
        known,
    );
    // Every rule has an automaton that tables can hold, or is left out for a reason.
    let mut omitted = omissions(context, &automata, &wanted);
    let prose = other_prose(grammar, &omitted);
    // Every remaining rule has unique type names.
    let (rules, more) = named(context, spec, &automata, &requests, &omitted, reserved);
    omitted.extend(more);
    let found = omissions::report(context, &omitted, &requests, spec);
    let (more, mut warnings): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|it| it.severity == Severity::Error);
    errors.extend(more);
    // Regular rules that the general engine matches are reported.
    warnings.extend(fallbacks(context, &automata, &wanted));
    Exported { context, wanted, automata, rules, errors, prose, warnings }
}
