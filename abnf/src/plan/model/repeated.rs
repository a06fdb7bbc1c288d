//! The tables of transducers.
//!
//! As a locator, the table of a matcher whose edges also say which events become certain.

use super::lists::Lists;
use super::tables::{Named, Rows, order, rows};
use crate::automata::events::{Event, StateId, Transducer, What};
use crate::bytes::ByteClasses;
use std::collections::BTreeSet;

/// The tables by which the occurrences of a repeated part are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Teller {
    /// The name of its static.
    pub name: String,
    /// The parts and rules, as `part in rule`.
    pub rules: Vec<String>,
    /// Its class map, by place in [`super::Module::class_maps`].
    pub class_map: usize,
    /// Its table.
    pub table: Rows,
    /// The lists of events. The first is empty.
    pub lists: Vec<Vec<Told>>,
    /// The list that is certain before the first byte.
    pub begin: u16,
    /// The list that is certain where the text ends, by accepting state.
    pub ends: Vec<u16>,
}

/// An event: 0 where an occurrence begins, else the number of its rule in the part plus
/// one; and how many bytes ago it happened.
pub type Told = (u16, u16);

/// Why tables cannot number what a transducer has.
pub fn too_large_to_repeat(transducer: &Transducer) -> Option<String> {
    let states = transducer.state_count();
    if usize::from(u16::MAX) <= states + 1 {
        return Some(format!("{states} states, but tables number at most 65533"));
    }
    let lookahead = transducer.lookahead();
    if u32::from(u16::MAX) < lookahead {
        return Some(format!("{lookahead} bytes of lookahead, but tables number at most 65535"));
    }
    if usize::from(u16::MAX) <= states + edges(transducer) + 1 {
        return Some("more edges than tables number, which is at most 65533".to_owned());
    }
    let events: usize = lists(transducer).map(<[Event]>::len).sum();
    (usize::from(u16::MAX) <= events)
        .then(|| format!("{events} events, but tables number at most 65534"))
}

/// How many edges there are that differ.
fn edges(transducer: &Transducer) -> usize {
    let edges = transducer.next.iter().flatten();
    edges.map(|edge| (edge.target, &edge.events)).collect::<BTreeSet<_>>().len()
}

fn lists(transducer: &Transducer) -> impl Iterator<Item = &[Event]> {
    let classes = transducer.classes().count();
    let states = 0..StateId::try_from(transducer.state_count()).unwrap_or(StateId::MAX);
    let ends = states.clone().filter_map(|state| transducer.end(state));
    let edges = states.flat_map(move |state| {
        (0..classes).filter_map(move |class| transducer.next_by_class(state, class))
    });
    std::iter::once(transducer.begin()).chain(ends).chain(edges.map(|edge| &*edge.events))
}

/// The table of a transducer.
pub(super) fn teller(
    named: Named,
    transducer: &Transducer,
    class_map: usize,
    classes: &ByteClasses,
) -> Teller {
    let mut lists = Lists::new();
    let mut number = |events: &[Event]| lists.number(events.iter().copied().map(told).collect());
    let begin = number(transducer.begin());
    let order = order(transducer.state_count(), |state| transducer.end(state).is_some());
    let ends = order.states.iter().filter_map(|&state| transducer.end(state));
    let ends = ends.map(&mut number).collect();
    let table = rows(&order, classes, |state, byte| {
        let edge = transducer.next(state, byte)?;
        Some((edge.target, number(&edge.events)))
    });
    let Named { name, rules, .. } = named;
    Teller { name, rules, class_map, table, lists: lists.finish(), begin, ends }
}

fn told(event: Event) -> Told {
    let what = match event.what {
        What::Open => 0,
        What::Close(variant) => variant.checked_add(1).expect("a part has fewer rules"),
    };
    (what, u16::try_from(event.age).expect("the lookahead is checked before"))
}
