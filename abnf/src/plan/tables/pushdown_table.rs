//! The automaton of nested rules as tables.

use super::rows::{Rows, order, rows};
use crate::automata::dense;
use crate::automata::nested::pushdown::{Move, Pushdown, StateId};
use crate::bytes::ByteClasses;
use std::collections::BTreeMap;

/// The tables of the nested rules of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushdownTable {
    /// Its class map, by index in [`crate::plan::model::Module::class_maps`].
    pub class_map: usize,
    /// The transitions for bytes. The list of an edge is 1 plus the number of the row that is
    /// pushed onto the stack, or, after all rows, the closing of a bracket.
    pub table: Rows,
    /// The rows that are pushed onto the stack: for each closing symbol, the state after the
    /// bracket, or 0 if no such bracket was opened.
    pub returns: Vec<Vec<u16>>,
    /// The number of each state in the table.
    numbers: Vec<u16>,
}

impl PushdownTable {
    /// Returns the number of a state.
    pub fn number(&self, state: StateId) -> u16 {
        self.numbers[state.index()]
    }
}

/// Makes the tables of an automaton. `classes` are those of its map.
pub(in crate::plan) fn pushdown_table(
    automaton: &Pushdown,
    class_map: usize,
    classes: &ByteClasses,
) -> PushdownTable {
    let accepts = |state: dense::StateId| automaton.is_accepting(StateId::new(state.index()));
    let order = order(automaton.state_count(), accepts, |_| false);
    let number = |state: StateId| order.number_of[state.index()];
    let symbols = automaton.returns().map(|((_, symbol), _)| symbol.index() + 1).max().unwrap_or(0);
    let mut row_of: BTreeMap<StateId, Vec<u16>> = BTreeMap::new();
    for ((state, symbol), to) in automaton.returns() {
        row_of.entry(state).or_insert_with(|| vec![0; symbols])[symbol.index()] = number(to);
    }
    let mut returns: Vec<Vec<u16>> = Vec::new();
    let mut known: BTreeMap<Vec<u16>, usize> = BTreeMap::new();
    let mut row_number: BTreeMap<StateId, usize> = BTreeMap::new();
    for (state, row) in row_of {
        let index = *known.entry(row).or_insert_with_key(|row| {
            returns.push(row.clone());
            returns.len() - 1
        });
        row_number.insert(state, index);
    }
    let list = |index: usize| u16::try_from(1 + index).expect("larger automata are refused");
    let table = rows(&order, classes, |state, byte| {
        let state = StateId::new(state.index());
        let target = |state: StateId| dense::StateId::new(state.index());
        Some(match automaton.next(state, byte)? {
            Move::Step(next) => (target(next), 0),
            Move::Open(next) => (target(next), list(row_number[&state])),
            // The next state depends on the stack; any live state marks the edge.
            Move::Close(symbol) => (target(state), list(returns.len() + symbol.index())),
        })
    });
    PushdownTable { class_map, table, returns, numbers: order.number_of }
}
