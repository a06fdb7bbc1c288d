//! The nearest texts against all texts up to a length.

use super::*;
use crate::testing::texts;
use abnfc::automata::rules::automata;
use abnfc::automata::shape::shape;
use abnfc::limits::Limits;
use abnfc::spec::ReadOptions;

fn language(text: &str) -> Language {
    let read = abnfc::read("g.abnf", text.as_bytes(), &[], &ReadOptions::default()).unwrap();
    let rule = read.resolved.own_rules().next().unwrap().0;
    let limits = Limits::default();
    let automata = automata(&read.resolved, &shape(&read.resolved), &[rule], &limits);
    automata.language(rule).unwrap()
}

/// The distance of two texts, by the table of Wagner and Fischer.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let kept = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = kept.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

#[track_caller]
fn agree(grammar: &str) {
    let language = language(grammar);
    let all = texts(b"abc", 8);
    let members: Vec<&Vec<u8>> = all.iter().filter(|text| language.check(text).is_ok()).collect();
    for text in all.iter().filter(|text| text.len() <= 4) {
        let found = nearest(&language, text).unwrap();
        let expected = members.iter().map(|member| distance(text, member)).min().unwrap();
        assert_eq!(found.edits, expected, "{grammar} {text:?} {found:?}");
        assert!(!found.texts.is_empty() && found.texts.len() <= MAX_TEXTS);
        for near in &found.texts {
            assert!(language.check(near).is_ok() && distance(text, near) == expected);
        }
    }
}

#[test]
fn no_text_of_a_regular_rule_is_nearer() {
    agree("r = *( %s\"ab\" ) %s\"c\"\n");
    agree("r = 2*4( %s\"a\" / %s\"bc\" )\n");
    agree("r = %s\"a\" / %s\"abcabc\"\n");
}

#[test]
fn no_text_of_a_nested_rule_is_nearer() {
    agree("r = %s\"a\" [ r ] %s\"b\"\n");
    // The general engine.
    agree("r = %s\"a\" [ r ] %s\"a\" / %s\"c\"\n");
}

#[test]
fn the_end_of_a_text_is_changed_first() {
    let time = language("time = 2DIGIT %x3A %x30-35 DIGIT\n");
    let found = nearest(&time, b"12:61").unwrap();
    assert_eq!((found.edits, found.texts[0].as_slice()), (1, &b"12:01"[..]));
    assert_eq!(nearest(&time, b"").unwrap().edits, 5);
}

#[test]
fn what_is_too_much_is_not_looked_for() {
    let long = language("r = 4000( %s\"ab\" )\n");
    assert_eq!(nearest(&long, &[b'a'; 4000]), None);
    let deep = language("r = %s\"a\" r %s\"a\" / %s\"b\" r %s\"b\" / 40%s\"c\"\n");
    assert_eq!(nearest(&deep, b"x"), None);
}

/// Each way has a stack of its own.
#[test]
fn deep_texts_take_bounded_memory() {
    let lists = language("a = \"(\" *a \")\"\n");
    let text = |depth| [vec![b'('; depth], vec![b')'; depth - 1]].concat();
    assert_eq!(nearest(&lists, &text(500)).unwrap().edits, 1);
    assert_eq!(nearest(&lists, &text(2000)), None);
    assert!(by_distance::nearest(&lists, &text(2000), usize::MAX).is_some());
    // The general engine.
    let palindromes = language("a = %s\"a\" [ a ] %s\"a\" / %s\"c\"\n");
    assert_eq!(nearest(&palindromes, &[b'a'; 99]).unwrap().edits, 1);
    assert_eq!(by_distance::nearest(&palindromes, &[b'a'; 99], 1 << 16), None);
}
