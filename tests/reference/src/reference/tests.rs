//! Cases worked out by hand, and a second opinion on random small grammars.

mod ends;

use super::*;
use abnfc::diagnostic::Span;
use abnfc::grammar::{Encoding, Expr, Prose, ValueSet};

fn rule(index: u32) -> Expr<RuleId> {
    Expr::Rule(RuleId::from_index(index))
}

fn set(lo: u32, hi: u32) -> Expr<RuleId> {
    Expr::Set(ValueSet::new([(lo, hi)]))
}

fn text(text: &str) -> Expr<RuleId> {
    match text.len() {
        0 => Expr::Empty,
        1 => set(text.as_bytes()[0].into(), text.as_bytes()[0].into()),
        _ => Expr::Concat(text.bytes().map(|byte| set(byte.into(), byte.into())).collect()),
    }
}

fn seq(items: impl Into<Vec<Expr<RuleId>>>) -> Expr<RuleId> {
    Expr::Concat(items.into())
}

fn alt(items: impl Into<Vec<Expr<RuleId>>>) -> Expr<RuleId> {
    Expr::Alt(items.into())
}

fn repeat(min: u32, max: impl Into<Option<u32>>, body: Expr<RuleId>) -> Expr<RuleId> {
    Expr::Repeat { min, max: max.into(), body: Box::new(body) }
}

/// The first of the rules, over octets.
fn octets(rules: impl IntoIterator<Item = Expr<RuleId>>) -> Recogniser {
    recogniser(Encoding::Octets, rules)
}

fn recogniser(encoding: Encoding, rules: impl IntoIterator<Item = Expr<RuleId>>) -> Recogniser {
    let names = ["a", "b", "c", "d"];
    let grammar = Resolved::from_rules(encoding, names.into_iter().zip(rules));
    Recogniser::new(&grammar, RuleId::from_index(0))
}

/// Checks each text's verdict: whether it is a member, the offset, the longest prefix.
#[track_caller]
fn check(mut recogniser: Recogniser, cases: &[(&[u8], bool, usize, Option<usize>)]) {
    for &(text, is_member, offset, longest_prefix) in cases {
        let expected = Verdict { is_member, offset, longest_prefix };
        assert_eq!(recogniser.judge(text), expected, "{:?}", String::from_utf8_lossy(text));
    }
}

#[test]
fn a_literal() {
    check(
        octets([text("ab")]),
        &[
            (b"", false, 0, None),
            (b"a", false, 1, None),
            (b"ab", true, 2, Some(2)),
            (b"abc", false, 2, Some(2)),
            (b"b", false, 0, None),
        ],
    );
}

/// `a = b b`, `b = ["x"] ["y"]`: every way to leave something out.
#[test]
fn nullable_rules() {
    check(
        octets([seq([rule(1), rule(1)]), seq([repeat(0, 1, text("x")), repeat(0, 1, text("y"))])]),
        &[
            (b"", true, 0, Some(0)),
            (b"xy", true, 2, Some(2)),
            (b"yx", true, 2, Some(2)),
            (b"yy", true, 2, Some(2)),
            (b"xyxy", true, 4, Some(4)),
            (b"yxy", true, 3, Some(3)),
            (b"yyx", false, 2, Some(2)),
            (b"xyxyx", false, 4, Some(4)),
        ],
    );
}

/// `a = a a / "x" / ""`: infinitely many derivations of every text.
#[test]
fn infinitely_ambiguous() {
    check(
        octets([alt([seq([rule(0), rule(0)]), text("x"), Expr::Empty])]),
        &[(b"", true, 0, Some(0)), (b"xxxxx", true, 5, Some(5)), (b"xxyx", false, 2, Some(2))],
    );
}

/// `a = b`, `b = a / "x"`: a cycle without a symbol.
#[test]
fn cycle() {
    check(
        octets([rule(1), alt([rule(0), text("x")])]),
        &[(b"x", true, 1, Some(1)), (b"xx", false, 1, Some(1)), (b"", false, 0, None)],
    );
}

/// `a = a "," "x" / "x"`.
#[test]
fn left_recursion() {
    check(
        octets([alt([seq([rule(0), text(","), text("x")]), text("x")])]),
        &[
            (b"x", true, 1, Some(1)),
            (b"x,", false, 2, Some(1)),
            (b"x,x,x", true, 5, Some(5)),
            (b"x,x,,", false, 4, Some(3)),
        ],
    );
}

/// `a = "x" "," a / "x"`.
#[test]
fn right_recursion() {
    check(
        octets([alt([seq([text("x"), text(","), rule(0)]), text("x")])]),
        &[(b"x,", false, 2, Some(1)), (b"x,x,x", true, 5, Some(5)), (b"xx", false, 1, Some(1))],
    );
}

/// `a = "(" a ")" / ""`.
#[test]
fn middle_recursion() {
    check(
        octets([alt([seq([text("("), rule(0), text(")")]), Expr::Empty])]),
        &[
            (b"", true, 0, Some(0)),
            (b"((()))", true, 6, Some(6)),
            (b"(()", false, 3, Some(0)),
            (b"(())(", false, 4, Some(4)),
            (b"())", false, 2, Some(2)),
        ],
    );
}

/// `a = "x" a "x" / "x"`: the runs of odd length; no automaton can recognise the middle.
#[test]
fn palindrome_without_a_mark() {
    let mut a = octets([alt([seq([text("x"), rule(0), text("x")]), text("x")])]);
    for n in 0..20 {
        assert_eq!(a.judge(&vec![b'x'; n]).is_member, n % 2 == 1, "{n}");
    }
}

/// `*"a" "a"` accepts `aaa`: preference is not acceptance.
#[test]
fn greed_does_not_reject() {
    check(
        octets([seq([repeat(0, None, text("a")), text("a")])]),
        &[(b"", false, 0, None), (b"a", true, 1, Some(1)), (b"aaa", true, 3, Some(3))],
    );
}

#[test]
fn counted_repetition() {
    check(
        octets([repeat(2, 3, text("ab"))]),
        &[
            (b"ab", false, 2, None),
            (b"abab", true, 4, Some(4)),
            (b"ababa", false, 5, Some(4)),
            (b"ababab", true, 6, Some(6)),
            (b"abababa", false, 6, Some(6)),
        ],
    );
}

/// `2*3(1*2"x")`: two to six, in many ways.
#[test]
fn counted_repetition_of_a_counted_repetition() {
    let mut a = octets([repeat(2, 3, repeat(1, 2, text("x")))]);
    for n in 0..9 {
        assert_eq!(a.judge(&vec![b'x'; n]).is_member, (2..=6).contains(&n), "{n}");
    }
}

/// A count that is too large to unroll, and one that a nullable body satisfies at once.
#[test]
fn huge_counts() {
    check(
        octets([repeat(1_000_000_000, None, text("x"))]),
        &[(b"", false, 0, None), (b"xxx", false, 3, None), (b"xy", false, 1, None)],
    );
    check(
        octets([repeat(0, 1_000_000_000, text("x"))]),
        &[(b"", true, 0, Some(0)), (b"xxx", true, 3, Some(3))],
    );
    check(
        octets([repeat(1_000_000_000, 2_000_000_000, repeat(0, 1, text("x")))]),
        &[(b"", true, 0, Some(0)), (b"xx", true, 2, Some(2)), (b"xy", false, 1, Some(1))],
    );
}

/// `a = "x" a`, and what depends on it, has no member, so no text is viable.
#[test]
fn empty_language() {
    let without_end = || seq([text("x"), rule(0)]);
    check(octets([without_end()]), &[(b"", false, 0, None), (b"x", false, 0, None)]);
    // `a = "x" b / "y"`, `b = "x" b`: "x" is a dead end.
    check(
        octets([alt([seq([text("x"), rule(1)]), text("y")]), seq([text("x"), rule(1)])]),
        &[(b"x", false, 0, None), (b"y", true, 1, Some(1))],
    );
    // `a = "y" *b`: the repetition of nothing is empty.
    check(
        octets([seq([text("y"), repeat(0, None, rule(1))]), seq([text("x"), rule(1)])]),
        &[(b"yx", false, 1, Some(1)), (b"y", true, 1, Some(1))],
    );
    // `a = 1*b`: and one or more of nothing is nothing.
    check(octets([repeat(1, None, rule(1)), seq([text("x"), rule(1)])]), &[(b"", false, 0, None)]);
}

#[test]
fn prose_derives_nothing_and_none_of_it_is_empty() {
    let prose = || Expr::Prose(Prose { text: "words".into(), span: Span::default() });
    check(octets([alt([prose(), text("x")])]), &[(b"", false, 0, None), (b"x", true, 1, Some(1))]);
    check(octets([prose()]), &[(b"", false, 0, None)]);
    check(octets([repeat(0, 0, prose())]), &[(b"", true, 0, Some(0)), (b"x", false, 0, Some(0))]);
}

#[test]
fn high_octets() {
    check(
        octets([seq([set(0x80, 0xFF), set(0, 0)])]),
        &[(b"\xFF\0", true, 2, Some(2)), (b"\x80", false, 1, None), (b"\x7F", false, 0, None)],
    );
}

#[test]
fn code_points() {
    let grammar = || recogniser(Encoding::Utf8, [repeat(1, 2, set(0x70, 0x10_FFFF))]);
    check(
        grammar(),
        &[
            ("ß".as_bytes(), true, 2, Some(2)),
            ("€p".as_bytes(), true, 4, Some(4)),
            ("🎈".as_bytes(), true, 4, Some(4)),
            (b"\xC3", false, 1, None),
            (b"p\xC3", false, 2, Some(1)),
            (b"\xC3p", false, 1, None),
            (b"\xC0\x80", false, 0, None),
            (b"\xED\xA0\x80", false, 1, None),
            (b"\xED\x9F\xBF", true, 3, Some(3)),
            (b"\xF4\x90\x80\x80", false, 1, None),
            (b"o", false, 0, None),
            ("ßßß".as_bytes(), false, 4, Some(4)),
        ],
    );
}

#[test]
fn pop_forgets() {
    let mut a = octets([text("ab")]);
    a.push(b'a');
    a.push(b'x');
    assert!(!a.is_viable());
    a.pop();
    assert!(a.is_viable() && !a.accepts());
    a.push(b'b');
    assert!(a.accepts());
    assert_eq!(a.depth(), 2);
    a.pop();
    a.pop();
    assert!(a.is_viable() && !a.accepts());
}
