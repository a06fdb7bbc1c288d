//! The automata of the general engine as tables.

use super::rows::{Rows, order, rows};
use crate::automata::dense;
use crate::automata::nested::network::{Network, StateId};
use crate::bytes::ByteClasses;

/// The tables of the rules of a module that need the general engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkTable {
    /// Its class map, by index in [`crate::plan::model::Module::class_maps`].
    pub class_map: usize,
    /// The transitions for bytes.
    pub table: Rows,
    /// For each state, the dead one first, the index of its first call; then the number of all
    /// calls.
    pub first: Vec<u16>,
    /// For each call, the start of the called rule and the state after the call, or the dead state
    /// if the caller can only end there.
    pub calls: Vec<[u16; 2]>,
    /// The number of each state in the table.
    numbers: Vec<u16>,
}

impl NetworkTable {
    /// Returns the number of a state.
    pub fn number(&self, state: StateId) -> u16 {
        self.numbers[state.index()]
    }
}

/// Makes the tables of a network. `classes` are those of its map.
pub(in crate::plan) fn network_table(
    network: &Network,
    class_map: usize,
    classes: &ByteClasses,
) -> NetworkTable {
    let of = |state: dense::StateId| StateId::new(state.index());
    let order = order(network.state_count(), |state| network.is_accepting(of(state)), |_| false);
    let table = rows(&order, classes, |state, byte| {
        let next = network.next(of(state), byte)?;
        Some((dense::StateId::new(next.index()), 0))
    });
    let number = |state: StateId| order.number_of[state.index()];
    let mut first = vec![0];
    let mut calls: Vec<[u16; 2]> = Vec::new();
    let count = |calls: &[_]| u16::try_from(calls.len()).expect("larger networks are refused");
    for &state in &order.states {
        first.push(count(&calls));
        let of_state = network.calls(of(state)).iter();
        calls.extend(of_state.map(|call| [number(call.start), call.then.map_or(0, number)]));
    }
    first.push(count(&calls));
    NetworkTable { class_map, table, first, calls, numbers: order.number_of }
}
