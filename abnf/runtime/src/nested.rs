//! Automata with a stack, for self-embedding rules.
//!
//! A byte that opens a bracket pushes a row of states onto the stack. A byte that closes it pops
//! the row and continues in the state that the row has for the closed bracket.

use super::dfa::{DEAD, Dfa, Mismatch};

/// The greatest number of open brackets if the caller passes no stack.
pub(crate) const MAX_DEPTH: usize = 256;

/// The value that replaces a state if the stack is full.
const TOO_DEEP: u16 = u16::MAX;

/// An automaton with a stack.
#[derive(Clone, Copy)]
pub(crate) struct Nested {
    /// The states and the transitions. An edge with list `1 + n` pushes row `n`
    /// onto the stack; lists after those of all rows close brackets.
    pub(crate) dfa: Dfa,
    /// The rows, one after the other: for each closing symbol, the state after the bracket.
    returns: &'static [u16],
    /// The number of entries of a row.
    width: usize,
    /// The number of rows.
    rows: u16,
}

#[allow(clippy::cast_possible_truncation, reason = "there are fewer than 65536 rows")]
impl Nested {
    /// Makes a table of an automaton and rows for the stack.
    pub(crate) const fn new<const WIDTH: usize, const ROWS: usize>(
        dfa: Dfa,
        returns: &'static [[u16; WIDTH]; ROWS],
    ) -> Self {
        Self { dfa, returns: returns.as_flattened(), width: WIDTH, rows: ROWS as u16 }
    }

    /// Returns the same table with another start state.
    pub(crate) const fn from(self, start: u16) -> Self {
        Self { dfa: self.dfa.from(start), ..self }
    }

    /// Returns the rows for the stack.
    #[cfg(any(feature = "arbitrary", feature = "conform", feature = "proptest"))]
    pub(crate) fn rows(&self) -> impl Iterator<Item = &'static [u16]> {
        let rows = 0..usize::from(self.rows);
        rows.map(|row| &self.returns[row * self.width..(row + 1) * self.width])
    }

    /// Takes an edge with a list to `next`: pushes or pops a row, and returns the state after it.
    #[inline]
    const fn take_edge(&self, next: u16, list: u16, stack: &mut [u16], depth: &mut usize) -> u16 {
        let row = list - 1;
        if row < self.rows {
            if *depth == stack.len() {
                return TOO_DEEP;
            }
            stack[*depth] = row;
            *depth += 1;
            return next;
        }
        // A state that closes a bracket is only reached inside of one.
        *depth -= 1;
        self.returns[stack[*depth] as usize * self.width + (row - self.rows) as usize]
    }

    /// Returns the state after one more byte. The caller sets the offset of the error, whose state
    /// is dead if the stack is full.
    pub(crate) const fn step(
        &self,
        state: u16,
        byte: u8,
        stack: &mut [u16],
        depth: &mut usize,
    ) -> Result<u16, Mismatch> {
        let (next, list) = self.dfa.edge(state, byte);
        let next = if list == 0 { next } else { self.take_edge(next, list, stack, depth) };
        match next {
            DEAD => Err(Mismatch { offset: 0, state, found: Some(byte) }),
            TOO_DEEP => Err(Mismatch { offset: 0, state: DEAD, found: Some(byte) }),
            next => Ok(next),
        }
    }

    /// Checks that the whole text is in the language; the error has the offset at which the text
    /// leaves it or becomes too deep.
    pub(crate) const fn check(&self, text: &[u8], stack: &mut [u16]) -> Result<(), Mismatch> {
        let mut state = self.dfa.start;
        let (mut offset, mut depth) = (0, 0);
        while offset < text.len() {
            state = match self.step(state, text[offset], stack, &mut depth) {
                Ok(next) => next,
                Err(mismatch) => return Err(Mismatch { offset, ..mismatch }),
            };
            offset += 1;
        }
        if self.dfa.accepts(state) { Ok(()) } else { Err(Mismatch { offset, state, found: None }) }
    }

    /// Returns whether the whole text is in the language and fits onto the stack. `runs` are those
    /// that can be skipped: [`OF_UTF8`](super::dfa::OF_UTF8) or [`OF_BYTES`](super::dfa::OF_BYTES).
    pub(crate) fn is_match(&self, runs: u16, text: &[u8], stack: &mut [u16]) -> bool {
        let mut depth = 0;
        // The walk ends at `TOO_DEEP` as at a settled state.
        let end = self.dfa.walk(
            [self.dfa.start, TOO_DEEP].map(usize::from),
            runs,
            text,
            0,
            |next, list, _| self.take_edge(next, list, stack, &mut depth),
        );
        end.is_ok_and(|(state, _)| state != TOO_DEEP)
    }

    /// Returns the length of the longest prefix in the language that fits onto the stack, if there
    /// is one.
    pub(crate) const fn longest_prefix(&self, text: &[u8], stack: &mut [u16]) -> Option<usize> {
        let mut state = self.dfa.start;
        let (mut offset, mut depth) = (0, 0);
        let mut longest = if self.dfa.accepts(state) { Some(0) } else { None };
        while offset < text.len() {
            state = match self.step(state, text[offset], stack, &mut depth) {
                Ok(next) => next,
                Err(_) => return longest,
            };
            offset += 1;
            if self.dfa.accepts(state) {
                longest = Some(offset);
            }
        }
        longest
    }
}

/// The functions of a self-embedding rule, whose texts need a stack.
macro_rules! nested {
    ($view:ident, $unit:ty) => {
        impl<'a> $view<'a> {
            /// The greatest number of open brackets in a text, unless the caller passes a stack.
            pub const MAX_DEPTH: usize = runtime::nested::MAX_DEPTH;

            /// As [`parse`](Self::parse), with a stack: one entry, of any value, for each open
            /// bracket.
            ///
            /// # Errors
            ///
            /// If the text does not match, or is deeper than the stack.
            #[inline]
            pub fn parse_with_stack(
                text: &'a $unit,
                stack: &mut [u16],
            ) -> ::core::result::Result<Self, runtime::ParseError> {
                runtime::rule::parse_with_stack(text, stack)
            }
        }
    };
}
pub(crate) use nested;
