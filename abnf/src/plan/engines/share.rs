//! Stores each automaton once, and records the rules that share it.
//!
//! Minimal canonical automata are equal if and only if their languages are, so rules with equal
//! automata share a matcher. Rules with equal tagged automata share a locator, whatever the
//! names of the parts in Rust. An automaton belongs to the root if the root needs it; otherwise
//! each module has its own, since modules do not depend on each other and may need a feature.

use super::{for_locating, for_matching};
use crate::automata::dense::Dense;
use crate::automata::dfa::Dfa;
use crate::automata::events::Transducer;
use crate::automata::language::Language;
use crate::automata::nested::network::{self, Network};
use crate::automata::nested::pushdown::{self, Pushdown};
use crate::automata::tagged::tdfa::{Assignments, Context, Tdfa, Value};
use crate::plan::names::{Taken, part_static_name, static_name};
use crate::plan::parts::selected::Input;
use crate::plan::parts::selected::Selected;
use crate::spec::Engine;
use std::collections::BTreeMap;

/// The automata of one module, and the ones that each of its rules uses.
#[derive(Default)]
pub struct Shared<'a> {
    pub(in crate::plan) matchers: Vec<SharedMatcher<'a>>,
    pub(in crate::plan) locators: Vec<(Named, &'a Tdfa)>,
    pub(in crate::plan) event_tables: Vec<(Named, &'a Transducer)>,
    /// The automaton of nested rules.
    pub(in crate::plan) nested: Option<&'a Pushdown>,
    /// The automata of the general engine.
    pub(in crate::plan) general: Option<&'a Network>,
    pub(in crate::plan) of_rules: Vec<Tables>,
}

/// A matcher, a locator or an event table of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableId {
    /// The module that holds it.
    pub module: usize,
    /// Its index there.
    pub index: usize,
}

/// The matcher of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatcherId<S, G> {
    /// A matcher of the model.
    Table(TableId),
    /// The automaton with a stack of the rule's module, from this state.
    Nested(S),
    /// The general engine, from this state of the rule's module.
    General(G),
}

impl<S, G> MatcherId<S, G> {
    /// Returns the matcher of the model, if the rule is regular.
    pub fn table(&self) -> Option<TableId> {
        match self {
            Self::Table(id) => Some(*id),
            Self::Nested(_) | Self::General(_) => None,
        }
    }
}

/// The tables that a rule uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::plan) struct Tables {
    pub(in crate::plan) matcher: MatcherId<pushdown::StateId, network::StateId>,
    pub(in crate::plan) locator: Option<TableId>,
    /// One for each repeated part.
    pub(in crate::plan) events: Vec<TableId>,
    /// The one of the pieces of decoded text.
    pub(in crate::plan) pieces: Option<TableId>,
}

/// The name of an automaton, with the rules that need it.
#[derive(Clone)]
pub(in crate::plan) struct Named {
    pub(in crate::plan) name: String,
    /// The name of its files.
    pub(in crate::plan) file: String,
    pub(in crate::plan) rules: Vec<String>,
    pub(in crate::plan) engine: Engine,
    /// The same for locators that were joined.
    pub(in crate::plan) joint: Option<usize>,
}

/// The automaton of a language.
pub(in crate::plan) struct SharedMatcher<'a> {
    pub(in crate::plan) named: Named,
    pub(in crate::plan) dfa: &'a Dfa,
    /// Whether a rule of the language has no locator, which could match too.
    pub(in crate::plan) is_walked: bool,
}

/// The automata of every module.
pub fn share(inputs: &[Input]) -> Vec<Shared<'_>> {
    let mut languages: TableIndex<&Dfa> = TableIndex::default();
    let mut tagged: TableIndex<Key<'_>> = TableIndex::default();
    let mut transducers: TableIndex<&Transducer> = TableIndex::default();
    let mut found: Vec<Shared<'_>> = Vec::new();
    for (module, input) in inputs.iter().enumerate() {
        found.push(Shared::default());
        let mut taken = Taken::default();
        for rule in &input.selection.rules {
            let named = Named {
                name: static_name(rule.name.folded()),
                file: taken.module_name(rule.name.folded()),
                rules: Vec::new(),
                engine: Engine::Table,
                joint: None,
            };
            let matcher = match &rule.language {
                Language::Regular(dfa) => {
                    // Equal languages have equal automata: note [canonical numbers].
                    let id = languages.of(dfa, module, || {
                        let matcher = SharedMatcher { named: named.clone(), dfa, is_walked: false };
                        found[module].matchers.push(matcher);
                        TableId { module, index: found[module].matchers.len() - 1 }
                    });
                    let this = &mut found[id.module].matchers[id.index];
                    this.named.rules.push(qualified(input, rule));
                    this.named.engine = this.named.engine.max(for_matching(dfa, rule));
                    // A locator is a matcher too.
                    this.is_walked |= rule.view.tdfa.is_none();
                    MatcherId::Table(id)
                }
                Language::Nested(automaton, start) => {
                    found[module].nested = Some(automaton);
                    MatcherId::Nested(*start)
                }
                Language::General(network, start) => {
                    found[module].general = Some(network);
                    MatcherId::General(*start)
                }
            };
            let locator = rule.view.tdfa.as_ref().map(|tdfa| {
                tagged.of(key(tdfa), module, || {
                    found[module].locators.push((named.clone(), tdfa));
                    TableId { module, index: found[module].locators.len() - 1 }
                })
            });
            if let Some(id) = locator {
                let this = &mut found[id.module].locators[id.index].0;
                this.engine = this.engine.max(for_locating(rule));
                this.joint = this.joint.or(rule.view.joint);
                this.rules.push(qualified(input, rule));
            }
            let mut event_table = |name: &str, accessor: &str, transducer| {
                let id = transducers.of(transducer, module, || {
                    let name = part_static_name(rule.name.folded(), accessor);
                    let named = Named { name, ..named.clone() };
                    found[module].event_tables.push((named, transducer));
                    TableId { module, index: found[module].event_tables.len() - 1 }
                });
                let of = format!("{} in {}", name, qualified(input, rule));
                found[id.module].event_tables[id.index].0.rules.push(of);
                id
            };
            let repeated = rule.view.repeated.iter();
            let events = repeated
                .map(|it| event_table(&it.part.name, &it.part.accessor, &it.transducer))
                .collect();
            // No accessor begins with an underscore.
            let pieces = rule.view.pieces.as_ref();
            let pieces = pieces.map(|transducer| event_table("pieces", "_pieces", transducer));
            found[module].of_rules.push(Tables { matcher, locator, events, pieces });
        }
    }
    found
}

fn qualified(input: &Input, rule: &Selected) -> String {
    let prefix = if input.module.is_empty() { "" } else { "::" };
    format!("{}{prefix}{}", input.module, rule.name)
}

/// The data that tables depend on: automata that differ only in the offsets of their parts have
/// the same tables.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key<'a> {
    dense: &'a Dense<Assignments, Vec<Value>>,
    registers: usize,
    slots: usize,
    parts: Vec<&'a str>,
    contexts: &'a [Context],
}

/// See [`Key`].
fn key(tdfa: &Tdfa) -> Key<'_> {
    let Tdfa { dense, registers, slots, parts, contexts, scans: _ } = tdfa;
    let parts = parts.iter().map(|part| part.name.as_str()).collect();
    Key { dense, registers: *registers, slots: *slots, parts, contexts }
}

/// The tables that a module can use, by their automata: those of the root and its own.
struct TableIndex<K> {
    root: BTreeMap<K, TableId>,
    own: BTreeMap<K, TableId>,
    /// The module that owns them.
    module: usize,
}

impl<K> Default for TableIndex<K> {
    fn default() -> Self {
        Self { root: BTreeMap::new(), own: BTreeMap::new(), module: 0 }
    }
}

impl<K: Ord> TableIndex<K> {
    /// Returns the table of an automaton that a module can use, or adds one. Modules are visited
    /// one after the other, the root first.
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
