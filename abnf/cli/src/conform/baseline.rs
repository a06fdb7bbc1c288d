//! Findings that are known, as a file with one object on each line.

use super::words::{KindName, PART, keyword};
use abnfc::bytes::escapes::escaped;
use abnfc_build::files;
use abnfc_tools::conform::{Finding, Report};
use anyhow::{Context as _, anyhow, ensure};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;

/// The known findings, each with its note.
#[derive(Debug, Default)]
pub(super) struct Baseline(BTreeMap<Known, Option<String>>);

/// What a run compares, and so which findings it can have.
pub(super) struct Scope {
    pub(super) kinds: Vec<KindName>,
    /// The names of the parts in lower case.
    pub(super) parts: BTreeSet<String>,
    pub(super) values: bool,
}

impl Scope {
    /// Returns whether the run can find a difference again.
    fn covers(&self, known: &Known) -> bool {
        let Some(kind) = KindName::of_keyword(&known.kind) else { return false };
        let is_compared = match known.kind.strip_prefix(PART) {
            Some(part) => self.parts.contains(&part.to_ascii_lowercase()),
            None => kind != KindName::Value || self.values,
        };
        is_compared && self.kinds.contains(&kind)
    }
}

/// A known finding: the kind of the disagreement, and the shortened text with escapes. Case does not matter in the
/// name of a part.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) kind: String,
    pub(super) text: String,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `kind` and `text`")]
struct Line {
    kind: String,
    text: String,
    /// Why the difference is as it is, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// The maximum length of the file in bytes.
const MAX_BYTES: usize = 16 << 20;

impl Baseline {
    /// Returns the findings of a report with the notes of this baseline, and the known findings that the run
    /// cannot have.
    pub(super) fn renewed(&self, report: &Report, scope: &Scope) -> Self {
        let noted = |finding| {
            let known = Known::of(finding);
            let note = self.0.get(&known).cloned().flatten();
            (known, note)
        };
        let others = self.0.iter().filter(|(known, _)| !scope.covers(known));
        let others = others.map(|(known, note)| (known.clone(), note.clone()));
        Self(report.findings.iter().map(noted).chain(others).collect())
    }

    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let file = files::read(path, MAX_BYTES).map_err(|error| {
            let io = error.downcast_ref::<io::Error>();
            if io.is_some_and(|io| io.kind() == io::ErrorKind::NotFound) {
                anyhow!("there is no file `{}`; --write-baseline creates it", path.display())
            } else {
                error
            }
        })?;
        let text = String::from_utf8_lossy(&file.bytes);
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let known = lines
            .map(|(at, line)| known(line).with_context(|| format!("{}:{}", file.name, at + 1)));
        Ok(Self(known.collect::<anyhow::Result<_>>()?))
    }

    pub(super) fn write(&self, path: &Path) -> anyhow::Result<()> {
        let mut text = String::new();
        for (Known { kind, text: of_finding }, note) in self.0.clone() {
            text += &serde_json::to_string(&Line { kind, text: of_finding, note })?;
            text.push('\n');
        }
        fs::write(path, text).with_context(|| format!("cannot write `{}`", path.display()))
    }

    pub(super) fn contains(&self, finding: &Finding) -> bool {
        self.0.contains_key(&Known::of(finding))
    }

    /// Returns the note of a finding, if it has one.
    pub(super) fn note(&self, finding: &Finding) -> Option<&str> {
        self.0.get(&Known::of(finding))?.as_deref()
    }

    /// Returns the known findings that the run can have and a report lacks, each with its note.
    pub(super) fn missing(&self, report: &Report, scope: &Scope) -> Vec<(&Known, Option<&str>)> {
        let found: BTreeSet<Known> = report.findings.iter().map(Known::of).collect();
        let is_missing = |known: &Known| scope.covers(known) && !found.contains(known);
        let missing = self.0.iter().filter(|(known, _)| is_missing(known));
        missing.map(|(known, note)| (known, note.as_deref())).collect()
    }
}

impl PartialEq for Known {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Known {}

impl PartialOrd for Known {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Known {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

/// Reads a line.
fn known(line: &str) -> anyhow::Result<(Known, Option<String>)> {
    let Line { kind, text, note } = serde_json::from_str(line)?;
    ensure!(KindName::of_keyword(&kind).is_some(), "no finding has the kind `{kind}`");
    Ok((Known { kind, text }, note))
}

impl Known {
    fn key(&self) -> (String, &str) {
        (self.kind.to_ascii_lowercase(), &self.text)
    }

    fn of(finding: &Finding) -> Self {
        let kind = keyword(&finding.disagreement.kind);
        Self { kind, text: escaped(&finding.text) }
    }
}
