//! Times by RFC 3339: our generated matcher, a hand-written check, a lexer, and the engines of a
//! regular expression.

use crate::contestant::{Checks, Contestant, Run};
use crate::corpora::{Corpus, Group};
use crate::generate::{made, some_mutated};
use crate::samples::time;
use crate::tokens::token;
use crate::{engines, expression};
use conformance::rfc3339::is_date_time;
use conformance::rfc3339::rules::DateTime;

token! {
    /// `date-time` with the days of each month.
    "(?:[0-9]{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])\
    |(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)\
    |(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)\
    [Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:[.][0-9]+)?\
    (?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
}

/// Ours, and the others. None of them has parts.
pub(crate) fn contestants() -> Vec<Contestant> {
    let checks = Checks::Whole("RFC 3339");
    let contestant = |name, validate: Run| Contestant {
        validate: Some(validate),
        ..Contestant::new(name, checks)
    };
    let mut all = vec![
        contestant("generated", |_, text| usize::from(DateTime::is_match(text))),
        contestant("by hand", |_, text| usize::from(is_date_time(text))),
        logos(checks),
    ];
    all.extend(expression::contestants::<{ engines::RFC3339 }>(checks));
    all
}

/// Times as in logs and documents, some of them mutated.
pub(crate) fn corpora() -> Vec<Corpus> {
    vec![
        made("times", Group::Made, 40_000, 7, time),
        made("times_mixed", Group::Made, 40_000, 8, some_mutated(time, b"-", b"0123456789-:.TZ+ ")),
    ]
}
