//! Definitions with implied white space.

use crate::diagnostic::Severity;
use crate::spec::{Dialect, ReadOptions};

/// The meaning of the first rule, whose elements have implied white space, and the severity of the
/// finding about it.
fn spaced(definition: &str) -> (String, Severity) {
    let text = format!(
        "; @implied-space a\na = {definition}\nt = 1*ALPHA\nq = <\"> *ALPHA <\">\n\
         c = \"(\" *ALPHA \")\"\ne = *ALPHA\nLWS = [CRLF] 1*SP\n"
    );
    let options = ReadOptions { dialect: Dialect::Bnf, ..ReadOptions::default() };
    let read = crate::read("g", text.as_bytes(), &[], &options).expect("the grammar is sound");
    let id = read.resolved.find("a").expect("it is defined");
    let mut findings = read.diagnostics.items.iter();
    let finding = findings.find(|it| it.code.as_str() == "implied-space").expect("it is reported");
    (read.resolved.show(&read.resolved[id].expr).to_string(), finding.severity)
}

#[track_caller]
fn clear(definition: &str, expected: &str) {
    assert_eq!(spaced(definition), (expected.to_owned(), Severity::Note));
}

#[track_caller]
fn doubtful(definition: &str, expected: &str) {
    assert_eq!(spaced(definition), (expected.to_owned(), Severity::Warning));
}

#[test]
fn words_and_separators() {
    clear("t \"=\" q", "t *LWS \"=\" *LWS q");
    clear("t t", "t 1*LWS t");
    clear("t q", "t *LWS q");
    clear("\";\" \"=\" t", "\";=\" *LWS t");
    // The characters of a string are one element.
    clear("\"; ;\" t", "\"; ;\" *LWS t");
}

#[test]
fn written_white_space_stays() {
    clear("t SP t", "t SP t");
    clear("t CRLF", "t CRLF");
    clear(
        "\":\" 1#t",
        "\":\" *LWS *LWS *( \",\" *LWS ) t *( *LWS 1*( \",\" *LWS ) t ) [ *LWS 1*( \",\" *LWS ) ]",
    );
}

#[test]
fn elements_that_can_be_absent() {
    clear("t [ \"=\" q ] \";\"", "t [ *LWS \"=\" *LWS q ] *LWS \";\"");
    clear("[ \"=\" ] t", "\"=\" *LWS t / t");
    clear("t *( \";\" t )", "t [ *LWS \";\" *LWS t *( *LWS \";\" *LWS t ) ]");
    clear("2*3t", "t 1*2( 1*LWS t )");
    clear("*\";\"", "*\";\"");
}

#[test]
fn different_answers_are_doubtful() {
    doubtful("1*( t / c )", "( t / c ) *( *LWS ( t / c ) )");
    doubtful("t [ \"=\" ] t", "t [ *LWS \"=\" ] *LWS t");
    // White space itself needs none.
    clear("( t / SP ) t", "( t / SP ) 1*LWS t");
}

#[test]
fn unknown_rules_are_reported() {
    let read = crate::read("g", b"; @implied-space b\na = \"x\"\n", &[], &ReadOptions::default());
    let read = read.expect("the grammar is sound");
    assert_eq!(
        read.diagnostics.items[0].message,
        "no white space is implied in `b`, which is no rule of the grammar"
    );
}
