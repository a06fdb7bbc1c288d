//! Versions by Semantic Versioning 2.0.0: our generated matcher, the crate `semver`, parsers that combine
//! functions of nom and winnow, a lexer, and the engines of a regular expression; to find the parts, our
//! view, that crate, those parsers, and the groups of the expression.

mod by_nom;
mod by_winnow;

use crate::contestant::{Checks, Contestant, Run};
use crate::corpora::{Corpus, Group};
use crate::generate::{made, some_mutated};
use crate::samples::version;
use crate::tokens::token;
use crate::{engines, expression};
use conformance::semver::rules::Version;
use std::hint::black_box;

/// The grammar.
pub(crate) const GRAMMAR: &str = include_str!("../semver.abnf");

token! {
    /// `version`, with groups for its parts.
    "(?P<major>0|[1-9][0-9]*)[.](?P<minor>0|[1-9][0-9]*)\
    [.](?P<patch>0|[1-9][0-9]*)\
    (?:-(?P<pre>(?:0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)\
    (?:[.](?:0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*))*))?\
    (?:[+](?P<build>[0-9a-zA-Z-]+(?:[.][0-9a-zA-Z-]+)*))?"
}

/// Ours, and the others.
pub(crate) fn contestants() -> Vec<Contestant> {
    let checks = Checks::Whole("SemVer 2.0.0");
    let contestant = |name, checks, validate, parse: Run| Contestant {
        validate,
        parse: Some(parse),
        ..Contestant::new(name, checks)
    };
    let mut all = vec![
        contestant(
            "generated",
            checks,
            Some(|_, text| usize::from(Version::is_match(text))),
            |_, text| usize::from(black_box(Version::parse(text)).is_ok()),
        ),
        contestant(
            "semver",
            Checks::Less("numbers below 2^64; it keeps identifiers of its own"),
            None,
            |_, text| usize::from(black_box(semver::Version::parse(text)).is_ok()),
        ),
        contestant(
            "nom",
            checks,
            Some(|_, text| usize::from(by_nom::version(text).is_some())),
            |_, text| usize::from(black_box(by_nom::version(text)).is_some()),
        ),
        contestant(
            "winnow",
            checks,
            Some(|_, text| usize::from(by_winnow::version(text).is_some())),
            |_, text| usize::from(black_box(by_winnow::version(text)).is_some()),
        ),
        logos(checks),
    ];
    all.extend(expression::contestants_with_groups::<{ engines::SEMVER }>(checks));
    all
}

/// The texts of the parts, as the parsers written here find them.
#[expect(dead_code, reason = "nothing reads what `parse` returns")]
struct Parts<'a> {
    major: &'a str,
    minor: &'a str,
    patch: &'a str,
    pre_release: Option<&'a str>,
    build: Option<&'a str>,
}

/// Returns whether a word is an identifier of a pre-release: no number with a zero in front.
fn is_identifier(word: &str) -> bool {
    let is_number = || word.bytes().all(|byte| byte.is_ascii_digit());
    !(word.len() > 1 && word.starts_with('0') && is_number())
}

/// Versions as in packages, some of them mutated.
pub(crate) fn corpora() -> Vec<Corpus> {
    vec![
        made("versions", Group::Made, 40_000, 41, version),
        made("versions_mixed", Group::Made, 40_000, 42, some_mutated(version, b".", b"019.-+a_ ")),
    ]
}
