//! The facts about pieces of small grammars, and readings compared with all paths of the automaton.

use super::*;
use crate::automata::events::{Transducer, event_nfa, repeated};
use crate::automata::shape::shape;
use crate::automata::tagged::Tagging;
use crate::automata::tagged::parts::Part;
use crate::grammar::RuleId;
use crate::spec::ReadOptions;
use crate::testing;

/// The automaton of the rule `r` with pieces of the rules `p` and `q`, as far as they exist, and the
/// transducer that reports them.
fn automata(grammar: &str) -> (Nfa, Transducer) {
    let options = ReadOptions::default();
    let read = crate::read("test", grammar.as_bytes(), &[], &options);
    let grammar = read.unwrap_or_else(|errors| panic!("{errors}")).resolved;
    let rule = grammar.find("r").expect("the grammar has the rule");
    let rules: BTreeSet<RuleId> = ["p", "q"].iter().filter_map(|rule| grammar.find(rule)).collect();
    let shapes = shape(&grammar);
    let tagging = Tagging::new(&grammar, &shapes, &options.limits);
    let part = Part { name: String::new(), rules };
    let nfa = event_nfa(&tagging, rule, &part).expect("it is regular");
    (nfa, repeated(&tagging, rule, &part).expect("it is small"))
}

/// A shortest text with two readings.
fn witness(nfa: &Nfa) -> Option<String> {
    let found = two_readings(nfa, &[0, 1, 2], &mut Budget::new(100_000, 1_000));
    found.expect("it is small").map(|text| String::from_utf8(text).unwrap())
}

#[test]
fn a_text_shows_two_readings() {
    for (grammar, expected) in [
        ("r = *( p / ALPHA )\np = %s\"a\"\n", Some("a")),
        ("r = *( p / %x62-7A )\np = %s\"a\"\n", None),
        ("r = *p\np = 1*%s\"a\"\n", Some("aa")),
        ("r = *p\np = %s\"a\" / %s\"bc\"\n", None),
        // The text is one of two pieces.
        ("r = p / q\np = 1*%s\"a\"\nq = %s\"aaa\"\n", Some("aaa")),
        // Two derivations inside of a piece, or outside, are one reading.
        ("r = p\np = *%s\"a\" 1*%s\"a\"\n", None),
        ("r = *%s\"a\" *%s\"a\" p\np = %s\"b\"\n", None),
        // Only the outer of two nested pieces counts.
        ("r = *( p / ALPHA )\np = %x5C q\nq = %s\"a\"\n", None),
        ("r = p %s\"c\" / %s\"ab\" q\np = %s\"ab\"\nq = %s\"c\"\n", Some("abc")),
    ] {
        assert_eq!(witness(&automata(grammar).0).as_deref(), expected, "{grammar}");
    }
}

/// All event sequences of a text, with the number of bytes read before each event.
fn readings(nfa: &Nfa, text: &[u8]) -> BTreeSet<Vec<(usize, u16)>> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut stack = vec![(nfa.start, 0, Vec::new())];
    while let Some((state, at, events)) = stack.pop() {
        if !seen.insert((state, at, events.clone())) {
            continue;
        }
        if state == nfa.accept && at == text.len() {
            found.insert(events.clone());
        }
        match &nfa[state] {
            State::Byte { set, next } => {
                if text.get(at).is_some_and(|byte| set.contains(*byte)) {
                    stack.push((*next, at + 1, events));
                }
            }
            State::Split(targets) => {
                stack.extend(targets.iter().map(|&next| (next, at, events.clone())));
            }
            State::Tag { tag, next } => {
                stack.push((*next, at, [&events[..], &[(at, *tag)]].concat()));
            }
        }
    }
    found
}

/// The tag at the end of a piece of this rule.
fn tag(rule: usize) -> u16 {
    u16::try_from(rule + 1).unwrap()
}

#[test]
fn readings_are_those_of_all_paths() {
    let items = ["p", "q", "%s\"a\"", "*%s\"b\"", "[ p ]", "1*( p / %s\"b\" )", "%s\"ab\""];
    let pieces = ["%s\"a\"", "1*%s\"a\"", "%s\"ab\"", "%s\"b\" [ %s\"a\" ]"];
    let mut ambiguous = 0;
    let mut seed = 1_usize;
    let mut pick = |count: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % count
    };
    for _ in 0..150 {
        let of: Vec<&str> = (0..3).map(|_| items[pick(items.len())]).collect();
        let (p, q) = (pieces[pick(pieces.len())], pieces[pick(pieces.len())]);
        let grammar = format!("r = {} / *( {} / q p )\np = {p}\nq = {q}\n", of.join(" "), of[0]);
        let grammar = if of[0] == "[ p ]" || of[0].starts_with('*') {
            format!("r = {} / q p\np = {p}\nq = {q}\n", of.join(" "))
        } else {
            grammar
        };
        let (nfa, transducer) = automata(&grammar);
        let mut texts = testing::texts(b"ab", 6).into_iter();
        let slow = texts.find(|text| readings(&nfa, text).len() > 1);
        let fast = witness(&nfa);
        ambiguous += usize::from(fast.is_some());
        assert_eq!(fast.as_ref().map(String::len), slow.as_ref().map(Vec::len), "{grammar}");
        if let Some(fast) = fast {
            assert!(readings(&nfa, fast.as_bytes()).len() > 1, "{grammar}: {fast}");
            continue;
        }
        for text in testing::texts(b"ab", 5) {
            // The transducer reports the only reading.
            let found = transducer.occurrences(&text).map(|found| {
                let of = |(rule, begin, end)| [(begin, 0), (end, tag(rule))];
                found.into_iter().flat_map(of).collect::<Vec<_>>()
            });
            assert_eq!(found, readings(&nfa, &text).pop_first(), "{grammar}: {text:?}");
        }
    }
    assert!((20..130).contains(&ambiguous), "{ambiguous}");
}

#[test]
fn suffixes_are_texts_without_their_first_bytes() {
    let dfa = testing::dfa("r = \"\\\" ( %s\"n\" / %s\"u\" 4HEXDIG )\n", "r");
    let budget = || Budget::new(100_000, 1_000);
    let found = suffixes(&dfa, 1, &mut budget()).unwrap();
    for (text, expected) in [("n", true), ("u12Ef", true), ("\\n", false), ("u1", false)] {
        assert_eq!(found.dfa.check(text.as_bytes()).is_ok(), expected, "{text}");
    }
    assert_eq!(found.whole(&dfa, b"n"), b"\\n");
    assert_eq!(suffixes(&dfa, 3, &mut budget()).unwrap_err(), NoSuffixes::TooShort(b"\\n".into()));
    let dfa = testing::dfa("; @encoding utf8\nr = %xE9-EA \"!\"\n", "r");
    let inside = |drop| suffixes(&dfa, drop, &mut budget()).unwrap().inside_of_character();
    assert_eq!([inside(0), inside(1), inside(2)], [None, Some(b"\xA9!".to_vec()), None]);
}

#[test]
fn numerals_are_found_in_a_range() {
    let dfa = testing::dfa("r = *\"0\" ( \"D\" %x37-39 2HEXDIG )\n", "r");
    assert_eq!(numeral_in(&dfa, 16, 0xD800..=0xDFFF), Some(b"d800".to_vec()));
    assert_eq!(numeral_in(&dfa, 16, 0xDA00..=0xDFFF), None);
    let dfa = testing::dfa("r = \"000\" \"55\" 3DIGIT\n", "r");
    assert_eq!(numeral_in(&dfa, 10, 55_296..=57_343), Some(b"00055296".to_vec()));
}

#[test]
fn texts_outside_of_a_list_are_found() {
    let dfa = testing::dfa("r = %s\"a\" / %s\"ab\" / %s\"c\"\n", "r");
    assert_eq!(other_than(&dfa, &["a", "ab", "c"]), None);
    assert_eq!(other_than(&dfa, &["a", "c"]), Some(b"ab".to_vec()));
    assert_eq!(other_than(&dfa, &["ab", "c"]), Some(b"a".to_vec()));
    assert_eq!(other_than(&dfa, &["a", "ab", "cc"]), Some(b"c".to_vec()));
    assert_eq!(other_than(&dfa, &[]), Some(b"a".to_vec()));
}
