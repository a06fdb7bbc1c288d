//! Repeated parts: where all occurrences of a part lie, told while the text is read.
//!
//! The segments of a path are a list of unknown length, which no registers hold. A
//! transducer tells them one by one instead: reading a text of the rule byte by byte,
//! it gives the events "an occurrence opens" and "it closes, as one of this rule" of the
//! preferred derivation of the *whole* text, each as soon as it is certain, however
//! the text goes on. Nothing has to be stored but the state.
//!
//! ```text
//! Patterns --tnfa--> Nfa --priority--> PriorityDfa --delayed--> Transducer --minimal--> Transducer
//! ```
//!
//! * [`priority`](crate::automata::tagged::priority) determinises over lists of NFA states in
//!   order of preference, and finds which threads of a list can still win;
//! * [`twinning`] decides whether the events of two threads that can win may differ for
//!   ever: then no bounded lookahead tells the occurrences. If they differ in finitely many
//!   events, as is usual, registers keep the offsets of these;
//! * `delayed` gives each thread the events that it has met and that are not told yet,
//!   and tells what all threads that can win have in common;
//! * `threads` is for parts of which any number of events may be uncertain: their texts are
//!   read forwards and then backwards, which takes memory;
//! * `minimal` merges states with the same future.
//!
//! This is the optimally streaming greedy parsing of Grathwohl, Henglein and Rasmussen
//! ("Optimally streaming greedy regular expression parsing", ICTAC 2014; Grathwohl et
//! al., "Kleenex: compiling nondeterministic transducers to deterministic streaming
//! transducers", POPL 2016), restricted to what needs no buffer without bound: the
//! determinisation of a transducer with delayed output (Choffrut, "Une caractérisation des fonctions
//! séquentielles et des fonctions sous-séquentielles en tant que relations
//! rationnelles", 1977; Mohri, "Finite-state transducers in language and speech
//! processing", 1997), which ends exactly where the twinning property holds. That
//! events are told at the earliest makes the minimal transducer without registers unique.
//!
//! Of nested occurrences the outermost counts, and the rule itself is no part of
//! itself. A repetition without an upper bound makes no iteration that reads nothing,
//! except those that its lower bound asks for; one with an upper bound makes as many
//! iterations as it may, also where they read nothing.

mod delayed;
mod occurrences;
mod threads;
mod transducer;
mod twinning;

pub use transducer::{Edge, Event, EventKind, Place, Register, StateId, Transducer};

use crate::automata::merge_bisimilar::merge_bisimilar;
use crate::automata::nfa::Nfa;
use crate::automata::rules::too_large;
use crate::automata::tagged::parts::{Part, TagSet};
use crate::automata::tagged::priority::priority_dfa;
use crate::automata::tagged::tnfa::{between, refuse_recursion};
use crate::automata::tagged::{Tagging, explain, refuse, refuse_without_order};
use crate::budget::{Budget, TooLarge};
use crate::diagnostic::Diagnostic;
use crate::grammar::RuleId;
use delayed::{Keep, delayed};
use std::collections::BTreeMap;
use threads::threads;
use twinning::{Delay, delay};

/// The transducer that tells the occurrences of a part in the texts of a rule. The
/// variants are the rules of the part in their order.
///
/// The part may occur any number of times, also never.
///
/// # Errors
///
/// If the rule is nested or needs prose, if it is ambiguous and uses left recursion, if
/// a rule of the part recurs outside of itself, or if a limit is passed.
pub fn repeated(
    tagging: &Tagging<'_>,
    rule: RuleId,
    part: &Part,
) -> Result<Transducer, Diagnostic> {
    let grammar = tagging.grammar;
    let nfa = event_nfa(tagging, rule, part)?;
    let made = transducer(&nfa, &mut Budget::of_rule(tagging.limits));
    made.map_err(|why| too_large(grammar, rule, why, tagging.limits))
}

/// The NFA of the rule, with tag 0 where the part opens, and tag `n + 1` where it closes
/// as its rule `n`.
///
/// # Errors
///
/// As [`repeated`], but for the limits of determinisation.
pub fn event_nfa(tagging: &Tagging<'_>, rule: RuleId, part: &Part) -> Result<Nfa, Diagnostic> {
    refuse(tagging, rule, std::slice::from_ref(part))?;
    let closes: BTreeMap<RuleId, u16> = part.rules.iter().copied().zip(1..).collect();
    let of_part = closes.values().fold(1, |set: TagSet, close| set | 1 << close);
    refuse_recursion(tagging.shapes, rule, part).map_err(|error| explain(tagging, rule, &error))?;
    let mark = |used, nfa| between(&nfa, 0, closes[&used], of_part);
    let nfa =
        tagging.marked(rule, &part.rules, &mark).map_err(|error| explain(tagging, rule, &error))?;
    refuse_without_order(tagging, rule, &nfa)?;
    Ok(merge_bisimilar(&nfa))
}

fn transducer(nfa: &Nfa, budget: &mut Budget) -> Result<Transducer, TooLarge> {
    let priority = priority_dfa(nfa, budget)?;
    let made = match delay(&priority, budget)? {
        Delay::Bytes => delayed(&priority, Keep::Ages, budget)?,
        Delay::Events => delayed(&priority, Keep::Offsets, budget)?,
        Delay::Unbounded => threads(&priority, budget)?,
    };
    Ok(made.minimal())
}

#[cfg(test)]
mod tests;
