//! Shortest texts to and from the states of a [`Dfa`], by two breadth-first searches: forwards from
//! the start, and backwards from the accepting states.
//!
//! Each state stores one step in each direction, so a text through a state follows from the stored
//! steps in time linear in its length. Bytes that are easy to read are preferred.

use crate::automata::dfa::{Dfa, StateId};
use std::collections::VecDeque;

/// Returns all bytes in order of preference: lower-case letters, digits, capitals, other printable
/// ASCII, the rest.
pub fn preferred() -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..=255).collect();
    bytes.sort_by_key(|byte| match byte {
        b'a'..=b'z' => 0,
        b'0'..=b'9' => 1,
        b'A'..=b'Z' => 2,
        b'!'..=b'~' => 3,
        _ => 4,
    });
    bytes
}

/// Shortest paths from the start to each state and from each state to an accepting one.
#[derive(Clone, Debug)]
pub struct Paths {
    /// The previous byte and state; `None` at the start.
    before: Vec<Option<(u8, StateId)>>,
    /// The next byte and state; `None` at accepting states.
    after: Vec<Option<(u8, StateId)>>,
    /// The length of a shortest text to each state; `None` if there is none.
    from_start: Vec<Option<usize>>,
    /// The length of a shortest text from each state to an accepting one; `None` if there is none.
    to_end: Vec<Option<usize>>,
}

impl Paths {
    /// Finds the paths. Among several bytes, prefers the first in `bytes`. Takes time linear in the
    /// automaton.
    pub fn new(dfa: &Dfa, bytes: &[u8]) -> Self {
        let count = dfa.state_count();
        let mut before = vec![None; count];
        let mut from_start: Vec<Option<usize>> = vec![None; count];
        let mut sources: Vec<Vec<StateId>> = vec![Vec::new(); count];
        from_start[0] = Some(0);
        let mut queue = VecDeque::from([Dfa::START]);
        while let Some(state) = queue.pop_front() {
            for &byte in bytes {
                let Some(next) = dfa.next(state, byte) else { continue };
                sources[next.index()].push(state);
                if from_start[next.index()].is_none() {
                    from_start[next.index()] = from_start[state.index()].map(|length| length + 1);
                    before[next.index()] = Some((byte, state));
                    queue.push_back(next);
                }
            }
        }
        let mut to_end: Vec<Option<usize>> = vec![None; count];
        let mut queue: VecDeque<_> = dfa.states().filter(|&s| dfa.is_accepting(s)).collect();
        for &state in &queue {
            to_end[state.index()] = Some(0);
        }
        while let Some(state) = queue.pop_front() {
            for &source in &sources[state.index()] {
                if to_end[source.index()].is_none() {
                    to_end[source.index()] = to_end[state.index()].map(|length| length + 1);
                    queue.push_back(source);
                }
            }
        }
        let after = dfa.states().map(|state| {
            let shorter = to_end[state.index()]?.checked_sub(1);
            let mut steps = bytes.iter().filter_map(|&b| Some((b, dfa.next(state, b)?)));
            shorter.and_then(|_| steps.find(|step| to_end[step.1.index()] == shorter))
        });
        let after = after.collect();
        Self { before, after, from_start, to_end }
    }

    /// Returns the length of a shortest text through the state; `None` in the empty language.
    pub fn length(&self, state: StateId) -> Option<usize> {
        Some(self.length_to(state)? + self.length_from(state)?)
    }

    /// Returns the length of [`Paths::to`]; `None` in the empty language.
    pub fn length_to(&self, state: StateId) -> Option<usize> {
        self.from_start[state.index()]
    }

    /// Returns the length of [`Paths::from`]; `None` in the empty language.
    pub fn length_from(&self, state: StateId) -> Option<usize> {
        self.to_end[state.index()]
    }

    /// Returns a shortest text that leads to the state.
    pub fn to(&self, state: StateId) -> Vec<u8> {
        let mut text = Vec::new();
        let mut cursor = state;
        while let Some((byte, source)) = self.before[cursor.index()] {
            text.push(byte);
            cursor = source;
        }
        text.reverse();
        text
    }

    /// Returns a shortest text that leads from the state to an accepting one.
    pub fn from(&self, state: StateId) -> Vec<u8> {
        let mut text = Vec::new();
        let mut cursor = state;
        while let Some((byte, next)) = self.after[cursor.index()] {
            text.push(byte);
            cursor = next;
        }
        text
    }
}
