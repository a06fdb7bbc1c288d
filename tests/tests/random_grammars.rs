//! Random small grammars, of every form of recursion: all forms of each rule
//! that has an automaton agree with the reference on all short strings, and its
//! located parts agree with the preferred derivation. So do the
//! programs from which code is generated, however runs are skipped.

mod nested;
mod trees;

use abnfc::automata::pattern::pattern;
use abnfc::automata::rules::automata;
use abnfc::automata::shape::{Shape, Shapes};
use abnfc::automata::superset::superset;
use abnfc::automata::tagged::parts::{Depth, Part};
use abnfc::automata::tagged::{Tagging, tagged, tdfa};
use abnfc::grammar::{Encoding, Expr, Leaf, Resolved, RuleId, ValueSet};
use abnfc::limits::Limits;
use abnfc::plan::engines::plain;
use abnfc::plan::engines::program::{Program, program};
use abnfc::spec::ReadOptions;
use conformance::derivation::preferred;
use conformance::engines;
use conformance::forms::Forms;
use conformance::reference::Recogniser;
use conformance::strings::{alphabet, exhaustive};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use std::collections::BTreeSet;
use std::sync::Arc;

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

/// Returns the expression as a reader of its text makes it. For example, the reader makes `*0( a )`
/// the empty text, while random expressions keep the repetition.
fn as_read(expr: &Expr<RuleId>) -> Expr<RuleId> {
    expr.map(&mut |leaf| match leaf {
        Leaf::Rule(rule) => Expr::Rule(rule),
        Leaf::Prose(prose) => Expr::Prose(prose),
    })
}

/// The grammar with these definitions of `a`, `b` and `c`.
fn grammar(encoding: Encoding, exprs: &[Expr<RuleId>]) -> Resolved {
    let exprs = exprs.iter().map(as_read);
    Resolved::from_rules(encoding, ["a", "b", "c"].into_iter().zip(exprs))
}

/// The number of rules of each kind.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// The rules with automata.
    rules: usize,
    recursive: usize,
    /// The rules with programs that skip runs.
    runs: usize,
    /// The rules with programs that skip detours.
    detours: usize,
    members: usize,
}

impl Counts {
    fn count(&mut self, program: &Program) {
        self.runs += usize::from(!program.runs.is_empty());
        self.detours += usize::from(program.runs.iter().any(|run| !run.detours.is_empty()));
    }
}

/// Runs through grammars.
fn run(encoding: Encoding, cases: u32) -> Counts {
    let config = Config { cases, rng_seed: RngSeed::Fixed(2), ..Config::default() };
    let counters = std::cell::RefCell::new(Counts::default());
    TestRunner::new(config)
        .run(&prop::collection::vec(expr(encoding), 3), |exprs| {
            let grammar = grammar(encoding, &exprs);
            let limits = Limits::default();
            let shapes = superset(&grammar, &limits);
            let roots: Vec<RuleId> = grammar.rules().map(|(id, _)| id).collect();
            let automata = automata(&grammar, &shapes, &roots, &limits);
            for &rule in &roots {
                let is_regular = matches!(shapes.of(rule), Shape::Regular(_));
                let Ok(forms) = Forms::of(&automata, rule, &limits) else { continue };
                let mut counters = counters.borrow_mut();
                counters.rules += 1;
                counters.recursive += usize::from(!matches!(
                    shapes.of(rule),
                    Shape::Regular(abnfc::automata::shape::Recursion::None)
                ));
                prop_assert!(is_regular);
                let automaton = plain(forms.minimal);
                let program = program(&automaton, tdfa::Tdfa::START, &[]);
                program.iter().for_each(|program| counters.count(program));
                let mut recogniser = Recogniser::new(&grammar, rule);
                let mut failure = None;
                exhaustive(&mut recogniser, &alphabet(&grammar, rule), 400, 24, |text, read| {
                    let expected = read.verdict();
                    if let Err(why) = forms.agree(text, expected) {
                        failure.get_or_insert(why);
                    }
                    let slots = expected.is_member.then(Vec::new);
                    if let Some(program) = &program {
                        let why = engines::agree(program, &automaton, text, slots.as_ref()).err();
                        failure = failure.take().or(why);
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
    counters.into_inner()
}

/// Random expressions are not in the form that the constructors of [`Expr`] make; texts of them are
/// read in that form.
#[test]
fn definitions_are_read_in_the_form_of_their_constructors() {
    let config = Config { cases: 500, rng_seed: RngSeed::Fixed(4), ..Config::default() };
    for encoding in [Encoding::Octets, Encoding::Utf8] {
        TestRunner::new(config.clone())
            .run(&prop::collection::vec(expr(encoding), 3), |exprs| {
                let rules = ["a", "b", "c"].into_iter().zip(exprs.iter().cloned());
                let text = Resolved::from_rules(encoding, rules).to_string();
                let options = ReadOptions { encoding: Some(encoding), ..ReadOptions::default() };
                let read = abnfc::read_leniently("g", text.as_bytes(), &[], &options);
                let read = read.expect("it is text").resolved;
                for ((_, rule), expr) in read.own_rules().zip(&exprs) {
                    prop_assert_eq!(&rule.expr, &as_read(expr), "{}", text);
                }
                Ok(())
            })
            .unwrap_or_else(|failure| panic!("{failure}"));
    }
}

#[test]
fn octets() {
    let found = run(Encoding::Octets, 300);
    println!("{found:?}");
    assert!(found.rules > 300 && found.recursive > 50, "{found:?}");
    assert!(found.runs > 100 && found.detours > 5, "{found:?}");
}

#[test]
fn utf_8() {
    let found = run(Encoding::Utf8, 150);
    println!("{found:?}");
    assert!(found.rules > 150 && found.recursive > 25, "{found:?}");
    assert!(found.runs > 50, "{found:?}");
}

/// The grammar with the rules `b2 = b` and `c2 = c` in place of `b` and `c` in the definition of `a`, and
/// of the rules through which it recurs: what occurs in a derivation of `a` as one of them is what
/// the definition itself names.
fn with_direct_parts(encoding: Encoding, grammar: &Resolved, shapes: &Shapes) -> Resolved {
    let [a, b, c, b2, c2] = [0, 1, 2, 3, 4].map(RuleId::from_index);
    let renamed = |expr: &Expr<RuleId>| {
        expr.map(&mut |leaf| match leaf {
            Leaf::Rule(rule) if rule == b => Expr::Rule(b2),
            Leaf::Rule(rule) if rule == c => Expr::Rule(c2),
            Leaf::Rule(rule) => Expr::Rule(rule),
            Leaf::Prose(prose) => Expr::Prose(prose),
        })
    };
    let own = shapes.component(a);
    let definition = |id: RuleId| {
        let expr = &grammar[id].expr;
        if own.contains(&id) { renamed(expr) } else { expr.clone() }
    };
    let rules = [a, b, c].map(definition).into_iter().chain([Expr::Rule(b), Expr::Rule(c)]);
    Resolved::from_rules(encoding, ["a", "b", "c", "b2", "c2"].into_iter().zip(rules))
}

/// Locates parts of the first rule: each of the others alone, and both as one part.
fn parts(encoding: Encoding, cases: u32, depth: Depth) -> Counts {
    let config = Config { cases, rng_seed: RngSeed::Fixed(3), ..Config::default() };
    let counters = std::cell::RefCell::new(Counts::default());
    TestRunner::new(config)
        .run(&prop::collection::vec(expr(encoding), 3), |exprs| {
            let grammar = grammar(encoding, &exprs);
            let [rule, b, c] = [0, 1, 2].map(RuleId::from_index);
            let part = |name: &str, rules: &[RuleId]| Part {
                name: name.to_owned(),
                rules: rules.iter().copied().collect(),
            };
            let all = [part("b", &[b]), part("c", &[c]), part("either", &[b, c])];
            let limits = Limits::default();
            let shapes = superset(&grammar, &limits);
            let patterns = Arc::new(pattern(&grammar, &shapes));
            let tagging = Tagging::of_patterns(&grammar, &shapes, patterns, &limits, depth);
            let locate = |parts: &[Part]| tagged(&tagging, rule, parts).ok();
            // Those that can be located alone, and then all of these at once.
            let mut parts = all.to_vec();
            parts.retain(|part| locate(std::slice::from_ref(part)).is_some());
            let Some(tdfa) = locate(&parts).filter(|_| !parts.is_empty()) else { return Ok(()) };
            // The grammar that the judge reads, and the offset of its numbers of parts.
            let (judged, added) = match depth {
                Depth::Direct => (with_direct_parts(encoding, &grammar, &shapes), 2),
                Depth::Any => (grammar.clone(), 0),
            };
            let later = |rule: &RuleId| {
                RuleId::from_index(u32::try_from(rule.index()).expect("rules are few") + added)
            };
            let sets: Vec<BTreeSet<RuleId>> =
                parts.iter().map(|part| part.rules.iter().map(later).collect()).collect();
            let mut recogniser = Recogniser::new(&grammar, rule);
            let mut failure = None;
            let mut members = 0;
            let program = program(&tdfa, tdfa::Tdfa::START, &[]);
            let mut differs = None;
            exhaustive(&mut recogniser, &alphabet(&grammar, rule), 150, 12, |text, read| {
                let slots = engines::slots(&tdfa, text);
                if let Some(program) = &program {
                    differs =
                        differs
                            .take()
                            .or(engines::agree(program, &tdfa, text, slots.as_ref()).err());
                }
                let Ok(expected) = preferred(&judged, rule, &sets, text, 600) else { return };
                members += usize::from(expected.is_some());
                let found = tdfa.locate(text).map(|parts| {
                    let place = |part: tdfa::PartSpan| (later(&part.rule), part.begin, part.end);
                    parts.into_iter().map(|part| part.map(place)).collect::<Vec<_>>()
                });
                if found != expected || expected.is_some() != read.verdict().is_member {
                    failure.get_or_insert((text.to_vec(), found, expected));
                }
            });
            prop_assert_eq!(failure, None, "{}{}", grammar, tdfa);
            prop_assert_eq!(differs, None, "{}{}", grammar, tdfa);
            let mut counters = counters.borrow_mut();
            counters.rules += 1;
            counters.members += members;
            program.iter().for_each(|program| counters.count(program));
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
    counters.into_inner()
}

#[test]
fn direct_parts() {
    let found = parts(Encoding::Octets, 2000, Depth::Direct);
    println!("{found:?}");
    assert!(found.rules > 1_000 && found.members > 6_000, "{found:?}");
}

#[test]
fn parts_of_octets() {
    let found = parts(Encoding::Octets, 2000, Depth::Any);
    println!("{found:?}");
    assert!(found.rules > 1_000 && found.members > 6_000, "{found:?}");
    assert!(found.runs > 100 && found.detours > 5, "{found:?}");
}

#[test]
fn parts_of_utf_8() {
    let found = parts(Encoding::Utf8, 600, Depth::Any);
    println!("{found:?}");
    assert!(found.rules > 300 && found.members > 800, "{found:?}");
}
