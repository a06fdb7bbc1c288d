//! Replacements of rules in the automata of other rules that use them, at any depth.

use crate::automata::nfa::{Nfa, State, StateId};

/// The automaton in place of that of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// Nothing, whatever the text is.
    Nothing,
    /// Preferably a tag, otherwise a text of the rule.
    Tag(u16),
}

impl Replacement {
    /// Returns what takes the place of the automaton of the rule.
    pub(super) fn of(self, nfa: &Nfa) -> Nfa {
        match self {
            Self::Nothing => {
                let [start, accept] = [0, 1].map(StateId::new);
                let states = [State::Split(vec![accept]), State::Split(Vec::new())];
                Nfa { states: states.into(), start, accept }
            }
            Self::Tag(tag) => with_tag(nfa, tag),
        }
    }
}

/// Adds a tag as an alternative, the preferred one. The end gets no other transitions.
fn with_tag(nfa: &Nfa, tag: u16) -> Nfa {
    let mut states = nfa.states.to_vec();
    let mut add = |state: State| {
        states.push(state);
        StateId::new(states.len() - 1)
    };
    let accept = add(State::Split(Vec::new()));
    let last = add(nfa[nfa.accept].clone());
    let tagged = add(State::Tag { tag, next: accept });
    let start = add(State::Split(vec![tagged, nfa.start]));
    states[nfa.accept.index()] = State::Split(vec![accept, last]);
    Nfa { states: states.into(), start, accept }
}
