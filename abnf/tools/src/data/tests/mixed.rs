//! Data that is the data of no text, or of none that was read: the fields of different texts are mixed. It is
//! written as a text with this data, or refused.

use super::super::Data;
use super::complete::{ALPHABET, grammar, texts, with_requests};
use super::{Plan, check as read_and_written, error, read, with_spec, write};
use abnfc::plan::model::{Datum, Known};
use fastrand::Rng;

/// The greatest length of texts in bytes, and the pieces of data that are mixed for each grammar.
const LENGTH: usize = 4;
const MIXED: usize = 40;

/// What was written.
#[derive(Debug, Default)]
struct Counts {
    written: usize,
    refused: usize,
    /// The data whose texts need not be read back.
    decided: usize,
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

fn check(grammars: usize, make: fn(&mut Rng) -> (String, String), counts: &mut Counts) {
    let mut random = Rng::with_seed(7);
    let texts = texts(ALPHABET, LENGTH);
    for _ in 0..grammars {
        let (grammar, settings) = make(&mut random);
        let plan: Plan = with_spec(&grammar, &settings);
        let Some(rule) = plan.rule("r") else { continue };
        let Datum::Record(record) = plan.datum(rule) else { continue };
        let is_decided =
            plan.module.records.record(record).is_some_and(|it| it.known() >= Known::Data);
        let known: Vec<Data> = texts.iter().filter_map(|it| read(&plan, rule, it).ok()).collect();
        for _ in 0..MIXED.min(known.len() * known.len()) {
            let [one, other] = [(); 2].map(|()| &known[random.usize(..known.len())]);
            let data = mixed(&mut random, one, other);
            match write(&plan, rule, &data) {
                Ok(text) => {
                    let again = read(&plan, rule, &text);
                    assert_eq!(again, Ok(data), "{grammar}{settings}{}", text.escape_ascii());
                    counts.written += 1;
                    counts.decided += usize::from(is_decided);
                }
                Err(_) => counts.refused += 1,
            }
        }
    }
}

#[test]
fn fields_of_different_texts_are_written_or_refused() {
    let mut counts = Counts::default();
    check(60, grammar, &mut counts);
    check(60, with_requests, &mut counts);
    let Counts { written, refused, decided } = counts;
    assert!(written > 500 && refused > 20 && decided > 200, "{counts:?}");
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
    assert!(counts.written > 20_000 && counts.decided > 10_000, "{counts:?}");
}
