//! Tdfa to Tdfa: states that do the same become one, numbered as they are met,
//! and bytes that are alike become one class.
//!
//! As for a DFA, by partition refinement; that two edges give registers the same
//! values is part of doing the same (the tag commands are in the labels, Trofimovich
//! 2017, section 7), and so is what is known of the parts. The result has the fewest
//! states among automata with these registers.

use super::tdfa::{StateId, Tdfa, Transition};
use crate::automata::refine::{Edge, coarsest};
use crate::bytes::ByteClasses;
use std::collections::BTreeMap;

/// The same automaton with as few states as its registers allow, in canonical order:
/// breadth-first from the start, edges by class.
#[must_use]
pub(super) fn minimise(tdfa: &Tdfa) -> Tdfa {
    let width = tdfa.classes.count();
    let mut kinds = BTreeMap::new();
    let mut kind_of = Vec::new();
    for state in 0..tdfa.ends.len() {
        let number = kinds.len();
        kind_of.push(*kinds.entry((&tdfa.ends[state], &tdfa.contexts[state])).or_insert(number));
    }
    let mut labels = BTreeMap::new();
    let mut edges = Vec::new();
    for (entry, transition) in tdfa.next.iter().enumerate() {
        let Some(transition) = transition else { continue };
        let number = labels.len();
        let label = *labels.entry((entry % width, &transition.assign[..])).or_insert(number);
        edges.push(Edge { tail: entry / width, label, head: transition.target as usize });
    }
    let block = coarsest(&kind_of, &edges);
    coarse(&numbered(tdfa, &block))
}

/// One state a block.
fn numbered(tdfa: &Tdfa, block: &[usize]) -> Tdfa {
    let width = tdfa.classes.count();
    let row = |state: usize| &tdfa.next[state * width..][..width];
    let start = Tdfa::START as usize;
    let mut number: BTreeMap<usize, StateId> = BTreeMap::from([(block[start], Tdfa::START)]);
    let mut order = vec![start];
    let mut done = 0;
    while let Some(&state) = order.get(done) {
        for transition in row(state).iter().flatten() {
            let target = transition.target as usize;
            number.entry(block[target]).or_insert_with(|| {
                order.push(target);
                StateId::try_from(order.len() - 1).expect("fewer than before")
            });
        }
        done += 1;
    }
    let edge = |edge: &Option<Transition>| {
        let edge = edge.as_ref()?;
        let target = number[&block[edge.target as usize]];
        Some(Transition { target, assign: edge.assign.clone() })
    };
    Tdfa {
        next: order.iter().flat_map(|&state| row(state).iter().map(edge)).collect(),
        ends: order.iter().map(|&state| tdfa.ends[state].clone()).collect(),
        contexts: order.iter().map(|&state| tdfa.contexts[state].clone()).collect(),
        ..tdfa.clone()
    }
}

/// One class for bytes that no state tells apart any more.
fn coarse(tdfa: &Tdfa) -> Tdfa {
    let width = tdfa.classes.count();
    let column = |class: usize| tdfa.next.iter().skip(class).step_by(width);
    let mut groups: BTreeMap<Vec<&Option<Transition>>, usize> = BTreeMap::new();
    let group_of: Vec<usize> = (0..width)
        .map(|class| {
            let number = groups.len();
            *groups.entry(column(class).collect()).or_insert(number)
        })
        .collect();
    let label = |byte: usize| group_of[usize::from(tdfa.classes.map()[byte])];
    let classes = ByteClasses::from_labels(&std::array::from_fn(label));
    let kept: Vec<usize> =
        classes.representatives().into_iter().map(|byte| tdfa.classes.class(byte)).collect();
    let rows = tdfa.next.chunks(width);
    let next = rows.flat_map(|row| kept.iter().map(|&class| row[class].clone())).collect();
    Tdfa { classes, next, ..tdfa.clone() }
}
