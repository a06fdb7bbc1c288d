//! The laws of data for the examples, with their settings: data that no text gave is written as a text with
//! the same data, or there is an error. Generated code and its interpreter agree about the text and the error.

use super::grammars::{planned, samples};
use super::types::{self, Entry, Failure};
use crate::laws::random_data::{Known, is_data};
use crate::laws::{of_value, requested};
use abnfc_tools::data::json::to_json;
use abnfc_tools::data::{Data, Plan, ReadError, read, write};
use abnfc_tools::sample::Random;

/// Texts and values of each rule, and the greatest length of texts.
const TEXTS: usize = 40;
const VALUES: usize = 60;
const MAX_LENGTH: usize = 40;

/// What was written: the data of texts, and random values.
#[derive(Debug, Default)]
struct Counts {
    texts: usize,
    values: usize,
    /// The random values that have a text.
    written: usize,
    /// The texts and values that generated code wrote, too, or refused.
    compared: usize,
}

macro_rules! tests {
    ($($module:ident)+) => {
        $(#[test]
        fn $module() {
            run(stringify!($module));
        })+
    };
}

tests! {
    rfc3339 rfc3986 rfc5234 rfc5322 rfc5322_plain rfc5424 rfc5646 rfc6265 rfc8259 rfc8288 rfc9110 rfc9535 rfc9651
    purl semver toml
}

/// Writes the data of texts and random data of the rules of a module.
fn run(module: &str) {
    let Counts { texts, values, written, compared } = counted(module);
    println!(
        "{module}: {texts} texts, {values} values, {written} of them written; {compared} compared"
    );
    assert!(values / 8 < written && written < values * 9 / 10, "{written} of {values}");
    assert!((texts + values) / 10 < compared, "{compared} of {texts} and {values}");
}

fn counted(module: &str) -> Counts {
    let entries = || types::ALL.iter().filter(|(name, _)| *name == module).flat_map(|(_, it)| *it);
    let (plan, rules) = planned(module);
    let written = |rule: &&String| plan.rule(rule).is_some_and(|index| plan.is_written(index));
    let rules: Vec<&str> = rules.iter().filter(written).map(String::as_str).collect();
    let count = requested().unwrap_or(TEXTS);
    let mut counts = Counts::default();
    for (name, texts) in rules.iter().zip(samples(module, &rules, MAX_LENGTH, count)) {
        let rule = plan.rule(name).expect("it is written");
        let entry = entries().find(|it| it.rule == *name);
        let mut random = Random::new(11);
        let mut known = Known::default();
        let mut check = |data: &Data, is_of_text: bool| {
            let text = of_value(&plan, rule, data, write);
            let text = text.unwrap_or_else(|law| panic!("{module}: {name}: {data:?}: {law}"));
            assert!(text.is_ok() || !is_of_text, "{module}: {name}: {data:?}: {text:?}");
            counts.texts += usize::from(is_of_text);
            counts.values += usize::from(!is_of_text);
            counts.written += usize::from(text.is_ok() && !is_of_text);
            let text = text.map_err(|error| error.to_string());
            counts.compared +=
                usize::from(entry.is_some_and(|it| agree(&plan, rule, it, data, text)));
        };
        for text in texts {
            match read(&plan, rule, &text) {
                Ok(data) => {
                    _ = known.add(&data);
                    check(&data, true);
                }
                // Half of a surrogate pair.
                Err(error) => {
                    assert!(matches!(error, ReadError::NoValue(_)), "{module}: {name}: {error}");
                }
            }
        }
        for _ in 0..requested().unwrap_or(VALUES) {
            let Some(data) = known.random(&mut random) else { continue };
            if is_data(&plan, rule, &data) {
                check(&data, false);
            }
        }
    }
    counts
}

/// Asserts that generated code writes data as the interpreter does. Returns whether JSON has the data.
pub(super) fn agree(
    plan: &Plan,
    rule: usize,
    entry: &Entry,
    data: &Data,
    text: Result<Vec<u8>, String>,
) -> bool {
    // JSON has no integers of more than 64 bits in memory.
    let Ok(json) = serde_json::to_value(to_json(plan, rule, data)) else { return false };
    let shown = || format!("{}: {data:?}", entry.rule);
    match ((entry.write)(&json), text) {
        (Err(Failure::NotLent), _) => return false,
        (Err(Failure::NoData), text) => assert!(text.is_err(), "{}: {text:?}", shown()),
        (Err(Failure::Refused(error)), text) => assert_eq!(Err(error), text, "{}", shown()),
        (Ok(generated), text) => assert_eq!(Ok(generated), text, "{}", shown()),
    }
    true
}
