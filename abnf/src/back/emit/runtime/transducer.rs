//! Automata that tell the occurrences of a part while a text is read.
//!
//! An occurrence is told as soon as it is certain, however the text goes on, and nothing
//! has to be stored but the place in the text.

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
    /// as which it ends; and how many bytes ago that was. One pair after the other.
    pub(crate) events: &'static [u16],
    /// The list that is certain before the first byte.
    pub(crate) begin: u16,
    /// The list that is certain where the text ends, for each accepting state.
    pub(crate) ends: &'static [u16],
}

/// A place between the occurrences in a text.
#[derive(Clone, Copy)]
pub(crate) struct Place {
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
pub(crate) struct Occurrence {
    /// The number of its rule.
    pub(crate) rule: u16,
    /// Where it begins, in bytes.
    pub(crate) begin: usize,
    /// Where it ends.
    pub(crate) end: usize,
}

impl Transducer {
    /// The place before the first occurrence.
    pub(crate) const fn start(&self) -> Place {
        let (event, events_end) = self.list(self.begin);
        Place { state: self.dfa.start, offset: 0, event, events_end, open: 0 }
    }

    const fn list(&self, list: u16) -> (u16, u16) {
        (self.lists[list as usize], self.lists[list as usize + 1])
    }

    /// The next occurrence in a text that matches, if there is one more. All together
    /// read each byte once.
    pub(crate) fn next(&self, text: &[u8], place: &mut Place) -> Option<Occurrence> {
        loop {
            while place.event < place.events_end {
                let (events, _) = self.events.as_chunks();
                let [what, age] = events[usize::from(place.event)];
                place.event += 1;
                let at = place.offset - usize::from(age);
                match what.checked_sub(1) {
                    None => place.open = at,
                    Some(rule) => return Some(Occurrence { rule, begin: place.open, end: at }),
                }
            }
            if place.state == DEAD {
                return None;
            }
            let list = if let Some(&byte) = text.get(place.offset) {
                let list;
                (place.state, list) = self.dfa.edge(place.state, byte);
                place.offset += 1;
                list
            } else {
                let end = place.state - self.dfa.accepting;
                place.state = DEAD;
                self.ends[usize::from(end)]
            };
            (place.event, place.events_end) = self.list(list);
        }
    }
}
