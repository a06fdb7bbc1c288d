//! Random small grammars, of every shape of recursion: all forms of each rule
//! that has an automaton agree with the reference on all short strings, and where its
//! parts can be located they lie where the preferred derivation has them.

use abnfc::automata::automata;
use abnfc::grammar::{Encoding, Expr, Resolved, RuleId, ValueSet};
use abnfc::limits::Limits;
use abnfc::shape::{Shape, shape};
use abnfc::tagged::parts::Part;
use abnfc::tagged::{tagged, tdfa};
use conformance::derivation::preferred;
use conformance::forms::Forms;
use conformance::reference::Recogniser;
use conformance::strings::{alphabet, exhaustive};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};

fn expr(encoding: Encoding) -> impl Strategy<Value = Expr<RuleId>> {
    let set = |ranges: &[(u32, u32)]| Expr::Set(ValueSet::new(ranges.iter().copied()));
    let (low, high) = match encoding {
        Encoding::Octets => (set(&[(0x61, 0x61)]), set(&[(0x61, 0x62), (0xF0, 0xFF)])),
        Encoding::Utf8 => (set(&[(0x61, 0x61)]), set(&[(0x62, 0x62), (0x7FF, 0x801)])),
    };
    let leaf = prop_oneof![
        1 => Just(Expr::Empty),
        3 => Just(low),
        2 => Just(high),
        3 => (0..3_u32).prop_map(|rule| Expr::Rule(RuleId::from_index(rule))),
    ];
    leaf.prop_recursive(3, 10, 3, |inner| {
        prop_oneof![
            2 => prop::collection::vec(inner.clone(), 2..4).prop_map(Expr::Alt),
            2 => prop::collection::vec(inner.clone(), 2..4).prop_map(Expr::Concat),
            1 => (0..3_u32, 0..3_u32, any::<bool>(), inner).prop_map(
                |(min, more, is_bounded, body)| Expr::Repeat {
                    min,
                    max: is_bounded.then_some(min + more),
                    body: Box::new(body),
                }
            ),
        ]
    })
}

/// Runs through grammars; returns how many rules had automata, and how many of
/// these were recursive.
fn run(encoding: Encoding, cases: u32) -> (usize, usize) {
    let config = Config { cases, rng_seed: RngSeed::Fixed(2), ..Config::default() };
    let (mut rules, mut recursive) = (0, 0);
    let counters = std::cell::RefCell::new((&mut rules, &mut recursive));
    TestRunner::new(config)
        .run(&prop::collection::vec(expr(encoding), 3), |exprs| {
            let grammar = Resolved::from_rules(encoding, ["a", "b", "c"].into_iter().zip(exprs));
            let shapes = shape(&grammar);
            let limits = Limits::default();
            let roots: Vec<RuleId> = grammar.rules().map(|(id, _)| id).collect();
            let automata = automata(&grammar, &shapes, &roots, &limits);
            for &rule in &roots {
                let is_regular = matches!(shapes.of(rule), Shape::Regular(_));
                let Ok(forms) = Forms::of(&automata, rule, &limits) else { continue };
                let mut counters = counters.borrow_mut();
                *counters.0 += 1;
                *counters.1 += usize::from(!matches!(
                    shapes.of(rule),
                    Shape::Regular(abnfc::shape::Recursion::None)
                ));
                prop_assert!(is_regular);
                let mut recogniser = Recogniser::new(&grammar, rule);
                let mut failure = None;
                exhaustive(&mut recogniser, &alphabet(&grammar, rule), 400, 24, |text, read| {
                    let expected = read.verdict();
                    if let Err(why) = forms.agree(text, expected) {
                        failure.get_or_insert(why);
                    }
                    if text.len() <= 2 {
                        let why = forms.pattern_agrees(text, expected).err();
                        failure = failure.take().or(why);
                    }
                });
                prop_assert_eq!(failure, None, "{}", automata.patterns().listing(rule, &grammar));
            }
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
    (rules, recursive)
}

#[test]
fn octets() {
    let (rules, recursive) = run(Encoding::Octets, 300);
    println!("{rules} rules with automata, {recursive} of them recursive");
    assert!(rules > 300 && recursive > 50, "{rules} {recursive}");
}

#[test]
fn utf_8() {
    let (rules, recursive) = run(Encoding::Utf8, 150);
    println!("{rules} rules with automata, {recursive} of them recursive");
    assert!(rules > 150 && recursive > 25, "{rules} {recursive}");
}

/// Takes the first rule apart, with the others as parts, each alone and both as one.
fn parts(encoding: Encoding, cases: u32) -> (usize, usize) {
    let config = Config { cases, rng_seed: RngSeed::Fixed(3), ..Config::default() };
    let counters = std::cell::RefCell::new((0, 0));
    TestRunner::new(config)
        .run(&prop::collection::vec(expr(encoding), 3), |exprs| {
            let grammar = Resolved::from_rules(encoding, ["a", "b", "c"].into_iter().zip(exprs));
            let [rule, b, c] = [0, 1, 2].map(RuleId::from_index);
            let part = |name: &str, rules: &[RuleId]| Part {
                name: name.to_owned(),
                rules: rules.iter().copied().collect(),
            };
            let all = [part("b", &[b]), part("c", &[c]), part("either", &[b, c])];
            let limits = Limits::default();
            let locate = |parts: &[Part]| {
                let mut work = limits.subset_work;
                tagged(&grammar, &shape(&grammar), rule, parts, &limits, &mut work).ok()
            };
            // Those that can be located alone, and then all of these at once.
            let mut parts = all.to_vec();
            parts.retain(|part| locate(std::slice::from_ref(part)).is_some());
            let Some(tdfa) = locate(&parts).filter(|_| !parts.is_empty()) else { return Ok(()) };
            let sets: Vec<_> = parts.iter().map(|part| part.rules.clone()).collect();
            let mut recogniser = Recogniser::new(&grammar, rule);
            let mut failure = None;
            let mut members = 0;
            exhaustive(&mut recogniser, &alphabet(&grammar, rule), 150, 12, |text, read| {
                let Ok(expected) = preferred(&grammar, rule, &sets, text, 600) else { return };
                members += usize::from(expected.is_some());
                let found = tdfa.locate(text).map(|parts| {
                    let place = |part: tdfa::Found| (part.rule, part.begin, part.end);
                    parts.into_iter().map(|part| part.map(place)).collect::<Vec<_>>()
                });
                if found != expected || expected.is_some() != read.verdict().is_member {
                    failure.get_or_insert((text.to_vec(), found, expected));
                }
            });
            prop_assert_eq!(failure, None, "{}{}", grammar, tdfa);
            let mut counters = counters.borrow_mut();
            counters.0 += 1;
            counters.1 += members;
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
    counters.into_inner()
}

#[test]
fn parts_of_octets() {
    let (rules, members) = parts(Encoding::Octets, 2000);
    println!("{rules} rules taken apart, {members} texts");
    assert!(rules > 1_000 && members > 6_000, "{rules} {members}");
}

#[test]
fn parts_of_utf_8() {
    let (rules, members) = parts(Encoding::Utf8, 600);
    println!("{rules} rules taken apart, {members} texts");
    assert!(rules > 300 && members > 800, "{rules} {members}");
}
