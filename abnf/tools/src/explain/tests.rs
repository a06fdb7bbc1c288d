//! Explanations of texts of one grammar.

use super::*;
use abnfc::spec::ReadOptions;

const TIME: &str = "\
time = hour \":\" minute [ \":\" minute ]
hour = 2DIGIT
minute = tens DIGIT
tens = %x30-35
";

fn explained(grammar: &str, text: &[u8]) -> Explanation {
    let read = abnfc::read("g.abnf", grammar.as_bytes(), &[], &ReadOptions::default()).unwrap();
    let rule = read.resolved.own_rules().next().unwrap().0;
    explain(&subject(&read.resolved, rule, &Limits::default()).unwrap(), text)
}

#[test]
fn a_text_that_matches_is_shown_rule_by_rule() {
    let Explanation::Match(nodes) = explained(TIME, b"12:34:56") else { panic!() };
    let shown: Vec<String> = nodes
        .iter()
        .map(|it| format!("{}{} {}..{}", " ".repeat(it.depth), it.rule, it.begin, it.end))
        .collect();
    assert_eq!(shown, ["time 0..8", " hour 0..2", " minute 3..5", " minute 6..8"]);
}

#[test]
fn a_text_that_fails_has_a_part_and_neighbours() {
    let Explanation::Mismatch { at, part, nearest } = explained(TIME, b"1x:34") else { panic!() };
    assert_eq!((at.offset, part.as_deref()), (1, Some("hour")));
    let nearest = nearest.unwrap();
    assert_eq!((nearest.edits, nearest.texts[0].as_slice()), (1, &b"10:34"[..]));
}

#[test]
fn nested_rules_are_explained_too() {
    let lists = "list = \"(\" *list \")\"\n";
    let Explanation::Match(nodes) = explained(lists, b"(()())") else { panic!() };
    assert_eq!(nodes.iter().map(|it| it.depth).collect::<Vec<_>>(), [0, 1, 1]);
    let Explanation::Mismatch { at, part, nearest } = explained(lists, b"((") else { panic!() };
    assert_eq!((at.offset, part), (2, None));
    assert_eq!(nearest.unwrap().texts[0], b"()");
}

#[test]
fn a_rule_without_texts_has_no_nearest_one() {
    let Explanation::Mismatch { nearest, .. } = explained("a = \"x\" a\n", b"x") else { panic!() };
    assert_eq!(nearest, None);
}
