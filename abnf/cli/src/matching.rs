//! `abnfc match`: the verdicts of a rule on texts, and the errors of mismatches.
//!
//! A line is read, answered and printed before the next one. Memory is bounded by the longest line
//! that is accepted.

pub(super) mod answer;
pub(super) mod locator;

use self::answer::{Answer, Origin};
use self::locator::Locator;
use super::lines::{Lines, files_or_stdin};
use super::man::short_help;
use super::options::Reading;
use super::output::{self, Format, Output};
use super::write::RuleData;
use super::{Outcome, options};
use abnfc::bytes::escapes::decode;
use abnfc_tools::data::ReadError;
use abnfc_tools::explain::{Subject, subject};
use anyhow::Context;
use clap::builder::styling::{AnsiColor, Style};
use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

const MANUAL: &str = include_str!("manual/match.txt");

/// Match texts against a rule
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("match", MANUAL), after_long_help = MANUAL)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(super) struct Match {
    /// The grammar
    grammar: PathBuf,
    /// The rule; case does not matter
    rule: String,
    /// The texts; default: the lines of standard input
    #[arg(value_name = "TEXT")]
    input: Vec<OsString>,
    /// Match the lines of FILE; repeatable
    #[arg(short, long, value_name = "FILE", conflicts_with = "input")]
    file: Vec<PathBuf>,
    /// Decode \n, \r, \t, \\ and \xNN in the texts
    #[arg(long)]
    escapes: bool,
    /// Print the offsets of the named parts
    #[arg(long, value_name = "PART,...", value_delimiter = ',')]
    parts: Vec<String>,
    /// Print the rules in each text
    #[arg(long)]
    tree: bool,
    /// Print the data of each text as JSON
    #[arg(long, conflicts_with_all = ["parts", "tree", "quiet"])]
    values: bool,
    /// Print nothing, only set the exit status
    #[arg(short, long)]
    quiet: bool,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    reading: Reading,
}

impl Match {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let (input, read, rule) = self.reading.load_rule(&self.grammar, &self.rule)?;
        let limits = input.limits();
        let subject = subject(&read.resolved, rule, limits);
        let subject = subject.map_err(|error| options::failed(&read, &error))?;
        let locator = if self.parts.is_empty() {
            None
        } else {
            Some(Locator::new(&read, &subject, rule, &self.parts, limits)?)
        };
        let rule = read.resolved[rule].name.as_str();
        let values = self.values.then(|| RuleData::new(&input, rule));
        let values = values.transpose()?;
        let mut matcher = Matcher { options: self, rule, subject, locator, values, out };
        let mut all_match = true;
        for (text, line) in self.input.iter().zip(1..) {
            all_match &= matcher.answer(text.as_encoded_bytes(), &Origin { file: None, line })?;
        }
        for file in &files_or_stdin(&self.input, &self.file) {
            all_match &= matcher.answer_lines(file)?;
        }
        Ok(Outcome::finding_if(!all_match))
    }
}

/// A rule that is ready to match texts.
struct Matcher<'a> {
    options: &'a Match,
    rule: &'a str,
    subject: Subject<'a>,
    locator: Option<Locator<'a>>,
    values: Option<RuleData>,
    out: &'a mut Output,
}

impl Matcher<'_> {
    /// Answers the lines of a file. Returns whether all match.
    fn answer_lines(&mut self, path: &Path) -> anyhow::Result<bool> {
        let mut lines = Lines::open(path)?;
        let mut all_match = true;
        while let Some(line) = lines.next(self.out)? {
            let origin = Origin { file: Some(&lines.name), line: lines.number };
            all_match &= self.answer(&line, &origin)?;
        }
        Ok(all_match)
    }

    /// Prints the answer for a text. Returns whether the text matches, with the requested
    /// parts and tree.
    fn answer(&mut self, text: &[u8], origin: &Origin<'_>) -> anyhow::Result<bool> {
        let place = || match origin.file {
            Some(_) => origin.to_string().trim_end_matches(": ").to_owned(),
            None => format!("input {}", origin.line),
        };
        // Messages about data are apart from the data, so they name one of several texts.
        let of_data = || match self.options.input.len() {
            1 => String::new(),
            _ => place() + ": ",
        };
        let text = if self.options.escapes {
            Cow::from(decode(text).with_context(place)?)
        } else {
            Cow::from(text)
        };
        if let Some(values) = &self.values {
            match values.data(&text) {
                Ok(data) => {
                    self.out.json(&values.json(&data))?;
                    return Ok(true);
                }
                Err(ReadError::Mismatch) => (),
                Err(error) => {
                    output::error(&format!("{}{error}", of_data()));
                    return Ok(false);
                }
            }
        }
        let (answer, is_match) = match self.subject.check(&text) {
            Ok(()) => {
                let parts = self.locator.as_ref().map(|locator| locator.locate(&text));
                let tree = self.options.tree.then(|| self.subject.tree(&text));
                let is_match = !matches!(parts, Some(None)) && !matches!(tree, Some(None));
                (Answer::Match { parts, tree }, is_match)
            }
            Err(_) if self.options.quiet => return Ok(false),
            Err(at) => {
                let part = || self.subject.part(&text[..at.offset]);
                (Answer::Mismatch(at, if at.is_too_complex { None } else { part() }), false)
            }
        };
        match self.options.format {
            _ if self.options.quiet => (),
            // Standard output has nothing but data.
            _ if self.values.is_some() => {
                let lines = answer.lines(self.rule, &text, [Style::new(); 2]);
                output::error(&format!("{}{}", of_data(), lines.trim_end()));
            }
            Format::Json => self.out.json(&answer.json(self.rule, &text, origin))?,
            Format::Text => {
                let styles = [AnsiColor::Green, AnsiColor::Red].map(|it| self.out.style(it));
                self.out.text(&format!("{origin}{}", answer.lines(self.rule, &text, styles)))?;
            }
        }
        Ok(is_match)
    }
}
