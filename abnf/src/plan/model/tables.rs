//! Which automata there are, and their tables.
//!
//! Minimal canonical automata are equal where languages are, so equality of
//! automata finds the rules that share a matcher. Rules whose tagged automata are
//! equal share a locator, however the parts are called in Rust. A table belongs to the
//! first module that needs it.

use super::Input;
use super::class_maps::{ClassMap, Reader, class_maps};
use super::locators::{Locator, key, locator};
use super::repeated::{Teller, teller};
use crate::automata::dfa::{Dfa, StateId};
use crate::automata::events::Transducer;
use crate::automata::tagged::tdfa::Tdfa;
use crate::bytes::ByteClasses;
use crate::plan::engine::layers::{self, Layer, Layers};
use crate::plan::engine::shift::Shift;
use crate::plan::engine::{self, Code, Matching};
use crate::plan::names::static_name;
use crate::plan::selected::Selected;
use crate::spec::Locate;
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
    /// Its class map, by place in [`super::Module::class_maps`].
    pub class_map: usize,
    /// The next state by state and class.
    pub rows: Vec<Vec<u16>>,
    /// What an entry of the table is.
    pub width: Width,
    /// The state in which every text begins.
    pub start: u16,
    /// The first accepting state; the number of states if none is.
    pub accepting: u16,
    /// Rows to shift, by class.
    pub shift: Option<Shifted>,
    /// The layers before these, if there are any.
    pub layers: Vec<Layer>,
    /// The automaton as code, and the name of its module.
    pub code: Option<(String, Code)>,
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
        let mut left = engine::CODE_STATES;
        found.push(Found::default());
        of_rules.push(Vec::new());
        for rule in &input.selection.rules {
            let named = |automaton| Named {
                name: static_name(rule.name.folded()),
                rules: Vec::new(),
                automaton,
                engines: Matching::default(),
            };
            // Equal languages have equal automata: note [canonical numbers].
            let matcher = *languages.entry(&rule.dfa).or_insert_with(|| {
                let engines = engine::matching(&rule.dfa, rule.engine, &mut left);
                found[module].matchers.push(Named { engines, ..named(rule.dfa.clone()) });
                TableId { module, index: found[module].matchers.len() - 1 }
            });
            found[matcher.module].matchers[matcher.index].rules.push(qualified(input, rule));
            let locator = rule.view.tdfa.as_ref().map(|tdfa| {
                *tagged.entry(key(tdfa)).or_insert_with(|| {
                    // Accessors that locate can be called in constants: the table is for them.
                    let code = match rule.locate {
                        Locate::OnDemand => None,
                        Locate::AtOnce | Locate::Outermost => {
                            engine::locating(tdfa, rule.engine, &mut left)
                        }
                    };
                    let engines = Matching { code, ..Matching::default() };
                    found[module]
                        .locators
                        .push((Named { engines, ..named(tdfa.underlying_dfa()) }, tdfa));
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
                        rules: Vec::new(),
                        automaton: transducer.underlying_dfa(),
                        engines: Matching::default(),
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
    matchers: Vec<Named>,
    locators: Vec<(Named, &'a Tdfa)>,
    tellers: Vec<(Named, &'a Transducer)>,
}

/// An automaton with the rules that need it.
pub(super) struct Named {
    name: String,
    rules: Vec<String>,
    automaton: Dfa,
    engines: Matching,
}

fn module(found: Found<'_>, of_rules: Vec<Tables>) -> ModuleTables {
    // Locators and tellers have a second table of the same form.
    let matchers = found.matchers.iter().map(|named| (named, 1));
    let locators = found.locators.iter().map(|(named, _)| (named, 2));
    let tellers = found.tellers.iter().map(|(named, _)| (named, 2));
    let readers: Vec<Reader<'_>> = matchers
        .chain(locators)
        .chain(tellers)
        .map(|(named, tables)| Reader {
            name: &named.name,
            classes: named.automaton.classes(),
            column: column_size(&named.automaton) * tables,
        })
        .collect();
    let (class_maps, map_of) = class_maps(&readers);
    let mut map_of = map_of.into_iter();
    let mut table = |named| {
        let class_map = map_of.next().expect("each reader has a map");
        matcher(named, class_map, &class_maps[class_map].classes)
    };
    let matchers = found.matchers.into_iter().map(|named| table(named).0).collect();
    let locators = found.locators.into_iter().map(|(named, tdfa)| {
        let (matcher, order) = table(named);
        let classes = &class_maps[matcher.class_map].classes;
        locator(matcher, &order, tdfa, classes)
    });
    let locators = locators.collect();
    let tellers = found.tellers.into_iter().map(|(named, transducer)| {
        let (matcher, order) = table(named);
        let classes = &class_maps[matcher.class_map].classes;
        teller(matcher, &order, transducer, classes)
    });
    ModuleTables {
        matchers,
        locators,
        tellers: tellers.collect(),
        of_rules,
        class_maps: class_maps.clone(),
    }
}

/// Bytes of one column of a transition table.
fn column_size(dfa: &Dfa) -> usize {
    let entry = match width(dfa) {
        Width::Narrow => 1,
        Width::Wide => 2,
    };
    (dfa.state_count() + 1) * entry
}

fn width(dfa: &Dfa) -> Width {
    if dfa.state_count() < 256 { Width::Narrow } else { Width::Wide }
}

/// The tables of an automaton, and its states in the order of their numbers.
fn matcher(named: Named, class_map: usize, classes: &ByteClasses) -> (Matcher, Vec<StateId>) {
    let dfa = &named.automaton;
    let (accepting, others): (Vec<StateId>, Vec<StateId>) =
        dfa.states().partition(|&state| dfa.is_accepting(state));
    let first_accepting = number(others.len());
    let order: Vec<StateId> = others.into_iter().chain(accepting).collect();
    let mut number_of = vec![0; order.len()];
    for (place, &state) in order.iter().enumerate() {
        number_of[state as usize] = number(place);
    }
    let representatives = classes.representatives();
    let row = |state: StateId| {
        let next = |&byte: &u8| dfa.next(state, byte).map_or(0, |next| number_of[next as usize]);
        representatives.iter().map(next).collect()
    };
    let dead = vec![0; representatives.len()];
    let Matching { shift, layers, code } = named.engines;
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
    let module = named.name.to_ascii_lowercase();
    let matcher = Matcher {
        shift,
        layers,
        code: code.map(|code| (module, code)),
        class_map,
        rows: std::iter::once(dead).chain(order.iter().map(|&state| row(state))).collect(),
        width: width(dfa),
        start: number_of[Dfa::START as usize],
        accepting: first_accepting,
        name: named.name,
        rules: named.rules,
    };
    (matcher, order)
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
