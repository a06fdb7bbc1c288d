//! Translations to ABNF.

use super::*;
use crate::diagnostic::FileId;
use crate::limits::Limits;
use crate::text::source::source;
use crate::text::tokens::tokens;

/// The text in ABNF, and the codes of the warnings.
fn read(text: &str, notation: Dialect) -> (String, Vec<&'static str>) {
    let source = source(FileId(0), "g", text.as_bytes(), &Limits::default()).unwrap();
    let mut found = Vec::new();
    let tokens = dialect(&source, tokens(&source), notation, &mut found);
    (tokens.to_abnf(&source.text), found.iter().map(|item| item.code.as_str()).collect())
}

#[track_caller]
fn check(text: &str, expected: &str, warnings: &[&str]) {
    let (abnf, codes) = read(text, Dialect::Auto);
    assert_eq!(abnf.trim_end(), expected);
    assert_eq!(codes, warnings);
}

#[test]
fn a_bar_in_quotes_or_comments_makes_no_bnf() {
    check("a_b = \"|\" / <|> ; |", "a_b = \"|\" / <|> ; |", &[]);
}

#[test]
fn bnf_becomes_abnf() {
    check("a_b+c = d | \"_|\" ; a_b |", "a-b-c = d / \"_|\" ; a_b |", &[]);
    check("a = *[ b | [ c ] ] | 1*[d] [ e ]", "a = *( b / [ c ] ) / 1*(d) [ e ]", &[]);
    check("a = 2[ b ] | * [ c ]", "a = 2[ b ] / * [ c ]", &[]);
    check("a = \"<\" | <\"> | <b>", "a = \"<\" / %x22 / <b>", &[]);
    // Not `=/`.
    check("a =| b", "a =/ b", &[]);
    check("a = *[ b\nc = d ] | e", "a = *( b\nc = d ] / e", &[]);
}

#[test]
fn a_bare_slash_is_a_string() {
    check("a = b [ / [ c ] ] | d", "a = b [ \"/\" [ c ] ] / d", &["bare-slash"]);
    check("a = b | / c", "a = b / \"/\" c", &["bare-slash"]);
    check("a = b | / | c", "a = b / / / c", &[]);
}

#[test]
fn mixing_and_folding_are_reported() {
    check("a = b | c | c / d", "a = b / c / c / d", &["mixed-alternation"]);
    check("a_b = c | a+b | A_B", "a-b = c / a-b / A-B", &["folded-names"]);
    let (_, codes) = read("a = b | c / d", Dialect::Bnf);
    assert!(codes.is_empty(), "RFC 822 writes `/`");
    assert_eq!(read("a_b = c", Dialect::Bnf).0, "a-b = c\n");
    assert_eq!(read("a_b = c | d", Dialect::Abnf).0, "a_b = c | d\n");
}

#[test]
fn a_stray_bar_makes_no_bnf() {
    for text in ["a = b / c\nd = b | c", "a = %x41 | %x42", "a = b\na =/ c | d"] {
        assert_eq!(read(text, Dialect::Auto).0.trim_end(), text);
    }
    check("a = b | c", "a = b / c", &[]);
}

#[test]
fn old_signs_make_bnf() {
    check("a := b / c", "a = b / c", &[]);
    check("a = <\"> / \"\"\" b", "a = %x22 / %x22 b", &[]);
    check("a = b / c | 1#d", "a = b / c / 1#d", &["mixed-alternation"]);
    // `%x22` is the quotation mark of ABNF.
    check("a = <\"> / %x22", "a = <\"> / %x22", &[]);
    check("a = b\nc := d", "a = b\nc := d", &[]);
    check("<\"> = <mark>\na = <\"> | b", "\na = %x22 / b", &[]);
}

#[test]
fn names_in_brackets_are_references() {
    check("<a_b> ::= <c> | <a_b> <c>", "a-b = c / a-b c", &[]);
    check("<a> ::= \"b\" | the <c> mark ; d", "a = <\"b\" | the c mark> ; d", &[]);
    check("<a> ::= b <c>\nd = any <a>", "a = b c\nd = any a", &[]);
    check("a = <b> | <c>", "a = <b> / <c>", &[]);
}

#[test]
fn lists_have_bars_beside_them() {
    assert_eq!(read("a = b | 1#c", Dialect::Http).0.trim_end(), "a = b / 1#c");
    assert_eq!(read("a = b | #c", Dialect::Abnf).0.trim_end(), "a = b | #c");
}

#[test]
fn long_descriptions_are_reported_in_abnf() {
    let text = "a = <b\n  c>";
    assert_eq!(read(text, Dialect::Abnf), ("a = <b c>\n\n".to_owned(), vec!["long-prose"]));
    assert_eq!(read(text, Dialect::Bnf).1, [""; 0]);
    assert_eq!(read("a = <no <\">>", Dialect::Http).1, ["long-prose"]);
}
