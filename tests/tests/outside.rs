//! Runs over documents, suites and lists of other projects; see [`conformance::outside`].

mod bundled;
mod corpora;
pub(crate) mod grammars;
mod layout;
mod refusals;
mod seeds;
mod suites;

use abnfc::Read;
use abnfc::automata::rules::{Automata, automata};
use abnfc::automata::superset::superset;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use abnfc::spec::{Extract, Import, ReadOptions};
use conformance::outside::shared;

/// Reads a grammar, with errors or without.
fn read(name: &str, bytes: &[u8], extract: Extract, imports: &[Import]) -> Read {
    let options = ReadOptions { extract, ..ReadOptions::default() };
    abnfc::read_leniently(name, bytes, imports, &options).unwrap_or_else(|why| panic!("{why}"))
}

/// The automata of all own rules.
fn compiled(grammar: &Resolved) -> Automata {
    let roots: Vec<RuleId> = grammar.own_rules().map(|(id, _)| id).collect();
    let limits = Limits::default();
    automata(grammar, &superset(grammar, &limits), &roots, &limits)
}
