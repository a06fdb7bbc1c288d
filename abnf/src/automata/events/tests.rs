//! Compares the passes with the tagged NFA that is their input, and the twinning property with the
//! delay.

mod listings;

use super::*;
use crate::automata::shape::shape;
use crate::automata::tagged::tests::bodies;
use crate::limits::Limits;
use crate::spec::ReadOptions;
use crate::testing::{seeded, texts};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use unambiguous::{Thread, Unambiguous};

/// With an unbounded delay, `delayed` exceeds its budget.
#[test]
fn bounded_delays_have_finitely_many_states() {
    for (text, bounded) in [
        ("r = *p\np = %s\"a\" / %s\"aa\"\n", Delay::Bytes),
        ("r = *(p %s\"bba\" / %s\"abbb\")\np = %s\"a\"\n", Delay::Bytes),
        ("r = p / *%s\"a\"\np = *%s\"a\"\n", Delay::Bytes),
        ("r = *%s\"a\" / p\np = *%s\"a\"\n", Delay::Bytes),
        ("r = *%s\"a\" p\np = *(%s\"a\" / %s\"b\")\n", Delay::Bytes),
        ("r = *(p %s\"b\") / *%s\"ab\" %s\"c\"\np = %s\"a\"\n", Delay::Unbounded),
        ("r = *p %s\"x\" / *%s\"a\"\np = %s\"a\"\n", Delay::Unbounded),
        ("r = *(p %s\";\" / 1*%s\"a\" %s\":\")\np = *%s\"a\"\n", Delay::Events),
    ] {
        let read = crate::read("test", text.as_bytes(), &[], &ReadOptions::default());
        let grammar = read.expect("it has no errors").resolved;
        let [rule, of] =
            ["r", "p"].map(|name| grammar.find(name).expect("the grammar has the rule"));
        let part = Part { name: "p".to_owned(), rules: [of].into() };
        let (shapes, limits) = (shape(&grammar), Limits::default());
        let tagging = Tagging::new(&grammar, &shapes, &limits);
        let nfa = event_nfa(&tagging, rule, &part).expect("regular");
        let mut budget = Budget::new(limits.subset_work, 1_000);
        let priority = priority_dfa(&nfa, &mut budget).expect("it is small");
        assert_eq!(delay(&priority, &mut budget), Ok(bounded), "{text}");
        for (keep, is_finite) in
            [(Keep::Ages, bounded == Delay::Bytes), (Keep::Offsets, bounded != Delay::Unbounded)]
        {
            let delayed = delayed(&priority, keep, &mut budget);
            assert_eq!(delayed.err(), (!is_finite).then_some(TooLarge::States), "{text}");
        }
    }
}

/// The occurrences of a part on the preferred path through the NFA: the rule, begin and end.
fn occurrences(nfa: &Nfa, text: &[u8]) -> Option<Vec<(usize, usize, usize)>> {
    let met = nfa.tags(text)?;
    let pairs = met.chunks(2).map(|pair| {
        let [(0, begin), (close, end)] = *pair else { panic!("{pair:?} is no occurrence") };
        (usize::from(close) - 1, begin, end)
    });
    Some(pairs.collect())
}

/// The number of accepting paths of a text.
fn paths(transducer: &Unambiguous, text: &[u8]) -> usize {
    let mut ends: Vec<Thread> = transducer.begins().iter().map(|step| step.target).collect();
    for &byte in text {
        let steps = ends.iter().flat_map(|&state| transducer.next(state, byte));
        ends = steps.map(|step| step.target).collect();
    }
    ends.into_iter().filter(|&state| transducer.is_end(state)).count()
}

#[test]
fn transducers_report_the_occurrences_of_the_preferred_path() {
    let (told, kept, twice) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let rules = (bodies(&["p", "q"]), bodies(&["q"]), bodies(&[]));
    TestRunner::new(seeded(300))
        .run(&rules, |(r, p, q)| {
            let text = format!("r = {r}\np = {p}\nq = {q}\n");
            let read = crate::read("test", text.as_bytes(), &[], &ReadOptions::default());
            let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
            let (shapes, limits) = (shape(&grammar), Limits::default());
            let tagging = Tagging::new(&grammar, &shapes, &limits);
            let [r, p, q] =
                ["r", "p", "q"].map(|name| grammar.find(name).expect("the grammar has the rule"));
            let part = Part { name: "either".to_owned(), rules: [p, q].into() };
            let nfa = event_nfa(&tagging, r, &part).expect("regular");
            let mut budget = Budget::new(limits.subset_work, 1_000);
            let priority = priority_dfa(&nfa, &mut budget).expect("it is small");
            let keeps = match delay(&priority, &mut budget).expect("it is small") {
                Delay::Bytes => &[Keep::Ages, Keep::Offsets][..],
                Delay::Events => &[Keep::Offsets],
                Delay::Unbounded => &[],
            };
            let mut made = vec![threads(&priority, &mut budget).expect("it is small")];
            for &keep in keeps {
                made.push(delayed(&priority, keep, &mut budget).expect("it is bounded"));
            }
            let unambiguous = unambiguous::unambiguous(&tagging, r, &part).expect("it is small");
            for text in texts(b"ab", 6) {
                let expected = occurrences(&nfa, &text);
                let spans = |found: Vec<(usize, usize, usize)>| {
                    found.into_iter().map(|(_, begin, end)| (begin, end)).collect::<Vec<_>>()
                };
                prop_assert_eq!(paths(&unambiguous, &text), usize::from(expected.is_some()));
                prop_assert_eq!(unambiguous.occurrences(&text), expected.map(spans));
            }
            for made in made {
                let minimal = made.minimal();
                let found = match minimal.register_count() {
                    0 if minimal.is_run_twice() => &twice,
                    0 => &told,
                    _ => &kept,
                };
                for text in texts(b"ab", 6) {
                    let expected = occurrences(&nfa, &text);
                    found.set(found.get() + expected.as_ref().map_or(0, Vec::len));
                    prop_assert_eq!(&made.occurrences(&text), &expected);
                    prop_assert_eq!(&minimal.occurrences(&text), &expected);
                }
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    for found in [told, kept, twice] {
        assert!(1_000 < found.get(), "{} occurrences are too few", found.get());
    }
}
