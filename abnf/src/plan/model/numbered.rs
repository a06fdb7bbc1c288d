//! The automata of a module to tables: those that differ in their starts alone share one, and
//! some states become code.

use super::assignments::Assignments;
use super::class_maps::ClassMap;
use super::rows::{Order, Table, order, rows};
use super::starts::with_start;
use crate::automata::dense::StateId;
use crate::automata::tagged::tdfa::Tdfa;
use crate::plan::engine;
use crate::plan::engine::program::Program;
use crate::spec::Engine;
use std::borrow::Cow;

/// The name of an automaton, with the rules that need it.
#[derive(Clone)]
pub(super) struct Named {
    pub(super) name: String,
    /// The name of its files.
    pub(super) file: String,
    pub(super) rules: Vec<String>,
    pub(super) engine: Engine,
}

/// An automaton of a module, or which other one has its states.
#[allow(clippy::large_enum_variant, reason = "most are of the large variant")]
pub(super) enum Automaton<'a> {
    /// With all states from which texts begin beside the first.
    Own(Cow<'a, Tdfa>, Vec<StateId>),
    /// Whose states, by place, and the start among them.
    From(usize, StateId),
}

/// An automaton with the states that are code.
pub(super) struct Coded<'a> {
    pub(super) automaton: Automaton<'a>,
    code: Option<Program>,
}

/// An automaton with its table.
pub(super) struct Numbered<'a> {
    pub(super) class_map: usize,
    pub(super) table: Table,
    pub(super) code: Option<Program>,
    /// What else belongs to a table of its own.
    pub(super) own: Option<Own<'a>>,
}

/// An automaton, the order of its states, and what its edges do.
pub(super) struct Own<'a> {
    pub(super) tdfa: Cow<'a, Tdfa>,
    pub(super) order: Order,
    pub(super) lists: Assignments,
}

/// How many automata are tried as the base of another.
const MAX_BASES: usize = 16;

/// The least states for which to share a table pays.
const MIN_SHARED: usize = 8;

/// Finds the automata that differ from an earlier one in their starts alone.
pub(super) fn shared(automata: Vec<Cow<'_, Tdfa>>) -> Vec<Automaton<'_>> {
    let mut all: Vec<Automaton<'_>> = Vec::new();
    for tdfa in automata {
        let bases = all.iter_mut().enumerate().filter_map(|(place, base)| match base {
            Automaton::Own(base, starts) => Some((place, base, starts)),
            Automaton::From(..) => None,
        });
        let large = bases.filter(|(_, base, starts)| {
            let states = base.state_count() - starts.len();
            MIN_SHARED <= states && states.abs_diff(tdfa.state_count()) <= 1
        });
        let with = large.take(MAX_BASES).find_map(|(place, base, starts)| {
            let both = with_start(base, &tdfa)?;
            let start = StateId::try_from(base.state_count()).ok()?;
            *base = Cow::Owned(both);
            starts.push(start);
            Some(Automaton::From(place, start))
        });
        all.push(with.unwrap_or_else(|| Automaton::Own(tdfa, Vec::new())));
    }
    all
}

/// Decides which automata become code; what shares the states of another shares its code.
pub(super) fn coded(
    automata: Vec<Automaton<'_>>,
    engines: impl Iterator<Item = Engine>,
) -> Vec<Coded<'_>> {
    let all = automata.into_iter().zip(engines).map(|(automaton, engine)| {
        let code = match &automaton {
            // Where parts lie follows from the length of the text: the matcher is enough.
            Automaton::Own(tdfa, _) if !tdfa.parts.is_empty() && tdfa.slots == 0 => None,
            Automaton::Own(tdfa, starts) => engine::code(tdfa, starts, engine),
            Automaton::From(..) => None,
        };
        Coded { automaton, code }
    });
    all.collect()
}

/// The tables of automata; `map_of` gives the class map of each that has its own.
pub(super) fn numbered<'a>(
    all: Vec<Coded<'a>>,
    map_of: &mut impl Iterator<Item = usize>,
    maps: &[ClassMap],
) -> Vec<Numbered<'a>> {
    let mut done: Vec<Numbered<'_>> = Vec::new();
    for Coded { automaton, code } in all {
        let numbered = match automaton {
            Automaton::Own(tdfa, _) => {
                let class_map = map_of.next().expect("each reader has a map");
                let order = order(tdfa.state_count(), |state| tdfa.ends(state).is_some());
                let mut lists = Assignments::new(tdfa.registers);
                let next = |state, byte| {
                    let edge = tdfa.next(state, byte)?;
                    Some((edge.target, lists.place(&edge.output)))
                };
                let rows = rows(&order, &maps[class_map].classes, next);
                let code = code.map(|program| program.renumbered(&order.number_of));
                let table = Table::Rows(rows);
                Numbered { class_map, table, code, own: Some(Own { tdfa, order, lists }) }
            }
            Automaton::From(base, start) => {
                let Numbered { class_map, own, .. } = &done[base];
                let number_of = own.as_ref().map(|own| &own.order.number_of);
                let start = number_of.expect("a base has its own table")[start as usize];
                let table = Table::From { base, start };
                Numbered { class_map: *class_map, table, code: None, own: None }
            }
        };
        done.push(numbered);
    }
    done
}
