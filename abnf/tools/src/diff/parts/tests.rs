//! The comparison of parts against the preferred derivations of all short texts.

mod bundled;

use super::*;
use crate::testing::{seeded, texts};
use abnfc::spec::ReadOptions;
use conformance_reference::derivation::occurrences;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;

fn read(text: &str) -> Resolved {
    let read = abnfc::read("test", text.as_bytes(), &[], &ReadOptions::default());
    read.unwrap_or_else(|errors| panic!("{errors}")).resolved
}

/// Returns the rules with the given names.
fn rules(grammar: &Resolved, names: &[&str]) -> BTreeSet<RuleId> {
    names.iter().map(|name| grammar.find(name).expect("the grammar has the rule")).collect()
}

/// Compares a part of the rules `r`.
fn compared(a: &str, b: &str, part: &[&str], count: usize) -> PartVerdict {
    let (a, b) = (read(a), read(b));
    let part = PartPair { name: "part".to_owned(), a: rules(&a, part), b: rules(&b, part) };
    let pair = Pair { a: a.find("r"), b: b.find("r") };
    diff_parts([&a, &b], &[pair], &[part], count, &Limits::default()).remove(0).verdict
}

fn difference_of(a: &str, b: &str, part: &[&str], count: usize) -> PartDifference {
    match compared(a, b, part, count) {
        PartVerdict::Different(found) => found,
        other => panic!("{other:?}"),
    }
}

fn shown(witnesses: &[Witness]) -> Vec<String> {
    let one = |it: &Witness| format!("{} {:?} {:?}", it.text.escape_ascii(), it.a, it.b);
    witnesses.iter().map(one).collect()
}

/// Bodies of rules over `a` and `b`, and the names of other rules.
fn bodies(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    let letters = prop_oneof![Just("%s\"a\""), Just("%s\"b\""), Just("(%s\"a\" / %s\"b\")")];
    let leaf = match names {
        [] => letters.boxed(),
        _ => prop_oneof![letters, prop::sample::select(names)].boxed(),
    };
    leaf.prop_map(str::to_owned).prop_recursive(3, 8, 3, |inner| {
        let some = || prop::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            3 => some().prop_map(|items| format!("({})", items.join(" "))),
            2 => some().prop_map(|items| format!("({})", items.join(" / "))),
            1 => inner.clone().prop_map(|item| format!("[{item}]")),
            1 => inner.clone().prop_map(|item| format!("*({item})")),
        ]
    })
}

/// A grammar of the rules `r`, which uses `p` and `q`, and `p`, which uses `q`.
fn grammars() -> impl Strategy<Value = String> {
    (bodies(&["p", "q"]), bodies(&["q"]), bodies(&[]))
        .prop_map(|(r, p, q)| format!("r = {r}\np = {p}\nq = {q}\n"))
}

/// A grammar, and the same or another one: small changes are likely to leave common texts.
fn grammar_pairs() -> impl Strategy<Value = (String, String)> {
    let body = |name: &'static str| match name {
        "r" => bodies(&["p", "q"]).boxed(),
        "p" => bodies(&["q"]).boxed(),
        _ => bodies(&[]).boxed(),
    };
    let changed = move |a: String, name: &'static str| {
        body(name).prop_map(move |body| {
            let line = |line: &str| match line.split_once(" = ") {
                Some((rule, _)) if rule == name => format!("{name} = {body}\n"),
                _ => format!("{line}\n"),
            };
            (a.clone(), a.lines().map(line).collect::<String>())
        })
    };
    (grammars(), prop::sample::select(&["r", "p", "q"][..]))
        .prop_flat_map(move |(a, name)| changed(a, name))
}

/// The ranges of a part in a text by the reference; `None` if the rule does not have the text. Grammars for
/// which it takes too long are rejected.
fn expected(
    grammar: &Resolved,
    part: &BTreeSet<RuleId>,
    text: &[u8],
) -> Result<Option<Vec<Range>>, TestCaseError> {
    let rule = grammar.find("r").expect("the grammar has the rule");
    let found = occurrences(grammar, rule, part, text, 2_000_000);
    let found = found.map_err(|_| TestCaseError::reject("the reference takes too long"))?;
    Ok(found.map(|found| found.into_iter().map(|(_, begin, end)| (begin, end)).collect()))
}

const LENGTH: usize = 6;
const COUNT: usize = 3;

/// Checks the texts of one kind: the first one, and that no kind of text is missing between them.
fn check_texts(found: &[Witness], all: &[&Witness]) -> Result<(), TestCaseError> {
    let short: Vec<&Witness> = found.iter().filter(|it| it.text.len() <= LENGTH).collect();
    prop_assert_eq!(short.first(), all.first());
    let position = |it: &&Witness| all.iter().position(|other| other == it);
    let positions: Vec<Option<usize>> = short.iter().map(position).collect();
    prop_assert!(positions.is_sorted() && positions.iter().all(Option::is_some), "{found:?}");
    let last = if found.len() == COUNT { positions.last().copied().flatten() } else { None };
    for one in &all[..last.map_or(all.len(), |last| last)] {
        // A text that is left out has the bytes of another one, or bytes of their classes.
        let stands_for = |it: &&&Witness| {
            it.text.len() == one.text.len()
                && it.text.iter().zip(&one.text).all(|(a, b)| a == b || *a == b'a')
        };
        prop_assert!(short.iter().any(|it| stands_for(&it)), "{:?} | {:?}", found, one);
    }
    Ok(())
}

#[test]
fn the_comparison_is_that_of_all_short_texts() {
    const NAMES: [&[&str]; 3] = [&["p"], &["q"], &["p", "q"]];
    let kinds = [const { Cell::new(0) }; KINDS];
    let (equal, nothing) = (Cell::new(0), Cell::new(0));
    let names = prop::sample::select(&NAMES[..]);
    TestRunner::new(seeded(600))
        .run(&(grammar_pairs(), names), |((text_a, text_b), names)| {
            let (a, b) = (read(&text_a), read(&text_b));
            let (part_a, part_b) = (rules(&a, names), rules(&b, names));
            let mut by_kind = [const { Vec::new() }; KINDS];
            let mut counts = vec![PartCount::default(); LENGTH + 1];
            for text in texts(b"ab", LENGTH) {
                let of_a = expected(&a, &part_a, &text)?;
                let Some((of_a, of_b)) = of_a.zip(expected(&b, &part_b, &text)?) else { continue };
                let count = &mut counts[text.len()];
                match kind(&of_a, &of_b) {
                    None => count.equal += 1,
                    Some(0) => count.only_a += 1,
                    Some(1) => count.only_b += 1,
                    Some(_) => count.elsewhere += 1,
                }
                if let Some(kind) = kind(&of_a, &of_b) {
                    by_kind[kind].push(Witness { text, a: of_a, b: of_b });
                }
            }
            let all_of = |kind: usize| by_kind[kind].iter().collect::<Vec<&Witness>>();
            match compared(&text_a, &text_b, names, COUNT) {
                PartVerdict::Different(found) => {
                    prop_assert!(found.bound.is_none());
                    let of_kinds = [&found.only_a, &found.only_b, &found.elsewhere];
                    for (index, witnesses) in of_kinds.into_iter().enumerate() {
                        check_texts(witnesses, &all_of(index))?;
                        for it in witnesses {
                            let of = [(&a, &part_a, &it.a), (&b, &part_b, &it.b)];
                            for (grammar, part, ranges) in of {
                                let expected = expected(grammar, part, &it.text)?;
                                prop_assert_eq!(expected.as_ref(), Some(ranges));
                            }
                            prop_assert_eq!(kind(&it.a, &it.b), Some(index));
                        }
                        kinds[index].set(kinds[index].get() + usize::from(!witnesses.is_empty()));
                    }
                    let both = found.counts.len().min(counts.len());
                    prop_assert!(5 <= both);
                    prop_assert_eq!(&found.counts[..both], &counts[..both]);
                }
                verdict => {
                    prop_assert!(by_kind.iter().all(Vec::is_empty), "{:?}", verdict);
                    let has_text = counts.iter().any(|count| 0 < count.equal);
                    match verdict {
                        PartVerdict::NothingInCommon => {
                            prop_assert!(!has_text);
                            nothing.set(nothing.get() + 1);
                        }
                        PartVerdict::Equal => equal.set(equal.get() + 1),
                        PartVerdict::Absent => (),
                        other => panic!("{other:?}"),
                    }
                }
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    let kinds = kinds.map(|it| it.get());
    assert!(kinds.iter().all(|&count| 25 < count), "{kinds:?}");
    assert!(25 < equal.get() && 5 < nothing.get(), "{equal:?} {nothing:?}");
}

/// The search and the product agree on regular rules.
#[test]
fn the_bounded_search_agrees_with_the_exact_comparison() {
    let different = Cell::new(0);
    TestRunner::new(seeded(150))
        .run(&grammar_pairs(), |(text_a, text_b)| {
            let grammars = [read(&text_a), read(&text_b)];
            let limits = Limits::default();
            let shapes = grammars.each_ref().map(|grammar| superset(grammar, &limits));
            let side = |index: usize| {
                let (grammar, shapes): (&Resolved, &Shapes) = (&grammars[index], &shapes[index]);
                let tagging = Tagging::new(grammar, shapes, &limits);
                let nesting = Nesting::new(grammar, shapes);
                Side { grammar, shapes, tagging, nesting, limits: &limits }
            };
            let sides = [side(0), side(1)];
            let located = [0, 1].map(|index: usize| Located {
                side: &sides[index],
                rule: grammars[index].find("r").expect("the grammar has the rule"),
                part: Part { name: "p".to_owned(), rules: rules(&grammars[index], &["p"]) },
            });
            let parts = located.each_ref().map(|it| it.part.rules.clone());
            let [a, b] = parts;
            let part = PartPair { name: "p".to_owned(), a, b };
            let exact = verdict(&located, &part, COUNT, &mut Inner::default(), &|| false);
            let bounded = bounded(&located, [None; 2], [COUNT, 300]).expect("it has automata");
            match (exact.expect("regular"), of_search(bounded.found, PartObstacle::Nested)) {
                (PartVerdict::Different(exact), PartVerdict::Different(bounded)) => {
                    different.set(different.get() + 1);
                    let sides = [
                        (&exact.only_a, &bounded.only_a),
                        (&exact.only_b, &bounded.only_b),
                        (&exact.elsewhere, &bounded.elsewhere),
                    ];
                    let bytes = |it: PartBound| it.bytes.expect("short texts were compared");
                    let longest = bounded.bound.clone().map_or(usize::MAX, bytes);
                    for (exact, bounded) in sides {
                        let exact = exact.first().filter(|it| it.text.len() <= longest);
                        prop_assert_eq!(exact, bounded.first());
                    }
                }
                (PartVerdict::Different(exact), PartVerdict::EqualUpTo(bound)) => {
                    let bytes = bound.bytes.expect("short texts were compared");
                    let all = [exact.only_a, exact.only_b, exact.elsewhere].concat();
                    prop_assert!(all.iter().all(|it| bytes < it.text.len()));
                }
                (PartVerdict::Different(exact), other) => panic!("{exact:?} {other:?}"),
                (_, PartVerdict::Different(found)) => panic!("{found:?}"),
                _ => (),
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(20 < different.get(), "{} differ", different.get());
}

#[test]
fn nested_rules_are_compared_up_to_a_bound() {
    // The preferred derivation of `aa` differs; nesting does not matter.
    let grammar = |r: &str| format!("r = \"(\" [r] \")\" / {r}\np = 1*%s\"a\"\nq = *%s\"a\"\n");
    let found = difference_of(&grammar("p q"), &grammar("q p"), &["p"], 2);
    assert_eq!(shown(&found.elsewhere), ["aa [(0, 2)] [(1, 2)]", "aaa [(0, 3)] [(2, 3)]"]);
    assert!(found.only_a.is_empty() && found.counts.is_empty());
    let bound = found.bound.expect("there may be longer texts");
    assert!(matches!(bound.why, PartObstacle::Nested));
    assert!(bound.bytes.is_some_and(|bytes| 4 < bytes) && 8 < bound.texts, "{bound:?}");

    let PartVerdict::EqualUpTo(bound) = compared(&grammar("p q"), &grammar("p / p q"), &["p"], 1)
    else {
        panic!("longer texts are unknown");
    };
    assert!(bound.bytes.is_some_and(|bytes| 4 < bytes), "{bound:?}");
    // A nested rule with few texts in common is decided.
    let few = "r = p / \"x\" p\np = \"a\"\n";
    assert!(matches!(compared(&grammar("p"), few, &["p"], 1), PartVerdict::Equal));
    let others = "r = \"x\" p\np = \"a\"\n";
    assert!(matches!(compared(&grammar("p"), others, &["p"], 1), PartVerdict::NothingInCommon));
}

#[test]
fn nested_rules_with_the_same_derivations_are_equal() {
    let grammar = |p: &str, q: &str| {
        format!("r = \"(\" [r] \")\" / {p} {q}\n{p} = s s\n{q} = s\ns = \"a\"\n")
    };
    let a = grammar("p", "q");
    assert!(matches!(compared(&a, &a, &["p"], 1), PartVerdict::Equal));
    assert!(matches!(compared(&a, &a, &["s"], 1), PartVerdict::Equal));
    // The same definitions, but other rules are the part.
    let found = difference_of(&a, &grammar("q", "p"), &["p"], 1);
    assert_eq!(shown(&found.elsewhere), ["aaa [(0, 2)] [(2, 3)]"]);
}

/// The languages do not distinguish the bytes, only the part does.
#[test]
fn the_search_tries_each_class_of_the_definitions() {
    let grammar =
        |p: &str, q: &str| format!("r = \"(\" r \")\" / p / q\np = %s\"{p}\"\nq = %s\"{q}\"\n");
    let found = difference_of(&grammar("a", "b"), &grammar("b", "a"), &["p"], 2);
    assert_eq!(shown(&found.only_a), ["a [(0, 1)] []", "(a) [(1, 2)] []"]);
    assert_eq!(shown(&found.only_b), ["b [] [(0, 1)]", "(b) [] [(1, 2)]"]);
}

#[test]
fn repeated_parts_differ_if_their_lists_do() {
    let a = "r = *( p [\",\"] )\np = 1*DIGIT\n";
    let found = difference_of(a, "r = *( p [\",\"] )\np = 1*2DIGIT\n", &["p"], 2);
    assert_eq!(shown(&found.elsewhere)[0], "000 [(0, 3)] [(0, 2), (2, 3)]");
    assert_eq!(found.elsewhere[1].text, b"0000");
    assert_eq!(found.counts[3].elsewhere, 1000);
    assert!(matches!(compared(a, a, &["p"], 1), PartVerdict::Equal));
    // An empty part is not an absent one.
    let found =
        difference_of("r = *\"x\" p\np = *\"y\"\n", "r = *\"x\" [p]\np = 1*\"y\"\n", &["p"], 1);
    assert_eq!(shown(&found.only_a), [" [(0, 0)] []"]);
    assert!(found.only_b.is_empty() && found.elsewhere.is_empty());
}

#[test]
fn limits_lead_to_the_search() {
    let grammar = |r: &str| read(&format!("r = {r}\np = 1*%s\"a\"\nq = *%s\"a\"\n"));
    let (a, b) = (grammar("p q"), grammar("q p"));
    let part = PartPair { name: "p".to_owned(), a: rules(&a, &["p"]), b: rules(&b, &["p"]) };
    let pair = Pair { a: a.find("r"), b: b.find("r") };
    let verdict = |limits: &Limits| {
        let parts = std::slice::from_ref(&part);
        match diff_parts([&a, &b], &[pair], parts, 1, limits).remove(0).verdict {
            PartVerdict::Different(found) => found,
            other => panic!("{other:?}"),
        }
    };
    let few = Limits { compared_pairs: 3, ..Limits::default() };
    let found = verdict(&few);
    assert_eq!(shown(&found.elsewhere), ["aa [(0, 2)] [(1, 2)]"]);
    let why = found.bound.expect("it is bounded").why;
    assert!(matches!(why, PartObstacle::TooManySteps(TooManyPairs(3))), "{why:?}");
    assert!(verdict(&Limits::default()).bound.is_none());
}

/// The derivation of an ambiguous text takes cubic time.
#[test]
fn the_search_in_ambiguous_texts_is_bounded() {
    let grammar = |r: &str| format!("r = r r / {r}\np = 1*%s\"a\"\nq = *%s\"a\"\n");
    let found = difference_of(&grammar("p / q"), &grammar("q / p"), &["p"], 2);
    let bound = found.bound.expect("there may be longer texts");
    assert_eq!(bound.limit, SearchLimit::Steps(1 << 25));
    assert!(bound.bytes.is_some_and(|bytes| (50..128).contains(&bytes)), "{bound:?}");
}

/// A rule around one that exceeds a limit exceeds it too, so its automaton is not made.
#[test]
fn rules_around_large_ones_are_not_tried() {
    let grammar = |r: &str| {
        read(&format!("s = %s\"x\" r\nr = 1*20({r})\np = %s\"a\" / %s\"b\"\nq = %s\"a\"\n"))
    };
    let (a, b) = (grammar("p / q"), grammar("q / p"));
    let part = PartPair { name: "p".to_owned(), a: rules(&a, &["p"]), b: rules(&b, &["p"]) };
    let pairs = ["s", "r"].map(|rule| Pair { a: a.find(rule), b: b.find(rule) });
    let limits = Limits { dfa_states: 8, ..Limits::default() };
    let found = diff_parts([&a, &b], &pairs, &[part], 1, &limits);
    for compared in &found {
        let PartVerdict::Different(found) = &compared.verdict else { panic!("{compared:?}") };
        let Some(PartBound { why: PartObstacle::NoAutomaton(why), .. }) = &found.bound else {
            panic!("{found:?}")
        };
        assert!(why.message.starts_with("rule `r` needs more than 8 DFA states"), "{why:?}");
    }
}

/// The search alone finds only texts of a few bytes.
#[test]
fn texts_around_inner_rules_are_tried() {
    let grammar = |r: &str| {
        format!(
            "r = \"(\" [r] \")\" / 16(%x41-5A / \"(\") field\nfield = {r}\np = 1*%s\"a\"\nq = *%s\"a\"\n"
        )
    };
    let found = difference_of(&grammar("p q"), &grammar("q p"), &["p"], 2);
    assert_eq!(shown(&found.elsewhere), ["AAAAAAAAAAAAAAAAaa [(16, 18)] [(17, 18)]"]);
    assert!(found.bound.is_some_and(|bound| bound.bytes.is_some_and(|bytes| bytes < 16)));
}

/// With few steps, there are fewer texts, but the first one of each kind.
#[test]
fn the_first_texts_are_found_whatever_the_limit() {
    let text = |r: &str| format!("r = *%x61-62 ({r})\np = *%x63\nq = *%x63\n");
    let (a, b) = (read(&text("p q")), read(&text("q p")));
    let limits = Limits::default();
    let shapes = [superset(&a, &limits), superset(&b, &limits)];
    let transducer = |grammar: &Resolved, shapes: &Shapes| {
        let tagging = Tagging::new(grammar, shapes, &limits);
        let part = Part { name: "p".to_owned(), rules: rules(grammar, &["p"]) };
        unambiguous(&tagging, grammar.find("r").expect("it has the rule"), &part).expect("regular")
    };
    let product = Product::new(&transducer(&a, &shapes[0]), &transducer(&b, &shapes[1]), 1000);
    let product = product.expect("it is small");
    let [_, _, all] = product.texts(5, usize::MAX);
    assert_eq!(all[..3], [b"c".to_vec(), b"ac".to_vec(), b"cc".to_vec()]);
    assert_eq!(product.texts(5, 1)[2], all[..1]);
}
