//! Which automata there are, and their tables.
//!
//! Minimal canonical automata are equal where languages are, so equality of
//! automata finds the rules that share a matcher. Rules whose tagged automata are
//! equal share a locator, however the parts are called in Rust, and automata that differ
//! in nothing but the first byte share a table. A table belongs to the root if the root needs
//! it, else each module has its own: modules do not see into each other, and may be there only
//! with a feature.

use super::Input;
use super::class_maps::{ClassMap, Reader, class_maps};
use super::locators::{Key, Locator, key, locator};
use super::numbered::{Automaton, Coded, Named, Numbered, coded, numbered, shared};
use super::repeated::{Teller, teller};
use super::rows::Table;
use crate::automata::dense::StateId;
use crate::automata::dfa::Dfa;
use crate::automata::events::Transducer;
use crate::automata::tagged::tdfa::Tdfa;
use crate::bytes::ByteClasses;
use crate::plan::engine::layers::{self, Layer, Layers};
use crate::plan::engine::program::Program;
use crate::plan::engine::shift::Shift;
use crate::plan::engine::{self, Shifts, plain};
use crate::plan::names::{Taken, part_static_name, static_name};
use crate::plan::selected::Selected;
use crate::spec::{Engine, Locate};
use std::borrow::Cow;
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
    /// The name of the files that it has for itself.
    pub file: String,
    /// States of it as code, by their numbers in the table.
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
    let mut languages: Known<&Dfa> = Known::default();
    let mut tagged: Known<Key<'_>> = Known::default();
    let mut transducers: Known<&Transducer> = Known::default();
    let mut of_rules: Vec<Vec<Tables>> = Vec::new();
    let mut found: Vec<Found<'_>> = Vec::new();
    for (module, input) in inputs.iter().enumerate() {
        found.push(Found::default());
        of_rules.push(Vec::new());
        let mut taken = Taken::default();
        for rule in &input.selection.rules {
            let named = Named {
                name: static_name(rule.name.folded()),
                file: taken.module_name(rule.name.folded()),
                rules: Vec::new(),
                engine: rule.engine,
            };
            // Equal languages have equal automata: note [canonical numbers].
            let matcher = languages.of(&rule.dfa, module, || {
                let matcher =
                    FoundMatcher { named: named.clone(), dfa: &rule.dfa, is_walked: false };
                found[module].matchers.push(matcher);
                TableId { module, index: found[module].matchers.len() - 1 }
            });
            let this = &mut found[matcher.module].matchers[matcher.index];
            this.named.rules.push(qualified(input, rule));
            // What locates parts also matches.
            this.is_walked |= rule.view.tdfa.is_none();
            let locator = rule.view.tdfa.as_ref().map(|tdfa| {
                tagged.of(key(tdfa), module, || {
                    // Accessors that locate can be called in constants: the table is for them.
                    let engine = match rule.locate {
                        Locate::OnDemand => Engine::Table,
                        Locate::AtOnce | Locate::Outermost => rule.engine,
                    };
                    let named = Named { engine, ..named.clone() };
                    found[module].locators.push((named, tdfa));
                    TableId { module, index: found[module].locators.len() - 1 }
                })
            });
            if let Some(id) = locator {
                found[id.module].locators[id.index].0.rules.push(qualified(input, rule));
            }
            let tellers = rule.view.repeated.iter().map(|repetition| {
                let (name, transducer) = (&repetition.part.name, &repetition.transducer);
                let id = transducers.of(transducer, module, || {
                    let owner = rule.name.folded();
                    let named = Named {
                        name: part_static_name(owner, &repetition.part.accessor),
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

/// The tables that a module can use, by their automata: those of the root and its own.
struct Known<K> {
    root: BTreeMap<K, TableId>,
    own: BTreeMap<K, TableId>,
    /// Whose own ones these are.
    module: usize,
}

impl<K> Default for Known<K> {
    fn default() -> Self {
        Self { root: BTreeMap::new(), own: BTreeMap::new(), module: 0 }
    }
}

impl<K: Ord> Known<K> {
    /// The table of an automaton, as it is known to a module, else a new one. Modules come one
    /// after the other, the root first.
    fn of(&mut self, automaton: K, module: usize, new: impl FnOnce() -> TableId) -> TableId {
        if self.module != module {
            (self.own, self.module) = (BTreeMap::new(), module);
        }
        if let Some(&id) = self.root.get(&automaton) {
            return id;
        }
        let known = if module == 0 { &mut self.root } else { &mut self.own };
        *known.entry(automaton).or_insert_with(new)
    }
}

/// What a module needs tables for.
#[derive(Default)]
struct Found<'a> {
    matchers: Vec<FoundMatcher<'a>>,
    locators: Vec<(Named, &'a Tdfa)>,
    tellers: Vec<(Named, &'a Transducer)>,
}

struct FoundMatcher<'a> {
    named: Named,
    dfa: &'a Dfa,
    /// Whether a rule has no other table.
    is_walked: bool,
}

fn module(found: Found<'_>, of_rules: Vec<Tables>) -> ModuleTables {
    let (locator_names, automata): (Vec<_>, Vec<_>) = found.locators.into_iter().unzip();
    let automata = automata.into_iter().map(Cow::Borrowed).collect();
    let locators = coded(shared(automata), locator_names.iter().map(|it| it.engine));
    let matcher_names: Vec<_> = found.matchers.iter().map(|it| it.named.clone()).collect();
    let automata = found.matchers.iter().map(|it| Cow::Owned(plain(it.dfa))).collect();
    let shifts: Vec<Shifts> =
        found.matchers.iter().map(|it| engine::shifts(it.dfa, it.named.engine)).collect();
    let matchers = coded(shared(automata), matcher_names.iter().map(|it| it.engine));
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
        .zip(shifts)
        .map(|((numbered, found), shifts)| matcher(numbered, found, shifts, &class_maps));
    let matchers = matchers.collect();
    let locators = locators.into_iter().zip(locator_names).map(|(it, named)| locator(it, named));
    let locators = locators.collect();
    let tellers = found.tellers.into_iter().zip(map_of).map(|((named, transducer), class_map)| {
        teller(named, transducer, class_map, &class_maps[class_map].classes)
    });
    let tellers = tellers.collect();
    ModuleTables { class_maps, matchers, locators, tellers, of_rules }
}

fn readers<'a>(all: &'a [Coded<'_>], names: &'a [Named]) -> impl Iterator<Item = Reader<'a>> {
    all.iter().zip(names).filter_map(|(coded, named)| match &coded.automaton {
        Automaton::Own(tdfa, _) => Some(reader(&named.name, tdfa.classes(), tdfa.state_count())),
        Automaton::From(..) => None,
    })
}

fn reader<'a>(name: &'a str, classes: &'a ByteClasses, states: usize) -> Reader<'a> {
    let bytes = if states < 256 { 1 } else { 2 };
    Reader { name, classes, column: (states + 1) * bytes }
}

/// The table of a matcher, with its other engines.
fn matcher(
    numbered: Numbered<'_>,
    found: FoundMatcher<'_>,
    shifts: Shifts,
    maps: &[ClassMap],
) -> Matcher {
    let FoundMatcher { named, dfa, is_walked } = found;
    let Numbered { class_map, table, code, .. } = numbered;
    let representatives = maps[class_map].classes.representatives();
    let Shifts { shift, layers } = shifts;
    let (shift, layers) = match layers {
        None => {
            let start = |shift: &Shift| shift.offsets[Dfa::START.index()];
            let whole = |it| shifted(&it, dfa.states(), start(&it), dfa, &representatives);
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
