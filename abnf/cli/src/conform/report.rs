//! Findings as text, JSON, JUnit and SARIF.

mod junit;
mod sarif;

use super::baseline::{Baseline, Known};
use super::words::{fault, keyword};
use crate::output::{Output, count};
use abnfc::Read;
use abnfc::automata::expected::mismatch;
use abnfc::bytes::escapes::escaped;
use abnfc::diagnostic::{FileId, Span};
use abnfc_tools::conform::{Element, Finding, Kind, Report};
use abnfc_tools::explain::Subject;
use clap::builder::styling::AnsiColor;
use serde::Serialize;

/// The format of findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON object per line
    Json,
    /// JUnit XML
    Junit,
    /// SARIF 2.1.0, for code scanning
    Sarif,
}

/// Findings with their explanations.
pub(super) struct Reported<'a> {
    read: &'a Read,
    rule: &'a str,
    findings: Vec<Explained<'a>>,
    missing: Missing<'a>,
}

/// Known findings that were not found again, each with its note.
pub(super) struct Missing<'a> {
    pub(super) known: Vec<(&'a Known, Option<&'a str>)>,
    /// Whether they count for the exit status.
    pub(super) counts: bool,
}

impl Missing<'_> {
    /// The number of them that count.
    pub(super) fn failures(&self) -> usize {
        if self.counts { self.known.len() } else { 0 }
    }
}

/// The message for a known finding that was not found again.
const MISSING: &str = "known, but not found again";

/// A finding in words.
struct Explained<'a> {
    finding: &'a Finding,
    is_known: bool,
    /// The note of the baseline.
    note: Option<&'a str>,
    message: String,
}

impl<'a> Reported<'a> {
    pub(super) fn new(
        read: &'a Read,
        rule: &'a str,
        subject: &Subject<'_>,
        report: &'a Report,
        baseline: &'a Baseline,
        missing: Missing<'a>,
    ) -> Self {
        let findings = report.findings.iter().map(|finding| Explained {
            finding,
            is_known: baseline.contains(finding),
            note: baseline.note(finding),
            message: message(rule, subject, finding),
        });
        Self { read, rule, findings: findings.collect(), missing }
    }

    /// The number of findings that the baseline lacks.
    pub(super) fn new_findings(&self) -> usize {
        self.findings.iter().filter(|it| !it.is_known).count()
    }

    pub(super) fn print(&self, format: Format, out: &mut Output) -> anyhow::Result<()> {
        match format {
            Format::Text => {
                self.findings.iter().try_for_each(|it| self.print_text(it, out))?;
                self.missing.known.iter().try_for_each(|it| self.print_missing(*it, out))
            }
            Format::Json => {
                self.findings.iter().try_for_each(|it| out.json(&self.json(it)))?;
                let mut missing = self.missing.known.iter();
                Ok(missing.try_for_each(|it| out.json(&Json::of_missing(*it)))?)
            }
            Format::Junit => Ok(out.text(&junit::report(self))?),
            Format::Sarif => Ok(out.json(&sarif::report(self))?),
        }
    }

    fn print_text(&self, explained: &Explained<'_>, out: &mut Output) -> anyhow::Result<()> {
        let bad = out.style(if explained.is_known { AnsiColor::Yellow } else { AnsiColor::Red });
        let finding = explained.finding;
        let known = if explained.is_known { "known, " } else { "" };
        let kind = keyword(&finding.disagreement.kind);
        out.line(&format!("{bad}{known}{kind}{bad:#}: `{}`", escaped(&finding.text)))?;
        out.line(&format!("    {}", explained.message))?;
        print_note(explained.note, out)?;
        for suspect in self.suspects(finding) {
            out.line(&format!("    no text on which both agree uses {suspect}"))?;
        }
        let Finding { texts, first, found, is_shortest, .. } = finding;
        let from = if *found == finding.text {
            String::new()
        } else {
            format!("; shortened from `{}`", escaped(found))
        };
        let shortest = if *is_shortest { "; no shorter text is known to differ" } else { "" };
        let all = count(*texts, "text");
        Ok(out.line(&format!(
            "    {all} with this cause, the first was number {first}{from}{shortest}"
        ))?)
    }

    fn print_missing(
        &self,
        (known, note): (&Known, Option<&str>),
        out: &mut Output,
    ) -> anyhow::Result<()> {
        let colour = if self.missing.counts { AnsiColor::Red } else { AnsiColor::Yellow };
        let style = out.style(colour);
        let Known { kind, text } = known;
        out.line(&format!("{style}{MISSING}, {kind}{style:#}: `{text}`"))?;
        print_note(note, out)
    }

    /// The elements that may be responsible: the alternatives, or the rules if there are none.
    fn suspects(&self, finding: &Finding) -> Vec<String> {
        let alternatives: Vec<&Element> =
            finding.elements.iter().filter(|it| it.alternative.is_some()).collect();
        let shown =
            if alternatives.is_empty() { finding.elements.iter().collect() } else { alternatives };
        let place = |span: Option<Span>| {
            let (file, line) = self.place(span);
            format!("{file}:{line}")
        };
        let one = |it: &Element| match &it.alternative {
            Some(alternative) => format!("`{alternative}` of `{}` ({})", it.rule, place(it.span)),
            None => format!("`{}` ({})", it.rule, place(it.span)),
        };
        shown.into_iter().map(one).collect()
    }

    fn place(&self, span: Option<Span>) -> (&str, usize) {
        let files = &self.read.diagnostics.files;
        let line = span.map_or(1, |span| files.line_column(span).0);
        (
            files
                .get(span.map_or(FileId(0), |span| span.file))
                .map_or("", |file| file.name.as_str()),
            line,
        )
    }

    fn json<'e>(&self, explained: &'e Explained<'a>) -> Json<'e> {
        let Explained { finding, is_known, note, message } = explained;
        Json {
            kind: keyword(&finding.disagreement.kind),
            text: escaped(&finding.text),
            known: *is_known,
            note: *note,
            message,
            suspects: self.suspects(finding),
            shortest: finding.is_shortest,
            found: escaped(&finding.found),
            texts: finding.texts,
            first: finding.first,
        }
    }
}

/// Returns words with a note of the baseline.
fn with_note(words: &str, note: Option<&str>) -> String {
    match note {
        Some(note) => format!("{words}: {note}"),
        None => words.to_owned(),
    }
}

/// Prints a note of the baseline.
fn print_note(note: Option<&str>, out: &mut Output) -> anyhow::Result<()> {
    let Some(note) = note else { return Ok(()) };
    Ok(out.line(&format!("    {}", note.replace(char::is_control, " ")))?)
}

/// Explains a finding in a sentence.
fn message(rule: &str, subject: &Subject<'_>, finding: &Finding) -> String {
    let (kind, detail) = (&finding.disagreement.kind, &finding.disagreement.detail);
    let verdict = match subject.check(&finding.text) {
        Ok(()) => format!("the text matches {rule}"),
        Err(at) if at.is_too_complex => "the text is too complex for the grammar".to_owned(),
        Err(at) => {
            let part = subject.part(&finding.text[..at.offset]);
            mismatch(part.as_deref().unwrap_or(rule), &at, &finding.text)
        }
    };
    match kind {
        Kind::Accepts => format!("{verdict}; the program accepts it"),
        Kind::Rejects => format!("{verdict}; the program rejects it"),
        Kind::Part(part) => format!("{verdict}; of {part}: {detail}"),
        Kind::Value => format!("{verdict}; of its data: {detail}"),
        other => format!("{verdict}; of the program: {}", fault(other, detail)),
    }
}

/// See the long help.
#[derive(Serialize)]
struct Json<'a> {
    kind: String,
    text: String,
    known: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    message: &'a str,
    suspects: Vec<String>,
    shortest: bool,
    found: String,
    texts: usize,
    first: usize,
}

impl<'a> Json<'a> {
    fn of_missing((known, note): (&Known, Option<&'a str>)) -> Self {
        Self {
            kind: known.kind.clone(),
            text: known.text.clone(),
            known: true,
            note,
            message: MISSING,
            suspects: Vec::new(),
            shortest: false,
            found: String::new(),
            texts: 0,
            first: 0,
        }
    }
}
