//! Nested rules: every rule of every grammar has an automaton, which agrees with the reference
//! on all short strings, on random members, and on their mutations.

use super::{expr, grammar};
use abnfc::automata::language::Language;
use abnfc::automata::rules::automata;
use abnfc::automata::shape::{Recursion, Shape};
use abnfc::automata::superset::superset;
use abnfc::grammar::{Encoding, Expr, Resolved, RuleId, ValueSet};
use abnfc::limits::Limits;
use conformance::languages::agree;
use conformance::reference::Recogniser;
use conformance::strings::{Members, Random, alphabet, exhaustive, mutate};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};

/// Strings for each rule of the exhaustive run, and their greatest length.
const SHORT: usize = 200;
const LENGTH: usize = 20;
/// Random members of each rule, each with a mutant. The reference is slow on long ones.
const RANDOM: usize = 6;
const MAX_RANDOM_LENGTH: usize = 24;

/// The number of rules of each kind.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    grammars: usize,
    regular: usize,
    /// Regular rules that embed themselves.
    solved: usize,
    /// Nested rules that are matched with a stack.
    pushdown: usize,
    /// Nested rules that the general engine matches.
    general: usize,
    members: usize,
    strings: usize,
}

/// An expression that is likely to embed its rule: one that [`expr`] makes, or several of them
/// between bytes, with the same bytes around them (palindromes), before or after references.
pub(super) fn embedding(encoding: Encoding) -> impl Strategy<Value = Expr<RuleId>> {
    let byte = |byte: u32| Expr::Set(ValueSet::single(byte));
    let rule = || (0..3_u32).prop_map(|rule| Expr::Rule(RuleId::from_index(rule)));
    let bytes = || (0..4_usize).prop_map(move |index| byte(u32::from(b"a()]"[index])));
    let between = (bytes(), expr(encoding), rule(), bytes())
        .prop_map(|(open, inner, rule, close)| Expr::Concat(vec![open, inner, rule, close]));
    let around = (bytes(), rule()).prop_map(|(it, rule)| Expr::Concat(vec![it.clone(), rule, it]));
    let first = (rule(), expr(encoding)).prop_map(|(rule, it)| Expr::Concat(vec![rule, it]));
    let last = (expr(encoding), rule()).prop_map(|(it, rule)| Expr::Concat(vec![it, rule]));
    let form = prop_oneof![
        3 => between,
        2 => around,
        2 => first,
        1 => last,
        3 => expr(encoding),
        1 => bytes(),
    ];
    let repeated = (form, 0..6_u32).prop_map(|(body, kind)| match kind {
        0 => Expr::Repeat { min: 0, max: None, body: Box::new(body) },
        1 => Expr::Repeat { min: 0, max: Some(1), body: Box::new(body) },
        _ => body,
    });
    prop::collection::vec(repeated, 1..4).prop_map(Expr::Alt)
}

/// Compares the language of a rule with the reference.
fn compare(
    grammar: &Resolved,
    rule: RuleId,
    language: &Language,
    counts: &mut Counts,
) -> Result<(), String> {
    let mut recogniser = Recogniser::new(grammar, rule);
    let alphabet = alphabet(grammar, rule);
    let mut agreed = Ok(());
    let found = exhaustive(&mut recogniser, &alphabet, SHORT, LENGTH, |text, read| {
        if agreed.is_ok() {
            agreed = agree(language, text, read, &alphabet);
        }
        counts.members += usize::from(read.accepts());
    });
    agreed?;
    counts.strings += found.strings;
    let members = Members::new(grammar);
    let mut random = Random::new(1);
    let mut last = b"-".to_vec();
    for _ in 0..RANDOM {
        let Some(mut member) = members.member(rule, &mut random) else { break };
        let is_whole = member.len() <= MAX_RANDOM_LENGTH;
        member.truncate(MAX_RANDOM_LENGTH);
        let mutant = mutate(&member, &last, &alphabet, &mut random);
        for text in [&member, &mutant] {
            recogniser.judge(text);
            agree(language, text, &recogniser, &alphabet)?;
            counts.strings += 1;
        }
        assert!(!is_whole || recogniser.judge(&member).is_member);
        last = member;
    }
    Ok(())
}

/// Runs through grammars.
fn run(encoding: Encoding, cases: u32, seed: u64) -> Counts {
    let config = Config {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        ..Config::default()
    };
    let counters = std::cell::RefCell::new(Counts::default());
    TestRunner::new(config)
        .run(&prop::collection::vec(embedding(encoding), 3), |exprs| {
            let grammar = grammar(encoding, &exprs);
            let limits = Limits::default();
            let shapes = superset(&grammar, &limits);
            let roots: Vec<RuleId> = grammar.rules().map(|(id, _)| id).collect();
            let automata = automata(&grammar, &shapes, &roots, &limits);
            let mut counters = counters.borrow_mut();
            counters.grammars += 1;
            for &rule in &roots {
                let language = automata.language(rule);
                let language = language.unwrap_or_else(|why| panic!("{grammar}{why:?}"));
                let is_nested = matches!(shapes.of(rule), Shape::Nested { .. });
                prop_assert_eq!(is_nested, language.dfa().is_none(), "{}", grammar);
                let is_solved = *shapes.of(rule) == Shape::Regular(Recursion::Anywhere);
                counters.solved += usize::from(is_solved);
                match language {
                    Language::Regular(_) => counters.regular += 1,
                    Language::Nested(..) => counters.pushdown += 1,
                    Language::General(..) => counters.general += 1,
                }
                let found = compare(&grammar, rule, &language, &mut counters);
                prop_assert_eq!(found, Ok(()), "{}", grammar);
            }
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
    counters.into_inner()
}

#[test]
fn octets() {
    let found = run(Encoding::Octets, 600, 5);
    println!("{found:?}");
    assert!(found.regular > 300 && found.solved > 150, "{found:?}");
    assert!(found.pushdown > 150 && found.general > 900, "{found:?}");
    assert!(found.members > 15_000 && found.strings > 150_000, "{found:?}");
}

#[test]
#[ignore = "takes minutes"]
fn many_grammars_of_octets() {
    let found = run(Encoding::Octets, 10_000, 7);
    println!("{found:?}");
    assert!(found.pushdown > 3000 && found.general > 15_000, "{found:?}");
    assert!(found.members > 300_000 && found.strings > 3_000_000, "{found:?}");
}

#[test]
fn utf_8() {
    let found = run(Encoding::Utf8, 400, 6);
    println!("{found:?}");
    assert!(found.solved > 100 && found.members > 3000, "{found:?}");
    assert!(found.pushdown > 100 && found.general > 600, "{found:?}");
}
