//! Transducer to [`Transducer`]: the minimal one, numbered canonically.
//!
//! What is told is told at the earliest already, so that states with the same future
//! have the same edges (Mohri, "Minimization algorithms for sequential transducers",
//! 2000), and are found as those of an automaton whose labels are byte and events.
// See note [canonical numbers].

use super::transducer::{Edge, Event, StateId, Transducer};
use crate::automata::refine::{self, coarsest};
use crate::bytes::ByteClasses;
use std::collections::{BTreeMap, VecDeque};

/// The same function with the fewest states.
pub(super) fn minimal(made: &Transducer) -> Transducer {
    canonical(made, &blocks(made))
}

/// What a state does save where it goes on: its end, and what its edges tell.
type Kind<'a> = (&'a Option<Vec<Event>>, Vec<Option<&'a [Event]>>);

fn blocks(made: &Transducer) -> Vec<usize> {
    let width = made.classes.count();
    let mut kinds: BTreeMap<Kind<'_>, usize> = BTreeMap::new();
    let mut kind_of = Vec::new();
    let mut edges = Vec::new();
    for (tail, end) in made.ends.iter().enumerate() {
        let row = &made.next[tail * width..][..width];
        let told = row.iter().map(|edge| edge.as_ref().map(|edge| &*edge.events)).collect();
        let number = kinds.len();
        kind_of.push(*kinds.entry((end, told)).or_insert(number));
        for (label, edge) in row.iter().enumerate() {
            edges.extend(edge.as_ref().map(|edge| refine::Edge {
                tail,
                label,
                head: edge.target as usize,
            }));
        }
    }
    coarsest(&kind_of, &edges)
}

/// One state a block, numbered breadth-first by class; classes merged where no state
/// tells them apart.
fn canonical(made: &Transducer, block_of: &[usize]) -> Transducer {
    let width = made.classes.count();
    let mut member: BTreeMap<usize, usize> = BTreeMap::new();
    for (state, &block) in block_of.iter().enumerate() {
        member.entry(block).or_insert(state);
    }
    let edge = |block: usize, class: usize| made.next[member[&block] * width + class].as_ref();
    let column = |class: usize| -> Vec<Option<(usize, &[Event])>> {
        let of = |&block: &usize| edge(block, class);
        let block = |edge: &Edge| block_of[edge.target as usize];
        member.keys().map(|key| of(key).map(|edge| (block(edge), &*edge.events))).collect()
    };
    let columns: Vec<_> = (0..width).map(column).collect();
    let mut distinct: Vec<_> = columns.iter().collect();
    distinct.sort_unstable();
    distinct.dedup();
    let label: Vec<usize> = columns
        .iter()
        .map(|column| distinct.binary_search(&column).expect("it is one of them"))
        .collect();
    let classes = ByteClasses::from_labels(&std::array::from_fn(|byte| {
        label[made.classes.map()[byte] as usize]
    }));
    let class_before: Vec<usize> =
        classes.representatives().into_iter().map(|byte| made.classes.class(byte)).collect();

    let start = block_of[Transducer::START as usize];
    let mut number: BTreeMap<usize, StateId> = BTreeMap::from([(start, 0)]);
    let mut queue = VecDeque::from([start]);
    let mut minimal =
        Transducer { classes, begin: made.begin.clone(), next: Vec::new(), ends: Vec::new() };
    while let Some(block) = queue.pop_front() {
        minimal.ends.push(made.ends[member[&block]].clone());
        for &class in &class_before {
            minimal.next.push(edge(block, class).map(|edge| {
                let block = block_of[edge.target as usize];
                let free = StateId::try_from(number.len()).expect("fewer than before");
                let target = *number.entry(block).or_insert(free);
                if target == free {
                    queue.push_back(block);
                }
                Edge { target, events: edge.events.clone() }
            }));
        }
    }
    minimal
}
