//! Automata that tell the occurrences of a part while a text is read.
//!
//! An occurrence is told as soon as it is certain, however the text goes on. Nothing has to be
//! stored but the cursor in the text and, in a few registers, offsets of what is not certain
//! yet.

#![allow(dead_code, reason = "a grammar may have no repeated parts")]

use super::dfa::{DEAD, Dfa};

/// An automaton with events at its transitions.
pub(crate) struct Transducer {
    /// The states and the transitions. What an edge does is the number of a list of events
    /// that become certain.
    pub(crate) dfa: Dfa,
    /// Where each list begins; each ends where the next begins. The first is empty.
    pub(crate) lists: &'static [u16],
    /// The events: 0 where an occurrence begins, else one more than the number of the rule
    /// as which it ends; and how many bytes ago that was. One pair after the other. Numbers
    /// from [`REGISTER`] on are registers, which are given an offset or hold it.
    pub(crate) events: &'static [u16],
    /// The list that is certain before the first byte.
    pub(crate) begin: u16,
    /// The list that is certain where the text ends, for each accepting state.
    pub(crate) ends: &'static [u16],
}

/// The number of the first register.
const REGISTER: u16 = 1 << 15;

/// A cursor between the occurrences in a text.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<const N: usize> {
    /// The state after the bytes that are read; the dead one where the text has ended.
    state: u16,
    /// How many bytes are read.
    offset: usize,
    /// The events that are certain and still to be told.
    event: u16,
    events_end: u16,
    /// Where the occurrence began that is told next.
    open: usize,
    /// Offsets of what is not certain yet.
    registers: [usize; N],
}

/// An occurrence.
#[derive(Clone, Copy)]
pub(crate) struct Occurrence {
    /// The number of its rule.
    pub(crate) rule: u16,
    /// Where it begins, in bytes.
    pub(crate) begin: usize,
    /// Where it ends.
    pub(crate) end: usize,
}

impl Transducer {
    /// The cursor before the first occurrence.
    pub(crate) const fn start<const N: usize>(&self) -> Cursor<N> {
        let (event, events_end) = self.list(self.begin);
        let (state, registers) = (self.dfa.start, [0; N]);
        Cursor { state, offset: 0, event, events_end, open: 0, registers }
    }

    pub(crate) const fn list(&self, list: u16) -> (u16, u16) {
        (self.lists[list as usize], self.lists[list as usize + 1])
    }

    /// The next occurrence in a text that matches, if there is one more. All together
    /// read each byte once.
    pub(crate) fn next<const N: usize>(
        &self,
        text: &[u8],
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
            let list = if let Some(&byte) = text.get(cursor.offset) {
                let list;
                (cursor.state, list) = self.dfa.edge(cursor.state, byte);
                cursor.offset += 1;
                list
            } else {
                let end = cursor.state - self.dfa.accepting;
                cursor.state = DEAD;
                self.ends[usize::from(end)]
            };
            (cursor.event, cursor.events_end) = self.list(list);
        }
    }
}
