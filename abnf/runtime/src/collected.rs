//! The occurrences of a part, if an unbounded number of them can be uncertain until the end of a
//! text.
//!
//! A pass forward over the text records the edges of the automaton. A pass backward follows the
//! accepting thread: each edge states the predecessor of each of its threads (Frisch and Cardelli,
//! "Greedy regular expression matching", 2004). Time and memory are linear in the text.

use super::alloc::vec::Vec;
use super::dfa::DEAD;
use super::transducer::{Occurrence, Transducer};

/// The number of the first thread in a list of events.
const THREAD: u16 = 1 << 14;

/// An iterator over the occurrences of a part, as [`repetition!`](super::repeated::repetition).
/// They are found when the iterator is made, in time and memory proportional to the text.
macro_rules! collected {
    (
        $(#[$docs:meta])* $visible:vis $iterator:ident over $unit:ty, $table:path, $item:ty
    ) => {
        $(#[$docs])*
        #[cfg(feature = "alloc")]
        #[derive(Clone)]
        $visible struct $iterator<'a> {
            text: &'a $unit,
            found: runtime::alloc::vec::IntoIter<runtime::transducer::Occurrence>,
        }

        #[cfg(feature = "alloc")]
        impl<'a> $iterator<'a> {
            #[inline]
            fn new(text: &'a $unit) -> Self {
                let found = runtime::collected::occurrences(&$table, runtime::Unit::bytes(text));
                Self { text, found: found.into_iter() }
            }
        }

        #[cfg(feature = "alloc")]
        impl<'a> ::core::iter::Iterator for $iterator<'a> {
            type Item = $item;

            fn next(&mut self) -> ::core::option::Option<$item> {
                let found = self.found.next()?;
                ::core::option::Option::Some(Self::item(self.text, found))
            }

            fn size_hint(&self) -> (usize, ::core::option::Option<usize>) {
                self.found.size_hint()
            }
        }

        #[cfg(feature = "alloc")]
        impl ::core::iter::DoubleEndedIterator for $iterator<'_> {
            fn next_back(&mut self) -> ::core::option::Option<Self::Item> {
                let found = self.found.next_back()?;
                ::core::option::Option::Some(Self::item(self.text, found))
            }
        }

        #[cfg(feature = "alloc")]
        impl ::core::iter::ExactSizeIterator for $iterator<'_> {}

        #[cfg(feature = "alloc")]
        impl ::core::iter::FusedIterator for $iterator<'_> {}

        /// Writes the remaining items.
        #[cfg(feature = "alloc")]
        impl ::core::fmt::Debug for $iterator<'_> {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_list().entries(self.clone()).finish()
            }
        }
    };
}
pub(crate) use collected;

/// Returns the occurrences of a part in a text that matches.
pub(crate) fn occurrences(table: &Transducer, text: &[u8]) -> Vec<Occurrence> {
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

/// Returns the predecessor of a thread, and the events on the edge.
fn of_thread(table: &Transducer, list: u16, thread: u16) -> (u16, &[[u16; 2]]) {
    let (begin, end) = table.list(list);
    let (events, _) = table.events.as_chunks();
    let mut rest = &events[usize::from(begin)..usize::from(end)];
    for _ in 0..thread {
        rest = &rest[1 + length(rest)..];
    }
    (rest[0][0] - THREAD, &rest[1..=length(rest)])
}

/// Returns the number of events between the first thread and the next.
fn length(events: &[[u16; 2]]) -> usize {
    let next = events[1..].iter().position(|&[what, _]| what >= THREAD);
    next.unwrap_or(events.len() - 1)
}
