//! The tables of each module, with the classes of bytes that they share.

mod assignments;
pub mod class_maps;
mod lists;
pub mod locators;
pub mod network_table;
mod numbered;
pub mod pushdown_table;
pub mod rows;
mod settled;
pub mod transducers;

use crate::automata::dense::StateId;
use crate::automata::dfa::Dfa;
use crate::bytes::ByteClasses;
use crate::plan::engines::Shifts;
use crate::plan::engines::layers::{self, Layer, Layers};
use crate::plan::engines::program::Program;
use crate::plan::engines::share::{MatcherId, Named, SharedMatcher, Tables};
use crate::plan::engines::shift::Shift;
use crate::plan::engines::{Automaton, Coded, Engines};
use class_maps::{ClassMap, Reader, class_maps};
use locators::{Locator, locator};
use network_table::{NetworkTable, network_table};
use numbered::{Numbered, numbered};
use pushdown_table::{PushdownTable, pushdown_table};
use rows::Table;
use transducers::{EventTable, event_table};

/// The tables of one language.
///
/// State 0 is dead: it rejects, and every transition leads back to it. Accepting
/// states have the highest numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matcher {
    /// The name of its static.
    pub name: String,
    /// The rules of its language, as `rule` or `module::rule`.
    pub rules: Vec<String>,
    /// The number of states of its automaton.
    pub states: usize,
    /// Its class map, by index in [`crate::plan::model::Module::class_maps`].
    pub class_map: usize,
    /// Its table.
    pub table: Table,
    /// Whether generated code walks the table.
    pub is_walked: bool,
    /// Rows to shift, by class.
    pub shift: Option<Shifted>,
    /// The layers before the rows, if there are any.
    pub layers: Vec<Layer>,
    /// The name of its own files.
    pub file: String,
    /// Its states that are code, by their numbers in the table.
    pub code: Option<Program<u16>>,
}

/// The rows of an automaton that is walked by shifts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shifted {
    /// By class of the matcher's map.
    pub rows: Vec<u64>,
    /// The state in which every text begins; in the first layer, if there are layers.
    pub start: u8,
    /// Accepting states, as bits.
    pub accepting: u64,
    /// The offsets of the states by their numbers in the matcher's table. `None` if the table has
    /// other states too, or if there are layers.
    pub offsets: Option<Vec<u8>>,
}

/// The tables of one module.
pub struct ModuleTables {
    pub(in crate::plan) class_maps: Vec<ClassMap>,
    pub(in crate::plan) matchers: Vec<Matcher>,
    pub(in crate::plan) locators: Vec<Locator>,
    pub(in crate::plan) event_tables: Vec<EventTable>,
    pub(in crate::plan) nested: Option<PushdownTable>,
    pub(in crate::plan) general: Option<NetworkTable>,
    pub(in crate::plan) of_rules: Vec<Tables>,
}

impl ModuleTables {
    /// Returns the matcher of a rule, by its index.
    pub(in crate::plan) fn matcher(&self, rule: usize) -> MatcherId<u16, u16> {
        match self.of_rules[rule].matcher {
            MatcherId::Table(id) => MatcherId::Table(id),
            MatcherId::Nested(start) => {
                let nested = self.nested.as_ref().expect("a nested rule has a table");
                MatcherId::Nested(nested.number(start))
            }
            MatcherId::General(start) => {
                let general = self.general.as_ref().expect("a nested rule has a table");
                MatcherId::General(general.number(start))
            }
        }
    }
}

/// The tables of every module.
pub fn tables(all: Vec<Engines<'_>>) -> Vec<ModuleTables> {
    all.into_iter().map(of_module).collect()
}

fn of_module(engines: Engines<'_>) -> ModuleTables {
    let Engines { matchers, locators, event_tables, nested, general, of_rules } = engines;
    let event_readers = event_tables.iter().map(|(named, transducer)| {
        reader(&named.name, transducer.classes(), transducer.state_count())
    });
    let readers: Vec<Reader<'_>> = matchers
        .iter()
        .filter_map(|it| reader_of(&it.shared.named, &it.coded))
        .chain(locators.iter().filter_map(|(named, coded)| reader_of(named, coded)))
        .chain(event_readers)
        .chain(nested.map(|it| reader("NESTED", it.classes(), it.state_count())))
        .chain(general.map(|it| reader("GENERAL", it.classes(), it.state_count())))
        .collect();
    let (class_maps, map_of) = class_maps(&readers);
    let mut map_of = map_of.into_iter();
    let matchers = matchers.into_iter().map(|it| (it.coded, (it.shared, it.shifts)));
    let (coded, others): (Vec<_>, Vec<_>) = matchers.unzip();
    let matchers = numbered(coded, &mut map_of, &class_maps).into_iter().zip(others);
    let matchers =
        matchers.map(|(numbered, (shared, shifts))| matcher(numbered, shared, shifts, &class_maps));
    let matchers = matchers.collect();
    let (names, coded): (Vec<_>, Vec<_>) = locators.into_iter().unzip();
    let locators = numbered(coded, &mut map_of, &class_maps).into_iter().zip(names);
    let locators = locators.map(|(numbered, named)| locator(numbered, named)).collect();
    let event_tables =
        event_tables.into_iter().zip(map_of.by_ref()).map(|((named, transducer), class_map)| {
            event_table(named, transducer, class_map, &class_maps[class_map].classes)
        });
    let event_tables = event_tables.collect();
    let mut next_map = || map_of.next().expect("each reader has a map");
    let nested = nested.map(|it| (it, next_map()));
    let nested = nested.map(|(it, map)| pushdown_table(it, map, &class_maps[map].classes));
    let general = general.map(|it| (it, next_map()));
    let general = general.map(|(it, map)| network_table(it, map, &class_maps[map].classes));
    ModuleTables { class_maps, matchers, locators, event_tables, nested, general, of_rules }
}

/// Returns `None` if the automaton has the states of another one.
fn reader_of<'a>(named: &'a Named, coded: &'a Coded<'_>) -> Option<Reader<'a>> {
    match &coded.automaton {
        Automaton::Own(tdfa, _) => Some(reader(&named.name, tdfa.classes(), tdfa.state_count())),
        Automaton::From { .. } => None,
    }
}

fn reader<'a>(name: &'a str, classes: &'a ByteClasses, states: usize) -> Reader<'a> {
    let bytes = if states < 256 { 1 } else { 2 };
    Reader { name, classes, column: (states + 1) * bytes }
}

/// The table of a matcher, with its other engines.
fn matcher(
    numbered: Numbered<'_>,
    shared: SharedMatcher<'_>,
    shifts: Shifts,
    maps: &[ClassMap],
) -> Matcher {
    let SharedMatcher { named, dfa, is_walked } = shared;
    let Numbered { class_map, table, code, own } = numbered;
    // The numbers of the states, unless the table has other states too.
    let number_of =
        own.map(|own| own.order.number_of).filter(|number_of| number_of.len() == dfa.state_count());
    let representatives = maps[class_map].classes.representatives();
    let Shifts { shift, layers } = shifts;
    let (shift, layers) = match layers {
        None => {
            let start = |shift: &Shift| shift.offsets[Dfa::START.index()];
            let whole = |it| Shifted {
                offsets: number_of.map(|number_of| by_number(&it, &number_of)),
                ..shifted(&it, dfa.states(), start(&it), dfa, &representatives)
            };
            (shift.map(whole), Vec::new())
        }
        Some(found) => {
            let (shift, layers) = layered(&found, dfa, &representatives);
            (Some(shift), layers)
        }
    };
    let Named { name, file, rules, .. } = named;
    Matcher {
        name,
        rules,
        states: dfa.state_count(),
        class_map,
        table,
        is_walked,
        shift,
        layers,
        file,
        code,
    }
}

/// Returns the rows that read the bytes after the layers, and the layers.
fn layered(found: &Layers, dfa: &Dfa, representatives: &[u8]) -> (Shifted, Vec<Layer>) {
    let states = found.rest_states.iter().copied();
    let rest = shifted(&found.rest, states, layers::START, dfa, representatives);
    let layer =
        |layer: &Layer| Layer { rows: by_class(&layer.rows, dfa, representatives), ..*layer };
    (rest, found.layers.iter().map(layer).collect())
}

/// Makes the rows of a packed automaton. `states` are its states in the order of the offsets.
fn shifted(
    shift: &Shift,
    states: impl Iterator<Item = StateId>,
    start: u8,
    dfa: &Dfa,
    representatives: &[u8],
) -> Shifted {
    let accepting = states.zip(&shift.offsets).filter(|(state, _)| dfa.is_accepting(*state));
    Shifted {
        rows: by_class(&shift.rows, dfa, representatives),
        start,
        accepting: accepting.fold(0, |bits, (_, offset)| bits | 1 << offset),
        offsets: None,
    }
}

/// The offsets of states by their numbers in a table, where the dead one is the first.
fn by_number(shift: &Shift, number_of: &[u16]) -> Vec<u8> {
    let mut offsets = vec![shift.dead; number_of.len() + 1];
    for (&number, &offset) in number_of.iter().zip(&shift.offsets) {
        offsets[usize::from(number)] = offset;
    }
    offsets
}

/// The rows by the classes that have these representatives.
fn by_class(rows: &[u64], dfa: &Dfa, representatives: &[u8]) -> Vec<u64> {
    representatives.iter().map(|&byte| rows[dfa.classes().class(byte)]).collect()
}
