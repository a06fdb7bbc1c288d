//! Transducers, which find the occurrences of a repeated part while a text is read.
//!
//! An occurrence is reported when all continuations of the text agree on it. The state of
//! the iteration is a cursor: the state, the offset, and a few registers with the offsets of events
//! that only some continuations contain. Each byte is read once, and no memory is allocated. The
//! compiler decides how many registers suffice; if none do, `collected` is used instead.

#![allow(dead_code, reason = "a grammar may have no repeated parts")]

use super::byte_set::ByteSet;
use super::dfa::{DEAD, Dfa};

/// An automaton with lists of events at its transitions.
pub(crate) struct Transducer {
    /// The states and the transitions. The value of an edge is the number of the list of events
    /// that it makes certain.
    pub(crate) dfa: Dfa,
    /// The index at which each list begins; it ends where the next one begins. The first is empty.
    pub(crate) lists: &'static [u16],
    /// The events, as pairs. The first number is 0 if an occurrence begins, or one more than the
    /// number of the rule if an occurrence ends; the second is the age of the event in bytes. Numbers
    /// from [`REGISTER`] on are registers: as the first number, the register is set; as the second,
    /// it contains the offset.
    pub(crate) events: &'static [u16],
    /// The list that is certain before the first byte.
    pub(crate) begin: u16,
    /// The list that is certain at the end of the text, for each accepting state.
    pub(crate) ends: &'static [u16],
}

/// The number of the first register.
const REGISTER: u16 = 1 << 15;

/// A cursor between the occurrences in a text.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<const N: usize> {
    /// The state after the bytes that have been read; the dead state after the end of the text.
    state: u16,
    /// The number of bytes that have been read.
    offset: usize,
    /// The events that are certain and have not been processed.
    event: u16,
    events_end: u16,
    /// The beginning of the next occurrence.
    open: usize,
    /// Offsets of events that are not certain yet.
    registers: [usize; N],
}

/// An occurrence.
#[derive(Clone, Copy, Debug)]
pub struct Occurrence {
    /// The number of its rule.
    pub rule: u16,
    /// The offset of its beginning, in bytes.
    pub begin: usize,
    /// The offset of its end.
    pub end: usize,
}

/// Bytes that are passed in a state, without occurrences although they may be some.
#[derive(Clone, Copy)]
pub(crate) struct Skip {
    state: u16,
    bytes: ByteSet,
    /// Whether each is an occurrence, so that the next one begins after them.
    are_pieces: bool,
}

impl Skip {
    /// No bytes.
    pub(crate) const NONE: Self = Self { state: DEAD, bytes: ByteSet::EMPTY, are_pieces: false };

    /// The bytes of a class.
    pub(crate) const fn of_class(state: u16, class: &[u8], are_pieces: bool) -> Self {
        Self { state, bytes: ByteSet::of_class(class), are_pieces }
    }
}

impl Transducer {
    /// Returns the cursor before the first occurrence.
    pub(crate) const fn start<const N: usize>(&self) -> Cursor<N> {
        let (event, events_end) = self.list(self.begin);
        let (state, registers) = (self.dfa.start, [0; N]);
        Cursor { state, offset: 0, event, events_end, open: 0, registers }
    }

    /// Returns the range of a list in the events.
    pub(crate) const fn list(&self, list: u16) -> (u16, u16) {
        (self.lists[list as usize], self.lists[list as usize + 1])
    }

    /// Reads up to the next byte that makes events certain, or to the end of the text, and returns their
    /// list.
    fn read<const N: usize>(&self, text: &[u8], cursor: &mut Cursor<N>) -> u16 {
        let Cursor { state, offset, .. } = cursor;
        self.dfa.next_list(state, text, offset).unwrap_or_else(|| {
            let end = *state - self.dfa.accepting;
            *state = DEAD;
            self.ends[usize::from(end)]
        })
    }

    /// Returns the next occurrence in a text that matches, if there is one. All calls together read
    /// each byte once.
    pub(crate) fn next<const N: usize>(
        &self,
        text: &[u8],
        skip: &Skip,
        cursor: &mut Cursor<N>,
    ) -> Option<Occurrence> {
        loop {
            while cursor.event < cursor.events_end {
                let (events, _) = self.events.as_chunks();
                let [what, place] = events[usize::from(cursor.event)];
                cursor.event += 1;
                let at = match place.checked_sub(REGISTER) {
                    None => cursor.offset - usize::from(place),
                    Some(register) => cursor.registers[usize::from(register)],
                };
                match (what.checked_sub(REGISTER), what.checked_sub(1)) {
                    (Some(register), _) => cursor.registers[usize::from(register)] = at,
                    (None, None) => cursor.open = at,
                    (None, Some(rule)) => {
                        return Some(Occurrence { rule, begin: cursor.open, end: at });
                    }
                }
            }
            if cursor.state == DEAD {
                return None;
            }
            if cursor.state == skip.state {
                let rest = &text[cursor.offset..];
                let end = rest.iter().position(|byte| !skip.bytes.contains(*byte));
                cursor.offset += end.unwrap_or(rest.len());
                if skip.are_pieces {
                    cursor.open = cursor.offset;
                }
            }
            let list = self.read(text, cursor);
            (cursor.event, cursor.events_end) = self.list(list);
        }
    }
}
