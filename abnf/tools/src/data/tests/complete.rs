//! Every short text of random grammars is read, and its data is written and read again. So the
//! writer finds a text of all data that has a short one.

use super::{of, read, write};
use abnfc::plan::model::Datum;
use fastrand::Rng;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The characters of the texts. Some definitions use all of them.
const ALPHABET: &[u8] = b"ab1-,";

/// The greatest length of texts in bytes.
const LENGTH: usize = 5;

const DEFINITIONS: [&str; 14] = [
    "1*\"a\"",
    "*\"a\"",
    "\"a\" / \"b\"",
    "1*( \"a\" / \"b\" )",
    "1*2DIGIT",
    "2DIGIT",
    "[ \"-\" ] DIGIT",
    "1*( \"a\" / \",\" )",
    "\"ab\" / \"a\"",
    "[ \"a\" ] \"-\" 1*\"b\"",
    "q \"-\" [ t ]",
    "*( q / t )",
    "1*q [ \",\" t ]",
    "\"a\" / t",
];

/// An expression over the rules `p`, `q` and `t`, and over `more` of them.
fn expr(random: &mut Rng, depth: usize, more: &[&str]) -> String {
    let kinds = if depth == 0 { 5 } else { 10 };
    if !more.is_empty() && random.u8(0..3) == 0 {
        return more[random.usize(0..more.len())].to_owned();
    }
    match random.usize(0..kinds) {
        0 => "p".to_owned(),
        1 => "q".to_owned(),
        2 => "t".to_owned(),
        3 => "\"-\"".to_owned(),
        4 => "\",\"".to_owned(),
        5 => format!("[ {} ]", expr(random, depth - 1, more)),
        6 => format!("*( {} )", expr(random, depth - 1, more)),
        7 => format!("( {} / {} )", expr(random, depth - 1, more), expr(random, depth - 1, more)),
        _ => format!("{} {}", expr(random, depth - 1, more), expr(random, depth - 1, more)),
    }
}

fn grammar(random: &mut Rng) -> String {
    format!("r = {}\n{}", expr(random, 3, &[]), parts(random))
}

/// A grammar in which `r` contains itself between brackets.
fn recursive(random: &mut Rng) -> String {
    let own = ["r", "[ r ]", "*( r )", "r \"-\" r", "n", "*( n \"-\" )"];
    let [end, inner, n] = [&[][..], &own, &own].map(|more: &[&str]| expr(random, 2, more));
    format!("r = {end} / \"-\" {inner} \",\"\nn = \"a\" {n}\n{}", parts(random))
}

/// The rules of the parts.
fn parts(random: &mut Rng) -> String {
    let mut text = String::new();
    // Only `p` has parts.
    for (name, count) in [("p", DEFINITIONS.len()), ("q", 10), ("t", 10)] {
        let definition = DEFINITIONS[random.usize(0..count)];
        writeln!(text, "{name} = {definition}").expect("writing to a string cannot fail");
    }
    text
}

/// All texts of the alphabet, short ones first.
fn texts() -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut first = 0;
    for _ in 0..LENGTH {
        let end = all.len();
        for index in first..end {
            for &byte in ALPHABET {
                all.push([&all[index][..], &[byte]].concat());
            }
        }
        first = end;
    }
    all
}

/// The data of short texts that differs.
#[derive(Debug, Default)]
struct Counts {
    written: usize,
    /// The written texts that are longer than another text with the same data: the shortest filler is
    /// chosen for each part alone.
    longer: usize,
    /// The grammars, the texts and the errors for whose data no text was found.
    lost: Vec<String>,
}

fn check(
    grammars: usize,
    grammar: fn(&mut Rng) -> String,
    is_wanted: fn(&Datum) -> bool,
) -> Counts {
    let mut random = Rng::with_seed(5);
    let texts = texts();
    let mut counts = Counts::default();
    for _ in 0..grammars {
        let grammar = grammar(&mut random);
        let plan = of(&grammar);
        let rule = plan.rule("r").filter(|&rule| is_wanted(&plan.datum(rule)));
        let Some(rule) = rule else { continue };
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for text in &texts {
            let Ok(data) = read(&plan, rule, text) else { continue };
            let shown = format!("{data:?}");
            // The first text with some data is a shortest one.
            if known.contains_key(&shown) {
                continue;
            }
            known.insert(shown, text.len());
            match write(&plan, rule, &data) {
                Ok(found) => {
                    let again = read(&plan, rule, &found);
                    assert_eq!(again, Ok(data), "{grammar}{}", text.escape_ascii());
                    counts.written += 1;
                    counts.longer += usize::from(found.len() > text.len());
                }
                Err(error) => {
                    let text = text.escape_ascii();
                    counts.lost.push(format!("{grammar}{text}: {data:?}: {error}"));
                }
            }
        }
    }
    counts
}

#[test]
fn all_data_of_short_texts_is_written() {
    let Counts { written, longer, lost } = check(60, grammar, |_| true);
    assert!(written > 1_000 && lost.is_empty(), "{written}, {lost:?}");
    assert!(longer * 100 <= written, "{longer} of {written}");
}

#[test]
#[ignore = "takes minutes"]
fn many_grammars_with_data_are_written() {
    let Counts { written, longer, lost } = check(2_000, grammar, |_| true);
    assert!(written > 25_000 && lost.is_empty(), "{written}, {lost:?}");
    assert!(longer * 100 <= written, "{longer} of {written}");
}

fn is_of_nodes(datum: &Datum) -> bool {
    matches!(datum, Datum::Node(_))
}

#[test]
fn all_data_of_short_recursive_texts_is_written() {
    let Counts { written, lost, .. } = check(200, recursive, is_of_nodes);
    assert!(written > 500 && lost.is_empty(), "{written}, {lost:?}");
}

/// Between two parts, only the shortest text with each first byte is tried. It can be read as a part
/// that is absent, and a longer one not.
#[test]
#[ignore = "takes minutes"]
fn many_recursive_grammars_with_data_are_written() {
    let counts = check(3_000, recursive, is_of_nodes);
    assert!(counts.written > 20_000 && counts.lost.len() <= 3, "{counts:?}");
}
