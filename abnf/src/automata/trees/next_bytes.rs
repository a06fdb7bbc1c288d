//! The bytes that can follow each state: the sets FIRST and FOLLOW of LL(1) parsers (Lewis and
//! Stearns, "Syntax-directed transduction", 1968).
//!
//! FIRST is that of the state within its rule. FOLLOW is that of the rule, the union over all of its
//! callers. Both are the least sets that agree with each other, found by repetition.

use crate::automata::nested::net::{Net, State, StateId};
use crate::bytes::ByteSet;
use crate::grammar::RuleId;
use std::collections::BTreeMap;

/// The bytes that can follow each state.
pub(super) struct NextBytes {
    /// For each state, whether its rule can end there without a byte.
    pub(super) ends: Vec<bool>,
    /// For each state, the bytes that its rule can continue with.
    first: Vec<ByteSet>,
    /// For each state, the bytes that can follow its rule.
    follow: Vec<ByteSet>,
}

impl NextBytes {
    /// Computes the sets. A state that reads a byte counts if it passes a test,
    /// which also gets the next state.
    pub(super) fn new(net: &Net, is_read: impl Fn(StateId, StateId) -> bool) -> Self {
        let count = net.states.len();
        let ends = vec![false; count];
        let (first, follow) = (vec![ByteSet::EMPTY; count], vec![ByteSet::EMPTY; count]);
        let mut found = Self { ends, first, follow };
        found.complete(net, is_read);
        // The states of each rule, which share the set FOLLOW of the rule.
        let members: BTreeMap<RuleId, Vec<StateId>> =
            net.rules.iter().map(|(&rule, ends)| (rule, net.reached(ends.start))).collect();
        let mut is_new = true;
        let mut of_rule: BTreeMap<RuleId, ByteSet> = BTreeMap::new();
        while is_new {
            is_new = false;
            for (caller, states) in &members {
                let behind = of_rule.get(caller).copied().unwrap_or_default();
                for state in states {
                    let State::Call { rule, next } = net.states[state.index()] else { continue };
                    let follow = of_rule.entry(rule).or_default();
                    let mut more = follow.union(found.first[next.index()]);
                    if found.ends[next.index()] {
                        more = more.union(behind);
                    }
                    is_new |= more != *follow;
                    *follow = more;
                }
            }
        }
        for (rule, states) in members {
            let follow = of_rule.get(&rule).copied().unwrap_or_default();
            for state in states {
                found.follow[state.index()] = follow;
            }
        }
        found
    }

    /// Computes the set FIRST of each state within its rule.
    fn complete(&mut self, net: &Net, is_read: impl Fn(StateId, StateId) -> bool) {
        let mut is_new = true;
        while is_new {
            is_new = false;
            // States are created from the end of a rule to its beginning.
            for (index, state) in net.states.iter().enumerate() {
                let (ends, first) = match state {
                    State::Byte { set, next } if is_read(StateId::new(index), *next) => {
                        (false, *set)
                    }
                    State::Split(targets) => targets
                        .iter()
                        .map(|it| self.of(*it))
                        .fold((false, ByteSet::EMPTY), |(ends, first), (other, more)| {
                            (ends || other, first.union(more))
                        }),
                    State::Call { rule, next } => {
                        let (ends, first) = self.of(net.rules[rule].start);
                        let (after, more) = self.of(*next);
                        if ends { (after, first.union(more)) } else { (false, first) }
                    }
                    State::End => (true, ByteSet::EMPTY),
                    State::Byte { .. } | State::Enter { .. } | State::Leave(_) => {
                        (false, ByteSet::EMPTY)
                    }
                };
                is_new |= (ends, first) != (self.ends[index], self.first[index]);
                (self.ends[index], self.first[index]) = (ends, first);
            }
        }
    }

    fn of(&self, state: StateId) -> (bool, ByteSet) {
        (self.ends[state.index()], self.first[state.index()])
    }

    /// Returns the bytes that can follow a state.
    pub(super) fn before(&self, state: usize) -> ByteSet {
        let first = self.first[state];
        if self.ends[state] { first.union(self.follow[state]) } else { first }
    }
}
