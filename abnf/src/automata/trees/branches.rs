//! Joins branches of a net: a branch whose only predecessor is another branch becomes part of it.
//!
//! The order of preference is that of the targets, from left to right. The second occurrence of a
//! target is redundant. Branches by count are not joined.

use crate::automata::nested::net::{Net, State, StateId};
use std::collections::BTreeSet;

/// Joins branches and removes unreachable states.
pub(super) fn join_branches(net: &mut Net) {
    let starts = || net.rules.values().flat_map(|ends| [ends.start, ends.end]);
    let mut live = vec![false; net.states.len()];
    let mut times = vec![0_usize; net.states.len()];
    starts().for_each(|state| times[state.index()] += 2);
    let mut open: Vec<StateId> = starts().collect();
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut live[state.index()], true) {
            for target in net.states[state.index()].targets() {
                times[target.index()] += 1;
                open.push(*target);
            }
        }
    }
    for index in 0..net.states.len() {
        let id = StateId::new(index);
        if live[index]
            && let State::Split(targets) = &net.states[index]
            && !net.by_count.contains(&id)
        {
            // A branch to itself is redundant.
            let mut seen = BTreeSet::from([id]);
            let mut joined = Vec::new();
            let mut open: Vec<StateId> = targets.iter().rev().copied().collect();
            while let Some(target) = open.pop() {
                match &net.states[target.index()] {
                    State::Split(inner)
                        if times[target.index()] == 1 && !net.by_count.contains(&target) =>
                    {
                        live[target.index()] = false;
                        open.extend(inner.iter().rev());
                    }
                    _ if seen.insert(target) => joined.push(target),
                    _ => {}
                }
            }
            net.states[index] = State::Split(joined);
        }
    }
    keep(net, &live);
}

/// Removes all states that are not `live`.
fn keep(net: &mut Net, live: &[bool]) {
    let mut count = 0;
    let numbers: Vec<StateId> = live
        .iter()
        .map(|&is_live| {
            let number = StateId::new(count);
            count += usize::from(is_live);
            number
        })
        .collect();
    let of = |state: StateId| numbers[state.index()];
    let states = net.states.iter().zip(live).filter(|it| *it.1);
    net.states = states.map(|(state, _)| state.renumbered(of)).collect();
    net.by_count = net.by_count.iter().filter(|it| live[it.index()]).map(|&it| of(it)).collect();
    for ends in net.rules.values_mut() {
        (ends.start, ends.end) = (of(ends.start), of(ends.end));
    }
}
