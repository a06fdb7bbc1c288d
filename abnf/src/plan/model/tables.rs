//! Which automata there are, and their tables.
//!
//! Minimal canonical automata are equal where languages are, so equality of
//! automata finds the rules that share a matcher. Rules whose tagged automata are
//! equal share a locator, however the parts are called in Rust, and automata that differ
//! in nothing but the first byte share a table. A table belongs to the first module that
//! needs it.

use super::Input;
use super::class_maps::{ClassMap, Reader, class_maps};
use super::locators::{Assignments, Locator, key, locator};
use super::repeated::{Teller, teller};
use super::starts::with_start;
use crate::automata::dense::StateId;
use crate::automata::dfa::Dfa;
use crate::automata::events::Transducer;
use crate::automata::tagged::tdfa::Tdfa;
use crate::bytes::ByteClasses;
use crate::plan::engine::layers::{self, Layer, Layers};
use crate::plan::engine::program::Program;
use crate::plan::engine::shift::Shift;
use crate::plan::engine::{self, Shifts, plain};
use crate::plan::names::static_name;
use crate::plan::selected::Selected;
use crate::spec::{Engine, Locate};
use std::collections::BTreeMap;

/// A matcher, a locator or a teller of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableId {
    /// The module that holds it.
    pub module: usize,
    /// Its place there.
    pub index: usize,
}

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
    /// How many states its automaton has.
    pub states: usize,
    /// Its class map, by place in [`super::Module::class_maps`].
    pub class_map: usize,
    /// Its table.
    pub table: Table,
    /// Whether something reads the table.
    pub is_walked: bool,
    /// Rows to shift, by class.
    pub shift: Option<Shifted>,
    /// The layers before these, if there are any.
    pub layers: Vec<Layer>,
    /// States of it as code, by their numbers in the table, and the name of the file.
    pub code: Option<(String, Program)>,
}

/// An automaton as a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Table {
    /// With rows of its own.
    Rows(Rows),
    /// That of another one of the module and kind, by place there, from another start.
    From {
        /// Whose table.
        base: usize,
        /// The state in which texts begin.
        start: u16,
    },
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
}

/// The type of a table's entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// `u8`, for up to 256 states.
    Narrow,
    /// `u16`.
    Wide,
}

/// The tables of one module.
pub(super) struct ModuleTables {
    pub(super) class_maps: Vec<ClassMap>,
    pub(super) matchers: Vec<Matcher>,
    pub(super) locators: Vec<Locator>,
    pub(super) tellers: Vec<Teller>,
    pub(super) of_rules: Vec<Tables>,
}

/// The tables of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tables {
    pub(super) matcher: TableId,
    pub(super) locator: Option<TableId>,
    /// One for each repeated part.
    pub(super) tellers: Vec<TableId>,
}

/// The tables of every module.
pub(super) fn tables(inputs: &[Input]) -> Vec<ModuleTables> {
    let mut languages: BTreeMap<&Dfa, TableId> = BTreeMap::new();
    let mut tagged: BTreeMap<Tdfa, TableId> = BTreeMap::new();
    let mut transducers: BTreeMap<&Transducer, TableId> = BTreeMap::new();
    let mut of_rules: Vec<Vec<Tables>> = Vec::new();
    let mut found: Vec<Found<'_>> = Vec::new();
    for (module, input) in inputs.iter().enumerate() {
        found.push(Found::default());
        of_rules.push(Vec::new());
        for rule in &input.selection.rules {
            let named = Named {
                name: static_name(rule.name.folded()),
                rules: Vec::new(),
                engine: rule.engine,
            };
            // Equal languages have equal automata: note [canonical numbers].
            let matcher = *languages.entry(&rule.dfa).or_insert_with(|| {
                let matcher = FoundMatcher {
                    named: named.clone(),
                    dfa: &rule.dfa,
                    is_walked: false,
                };
                found[module].matchers.push(matcher);
                TableId { module, index: found[module].matchers.len() - 1 }
            });
            let this = &mut found[matcher.module].matchers[matcher.index];
            this.named.rules.push(qualified(input, rule));
            // What locates parts also matches.
            this.is_walked |= rule.view.tdfa.is_none();
            let locator = rule.view.tdfa.as_ref().map(|tdfa| {
                *tagged.entry(key(tdfa)).or_insert_with(|| {
                    // Accessors that locate can be called in constants: the table is for them.
                    let engine = match rule.locate {
                        Locate::OnDemand => Engine::Table,
                        Locate::AtOnce | Locate::Outermost => rule.engine,
                    };
                    let named = Named { engine, ..named.clone() };
                    found[module].locators.push((named, key(tdfa)));
                    TableId { module, index: found[module].locators.len() - 1 }
                })
            });
            if let Some(id) = locator {
                found[id.module].locators[id.index].0.rules.push(qualified(input, rule));
            }
            let tellers = rule.view.repeated.iter().map(|repetition| {
                let (name, transducer) = (&repetition.part.name, &repetition.transducer);
                let id = *transducers.entry(transducer).or_insert_with(|| {
                    let owner = rule.name.folded();
                    let named = Named {
                        name: static_name(&format!("{owner}-{}", repetition.part.accessor)),
                        ..named.clone()
                    };
                    found[module].tellers.push((named, transducer));
                    TableId { module, index: found[module].tellers.len() - 1 }
                });
                let of = format!("{} in {}", name, qualified(input, rule));
                found[id.module].tellers[id.index].0.rules.push(of);
                id
            });
            let tellers = tellers.collect();
            of_rules[module].push(Tables { matcher, locator, tellers });
        }
    }
    found.into_iter().zip(of_rules).map(|(found, of_rules)| module(found, of_rules)).collect()
}

fn qualified(input: &Input, rule: &Selected) -> String {
    let prefix = if input.module.is_empty() { "" } else { "::" };
    format!("{}{prefix}{}", input.module, rule.name)
}

/// What a module needs tables for.
#[derive(Default)]
struct Found<'a> {
    matchers: Vec<FoundMatcher<'a>>,
    locators: Vec<(Named, Tdfa)>,
    tellers: Vec<(Named, &'a Transducer)>,
}

/// The name of an automaton, with the rules that need it.
#[derive(Clone)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) rules: Vec<String>,
    engine: Engine,
}

struct FoundMatcher<'a> {
    named: Named,
    dfa: &'a Dfa,
    /// Whether a rule has no other table.
    is_walked: bool,
}

fn module(found: Found<'_>, of_rules: Vec<Tables>) -> ModuleTables {
    let mut left = engine::MAX_CODED;
    let (locator_names, automata): (Vec<_>, Vec<_>) = found.locators.into_iter().unzip();
    let locators = coded(shared(automata), &locator_names, &mut left);
    let matcher_names: Vec<_> = found.matchers.iter().map(|it| it.named.clone()).collect();
    let automata = found.matchers.iter().map(|it| plain(it.dfa)).collect();
    let matchers = coded(shared(automata), &matcher_names, &mut left);
    let tellers = found.tellers.iter().map(|(named, transducer)| {
        reader(&named.name, transducer.classes(), transducer.state_count())
    });
    let readers: Vec<Reader<'_>> = readers(&matchers, &matcher_names)
        .chain(readers(&locators, &locator_names))
        .chain(tellers)
        .collect();
    let (class_maps, map_of) = class_maps(&readers);
    let mut map_of = map_of.into_iter();
    let matchers = numbered(matchers, &mut map_of, &class_maps);
    let locators = numbered(locators, &mut map_of, &class_maps);
    let matchers = matchers
        .into_iter()
        .zip(found.matchers)
        .map(|(numbered, found)| matcher(numbered, found, &class_maps));
    let matchers = matchers.collect();
    let locators = locators.into_iter().zip(locator_names).map(|(it, named)| locator(it, named));
    let locators = locators.collect();
    let tellers = found.tellers.into_iter().zip(map_of).map(|((named, transducer), class_map)| {
        teller(named, transducer, class_map, &class_maps[class_map].classes)
    });
    let tellers = tellers.collect();
    ModuleTables { matchers, locators, tellers, of_rules, class_maps }
}

fn readers<'a>(all: &'a [Coded], names: &'a [Named]) -> impl Iterator<Item = Reader<'a>> {
    all.iter().zip(names).filter_map(|(coded, named)| match &coded.automaton {
        Automaton::Own(tdfa, _) => Some(reader(&named.name, tdfa.classes(), tdfa.state_count())),
        Automaton::From(..) => None,
    })
}

fn reader<'a>(name: &'a str, classes: &'a ByteClasses, states: usize) -> Reader<'a> {
    let bytes = if states < 256 { 1 } else { 2 };
    Reader { name, classes, column: (states + 1) * bytes }
}

/// An automaton of a module, or which other one has its states.
enum Automaton {
    /// With all states from which texts begin beside the first.
    Own(Tdfa, Vec<StateId>),
    /// Whose states, by place, and the start among them.
    From(usize, StateId),
}

/// An automaton with the states that are code.
struct Coded {
    automaton: Automaton,
    code: Option<(String, Program)>,
}

/// An automaton with its table.
pub(super) struct Numbered {
    pub(super) class_map: usize,
    pub(super) table: Table,
    pub(super) code: Option<(String, Program)>,
    /// What else belongs to a table of its own.
    pub(super) own: Option<Own>,
}

/// An automaton, the order of its states, and what its edges do.
pub(super) struct Own {
    pub(super) tdfa: Tdfa,
    pub(super) order: Order,
    pub(super) lists: Assignments,
}

/// How many automata are tried as the base of another.
const MAX_BASES: usize = 16;

/// The least states for which to share a table pays.
const MIN_SHARED: usize = 8;

/// Finds the automata that differ from an earlier one in their starts alone.
fn shared(automata: Vec<Tdfa>) -> Vec<Automaton> {
    let mut all: Vec<Automaton> = Vec::new();
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
            *base = both;
            starts.push(start);
            Some(Automaton::From(place, start))
        });
        all.push(with.unwrap_or_else(|| Automaton::Own(tdfa, Vec::new())));
    }
    all
}

/// Decides which automata become code.
fn coded(automata: Vec<Automaton>, names: &[Named], left: &mut usize) -> Vec<Coded> {
    let all = automata.into_iter().zip(names).map(|(automaton, named)| {
        let code = match &automaton {
            Automaton::Own(tdfa, starts) => engine::code(tdfa, starts, named.engine, left),
            Automaton::From(..) => None,
        };
        let file = named.name.to_ascii_lowercase();
        Coded { automaton, code: code.map(|code| (file, code)) }
    });
    all.collect()
}

/// The states of an automaton by their numbers in its table.
pub(super) struct Order {
    /// From the first.
    pub(super) states: Vec<StateId>,
    /// The number of each state.
    pub(super) number_of: Vec<u16>,
    /// The first accepting one, by number.
    pub(super) accepting: u16,
}

/// Accepting states have the highest numbers, 0 is dead.
pub(super) fn order(count: usize, accepts: impl Fn(StateId) -> bool) -> Order {
    let all = (0..).take(count);
    let (accepting, others): (Vec<StateId>, Vec<StateId>) = all.partition(|&it| accepts(it));
    let first = number(others.len());
    let states: Vec<StateId> = others.into_iter().chain(accepting).collect();
    let mut number_of = vec![0; states.len()];
    for (place, &state) in states.iter().enumerate() {
        number_of[state as usize] = number(place);
    }
    Order { states, number_of, accepting: first }
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
        Some((target, 0)) => order.number_of[target as usize],
        Some((target, list)) => {
            let edge = (order.number_of[target as usize], list);
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
    let start = order.number_of[Dfa::START as usize];
    Rows { rows, edges, width, start, accepting: order.accepting }
}

/// The tables of automata; `map_of` gives the class map of each that has its own.
fn numbered(
    all: Vec<Coded>,
    map_of: &mut impl Iterator<Item = usize>,
    maps: &[ClassMap],
) -> Vec<Numbered> {
    let mut done: Vec<Numbered> = Vec::new();
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
                let code = code.map(|(file, program)| (file, program.renumbered(&order.number_of)));
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

/// The table of a matcher, with its other engines.
fn matcher(numbered: Numbered, found: FoundMatcher<'_>, maps: &[ClassMap]) -> Matcher {
    let FoundMatcher { named, dfa, is_walked } = found;
    let Numbered { class_map, table, code, .. } = numbered;
    let representatives = maps[class_map].classes.representatives();
    let Shifts { shift, layers } = engine::shifts(dfa, named.engine);
    let (shift, layers) = match layers {
        None => {
            let start = |shift: &Shift| shift.offsets[Dfa::START as usize];
            let whole = |it| shifted(&it, dfa.states(), start(&it), dfa, &representatives);
            (shift.map(whole), Vec::new())
        }
        Some(found) => {
            let (shift, layers) = layered(&found, dfa, &representatives);
            (Some(shift), layers)
        }
    };
    let Named { name, rules, .. } = named;
    Matcher { name, rules, states: dfa.state_count(), class_map, table, is_walked, shift, layers, code }
}

/// The number of the state at a place in the order of live states.
fn number(place: usize) -> u16 {
    u16::try_from(place + 1).expect("automata with more states are refused")
}

/// What reads the bytes after the layers, and these.
fn layered(found: &Layers, dfa: &Dfa, representatives: &[u8]) -> (Shifted, Vec<Layer>) {
    let states = found.rest_states.iter().copied();
    let rest = shifted(&found.rest, states, layers::START, dfa, representatives);
    let layer = |layer: &Layer| Layer {
        rows: by_class(&layer.rows, dfa, representatives),
        accepting: layer.accepting,
    };
    (rest, found.layers.iter().map(layer).collect())
}

/// `states` are those of the automaton in the order of the offsets.
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
    }
}

/// The rows by the classes that have these representatives.
fn by_class(rows: &[u64], dfa: &Dfa, representatives: &[u8]) -> Vec<u64> {
    representatives.iter().map(|&byte| rows[dfa.classes().class(byte)]).collect()
}
