//! Repeated parts: where all occurrences of a part lie, told while the text is read.
//!
//! The segments of a path are a list of unknown length, which no registers hold. A
//! transducer tells them one by one instead: reading a text of the rule byte by byte,
//! it gives the events "an occurrence opens" and "it closes, as one of this rule" of the
//! preferred derivation of the *whole* text, each as soon as it is certain, however
//! the text goes on. Nothing has to be stored but the state.
//!
//! ```text
//! Patterns --tnfa--> Nfa --ordered--> Ordered --delay--> Transducer --minimal--> Transducer
//! ```
//!
//! * [`ordered`](crate::automata::tagged::ordered) determinises over lists of NFA states in order of preference, and
//!   finds which places of a list can still win;
//! * [`twins`] decides whether the events of two that can win may differ for ever:
//!   then no bounded lookahead tells the occurrences, and the rule is refused;
//! * [`delay`] gives each place in a list the events that it has met and that are not
//!   told yet, and tells what all that can win have in common;
//! * [`minimal`] merges states with the same future.
//!
//! This is the optimally streaming greedy parsing of Grathwohl, Henglein and Rasmussen
//! ("Optimally streaming greedy regular expression parsing", ICTAC 2014; Grathwohl et
//! al., "Kleenex: compiling nondeterministic transducers to deterministic streaming
//! transducers", POPL 2016), restricted to what needs no buffer: the determinisation
//! of a transducer with delayed output (Choffrut, "Une caractérisation des fonctions
//! séquentielles et des fonctions sous-séquentielles en tant que relations
//! rationnelles", 1977; Mohri, "Finite-state transducers in language and speech
//! processing", 1997), which ends exactly where the twinning property holds. That
//! events are told at the earliest makes the minimal transducer unique.
//!
//! Of nested occurrences the outermost counts, and the rule itself is no part of
//! itself. A repetition without an upper bound makes no iteration that reads nothing,
//! save those that its lower bound asks for; one with an upper bound makes as many
//! iterations as it may, also where they read nothing.

mod delay;
mod minimal;
mod transducer;
mod twins;

pub use transducer::{Edge, Event, StateId, Transducer, What};

use crate::automata::determinise::TooLarge;
use crate::automata::nfa::Nfa;
use crate::automata::rules::{place, too_large};
use crate::automata::shape::Shapes;
use crate::automata::tagged::ordered::ordered;
use crate::automata::tagged::parts::{Part, TagSet};
use crate::automata::tagged::reduce::reduce;
use crate::automata::tagged::tnfa::{between, marked, refuse_recursion};
use crate::automata::tagged::{explain, refuse, refuse_left_recursion};
use crate::diagnostic::Diagnostic;
use crate::grammar::{Resolved, RuleId};
use crate::limits::Limits;
use std::collections::BTreeMap;

/// The transducer that tells the occurrences of a part in the texts of a rule. The
/// variants are the rules of the part in their order.
///
/// `work` is what is left of the run's budget, see [`Limits::subset_work`].
///
/// The part may occur any number of times, also never.
///
/// # Errors
///
/// If the rule is nested or needs prose, if it is ambiguous and uses left recursion, if
/// a rule of the part recurs outside of itself, if the occurrences cannot be told with
/// bounded lookahead (`unbounded-lookahead`), or if a limit is passed.
pub fn repeated(
    grammar: &Resolved,
    shapes: &Shapes,
    rule: RuleId,
    part: &Part,
    limits: &Limits,
    work: &mut usize,
) -> Result<Transducer, Diagnostic> {
    let nfa = nfa(grammar, shapes, rule, part, limits)?;
    let made = transducer(&nfa, limits, work);
    made.map_err(|why| too_large(grammar, rule, why, limits))?.ok_or_else(|| {
        let (name, part) = (&grammar[rule].name, &part.name);
        let message = format!("no bounded lookahead tells the occurrences of `{part}` in `{name}`");
        place(grammar, rule, Diagnostic::error("unbounded-lookahead", message)).hint(
            "an iterator has to read the whole text before the first of them, and needs `alloc`",
        )
    })
}

/// The NFA of the rule, with tag 0 where the part opens, and tag `n + 1` where it closes
/// as its rule `n`.
fn nfa(
    grammar: &Resolved,
    shapes: &Shapes,
    rule: RuleId,
    part: &Part,
    limits: &Limits,
) -> Result<Nfa, Diagnostic> {
    let parts = std::slice::from_ref(part);
    refuse(grammar, shapes, rule, parts)?;
    let closes: BTreeMap<RuleId, u16> = part.rules.iter().copied().zip(1..).collect();
    let of_part = closes.values().fold(1, |set: TagSet, close| set | 1 << close);
    refuse_recursion(grammar, shapes, rule, part)
        .map_err(|error| explain(grammar, rule, &error))?;
    let nfa = marked(grammar, shapes, rule, parts, limits, &|used, nfa| {
        between(&nfa, 0, closes[&used], of_part)
    })
    .map_err(|error| explain(grammar, rule, &error))?;
    refuse_left_recursion(grammar, shapes, rule, &nfa, limits)?;
    Ok(reduce(&nfa))
}

/// None where no bounded lookahead suffices.
fn transducer(
    nfa: &Nfa,
    limits: &Limits,
    work: &mut usize,
) -> Result<Option<Transducer>, TooLarge> {
    let ordered = ordered(nfa, limits.dfa_states, work)?;
    if !twins::agree(&ordered, work)? {
        return Ok(None);
    }
    let delayed = delay::delay(&ordered, limits.dfa_states, work)?;
    Ok(Some(minimal::minimal(&delayed)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::shape::shape;
    use crate::spec::ReadOptions;

    /// The states without bound that the delay of events would need show themselves.
    #[test]
    fn twins_agree_where_the_delay_is_bounded() {
        for (text, is_bounded) in [
            ("r = *p\np = %s\"a\" / %s\"aa\"\n", true),
            ("r = *(p %s\"bba\" / %s\"abbb\")\np = %s\"a\"\n", true),
            ("r = p / *%s\"a\"\np = *%s\"a\"\n", true),
            ("r = *%s\"a\" / p\np = *%s\"a\"\n", true),
            ("r = *%s\"a\" p\np = *(%s\"a\" / %s\"b\")\n", true),
            ("r = *(p %s\"b\") / *%s\"ab\" %s\"c\"\np = %s\"a\"\n", false),
            ("r = *p %s\"x\" / *%s\"a\"\np = %s\"a\"\n", false),
            ("r = *(p %s\";\" / 1*%s\"a\" %s\":\")\np = *%s\"a\"\n", false),
        ] {
            let read = crate::read("test", text.as_bytes(), &[], &ReadOptions::default());
            let grammar = read.expect("it has no errors").resolved;
            let [rule, of] = ["r", "p"].map(|name| grammar.find(name).expect("it is there"));
            let part = Part { name: "p".to_owned(), rules: [of].into() };
            let limits = Limits::default();
            let nfa = nfa(&grammar, &shape(&grammar), rule, &part, &limits).expect("regular");
            let mut work = limits.subset_work;
            let ordered = ordered(&nfa, 1_000, &mut work).expect("it is small");
            assert_eq!(twins::agree(&ordered, &mut work), Ok(is_bounded), "{text}");
            let delayed = delay::delay(&ordered, 1_000, &mut work);
            assert_eq!(delayed.err(), (!is_bounded).then_some(TooLarge::States), "{text}");
        }
    }
}
