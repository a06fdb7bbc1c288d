//! The suites: for each grammar its texts, its contestants, and the baseline of the speeds.

use crate::contestant::Contestant;
use crate::corpora::{self, Corpus};
use crate::engines::{self, Engines};
use crate::{
    floor, program, rfc2396, rfc3339, rfc3986, rfc3987, rfc5322, rfc5646, rfc8259, rfc9110, semver,
};
use std::path::Path;

/// A grammar with its texts and contestants.
pub(crate) struct Suite {
    /// The document.
    pub(crate) name: &'static str,
    /// The rule that the contestants read.
    pub(crate) rule: &'static str,
    /// The contestant whose speed is 1.
    pub(crate) baseline: &'static str,
    /// The contestants; the first one is generated code.
    pub(crate) contestants: Vec<Contestant>,
    /// The texts.
    pub(crate) corpora: Vec<Corpus>,
    /// The number of the language in [`Engines`], if it is regular.
    pub(crate) language: Option<usize>,
}

/// The names of all suites.
pub(crate) const NAMES: [&str; 9] = [
    "rfc2396", "rfc3986", "rfc3987", "rfc3339", "rfc8259", "rfc5322", "rfc5646", "rfc9110",
    "semver",
];

/// Returns one of [`NAMES`]; `shared` is the folder with the data of other projects. Programs are compiled
/// for `target_cpu`.
pub(crate) fn suite(
    name: &str,
    engines: &Engines,
    shared: &Path,
    target_cpu: &str,
) -> anyhow::Result<Suite> {
    let mut suite = without_programs(name, shared)?;
    if let Some(language) = suite.language {
        let checks = suite.contestants[0].checks;
        let language = &engines.languages[language];
        suite.contestants.extend(program::contestants(language, checks, target_cpu)?);
    }
    suite.contestants.extend(floor::contestants());
    Ok(suite)
}

fn without_programs(name: &str, shared: &Path) -> anyhow::Result<Suite> {
    Ok(match name {
        "rfc3339" => Suite {
            name: "rfc3339",
            rule: "date-time",
            baseline: "by hand",
            contestants: rfc3339::contestants(),
            corpora: rfc3339::corpora(),
            language: Some(engines::RFC3339),
        },
        "rfc8259" => Suite {
            name: "rfc8259",
            rule: "JSON-text",
            baseline: "serde_json IgnoredAny",
            contestants: rfc8259::contestants(),
            corpora: rfc8259::corpora(),
            language: None,
        },
        "rfc5322" => Suite {
            name: "rfc5322",
            rule: "addr-spec",
            baseline: "email_address",
            contestants: rfc5322::contestants(),
            corpora: rfc5322::corpora(),
            language: Some(engines::RFC5322),
        },
        "rfc5646" => Suite {
            name: "rfc5646",
            rule: "Language-Tag",
            baseline: "regex-automata dense",
            contestants: rfc5646::contestants(),
            corpora: rfc5646::corpora(),
            language: Some(engines::RFC5646),
        },
        "rfc9110" => Suite {
            name: "rfc9110",
            rule: "Content-Type",
            baseline: "regex-automata dense",
            contestants: rfc9110::contestants(),
            corpora: rfc9110::corpora(),
            language: Some(engines::RFC9110),
        },
        "semver" => Suite {
            name: "semver",
            rule: "version",
            baseline: "regex-automata dense",
            contestants: semver::contestants(),
            corpora: semver::corpora(),
            language: Some(engines::SEMVER),
        },
        "rfc3987" => Suite {
            name: "rfc3987",
            rule: "IRI-reference",
            baseline: "fluent-uri",
            contestants: rfc3987::contestants(),
            corpora: rfc3987::corpora(shared)?,
            language: Some(engines::RFC3987),
        },
        "rfc3986" => Suite {
            name: "rfc3986",
            rule: "URI-reference",
            baseline: "fluent-uri",
            contestants: rfc3986::contestants(),
            corpora: corpora::uris(shared)?,
            language: Some(engines::RFC3986),
        },
        _ => Suite {
            name: "rfc2396",
            rule: "URI-reference",
            baseline: "fluent-uri",
            contestants: rfc2396::contestants(),
            corpora: corpora::uris(shared)?,
            language: Some(engines::RFC2396),
        },
    })
}
