//! Finds the loops that take every byte that they can read, whatever follows.
//!
//! White space is the usual case: `value-separator = ws "," ws` comes before `begin-array = ws "["
//! ws`, so a space after a comma can belong to either. The loop over the space is preferred, and it
//! loses nothing: it can be left for the second loop after the space as well as before it.
//!
//! A loop is a branch whose first target reads a byte and leads back to the branch. It is *greedy*
//! if the following holds for each byte that it reads, in any context. A state that reads the byte
//! and is reached from the other targets without reading has one predecessor, a branch to which it
//! leads back. The configuration after the byte is then that of its branch before the byte, with
//! the same rules around it, and that one is reached from the greedy loop after the byte, too. So
//! each continuation of a text that the other targets can read can also be read by the loop.

use super::next_bytes::NextBytes;
use crate::automata::nested::net::{Net, State, StateId};
use std::collections::BTreeSet;

/// Returns the branches of greedy loops.
pub(super) fn greedy_loops(net: &Net) -> BTreeSet<StateId> {
    let branch_before = only_predecessors(net);
    let leads_back = |state: StateId, next| branch_before[state.index()] == Some(next);
    // The bytes that can be read, except where they lead back.
    let others = NextBytes::new(net, |state, next| !leads_back(state, next));
    let is_greedy = |branch: &StateId| {
        let State::Split(targets) = &net.states[branch.index()] else { return false };
        let Some((first, exits)) = targets.split_first() else { return false };
        let State::Byte { set, next } = net.states[first.index()] else { return false };
        let is_free = |exit: &StateId| others.before(exit.index()).intersection(set).is_empty();
        next == *branch && !net.by_count.contains(branch) && exits.iter().all(is_free)
    };
    (0..net.states.len()).map(StateId::new).filter(is_greedy).collect()
}

/// Returns for each state the branch from which it is reached without reading, if there is no other
/// way to reach it without reading.
fn only_predecessors(net: &Net) -> Vec<Option<StateId>> {
    let mut before: Vec<Vec<Option<StateId>>> = vec![Vec::new(); net.states.len()];
    for (index, state) in net.states.iter().enumerate() {
        match state {
            State::Split(targets) => {
                targets.iter().for_each(|it| before[it.index()].push(Some(StateId::new(index))));
            }
            State::Call { next, .. } => before[next.index()].push(None),
            State::Byte { .. } | State::End | State::Enter { .. } | State::Leave(_) => {}
        }
    }
    net.rules.values().for_each(|ends| before[ends.start.index()].push(None));
    let only = before.into_iter().map(|before| <[_; 1]>::try_from(before).ok());
    only.map(|only| only.and_then(|[branch]| branch)).collect()
}
