//! Tagged automata: where the parts of a text lie, found in one forward pass.
//!
//! A part is a named set of rules; two tags note where a text of it begins and ends.
//! The stages are those of [`crate::automata::rules`], with tags:
//!
//! ```text
//! Patterns --tnfa--> Nfa --merge_bisimilar--> Nfa --priority--> PriorityDfa --+
//!                                              |                              |
//!                                              +-- fixed_tags, contexts ------+
//!                                                                             |
//!        Tdfa <--minimal-- Tdfa <--registers-- Tdfa <-------determinise-------+
//! ```
//!
//! Among all derivations of the whole text the preferred one counts: the earlier
//! alternative, the longer repetition, the present option, at the leftmost point
//! where two differ.

mod contexts;
mod determinise;
mod fixed_tags;
pub mod parts;
pub(crate) mod priority;
mod registers;
pub mod stages;
mod steps;
mod tagging;
pub mod tdfa;
pub(crate) mod tnfa;
mod tnfa_error;

pub use tagging::Tagging;

use crate::automata::merge_bisimilar::merge_bisimilar;
use crate::automata::nfa::Nfa;
use crate::automata::rules::{at_rule, nfa_error, too_large};
use crate::automata::shape::{Recursion, Shape};
use crate::budget::{Budget, TooLarge};
use crate::diagnostic::Diagnostic;
use crate::grammar::{Resolved, RuleId};
use fixed_tags::FixedTags;
use parts::{MAX_TAGS, Part, TagSet, Tags, tag_count};
use std::collections::BTreeSet;
use tdfa::{Located, Presence, Tdfa, Variant};
use tnfa_error::TnfaError;

/// The tagged automaton of a rule.
///
/// # Errors
///
/// If the rule is nested or needs prose, if it recurs through a part or a part can occur
/// more than once in one of its texts, if it is ambiguous and uses left recursion, or if a
/// limit is passed.
pub fn tagged(tagging: &Tagging<'_>, rule: RuleId, parts: &[Part]) -> Result<Tdfa, Diagnostic> {
    tagged_outer(tagging, rule, parts, &BTreeSet::new())
}

/// As [`tagged`], but some parts, given by their index, are not located: it is known only
/// in which states a reader may be in them.
///
/// # Errors
///
/// As [`tagged`].
pub fn tagged_outer(
    tagging: &Tagging<'_>,
    rule: RuleId,
    parts: &[Part],
    inner: &BTreeSet<usize>,
) -> Result<Tdfa, Diagnostic> {
    let nfa = tagged_nfa(tagging, rule, parts)?;
    automaton(tagging, &nfa, parts, inner)
        .map_err(|why| too_large(tagging.grammar, rule, why, tagging.limits))
}

/// The NFA of a rule with tags around its parts, states with the same future merged.
///
/// # Errors
///
/// As [`tagged`], but for the limits of determinisation.
pub fn tagged_nfa(tagging: &Tagging<'_>, rule: RuleId, parts: &[Part]) -> Result<Nfa, Diagnostic> {
    refuse(tagging, rule, parts)?;
    let nfa = tnfa::tnfa(tagging, rule, parts).map_err(|error| explain(tagging, rule, &error))?;
    refuse_without_order(tagging, rule, &nfa)?;
    Ok(merge_bisimilar(&nfa))
}

fn automaton(
    tagging: &Tagging<'_>,
    nfa: &Nfa,
    parts: &[Part],
    inner: &BTreeSet<usize>,
) -> Result<Tdfa, TooLarge> {
    let mut budget = Budget::of_rule(tagging.limits);
    let tags = parts::tags(parts);
    // Only tags that do not follow from others are noted.
    let fixed = fixed_tags::fixed_tags(nfa, &tags, wanted(&tags, inner), &mut budget)?;
    let contexts = contexts::Contexts::new(tagging.shapes, nfa, parts, &tags);
    // One state at a time, and only what can win.
    let priority = priority::priority_dfa(nfa, &mut budget)?;
    // Every state has registers of its own.
    let (tdfa, slot_of) = determinise::determinise(nfa, &priority, &fixed, &contexts, &mut budget)?;
    // Registers are shared and few.
    let tdfa = registers::registers(&tdfa, &slot_of);
    // No two states do the same.
    let tdfa = tdfa.minimal();
    Ok(Tdfa { parts: located(parts, &tags, &fixed), ..tdfa })
}

/// The tags of the parts that are to be located.
fn wanted(tags: &[Tags], inner: &BTreeSet<usize>) -> TagSet {
    let wanted = tags.iter().enumerate().filter(|(part, _)| !inner.contains(part));
    wanted.fold(0, |all, (_, tags)| all | tags.set())
}

/// How each part is read from the slots.
fn located(parts: &[Part], tags: &[Tags], fixed: &FixedTags) -> Vec<Located> {
    let part = |(part, tags): (&Part, &Tags)| {
        let variant = |&(rule, open): &(RuleId, u16)| {
            let (present, begin) = fixed.of[usize::from(open)]?;
            let (_, end) = fixed.of[usize::from(tags.close)]?;
            Some(Variant { rule, present, begin, end })
        };
        let variants: Vec<Variant> = tags.opens.iter().filter_map(variant).collect();
        let always = fixed.of[usize::from(tags.close)];
        let mandatory = matches!(always, Some((Presence::Always, _)));
        Located { name: part.name.clone(), mandatory, variants }
    };
    parts.iter().zip(tags).map(part).collect()
}

/// What has no automaton, whatever the parts are used for.
pub(crate) fn refuse(
    tagging: &Tagging<'_>,
    rule: RuleId,
    parts: &[Part],
) -> Result<(), Diagnostic> {
    let name = &tagging.grammar[rule].name;
    if let Shape::Nested { .. } = tagging.shapes.of(rule) {
        let message = format!("rule `{name}` is nested; its parts cannot be located");
        return Err(at_rule(tagging.grammar, rule, Diagnostic::error("nested-rule", message)));
    }
    if tag_count(parts) > MAX_TAGS {
        let message = format!(
            "the parts of rule `{name}` need {} tags, two each and one more for each further rule \
             of a part; the limit is {MAX_TAGS}",
            tag_count(parts)
        );
        return Err(Diagnostic::error("too-many-parts", message));
    }
    Ok(())
}

/// The branches of a left-recursive rule are taken from the innermost derivation to
/// the outermost, so that their order says nothing about preference, and a rule that recurs
/// anywhere has no branches that mean derivations.
pub(crate) fn refuse_without_order(
    tagging: &Tagging<'_>,
    rule: RuleId,
    nfa: &Nfa,
) -> Result<(), Diagnostic> {
    let Some(first) = tagging.shapes.unordered(rule) else { return Ok(()) };
    let mut budget = Budget::new(tagging.limits.ambiguity_steps, usize::MAX);
    if crate::automata::ambiguity::ambiguous(nfa, &mut budget) == Some(false) {
        return Ok(());
    }
    let (code, how) = match tagging.shapes.of(first) {
        Shape::Regular(Recursion::Anywhere) => ("ambiguous-recursion", "embeds itself"),
        _ => ("ambiguous-left-recursion", "recurs on the left"),
    };
    let (name, first) = (&tagging.grammar[rule].name, &tagging.grammar[first].name);
    let message = format!("`{name}` is ambiguous, and `{first}` {how} in its texts");
    let error = Diagnostic::error(code, message);
    Err(at_rule(tagging.grammar, rule, error).hint("write the recursion as a repetition"))
}

pub(crate) fn explain(tagging: &Tagging<'_>, rule: RuleId, error: &TnfaError) -> Diagnostic {
    let grammar: &Resolved = tagging.grammar;
    let name = &grammar[rule].name;
    match error {
        TnfaError::Repeated(part) => {
            let message = format!("part `{part}` can occur more than once in a text of `{name}`");
            at_rule(grammar, rule, Diagnostic::error("repeated-part", message))
                .hint("ask for parts that occur at most once, and take those apart in turn")
        }
        TnfaError::Recursive(part) => {
            let message =
                format!("part `{part}` cannot be located, because `{name}` recurs through it");
            at_rule(grammar, rule, Diagnostic::error("recursive-part", message))
                .hint("write the recursion as a repetition")
        }
        TnfaError::Embeds(used) => {
            let message = format!(
                "parts inside of `{}` cannot be located, because it embeds itself",
                grammar[*used].name
            );
            at_rule(grammar, rule, Diagnostic::error("nested-rule", message))
                .hint("write the recursion as a repetition")
        }
        TnfaError::Nfa(used, error) => nfa_error(grammar, *used, error),
        TnfaError::TooLarge(why) => too_large(grammar, rule, *why, tagging.limits),
    }
}

#[cfg(test)]
pub(crate) mod tests;
