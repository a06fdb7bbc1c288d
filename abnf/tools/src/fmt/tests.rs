//! The layout of small grammars, and laws for random ones.

use super::fmt;
use super::sheet::WIDTH;
use crate::testing::seeded;
use abnfc::diagnostic::FileId;
use abnfc::limits::Limits;
use abnfc::spec::{Dialect, ReadOptions};
use abnfc::text::source::source;
use abnfc::text::tokens::{Kind, Token, tokens};
use proptest::prelude::*;

#[track_caller]
fn check_as(dialect: Dialect, text: &str, expected: &str) {
    let options = ReadOptions { dialect, ..ReadOptions::default() };
    let once = fmt("g", text.as_bytes(), &options).unwrap();
    assert_eq!(once, expected);
    let original = super::File::read("g", text.as_bytes(), &options).unwrap();
    let options = super::of_result(&original, &once, &options);
    assert_eq!(fmt("g", once.as_bytes(), &options).unwrap(), once, "again");
}

#[track_caller]
fn check(text: &str, expected: &str) {
    check_as(Dialect::Abnf, text, expected);
}

#[test]
fn spacing_is_made_anew_and_spelling_stays() {
    check("a=*(b/\"C\")[ d]\n", "a = *( b / \"C\" ) [ d ]\n");
    check("  a = %X41  %i\"x\"\t1*1B\n", "a = %X41 %i\"x\" 1*1B\n");
    check("a = %d65.66 <any, of  it>", "a = %d65.66 <any, of  it>\n");
}

#[test]
fn signs_of_a_paragraph_have_one_column() {
    check(
        "a = b\nlong-name = c\n; between\nd =/ e\n\nx = y",
        "a         =  b\nlong-name =  c\n; between\nd         =/ e\n\nx = y\n",
    );
    // Those that their author has aligned, also across empty lines.
    check("a    = b\n\n\nlong = c\n\nd = e\n", "a    = b\n\nlong = c\n\nd = e\n");
    // Names of one length are not aligned on purpose.
    check("aa = b\n\ncc = b\nlonger = d\n", "aa = b\n\ncc     = b\nlonger = d\n");
}

#[test]
fn breaks_between_alternatives_stay_and_others_do_not() {
    check("a = b /\n    c d\n    e / f\n", "a = b\n  / c d e / f\n");
    check("a = ( b\n  / c ) d\n", "a = ( b\n    / c ) d\n");
    check("a =\n   ( b / c\n ) d\n", "a = ( b / c ) d\n");
    check("a = b\n\n  / c\n", "a = b\n  / c\n");
    check("a =/ b /\n c\n", "a =/ b\n  /  c\n");
}

#[test]
fn long_rules_are_broken() {
    let digits = "\"0\" / \"1\" / \"2\" / \"3\" / \"4\" / \"5\" / \"6\" / \"7\" / \"8\" / \"9\"";
    check(
        &format!("rule = {digits} / \"a\" / \"b\""),
        &format!("rule = {digits} / \"a\"\n     / \"b\"\n"),
    );
    let name = "abcdefghijklmnopqrstuvwxyz";
    check(
        &format!("rule = {name} ( {name} / x y ) / x y {name}"),
        &format!("rule = {name} ( {name} / x y )\n     / x y {name}\n"),
    );
    check(
        &format!("rule = {name} {name} {name}"),
        &format!("rule = {name} {name}\n       {name}\n"),
    );
    check(
        &format!("rule = x ( {name} x / {name} x / x {name} ) y"),
        &format!("rule = x ( {name} x\n         / {name} x\n         / x {name} ) y\n"),
    );
    let long = "a-name-that-is-so-long-that-nothing-fits";
    check(&format!("{long} = x / y"), &format!("{long} = x / y\n"));
    check(
        &format!("{long} = {name} {name} / x {name}"),
        &format!("{long} =\n    {name} {name}\n  / x {name}\n"),
    );
}

#[test]
fn comments_stay_where_they_were() {
    check("; first\n\n\na = b;c\n ; d\n;e\n", "; first\n\na = b  ;c\n    ; d\n;e\n");
    check("a = b ; c\n  ; d\n\n  ; e\n", "a = b  ; c\n    ; d\n\n; e\n");
    check("a = b / ; c\n  ; d\n    e\n", "a = b  ; c\n    ; d\n  / e\n");
    check(
        "a = ; c\n    b ( ; d\n e ; f\n ) g\n",
        "a =   ; c\n    b\n    (    ; d\n      e  ; f\n    ) g\n",
    );
    // Further lines of a comment keep its column.
    check("a = b   ; c\n        ; d\n   / e\n", "a = b  ; c\n       ; d\n  / e\n");
}

#[test]
fn comments_of_neighbouring_lines_have_one_column() {
    check("a = b ; c\nd = e f ; g\n\nh = i ; j\n", "a = b    ; c\nd = e f  ; g\n\nh = i  ; j\n");
    // A comment that leaves no room for the others has a column of its own.
    let (name, comment) = ("n".repeat(50), "x".repeat(40));
    check(
        &format!("a = b ; {comment}\nc = {name} ; y\nd = e f ; z\n"),
        &format!("a = b    ; {comment}\nc = {name}  ; y\nd = e f  ; z\n"),
    );
}

#[test]
fn a_comment_without_room_moves_below() {
    let (name, comment) = ("n".repeat(40), "x".repeat(40));
    check(&format!("a = {name} ; {comment}\n"), &format!("a = {name}\n    ; {comment}\n"));
    // A comment that would become a directive is not moved to a line of its own.
    let path = "x".repeat(50);
    check(&format!("a = {name} ; @import {path}\n"), &format!("a = {name}  ; @import {path}\n"));
    // Nor does one that is too wide for any line.
    let wide = "x".repeat(70);
    check(&format!("a = b ; {wide}\n"), &format!("a = b  ; {wide}\n"));
}

#[test]
fn bnf_becomes_abnf() {
    check_as(
        Dialect::Auto,
        "a_b = *[ c+d | <\"> ]\nc+d = \"x\" | \"y\" ; a_b |\n",
        "a-b = *( c-d / %x22 )\nc-d = \"x\" / \"y\"  ; a_b |\n",
    );
    check_as(Dialect::Http, "a = 1#( b/c )\n", "a = 1#( b / c )\n");
}

#[test]
fn older_notations_become_abnf() {
    let bnf = |text, expected| check_as(Dialect::Bnf, text, expected);
    bnf("a := b | 1#c_d\n", "a = b / 1#c-d\n");
    bnf("<a> ::= <\"> | *[ <a> ]\n", "a = %x22 / *( a )\n");
    bnf("<\"> = <mark>\na = b\n", "a = b\n");
    bnf("a = <b <\">,  ; => c\n  d> ; e\nf = g\n", "a = <b DQUOTE, d>  ; => c\n    ; e\nf = g\n");
    bnf("<a> ::= the mark\n  of b\n<c> ::= <a>\n", "a = <the mark of b>\nc = a\n");
    check_as(Dialect::Auto, "; @dialect bnf\na = b | c\n", "; @dialect bnf\na = b / c\n");
}

#[test]
fn line_ends_stay() {
    let options = ReadOptions::default();
    assert_eq!(fmt("g", b"a=b\r\nc = d", &options).unwrap(), "a = b\r\nc = d\r\n");
    assert_eq!(fmt("g", b"\xEF\xBB\xBFa=b", &options).unwrap(), "a = b\n");
}

#[test]
fn errors_refuse_a_file_and_undefined_rules_do_not() {
    let code = |text: &str| {
        let errors = fmt("g", text.as_bytes(), &ReadOptions::default()).unwrap_err();
        errors.items.iter().map(|item| item.code.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(code("a = ( b\n"), ["unclosed-group"]);
    assert_eq!(code("; nothing\n"), ["no-rules"]);
    assert_eq!(code("a = \0"), ["binary-file"]);
    check("a = nope 3*2b\na = c\n", "a = nope 3*2b\na = c\n");
}

#[test]
fn deep_nesting_leaves_room() {
    let depth = 120;
    let text = format!("a = {}b c{}\n", "1*( ".repeat(depth), " )".repeat(depth));
    let once = fmt("g", text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!(fmt("g", once.as_bytes(), &ReadOptions::default()).unwrap(), once);
    assert!(once.lines().all(|line| line.len() <= WIDTH), "{once}");
}

/// Rules of any shape with any layout.
fn grammars() -> impl Strategy<Value = String> {
    let gap = prop_oneof![
        6 => Just(" ".to_owned()),
        2 => " {1,12}",
        2 => " {0,3}\n {1,12}",
        1 => " {0,3}; {0,2}[a-z]{0,60}\n {1,8}",
        1 => "( {1,9}; ?[a-z@]{0,9}\n){1,3} {1,8}",
    ];
    let leaf = prop_oneof![
        "[a-z]{1,12}",
        "\"[ !#-&]{0,9}\"",
        Just("%x41-5A".to_owned()),
        "<[a-z ]{3,50}>",
        "\"[a-z ;(]{30,75}\"",
    ];
    let element = (0..4u8, leaf).prop_map(|(repeat, text)| {
        let repeat = ["", "", "*", "1*12"][usize::from(repeat)];
        format!("{repeat}{text}")
    });
    let body = element.prop_recursive(6, 60, 8, move |inner| {
        let join = prop_oneof![Just(""), Just("/")];
        let rest = prop::collection::vec((gap.clone(), join, gap.clone(), inner.clone()), 0..8);
        (0..4u8, gap.clone(), inner, rest, gap.clone()).prop_map(
            |(kind, before, first, rest, end)| {
                let rest = rest.into_iter().map(|(a, join, b, it)| format!("{a}{join}{b}{it}"));
                let body = first + &rest.collect::<String>();
                match kind {
                    0 => format!("({before}{body}{end})"),
                    1 => format!("[{before}{body}{end}]"),
                    2 => format!("2*({before}{body}{end})"),
                    _ => format!("*({body})"),
                }
            },
        )
    });
    let between = prop_oneof![
        4 => Just("\n".to_owned()),
        2 => Just("\n\n\n".to_owned()),
        1 => " {0,9};[ a-z]{0,80}\n( {0,9};[a-z]{0,9}\n){0,3}",
        1 => Just("\n; @import X = y\n".to_owned()),
    ];
    let name = prop_oneof![4 => "[a-z]{1,14}", 1 => "[a-z]{20,60}"];
    let bodies = prop::collection::vec(body, 1..4).prop_map(|all| all.join(" / "));
    let rule =
        (name, " {0,9}", prop_oneof![4 => Just("="), 1 => Just("=/")], " ?", bodies, between);
    let rule = rule
        .prop_map(|(name, a, sign, b, body, between)| format!("{name}{a}{sign}{b}{body}{between}"));
    prop::collection::vec(rule, 1..5).prop_map(|rules| rules.concat())
}

proptest! {
    #![proptest_config(seeded(400))]

    #[test]
    fn a_layout_is_final_and_narrow(text in grammars()) {
        let options = ReadOptions { dialect: Dialect::Abnf, ..ReadOptions::default() };
        // That tokens, comments and meaning are the same is checked by the formatter.
        let once = fmt("g", text.as_bytes(), &options);
        let once = once.map_err(|errors| TestCaseError::fail(errors.to_string()))?;
        prop_assert_eq!(&fmt("g", once.as_bytes(), &options).unwrap(), &once);
        for line in once.lines().filter(|line| WIDTH < line.chars().count()) {
            prop_assert!(is_one_token(line), "{}", line);
        }
    }
}

/// Returns whether a line is too wide because of one token: the only one in its line except for signs
/// before it, or a comment that is too wide for any line or would become a directive.
fn is_one_token(line: &str) -> bool {
    let source = source(FileId(0), "g", line.as_bytes(), &Limits::default()).unwrap();
    let tokens = tokens(&source);
    let text = |token: &Token| token.text(&source.text);
    let all: Vec<_> =
        tokens.all.iter().filter(|it| !matches!(it.kind, Kind::Space | Kind::Newline)).collect();
    if let Some(comment) = all.last().filter(|it| it.kind == Kind::Comment) {
        return WIDTH - 2 < text(comment).len() || text(comment).contains('@');
    }
    let is_sign = |kind| matches!(kind, Kind::Equals | Kind::EqualsSlash);
    let head = all.iter().position(|it| is_sign(it.kind)).map_or(0, |at| at + 1);
    let is_before =
        |kind| matches!(kind, Kind::Slash | Kind::Repeat | Kind::GroupOpen | Kind::OptionOpen);
    all[head..].iter().filter(|it| !is_before(it.kind)).count() == 1
}
