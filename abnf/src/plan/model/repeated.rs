//! The tables of transducers.
//!
//! As a locator, the table of a matcher with a second one beside it, which says for each
//! transition which events become certain.

use super::lists::Lists;
use super::tables::{Matcher, Width};
use crate::automata::events::{Event, StateId, Transducer, What};
use crate::bytes::ByteClasses;

/// The tables by which the occurrences of a repeated part are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Teller {
    /// Which states there are.
    pub matcher: Matcher,
    /// Which list of events becomes certain, by state and class.
    pub actions: Vec<Vec<u16>>,
    /// What an entry of the table is.
    pub width: Width,
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

/// Adds the events to the table, whose states are in this order.
pub(super) fn teller(
    matcher: Matcher,
    order: &[StateId],
    transducer: &Transducer,
    classes: &ByteClasses,
) -> Teller {
    let mut lists = Lists::new();
    let mut number = |events: &[Event]| lists.number(events.iter().copied().map(told).collect());
    let begin = number(transducer.begin());
    let representatives = classes.representatives();
    let mut actions = vec![vec![0; representatives.len()]];
    for &state in order {
        let events = |&byte: &u8| transducer.next(state, byte).map_or(&[][..], |it| &it.output);
        actions.push(representatives.iter().map(|byte| number(events(byte))).collect());
    }
    let ends = order.iter().filter_map(|&state| transducer.end(state)).map(&mut number).collect();
    let lists = lists.finish();
    let width = if lists.len() <= 256 { Width::Narrow } else { Width::Wide };
    Teller { matcher, actions, width, lists, begin, ends }
}

fn told(event: Event) -> Told {
    let what = match event.what {
        What::Open => 0,
        What::Close(variant) => variant.checked_add(1).expect("a part has fewer rules"),
    };
    (what, u16::try_from(event.age).expect("the lookahead is checked before"))
}
