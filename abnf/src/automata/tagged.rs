//! Tagged automata: where the parts of a text lie, found in one forward pass.
//!
//! A part is a named set of rules; two tags note where a text of it begins and ends.
//! The stages are those of [`crate::automata::rules`], with tags:
//!
//! ```text
//! Patterns --tnfa--> Nfa --reduce--> Nfa --determinise--> Tdfa --registers--> Tdfa --minimise--> Tdfa
//!                                     \\-- places, contexts --/
//! ```
//!
//! Among all derivations of the whole text the preferred one counts: the earlier
//! alternative, the longer repetition, the present option, at the leftmost point
//! where two differ.

mod contexts;
mod determinise;
mod graph;
mod minimise;
pub(crate) mod ordered;
pub mod parts;
mod places;
pub(crate) mod reduce;
mod registers;
pub mod tdfa;
pub(crate) mod tnfa;

use crate::automata::determinise::TooLarge;
use crate::automata::nfa::Nfa;
use crate::automata::rules::{nfa_error, place};
use crate::automata::shape::{Recursion, Shape, Shapes, reached, references};
use crate::diagnostic::Diagnostic;
use crate::grammar::{Resolved, RuleId};
use crate::limits::Limits;
use parts::{MAX_TAGS, Part, Tags, tag_count};
use places::Places;
use std::collections::BTreeSet;
use tdfa::{Located, Presence, Tdfa, Variant};
use tnfa::TnfaError;

/// The tagged automaton of a rule.
///
/// `work` is what is left of the run's budget, see [`Limits::subset_work`].
///
/// # Errors
///
/// If the rule is nested or needs prose, if it recurs through a part or a part can occur
/// more than once in one of its texts, if it is ambiguous and uses left recursion, or if a limit is passed.
pub fn tagged(
    grammar: &Resolved,
    shapes: &Shapes,
    rule: RuleId,
    parts: &[Part],
    limits: &Limits,
    work: &mut usize,
) -> Result<Tdfa, Diagnostic> {
    outermost(grammar, shapes, rule, parts, &BTreeSet::new(), limits, work)
}

/// As [`tagged`], without the places of some parts, by their number: it is known only in
/// which states a reader may be in them.
///
/// # Errors
///
/// As [`tagged`].
pub fn outermost(
    grammar: &Resolved,
    shapes: &Shapes,
    rule: RuleId,
    parts: &[Part],
    inner: &BTreeSet<usize>,
    limits: &Limits,
    work: &mut usize,
) -> Result<Tdfa, Diagnostic> {
    let nfa = tagged_nfa(grammar, shapes, rule, parts, limits)?;
    let tdfa = automaton(grammar, &nfa, parts, inner, limits, work);
    tdfa.map_err(|why| crate::automata::rules::too_large(grammar, rule, why, limits))
}

/// The NFA of a rule with tags around its parts, states with the same future merged.
///
/// # Errors
///
/// As [`tagged`], but for the limits of determinisation.
pub fn tagged_nfa(
    grammar: &Resolved,
    shapes: &Shapes,
    rule: RuleId,
    parts: &[Part],
    limits: &Limits,
) -> Result<Nfa, Diagnostic> {
    refuse(grammar, shapes, rule, parts)?;
    let nfa = tnfa::tnfa(grammar, shapes, rule, parts, limits)
        .map_err(|error| explain(grammar, rule, &error))?;
    refuse_left_recursion(grammar, shapes, rule, &nfa, limits)?;
    Ok(reduce::reduce(&nfa))
}

fn automaton(
    grammar: &Resolved,
    nfa: &Nfa,
    parts: &[Part],
    inner: &BTreeSet<usize>,
    limits: &Limits,
    work: &mut usize,
) -> Result<Tdfa, TooLarge> {
    let tags = parts::tags(parts);
    let wanted = tags.iter().enumerate().filter(|(part, _)| !inner.contains(part));
    let wanted = wanted.fold(0, |all, (_, tags)| all | tags.set());
    // Only tags that do not follow from others are noted.
    let places = places::places(nfa, &tags, wanted, work)?;
    let contexts = contexts::Contexts::new(grammar, nfa, parts, &tags);
    // One state at a time, and only what can win.
    let ordered = ordered::ordered(nfa, limits.dfa_states, work)?;
    // Every state has registers of its own.
    let (tdfa, slot_of) =
        determinise::determinise(nfa, &ordered, &places, &contexts, limits, work)?;
    // Registers are shared and few.
    let tdfa = registers::registers(&tdfa, &slot_of);
    // No two states do the same.
    let tdfa = minimise::minimise(&tdfa);
    Ok(Tdfa { parts: located(parts, &tags, &places), ..tdfa })
}

/// How each part is read from the slots.
fn located(parts: &[Part], tags: &[Tags], places: &Places) -> Vec<Located> {
    let part = |(part, tags): (&Part, &Tags)| {
        let variant = |&(rule, open): &(RuleId, u16)| {
            let (present, begin) = places.of[usize::from(open)]?;
            let (_, end) = places.of[usize::from(tags.close)]?;
            Some(Variant { rule, present, begin, end })
        };
        let variants: Vec<Variant> = tags.opens.iter().filter_map(variant).collect();
        let always = places.of[usize::from(tags.close)];
        let mandatory = matches!(always, Some((Presence::Always, _)));
        Located { name: part.name.clone(), mandatory, variants }
    };
    parts.iter().zip(tags).map(part).collect()
}

/// What has no automaton, whatever the parts are used for.
pub(crate) fn refuse(
    grammar: &Resolved,
    shapes: &Shapes,
    rule: RuleId,
    parts: &[Part],
) -> Result<(), Diagnostic> {
    let name = &grammar[rule].name;
    if let Shape::Nested { .. } = shapes.of(rule) {
        let message = format!("rule `{name}` is nested; its parts cannot be located");
        return Err(place(grammar, rule, Diagnostic::error("nested-rule", message)));
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
/// the outermost, so that their order says nothing about preference.
pub(crate) fn refuse_left_recursion(
    grammar: &Resolved,
    shapes: &Shapes,
    rule: RuleId,
    nfa: &Nfa,
    limits: &Limits,
) -> Result<(), Diagnostic> {
    let left = reached(&[rule], |rule| references(&grammar[rule].expr))
        .into_iter()
        .find(|&used| *shapes.of(used) == Shape::Regular(Recursion::Left));
    let Some(left) = left else { return Ok(()) };
    let mut steps = limits.ambiguity_steps;
    if crate::automata::ambiguity::ambiguous(nfa, &mut steps) == Some(false) {
        return Ok(());
    }
    let (name, left) = (&grammar[rule].name, &grammar[left].name);
    let message = format!("`{name}` is ambiguous, and `{left}` recurs on the left in its texts");
    let error = Diagnostic::error("ambiguous-left-recursion", message);
    Err(place(grammar, rule, error).hint("write the recursion as a repetition"))
}

pub(crate) fn explain(grammar: &Resolved, rule: RuleId, error: &TnfaError) -> Diagnostic {
    let name = &grammar[rule].name;
    match error {
        TnfaError::Repeated(part) => {
            let message = format!("part `{part}` can occur more than once in a text of `{name}`");
            place(grammar, rule, Diagnostic::error("repeated-part", message))
                .hint("ask for parts that occur at most once, and take those apart in turn")
        }
        TnfaError::Recursive(part) => {
            let message =
                format!("part `{part}` cannot be located, because `{name}` recurs through it");
            place(grammar, rule, Diagnostic::error("recursive-part", message))
                .hint("write the recursion as a repetition")
        }
        TnfaError::Nfa(error) => nfa_error(grammar, rule, error),
    }
}
