//! An automaton as a table: the order of its states, and the rows by it.

use crate::automata::dense::StateId;
use crate::automata::dfa::Dfa;
use crate::bytes::ByteClasses;
use std::collections::BTreeMap;

/// An automaton as a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Table {
    /// With rows of its own.
    Rows(Rows),
    /// That of another one of the module and kind, by index there, from another start.
    From {
        /// Whose table.
        base: usize,
        /// The state in which texts begin.
        start: u16,
    },
}

impl Table {
    /// The rows, if the table has rows of its own.
    pub fn rows(&self) -> Option<&Rows> {
        match self {
            Self::Rows(rows) => Some(rows),
            Self::From { .. } => None,
        }
    }

    /// Whose rows these are, by index: its own one's, or those of the other one.
    pub fn owner(&self, own: usize) -> usize {
        match self {
            Self::Rows(_) => own,
            Self::From { base, .. } => *base,
        }
    }
}

/// A table with rows of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// By state and class the next state, or from the number of states on an edge.
    pub rows: Vec<Vec<u16>>,
    /// The edges that do more than to lead to a state: the state, and the list of what they
    /// do.
    pub edges: Vec<(u16, u16)>,
    /// What an entry of the table is.
    pub width: Width,
    /// The state in which every text begins.
    pub start: u16,
    /// The first accepting state; the number of states if none is.
    pub accepting: u16,
    /// The first state in which slots are settled; the number of states if none is.
    pub settled: u16,
}

/// The type of a table's entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// `u8`, for up to 256 states.
    Narrow,
    /// `u16`.
    Wide,
}

/// The states of an automaton by their numbers in its table.
pub(super) struct Order {
    /// From the first.
    pub(super) states: Vec<StateId>,
    /// The number of each state.
    pub(super) number_of: Vec<u16>,
    /// The first accepting one, by number.
    pub(super) accepting: u16,
    /// The first one in which slots are settled, by number.
    pub(super) settled: u16,
}

/// Accepting states have the highest numbers, among them those in which slots are settled; 0 is
/// dead.
pub(super) fn order(
    count: usize,
    accepts: impl Fn(StateId) -> bool,
    is_settled: impl Fn(StateId) -> bool,
) -> Order {
    let mut states: Vec<StateId> = (0..count).map(StateId::new).collect();
    states.sort_by_key(|&state| (accepts(state), is_settled(state)));
    let first = |holds: &dyn Fn(StateId) -> bool| {
        number(states.iter().position(|&state| holds(state)).unwrap_or(count))
    };
    let (accepting, settled) = (first(&accepts), first(&is_settled));
    let mut number_of = vec![0; states.len()];
    for (index, &state) in states.iter().enumerate() {
        number_of[state.index()] = number(index);
    }
    Order { states, number_of, accepting, settled }
}

/// The rows of an automaton: `next` gives the state after a byte and the list of what the edge
/// to it does, 0 being nothing.
pub(super) fn rows(
    order: &Order,
    classes: &ByteClasses,
    mut next: impl FnMut(StateId, u8) -> Option<(StateId, u16)>,
) -> Rows {
    let representatives = classes.representatives();
    let count = order.states.len() + 1;
    let mut edges: Vec<(u16, u16)> = Vec::new();
    let mut numbers: BTreeMap<(u16, u16), u16> = BTreeMap::new();
    let mut entry = |state, byte| match next(state, byte) {
        None => 0,
        Some((target, 0)) => order.number_of[target.index()],
        Some((target, list)) => {
            let edge = (order.number_of[target.index()], list);
            *numbers.entry(edge).or_insert_with(|| {
                edges.push(edge);
                number(count + edges.len() - 2)
            })
        }
    };
    let row = |&state: &StateId| representatives.iter().map(|&byte| entry(state, byte)).collect();
    let dead = vec![0; representatives.len()];
    let rows: Vec<Vec<u16>> = std::iter::once(dead).chain(order.states.iter().map(row)).collect();
    let width = if count + edges.len() <= 256 { Width::Narrow } else { Width::Wide };
    let start = order.number_of[Dfa::START.index()];
    Rows { rows, edges, width, start, accepting: order.accepting, settled: order.settled }
}

/// The number of the state at an index in the order of live states.
fn number(index: usize) -> u16 {
    u16::try_from(index + 1).expect("automata with more states are refused")
}
