//! Versions by Semantic Versioning 2.0.0: our generated matcher, the crate `semver`, and an automaton
//! of a regular expression; to find the parts, our view, that crate, and the groups of the
//! expression.

use crate::contestant::{Checks, Contestant};
use crate::corpora::{Corpus, Group};
use crate::engines::{has_groups, is_accepted};
use crate::generate::{made, some_mutated};
use crate::samples::version;
use conformance::semver::rules::Version;
use std::hint::black_box;

/// The grammar.
pub(crate) const GRAMMAR: &str = include_str!("../semver.abnf");

/// `version`, with groups for its parts.
pub(crate) const EXPRESSION: &str = "(?P<major>0|[1-9][0-9]*)[.](?P<minor>0|[1-9][0-9]*)\
    [.](?P<patch>0|[1-9][0-9]*)\
    (?:-(?P<pre>(?:0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)\
    (?:[.](?:0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*))*))?\
    (?:[+](?P<build>[0-9a-zA-Z-]+(?:[.][0-9a-zA-Z-]+)*))?";

/// Ours, and the two others.
pub(crate) fn contestants() -> Vec<Contestant> {
    let contestant = |name, checks, validate, parse| Contestant {
        name,
        checks,
        validate,
        parse: Some(parse),
        parts: None,
    };
    vec![
        contestant(
            "generated",
            Checks::Whole("SemVer 2.0.0"),
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
            "regex-automata dense",
            Checks::Whole("SemVer 2.0.0"),
            Some(|engines, text| usize::from(is_accepted(&engines.versions, text))),
            |engines, text| {
                usize::from(has_groups(&engines.versions, &engines.version_parts, text))
            },
        ),
    ]
}

/// Versions as in packages, some of them mutated.
pub(crate) fn corpora() -> Vec<Corpus> {
    vec![
        made("versions", Group::Made, 40_000, 41, version),
        made("versions_mixed", Group::Made, 40_000, 42, some_mutated(version, b".", b"019.-+a_ ")),
    ]
}
