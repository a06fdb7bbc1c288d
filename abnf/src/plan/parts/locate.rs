//! Builds the automata that locate parts: [`PartRequest`]s to [`LocatedParts`].
//!
//! After this stage every remaining part has an automaton that tables can hold. A listed part
//! without one is an error; any other part is left out ([`Lack`]). Each rule has its own
//! limits. Rules lose parts because of others only if all tables together exceed their limit.

use super::defer::defer;
use super::lacks::{Lack, lack, lacking};
use super::located::{LocatedParts, OncePart};
use super::nesting::Nesting;
use super::part_requests::{PartRequest, PartRequests};
use super::size::{Total, matchers, too_large, too_large_with};
use super::slots::registers_as_slots;
use crate::automata::events::{Transducer, lists_without_parts, repeated};
use crate::automata::pattern::Patterns;
use crate::automata::rules::at_rule;
use crate::automata::tagged::parts::{Depth, Part};
use crate::automata::tagged::tdfa::Tdfa;
use crate::automata::tagged::{Tagging, tagged_outer};
use crate::diagnostic::{Code, Diagnostic};
use crate::grammar::RuleId;
use crate::limits::{Limits, UNLISTED_SHARE};
use crate::plan::context::Context;
use crate::plan::exports::named::NamedRule;
use crate::plan::format::{locator_excess, transducer_excess};
use crate::plan::outline::Hints;
use crate::plan::table_limit::refuse_table;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Returns the limits for parts that are not listed.
pub(super) fn limits_of_others(limits: &Limits) -> Limits {
    Limits { subset_work: limits.subset_work / UNLISTED_SHARE, ..*limits }
}

/// The parts of a rule that were requested, those with automata, and those without.
pub type Known<'a> = (&'a [PartRequest], &'a LocatedParts, Vec<&'a Lack>);

/// Locates the parts of every rule, in the order of the rules. Also returns the parts without an
/// automaton. Of the rules `known`, the same parts need not be located again.
///
/// # Errors
///
/// Errors about listed parts and the size of all tables.
pub fn locate(
    context: Context<'_>,
    patterns: &Arc<Patterns>,
    nesting: &Nesting<'_>,
    hints: &Hints,
    rules: &[NamedRule],
    parts: &[PartRequests],
    known: &BTreeMap<RuleId, Known<'_>>,
) -> Result<(Vec<LocatedParts>, Vec<Lack>), Vec<Diagnostic>> {
    let Context { grammar, shapes, limits } = context;
    let short = limits_of_others(limits);
    let of_listed = Tagging::of_patterns(grammar, shapes, Arc::clone(patterns), limits, Depth::Any);
    let of_others =
        Tagging::of_patterns(grammar, shapes, Arc::clone(patterns), &short, Depth::Direct);
    let index_of: BTreeMap<RuleId, usize> =
        rules.iter().enumerate().map(|(index, rule)| (rule.id(), index)).collect();
    let mut located: BTreeMap<RuleId, LocatedParts> = BTreeMap::new();
    let mut lacks = Vec::new();
    // A part is located through another part only if the rule of that part has been located.
    let order = context.shapes.components().iter().flatten().filter_map(|id| index_of.get(id));
    let order: Vec<usize> = order.copied().collect();
    let matchers = matchers(order.iter().map(|&index| &rules[index].language));
    let mut left = matchers.iter().copied().fold(0, usize::saturating_add);
    if limits.total_table_entries < left {
        return Err(vec![too_large(context, rules)]);
    }
    let mut total = Total::default();
    for (index, matcher) in order.into_iter().zip(matchers) {
        let tagging = if rules[index].listed_parts().is_some() { &of_listed } else { &of_others };
        let wanted = &parts[index].parts;
        let rule = &rules[index];
        let (mut made, mut more) = match known.get(&rule.id()) {
            Some((known, made, lacks)) if known == wanted => {
                (LocatedParts::clone(made), lacks.iter().copied().cloned().collect())
            }
            _ => of_rule(tagging, nesting, hints, rule, wanted, &located),
        };
        left -= matcher;
        // Every remaining rule has a matcher.
        let entries = total.with(&rule.language, &made).saturating_add(left);
        if limits.total_table_entries < entries {
            made = LocatedParts::default();
            more = vec![lack(hints, rule, wanted, too_large_with(context, rule.id()))];
        }
        total.add(&rule.language, &made);
        lacks.extend(more);
        located.insert(rule.id(), made);
    }
    let mut lacks_of: BTreeMap<RuleId, Vec<&Lack>> = BTreeMap::new();
    for lack in &lacks {
        lacks_of.entry(lack.rule).or_default().push(lack);
    }
    for (id, made) in &mut located {
        made.without_accessors.clone_from(&parts[index_of[id]].without_accessors);
        made.lacking = lacking(&lacks_of.remove(id).unwrap_or_default());
    }
    lacks.sort_by_key(|lack| index_of[&lack.rule]);
    let of = |rule: &NamedRule| located.remove(&rule.id()).unwrap_or_default();
    let located = rules.iter().map(of).collect();
    let (listed, others): (Vec<Lack>, _) = lacks.into_iter().partition(|lack| lack.is_listed);
    if listed.is_empty() {
        Ok((located, others))
    } else {
        Err(listed.into_iter().map(|lack| lack.why).collect())
    }
}

/// Locates the parts of one rule, and returns the parts without automaton. `located` has the rules
/// that it uses.
fn of_rule(
    tagging: &Tagging<'_>,
    nesting: &Nesting<'_>,
    hints: &Hints,
    rule: &NamedRule,
    parts: &[PartRequest],
    located: &BTreeMap<RuleId, LocatedParts>,
) -> (LocatedParts, Vec<Lack>) {
    let lack = |parts: &[PartRequest], why| lack(hints, rule, parts, why);
    let mut lacks = Vec::new();
    let (often, once): (Vec<PartRequest>, Vec<PartRequest>) =
        parts.iter().cloned().partition(|part| part.reading_kind().is_some());
    let outer_of = defer(nesting, rule, &once, located);
    let tdfa = match locator(tagging, rule.id(), &once, &outer_of).transpose() {
        Ok(tdfa) => tdfa,
        Err(error) => {
            lacks.push(lack(&once, error));
            None
        }
    };
    let once = once.into_iter().enumerate().filter(|_| tdfa.is_some());
    let once = once.map(|(index, request)| {
        let via = outer_of.get(&index).copied();
        OncePart { request, via }
    });
    let once = once.collect();
    let often = match lists_of_many(tagging, rule.id(), &often) {
        Ok(()) => often,
        Err(error) => {
            lacks.push(lack(&often, error));
            Vec::new()
        }
    };
    let repeated = often.into_iter().filter_map(|part| {
        let made = transducer(tagging, rule.id(), &format!("`{}`", part.name), &part.part());
        match made {
            Ok(made) => Some((part, made)),
            Err(error) => {
                lacks.push(lack(&[part], error));
                None
            }
        }
    });
    let repeated = repeated.collect();
    (LocatedParts { tdfa, once, repeated, ..LocatedParts::default() }, lacks)
}

/// Refuses several parts at once, if the rule is too large for each of them.
fn lists_of_many(
    tagging: &Tagging<'_>,
    rule: RuleId,
    parts: &[PartRequest],
) -> Result<(), Diagnostic> {
    if parts.len() < 2 { Ok(()) } else { lists_without_parts(tagging, rule) }
}

/// Builds the automaton of the parts that occur at most once. `None` if there are none.
fn locator(
    tagging: &Tagging<'_>,
    rule: RuleId,
    parts: &[PartRequest],
    outer_of: &BTreeMap<usize, usize>,
) -> Option<Result<Tdfa, Diagnostic>> {
    if parts.is_empty() {
        return None;
    }
    let parts: Vec<Part> = parts.iter().map(PartRequest::part).collect();
    let inner: BTreeSet<usize> = outer_of.keys().copied().collect();
    let made = tagged_outer(tagging, rule, &parts, &inner);
    let name = &tagging.grammar[rule].name;
    let small = |tdfa: &Tdfa| {
        let what = format!("locating the parts of `{name}`");
        refuse_table(&tdfa.dense, &what, tagging.limits)
            .map_err(|error| at_rule(tagging.grammar, rule, error))
    };
    Some(made.and_then(|tdfa| match locator_excess(&tdfa) {
        None => small(&tdfa).map(|()| registers_as_slots(tdfa, &[Tdfa::START])),
        Some(excess) => {
            let message = format!("locating the parts of `{name}` takes {excess}");
            Err(at_rule(tagging.grammar, rule, Diagnostic::error(Code::TooLargeLocator, message)))
        }
    }))
}

/// Builds the transducer of a part that is located by reading the text. `name` is for messages.
pub(super) fn transducer(
    tagging: &Tagging<'_>,
    rule: RuleId,
    name: &str,
    part: &Part,
) -> Result<Transducer, Diagnostic> {
    let made = repeated(tagging, rule, part)?;
    let owner = &tagging.grammar[rule].name;
    match transducer_excess(&made) {
        None => {
            let what = format!("finding each {name} in `{owner}`");
            refuse_table(&made.dense, &what, tagging.limits)
                .map_err(|error| at_rule(tagging.grammar, rule, error))?;
            Ok(made)
        }
        Some(excess) => {
            let message = format!("finding each {name} in `{owner}` takes {excess}");
            Err(at_rule(tagging.grammar, rule, Diagnostic::error(Code::TooLargeLocator, message)))
        }
    }
}
