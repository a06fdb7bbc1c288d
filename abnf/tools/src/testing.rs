//! Shared by tests: automata of rules, texts over an alphabet, and random cases.

use abnfc::automata::dfa::Dfa;
use abnfc::automata::rules::automata;
use abnfc::automata::shape::shape;
use abnfc::diagnostic::{Diagnostic, FileId};
use abnfc::grammar::syntax::{self, Rulelist};
use abnfc::limits::Limits;
use abnfc::spec::ReadOptions;
use abnfc::text::{source, tokens};
use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;

/// Returns the rules of a text without syntax errors.
pub(crate) fn parsed(file: u32, text: &str) -> Rulelist {
    let limits = Limits::default();
    let mut found = Vec::new();
    let source = source::source(FileId(file), "test", text.as_bytes(), &limits).unwrap();
    let rules = syntax::syntax(&source, &tokens::tokens(&source), &limits, &mut found);
    found.extend(rules.errors().cloned());
    assert_eq!(found, [], "{text}");
    rules
}

/// Returns the automaton of a rule of a text without errors.
pub(crate) fn dfa(text: &str, rule: &str) -> Dfa {
    let options = ReadOptions::default();
    let read = abnfc::read("test", text.as_bytes(), &[], &options);
    let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
    let rule = grammar.find(rule).expect("the rule exists");
    let automata = automata(&grammar, &shape(&grammar), &[rule], &options.limits);
    automata.dfa(rule).expect("it is regular").clone()
}

/// Returns all texts over some bytes of at most this length, short ones first.
pub(crate) fn texts(alphabet: &[u8], length: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut first = 0;
    for _ in 0..length {
        let last = all.len();
        for index in first..last {
            let longer = alphabet.iter().map(|&byte| [&all[index][..], &[byte]].concat());
            let longer: Vec<_> = longer.collect();
            all.extend(longer);
        }
        first = last;
    }
    all
}

/// Random cases that are the same in every run.
pub(crate) fn seeded(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(0),
        failure_persistence: None,
        max_global_rejects: 100_000,
        ..ProptestConfig::default()
    }
}

/// Returns each finding as `code@offset`, followed by the offsets of its other places.
pub(crate) fn brief(found: &[Diagnostic]) -> Vec<String> {
    let place = |label: &abnfc::diagnostic::Label| match label.span.file.0 {
        0 => format!("@{}", label.span.start),
        file => format!("@{file}:{}", label.span.start),
    };
    found
        .iter()
        .map(|item| {
            let places = item.primary.iter().chain(&item.secondary).map(place);
            format!("{}{}", item.code, places.collect::<String>())
        })
        .collect()
}
