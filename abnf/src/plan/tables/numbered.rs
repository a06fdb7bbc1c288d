//! Numbers the states and edges of automata: automata to rows.

use super::assignments::Assignments;
use super::class_maps::ClassMap;
use super::rows::{Order, Table, order, rows};
use super::settled::settled;
use crate::automata::tagged::tdfa::Tdfa;
use crate::plan::engines::program::Program;
use crate::plan::engines::{Automaton, Coded};
use std::borrow::Cow;

/// An automaton with its table.
pub(in crate::plan) struct Numbered<'a> {
    pub(in crate::plan) class_map: usize,
    pub(in crate::plan) table: Table,
    pub(in crate::plan) code: Option<Program<u16>>,
    /// The other data of an automaton with rows of its own.
    pub(in crate::plan) own: Option<Own<'a>>,
}

/// An automaton, the order of its states, and the actions of its edges.
pub(in crate::plan) struct Own<'a> {
    pub(in crate::plan) tdfa: Cow<'a, Tdfa>,
    pub(in crate::plan) order: Order,
    pub(in crate::plan) lists: Assignments,
}

/// Makes the tables of automata. `map_of` returns the class map of each automaton with rows of its
/// own.
pub(in crate::plan) fn numbered<'a>(
    all: Vec<Coded<'a>>,
    map_of: &mut impl Iterator<Item = usize>,
    maps: &[ClassMap],
) -> Vec<Numbered<'a>> {
    let mut done: Vec<Numbered<'_>> = Vec::new();
    for Coded { automaton, code } in all {
        let numbered = match automaton {
            Automaton::Own(tdfa, _) => {
                let class_map = map_of.next().expect("each reader has a map");
                let settled = settled(&tdfa);
                let accepts = |state| tdfa.ends(state).is_some();
                let order = order(tdfa.state_count(), accepts, |state| settled[state.index()]);
                let mut lists = Assignments::new(tdfa.registers);
                let next = |state, byte| {
                    let edge = tdfa.next(state, byte)?;
                    Some((edge.target, lists.offset(&edge.output)))
                };
                let rows = rows(&order, &maps[class_map].classes, next);
                let code = code.map(|program| program.numbered(&order.number_of));
                let table = Table::Rows(rows);
                Numbered { class_map, table, code, own: Some(Own { tdfa, order, lists }) }
            }
            Automaton::From { base, start, shares_code } => {
                let Numbered { class_map, own, .. } = &done[base];
                let number_of = own.as_ref().map(|own| &own.order.number_of);
                let number_of = number_of.expect("a base has its own table");
                let code = code.map(|program| program.numbered(number_of));
                let table = Table::From { base, start: number_of[start.index()], shares_code };
                Numbered { class_map: *class_map, table, code, own: None }
            }
        };
        done.push(numbered);
    }
    done
}
