//! The passes against the tagged NFA that they are made from, and the twinning property
//! against the delay.

use super::*;
use crate::automata::shape::shape;
use crate::automata::tagged::tests::bodies;
use crate::limits::Limits;
use crate::spec::ReadOptions;
use crate::testing::{seeded, texts};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;

/// The states without bound that the delay of events would need show themselves.
#[test]
fn the_twinning_property_holds_where_the_delay_is_bounded() {
    for (text, is_bounded) in [
        ("r = *p\np = %s\"a\" / %s\"aa\"\n", true),
        ("r = *(p %s\"bba\" / %s\"abbb\")\np = %s\"a\"\n", true),
        ("r = p / *%s\"a\"\np = *%s\"a\"\n", true),
        ("r = *%s\"a\" / p\np = *%s\"a\"\n", true),
        ("r = *%s\"a\" p\np = *(%s\"a\" / %s\"b\")\n", true),
        ("r = *(p %s\"b\") / *%s\"ab\" %s\"c\"\np = %s\"a\"\n", false),
        ("r = *p %s\"x\" / *%s\"a\"\np = %s\"a\"\n", false),
        ("r = *(p %s\";\" / 1*%s\"a\" %s\":\")\np = *%s\"a\"\n", false),
    ] {
        let read = crate::read("test", text.as_bytes(), &[], &ReadOptions::default());
        let grammar = read.expect("it has no errors").resolved;
        let [rule, of] = ["r", "p"].map(|name| grammar.find(name).expect("it is there"));
        let part = Part { name: "p".to_owned(), rules: [of].into() };
        let (shapes, limits) = (shape(&grammar), Limits::default());
        let tagging = Tagging::new(&grammar, &shapes, &limits);
        let nfa = event_nfa(&tagging, rule, &part).expect("regular");
        let mut budget = Budget::new(limits.subset_work, 1_000);
        let priority = priority_dfa(&nfa, &mut budget).expect("it is small");
        let found = twinning::has_twinning_property(&priority, &mut budget);
        assert_eq!(found, Ok(is_bounded), "{text}");
        let delayed = delayed::delayed(&priority, &mut budget);
        assert_eq!(delayed.err(), (!is_bounded).then_some(TooLarge::States), "{text}");
    }
}

/// The occurrences of a part by the preferred way through the NFA: the rule, begin and end.
fn occurrences(nfa: &Nfa, text: &[u8]) -> Option<Vec<(usize, usize, usize)>> {
    let met = nfa.tags(text)?;
    let pairs = met.chunks(2).map(|pair| {
        let [(0, begin), (close, end)] = *pair else { panic!("{pair:?} is no occurrence") };
        (usize::from(close) - 1, begin, end)
    });
    Some(pairs.collect())
}

#[test]
fn transducers_tell_the_occurrences_of_the_preferred_way() {
    let told = Cell::new(0);
    let rules = (bodies(&["p", "q"]), bodies(&["q"]), bodies(&[]));
    TestRunner::new(seeded(300))
        .run(&rules, |(r, p, q)| {
            let text = format!("r = {r}\np = {p}\nq = {q}\n");
            let read = crate::read("test", text.as_bytes(), &[], &ReadOptions::default());
            let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
            let (shapes, limits) = (shape(&grammar), Limits::default());
            let tagging = Tagging::new(&grammar, &shapes, &limits);
            let [r, p, q] = ["r", "p", "q"].map(|name| grammar.find(name).expect("it is there"));
            let part = Part { name: "either".to_owned(), rules: [p, q].into() };
            let nfa = event_nfa(&tagging, r, &part).expect("regular");
            let mut budget = Budget::new(limits.subset_work, 1_000);
            let priority = priority_dfa(&nfa, &mut budget).expect("it is small");
            if twinning::has_twinning_property(&priority, &mut budget) != Ok(true) {
                return Ok(());
            }
            let delayed = delayed::delayed(&priority, &mut budget).expect("it is bounded");
            let minimal = delayed.minimal();
            for text in texts(b"ab", 6) {
                let expected = occurrences(&nfa, &text);
                told.set(told.get() + expected.as_ref().map_or(0, Vec::len));
                prop_assert_eq!(&delayed.occurrences(&text), &expected);
                prop_assert_eq!(&minimal.occurrences(&text), &expected);
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(1_000 < told.get(), "{} occurrences are too few", told.get());
}
