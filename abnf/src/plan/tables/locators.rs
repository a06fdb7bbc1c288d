//! The tables of tagged automata.
//!
//! A locator is the table of a matcher whose edges also say which assignments they make.

use super::assignments::small;
use super::numbered::{Numbered, Own};
use super::rows::Table;
use crate::automata::tagged::tdfa::{StateId, Tdfa};
use crate::plan::engines::program::Program;
use crate::plan::engines::share::Named;
use crate::plan::parts::slots::at_end;
use std::collections::BTreeMap;

/// The table that locates the parts of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Locator {
    /// The name of its static.
    pub name: String,
    /// The rules whose parts are located, as `rule` or `module::rule`.
    pub rules: Vec<String>,
    /// Its class map, by index in [`crate::plan::model::Module::class_maps`].
    pub class_map: usize,
    /// Its table.
    pub table: Table,
    /// The tags, if it has rows of its own.
    pub tags: Option<Tags>,
    /// The name of its own files.
    pub file: String,
    /// Its states that are code, by their numbers in the table.
    pub code: Option<Program<u16>>,
    /// The content of each slot, if the spec requests it.
    pub slots: Option<Vec<String>>,
}

/// The actions of the states and edges of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tags {
    /// The lists of assignments: the number of assignments, then the register and the source of
    /// each. The first list is empty.
    pub lists: Vec<u8>,
    /// The offset of the list for the end of a text, by accepting state.
    pub ends: Vec<u16>,
    /// The names of the parts, then those of other rules inside of them.
    pub parts: Vec<String>,
    /// The index of the context of each state.
    pub context_of: Vec<u16>,
    /// The contexts.
    pub contexts: Vec<Context>,
    /// The number of registers. Slots are registers.
    pub registers: usize,
}

/// The context of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Context {
    /// One more than the number of the innermost part that every continuation is in; 0 if there is
    /// none.
    pub certain: u8,
    /// The same for the innermost rule at any depth.
    pub innermost: u8,
    /// The parts that some continuation is in, as bits.
    pub possible: u64,
}

/// Adds the tags to a table.
pub(in crate::plan) fn locator(numbered: Numbered<'_>, named: Named) -> Locator {
    let Numbered { class_map, table, code, own } = numbered;
    let tags = own.map(|Own { tdfa, order, mut lists }| {
        let ends = order.states.iter().filter_map(|&state| tdfa.ends(state));
        let ends = ends.map(|end| lists.offset(&at_end(end))).collect();
        // The dead state, in which texts that are too long end, has no context.
        let mut contexts = vec![Context::default()];
        let mut numbers = BTreeMap::from([(Context::default(), 0)]);
        let mut parts: Vec<String> = tdfa.parts.iter().map(|part| part.name.clone()).collect();
        let known = order.states.iter().map(|&state| {
            let context = context(&tdfa, state, &mut parts);
            *numbers.entry(context).or_insert_with(|| {
                contexts.push(context);
                small(contexts.len() - 1)
            })
        });
        Tags {
            context_of: std::iter::once(0).chain(known).collect(),
            contexts,
            parts,
            lists: lists.bytes,
            ends,
            registers: tdfa.slot_count(),
        }
    });
    let Named { name, file, rules, .. } = named;
    Locator { name, rules, class_map, table, tags, file, code, slots: None }
}

/// Returns the context of a state. Adds the name of its innermost rule to the names.
fn context(tdfa: &Tdfa, state: StateId, names: &mut Vec<String>) -> Context {
    let known = tdfa.context(state);
    let number = |index: usize| u8::try_from(index + 1).expect("a rule has few parts and names");
    let certain = known.certain.map_or(0, number);
    let innermost = known.inner.as_ref().map_or(certain, |name| {
        let found = names.iter().position(|known| known == name);
        number(found.unwrap_or_else(|| {
            names.push(name.clone());
            names.len() - 1
        }))
    });
    let possible = known.possible.iter().fold(0, |bits, part| bits | 1 << part);
    Context { certain, innermost, possible }
}
