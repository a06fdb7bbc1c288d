//! Decides whether a language that is given by functions contains all texts of an automaton, by a
//! breadth-first search over pairs of a state of the language and one of the automaton.
//!
//! Takes time linear in the pairs that are reached, at most the product of the numbers of states.

use crate::automata::dfa::{Dfa, StateId};
use crate::automata::shortest_paths::{Paths, preferred};
use std::collections::{BTreeMap, VecDeque};

/// A state of the language and a state of the automaton.
pub(super) type Pair<S> = (S, StateId);

/// The pairs that are reached, each with the byte and the pair before it.
pub(super) struct Reached<S>(BTreeMap<Pair<S>, Option<(u8, Pair<S>)>>);

/// Reads all texts of the automaton. In the language, `next` returns the state after one more byte,
/// or `None` if no text continues with it; `is_end` returns whether a text can end in a state.
///
/// # Errors
///
/// A text of the automaton that is not in the language.
pub(super) fn reached<S: Copy + Ord>(
    dfa: &Dfa,
    start: S,
    next: impl Fn(S, u8) -> Option<S>,
    is_end: impl Fn(S) -> bool,
) -> Result<Reached<S>, Vec<u8>> {
    let start = (start, Dfa::START);
    let mut reached = Reached(BTreeMap::from([(start, None)]));
    let mut queue = VecDeque::from([start]);
    let bytes = preferred();
    while let Some(pair) = queue.pop_front() {
        let (here, state) = pair;
        if dfa.is_accepting(state) && !is_end(here) {
            return Err(reached.text(pair));
        }
        for &byte in &bytes {
            let Some(target) = dfa.next(state, byte) else { continue };
            let Some(next) = next(here, byte) else {
                let rest = Paths::new(dfa, &bytes).from(target);
                return Err([&reached.text(pair)[..], &[byte], &rest].concat());
            };
            reached.0.entry((next, target)).or_insert_with(|| {
                queue.push_back((next, target));
                Some((byte, pair))
            });
        }
    }
    Ok(reached)
}

impl<S: Copy + Ord> Reached<S> {
    /// Iterates over the pairs, in their order.
    pub(super) fn pairs(&self) -> impl Iterator<Item = Pair<S>> + '_ {
        self.0.keys().copied()
    }

    /// Returns a shortest text that leads to a pair.
    pub(super) fn text(&self, pair: Pair<S>) -> Vec<u8> {
        let mut text = Vec::new();
        let mut cursor = pair;
        while let Some((byte, before)) = self.0[&cursor] {
            text.push(byte);
            cursor = before;
        }
        text.reverse();
        text
    }
}
