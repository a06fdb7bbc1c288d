//! Automata with a stack, for rules that embed themselves.
//!
//! A byte that opens a bracket pushes a row of states onto the stack. A byte that closes it pops
//! the row and continues in the state that the row has for the closed bracket.

use super::dfa::{DEAD, Dfa, Mismatch};
use super::error::ParseError;
use super::rule::{Unit, View};

/// How many brackets can be open at once where the caller lends no stack.
pub(crate) const MAX_DEPTH: usize = 256;

/// In place of a state: no more fits onto the stack.
const TOO_DEEP: u16 = u16::MAX;

/// An automaton with a stack.
#[derive(Clone, Copy)]
pub(crate) struct Nested {
    /// The states and the transitions. An edge to list 1 or more puts a row onto the stack, the
    /// first rows first; lists after those of all rows close.
    pub(crate) dfa: Dfa,
    /// Row by row: by what closes the bracket the state after it.
    returns: &'static [u16],
    /// The entries of a row.
    width: usize,
    /// How many rows there are.
    rows: u16,
}

#[allow(clippy::cast_possible_truncation, reason = "there are fewer than 65536 rows")]
impl Nested {
    /// From an automaton and rows for the stack.
    pub(crate) const fn new<const WIDTH: usize, const ROWS: usize>(
        dfa: Dfa,
        returns: &'static [[u16; WIDTH]; ROWS],
    ) -> Self {
        Self { dfa, returns: returns.as_flattened(), width: WIDTH, rows: ROWS as u16 }
    }

    /// The same for texts that begin in another state.
    pub(crate) const fn from(self, start: u16) -> Self {
        Self { dfa: self.dfa.from(start), ..self }
    }

    /// The rows for the stack.
    #[cfg(any(feature = "arbitrary", feature = "proptest"))]
    pub(crate) fn rows(&self) -> impl Iterator<Item = &'static [u16]> {
        let rows = 0..usize::from(self.rows);
        rows.map(|row| &self.returns[row * self.width..(row + 1) * self.width])
    }

    /// The state after an edge that leads to `next` and does more.
    #[inline]
    const fn act(&self, next: u16, list: u16, stack: &mut [u16], depth: &mut usize) -> u16 {
        let row = list - 1;
        if row < self.rows {
            if *depth == stack.len() {
                return TOO_DEEP;
            }
            stack[*depth] = row;
            *depth += 1;
            return next;
        }
        // No state closes what no state before it has opened.
        *depth -= 1;
        self.returns[stack[*depth] as usize * self.width + (row - self.rows) as usize]
    }

    /// The state after one more byte; the dead one also if no more fits onto the stack.
    pub(crate) const fn step(
        &self,
        state: u16,
        byte: u8,
        stack: &mut [u16],
        depth: &mut usize,
    ) -> Result<u16, Mismatch> {
        let (next, list) = self.dfa.edge(state, byte);
        let next = if list == 0 { next } else { self.act(next, list, stack, depth) };
        match next {
            DEAD => Err(Mismatch { offset: 0, state, found: Some(byte) }),
            TOO_DEEP => Err(Mismatch { offset: 0, state: DEAD, found: Some(byte) }),
            next => Ok(next),
        }
    }

    /// Whether the whole text is in the language, else where it leaves it or becomes too deep.
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

    /// Whether the whole text is in the language and fits onto the stack. Skips the runs of texts
    /// that are UTF-8, or of all: [`OF_UTF8`](super::dfa::OF_UTF8) or
    /// [`OF_BYTES`](super::dfa::OF_BYTES).
    pub(crate) fn is_match(&self, runs: u16, text: &[u8], stack: &mut [u16]) -> bool {
        let mut depth = 0;
        // What becomes too deep ends the walk, as what is settled does.
        let end = self.dfa.walk([self.dfa.start, TOO_DEEP], runs, text, 0, |next, list, _| {
            self.act(next, list, stack, &mut depth)
        });
        end.is_ok_and(|state| state != TOO_DEEP)
    }

    /// The length of the longest prefix in the language that fits onto the stack, if there is one.
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

/// The functions of a rule that embeds itself, whose texts need a stack.
macro_rules! nested {
    ($view:ident, $unit:ty) => {
        impl<'a> $view<'a> {
            /// How many brackets can be open at once in a text where no stack is lent.
            pub const MAX_DEPTH: usize = runtime::nested::MAX_DEPTH;

            /// As [`parse`](Self::parse), with a stack for as many open brackets as it has
            /// entries, whatever they hold.
            ///
            /// # Errors
            ///
            /// If the text does not match, or is deeper than the stack.
            #[inline]
            pub fn parse_with_stack(
                text: &'a $unit,
                stack: &mut [u16],
            ) -> ::core::result::Result<Self, runtime::ParseError> {
                runtime::nested::parse_with_stack(text, stack)
            }
        }
    };
}
pub(crate) use nested;

/// Checks that the whole text matches, with a stack.
pub(crate) fn parse_with_stack<'a, V: View<'a>>(
    text: &'a V::Unit,
    stack: &mut [u16],
) -> Result<V, ParseError> {
    V::TABLE.check_nested(text.bytes(), stack)?;
    Ok(V::unlocated(text))
}
