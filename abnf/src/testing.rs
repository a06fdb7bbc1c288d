//! Shortcuts from text to the result of a stage, for tests.

use crate::automata::dfa::Dfa;
use crate::automata::rules::automata;
use crate::automata::shape::shape;
use crate::diagnostic::{Diagnostic, FileId};
use crate::grammar::Grammar;
use crate::grammar::syntax::Rulelist;
use crate::grammar::{lower, syntax};
use crate::limits::Limits;
use crate::spec::ReadOptions;
use crate::text::{source, tokens};
use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;

/// The rules of a text without syntax errors.
pub(crate) fn parsed(file: u32, text: &str) -> Rulelist {
    let limits = Limits::default();
    let mut found = Vec::new();
    let source = source::source(FileId(file), "test", text.as_bytes(), &limits).unwrap();
    let rules = syntax::syntax(&source, &tokens::tokens(&source), &limits, &mut found);
    found.extend(rules.errors().cloned());
    assert_eq!(found, [], "{text}");
    rules
}

/// The grammar of a text without syntax errors.
pub(crate) fn lowered(text: &str) -> (Grammar, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let grammar = lower::lower(&parsed(0, text), &mut found);
    found.extend(grammar.errors().cloned());
    (grammar, found)
}

/// The grammar of a text without any error or warning.
pub(crate) fn grammar(file: u32, text: &str) -> Grammar {
    let mut found = Vec::new();
    let grammar = lower::lower(&parsed(file, text), &mut found);
    assert_eq!(found, [], "{text}");
    grammar
}

/// The automaton of a rule of a text without errors.
pub(crate) fn dfa(text: &str, rule: &str) -> Dfa {
    let options = ReadOptions::default();
    let read = crate::read("test", text.as_bytes(), &[], &options);
    let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
    let rule = grammar.find(rule).expect("the grammar has the rule");
    let automata = automata(&grammar, &shape(&grammar), &[rule], &options.limits);
    automata.dfa(rule).expect("it is regular").clone()
}

/// Returns all texts over `alphabet` of at most `length` bytes, shortest first.
pub(crate) fn texts(alphabet: &[u8], length: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut first = 0;
    for _ in 0..length {
        let last = all.len();
        for index in first..last {
            all.extend(
                alphabet
                    .iter()
                    .map(|&byte| [&all[index][..], &[byte]].concat())
                    .collect::<Vec<_>>(),
            );
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

/// Each finding as `code@offset`, followed by the offsets of its related spans.
pub(crate) fn brief(found: &[Diagnostic]) -> Vec<String> {
    let place = |label: &crate::diagnostic::Label| match label.span.file.0 {
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
