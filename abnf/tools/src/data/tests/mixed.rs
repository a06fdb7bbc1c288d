//! Data that is the data of no text, or of none that was read: the fields of different texts are mixed, and
//! leaves are changed. It is written as a text with this data, or refused. If it is refused, no short text
//! has it.

use super::super::Data;
use super::complete::{ALPHABET, grammar, recursive, texts, with_requests};
use super::{Plan, check as read_and_written, error, read, with_spec, write};
use abnfc::plan::model::{Datum, Known, NodeRecord, Record};
use fastrand::Rng;

/// The greatest length of texts in bytes, and the pieces of data that are mixed for each grammar, and those
/// that are changed, too.
const LENGTH: usize = 5;
const MIXED: usize = 40;
const CHANGED: usize = 40;

/// What was written.
#[derive(Debug, Default)]
struct Counts {
    written: usize,
    refused: usize,
    /// The data whose texts need not be read back.
    decided: usize,
    /// The refused data that a short text has.
    lost: Vec<String>,
}

/// Returns the data of one of two pieces of data for each field.
fn mixed(random: &mut Rng, one: &Data, other: &Data) -> Data {
    match (one, other) {
        (Data::Record(one), Data::Record(other)) => {
            Data::Record(one.iter().zip(other).map(|(a, b)| mixed(random, a, b)).collect())
        }
        (Data::List(one), Data::List(other)) if random.bool() => {
            Data::List(one.iter().chain(other).take(3).cloned().collect())
        }
        (one, _) if random.bool() => one.clone(),
        (_, other) => other.clone(),
    }
}

/// Changes one in three leaves, and the items of one in three lists.
fn change(random: &mut Rng, data: &mut Data) {
    let is_changed = random.u8(..3) == 0;
    match data {
        Data::Text(text) if is_changed => *text = of_alphabet(random, 3),
        Data::Char(character) if is_changed => {
            *character = ALPHABET[random.usize(..ALPHABET.len())].into();
        }
        Data::Integer { is_negative, magnitude } if is_changed => {
            *magnitude = random.u128(..120);
            *is_negative = random.u8(..8) == 0 && *magnitude > 0;
        }
        Data::Flag(flag) if is_changed => *flag = !*flag,
        Data::List(items) => {
            match random.u8(..6) {
                0 => _ = items.pop(),
                1 => items.extend_from_within(..items.len().min(1)),
                2 => items.reverse(),
                _ => (),
            }
            items.iter_mut().for_each(|it| change(random, it));
        }
        Data::Record(fields) => fields.iter_mut().for_each(|it| change(random, it)),
        Data::Alternative(_, inside) => inside.iter_mut().for_each(|it| change(random, it)),
        _ => (),
    }
}

fn of_alphabet(random: &mut Rng, max_length: usize) -> Vec<u8> {
    let length = random.usize(..=max_length);
    (0..length).map(|_| ALPHABET[random.usize(..ALPHABET.len())]).collect()
}

fn check(grammars: usize, make: fn(&mut Rng) -> (String, String), counts: &mut Counts) {
    let mut random = Rng::with_seed(7);
    let texts = texts(ALPHABET, LENGTH);
    for _ in 0..grammars {
        let (grammar, settings) = make(&mut random);
        let plan: Plan = with_spec(&grammar, &settings);
        let Some(rule) = plan.rule("r") else { continue };
        let records = &plan.module.records;
        let is_decided = match plan.datum(rule) {
            Datum::Record(record) => records.record(record).map(Record::known),
            Datum::Node(node) => records.node(node).map(NodeRecord::known),
            _ => continue,
        };
        let is_decided = is_decided.is_some_and(|it| it >= Known::Data);
        let known: Vec<Data> = texts.iter().filter_map(|it| read(&plan, rule, it).ok()).collect();
        let count = known.len() * known.len();
        for number in 0..(MIXED + CHANGED).min(count) {
            let [one, other] = [(); 2].map(|()| &known[random.usize(..known.len())]);
            let mut data = mixed(&mut random, one, other);
            if MIXED <= number {
                change(&mut random, &mut data);
            }
            match write(&plan, rule, &data) {
                Ok(text) => {
                    let again = read(&plan, rule, &text);
                    assert_eq!(again, Ok(data), "{grammar}{settings}{}", text.escape_ascii());
                    counts.written += 1;
                    counts.decided += usize::from(is_decided);
                }
                Err(error) => {
                    counts.refused += 1;
                    if known.contains(&data) {
                        counts.lost.push(format!("{grammar}{settings}{data:?}: {error}"));
                    }
                }
            }
        }
    }
}

#[test]
fn fields_of_different_texts_are_written_or_refused() {
    let mut counts = Counts::default();
    check(60, grammar, &mut counts);
    check(60, with_requests, &mut counts);
    let Counts { written, refused, decided, ref lost } = counts;
    assert!(written > 1_500 && refused > 300 && decided > 1_000, "{counts:?}");
    assert!(lost.is_empty(), "{lost:?}");
}

#[test]
fn fields_of_recursive_texts_are_written_or_refused() {
    let mut counts = Counts::default();
    check(100, recursive, &mut counts);
    let Counts { written, refused, ref lost, .. } = counts;
    assert!(written > 500 && refused > 200, "{counts:?}");
    assert!(lost.is_empty(), "{lost:?}");
}

/// The digits of two notations are different numbers, and the reader takes the first rule.
#[test]
fn numbers_of_other_notations_are_refused() {
    let plan = with_spec(
        "r = dec / hex\ndec = 1*3DIGIT\nhex = 1*3HEXDIG\n",
        "[rules.r]\nparts = [{ name = \"any\", rules = [\"dec\", \"hex\"], type = \"Any\" }]\n\
         [rules.hex]\nvalue = { type = \"u16\", radix = 16 }",
    );
    read_and_written(&plan, "r", "ABC", "{\"any\":2748}", "abc");
    assert_eq!(error(&plan, "r", "{\"any\":999}"), "written: 999");
    let refused = error(&plan, "r", "{\"any\":1024}");
    assert!(refused.starts_with("each text of `r` would be read with another"), "{refused}");
}

/// Each rule can be inside of the other one, so no value needs a place of its own, but none gets lost.
#[test]
fn values_without_a_place_are_refused() {
    let plan = with_spec(
        "r = [ q \",\" ] *( p \";\" )\np = \"a\" [ s ]\nq = \"b\" [ s ]\ns = \"c\" p / \"c\" q\n",
        "[rules.r]\nparts = [{ name = \"any\", rules = [\"p\", \"q\"], type = \"Any\" }]",
    );
    let data = r#"{"any":[{"Q":"bca"},{"P":"a"}]}"#;
    assert_eq!(error(&plan, "r", data), "written: bca,a;");
    let refused = error(&plan, "r", r#"{"any":[{"P":"a"},{"Q":"b"}]}"#);
    assert!(refused.starts_with("each text of `r` would be read with another"), "{refused}");
}

/// A text of a rule is the value of each part with the rule.
#[test]
fn values_that_would_be_those_of_two_parts_are_refused() {
    let plan = with_spec(
        "r = [ x \",\" ] [ z \";\" ] [ y ]\nx = 1*\"a\"\ny = 1*\"b\"\nz = 1*\"c\"\n",
        "[rules.r]\nparts = [{ name = \"any\", rules = [\"x\", \"z\"], type = \"Any\" },\
         { name = \"other\", rules = [\"z\", \"y\"], type = \"Other\" }]",
    );
    let data = r#"{"any":[{"X":"a"}],"other":[{"Y":"b"}]}"#;
    assert_eq!(error(&plan, "r", data), "written: a,b");
    let refused = error(&plan, "r", r#"{"any":[{"Z":"c"}],"other":[]}"#);
    assert!(refused.starts_with("each text of `r` would be read with another"), "{refused}");
}

#[test]
#[ignore = "takes minutes"]
fn fields_of_texts_of_many_grammars_are_written_or_refused() {
    let mut counts = Counts::default();
    check(2_000, grammar, &mut counts);
    check(2_000, with_requests, &mut counts);
    let Counts { written, refused, decided, ref lost } = counts;
    assert!(
        written > 50_000 && refused > 20_000 && decided > 20_000,
        "{written} {refused} {decided}"
    );
    assert!(lost.is_empty(), "{lost:?}");
}
