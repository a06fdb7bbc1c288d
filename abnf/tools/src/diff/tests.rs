//! Differences against all texts up to a length.

use super::*;
use crate::testing::texts;
use abnfc::spec::ReadOptions;
use std::collections::BTreeMap;

fn read(text: &str) -> Resolved {
    abnfc::read("g.abnf", text.as_bytes(), &[], &ReadOptions::default()).unwrap().resolved
}

fn compared(a: &str, b: &str) -> Vec<(String, Verdict)> {
    let (a, b) = (read(a), read(b));
    let pairs = pairs_by_name(&a, &b, &BTreeMap::new());
    let found = diff(&a, &b, &pairs, &Limits::default());
    let name = |it: &Compared| match (it.pair.a, it.pair.b) {
        (Some(rule), _) => a[rule].name.as_str().to_owned(),
        (None, rule) => b[rule.unwrap()].name.as_str().to_owned(),
    };
    found.into_iter().map(|it| (name(&it), it.verdict)).collect()
}

fn difference(a: &str, b: &str) -> Difference {
    match compared(a, b).remove(0).1 {
        Verdict::Different(found) => found,
        other => panic!("{other:?}"),
    }
}

#[test]
fn counts_are_those_of_all_texts() {
    let bodies = ["*3(\"a\" / %x62)", "*%x61 %x62-63", "1*(%x61 *1%x62)", "%x61.62.63 / %x63"];
    for (at, a) in bodies.iter().enumerate() {
        for b in &bodies[at + 1..] {
            let [of_a, of_b] =
                [a, b].map(|body| crate::testing::dfa(&format!("r = {body}\n"), "r"));
            let found = difference(&format!("r = {a}\n"), &format!("r = {b}\n"));
            let mut expected = vec![Count::default(); found.counts.len()];
            assert!(expected.len() >= 5);
            for text in texts(b"Aabc", found.counts.len() - 1) {
                let count = &mut expected[text.len()];
                match (of_a.check(&text).is_ok(), of_b.check(&text).is_ok()) {
                    (true, true) => count.both += 1,
                    (true, false) => count.only_a += 1,
                    (false, true) => count.only_b += 1,
                    (false, false) => (),
                }
            }
            assert_eq!(found.counts, expected, "{a} | {b}");
        }
    }
}

/// The automata of all rules distinguish more bytes than those of each, which must not change the texts that
/// are tried.
#[test]
fn nested_rules_are_compared_as_if_each_were_alone() {
    let rules = |word: &str, mirror: &str| {
        read(&format!(
            "list = \"(\" *( list / word ) \")\"\nword = {word}\nlong = list *( \",\" long ) 6list\n\
             mirror = \"a\" [ mirror ] \"a\" / {mirror}\nhex = mirror / \"x\" 2HEXDIG list\n\
             HEXDIG = %x30-39 / %x41-46\n"
        ))
    };
    let (a, b) = (rules("1*%x61-66", "\"b\""), rules("*%x61-67", "\"b\" / \"c\" mirror"));
    let (limits, rules) = (Limits::default(), ["list", "long", "mirror", "hex"]);
    let searched = |rule: &str, compared: &[&str]| {
        let sides = [&a, &b].map(|grammar| {
            let ids: Vec<RuleId> =
                compared.iter().map(|name| grammar.find(name).unwrap()).collect();
            let mut side = Side::new(grammar, ids.iter().copied(), &limits);
            side.make_compared(&ids, &limits);
            side.language(grammar.find(rule).unwrap(), &limits).unwrap()
        });
        texts::search(&sides[0], &sides[1], Bounds::of_nested(3))
    };
    for rule in rules {
        let (together, alone) = (searched(rule, &rules), searched(rule, &[rule]));
        assert_eq!((&together.texts, together.bound), (&alone.texts, alone.bound), "{rule}");
        assert!(together.texts.iter().any(|it| !it.is_empty()) || rule == "long");
    }
}

#[test]
fn rules_that_exceed_a_limit_together_are_compared_alone() {
    let rules = |c: &str| read(&format!("a = \"x\"\nb = \"y\" a\nc = {c}\n"));
    let (a, b) = (rules("1*\"c\""), rules("\"c\" *\"c\""));
    let pairs = pairs_by_name(&a, &b, &BTreeMap::new());
    let found = diff(&a, &b, &pairs, &Limits { rules: 2, ..Limits::default() });
    assert!(found.iter().all(|it| matches!(it.verdict, Verdict::Equal)), "{found:?}");
}

/// The first texts on either side, of all texts of up to four bytes; `a` and `A` share a class, as do
/// the others with themselves.
#[test]
fn several_texts_are_the_first_of_all_texts() {
    let bodies = ["*3(\"a\" / %x62)", "*\"a\" %x62-63", "1*(\"a\" *1%x62)", "\"a\" %x62.63 / %x63"];
    for a in bodies {
        for b in bodies.iter().filter(|&&b| a != b) {
            let grammars = [a, b].map(|body| read(&format!("r = {body}\n")));
            let [of_a, of_b] =
                [a, b].map(|body| crate::testing::dfa(&format!("r = {body}\n"), "r"));
            let pair = Pair { a: grammars[0].find("r"), b: grammars[1].find("r") };
            let [grammar_a, grammar_b] = &grammars;
            let limits = Limits::default();
            let found = diff_with_texts(grammar_a, grammar_b, &[pair], 4, &limits).remove(0);
            let Verdict::Different(found) = found.verdict else { panic!("{found:?}") };
            let all = texts(b"abc", 6);
            let only = |has: &abnfc::automata::dfa::Dfa, lacks: &abnfc::automata::dfa::Dfa| {
                let is_only = |it: &&Vec<u8>| has.check(it).is_ok() && lacks.check(it).is_err();
                all.iter().filter(is_only).take(4).cloned().collect::<Vec<_>>()
            };
            let merged = |first: &Option<Vec<u8>>, more: &[Vec<u8>]| {
                first.iter().chain(more).filter(|it| it.len() <= 6).cloned().collect::<Vec<_>>()
            };
            let is_merged = |expected: Vec<Vec<u8>>, found: Vec<Vec<u8>>| {
                // `b` and `c` share a class in some of the automata.
                let merged = |it: &Vec<u8>| found.contains(it) || it.contains(&b'c');
                assert!(expected.iter().all(merged), "{a} {b} {expected:?} {found:?}");
                assert_eq!(expected.first(), found.first());
                assert!(found.is_sorted_by_key(Vec::len));
            };
            is_merged(only(&of_a, &of_b), merged(&found.texts.only_left, &found.more[0]));
            is_merged(only(&of_b, &of_a), merged(&found.texts.only_right, &found.more[1]));
        }
    }
}

#[test]
fn several_texts_of_nested_rules() {
    let (a, b) = (read("a = \"(\" [a] \")\"\n"), read("a = \"(\" [a / \"x\" / \"y\"] \")\"\n"));
    let pair = Pair { a: a.find("a"), b: b.find("a") };
    let found = diff_with_texts(&a, &b, &[pair], 3, &Limits::default()).remove(0);
    let Verdict::Different(found) = found.verdict else { panic!("{found:?}") };
    assert_eq!(found.texts.only_right.as_deref(), Some(&b"(x)"[..]));
    assert_eq!(found.more, [vec![], vec![b"((x))".to_vec(), b"(((x)))".to_vec()]]);
}

/// There are 256 to the power of 16 texts of 16 bytes, and 128 bits cannot say so.
#[test]
fn numbers_that_are_too_large_are_not_counted() {
    assert_eq!(difference("r = *16OCTET\n", "r = *15OCTET\n").counts, []);
    let counts = difference("r = *15OCTET\n", "r = *14OCTET\n").counts;
    assert_eq!(counts[15], Count { only_a: 1 << 120, only_b: 0, both: 0 });
    assert_eq!(counts[14].both, 1 << 112);
}

#[test]
fn a_rule_of_another_name_is_found_by_its_language() {
    let found = compared(
        "x = y z\ny = \"y\"\nz = 1*DIGIT\n",
        "x = why z\nwhy = %x59 / %x79\nz = DIGIT\nother = \"y\"\n",
    );
    let shown: Vec<String> = found
        .iter()
        .map(|(name, verdict)| format!("{name} {}", &format!("{verdict:?}")[..5]))
        .collect();
    // Of two candidates the first is taken.
    assert_eq!(shown, ["x Diffe", "y Renam", "z Diffe", "other OnlyI"]);
}

#[test]
fn nested_rules_are_renamed_if_their_definitions_are_the_same() {
    let found = compared("a = \"(\" [a] \")\"\n", "b = \"(\" [b] \")\"\n");
    assert!(matches!(found[..], [(_, Verdict::Renamed)]), "{found:?}");
}

#[test]
fn nested_rules_are_compared_from_the_shortest_text_on() {
    let brackets = "a = \"(\" [a] \")\"\n";
    let found = difference(brackets, "a = \"(\" [a / \"x\"] \")\"\n");
    assert_eq!(found.texts.only_left, None);
    assert_eq!(found.texts.only_right.as_deref(), Some(&b"(x)"[..]));
    assert!(found.bound.is_some() && found.relation() == Relation::Differs);

    // With a text on either side, nothing is left to search.
    let found = difference("a = \"(\" [a] \")\"\n", "a = \"[\" [a] \"]\"\n");
    let texts = [found.texts.only_left.unwrap(), found.texts.only_right.unwrap()];
    assert_eq!(texts, [b"()".to_vec(), b"[]".to_vec()]);
    assert!(found.bound.is_none());

    // Another definition of the same language; only its beginning can be compared.
    let found = compared(brackets, "a = \"(\" a \")\" / \"()\"\n");
    assert!(
        matches!(found[0].1, Verdict::EqualUpTo(Bound { bytes: 8.., limit: None })),
        "{found:?}"
    );
    let palindromes = "a = \"0\" [a] \"0\" / \"1\" [a] \"1\"\n";
    let found =
        compared(palindromes, &palindromes.replace("\"1\" [a] \"1\"", "\"11\" / \"1\" a \"1\""));
    assert!(
        matches!(found[0].1, Verdict::EqualUpTo(Bound { bytes: 8.., limit: None })),
        "{found:?}"
    );
}

/// A nested rule against a regular one, both ways.
#[test]
fn the_search_finds_the_first_of_all_texts() {
    let nested = "a = \"(\" *a \")\"\n";
    let regular = "a = \"(\" *(\"()\") \")\" / \")\"\n";
    let found = difference(nested, regular);
    assert_eq!(found.texts.only_left.as_deref(), Some(&b"((()))"[..]));
    assert_eq!(found.texts.only_right.as_deref(), Some(&b")"[..]));
    let found = difference(regular, nested);
    assert_eq!(found.texts.only_left.as_deref(), Some(&b")"[..]));
}

/// A rule whose automaton exceeds the limit, with a part that only long texts have.
fn large(last: &str) -> String {
    let top = "top = *( \"[\" 1*32PA *( \" \" 1*32PA \"=\" %x22 *V %x22 ) \"]\" ) \" \" tail\n";
    format!("{top}V = %x20-7E\nPA = %x21-7E\ntail = 15\"0\" {last}\n")
}

#[test]
fn a_text_around_a_difference_of_a_part_decides() {
    let found = compared(&large("1*\"1\""), &large("2*\"1\""));
    let Verdict::Different(top) = &found[0].1 else { panic!("{:?}", found[0]) };
    assert_eq!(top.texts.only_left.as_deref(), Some(&b" 0000000000000001"[..]));
    assert_eq!(top.texts.only_right, None);
    // The other side is not decided, because of a limit.
    let bound = top.bound.as_ref().expect("it has a bound");
    assert!(bound.bytes < 15 && bound.limit.is_some(), "{bound:?}");

    let found = compared(&large("\"1\""), &large("\"2\""));
    let Verdict::Different(top) = &found[0].1 else { panic!("{:?}", found[0]) };
    let texts = [&top.texts.only_left, &top.texts.only_right].map(|it| it.clone().unwrap());
    assert_eq!(texts, [b" 0000000000000001".to_vec(), b" 0000000000000002".to_vec()]);
    assert!(top.bound.is_none());
}

/// Each level of a chain of nested rules is decided by the one before it, and left recursion does not
/// make the texts around a part endless.
#[test]
fn differences_of_nested_parts_count() {
    let chain = |last: &str| {
        format!(
            "a = 9\"(\" a \")\" / 9\"[\" b 9\"]\"\nb = b \".\" c / 9\"<\" c\nc = \"(\" [c] \")\" / {last}\n"
        )
    };
    let found = compared(&chain("\"x\""), &chain("\"y\""));
    for ((name, verdict), expected) in
        found.iter().zip(["[[[[[[[[[<<<<<<<<<x]]]]]]]]]", "<<<<<<<<<x", "x"])
    {
        let Verdict::Different(found) = verdict else { panic!("{name}: {verdict:?}") };
        assert_eq!(found.texts.only_left.as_deref(), Some(expected.as_bytes()), "{name}");
    }
}

/// A text of a part that the other grammar derives in another way is no witness.
#[test]
fn a_text_around_a_part_is_checked() {
    let grammar = |part: &str| format!("a = \"(\" [a] part / \"(\" [a] 1*%x61-63\npart = {part}\n");
    let found = compared(&grammar("%x61"), &grammar("%x62"));
    assert!(matches!(found[0].1, Verdict::EqualUpTo(_)), "{found:?}");
}

/// The other grammar has a rule of the name, which the compared rules do not use.
#[test]
fn parts_that_only_one_grammar_uses_do_not_count() {
    let (a, b) = (
        read("a = \"(\" a \")\" / p\np = \"x\" / \"y\"\n"),
        read("a = \"(\" a \")\" / \"x\"\np = \"z\"\n"),
    );
    let pair = Pair { a: a.find("a"), b: b.find("a") };
    let found = diff(&a, &b, &[pair], &Limits::default()).remove(0);
    let Verdict::Different(found) = found.verdict else { panic!("{found:?}") };
    assert_eq!(found.texts.only_left.as_deref(), Some(&b"y"[..]));
}
