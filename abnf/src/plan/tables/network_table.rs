//! The automata of the general engine as tables.

use super::rows::{Order, Rows, order, rows};
use crate::automata::dense;
use crate::automata::nested::first_follow::first_follow;
use crate::automata::nested::network::{Network, StateId};
use crate::bytes::{ByteClasses, ByteSet};
use std::collections::BTreeMap;

/// The tables of the rules of a module that need the general engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkTable {
    /// Its class map, by index in [`crate::plan::model::Module::class_maps`].
    pub class_map: usize,
    /// The transitions for bytes.
    pub table: Rows,
    /// The states that accept or call, which come last.
    pub busy: Vec<Busy>,
    /// The sets that these states name.
    pub sets: Vec<ByteSet>,
    /// For each call, the start of the called rule, the state after the call, or the dead state if
    /// the caller can only end there, and the number of the start among all starts of called rules.
    pub calls: Vec<[u16; 3]>,
    /// The number of each state in the table.
    numbers: Vec<u16>,
}

/// A state that accepts or calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy {
    /// The index of its first call among all calls.
    pub first: u16,
    /// The index of the set of the bytes that can come next.
    pub leads: u16,
    /// The index of the set of the bytes before which its rule may end, or another may begin.
    pub acts: u16,
    /// The index of the set of the bytes before which its rule may end.
    pub ends: u16,
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
    let accepts = |state| network.is_accepting(of(state));
    let is_busy = |state| accepts(state) || !network.calls(of(state)).is_empty();
    // Accepting states last, as everywhere; before them, those that call.
    let Order { states, number_of, accepting: busy, settled: accepting } =
        order(network.state_count(), is_busy, accepts);
    let settled = count(states.len() + 1);
    let order = Order { states, number_of, accepting, settled };
    let table = rows(&order, classes, |state, byte| {
        let next = network.next(of(state), byte)?;
        Some((dense::StateId::new(next.index()), 0))
    });
    let number = |state: StateId| order.number_of[state.index()];
    let sets_of = first_follow(network);
    // More sets than have numbers become the set of all bytes, which excludes nothing.
    let mut sets = vec![ByteSet::range(0, u8::MAX)];
    let mut indices: BTreeMap<ByteSet, u16> = BTreeMap::new();
    let mut index = |set: ByteSet| {
        let Ok(next) = u16::try_from(sets.len()) else {
            return indices.get(&set).copied().unwrap_or(0);
        };
        *indices.entry(set).or_insert_with(|| {
            sets.push(set);
            next
        })
    };
    let mut all_busy = Vec::new();
    let mut calls: Vec<[u16; 3]> = Vec::new();
    let mut starts: BTreeMap<StateId, u16> = BTreeMap::new();
    for &state in &order.states[usize::from(busy) - 1..] {
        let called = network.calls(of(state)).iter().map(|call| sets_of.leads(call.start));
        let ends = if accepts(state) { sets_of.follows(of(state)) } else { ByteSet::default() };
        all_busy.push(Busy {
            first: count(calls.len()),
            leads: index(sets_of.leads(of(state))),
            acts: index(called.fold(ends, ByteSet::union)),
            ends: index(ends),
        });
        for call in network.calls(of(state)) {
            let next = count(starts.len());
            let called = *starts.entry(call.start).or_insert(next);
            calls.push([number(call.start), call.then.map_or(0, number), called]);
        }
    }
    NetworkTable { class_map, table, busy: all_busy, sets, calls, numbers: order.number_of }
}

fn count(number: usize) -> u16 {
    u16::try_from(number).expect("larger networks are refused")
}
