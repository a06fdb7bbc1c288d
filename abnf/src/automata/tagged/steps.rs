//! The steps of a tagged [`Nfa`], forwards and backwards, for several passes.

use super::parts::TagSet;
use crate::automata::nfa::{Nfa, State, StateId};

/// A step from a state to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) next: StateId,
    /// The number of bytes that it reads: 0 or 1.
    pub(crate) bytes: u32,
    /// The tag that it passes, as a set.
    pub(crate) tags: TagSet,
}

/// Returns the steps from a state.
pub(crate) fn steps(state: &State) -> Vec<Step> {
    match state {
        State::Byte { set, .. } if set.is_empty() => Vec::new(),
        State::Byte { next, .. } => vec![Step { next: *next, bytes: 1, tags: 0 }],
        State::Tag { tag, next } => vec![Step { next: *next, bytes: 0, tags: 1 << tag }],
        State::Split(ways) => ways.iter().map(|&next| Step { next, bytes: 0, tags: 0 }).collect(),
    }
}

/// Returns the steps to each state; their `next` is the state that they come from.
pub(crate) fn steps_back(nfa: &Nfa) -> Vec<Vec<Step>> {
    let mut back = vec![Vec::new(); nfa.states.len()];
    for (state, of) in nfa.numbered() {
        for step in steps(of) {
            back[step.next.index()].push(Step { next: state, ..step });
        }
    }
    back
}
