//! Runs over documents, suites and lists of other people, which are not part of
//! this repository: they stand in `../shared` beside it. Where that is missing,
//! each test prints that it is skipped.

mod corpora;
mod seeds;
mod suites;

use abnfc::Read;
use abnfc::automata::rules::{Automata, automata};
use abnfc::automata::shape::shape;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use abnfc::spec::{Extract, Import, ReadOptions};
use conformance::outside::{shared, skipped};

/// Reads a grammar, with errors or without.
fn read(name: &str, bytes: &[u8], extract: Extract, imports: &[Import]) -> Read {
    let options = ReadOptions { extract, ..ReadOptions::default() };
    abnfc::read_leniently(name, bytes, imports, &options).unwrap_or_else(|why| panic!("{why}"))
}

/// The automata of all own rules.
fn compiled(grammar: &Resolved) -> Automata {
    let roots: Vec<RuleId> = grammar.own_rules().map(|(id, _)| id).collect();
    automata(grammar, &shape(grammar), &roots, &Limits::default())
}
