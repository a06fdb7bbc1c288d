//! Decoded text of random grammars: a value is written if some text has it.

use super::super::{Plan, decode, encode};
use super::{error, plan};
use abnfc::compile::{Module, planned_model};
use abnfc::plan::model::{Plain, Value, skip};
use abnfc::spec_file;
use fastrand::Rng;
use std::collections::BTreeSet;

/// The characters of texts and values.
const ALPHABET: &[u8] = br"a\;61";

/// The greatest length of texts and of values in bytes.
const LENGTHS: (usize, usize) = (6, 3);

/// Definitions of pieces, each with its meaning.
const PIECES: [(&str, &str); 16] = [
    (r#""\" ( "a" / "\" / ";" )"#, "{ drop = 1 }"),
    (r#""\" ( "a" / "\" / ";" )"#, r"{ after = '\' }"),
    (r#""\" ( "1" / "6" / "\" )"#, r#"{ drop = 1, map = { 1 = "a", 6 = ";;", '\' = '\' } }"#),
    (r#"";" ( "a" / "1" )"#, "\"1\""),
    ("1*\";\"", "\"\""),
    ("1*2\";\"", "\"a\""),
    ("1*\"6\"", "\"a1\""),
    ("\";\" [ \"1\" ]", "\"\""),
    ("\"a\"", "\"\""),
    ("\";\" \"6\" \"1\"", "{ drop = 1, radix = 16, as = \"char\" }"),
    ("\";6\" ( \"1\" / \"6\" )", "{ after = ';', radix = 16, as = \"byte\" }"),
    ("1*2\"6\" \"1\"", "{ radix = 8, as = \"char\" }"),
    ("\";\" 2( \"1\" / \"6\" )", "{ drop = 1, radix = 16, as = \"utf16\" }"),
    (
        r#""a" / "\" ( "1" / "66" / "\" )"#,
        r#"[ {}, { after = '\', map = { 1 = "a", '\' = '\' } }, { after = '\6', radix = 8, as = "byte" } ]"#,
    ),
    (r#""a" / ";" / ";;" / ";6" "#, r#"[ "", { after = ';' }, { after = ';6', drop = 0 } ]"#),
    (r#""6" / "1" / "61" "#, r#"[ {}, { after = '6', map = { "" = "1", 1 = "6" } } ]"#),
];

const OTHERS: [&str; 8] = [
    "\"a\"",
    "%x61 / \"1\"",
    "\"6\"",
    "\";\"",
    "(%x61 / \"6\" / \"1\")",
    "1*\"1\"",
    "*\"a\"",
    "\"1\" \"6\"",
];

fn expr(random: &mut Rng, depth: usize) -> String {
    let kinds = if depth == 0 { 6 } else { 11 };
    match random.usize(0..kinds) {
        0 | 1 => "p".to_owned(),
        2 => "q".to_owned(),
        3..=5 => format!("( {} )", OTHERS[random.usize(0..OTHERS.len())]),
        6 => format!("[ {} ]", expr(random, depth - 1)),
        7 | 8 => format!("*( {} )", expr(random, depth - 1)),
        9 => format!("( {} / {} )", expr(random, depth - 1), expr(random, depth - 1)),
        _ => format!("{} {}", expr(random, depth - 1), expr(random, depth - 1)),
    }
}

/// A grammar, and the meanings of its pieces.
fn grammar(random: &mut Rng) -> [String; 2] {
    let [p, q] = [0, 1].map(|_| PIECES[random.usize(0..PIECES.len())]);
    let [first, second, last] = [2, 2, 1].map(|depth| expr(random, depth));
    let definition = match random.usize(0..3) {
        0 => format!("{first} {last}"),
        1 => format!("*( {first} / {second} )"),
        _ => format!("[ p ] *( {first} / {second} ) {last}"),
    };
    let mut pieces = format!("p = {}\n", p.1);
    if definition.contains('q') {
        pieces = format!("{pieces}q = {}\n", q.1);
    }
    [format!("r = {definition}\np = {}\nq = {}\n", p.0, q.0), pieces]
}

/// The plan of a grammar whose rule `r` has pieces.
fn planned(grammar: &str, pieces: &str) -> Option<Plan> {
    with_module(grammar, pieces, |module| plan(module).ok())
}

fn with_module<T>(grammar: &str, pieces: &str, run: impl FnOnce(&Module<'_>) -> T) -> T {
    let text =
        format!("grammar = \"g\"\n[rules.r]\nvalue = \"text\"\n[rules.r.pieces]\n{pieces}\n");
    let file = spec_file::read("abnfc.toml", text.as_bytes()).unwrap_or_else(|why| panic!("{why}"));
    let spec = file.spec(&file.grammars[0], Vec::new(), "");
    run(&Module { module: "", name: "g.abnf", bytes: grammar.as_bytes(), spec: &spec })
}

/// The texts of the rule `r` whose value is easy to see.
fn plain(grammar: &str, pieces: &str) -> Option<Plain> {
    let planned = with_module(grammar, pieces, |module| planned_model(&[*module]).ok());
    let (model, _, _) = planned?;
    let rule = model.modules.last()?.rules.iter().find(|it| it.name == "r")?;
    let Some(Value::Decoded(decoding)) = &rule.value else { return None };
    skip(&model, rule.pieces?, &decoding.pieces)?.plain
}

/// All texts of the alphabet up to a length.
fn texts(length: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut first = 0;
    for _ in 0..length {
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

/// Returns the number of grammars with pieces, and of values that were written and were not.
fn check(grammars: usize) -> (usize, usize, usize) {
    let mut random = Rng::with_seed(7);
    let (texts, values) = (texts(LENGTHS.0), texts(LENGTHS.1));
    let mut counts = (0, 0, 0);
    for _ in 0..grammars {
        let [grammar, pieces] = grammar(&mut random);
        let Some(plan) = planned(&grammar, &pieces) else { continue };
        let Some(rule) = plan.rule("r") else { continue };
        counts.0 += 1;
        let is_text = |text: &&Vec<u8>| plan.selection.rules[rule].language.check(text).is_ok();
        let known: BTreeSet<Vec<u8>> =
            texts.iter().filter(is_text).filter_map(|it| decode(&plan, rule, it)).collect();
        for value in &values {
            let shown = || format!("{grammar}{pieces}{:?}", value.escape_ascii().to_string());
            match encode(&plan, rule, value) {
                Ok(text) => {
                    assert!(is_text(&&text), "{}: {}", shown(), text.escape_ascii());
                    assert_eq!(decode(&plan, rule, &text).as_ref(), Some(value), "{}", shown());
                    counts.1 += 1;
                }
                Err(offset) => {
                    assert!(!known.contains(value), "{}", shown());
                    // The text of a value with this prefix goes as far.
                    assert!(offset.is_some_and(|it| it <= value.len()), "{}", shown());
                    counts.2 += 1;
                }
            }
        }
    }
    counts
}

#[test]
fn all_values_of_short_texts_are_written() {
    let (grammars, written, others) = check(100);
    assert!(grammars > 30 && written > 500 && others > 500, "{grammars} {written} {others}");
}

#[test]
#[ignore = "takes minutes"]
fn values_of_many_grammars_are_written() {
    let (grammars, written, others) = check(4_000);
    assert!(grammars > 1_000 && written > 10_000, "{grammars} {written} {others}");
}

/// Returns the number of texts whose value is all of them, and a part of them.
fn check_plain(grammars: usize) -> [usize; 2] {
    let (mut random, texts, mut counts) = (Rng::with_seed(8), texts(LENGTHS.0), [0; 2]);
    for _ in 0..grammars {
        let [grammar, pieces] = grammar(&mut random);
        let Some(Plain { ends: [first, last], bytes }) = plain(&grammar, &pieces) else { continue };
        let plan = planned(&grammar, &pieces).expect("it has a plan");
        let rule = plan.rule("r").expect("the grammar has the rule");
        for text in &texts {
            let Some(end) = text.len().checked_sub(last) else { continue };
            let Some(value) = text.get(first..end) else { continue };
            let is_plain = value.iter().all(|&byte| bytes.contains(byte));
            if is_plain && plan.selection.rules[rule].language.check(text).is_ok() {
                let found = decode(&plan, rule, text);
                assert_eq!(
                    found.as_deref(),
                    Some(value),
                    "{grammar}{pieces}{}",
                    text.escape_ascii()
                );
                counts[usize::from(first + last > 0)] += 1;
            }
        }
    }
    counts
}

#[test]
fn plain_values_are_parts_of_their_texts() {
    let counts = check_plain(200);
    assert!(counts[0] > 100, "{counts:?}");
}

#[test]
#[ignore = "takes minutes"]
fn plain_values_of_many_grammars_are_parts_of_their_texts() {
    let counts = check_plain(8_000);
    assert!(counts.iter().all(|it| *it > 100), "{counts:?}");
}

const HEADER: &str = "h = n \"=\" r *( \";\" r )\nn = 1*ALPHA\nr = token / quoted\n\
    token = 1*( ALPHA / DIGIT )\nquoted = DQUOTE *( %x20-21 / %x23-5B / %x5D-7E / pair ) DQUOTE\n\
    pair = \"\\\" ( %x20-7E )\n";

#[test]
fn values_stay_inside_of_their_field() {
    let plan = planned(HEADER, "DQUOTE = \"\"\npair = { after = '\\' }").expect("it is a plan");
    let written = |values: &str| error(&plan, "h", &format!(r#"{{"n":"a","rs":[{values}]}}"#));
    assert_eq!(written(r#""x","b c""#), r#"written: a=x;\"b c\""#);
    assert_eq!(written(r#""","a \"b\"""#), r#"written: a=\"\";\"a \\\"b\\\"\""#);
    assert_eq!(written(r#"";\";""#), r#"written: a=\";\\\";\""#);
    assert_eq!(written(r#""a\r\nb: c""#), "no text of `h` has this value of `rs[0]` at column 16");
    let rule = plan.rule("h").expect("the grammar has the rule");
    let mut refused = 0;
    for attack in
        ["", ";", "\";\"", "\\", "\\\"", "=", "a=b", "\r\n", "\0", "é", "\"", " ", ",", "\u{7F}"]
    {
        for value in [attack.to_owned(), format!("x{attack}y"), format!("{attack}{attack}")] {
            let json = serde_json::json!({ "n": "a", "rs": [value.clone(), "b"] });
            let data = super::from_json(&plan, rule, &json.to_string()).expect("it is data");
            match super::write(&plan, rule, &data) {
                Ok(text) => assert_eq!(super::read(&plan, rule, &text), Ok(data), "{value:?}"),
                Err(_) => refused += 1,
            }
        }
    }
    // Those with CR, NUL, DEL and what is not ASCII.
    assert_eq!(refused, 4 * 3);
}
