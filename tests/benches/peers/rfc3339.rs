//! Times by RFC 3339: our generated matcher, an automaton of a regular expression, and a
//! hand-written check.

use crate::contestant::{Checks, Contestant};
use crate::corpora::{Corpus, Group};
use crate::engines::is_accepted;
use crate::generate::{made, some_mutated};
use conformance::rfc3339::is_date_time;
use conformance::rfc3339::rules::DateTime;
use conformance::strings::Random;

/// `date-time` with the days of each month.
pub(crate) const EXPRESSION: &str = "(?:[0-9]{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])\
    |(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)\
    |(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)\
    [Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:[.][0-9]+)?\
    (?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])";

/// Ours, and the two others. None of them has parts.
pub(crate) fn contestants() -> Vec<Contestant> {
    let contestant = |name, validate| Contestant {
        name,
        checks: Checks::Whole("RFC 3339"),
        validate: Some(validate),
        parse: None,
        parts: None,
    };
    vec![
        contestant("generated", |_, text| usize::from(DateTime::is_match(text))),
        contestant("by hand", |_, text| usize::from(is_date_time(text))),
        contestant("regex-automata dense", |engines, text| {
            usize::from(is_accepted(&engines.timestamps, text))
        }),
    ]
}

/// Times as in logs and documents, some of them mutated.
pub(crate) fn corpora() -> Vec<Corpus> {
    vec![
        made("times", Group::Made, 40_000, 7, time),
        made("times_mixed", Group::Made, 40_000, 8, some_mutated(time, b"-", b"0123456789-:.TZ+ ")),
    ]
}

fn time(random: &mut Random) -> String {
    let (year, month, day) = (1970 + random.below(80), 1 + random.below(12), 1 + random.below(28));
    let (hour, minute, second) = (random.below(24), random.below(60), random.below(60));
    // No more than nine digits.
    let digits = [0, 0, 0, 1, 3, 3, 6, 9][random.below(8)];
    let fraction: String = (0..digits).map(|_| char::from(*random.choose(b"0123456789"))).collect();
    let point = if digits == 0 { "" } else { "." };
    let offset = if random.one_in(2) {
        "Z".to_owned()
    } else {
        let sign = random.choose(&['+', '-']);
        format!("{sign}{:02}:{:02}", random.below(15), 15 * random.below(4))
    };
    format!(
        "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{point}{fraction}{offset}"
    )
}
