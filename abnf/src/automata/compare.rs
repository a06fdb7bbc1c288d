//! Compares two DFAs, with shortest texts that only one of them accepts.
//!
//! Equality is decided first, by merging states that must be equal if the languages are, in time
//! nearly linear in the states (Hopcroft and Karp, "A linear algorithm for testing equivalence of
//! finite automata", 1971). Only if the languages differ, a breadth-first search over pairs of
//! states finds the shortest witnesses. The number of pairs can be the product of the numbers of
//! states, so it is limited. This also limits the length of a witness, which has one byte for each
//! pair on its path.

use crate::automata::dfa::{Dfa, StateId};
use crate::bytes::{ByteClasses, ByteSet};
use std::collections::BTreeSet;

/// The differences of two languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// A shortest text that only the left language has.
    pub only_left: Option<Vec<u8>>,
    /// A shortest text that only the right language has.
    pub only_right: Option<Vec<u8>>,
}

/// The relation of the left language to the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The same texts.
    Equal,
    /// The left language is a proper subset.
    Subset,
    /// The left language is a proper superset.
    Superset,
    /// Each language has texts that the other lacks.
    Differs,
}

impl Comparison {
    /// Returns the relation of the languages.
    pub fn relation(&self) -> Relation {
        match (&self.only_left, &self.only_right) {
            (None, None) => Relation::Equal,
            (None, Some(_)) => Relation::Subset,
            (Some(_), None) => Relation::Superset,
            (Some(_), Some(_)) => Relation::Differs,
        }
    }
}

/// The languages differ, but the search for a witness reached its limit of this many pairs of
/// states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyPairs(pub usize);

/// Compares two languages. The search for witnesses visits at most `max_pairs` pairs
/// of states.
///
/// Among the shortest witnesses it returns the first one in the order of
/// [`legible`]. If the automata are canonical, the result depends on the languages alone.
pub fn compare(left: &Dfa, right: &Dfa, max_pairs: usize) -> Result<Comparison, TooManyPairs> {
    if are_equal(left, right) {
        return Ok(Comparison { only_left: None, only_right: None });
    }
    witnesses(left, right, max_pairs)
}

/// Searches all pairs of states that some text reaches.
fn witnesses(left: &Dfa, right: &Dfa, max_pairs: usize) -> Result<Comparison, TooManyPairs> {
    let classes = left.classes().refined(right.classes());
    let mut representatives: Vec<u8> = classes.sets().iter().map(legible).collect();
    representatives.sort_by_key(|&byte| legibility(byte));

    let start: Pair = (Some(Dfa::START), Some(Dfa::START));
    let mut found = vec![ReachedPair { pair: start, before: 0, byte: 0 }];
    let mut known = BTreeSet::from([start]);
    let mut comparison = Comparison { only_left: None, only_right: None };
    let mut done = 0;
    while let Some(&ReachedPair { pair, .. }) = found.get(done) {
        let accepts =
            |dfa: &Dfa, state: Option<StateId>| state.is_some_and(|s| dfa.is_accepting(s));
        match (accepts(left, pair.0), accepts(right, pair.1)) {
            (true, false) if comparison.only_left.is_none() => {
                comparison.only_left = Some(text_to(&found, done));
            }
            (false, true) if comparison.only_right.is_none() => {
                comparison.only_right = Some(text_to(&found, done));
            }
            _ => (),
        }
        if comparison.only_left.is_some() && comparison.only_right.is_some() {
            break;
        }
        for &byte in &representatives {
            let next = (
                pair.0.and_then(|state| left.next(state, byte)),
                pair.1.and_then(|state| right.next(state, byte)),
            );
            // If one automaton is dead, each remaining text of the other is a witness.
            let is_needed = match next {
                (None, None) => false,
                (Some(_), None) => comparison.only_left.is_none(),
                (None, Some(_)) => comparison.only_right.is_none(),
                (Some(_), Some(_)) => true,
            };
            if is_needed && known.insert(next) {
                if max_pairs <= found.len() {
                    return Err(TooManyPairs(max_pairs));
                }
                found.push(ReachedPair { pair: next, before: done, byte });
            }
        }
        done += 1;
    }
    Ok(comparison)
}

/// Returns whether two automata accept the same texts. States that one text reaches are put into
/// one set, which is a contradiction if one accepts and the other does not. Each step joins
/// two sets, so there are fewer steps than states.
pub fn are_equal(left: &Dfa, right: &Dfa) -> bool {
    let classes = left.classes().refined(right.classes());
    let representatives = classes.representatives();
    // The states of the left automaton, those of the right one, and the dead state of both.
    let dead = left.state_count() + right.state_count();
    let node = |pair: Pair| {
        let right_node = |state: StateId| left.state_count() + state.index();
        (pair.0.map_or(dead, StateId::index), pair.1.map_or(dead, right_node))
    };
    let mut sets = Sets::new(dead + 1);
    let start: Pair = (Some(Dfa::START), Some(Dfa::START));
    let (a, b) = node(start);
    sets.join(a, b);
    let mut stack = vec![start];
    while let Some(pair) = stack.pop() {
        let accepts = [
            pair.0.is_some_and(|state| left.is_accepting(state)),
            pair.1.is_some_and(|state| right.is_accepting(state)),
        ];
        if accepts[0] != accepts[1] {
            return false;
        }
        for &byte in &representatives {
            let next = (
                pair.0.and_then(|state| left.next(state, byte)),
                pair.1.and_then(|state| right.next(state, byte)),
            );
            let (a, b) = node(next);
            if sets.join(a, b) {
                stack.push(next);
            }
        }
    }
    true
}

/// Disjoint sets of numbers (Tarjan, "Efficiency of a good but not linear set union
/// algorithm", 1975).
struct Sets {
    parent: Vec<usize>,
    size: Vec<usize>,
}

impl Sets {
    fn new(count: usize) -> Self {
        Self { parent: (0..count).collect(), size: vec![1; count] }
    }

    fn root(&mut self, mut node: usize) -> usize {
        while self.parent[node] != node {
            self.parent[node] = self.parent[self.parent[node]];
            node = self.parent[node];
        }
        node
    }

    /// Joins the sets of two numbers. Returns whether they were different.
    fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        let (small, large) = if self.size[a] < self.size[b] { (a, b) } else { (b, a) };
        if a != b {
            self.parent[small] = large;
            self.size[large] += self.size[small];
        }
        a != b
    }
}

/// Returns a shortest text of the language, the first in the order of [`legible`].
pub fn shortest(dfa: &Dfa) -> Option<Vec<u8>> {
    let nothing = Dfa::from_table(ByteClasses::of_sets([]), vec![None], vec![false]);
    let found = witnesses(dfa, &nothing, usize::MAX);
    found.expect("there are no more pairs than states").only_left
}

/// Returns the most legible member of a set: a letter, else a digit, else another
/// printable character, else the smallest byte.
pub fn legible(set: &ByteSet) -> u8 {
    set.iter().min_by_key(|&byte| legibility(byte)).expect("a byte class has members")
}

/// A sort key of bytes: those that [`legible`] prefers are smaller.
pub fn legibility(byte: u8) -> (u8, u8) {
    let rank = match byte {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        b'!'..=b'~' => 3,
        _ => 4,
    };
    (rank, byte)
}

/// The states of both automata; `None` if the text has left the language.
type Pair = (Option<StateId>, Option<StateId>);

/// A pair that a text reaches.
struct ReachedPair {
    pair: Pair,
    /// The index of the previous pair, and the byte that leads from it; the first pair
    /// precedes itself.
    before: usize,
    byte: u8,
}

fn text_to(pairs: &[ReachedPair], mut index: usize) -> Vec<u8> {
    let mut text = Vec::new();
    while index != 0 {
        text.push(pairs[index].byte);
        index = pairs[index].before;
    }
    text.reverse();
    text
}

#[cfg(test)]
mod tests;
