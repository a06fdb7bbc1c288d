//! The deterministic automaton of a regular rule.

use crate::bytes::ByteClasses;

/// A state of a [`Dfa`].
pub type StateId = u32;

/// A deterministic finite automaton over bytes, without a dead state: a missing
/// transition rejects.
///
/// After `minimise` it is minimal and canonical: states are numbered in breadth-
/// first order from the start (state 0) by class, every state can reach an
/// accepting one (save the start of the empty language), and two bytes share a
/// class exactly where no state tells them apart. Equal languages then give
/// equal automata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dfa {
    pub(crate) classes: ByteClasses,
    /// Row by row, one entry a class.
    pub(crate) next: Vec<Option<StateId>>,
    pub(crate) accepting: Vec<bool>,
}

impl Dfa {
    /// The state in which every text begins.
    pub const START: StateId = 0;

    /// Which bytes it treats alike.
    pub fn classes(&self) -> &ByteClasses {
        &self.classes
    }

    /// How many states there are; at least one.
    pub fn state_count(&self) -> usize {
        self.accepting.len()
    }

    /// The state after one more byte of this class.
    pub fn next_by_class(&self, state: StateId, class: usize) -> Option<StateId> {
        self.next[state as usize * self.classes.count() + class]
    }

    /// The state after one more byte.
    pub fn next(&self, state: StateId, byte: u8) -> Option<StateId> {
        self.next_by_class(state, self.classes.class(byte))
    }

    /// Whether a text that ends here is in the language.
    pub fn is_accepting(&self, state: StateId) -> bool {
        self.accepting[state as usize]
    }
}
