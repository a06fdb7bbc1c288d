//! `abnfc check`: what is wrong or doubtful in grammars.

use super::options::{Loaded, Reading};
use super::output::{self, Format, Output, count};
use super::{Outcome, hints, input, report};
use abnfc::diagnostic::{Diagnostic, Diagnostics, Severity, Span};
use abnfc::spec::Spec;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Report errors and warnings in grammars
///
/// Also tells which rules `build` would leave out, and why. Findings go to standard output, a summary to standard error. The exit status is
/// 2 where an error was found and 0 where there are only warnings, unless they are
/// denied. The other commands report errors only, and `build` also warnings.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
JSON, one object a finding:
  file      the file it is about
  line, column
            where it starts, from 1; columns count characters; null where it is
            about the whole file
  end       where it ends, as an object of line and column (of the first character
            after it), or null
  severity  \"error\" or \"warning\"
  code      a stable name of the kind of finding
  message   what it is
  hint      what to do about it, or null

Example:
  abnfc check --deny-warnings uri.abnf")]
pub(super) struct Check {
    /// The grammars
    #[arg(required = true)]
    grammar: Vec<PathBuf>,
    /// Exit with 1 where there are warnings
    #[arg(long)]
    deny_warnings: bool,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    reading: Reading,
}

impl Check {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let mut errors = 0;
        let mut warnings = 0;
        for path in &self.grammar {
            let found = match self.found(path).map_err(anyhow::Error::downcast::<Diagnostics>) {
                Ok(found) | Err(Ok(found)) => found,
                // One grammar that cannot be read hides nothing in the others.
                Err(Err(error)) => {
                    out.flush()?;
                    report(&error);
                    errors += 1;
                    continue;
                }
            };
            for item in &found.items {
                match item.severity {
                    Severity::Error => errors += 1,
                    Severity::Warning => warnings += 1,
                }
            }
            match self.format {
                Format::Text => out.text(&output::rendered(&found, out.is_coloured))?,
                Format::Json => {
                    for item in &found.items {
                        out.json(&finding(&input::name(path), &found, item))?;
                    }
                }
            }
        }
        out.flush()?;
        output::note(&format!(
            "{} checked: {}, {}",
            count(self.grammar.len(), "grammar"),
            count(errors, "error"),
            count(warnings, "warning")
        ));
        Ok(match (errors, warnings) {
            (0, 0) => Outcome::Fine,
            (0, _) => Outcome::finding_if(self.deny_warnings),
            _ => Outcome::Failed,
        })
    }

    /// What is found in a grammar that can be read.
    fn found(&self, path: &Path) -> anyhow::Result<Diagnostics> {
        let loaded = self.reading.load(path)?;
        let read = self.reading.options();
        let Loaded { name, bytes, imports } = loaded;
        let spec = Spec { read, imports, ..Spec::default() };
        Ok(abnfc::check(&name, &bytes, &spec)?)
    }
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
        severity: match item.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        code: item.code,
        message: &item.message,
        hint: hints::all(item),
    }
}
