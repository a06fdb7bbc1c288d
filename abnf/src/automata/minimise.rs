//! Minimises a dense automaton and numbers it canonically.
//!
//! [`crate::automata::refine`] finds the states with the same future, which takes a
//! trimmed automaton. The output of an edge is part of its label, the output of an end part of the
//! kind of its state (for tagged automata: Trofimovich, "Tagged deterministic finite
//! automata with lookahead", 2017, section 7; for transducers: Mohri, "Minimization
//! algorithms for sequential transducers", 2000, which requires outputs to be as early as
//! possible).

use crate::automata::dense::{Dense, Edge, StateId};
use crate::automata::dfa::Dfa;
use crate::automata::refine::{self, coarsest};
use std::collections::{BTreeMap, VecDeque};

/// Returns the minimal canonical automaton of the same language (see [`Dfa`]).
pub fn minimise(dfa: &Dfa) -> Dfa {
    minimal(dfa, |_| ()).0
}

/// Returns the equivalent automaton with the fewest states, and for each of its states one
/// of the merged old states. States of different kinds are not merged.
pub(crate) fn minimal<E: Ord + Clone, F: Ord + Clone, K: Ord>(
    dense: &Dense<E, F>,
    kind: impl Fn(StateId) -> K,
) -> (Dense<E, F>, Vec<StateId>) {
    canonical(dense, &blocks(dense, kind))
}

/// Returns the block of each state in the coarsest partition that respects kinds, ends and edges.
pub(crate) fn blocks<E: Ord, F: Ord, K: Ord>(
    dense: &Dense<E, F>,
    kind: impl Fn(StateId) -> K,
) -> Vec<usize> {
    let [blocks] = common_blocks([dense], |_, state| kind(state));
    blocks
}

/// As [`blocks`], for the states of several automata together. `kind` has the index of the automaton.
pub(crate) fn common_blocks<const N: usize, E: Ord, F: Ord, K: Ord>(
    all: [&Dense<E, F>; N],
    kind: impl Fn(usize, StateId) -> K,
) -> [Vec<usize>; N] {
    let classes = all.iter().map(|dense| dense.classes().clone());
    let classes = classes.reduce(|one, other| one.refined(&other));
    let bytes = classes.map_or_else(Vec::new, |classes| classes.representatives());
    let mut kinds = BTreeMap::new();
    let mut kind_of = Vec::new();
    // By byte first: most automata have few outputs for a byte.
    let mut labels: Vec<BTreeMap<&E, usize>> = bytes.iter().map(|_| BTreeMap::new()).collect();
    let mut count = 0;
    let mut edges = Vec::new();
    for (index, dense) in all.into_iter().enumerate() {
        let before = kind_of.len();
        for state in dense.states() {
            let number = kinds.len();
            let kind = (dense.end(state), kind(index, state));
            kind_of.push(*kinds.entry(kind).or_insert(number));
            for (&byte, labels) in bytes.iter().zip(&mut labels) {
                let Some(edge) = dense.edge(state, byte) else { continue };
                let label = *labels.entry(&edge.output).or_insert_with(|| {
                    count += 1;
                    count - 1
                });
                let (tail, head) = (before + state.index(), before + edge.target.index());
                edges.push(refine::Edge { tail, label, head });
            }
        }
    }
    let mut blocks = coarsest(&kind_of, &edges).into_iter();
    all.map(|dense| blocks.by_ref().take(dense.state_count()).collect())
}

/// Makes one state of each block, numbered breadth-first by class, and merges classes that no state
/// distinguishes.
// See note [canonical numbers].
fn canonical<E: Ord + Clone, F: Clone>(
    dense: &Dense<E, F>,
    block_of: &[usize],
) -> (Dense<E, F>, Vec<StateId>) {
    let block_count = block_of.iter().max().map_or(0, |max| max + 1);
    let mut member: Vec<StateId> = vec![Dense::<E, F>::START; block_count];
    for state in dense.states() {
        member[block_of[state.index()]] = state;
    }
    let column = |class: usize| -> Vec<Option<(usize, &E)>> {
        let entry = |&state: &StateId| {
            let edge = dense.edge_by_class(state, class)?;
            Some((block_of[edge.target.index()], &edge.output))
        };
        member.iter().map(entry).collect()
    };
    let classes = dense.classes().merged(column);
    let old_class: Vec<usize> =
        classes.representatives().into_iter().map(|byte| dense.classes().class(byte)).collect();

    let start = block_of[Dense::<E, F>::START.index()];
    let mut number: Vec<Option<StateId>> = vec![None; block_count];
    number[start] = Some(Dense::<E, F>::START);
    let mut queue = VecDeque::from([start]);
    let mut made = Dense::new(classes);
    let mut stands_for = Vec::new();
    let mut count = 1;
    while let Some(block) = queue.pop_front() {
        stands_for.push(member[block]);
        made.ends.push(dense.end(member[block]).cloned());
        for &class in &old_class {
            let edge = dense.edge_by_class(member[block], class).map(|edge| {
                let block = block_of[edge.target.index()];
                let target = *number[block].get_or_insert_with(|| {
                    queue.push_back(block);
                    count += 1;
                    StateId::new(count - 1)
                });
                Edge { target, output: edge.output.clone() }
            });
            made.next.push(edge);
        }
    }
    (made, stands_for)
}

#[cfg(test)]
mod tests;
