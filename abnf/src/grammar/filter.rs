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
    pub fn accepts_nothing(&self) -> bool {
        self.accepting[0]
    }
}
