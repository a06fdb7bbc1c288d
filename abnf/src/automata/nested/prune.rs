//! Removes the states of a net from which no text leads to the end of their rule.
//!
//! The states after a call decide whether recursion is linear, and the states between two bytes
//! decide whether these are brackets. States that no text can pass would distort both decisions.

use super::net::{Net, State, StateId};
use crate::automata::graph;
use crate::bytes::ByteSet;
use crate::grammar::RuleId;
use std::collections::{BTreeMap, BTreeSet};

/// Removes dead ends from a net. A dead state becomes a branch without targets.
pub fn prune(mut net: Net) -> Net {
    let live = reaching_ends(&net, |set| !set.is_empty());
    let is_live = |state: &StateId| live[state.index()];
    for (state, &reaches_end) in net.states.iter_mut().zip(&live) {
        if !reaches_end {
            *state = State::Split(Vec::new());
        } else if let State::Split(targets) = state {
            targets.retain(is_live);
        }
    }
    net
}

/// Returns for each state whether a path leads to the end of its rule, if bytes of the sets
/// `can_read` can be read. A path can contain a call only if a path leads through the called rule
/// too. Takes time linear in the net.
pub(super) fn reaching_ends(net: &Net, can_read: impl Fn(ByteSet) -> bool) -> Vec<bool> {
    let successors = |state: &State| -> Vec<usize> {
        let is_passable = !matches!(state, State::Byte { set, .. } if !can_read(*set));
        let targets = state.targets().iter().filter(|_| is_passable);
        targets.map(|it| it.index()).collect()
    };
    let back = graph::reversed(&net.states.iter().map(successors).collect::<Vec<_>>());
    let starts: BTreeMap<StateId, RuleId> =
        net.rules.iter().map(|(&rule, ends)| (ends.start, rule)).collect();
    let mut reaches_end = vec![false; net.states.len()];
    let mut passable: BTreeSet<RuleId> = BTreeSet::new();
    // Calls after which a path leads to the end, by the rules that they call.
    let mut waiting: BTreeMap<RuleId, Vec<usize>> = BTreeMap::new();
    let mut stack: Vec<usize> = net.rules.values().map(|ends| ends.end.index()).collect();
    while let Some(state) = stack.pop() {
        if std::mem::replace(&mut reaches_end[state], true) {
            continue;
        }
        if let Some(&rule) = starts.get(&StateId::new(state)) {
            passable.insert(rule);
            stack.extend(waiting.remove(&rule).unwrap_or_default());
        }
        for &before in &back[state] {
            match &net.states[before] {
                State::Call { rule, .. } if !passable.contains(rule) => {
                    waiting.entry(*rule).or_default().push(before);
                }
                _ => stack.push(before),
            }
        }
    }
    reaches_end
}
