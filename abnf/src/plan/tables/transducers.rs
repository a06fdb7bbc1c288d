//! The tables of transducers.
//!
//! Like a locator, such a table is that of a matcher, with additional data at its edges: the events
//! that become certain.

use super::lists::Lists;
use super::rows::{Rows, order, rows};
use crate::automata::events::{Event, EventKind, Offset, Register, Transducer};
use crate::bytes::ByteClasses;
use crate::plan::engines::share::Named;
use crate::plan::format::{REGISTER, THREAD};

/// The tables that report the occurrences of a repeated part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventTable {
    /// The name of its static.
    pub name: String,
    /// The parts and rules, as `part in rule`.
    pub rules: Vec<String>,
    /// Its class map, by index in [`crate::plan::model::Module::class_maps`].
    pub class_map: usize,
    /// Its table.
    pub table: Rows,
    /// The lists of events. The first is empty.
    pub lists: Vec<Vec<NumberedEvent>>,
    /// The list that is certain before the first byte.
    pub begin: u16,
    /// The list that is certain where the text ends, by accepting state.
    pub ends: Vec<u16>,
}

/// An event: 0 for the beginning of an occurrence, otherwise the number of its rule in the part
/// plus one; and its age in bytes. A register plus [`REGISTER`] in place of either number means
/// that the register gets the offset, or contains it. A thread is its number plus [`THREAD`].
pub type NumberedEvent = (u16, u16);

/// Makes the table of a transducer.
pub(in crate::plan) fn event_table(
    named: Named,
    transducer: &Transducer,
    class_map: usize,
    classes: &ByteClasses,
) -> EventTable {
    let mut lists = Lists::new();
    let mut number =
        |events: &[Event]| lists.number(events.iter().copied().map(numbered_event).collect());
    let begin = number(transducer.begin());
    let order = order(transducer.state_count(), |state| transducer.end(state).is_some(), |_| false);
    let ends = order.states.iter().filter_map(|&state| transducer.end(state));
    let ends = ends.map(&mut number).collect();
    let table = rows(&order, classes, |state, byte| {
        let edge = transducer.next(state, byte)?;
        Some((edge.target, number(&edge.output)))
    });
    let Named { name, rules, .. } = named;
    EventTable { name, rules, class_map, table, lists: lists.finish(), begin, ends }
}

fn numbered_event(event: Event) -> NumberedEvent {
    let what = match event.kind {
        EventKind::Open => 0,
        EventKind::Close(variant) => variant.checked_add(1).expect("a part has fewer rules"),
        EventKind::Keep(register) => of_register(register),
        EventKind::From(thread) => THREAD + thread,
    };
    let offset = match event.offset {
        Offset::Ago(age) => u16::try_from(age).expect("the lookahead is checked before"),
        Offset::Kept(register) => of_register(register),
    };
    (what, offset)
}

fn of_register(register: Register) -> u16 {
    REGISTER + u16::try_from(register.index()).expect("registers are counted before")
}
