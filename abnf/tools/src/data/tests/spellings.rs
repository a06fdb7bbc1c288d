//! Data of random grammars whose parts and fillers have several spellings, of which only some keep
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
                settings.push_str(&format!("[rules.{name}]\n{setting}\n"));
                break definition;
            }
        };
        writeln!(text, "{name} = {definition}").expect("writing to a string cannot fail");
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

fn show(name: &str, counts: &Counts) {
    println!("{name}: {} written, {} lost", counts.written, counts.lost.len());
    for lost in &counts.lost {
        println!("LOST {name}: {}", lost.replace('\n', " | "));
    }
}

#[test]
#[ignore = "measures"]
fn measure_cases() {
    show("cases", &cases(2_000));
}

#[test]
#[ignore = "measures"]
fn measure_numbers() {
    show("numbers", &numbers(2_000));
}

#[test]
#[ignore = "measures"]
fn measure_fillers() {
    show("fillers", &fillers(2_000));
}
