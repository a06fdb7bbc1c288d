//! Random texts of an automaton, exactly uniform among the texts of one length.
//!
//! The automaton is deterministic, so the texts from a state to an end are counted by addition: the
//! number of length `n + 1` is the sum, over all bytes, of the numbers of length `n` from the next state. A
//! text is drawn byte by byte, in proportion to these numbers (the recursive method: Nijenhuis and Wilf,
//! "Combinatorial Algorithms", 1978). The numbers have up to eight bits for each byte of the text, so
//! they are large integers; nothing is rounded.

use super::Random;
use super::{MAX_WORDS, too_large};
use abnfc::automata::dfa::{Dfa, StateId};
use abnfc::bytes::ByteSet;
use abnfc::diagnostic::Diagnostic;
use num_bigint::BigUint;
use std::sync::Arc;

/// The number of texts of each length, from each state.
#[derive(Clone, Debug)]
pub(super) struct Uniform {
    /// The edges of each state: sets of bytes, and the next state.
    edges: Arc<[Vec<(ByteSet, StateId)>]>,
    /// The numbers, by length, then by state.
    counts: Vec<Vec<BigUint>>,
}

impl Uniform {
    pub(super) fn new(dfa: &Dfa, greatest: usize) -> Result<Self, Diagnostic> {
        let edges: Arc<[_]> = dfa.edges().map(|(_, edges)| edges).collect();
        let end = |state| BigUint::from(u64::from(dfa.is_accepting(state)));
        let mut counts: Vec<Vec<BigUint>> = vec![dfa.states().map(end).collect()];
        let mut words = dfa.state_count();
        for length in 0..greatest {
            let shorter = &counts[length];
            let row: Vec<BigUint> = edges
                .iter()
                .map(|edges| {
                    let mut sum = BigUint::default();
                    for (set, target) in edges {
                        sum += &shorter[target.index()] * set.len();
                    }
                    sum
                })
                .collect();
            // Even an empty number takes memory.
            words += row.iter().map(|count| 4 + words_of(count)).sum::<usize>();
            if MAX_WORDS < words {
                return Err(too_large(
                    "counting takes more than 16777216 words of memory",
                    greatest,
                ));
            }
            counts.push(row);
        }
        Ok(Self { edges, counts })
    }

    /// Returns whether there is a text of this length.
    pub(super) fn has(&self, length: usize) -> bool {
        self.counts[length][Dfa::START.index()] != BigUint::ZERO
    }

    /// Draws a text of a length that the language has.
    pub(super) fn text(&self, length: usize, random: &mut Random) -> Vec<u8> {
        let mut state = Dfa::START;
        let mut text = Vec::with_capacity(length);
        for rest in (0..length).rev() {
            // The index of the text among all texts from this state, in the order of edges.
            let mut at = below(&self.counts[rest + 1][state.index()], random);
            for (set, target) in &self.edges[state.index()] {
                let of_edge = &self.counts[rest][target.index()] * set.len();
                if at < of_edge {
                    let bytes: Vec<u8> = set.iter().collect();
                    text.extend(random.choose(&bytes));
                    state = *target;
                    break;
                }
                at -= of_edge;
            }
        }
        text
    }
}

/// Returns the number of words of memory that a number takes.
fn words_of(number: &BigUint) -> usize {
    number.iter_u64_digits().len()
}

/// Draws a uniform number below a bound; 0 if the bound is 0.
fn below(bound: &BigUint, random: &mut Random) -> BigUint {
    let Some(greatest) = bound.iter_u64_digits().next_back() else { return BigUint::ZERO };
    let mask = u64::MAX >> greatest.leading_zeros();
    // Draws numbers with the bits of the bound until one is below it: at most two on average.
    loop {
        let mut words: Vec<u64> = bound.iter_u64_digits().map(|_| random.next_u64()).collect();
        words.last_mut().into_iter().for_each(|last| *last &= mask);
        let bytes: Vec<u8> = words.into_iter().flat_map(u64::to_le_bytes).collect();
        let number = BigUint::from_bytes_le(&bytes);
        if number < *bound {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_below_a_bound_is_drawn() {
        let bound = BigUint::from(5_u8) << 64;
        let mut random = Random::new(1);
        let mut seen = [0; 5];
        for _ in 0..1000 {
            let number = below(&bound, &mut random);
            assert!(number < bound);
            let word = number.iter_u64_digits().nth(1).unwrap_or(0);
            seen[usize::try_from(word).unwrap()] += 1;
        }
        assert!(seen.iter().all(|&times| 150 < times), "{seen:?}");
        assert_eq!(below(&BigUint::ZERO, &mut random), BigUint::ZERO);
    }
}
