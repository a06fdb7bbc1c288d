//! Repeated parts: transducers that report all occurrences of a part while the text is read.
//!
//! The segments of a path are a list of unknown length, for which registers do not suffice. A
//! transducer reports them one by one instead: it reads a text of the rule byte by byte,
//! and emits the events "an occurrence opens" and "it closes, as an occurrence of this rule" of the
//! preferred derivation of the *whole* text, each as early as it is certain for all
//! continuations of the text. Only the state is stored.
//!
//! ```text
//! Patterns --tnfa--> Nfa --priority--> PriorityDfa --delayed--> Transducer --minimal--> Transducer
//! ```
//!
//! * [`priority`](crate::automata::tagged::priority) determinises over lists of NFA states in
//!   order of preference, and finds which threads of a list can still win;
//! * [`twinning`] decides what is bounded while events are uncertain: the number of bytes read
//!   meanwhile, only the number of events, or neither. If only the number of events is
//!   bounded, registers keep their offsets;
//! * `delayed` stores for each thread the events that it has passed and that are not reported
//!   yet, and reports the common prefix of all threads that can win;
//! * `threads` replaces `delayed` if nothing is bounded: each edge records from which thread
//!   each thread comes, and texts are read forwards and then backwards, which takes memory;
//! * `minimal` merges states with the same future, so equal functions have equal transducers.
//!
//! This is the optimally streaming greedy parsing of Grathwohl, Henglein and Rasmussen ("Optimally
//! streaming greedy regular expression parsing", ICTAC 2014; Grathwohl et al., "Kleenex: compiling
//! nondeterministic transducers to deterministic streaming transducers", POPL 2016), restricted to
//! cases with a bounded buffer: the determinisation of a transducer with delayed output (Choffrut,
//! "Une caractérisation des fonctions séquentielles et des fonctions sous-séquentielles en tant que
//! relations rationnelles", 1977; Mohri, "Finite-state transducers in language and speech
//! processing", 1997), which terminates exactly if the twinning property holds. Since events are
//! reported as early as possible, the minimal transducer without registers is unique.
//!
//! Of nested occurrences only the outermost counts, and the rule is not a part of
//! itself. A repetition without an upper bound makes no iteration that reads nothing,
//! except those that its lower bound requires; a repetition with an upper bound makes as many
//! iterations as possible, even if they read nothing.

mod delayed;
mod occurrences;
mod threads;
mod transducer;
mod twinning;
pub mod unambiguous;

pub use transducer::{Edge, Event, EventKind, Offset, Register, StateId, Transducer};

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

/// Makes the transducer that reports the occurrences of a part in the texts of a rule. The
/// variants are the rules of the part in their order.
///
/// The part may occur any number of times, including zero.
///
/// # Errors
///
/// If the rule is nested or needs prose, if it is ambiguous and uses left recursion, if
/// a rule of the part recurs outside of itself, or if a limit is exceeded.
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

/// Builds the lists of threads of a rule without parts. Parts never make them fewer: a state of the
/// NFA without tags stands for one or more states of the NFA with tags.
///
/// # Errors
///
/// If a limit is exceeded.
pub fn lists_without_parts(tagging: &Tagging<'_>, rule: RuleId) -> Result<(), Diagnostic> {
    // Other reasons are errors of each part.
    let Ok(nfa) = tagging.plain(rule) else { return Ok(()) };
    let made = priority_dfa(&nfa, &mut Budget::of_rule(tagging.limits));
    made.map(drop).map_err(|why| too_large(tagging.grammar, rule, why, tagging.limits))
}

/// Makes the NFA of the rule, with tag 0 at the opening of the part, and tag `n + 1` at its
/// closing as its rule `n`.
///
/// # Errors
///
/// As [`repeated`], except for the limits of determinisation.
pub fn event_nfa(tagging: &Tagging<'_>, rule: RuleId, part: &Part) -> Result<Nfa, Diagnostic> {
    refuse(tagging, rule, std::slice::from_ref(part))?;
    let closes: BTreeMap<RuleId, u16> = part.rules.iter().copied().zip(1..).collect();
    let of_part = closes.values().fold(1, |set: TagSet, close| set | 1 << close);
    refuse_recursion(tagging, rule, part).map_err(|error| explain(tagging, rule, &error))?;
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
