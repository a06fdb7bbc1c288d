//! Automata that tell the occurrences of a part while a text is read.
//!
//! An occurrence is told as soon as it is certain, however the text goes on, and nothing
//! has to be stored but the cursor in the text.

#![allow(dead_code, reason = "a grammar may have no repeated parts")]

use super::dfa::{DEAD, Dfa};

/// An automaton with events at its transitions.
pub struct Transducer {
    /// The states and the transitions. What an edge does is the number of a list of events
    /// that become certain.
    pub(crate) dfa: Dfa,
    /// Where each list begins; each ends where the next begins. The first is empty.
    pub(crate) lists: &'static [u16],
    /// The events: 0 where an occurrence begins, else one more than the number of the rule
    /// as which it ends; and how many bytes ago that was. One pair after the other.
    pub(crate) events: &'static [u16],
    /// The list that is certain before the first byte.
    pub(crate) begin: u16,
    /// The list that is certain where the text ends, for each accepting state.
    pub(crate) ends: &'static [u16],
}

/// A cursor between the occurrences in a text.
#[derive(Clone, Copy)]
pub(crate) struct Cursor {
    /// The state after the bytes that are read; the dead one where the text has ended.
    state: u16,
    /// How many bytes are read.
    offset: usize,
    /// The events that are certain and still to be told.
    event: u16,
    events_end: u16,
    /// Where the occurrence began that is told next.
    open: usize,
}

/// An occurrence.
pub struct Occurrence {
    /// The number of its rule.
    pub(crate) rule: u16,
    /// Where it begins, in bytes.
    pub(crate) begin: usize,
    /// Where it ends.
    pub(crate) end: usize,
}

impl Transducer {
    /// The cursor before the first occurrence.
    pub(crate) const fn start(&self) -> Cursor {
        let (event, events_end) = self.list(self.begin);
        Cursor { state: self.dfa.start, offset: 0, event, events_end, open: 0 }
    }

    const fn list(&self, list: u16) -> (u16, u16) {
        (self.lists[list as usize], self.lists[list as usize + 1])
    }

    /// The next occurrence in a text that matches, if there is one more. All together
    /// read each byte once.
    pub(crate) fn next(&self, text: &[u8], cursor: &mut Cursor) -> Option<Occurrence> {
        loop {
            while cursor.event < cursor.events_end {
                let (events, _) = self.events.as_chunks();
                let [what, age] = events[usize::from(cursor.event)];
                cursor.event += 1;
                let at = cursor.offset - usize::from(age);
                match what.checked_sub(1) {
                    None => cursor.open = at,
                    Some(rule) => return Some(Occurrence { rule, begin: cursor.open, end: at }),
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
