//! Replacements of rules in the automata of other rules that use them, at any depth.

use crate::automata::nfa::{Nfa, State, StateId};
use crate::bytes::ByteSet;

/// The automaton in place of that of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// That of the empty text.
    Nothing,
    /// That of a text after the tag [`GIVEN`], and that of the rule after the tag [`OTHER`].
    Given(Vec<u8>),
}

/// The tag before a given text of a rule.
pub const GIVEN: u16 = u16::MAX;

/// The tag before any text of a rule that has a given text.
pub const OTHER: u16 = u16::MAX - 1;

impl Replacement {
    /// Returns what takes the place of the automaton of the rule.
    pub(super) fn of(&self, nfa: &Nfa) -> Nfa {
        match self {
            Self::Nothing => self.alone(),
            Self::Given(text) => with_text(nfa, text),
        }
    }

    /// Returns what takes the place of a rule without an automaton: one text, without tags.
    pub(super) fn alone(&self) -> Nfa {
        let text: &[u8] = match self {
            Self::Nothing => &[],
            Self::Given(text) => text,
        };
        let next = |index| StateId::new(index + 1);
        let bytes = text.iter().enumerate();
        let bytes = bytes.map(|(index, &byte)| State::Byte {
            set: ByteSet::range(byte, byte),
            next: next(index),
        });
        let states: Vec<State> = bytes.chain([State::Split(Vec::new())]).collect();
        Nfa { accept: StateId::new(text.len()), states: states.into(), start: StateId::new(0) }
    }
}

/// Adds a text as an alternative. The end gets no other transitions.
fn with_text(nfa: &Nfa, text: &[u8]) -> Nfa {
    let mut states = nfa.states.to_vec();
    let mut add = |state: State| {
        states.push(state);
        StateId::new(states.len() - 1)
    };
    let accept = add(State::Split(Vec::new()));
    let last = add(nfa[nfa.accept].clone());
    let next = text
        .iter()
        .rev()
        .fold(accept, |next, &byte| add(State::Byte { set: ByteSet::range(byte, byte), next }));
    let given = add(State::Tag { tag: GIVEN, next });
    let other = add(State::Tag { tag: OTHER, next: nfa.start });
    let start = add(State::Split(vec![given, other]));
    states[nfa.accept.index()] = State::Split(vec![accept, last]);
    Nfa { states: states.into(), start, accept }
}
