//! `abnfc check`: errors and lints in grammars.

use super::input::Input;
use super::man::short_help;
use super::options::Reading;
use super::output::{self, Format, Output, count};
use super::{Outcome, hints, report};
use abnfc::bytes::escapes::escaped;
use abnfc::diagnostic::{Diagnostic, Diagnostics, Severity, Span};
use abnfc::grammar::suggest;
use abnfc_build::files;
use abnfc_tools::lint::{Notes, Options, catalogue, lint};
use clap::builder::styling::AnsiColor;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const MANUAL: &str = include_str!("manual/check.txt");

/// Report errors and warnings in grammars
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("check", MANUAL), after_long_help = MANUAL)]
pub(super) struct Check {
    /// The grammars
    #[arg(required_unless_present_any = ["list", "explain"])]
    grammar: Vec<PathBuf>,
    /// Print notes too, such as ambiguous rules
    ///
    /// Also texts that a parser refuses if it takes the first match, and other facts that are
    /// harmless in most grammars.
    #[arg(long)]
    notes: bool,
    /// A rule that is used from outside; report rules that no root needs; repeatable
    #[arg(long = "root", value_name = "RULE")]
    roots: Vec<String>,
    /// Leave out findings with this code; repeatable
    #[arg(long, value_name = "CODE", value_parser = allowable)]
    allow: Vec<String>,
    /// Exit with 1 on a finding with this code, even a note; repeatable
    #[arg(long, value_name = "CODE", value_parser = allowable, conflicts_with_all = ["list", "explain"])]
    deny: Vec<String>,
    /// Exit with 1 on a warning
    #[arg(long)]
    deny_warnings: bool,
    /// List the codes
    #[arg(long, conflicts_with_all = ["grammar", "explain"])]
    list: bool,
    /// Explain one code by an example and a counterexample
    #[arg(long, value_name = "CODE", value_parser = code, conflicts_with = "grammar")]
    explain: Option<String>,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    reading: Reading,
}

/// Reads a code that can be allowed.
fn allowable(arg: &str) -> Result<String, String> {
    let code = code(arg)?;
    if catalogue::find(&code).is_some_and(catalogue::Lint::can_be_allowed) {
        return Ok(code);
    }
    Err("only warnings and notes of `abnfc check` can be allowed or denied".to_owned())
}

/// Reads a code.
fn code(arg: &str) -> Result<String, String> {
    if catalogue::find(arg).is_some() {
        return Ok(arg.to_owned());
    }
    let known = catalogue::ALL.iter().map(|lint| lint.code.as_str());
    Err(match suggest::nearest(arg, known, 1).pop() {
        Some(near) => format!("there is no such code; did you mean `{near}`?"),
        None => "there is no such code; `abnfc check --list` lists them".to_owned(),
    })
}

impl Check {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        if self.list {
            return self.list(out);
        }
        if let Some(code) = &self.explain {
            return self.explain(code, out);
        }
        let mut counts = Counts::default();
        for path in &self.grammar {
            let found = match self.found(path).map_err(anyhow::Error::downcast::<Diagnostics>) {
                Ok(found) | Err(Ok(found)) => found,
                // The findings in the other grammars are reported even if one cannot be read.
                Err(Err(error)) => {
                    out.flush()?;
                    report(&error);
                    counts.errors += 1;
                    continue;
                }
            };
            for item in &found.items {
                counts.add(item, &self.deny);
            }
            match self.format {
                Format::Text => out.text(&output::rendered(&found, out.is_coloured))?,
                Format::Json => {
                    for item in &found.items {
                        out.json(&finding(&files::name(path), &found, item))?;
                    }
                }
            }
        }
        out.flush()?;
        let notes =
            if self.notes { format!(", {}", count(counts.notes, "note")) } else { String::new() };
        output::note(&format!(
            "{} checked: {}, {}{notes}",
            count(self.grammar.len(), "grammar"),
            count(counts.errors, "error"),
            count(counts.warnings, "warning")
        ));
        let is_denied = 0 < counts.denied || (self.deny_warnings && 0 < counts.warnings);
        Ok(if 0 < counts.errors { Outcome::Failed } else { Outcome::finding_if(is_denied) })
    }

    /// Returns the findings in a grammar that can be read.
    fn found(&self, path: &Path) -> anyhow::Result<Diagnostics> {
        let Input { name, bytes, spec } = self.reading.load(path)?;
        let options = Options {
            roots: self.roots.clone(),
            notes: if self.notes { Notes::Shown } else { Notes::Hidden },
            allowed: self.allow.iter().cloned().collect(),
            denied: self.deny.iter().cloned().collect::<BTreeSet<_>>(),
            ..Options::default()
        };
        Ok(lint(&name, &bytes, &spec, &options)?)
    }

    fn list(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let width = catalogue::ALL.iter().map(|lint| lint.code.as_str().len()).max().unwrap_or(0);
        for lint in &catalogue::ALL {
            match self.format {
                Format::Text => {
                    let style = out.style(match lint.code.severity() {
                        Severity::Note => AnsiColor::Green,
                        Severity::Warning => AnsiColor::Yellow,
                        Severity::Error => AnsiColor::Red,
                    });
                    let (code, level) = (lint.code.as_str(), lint.code.severity().as_str());
                    out.line(&format!(
                        "{code:<width$}  {style}{level:<7}{style:#}  {}",
                        lint.code.summary()
                    ))?;
                }
                Format::Json => out.json(&Listed::of(lint))?,
            }
        }
        Ok(Outcome::Fine)
    }

    fn explain(&self, code: &str, out: &mut Output) -> anyhow::Result<Outcome> {
        let lint = catalogue::find(code).expect("the code was looked up");
        match self.format {
            Format::Text => out.text(&lint.explained())?,
            Format::Json => out.json(&Explained {
                listed: Listed::of(lint),
                explanation: lint.explanation,
                example: lint.example,
                counterexample: lint.counterexample,
                options: lint.options,
            })?,
        }
        Ok(Outcome::Fine)
    }
}

/// The number of findings by severity.
#[derive(Default)]
struct Counts {
    errors: usize,
    warnings: usize,
    notes: usize,
    /// The number of findings with denied codes.
    denied: usize,
}

impl Counts {
    fn add(&mut self, item: &Diagnostic, denied: &[String]) {
        match item.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => self.notes += 1,
        }
        self.denied += usize::from(denied.iter().any(|code| code == item.code.as_str()));
    }
}

/// See the long help.
#[derive(Serialize)]
struct Listed {
    code: &'static str,
    severity: &'static str,
    summary: &'static str,
}

impl Listed {
    fn of(lint: &catalogue::Lint) -> Self {
        let code = lint.code;
        Self { code: code.as_str(), severity: code.severity().as_str(), summary: code.summary() }
    }
}

/// See the long help.
#[derive(Serialize)]
struct Explained {
    #[serde(flatten)]
    listed: Listed,
    explanation: &'static str,
    /// Empty if no grammar alone has the finding, like the counterexample.
    example: &'static str,
    counterexample: &'static str,
    options: &'static str,
}

/// See the long help.
#[derive(Serialize)]
struct Finding<'a> {
    file: &'a str,
    line: Option<usize>,
    column: Option<usize>,
    end: Option<End>,
    severity: &'static str,
    code: &'static str,
    message: &'a str,
    witness: Option<String>,
    notes: &'a [String],
    hint: Option<String>,
}

#[derive(Serialize)]
struct End {
    line: usize,
    column: usize,
}

fn finding<'a>(name: &'a str, found: &'a Diagnostics, item: &'a Diagnostic) -> Finding<'a> {
    let span = item.primary.as_ref().map(|label| label.span);
    let start = span.map(|span| found.files.line_column(span));
    let end = span.map(|span| found.files.line_column(Span { start: span.end, ..span }));
    Finding {
        file: span.and_then(|span| found.files.get(span.file)).map_or(name, |file| &file.name),
        line: start.map(|start| start.0),
        column: start.map(|start| start.1),
        end: end.map(|(line, column)| End { line, column }),
        severity: item.severity.as_str(),
        code: item.code.as_str(),
        message: &item.message,
        witness: item.witness.as_deref().map(escaped),
        notes: &item.notes,
        hint: hints::all(item),
    }
}
