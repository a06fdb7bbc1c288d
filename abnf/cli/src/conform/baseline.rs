//! Findings that are known, as a file with one object on each line.

use super::words::keyword;
use abnfc::bytes::escapes::escaped;
use abnfc_build::files;
use abnfc_tools::conform::{Finding, Report};
use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The known findings.
#[derive(Debug, Default)]
pub(super) struct Baseline(BTreeSet<Known>);

/// A known finding: the kind of the disagreement, and the shortened text with escapes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    kind: String,
    text: String,
}

/// The maximum length of the file in bytes.
const MAX_BYTES: usize = 16 << 20;

impl Baseline {
    pub(super) fn of(report: &Report) -> Self {
        Self(report.findings.iter().map(Known::of).collect())
    }

    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let file = files::read(path, MAX_BYTES)?;
        let text = String::from_utf8_lossy(&file.bytes);
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let known = lines.map(|(at, line)| {
            serde_json::from_str(line).with_context(|| format!("{}:{}", file.name, at + 1))
        });
        Ok(Self(known.collect::<anyhow::Result<_>>()?))
    }

    pub(super) fn write(&self, path: &Path) -> anyhow::Result<()> {
        let mut text = String::new();
        for known in &self.0 {
            text += &serde_json::to_string(known)?;
            text.push('\n');
        }
        fs::write(path, text).with_context(|| format!("cannot write `{}`", path.display()))
    }

    pub(super) fn contains(&self, finding: &Finding) -> bool {
        self.0.contains(&Known::of(finding))
    }
}

impl Known {
    fn of(finding: &Finding) -> Self {
        let kind = keyword(&finding.disagreement.kind);
        Self { kind, text: escaped(&finding.text) }
    }
}
