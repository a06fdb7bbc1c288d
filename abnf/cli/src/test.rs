//! `abnfc test`: runs the examples of grammars, and reports the elements that they do not reach.

pub(super) mod junit;

use super::Outcome;
use super::man::short_help;
use super::options::{self, Reading};
use super::output::{self, Output, count};
use abnfc::Read;
use abnfc::automata::expected::mismatch;
use abnfc::bytes::escapes::escaped;
use abnfc::diagnostic::{File, FileId, Span};
use abnfc_build::files;
use abnfc_tools::examples::{
    Container, Coverage, Element, Example, Expected, Failure, Verdict, coverage, examples, run,
};
use anyhow::bail;
use clap::builder::styling::AnsiColor;
use serde::Serialize;
use std::path::{Path, PathBuf};

const MANUAL: &str = include_str!("manual/test.txt");

/// Test a grammar by the examples in its comments
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("test", MANUAL), after_long_help = MANUAL)]
pub(super) struct Test {
    /// The grammar
    grammar: PathBuf,
    /// Run the examples in FILE too; repeatable
    #[arg(long, value_name = "FILE")]
    examples: Vec<PathBuf>,
    /// Exit with 1 if an element is not reached
    #[arg(long)]
    complete: bool,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    reading: Reading,
}

/// The format of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON object per line
    Json,
    /// JUnit XML
    Junit,
}

/// The examples of a file with their results.
struct Tested {
    file: String,
    examples: Vec<Example>,
    verdicts: Vec<Verdict>,
}

impl Tested {
    fn results(&self) -> impl Iterator<Item = (&Example, &Verdict)> {
        self.examples.iter().zip(&self.verdicts)
    }
}

impl Test {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let input = self.reading.load(&self.grammar)?;
        let read = input.read()?;
        if read.diagnostics.has_errors() {
            return Err(options::errors(read.diagnostics).into());
        }
        let limits = input.limits();
        let tested: Vec<Tested> = read_examples(&read, &self.examples, &self.reading)?
            .into_iter()
            .map(|(file, examples)| {
                let verdicts = run(&read.resolved, &examples, limits);
                Tested { file, examples, verdicts }
            })
            .collect();
        let all: Vec<Example> = tested.iter().flat_map(|it| it.examples.clone()).collect();
        let coverage = coverage(&read.resolved, &all);
        let verdicts = || tested.iter().flat_map(|it| &it.verdicts);
        let (passed, failed) = (
            verdicts().filter(|it| it.is_ok()).count(),
            verdicts().filter(|it| it.is_err()).count(),
        );
        match self.format {
            Format::Junit => out.text(&junit::report(&tested))?,
            Format::Json => json(&read, &tested, coverage.as_ref(), out)?,
            Format::Text => text(&read, &tested, coverage.as_ref(), out)?,
        }
        out.flush()?;
        output::note(&format!(
            "{}: {passed} pass, {failed} fail; {}",
            count(all.len(), "example"),
            reached(coverage.as_ref())
        ));
        let is_complete = coverage.is_some_and(|it| it.unreached.is_empty());
        Ok(Outcome::finding_if(0 < failed || all.is_empty() || self.complete && !is_complete))
    }
}

/// Reads the examples of the grammar and of each file, with the names of the files.
pub(super) fn read_examples(
    read: &Read,
    paths: &[PathBuf],
    reading: &Reading,
) -> anyhow::Result<Vec<(String, Vec<Example>)>> {
    let file = grammar(read);
    let mut found = vec![(file.name.clone(), file.text.clone(), Container::Comments)];
    for path in paths {
        found.push((files::name(path), content(path, reading)?, Container::File));
    }
    let mut all = Vec::new();
    for (name, text, place) in found {
        let (examples, bad) = examples(&text, place);
        if let Some(bad) = bad.first() {
            bail!("{name}:{}: {}", bad.line, bad.message);
        }
        all.push((name, examples));
    }
    Ok(all)
}

fn content(path: &Path, reading: &Reading) -> anyhow::Result<String> {
    let input = files::read(path, reading.limits().source_bytes)?;
    String::from_utf8(input.bytes).map_err(|_| anyhow::anyhow!("`{}` is not UTF-8", input.name))
}

/// Returns the coverage in words.
fn reached(coverage: Option<&Coverage>) -> String {
    match coverage {
        Some(Coverage { all, reached, .. }) => {
            format!("{reached} of {all} rules and alternatives are reached")
        }
        None => "the grammar is too large to determine what they reach".to_owned(),
    }
}

/// Prints the failures, then the elements that are not reached.
fn text(
    read: &Read,
    tested: &[Tested],
    coverage: Option<&Coverage>,
    out: &mut Output,
) -> anyhow::Result<()> {
    let (bad, dim) = (out.style(AnsiColor::Red), out.style(AnsiColor::Yellow));
    for it in tested {
        for (example, verdict) in it.results() {
            if let Err(failure) = verdict {
                let (file, line) = (&it.file, example.line);
                out.line(&format!(
                    "{file}:{line}: {bad}fail{bad:#}: {}",
                    message(example, failure)
                ))?;
            }
        }
    }
    for it in coverage.iter().flat_map(|it| &it.unreached) {
        let (file, line) = place(read, it.span);
        let what = match &it.alternative {
            Some(alternative) => format!("{}: {alternative}", it.rule),
            None => it.rule.clone(),
        };
        out.line(&format!("{file}:{line}: {dim}not reached{dim:#}: {what}"))?;
    }
    Ok(())
}

/// The file and the line of a rule.
fn place(read: &Read, span: Option<Span>) -> (String, usize) {
    let line = span.map_or(1, |span| read.diagnostics.files.line_column(span).0);
    (grammar(read).name.clone(), line)
}

/// The grammar as a file.
fn grammar(read: &Read) -> &File {
    read.diagnostics.files.get(FileId(0)).expect("it has been read")
}

/// Returns the message about a failed example.
fn message(example: &Example, failure: &Failure) -> String {
    let Example { rule, text, .. } = example;
    let shown = escaped(text);
    match failure {
        Failure::NoRule(name) => format!("there is no rule `{name}`"),
        Failure::NoAutomaton(why) => why.message.clone(),
        Failure::Accepted => format!("`{shown}` matches {rule}, but must be rejected"),
        Failure::TooComplex => format!("`{shown}` is too complex"),
        Failure::Refused { at, part } => format!(
            "`{shown}` does not match {rule}: {}",
            mismatch(part.as_ref().unwrap_or(rule), at, text)
        ),
        Failure::OtherTexts { rule: part, found } => {
            let wanted = example.parts.iter().find(|it| it.rule == *part);
            let wanted = wanted.map_or(&[][..], |it| &it.texts);
            format!("in `{shown}`, {part} is {}, not {}", listed(found), listed(wanted))
        }
    }
}

/// Returns texts for a sentence.
fn listed(texts: &[Vec<u8>]) -> String {
    if texts.is_empty() {
        return "absent".to_owned();
    }
    texts.iter().map(|text| format!("`{}`", escaped(text))).collect::<Vec<_>>().join(", ")
}

fn json(
    read: &Read,
    tested: &[Tested],
    coverage: Option<&Coverage>,
    out: &mut Output,
) -> anyhow::Result<()> {
    for it in tested {
        for (example, verdict) in it.results() {
            out.json(&Json {
                file: &it.file,
                line: example.line,
                rule: &example.rule,
                expected: Some(keyword(example.expected)),
                text: Some(escaped(&example.text)),
                pass: Some(verdict.is_ok()),
                message: verdict.as_ref().err().map(|failure| message(example, failure)),
                alternative: None,
            })?;
        }
    }
    for Element { rule, span, alternative } in coverage.iter().flat_map(|it| &it.unreached) {
        let (file, line) = place(read, *span);
        out.json(&Json {
            file: &file,
            line,
            rule,
            expected: None,
            text: None,
            pass: None,
            message: Some("not reached".to_owned()),
            alternative: alternative.as_deref(),
        })?;
    }
    Ok(())
}

fn keyword(expected: Expected) -> &'static str {
    match expected {
        Expected::Accept => "accept",
        Expected::Reject => "reject",
    }
}

/// See the long help.
#[derive(Serialize)]
struct Json<'a> {
    file: &'a str,
    line: usize,
    rule: &'a str,
    expected: Option<&'static str>,
    text: Option<String>,
    pass: Option<bool>,
    message: Option<String>,
    alternative: Option<&'a str>,
}
