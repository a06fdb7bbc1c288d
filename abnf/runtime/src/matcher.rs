//! Matching of text that arrives in pieces.

use super::dfa::{DEAD, Mismatch};
use super::error::ParseError;
#[cfg(feature = "nested")]
use super::nested::MAX_DEPTH;
use super::table::Table;
use core::fmt;

/// Matches text that arrives in pieces, for the rule whose `matcher()` made it. The size of a
/// matcher does not depend on the rule or the text. The pieces can end anywhere, even inside of a
/// character. The verdict and the error are those of the rule's `parse` on the whole text. Parts
/// are named in errors but not located, so a text can be longer than the 4294967294 bytes that
/// `parse` accepts for a rule with parts.
///
/// A copy is an independent matcher in the same state.
#[derive(Clone, Copy)]
pub struct Matcher {
    rule: &'static Table,
    /// The number of bytes that have matched.
    offset: usize,
    /// The state after them.
    state: u16,
    /// The byte that did not fit; nothing is read after it.
    found: Option<u8>,
    /// The stack of open brackets, in its first `depth` entries.
    #[cfg(feature = "nested")]
    stack: [u16; MAX_DEPTH],
    #[cfg(feature = "nested")]
    depth: usize,
}

impl Matcher {
    pub(crate) const fn new(rule: &'static Table) -> Self {
        Self {
            rule,
            offset: 0,
            state: rule.dfa.start,
            found: None,
            #[cfg(feature = "nested")]
            stack: [0; MAX_DEPTH],
            #[cfg(feature = "nested")]
            depth: 0,
        }
    }

    /// Reads the next bytes of the text, in time linear in their number.
    ///
    /// # Errors
    ///
    /// If no continuation of the text matches, or if it is nested too deeply. Every later call
    /// returns the same error.
    pub const fn push(&mut self, bytes: &[u8]) -> Result<(), ParseError> {
        let mut read = 0;
        while read < bytes.len() && self.found.is_none() {
            match self.step(bytes[read]) {
                Ok(next) => {
                    self.state = next;
                    read += 1;
                }
                Err(Mismatch { state, found, .. }) => (self.state, self.found) = (state, found),
            }
        }
        self.offset = self.offset.saturating_add(read);
        if self.found.is_some() { Err(self.error()) } else { Ok(()) }
    }

    /// Returns the state after one more byte.
    const fn step(&mut self, byte: u8) -> Result<u16, Mismatch> {
        #[cfg(feature = "nested")]
        if let Some(nested) = self.rule.nested {
            return nested.step(self.state, byte, &mut self.stack, &mut self.depth);
        }
        match self.rule.dfa.edge(self.state, byte).0 {
            DEAD => Err(Mismatch { offset: 0, state: self.state, found: Some(byte) }),
            next => Ok(next),
        }
    }

    /// Checks that the text matches if it ends here. More bytes can be read afterwards.
    ///
    /// # Errors
    ///
    /// If the text does not match: the error of [`push`](Self::push), or that the text ends too
    /// early.
    pub const fn finish(&self) -> Result<(), ParseError> {
        if self.is_match() { Ok(()) } else { Err(self.error()) }
    }

    /// Returns whether the text matches if it ends here.
    #[must_use]
    pub const fn is_match(&self) -> bool {
        self.found.is_none() && self.rule.dfa.accepts(self.state)
    }

    /// Returns the number of bytes that were read, without the one that did not fit. For texts of
    /// more than [`usize::MAX`] bytes, the verdict is still exact, and the result is `usize::MAX`.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    const fn error(&self) -> ParseError {
        let mismatch = Mismatch { offset: self.offset, state: self.state, found: self.found };
        ParseError::new(self.rule, &mismatch)
    }
}

impl fmt::Debug for Matcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Matcher")
            .field("rule", &self.rule.name)
            .field("offset", &self.offset)
            .field("found", &self.found)
            .field("is_match", &self.is_match())
            .finish_non_exhaustive()
    }
}
