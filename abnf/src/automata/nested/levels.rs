//! Groups rules that call each other outside of brackets, and decides whether their recursion is
//! linear.
//!
//! Recursion only in last position, or only in first position, needs no stack (see
//! [`crate::automata::shape`]). Calls inside of brackets do not count here, because the stack
//! remembers the state in which the bracket was entered.

use super::net::{Net, State, StateId};
use crate::automata::graph;
use crate::automata::shape::Recursion;
use crate::grammar::RuleId;
use std::collections::{BTreeMap, BTreeSet};

/// Rules that call each other outside of brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// In order.
    pub rules: Vec<RuleId>,
    /// The form of their recursion; `None` if it is not linear.
    pub recursion: Option<Recursion>,
    /// The other rules that they call outside of brackets.
    pub calls: BTreeSet<RuleId>,
}

/// Groups the rules of a net by their calls outside of brackets, each level after those that it
/// calls.
pub(super) fn levels(net: &Net) -> Vec<Level> {
    let rules: Vec<RuleId> = net.rules.keys().copied().collect();
    let index: BTreeMap<RuleId, usize> = rules.iter().copied().zip(0..).collect();
    let calls: Vec<BTreeSet<RuleId>> = rules.iter().map(|&rule| called(net, rule)).collect();
    let called =
        |it: &BTreeSet<RuleId>| it.iter().filter_map(|to| index.get(to).copied()).collect();
    let graph: graph::Graph = calls.iter().map(called).collect();
    let level = |component: Vec<usize>| {
        let members: Vec<RuleId> = component.iter().map(|&index| rules[index]).collect();
        let recursion = recursion(net, &members);
        let called = component.iter().flat_map(|&index| &calls[index]).copied();
        let calls = called.filter(|rule| members.binary_search(rule).is_err()).collect();
        Level { rules: members, recursion, calls }
    };
    graph::components(&graph).into_iter().map(level).collect()
}

/// Returns the rules that a rule calls outside of brackets.
pub(super) fn called(net: &Net, rule: RuleId) -> BTreeSet<RuleId> {
    let call = |state: StateId| match &net.states[state.index()] {
        State::Call { rule, .. } => Some(*rule),
        _ => None,
    };
    net.reached(net.rules[&rule].start).into_iter().filter_map(call).collect()
}

/// Returns `rules` and the rules that they call, directly or indirectly.
pub(super) fn needed(net: &Net, rules: &BTreeSet<RuleId>) -> BTreeSet<RuleId> {
    let mut found = BTreeSet::new();
    let mut stack: Vec<RuleId> = rules.iter().copied().collect();
    while let Some(rule) = stack.pop() {
        if found.insert(rule) {
            stack.extend(called(net, rule));
        }
    }
    found
}

/// Returns the form of recursion of a component.
fn recursion(net: &Net, members: &[RuleId]) -> Option<Recursion> {
    let (mut any, mut only_last, mut only_first) = (false, true, true);
    for rule in members {
        let start = net.rules[rule].start;
        let states = net.reached(start);
        let call = |state: &StateId| match net.states[state.index()] {
            State::Call { rule, next } if members.contains(&rule) => Some((*state, next)),
            _ => None,
        };
        let calls: Vec<(StateId, StateId)> = states.iter().filter_map(call).collect();
        if calls.is_empty() {
            continue;
        }
        any = true;
        let is_reader = |state: &StateId| !matches!(net.states[state.index()], State::Split(_));
        let read = states.iter().filter(|it| is_reader(it));
        let after = read.flat_map(|it| net.states[it.index()].targets());
        let after = net.reached_from(after.copied());
        for (state, next) in calls {
            only_first &= after.binary_search(&state).is_err();
            let rest = net.reached(next);
            let ends =
                |it: &StateId| matches!(net.states[it.index()], State::Split(_) | State::End);
            only_last &= rest.iter().all(ends);
        }
    }
    match (any, only_last, only_first) {
        (false, ..) => Some(Recursion::None),
        (_, true, _) => Some(Recursion::Right),
        (_, _, true) => Some(Recursion::Left),
        _ => None,
    }
}
