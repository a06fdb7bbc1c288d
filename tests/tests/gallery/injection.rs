//! Values that try to leave their field: for each record of the gallery, each of its texts gets
//! delimiters, controls and characters beyond ASCII. Either the written text is read as the same data,
//! or there is an error. The file `injection.txt` lists what is refused, and why.

use super::grammars::{planned, restricted};
use abnfc::automata::rules::automata;
use abnfc::automata::superset::superset;
use abnfc::limits::Limits;
use abnfc_tools::data::json::{from_json, to_json};
use abnfc_tools::data::{Data, Plan, read, write};
use abnfc_tools::sample::{Random, Sampler, Subject};
use expect_test::expect_file;
use std::collections::{BTreeMap, BTreeSet};

/// The modules whose rules have data.
const MODULES: [&str; 16] = [
    "rfc3339",
    "rfc3986",
    "rfc5234",
    "rfc5322",
    "rfc5322_plain",
    "rfc5424",
    "rfc5646",
    "rfc6265",
    "rfc8259",
    "rfc8288",
    "rfc9110",
    "rfc9535",
    "rfc9651",
    "purl",
    "semver",
    "toml",
];

/// Values that replace a text, or are appended to it.
const ATTACKS: [&[u8]; 28] = [
    b"",
    b"\"",
    b"\\",
    b"'",
    b";",
    b",",
    b"=",
    b":",
    b"<",
    b">",
    b"(",
    b")",
    b"[",
    b"]",
    b"@",
    b"/",
    b"?",
    b"#",
    b"%",
    b" ",
    b"\t",
    b"\r\nX: y",
    b"\r",
    b"\n",
    b"\0",
    b"\x7F",
    b"\xC3\xA9",
    b"\xFF",
];

/// The greatest length of the texts that are changed, and the number of them that one is chosen from.
const MAX_LENGTH: usize = 40;
const TEXTS: usize = 20;

#[test]
fn values_stay_in_their_fields() {
    let (mut refused, mut written) = (Refused::new(), 0);
    for module in MODULES {
        let (plan, rules) = planned(module);
        for (rule, text) in texts(module, &rules) {
            let Some(index) = plan.rule(&rule).filter(|&rule| plan.is_written(rule)) else {
                continue;
            };
            written += attack(&plan, index, &text, module, &mut refused);
        }
    }
    let line = |((module, why), attacks): ((&str, String), BTreeSet<String>)| {
        let attacks: Vec<String> = attacks.into_iter().collect();
        format!("{module}: {why}: {}\n", attacks.join(" "))
    };
    expect_file!["injection.txt"].assert_eq(&refused.into_iter().map(line).collect::<String>());
    assert!(written > 2_000, "{written}");
}

/// By module and message: the values that are refused.
type Refused = BTreeMap<(&'static str, String), BTreeSet<String>>;

/// Returns for each rule the one of some random texts with the most parts.
fn texts(module: &str, rules: &[String]) -> Vec<(String, Vec<u8>)> {
    let grammar = restricted(module);
    let limits = Limits::default();
    let shapes = superset(&grammar, &limits);
    let text = |rule: &String| {
        let id = grammar.find(rule)?;
        let automata = automata(&grammar, &shapes, &[id], &limits);
        let subject = Subject { grammar: &grammar, automata: &automata, rule: id, limits: &limits };
        let sampler = Sampler::new(subject, 0..=MAX_LENGTH).ok()?;
        let mut random = Random::new(9);
        let texts = (0..TEXTS).filter_map(|_| sampler.text(&mut random));
        Some((
            rule.clone(),
            texts.max_by_key(|text| text.iter().filter(|it| it.is_ascii_punctuation()).count())?,
        ))
    };
    rules.iter().filter_map(text).collect()
}

/// Returns the number of texts that were written.
fn attack(
    plan: &Plan,
    rule: usize,
    text: &[u8],
    module: &'static str,
    refused: &mut Refused,
) -> usize {
    let Ok(data) = read(plan, rule, text) else { return 0 };
    let mut written = 0;
    for leaf in 0..leaves(&data) {
        for attack in ATTACKS {
            for change in [Change::Replace, Change::Append] {
                let mut changed = data.clone();
                apply(change, &mut changed, &mut { leaf }, attack);
                if !attack.is_ascii() && !is_data(plan, rule, &changed) {
                    continue;
                }
                match write(plan, rule, &changed) {
                    Ok(text) => {
                        let shown = text.escape_ascii();
                        assert_eq!(read(plan, rule, &text), Ok(changed), "{module}: {shown}");
                        written += 1;
                    }
                    Err(error) if change == Change::Append => {
                        let why = without_indices(&error.to_string());
                        let shown = match str::from_utf8(attack) {
                            Ok(text) => format!("{text:?}"),
                            Err(_) => format!("\"{}\"", attack.escape_ascii()),
                        };
                        refused.entry((module, why)).or_default().insert(shown);
                    }
                    Err(_) => (),
                }
            }
        }
    }
    written
}

/// Returns whether data has the form of the rule's data: text that is no field of bytes is UTF-8.
fn is_data(plan: &Plan, rule: usize, data: &Data) -> bool {
    let json = serde_json::to_string(&to_json(plan, rule, data)).expect("it takes all data");
    from_json(plan, rule, &json).is_ok()
}

/// Returns a message without the indices of lists.
fn without_indices(message: &str) -> String {
    let mut pieces = message.split('[');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| match piece.split_once(']') {
        Some((index, rest)) if index.parse::<usize>().is_ok() => text + "[]" + rest,
        _ => text + "[" + piece,
    })
}

/// The number of texts in data.
fn leaves(data: &Data) -> usize {
    match data {
        Data::Text(_) => 1,
        Data::List(inside) | Data::Record(inside) => inside.iter().map(leaves).sum(),
        Data::Alternative(_, inside) => inside.iter().map(|it| leaves(it)).sum(),
        _ => 0,
    }
}

/// A change of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Replace,
    Append,
}

/// Changes the text with this number.
fn apply(change: Change, data: &mut Data, leaf: &mut usize, value: &[u8]) {
    match data {
        Data::Text(text) => {
            if *leaf == 0 {
                if change == Change::Replace {
                    text.clear();
                }
                text.extend_from_slice(value);
            }
            *leaf = leaf.wrapping_sub(1);
        }
        Data::List(inside) | Data::Record(inside) => {
            inside.iter_mut().for_each(|it| apply(change, it, leaf, value));
        }
        Data::Alternative(_, inside) => {
            inside.iter_mut().for_each(|it| apply(change, it, leaf, value));
        }
        _ => (),
    }
}
