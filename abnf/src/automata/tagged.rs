//! Tagged automata: locate the parts of a text in one forward pass.
//!
//! A part is a named set of rules; two tags record where its text begins and ends.
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
//! Among all derivations of the whole text, the preferred one decides: the earlier
//! alternative, the longer repetition, the present option, at the leftmost point
//! where two derivations differ.
//!
//! | stage | result |
//! |---|---|
//! | `tnfa` | tags surround the parts; branches are in order of preference; no rule is replaced by its DFA, which would lose the preferences |
//! | `merge_bisimilar` | states with the same future are merged, except on cycles that read nothing |
//! | `fixed_tags` | a tag at a fixed distance from another tag, or from an end of the text, is computed and needs no register; the length of the text may decide its presence |
//! | `contexts` | for each state of the next stage, the parts that are possible there and the certain one; for messages |
//! | `priority` | deterministic, over lists of threads in order of preference; for each thread, whether it can win |
//! | `determinise` | one byte of lookahead; the preferred derivation sets the registers |
//! | `registers` | no register is dead, no two registers of a state always hold the same offset, few are copied |
//! | `minimal` | states that are equivalent, and classes of bytes that are treated alike, are merged; canonical order |
//!
//! [`joint`] runs the same stages on several rules with the same parts at once.
//!
//! This is the result for a small grammar, as `abnfc dump --stage tdfa --parts user,host` prints
//! it, drawn:
//!
//! ```text
//!   mailbox = [ user "@" ] host        user: from 0 to slot 0, present if slot 0 is set
//!   user    = 1*ALPHA                  host: from slot 1 to the end of the text, always present
//!   host    = 1*( ALPHA / DIGIT )
//!
//!                  [0-9] r1=here       ┌── [0-9A-Za-z] ──┐
//!             ┌───────────────────▶ (( 1 ))◀─────────────┘  ends with slots [r0 r1]
//!             │                      ▲    ▲
//!             │                [0-9] │    │ [0-9A-Za-z] r1=here
//!   ──▶ ( 0 ) ┤                      │    │
//!             │                      │  ( 3 )
//!             │                      │    ▲
//!             └───────────────────▶ (( 2 ))  [@] r0=here   ends with slots [- r1]
//!                  [A-Za-z] r1=here  ▲   │
//!                                    └───┘ [A-Za-z]
//! ```
//!
//! States with a double line accept. An edge reads one class of bytes and may assign: `r1=here`
//! stores the offset of the byte in register 1. In state 2, the text can still be a user or a host,
//! so `r1` keeps the beginning of a host at 0; `@` assigns `r1` again. At the end of a text, the
//! state determines which registers are the slots; `-` is an empty slot. Two of the four ends of
//! parts need no register: a user begins at 0, and a host ends at the end of the text.
//!
//! Three techniques limit the number of states (see `determinise`): threads that cannot win are
//! dropped, irrelevant tags are not compared, and a state is reached again whenever its registers
//! can be filled, not only by a bijection. With the twelve parts that RFC 2396 names,
//! `URI-reference` has 57 states, 14 classes of bytes and 18 registers. Without `merge_bisimilar`
//! it had 120 states, and 71 before `fixed_tags` and `minimal`; `fixed_tags` reduced the registers
//! from 23 to 18, and naming a register after its slot reduced the copies from 1142 to 12.

mod contexts;
mod determinise;
mod fixed_tags;
pub mod joint;
mod lengths;
pub mod named_parts;
pub mod names_along;
pub mod parts;
pub(crate) mod priority;
mod registers;
pub mod replaced;
pub mod scans;
pub mod stages;
mod steps;
mod tag_strings;
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
use crate::diagnostic::{Code, Diagnostic};
use crate::grammar::{Resolved, RuleId};
use fixed_tags::FixedTags;
use parts::{MAX_TAGS, Part, TagSet, Tags, tag_count};
use std::collections::BTreeSet;
use tdfa::{Located, Presence, Tdfa, Variant};
use tnfa_error::TnfaError;

/// Makes the tagged automaton of a rule.
///
/// # Errors
///
/// If the rule is nested or needs prose, if it recurs through a part or a part can occur
/// more than once in one of its texts, if it is ambiguous and uses left recursion, or if a
/// limit is exceeded.
pub fn tagged(tagging: &Tagging<'_>, rule: RuleId, parts: &[Part]) -> Result<Tdfa, Diagnostic> {
    tagged_outer(tagging, rule, parts, &BTreeSet::new())
}

/// As [`tagged`], but does not locate the parts with the indices `inner`: only the contexts of
/// states refer to them.
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

/// Makes the NFA of a rule with tags around its parts, and merges states with the same future.
///
/// # Errors
///
/// As [`tagged`], except for the limits of determinisation.
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
    // Only tags that do not follow from others are recorded.
    let fixed = fixed_tags::fixed_tags(nfa, &tags, wanted(&tags, inner), &mut budget)?;
    let contexts = contexts::Contexts::new(tagging.shapes, nfa, parts, &tags);
    // The automaton is deterministic, and the threads that can win are known.
    let priority = priority::priority_dfa(nfa, &mut budget)?;
    // Every state has registers of its own.
    let made = determinise::determinise(nfa, &priority, &fixed, &contexts, &mut budget)?;
    // Registers are shared and few.
    let tdfa = registers::registers(&made);
    // No two states are equivalent.
    let tdfa = tdfa.minimal();
    Ok(Tdfa { parts: located(parts, &tags, &fixed), ..tdfa })
}

/// Returns the tags of the parts to locate.
fn wanted(tags: &[Tags], inner: &BTreeSet<usize>) -> TagSet {
    let wanted = tags.iter().enumerate().filter(|(part, _)| !inner.contains(part));
    wanted.fold(0, |all, (_, tags)| all | tags.set())
}

/// Returns how each part is read from the slots.
fn located(parts: &[Part], tags: &[Tags], fixed: &FixedTags) -> Vec<Located> {
    let part = |(part, tags): (&Part, &Tags)| {
        let variant = |&(rule, open): &(RuleId, u16)| {
            let (present, begin) = fixed.of[usize::from(open)]?;
            let (_, end) = fixed.of[usize::from(tags.close)]?;
            let fixed = [open, tags.close].map(|tag| fixed.fixed[usize::from(tag)]);
            Some(Variant { rule, present, begin, end, fixed })
        };
        let variants: Vec<Variant> = tags.opens.iter().filter_map(variant).collect();
        let always = fixed.of[usize::from(tags.close)];
        let mandatory = matches!(always, Some((Presence::Always, _)));
        Located { name: part.name.clone(), mandatory, variants }
    };
    parts.iter().zip(tags).map(part).collect()
}

/// Refuses rules and parts that have no automaton, for any use of the parts.
pub(crate) fn refuse(
    tagging: &Tagging<'_>,
    rule: RuleId,
    parts: &[Part],
) -> Result<(), Diagnostic> {
    let name = &tagging.grammar[rule].name;
    if let Shape::Nested { .. } = tagging.shapes.of(rule) {
        let message = format!("rule `{name}` is nested; its parts cannot be located");
        return Err(at_rule(tagging.grammar, rule, Diagnostic::error(Code::NestedRule, message)));
    }
    if tag_count(parts) > MAX_TAGS {
        let message = format!(
            "the parts of rule `{name}` need {} tags, two each and one more for each further rule \
             of a part; the limit is {MAX_TAGS}",
            tag_count(parts)
        );
        return Err(Diagnostic::error(Code::TooManyParts, message));
    }
    Ok(())
}

/// Refuses ambiguous rules that use a rule without an order of preference. The automaton of a
/// left-recursive rule branches from the innermost derivation to the outermost, so the order of its
/// branches is not that of preference, and the branches of a rule that recurs anywhere do not
/// correspond to derivations.
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
        Shape::Regular(Recursion::Anywhere) => (Code::AmbiguousRecursion, "embeds itself"),
        _ => (Code::AmbiguousLeftRecursion, "recurs on the left"),
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
            at_rule(grammar, rule, Diagnostic::error(Code::RepeatedPart, message))
                .hint("request parts that occur at most once, and take those apart in turn")
        }
        TnfaError::Recursive(part) => {
            let message =
                format!("part `{part}` cannot be located, because `{name}` recurs through it");
            at_rule(grammar, rule, Diagnostic::error(Code::RecursivePart, message))
                .hint("write the recursion as a repetition")
        }
        TnfaError::Embeds(used) => {
            let message = format!(
                "parts inside of `{}` cannot be located, because it embeds itself",
                grammar[*used].name
            );
            at_rule(grammar, rule, Diagnostic::error(Code::NestedRule, message))
                .hint("write the recursion as a repetition")
        }
        TnfaError::Nfa(used, error) => nfa_error(grammar, *used, error),
        TnfaError::TooLarge(why) => too_large(grammar, rule, *why, tagging.limits),
    }
}

#[cfg(test)]
pub(crate) mod tests;
