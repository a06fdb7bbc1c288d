//! Data that is the data of no text, or of none that was read: the fields of different texts are mixed. It is
//! written as a text with this data, or refused.

use super::super::Data;
use super::complete::{ALPHABET, grammar, texts, with_requests};
use super::{Plan, read, with_spec, write};
use abnfc::plan::model::{Datum, Record};
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
        let is_decided = plan.module.records.record(record).is_some_and(Record::is_decided);
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

#[test]
#[ignore = "takes minutes"]
fn fields_of_texts_of_many_grammars_are_written_or_refused() {
    let mut counts = Counts::default();
    check(2_000, grammar, &mut counts);
    check(2_000, with_requests, &mut counts);
    assert!(counts.written > 20_000 && counts.decided > 10_000, "{counts:?}");
}
