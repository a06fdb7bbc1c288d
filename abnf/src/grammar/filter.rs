//! The texts that a rule is restricted to, in addition to its definition.
//!
//! Grammars state some conditions in comments and prose, such as the greatest number that digits
//! may denote. A spec file states them as data, and [`crate::plan::restrict`] turns them into a
//! [`Filter`].

use crate::bytes::ByteClasses;

/// A deterministic automaton over bytes, as plain data. A text of a definition is a text of the rule
/// if the automaton accepts it.
///
/// The automaton is minimal, except that it need not be numbered canonically. Texts begin in state 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Filter {
    /// The classes of bytes that the automaton treats alike.
    pub classes: ByteClasses,
    /// The next state for each state and class; `None` rejects the text.
    pub next: Vec<Option<u32>>,
    /// For each state, whether a text can end there.
    pub accepting: Vec<bool>,
}

impl Filter {
    /// Returns whether the automaton accepts the empty text.
    pub fn accepts_empty_text(&self) -> bool {
        self.accepting[0]
    }

    /// Returns whether the automaton accepts a text.
    pub fn accepts(&self, text: &[u8]) -> bool {
        let end = text.iter().try_fold(0, |state, &byte| self.after(state, byte));
        end.is_some_and(|state| self.accepting[state])
    }

    /// Returns the state after a byte. `None` if the automaton rejects all texts that continue so.
    pub fn after(&self, state: usize, byte: u8) -> Option<usize> {
        let next = self.next[state * self.classes.count() + self.classes.class(byte)]?;
        usize::try_from(next).ok()
    }
}
