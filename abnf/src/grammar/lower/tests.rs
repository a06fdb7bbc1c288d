//! The meaning of parsed rules, and rules without one.

use super::lower;
use crate::diagnostic::FileId;
use crate::diagnostic::Severity::{Error, Warning};
use crate::grammar::syntax::syntax;
use crate::grammar::{Expr, Grammar, ValueSet};
use crate::limits::Limits;
use crate::spec::Dialect;
use crate::testing::{brief, grammar, lowered};
use crate::text::dialect::dialect;
use crate::text::source::source;
use crate::text::tokens::tokens;

/// The first rule's expression as ABNF.
fn shown(elements: &str) -> String {
    grammar(0, &format!("a = {elements}\nb = \"b\"\n")).rules[0].expr.to_string()
}

/// The findings in a text.
fn found(text: &str) -> Vec<String> {
    brief(&lowered(text).1)
}

#[test]
fn letters_of_strings_ignore_case() {
    let [lower, upper] = ["%s\"x\"", "\"x\""].map(|e| grammar(0, &format!("a = {e}\n")));
    assert_eq!(lower.rules[0].expr, Expr::Set(ValueSet::single(0x78)));
    assert_eq!(upper.rules[0].expr, Expr::Set(ValueSet::new([(0x58, 0x58), (0x78, 0x78)])));
    assert_eq!(grammar(0, "a = \"X\"\n"), upper);
    assert_eq!(grammar(0, "a = %i\"x\"\n"), upper);
    // Neighbours of the letters in ASCII, and other characters, have one case only.
    assert_eq!(shown("\"@[`{\""), shown("%s\"@[`{\""));
}

#[test]
fn groups_and_idle_repetitions_vanish() {
    assert_eq!(shown("((b) (b b)) (\"\" b)"), "b b b b");
    assert_eq!(shown("1*1b (1b)"), "b b");
    assert_eq!(shown("0b"), "\"\"");
    assert_eq!(shown("b 0<what is not there>"), "b");
    assert_eq!(shown("*0b / *\"\""), "\"\" / \"\"");
    assert_eq!(shown("[b] *1b 0*1b"), "[ b ] [ b ] [ b ]");
    assert_eq!(shown("2b *b 1*b 2*3b *3b 4*b"), "2b *b 1*b 2*3b *3b 4*b");
}

#[test]
fn neighbouring_values_are_one_set_others_keep_their_order() {
    assert_eq!(shown("\"+\" / (\"-\" / %x30) / %x31-39"), "\"+\" / \"-\" / %x30-39");
    assert_eq!(shown("b / \"z\" / \"x\" / b"), "b / \"x\" / \"z\" / b");
    let merged = grammar(0, "a = \"y\" / \"x\" / \"yy\" / \"z\"\n");
    let Expr::Alt(items) = &merged.rules[0].expr else { panic!() };
    assert_eq!(items.len(), 3);
}

#[test]
fn increments_are_merged_in_order_and_without_regard_to_case() {
    let merged = grammar(0, "Ab = b\nb = \"1\"\naB =/ c / \"3\"\nc = \"2\"\nAB =/ \"4\"\n");
    assert_eq!(merged.to_string(), "Ab = b / c / \"3\" / \"4\"\nb = \"1\"\nc = \"2\"\n");
    assert_eq!(merged.rules[0].text, "Ab = b\naB =/ c / \"3\"\nAB =/ \"4\"");
}

#[test]
fn increments_before_the_definition() {
    let (merged, found) = lowered("a =/ \"1\"\na = \"2\"\na =/ \"3\"\nb =/ \"4\"\n");
    assert_eq!(merged.to_string(), "a = \"1\" / <an error> / \"2\" / \"3\"\nb =/ \"4\"\n");
    assert_eq!(brief(&found), ["incremental-before-definition@0@9"]);
}

#[test]
fn second_definitions() {
    let (kept, found) = lowered("a = \"x\" / %x59\nA = (\"X\" / %x59)\na = \"z\"\na =/ \"q\"\n");
    assert_eq!(brief(&found), ["duplicate-rule@15@0", "duplicate-rule@32@0"]);
    assert_eq!(found.iter().map(|item| item.severity).collect::<Vec<_>>(), [Warning, Error]);
    // It is unknown which one is intended, but the references of both are kept.
    assert_eq!(kept.to_string(), "a = %x58-5A / %s\"x\" / %s\"z\" / <an error> / \"q\"\n");
}

#[test]
fn values_that_are_not_code_points() {
    assert_eq!(found("a = %xD800\n"), ["surrogate@4"]);
    assert_eq!(found("a = %x41.DFFF\n"), ["surrogate@4"]);
    assert_eq!(found("a = %x41-D800\n"), ["surrogate@4"]);
    assert_eq!(found("a = %xDFFF-FFFF\n"), ["surrogate@4"]);
    assert_eq!(found("a = %x10FFFF\n"), [""; 0]);
    assert_eq!(found("a = %x110000\n"), ["code-point-too-large@4"]);
    assert_eq!(found("a = %x41-110000\n"), ["code-point-too-large@4"]);
}

#[test]
fn a_range_loses_the_surrogates_inside() {
    assert_eq!(shown("%x80-10FFFF"), "%x80-D7FF / %xE000-10FFFF");
    assert_eq!(shown("%xD7FF-E000"), "%xD7FF / %xE000");
    assert_eq!(shown("%xD7FE-D7FF"), "%xD7FE-D7FF");
}

#[test]
fn reversed_bounds() {
    let (grammar, found) = lowered("a = %x39-30 3*2\"x\"\n");
    assert_eq!(brief(&found), ["reversed-range@4", "min-above-max@12"]);
    assert_eq!(grammar.to_string(), "a = <an error> <an error>\n");
    assert_eq!(lowered("a = %x30-30 2*2\"x\"\n").1, []);
}

/// The first rule's expression in a dialect with lists.
fn list(elements: &str, notation: Dialect) -> String {
    let text = format!("a = {elements}\n");
    let source = source(FileId(0), "g", text.as_bytes(), &Limits::default()).unwrap();
    let mut found = Vec::new();
    let tokens = dialect(&source, tokens(&source), notation, &mut found);
    let rules = syntax(&source, &tokens, &Limits::default(), &mut found);
    let grammar = lower(&rules, &mut found);
    assert_eq!(found, [], "{text}");
    grammar.rules[0].expr.to_string()
}

/// RFC 9110 section 5.6.1.1.
#[test]
fn lists_of_senders() {
    let strict = |elements| list(elements, Dialect::Http);
    assert_eq!(strict("1#b"), "b *( OWS \",\" OWS b )");
    assert_eq!(strict("#b"), "[ b *( OWS \",\" OWS b ) ]");
    assert_eq!(strict("2#4b"), "b 1*3( OWS \",\" OWS b )");
    assert_eq!(strict("1#1b c"), "b c");
    assert_eq!(strict("#1( b c )"), "[ b c ]");
    assert_eq!(strict("#0b"), "\"\"");
}

/// RFC 9110 section 5.6.1.2.
#[test]
fn lists_of_recipients() {
    let lenient = |elements| list(elements, Dialect::HttpLenient);
    assert_eq!(lenient("#b"), "[ b ] *( OWS \",\" OWS [ b ] )");
    let empties = "*( OWS \",\" OWS )";
    let next = "( 1*( OWS \",\" OWS ) b )";
    assert_eq!(lenient("1#b"), format!("{empties} b *{next} {empties}"));
    assert_eq!(lenient("2#3b"), format!("{empties} b 1*2{next} {empties}"));
    let option = "[ 1*( OWS \",\" OWS ) b ]";
    assert_eq!(lenient("#2b"), format!("{empties} [ b {option} {empties} ]"));
}

/// RFC 822 section 2.7, RFC 2616 section 2.1.
#[test]
fn lists_with_linear_white_space() {
    let linear = |elements| list(elements, Dialect::Bnf);
    let begin = "*LWS *( \",\" *LWS )";
    let next = "( *LWS 1*( \",\" *LWS ) b )";
    let end = "[ *LWS 1*( \",\" *LWS ) ]";
    assert_eq!(linear("1#b"), format!("{begin} b *{next} {end}"));
    assert_eq!(linear("2#3b"), format!("{begin} b 1*2{next} {end}"));
    assert_eq!(linear("#b"), format!("{begin} [ b *{next} {end} ]"));
    assert_eq!(linear("#0b"), begin);
}

#[test]
fn values_above_7f_are_noted() {
    let Grammar { rules, .. } = grammar(0, "a = %x7F %x80 %x20-FF\na =/ %x41.E9.42\n");
    let places: Vec<_> =
        rules[0].non_ascii.iter().map(|place| (place.low, place.high, place.span.start)).collect();
    assert_eq!(places, [(0x80, 0x80, 9), (0x20, 0xFF, 14), (0xE9, 0xE9, 27)]);
}

#[test]
fn a_long_concatenation_is_flattened_in_linear_time() {
    let deep = (0..100).fold("b".to_owned(), |inner, _| format!("(b {inner})"));
    assert_eq!(shown(&deep), ["b"; 101].join(" "));
    let long = vec!["(b b)"; 100_000].join(" ");
    let wide = grammar(0, &format!("a = {long}\nb = \"b\"\n"));
    let Expr::Concat(items) = &wide.rules[0].expr else { panic!() };
    assert_eq!(items.len(), 200_000);
}
