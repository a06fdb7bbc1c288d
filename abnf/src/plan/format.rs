//! The format of the generated tables: the ranges of their entries.
//!
//! A leaf. The stages use it to check whether an automaton fits before they keep it, and the
//! tables are laid out by the same numbers.

use crate::automata::dfa::Dfa;
use crate::automata::events::{Event, EventKind, Transducer};
use crate::automata::tagged::tdfa::Tdfa;
use crate::limits::MAX_TABLE_STATES;
use std::collections::BTreeSet;

/// A source of an assignment: the offset of the byte being read.
pub const HERE: u8 = 254;

/// A source of an assignment: no offset.
pub const NONE: u8 = 255;

/// The maximum number of states of a table.
pub const MAX_STATES: usize = MAX_TABLE_STATES;

/// The maximum number of registers of an automaton, without the scratch register. A list has at
/// most one and a half times that number of assignments, which is a byte.
pub const MAX_REGISTERS: usize = 168;

/// The maximum number of events in all lists of a table, and of bytes in all lists of assignments.
pub const MAX_ACTIONS: usize = u16::MAX as usize - 1;

/// In a list of events, the number of the first thread. Those of all threads are below
/// [`REGISTER`].
pub const THREAD: u16 = 1 << 14;

/// In a list of events, the number of the first register.
pub const REGISTER: u16 = 1 << 15;

/// The maximum age of an event, in bytes.
pub const MAX_LOOKAHEAD: usize = REGISTER as usize - 1;

/// The maximum number of offsets that a transducer keeps. An iterator has room for all of them.
pub const MAX_KEPT_OFFSETS: usize = 32;

/// Returns why tables cannot hold a matcher. `None` if they can.
pub fn matcher_excess(dfa: &Dfa) -> Option<String> {
    excess(dfa.state_count(), "states", MAX_STATES)
}

/// Returns why tables cannot hold the automaton that locates the parts of a rule. `None` if they
/// can.
pub fn locator_excess(tdfa: &Tdfa) -> Option<String> {
    let edges: BTreeSet<_> = tdfa.dense.next.iter().flatten().collect();
    let lists: BTreeSet<_> = edges.iter().map(|it| &it.output).collect();
    let of_edges: usize = lists.iter().map(|list| list.len() + 1).sum();
    let ends: BTreeSet<_> = tdfa.dense.ends.iter().flatten().collect();
    let of_ends: usize = ends.iter().map(|end| end.len() + 1).sum();
    // Each assignment is two bytes, and may need a second one that uses the scratch register.
    let bytes = 4 * (of_edges + of_ends);
    excess(tdfa.state_count() + edges.len(), "states and edges", MAX_STATES)
        .or_else(|| excess(tdfa.register_count(), "registers", MAX_REGISTERS))
        .or_else(|| excess(bytes, "bytes of assignments", MAX_ACTIONS))
}

/// Returns why tables cannot hold the transducer of a repeated part. `None` if they can.
pub fn transducer_excess(transducer: &Transducer) -> Option<String> {
    let lists: BTreeSet<_> = lists(transducer).collect();
    let events: usize = lists.iter().map(|list| list.len()).sum();
    let threads = lists.iter().copied().flatten().map(|event| match event.kind {
        EventKind::From(thread) => usize::from(thread) + 1,
        _ => 0,
    });
    let threads = threads.max().unwrap_or(0);
    let lookahead = usize::try_from(transducer.lookahead()).unwrap_or(usize::MAX);
    let edges = transducer.dense.next.iter().flatten();
    let edges: BTreeSet<_> = edges.map(|edge| (edge.target, &edge.output)).collect();
    excess(transducer.state_count() + edges.len(), "states and edges", MAX_STATES)
        .or_else(|| excess(lookahead, "bytes of lookahead", MAX_LOOKAHEAD))
        .or_else(|| excess(transducer.register_count(), "registers", MAX_KEPT_OFFSETS))
        .or_else(|| excess(threads, "threads", usize::from(REGISTER - THREAD)))
        .or_else(|| excess(events, "events", MAX_ACTIONS))
}

fn excess(count: usize, noun: &str, max: usize) -> Option<String> {
    (max < count).then(|| format!("{count} {noun}, but tables hold at most {max}"))
}

fn lists(transducer: &Transducer) -> impl Iterator<Item = &[Event]> {
    let ends = transducer.dense.ends.iter().flatten().map(Vec::as_slice);
    let edges = transducer.dense.next.iter().flatten().map(|edge| &*edge.output);
    std::iter::once(transducer.begin()).chain(ends).chain(edges)
}
