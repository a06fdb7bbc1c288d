//! JSON by RFC 8259: our generated matcher, `serde_json` ignoring the values, a parser of pest with
//! silent rules, a recogniser that combines functions of winnow, and a hand-written one.

mod by_hand;
mod by_winnow;
mod texts;

use crate::contestant::{Checks, Contestant};
use crate::corpora::{Corpus, Group};
use crate::generate::{made, some_mutated};
use conformance::strings::Random;
use gallery::rfc8259::JsonText;
use pest::Parser as _;
use serde::de::IgnoredAny;

/// The maximum depth of nested values, which is that of our matcher, for the recognisers written here.
const MAX_DEPTH: usize = 256;

/// The size of the pieces of a reader.
const PIECE: usize = 4096;

/// Ours, at once and in pieces, and the others. None of them has parts.
pub(crate) fn contestants() -> Vec<Contestant> {
    let contestant = |name, validate| Contestant {
        name,
        checks: Checks::Whole("RFC 8259"),
        validate: Some(validate),
        parse: None,
        parts: None,
        program: None,
    };
    vec![
        contestant("generated", |_, text| usize::from(JsonText::is_match(text))),
        contestant("generated, pieces", |_, text| usize::from(is_json_in_pieces(text))),
        contestant("serde_json IgnoredAny", |_, text| {
            usize::from(serde_json::from_str::<IgnoredAny>(text).is_ok())
        }),
        contestant("pest", |_, text| usize::from(Pest::parse(Rule::json, text).is_ok())),
        contestant("winnow", |_, text| usize::from(by_winnow::is_json(text))),
        contestant("by hand", |_, text| usize::from(by_hand::is_json(text))),
    ]
}

fn is_json_in_pieces(text: &str) -> bool {
    let mut matcher = JsonText::matcher();
    let is_fine = text.as_bytes().chunks(PIECE).all(|piece| matcher.push(piece).is_ok());
    is_fine && matcher.is_match()
}

/// Short documents, some of them mutated, and files of more than a megabyte.
pub(crate) fn corpora() -> Vec<Corpus> {
    const SHORT: usize = 40_000;
    const FILE: usize = 1 << 20;
    let array = |random: &mut Random, element: fn(&mut Random) -> String| {
        let mut text = "[".to_owned();
        while text.len() < FILE {
            text += &element(random);
            text.push(',');
        }
        text + "null]"
    };
    vec![
        made("records", Group::Made, SHORT, 11, texts::record),
        made(
            "records_mixed",
            Group::Made,
            SHORT,
            12,
            some_mutated(texts::record, b"{}", b"{}[]\":,\\u0-.et "),
        ),
        made("file", Group::Long, 1, 13, |random| array(random, texts::record)),
        made("file_indented", Group::Long, 1, 13, |random| {
            texts::indented(&array(random, texts::record))
        }),
        made("file_numbers", Group::Long, 1, 14, |random| array(random, texts::point)),
        made("file_strings", Group::Long, 1, 15, |random| array(random, texts::prose)),
    ]
}

#[derive(pest_derive::Parser)]
#[grammar_inline = r#"
json = _{ SOI ~ ws ~ value ~ ws ~ EOI }
ws = _{ (" " | "\t" | "\n" | "\r")* }
value = _{ object | array | string | number | "true" | "false" | "null" }
object = _{ "{" ~ ws ~ (member ~ (ws ~ "," ~ ws ~ member)* ~ ws)? ~ "}" }
member = _{ string ~ ws ~ ":" ~ ws ~ value }
array = _{ "[" ~ ws ~ (value ~ (ws ~ "," ~ ws ~ value)* ~ ws)? ~ "]" }
string = _{ "\"" ~ (plain | escaped)* ~ "\"" }
plain = _{ '\u{20}'..'\u{21}' | '\u{23}'..'\u{5B}' | '\u{5D}'..'\u{10FFFF}' }
escaped = _{ "\\" ~ ("\"" | "\\" | "/" | "b" | "f" | "n" | "r" | "t" | "u" ~ ASCII_HEX_DIGIT{4}) }
number = _{ "-"? ~ ("0" | ASCII_NONZERO_DIGIT ~ ASCII_DIGIT*) ~ fraction? ~ exponent? }
fraction = _{ "." ~ ASCII_DIGIT+ }
exponent = _{ ^"e" ~ ("+" | "-")? ~ ASCII_DIGIT+ }
"#]
struct Pest;
