//! The search for a text of a rule in some notation of a number.
//!
//! A [`Notation`] says which bytes can continue a text with the number, byte by byte, the preferred
//! one first. The search reads the automaton of the rule at the same time, breadth-first, so it finds
//! a shortest text first and, of the shortest ones, the preferred one. A pair of states that was
//! reached before is not continued again, so the search ends, and it finds a text if there is one.

use super::alloc::collections::BTreeMap;
use super::alloc::vec;
use super::alloc::vec::Vec;
use super::graph::{Automaton, Output};

/// The texts with a number, as an automaton without a table: each text leads to one place.
pub(crate) trait Notation {
    /// What remains to be written, and what it depends on.
    type Place: Clone + Ord;

    /// Returns the place in which texts begin.
    fn start(&self) -> Self::Place;

    /// Adds the bytes with which a text can continue and the places after them, the preferred one
    /// first.
    fn add_nexts(&self, place: &Self::Place, nexts: &mut Vec<(u8, Self::Place)>);

    /// Returns whether a text can end in a place.
    fn is_end(&self, place: &Self::Place) -> bool;
}

/// Returns whether a rule has a text.
pub(crate) fn is_match(rule: &impl Automaton, text: &[u8]) -> bool {
    let end = text.iter().try_fold(rule.start(), |state, &byte| rule.next(state, byte));
    end.is_some_and(|end| rule.is_end(end))
}

/// Appends the shortest text of a rule in a notation, leaving out the first ones as the output
/// requests; its steps bound the search. Returns whether there is a text.
pub(crate) fn write<N: Notation>(rule: &impl Automaton, notation: &N, out: &mut Output) -> bool {
    // Each text leads to its own path of pairs, so the first texts visit no pair more often.
    let most = out.spelling + 1;
    let mut visits: BTreeMap<(usize, N::Place), usize> = BTreeMap::new();
    // The bytes of all paths, each with the one before it.
    let mut bytes: Vec<(u8, Option<usize>)> = Vec::new();
    let mut layer = vec![(rule.start(), notation.start(), None)];
    let mut nexts = Vec::new();
    while !layer.is_empty() {
        let mut after = Vec::new();
        for (state, place, last) in layer {
            let visits = visits.entry((state, place.clone())).or_default();
            if *visits == most || out.steps == 0 {
                continue;
            }
            *visits += 1;
            out.steps -= 1;
            if rule.is_end(state) && notation.is_end(&place) {
                if out.spelling == 0 {
                    let path = core::iter::successors(last, |&index: &usize| bytes[index].1);
                    let begin = out.text.len();
                    out.text.extend(path.map(|index| bytes[index].0));
                    out.text[begin..].reverse();
                    return true;
                }
                out.spelling -= 1;
            }
            notation.add_nexts(&place, &mut nexts);
            for (byte, place) in nexts.drain(..) {
                if let Some(state) = rule.next(state, byte) {
                    bytes.push((byte, last));
                    after.push((state, place, Some(bytes.len() - 1)));
                }
            }
        }
        layer = after;
    }
    false
}
