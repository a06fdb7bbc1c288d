//! Random texts of an automaton, exactly uniform among the texts of one length.
//!
//! The automaton is deterministic, so the texts from a state to an end are counted by addition: those of
//! length `n + 1` are, for each byte, those of length `n` from the state after it. A text is drawn byte by byte, in proportion to these numbers (the recursive method:
//! Nijenhuis and Wilf, "Combinatorial Algorithms", 1978). They have up to eight bits for each
//! byte of the text, so they are large integers; nothing is rounded.

mod natural;

use super::random::Random;
use super::{MAX_WORDS, too_large};
use abnfc::automata::dfa::{Dfa, StateId};
use abnfc::bytes::ByteSet;
use abnfc::diagnostic::Diagnostic;
use natural::Natural;
use std::sync::Arc;

/// How many texts there are of each length, from each state.
#[derive(Clone, Debug)]
pub(super) struct Uniform {
    /// For each state the sets of bytes that lead to one state.
    edges: Arc<[Vec<(ByteSet, StateId)>]>,
    /// By length, then by state.
    counts: Vec<Vec<Natural>>,
}

impl Uniform {
    pub(super) fn new(dfa: &Dfa, greatest: usize) -> Result<Self, Diagnostic> {
        let edges: Arc<[_]> = dfa.edges().map(|(_, edges)| edges).collect();
        let end = |state| Natural::from(u64::from(dfa.is_accepting(state)));
        let mut counts: Vec<Vec<Natural>> = vec![dfa.states().map(end).collect()];
        let mut words = dfa.state_count();
        for length in 0..greatest {
            let shorter = &counts[length];
            let row: Vec<Natural> = edges
                .iter()
                .map(|edges| {
                    let mut sum = Natural::default();
                    for (set, target) in edges {
                        sum.add_product(&shorter[target.index()], set.len() as u64);
                    }
                    sum
                })
                .collect();
            // An empty number takes memory, too.
            words += row.iter().map(|count| 4 + count.words()).sum::<usize>();
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

    /// Whether there is a text of this length.
    pub(super) fn has(&self, length: usize) -> bool {
        !self.counts[length][Dfa::START.index()].is_zero()
    }

    /// A text of a length that there is.
    pub(super) fn text(&self, length: usize, random: &mut Random) -> Vec<u8> {
        let mut state = Dfa::START;
        let mut text = Vec::with_capacity(length);
        for rest in (0..length).rev() {
            // The index of the text among all texts from this state, in the order of edges.
            let mut at = self.counts[rest + 1][state.index()].below(random);
            for (set, target) in &self.edges[state.index()] {
                let mut of_edge = Natural::default();
                of_edge.add_product(&self.counts[rest][target.index()], set.len() as u64);
                if at < of_edge {
                    let bytes: Vec<u8> = set.iter().collect();
                    text.extend(random.choose(&bytes));
                    state = *target;
                    break;
                }
                at.subtract(&of_edge);
            }
        }
        text
    }
}
