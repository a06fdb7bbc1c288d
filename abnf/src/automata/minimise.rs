//! Dfa to Dfa: the minimal automaton of the language, numbered canonically.
//!
//! States with the same future are found by [`crate::automata::refine`], which needs a trimmed
//! automaton; [`crate::automata::determinise`] gives one.

use crate::automata::dfa::{Dfa, StateId};
use crate::automata::refine::{Edge, coarsest};
use crate::bytes::ByteClasses;
use std::collections::VecDeque;

/// The minimal canonical automaton of the same language (see [`Dfa`]).
pub fn minimise(dfa: &Dfa) -> Dfa {
    if dfa.is_empty() {
        let classes = ByteClasses::of_sets([]);
        return Dfa { classes, next: vec![None], accepting: vec![false] };
    }
    canonical(dfa, &blocks(dfa))
}

/// The block of each state in the coarsest partition that respects acceptance and
/// transitions.
fn blocks(dfa: &Dfa) -> Vec<usize> {
    let mut edges = Vec::new();
    for state in dfa.states() {
        for label in 0..dfa.classes().count() {
            if let Some(head) = dfa.next_by_class(state, label) {
                edges.push(Edge { tail: state as usize, label, head: head as usize });
            }
        }
    }
    let kinds: Vec<usize> =
        dfa.states().map(|state| usize::from(dfa.is_accepting(state))).collect();
    coarsest(&kinds, &edges)
}

/// One state a block, numbered breadth-first by class; classes merged where no
/// state tells them apart.
// See note [canonical numbers].
fn canonical(dfa: &Dfa, block_of: &[usize]) -> Dfa {
    let block_count = block_of.iter().max().map_or(0, |max| max + 1);
    let mut member: Vec<StateId> = vec![0; block_count];
    for state in dfa.states() {
        member[block_of[state as usize]] = state;
    }
    let column = |class: usize| -> Vec<Option<usize>> {
        let target = |&state: &StateId| dfa.next_by_class(state, class);
        member.iter().map(|state| target(state).map(|target| block_of[target as usize])).collect()
    };
    let mut columns: Vec<Vec<Option<usize>>> = (0..dfa.classes().count()).map(column).collect();
    let mut distinct = columns.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let label: Vec<usize> = columns
        .iter()
        .map(|column| distinct.binary_search(column).expect("it is one of them"))
        .collect();
    let classes = ByteClasses::from_labels(&std::array::from_fn(|byte| {
        label[dfa.classes().map()[byte] as usize]
    }));
    columns = classes
        .representatives()
        .into_iter()
        .map(|byte| std::mem::take(&mut columns[dfa.classes().class(byte)]))
        .collect();

    let start = block_of[Dfa::START as usize];
    let mut number: Vec<Option<StateId>> = vec![None; block_count];
    number[start] = Some(0);
    let mut queue = VecDeque::from([start]);
    let mut made = Dfa { classes, next: Vec::new(), accepting: Vec::new() };
    let mut count = 1;
    while let Some(block) = queue.pop_front() {
        made.accepting.push(dfa.is_accepting(member[block]));
        for column in &columns {
            let next = column[block].map(|target| {
                *number[target].get_or_insert_with(|| {
                    queue.push_back(target);
                    count += 1;
                    count - 1
                })
            });
            made.next.push(next);
        }
    }
    made
}
