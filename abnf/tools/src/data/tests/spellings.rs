//! Data of random grammars whose parts and fillers have several spellings. Only some of these keep
//! neighbours apart.

use super::complete::{Counts, check_texts, texts};
use fastrand::Rng;
use std::fmt::Write as _;

/// Expressions for the parts `p`, `q` and `t`, for the texts between them, and for all of these.
struct Kind {
    alphabet: &'static [u8],
    length: usize,
    /// Definitions of parts with their settings.
    parts: &'static [(&'static str, &'static str)],
    /// Texts between parts.
    others: &'static [&'static str],
}

const CASES: Kind = Kind {
    alphabet: b"abAB1",
    length: 5,
    parts: &[
        ("\"ab\" / \"a\"", ""),
        ("\"a\" / \"b\"", ""),
        ("\"b\" / \"1\"", ""),
        ("\"ab\" / %s\"A\"", ""),
        ("\"a\" / \"b\" / \"aa\"", ""),
        ("\"ab\"", ""),
        ("\"b\"", ""),
        ("1*%x61-62", ""),
        ("1*%x41-42", ""),
        ("%s\"b\"", ""),
        ("*%x61", ""),
        ("%x61 *%x42", ""),
        ("1*( \"a\" / \"1\" )", ""),
        ("1*2\"1\"", ""),
        ("1*2( \"1\" / \"a\" )", "value = { type = \"u64\", radix = 16 }"),
        ("\"a\" / \"1\"", "value = { type = \"bool\", true = \"a\", false = \"1\" }"),
        ("\"a\" / \"B\"", "value = \"unit\""),
        ("*( \"a\" / \"b\" )", "value = \"unit\""),
        ("q / %s\"B\"", ""),
        ("q t", ""),
    ],
    others: &["\"1\"", "\"b\"", "\"a\"", "%s\"a\""],
};

const NUMBERS: Kind = Kind {
    alphabet: b"012.e-",
    length: 5,
    parts: &[
        ("1*DIGIT [ \".\" 1*DIGIT ]", "value = \"f64\""),
        ("1*DIGIT [ \"e\" 1*DIGIT ]", "value = \"f64\""),
        ("1*DIGIT \".\" 1*DIGIT", "value = \"f32\""),
        ("*DIGIT \".\" 1*DIGIT", "value = \"f64\""),
        ("1*DIGIT [ \".\" *DIGIT ]", "value = \"f64\""),
        ("[ \"-\" ] 1*DIGIT [ \"e\" [ \"-\" ] 1*DIGIT ]", "value = \"f64\""),
        ("( \"1\" / \"2\" ) [ \".\" *\"0\" ] [ \"e\" 1*\"0\" ]", "value = \"f64\""),
        ("1*DIGIT", "value = \"u64\"\nrange = [0, 99999]"),
        ("1*2DIGIT", ""),
        ("[ \"-\" ] 1*DIGIT", "value = \"i64\"\nrange = [-9999, 99999]"),
        ("1*3( \"1\" / \"e\" )", "value = { type = \"u64\", radix = 16 }"),
        (
            "1*( \"1\" / \".\" ) \"1\"",
            "value = { type = \"u64\", separator = \".\" }\nrange = [0, 11111]",
        ),
        ("1*\"0\"", ""),
        ("*\"0\" \"1\"", ""),
        ("\"-\" / \".\"", ""),
        ("\"e\"", ""),
        ("*\"-\"", "value = \"unit\""),
        ("q [ \"-\" t ]", ""),
    ],
    others: &["\"-\"", "\".\"", "\"e\"", "*\"-\""],
};

const FILLERS: Kind = Kind {
    alphabet: b"a1-,.",
    length: 5,
    parts: &[
        ("1*\"a\"", ""),
        ("*\"a\"", ""),
        ("\"-\" / \",\"", ""),
        ("1*2\"-\"", ""),
        ("*\"-\"", ""),
        ("\"a\" / \",\"", ""),
        ("1*( \"-\" / \"a\" )", ""),
        ("\"-\" \"a\"", ""),
        ("[ \"-\" ] *\",\" \"a\"", ""),
        ("\"a\" *\"-\"", ""),
        ("1*\"1\"", ""),
        ("q *( \"-\" t )", ""),
        ("q 1*\"-\" [ t ]", ""),
        ("*( q [ \",\" ] )", ""),
        ("*( \"-\" / \"a\" )", "value = \"unit\""),
        ("\",\" *\"-\" \".\"", "value = \"unit\""),
    ],
    others: &[
        "\"-\"",
        "\",\"",
        "*\"-\"",
        "1*\"-\"",
        "*( \"-\" / \",\" )",
        "\"-\" *\",\" \"-\"",
        "\",\" *( \"-\" / \".\" )",
        "1*( \"-,\" )",
        "\".\" [ \"-\" ]",
        "2*3\"-\"",
    ],
};

const STRING: &str = "writing to a string cannot fail";

fn expr(random: &mut Rng, depth: usize, kind: &Kind) -> String {
    let kinds = if depth == 0 { 6 } else { 11 };
    match random.usize(0..kinds) {
        0 | 1 => "p".to_owned(),
        2 => "q".to_owned(),
        3 => "t".to_owned(),
        4 | 5 => kind.others[random.usize(0..kind.others.len())].to_owned(),
        6 => format!("[ {} ]", expr(random, depth - 1, kind)),
        7 => format!("*( {} )", expr(random, depth - 1, kind)),
        8 => {
            format!("( {} / {} )", expr(random, depth - 1, kind), expr(random, depth - 1, kind))
        }
        _ => format!("{} {}", expr(random, depth - 1, kind), expr(random, depth - 1, kind)),
    }
}

fn grammar(random: &mut Rng, kind: &Kind) -> (String, String) {
    let mut text = format!("r = {}\n", expr(random, 3, kind));
    let mut settings = String::new();
    for name in ["p", "q", "t"] {
        // Only `p` has parts.
        let definition = loop {
            let (definition, setting) = kind.parts[random.usize(0..kind.parts.len())];
            if name == "p" || !definition.contains(['q', 't']) {
                writeln!(settings, "[rules.{name}]\n{setting}").expect(STRING);
                break definition;
            }
        };
        writeln!(text, "{name} = {definition}").expect(STRING);
    }
    (text, settings)
}

fn of_kind(kind: &Kind, grammars: usize, make: fn(&mut Rng) -> (String, String)) -> Counts {
    check_texts(&texts(kind.alphabet, kind.length), grammars, make, (|_| true, |_, _, _| None))
}

fn cases(grammars: usize) -> Counts {
    of_kind(&CASES, grammars, |random| grammar(random, &CASES))
}

fn numbers(grammars: usize) -> Counts {
    of_kind(&NUMBERS, grammars, |random| grammar(random, &NUMBERS))
}

fn fillers(grammars: usize) -> Counts {
    of_kind(&FILLERS, grammars, |random| grammar(random, &FILLERS))
}

/// All data of the short texts of some grammars is written.
fn assert_all(counts: &Counts, least: usize) {
    let Counts { written, lost, .. } = counts;
    assert!(*written >= least && lost.is_empty(), "{written}, {lost:?}");
}

#[test]
fn letters_are_in_the_case_that_keeps_parts_apart() {
    assert_all(&cases(100), 1_000);
}

#[test]
fn numbers_have_the_digits_that_keep_parts_apart() {
    assert_all(&numbers(30), 1_000);
}

#[test]
fn fillers_are_as_long_as_needed() {
    assert_all(&fillers(100), 500);
}

#[test]
#[ignore = "takes minutes"]
fn many_grammars_with_cases_are_written() {
    assert_all(&cases(2_000), 200_000);
}

#[test]
#[ignore = "takes minutes"]
fn many_grammars_with_numbers_are_written() {
    assert_all(&numbers(2_000), 200_000);
}

#[test]
#[ignore = "takes minutes"]
fn many_grammars_with_fillers_are_written() {
    assert_all(&fillers(2_000), 30_000);
}

/// A literal is written as the grammar spells it, unless it would then be read as its neighbour.
#[test]
fn the_case_of_the_grammar_is_preferred() {
    let grammar = "r1 = [ f3 l2 1*( l1 l2 ) ]\nl1 = \"ab\" / \"a\"\nl2 = 1*%x61-63\nf3 = \"-\"\n\
        r2 = l5 l4\nl4 = \"a\" / \"b\" / \"aa\"\nl5 = *%x61\n";
    let plan = super::with_spec(grammar, "");
    let written = |rule: &str, text: &str| {
        let rule = plan.rule(rule).expect("the grammar has the rule");
        let data = super::read(&plan, rule, text.as_bytes()).expect("the text matches");
        let found = super::write(&plan, rule, &data).unwrap_or_else(|error| panic!("{error}"));
        found.escape_ascii().to_string()
    };
    assert_eq!(written("r1", "-bABcAabc"), "-bABcAabc");
    assert_eq!(written("r1", "-caa"), "-caa");
    assert_eq!(written("r2", "aaB"), "aab");
    assert_eq!(written("r2", "Aa"), "AA");
}

/// Rules without small numerals have others.
#[test]
fn infinity_and_zero_have_any_exponent() {
    let zeros = |count: usize| "0".repeat(count);
    for (definition, json, written) in [
        ("1*DIGIT \"e\" 1*DIGIT", "\"inf\"", "2e308".to_owned()),
        ("1*DIGIT \"e\" 2DIGIT", "\"inf\"", format!("1{}e99", zeros(210))),
        ("1*DIGIT \"e\" %x35 4DIGIT", "\"inf\"", "1e50000".to_owned()),
        ("1*DIGIT \"e-\" 2DIGIT", "\"inf\"", format!("1{}e-00", zeros(309))),
        ("%x31 \"e\" [ \"-\" ] %x31-39 3*4DIGIT", "0", "1e-1000".to_owned()),
        ("\"0.\" *\"0\" %x31-39 \"e-\" 2DIGIT", "0", format!("0.{}1e-99", zeros(225))),
    ] {
        let grammar = format!("n = {definition}\n");
        let plan = super::with_spec(&grammar, "[rules.n]\nvalue = \"f64\"\n");
        let found = super::error(&plan, "n", json);
        assert_eq!(found, format!("written: {written}"), "{definition}");
    }
}
