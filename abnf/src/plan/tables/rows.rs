//! An automaton as a table: the order of its states, and its rows in this order.

use crate::automata::dense::StateId;
use crate::automata::dfa::Dfa;
use crate::bytes::ByteClasses;
use std::collections::BTreeMap;

/// An automaton as a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Table {
    /// A table with rows of its own.
    Rows(Rows),
    /// The table of another automaton of the module, with another start.
    From {
        /// The index of the other automaton among those of its kind.
        base: usize,
        /// The start state.
        start: u16,
        /// Whether the code of the other automaton reads its texts too.
        shares_code: bool,
    },
}

impl Table {
    /// Returns the rows, if the table has rows of its own.
    pub fn rows(&self) -> Option<&Rows> {
        match self {
            Self::Rows(rows) => Some(rows),
            Self::From { .. } => None,
        }
    }

    /// Returns the index of the automaton that has the rows: `own`, or the other one.
    pub fn owner(&self, own: usize) -> usize {
        match self {
            Self::Rows(_) => own,
            Self::From { base, .. } => *base,
        }
    }

    /// Returns the index of the automaton that has the code, if there is code: `own`, or the other
    /// one.
    pub fn code_owner(&self, own: usize) -> usize {
        match self {
            Self::From { base, shares_code: true, .. } => *base,
            Self::Rows(_) | Self::From { .. } => own,
        }
    }
}

/// A table with rows of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// The next state by state and class; from the number of states upwards, an edge.
    pub rows: Vec<Vec<u16>>,
    /// The edges with actions: the next state, and the list of actions.
    pub edges: Vec<(u16, u16)>,
    /// The type of the entries.
    pub width: Width,
    /// The start state.
    pub start: u16,
    /// The first accepting state; the number of states if there is none.
    pub accepting: u16,
    /// The first state in which slots are settled; the number of states if there is none.
    pub settled: u16,
}

/// The type of a table's entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// `u8`, for up to 256 states and edges.
    Narrow,
    /// `u16`.
    Wide,
}

/// The states of an automaton by their numbers in its table.
pub(in crate::plan) struct Order {
    /// The states in the order of their numbers.
    pub(in crate::plan) states: Vec<StateId>,
    /// The number of each state.
    pub(in crate::plan) number_of: Vec<u16>,
    /// The number of the first accepting state.
    pub(in crate::plan) accepting: u16,
    /// The number of the first state in which slots are settled.
    pub(in crate::plan) settled: u16,
}

/// Orders states: 0 is the dead state, and accepting states have the highest numbers, those in
/// which slots are settled last.
pub(in crate::plan) fn order(
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

/// Makes the rows of an automaton. `next` returns the state after a byte and the list of actions
/// of the edge, or 0 for none.
pub(in crate::plan) fn rows(
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

/// Returns the number of the state at an index in the order of live states.
fn number(index: usize) -> u16 {
    u16::try_from(index + 1).expect("automata with more states are refused")
}
