//! The occurrences of a part of which any number may be uncertain before the end of a text.
//!
//! The text is read forwards, and each edge of the automaton is noted. Then what has happened is
//! followed backwards: each edge says of each thread from which thread it comes.

use super::alloc::vec::{self, Vec};
use super::dfa::DEAD;
use super::repeated::Repeated;
use super::rule::Unit;
use super::transducer::{Occurrence, Transducer};
use core::fmt;
use core::iter::FusedIterator;

/// The number of the first thread in a list of events.
const THREAD: u16 = 1 << 14;

/// The occurrences of a part, in order.
///
/// They are found when the iterator is made, in time and memory proportional to the text.
pub struct Collected<'a, P: Repeated> {
    text: &'a P::Unit,
    found: vec::IntoIter<Occurrence>,
}

impl<'a, P: Repeated> Collected<'a, P> {
    pub(crate) fn new(text: &'a P::Unit) -> Self {
        Self { text, found: occurrences(P::TABLE, text.bytes()).into_iter() }
    }
}

fn occurrences(table: &Transducer, text: &[u8]) -> Vec<Occurrence> {
    let mut noted = Vec::with_capacity(text.len() + 1);
    noted.push(table.begin);
    let mut state = table.dfa.start;
    for &byte in text {
        let (next, list) = table.dfa.edge(state, byte);
        noted.push(list);
        state = next;
    }
    let mut found = Vec::new();
    if state == DEAD || !table.dfa.accepts(state) {
        return found;
    }
    let end = table.ends[usize::from(state - table.dfa.accepting)];
    let (mut thread, _) = of_thread(table, end, 0);
    let (mut rule, mut end) = (0, 0);
    for (offset, list) in noted.into_iter().enumerate().rev() {
        let (before, met) = of_thread(table, list, thread);
        for &[what, _] in met.iter().rev() {
            match what.checked_sub(1) {
                None => found.push(Occurrence { rule, begin: offset, end }),
                Some(of) => (rule, end) = (of, offset),
            }
        }
        thread = before;
    }
    found.reverse();
    found
}

/// From which thread a thread comes, and what it has met.
fn of_thread(table: &Transducer, list: u16, thread: u16) -> (u16, &[[u16; 2]]) {
    let (begin, end) = table.list(list);
    let (events, _) = table.events.as_chunks();
    let mut rest = &events[usize::from(begin)..usize::from(end)];
    for _ in 0..thread {
        rest = &rest[1 + length(rest)..];
    }
    (rest[0][0] - THREAD, &rest[1..=length(rest)])
}

/// How many events stand between the first thread and the next.
fn length(events: &[[u16; 2]]) -> usize {
    let next = events[1..].iter().position(|&[what, _]| what >= THREAD);
    next.unwrap_or(events.len() - 1)
}

impl<P: Repeated> Clone for Collected<'_, P> {
    fn clone(&self) -> Self {
        Self { text: self.text, found: self.found.clone() }
    }
}

impl<'a, P: Repeated> Iterator for Collected<'a, P> {
    type Item = P::Item<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.found.next()?;
        Some(P::item(self.text, found))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.found.size_hint()
    }
}

impl<P: Repeated> DoubleEndedIterator for Collected<'_, P> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let found = self.found.next_back()?;
        Some(P::item(self.text, found))
    }
}

impl<P: Repeated> ExactSizeIterator for Collected<'_, P> {}

impl<P: Repeated> FusedIterator for Collected<'_, P> {}

/// The items that are left.
impl<P: Repeated> fmt::Debug for Collected<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
