//! `abnfc match`: which texts a rule matches, and where and why the others fail.
//!
//! A line is read, answered and printed before the next one. Memory is bounded by the longest line
//! that is accepted.

pub(super) mod answer;
mod locator;

use self::answer::{Answer, Origin};
use self::locator::Locator;
use super::options::Reading;
use super::output::{Format, Output};
use super::{Outcome, options};
use abnfc::bytes::escapes::decode;
use abnfc_build::files;
use abnfc_tools::explain::{Subject, subject};
use anyhow::{Context, bail};
use clap::builder::styling::AnsiColor;
use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

/// The longest line, in bytes; a longer one is an error.
const MAX_LINE: usize = 64 << 20;

/// Match texts against a rule
///
/// Each INPUT is a text. Without any, each line of standard input, or of the files that
/// --file names, is a text: the bytes up to the line feed, which does not belong to it (a
/// carriage return before it does). Each text gets a line, `match` or what is wrong:
///
///     invalid port at byte 15: expected a digit, `/`, `?`, `#` or the end, found `x`
///
/// The message names the innermost part that the text must be in at that byte, the rule
/// itself if there is none. Bytes count from 0, in the text without escapes; the text is
/// shown below, with a mark at that byte. Lines are preceded by file and line number. The
/// exit status is 1 if any text does not match, or is too complex to say. A line of more than
/// 64 MiB is an error. Texts of nested rules may be nested to any depth, where generated code takes 256 brackets unless its
/// caller lends a larger stack.
///
/// With --parts, `match` is followed by the places of parts, as offsets in bytes. A part is a
/// rule, at any depth; NAME=RULE/RULE makes one part of several rules. A part that repeats has
/// all its places, in order, but those inside of other texts of the same part. A part that is
/// absent is left out.
///
/// With --tree, `match` is followed by the rules in the text, a line each, with their places
/// and the beginnings of their texts: the preferred derivation. Rules that are one byte of a
/// set, such as DIGIT, are left out. Rules with more than 40 others
/// around them are not indented further, and preceded by that number in brackets. Generated
/// crates show the exported rules of the same derivation, and the groups that repeat. The exit
/// status is 1 if any text is too complex for a tree.
#[derive(Debug, clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "\
JSON, one object a text:
  file, line  where the text is from; not for arguments
  text        the text, with U+FFFD for what is not UTF-8
  match       whether the text matches; null if it is too complex to say
  parts       if it does, with --parts: for each part [begin, end], or null; for one that can
              occur more than once a list of these; null for all if the text is too complex
  tree        if it does, with --tree: a list of objects with rule, begin, end and depth,
              without rules that are one byte of a set;
              null if the text is too complex for a tree
  offset      if it does not: the offset of the first byte that is wrong
  part        the part that is wrong there, or null
  found       the byte there as a number; null at the end of the text
  expected    the bytes that could stand there, as a list of ranges [first, last]
  end         whether the text could also end there
  message     all of this in words; also if match is null

Example:
  abnfc match uri.abnf URI-reference http://example.org/ '//'
  abnfc match uri.abnf URI-reference --file urls.txt
  abnfc match --parts scheme,host,port uri.abnf URI-reference http://example.org/
  abnfc match --parts member rfc8259 JSON-text '{\"a\": 1, \"b\": {}}'
  abnfc match --tree rfc8259 JSON-text '[1, [true]]'
  printf 'a\\\\x20b\\n' | abnfc match --escapes uri.abnf URI-reference"
)]
pub(super) struct Match {
    /// The grammar
    grammar: PathBuf,
    /// The name of the rule, in any case of letters
    rule: String,
    /// The texts, also `-`; put `--` before a longer one that starts with `-`
    input: Vec<OsString>,
    /// Take the lines of FILE as texts; may be given several times
    #[arg(short, long, value_name = "FILE", conflicts_with = "input")]
    file: Vec<PathBuf>,
    /// Decode \n, \r, \t, \\ and \xNN in the texts
    #[arg(long)]
    escapes: bool,
    /// Say where these parts lie
    #[arg(long, value_name = "PART,...", value_delimiter = ',')]
    parts: Vec<String>,
    /// Show the rules in each text
    #[arg(long)]
    tree: bool,
    /// Print nothing, only set the exit status
    #[arg(short, long)]
    quiet: bool,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    reading: Reading,
}

impl Match {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let read = self.reading.read_leniently(&self.grammar)?;
        let rule = options::rule(&read.resolved, &self.rule)?;
        // Errors in rules that this rule does not use are irrelevant.
        let read = read.require(&[rule]).map_err(options::errors)?;
        let limits = self.reading.limits();
        let subject = subject(&read.resolved, rule, &limits);
        let subject = subject.map_err(|error| options::failed(&read, &error))?;
        let locator = if self.parts.is_empty() {
            None
        } else {
            Some(Locator::new(&read, &subject, rule, &self.parts, &limits)?)
        };
        let rule = read.resolved[rule].name.as_str();
        let mut matcher = Matcher { options: self, rule, subject, locator, out };
        let mut all_match = true;
        for (text, line) in self.input.iter().zip(1..) {
            all_match &= matcher.answer(text.as_encoded_bytes(), &Origin { file: None, line })?;
        }
        let stdin = [PathBuf::from("-")];
        let files = match (&*self.input, &*self.file) {
            ([], []) => &stdin[..],
            (_, files) => files,
        };
        for file in files {
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
    out: &'a mut Output,
}

impl Matcher<'_> {
    /// Answers the lines of a file. Returns whether all match.
    fn answer_lines(&mut self, path: &Path) -> anyhow::Result<bool> {
        let name = files::name(path);
        let mut file = BufReader::with_capacity(1 << 16, files::open(path)?);
        let mut all_match = true;
        for number in 1.. {
            let origin = Origin { file: Some(&name), line: number };
            if !file.buffer().contains(&b'\n') {
                // The program that writes the lines may be waiting for the answers.
                self.out.flush()?;
            }
            let mut line = Vec::new();
            let mut limited = file.by_ref().take(MAX_LINE as u64 + 2);
            limited.read_until(b'\n', &mut line).with_context(|| files::unreadable(path))?;
            if line.is_empty() {
                break;
            }
            let text = line.strip_suffix(b"\n").unwrap_or(&line);
            if MAX_LINE < text.len() {
                bail!("{origin}the line is longer than {MAX_LINE} bytes, the limit");
            }
            all_match &= self.answer(text, &origin)?;
        }
        Ok(all_match)
    }

    /// Prints the answer for a text. Returns whether the text matches and has the parts and the
    /// tree that were asked for.
    fn answer(&mut self, text: &[u8], origin: &Origin<'_>) -> anyhow::Result<bool> {
        let text = if self.options.escapes {
            let place = || match origin.file {
                Some(_) => origin.to_string().trim_end_matches(": ").to_owned(),
                None => format!("input {}", origin.line),
            };
            Cow::from(decode(text).with_context(place)?)
        } else {
            Cow::from(text)
        };
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
            Format::Json => self.out.json(&answer.json(self.rule, &text, origin))?,
            Format::Text => {
                let styles = [AnsiColor::Green, AnsiColor::Red].map(|it| self.out.style(it));
                self.out.text(&format!("{origin}{}", answer.lines(self.rule, &text, styles)))?;
            }
        }
        Ok(is_match)
    }
}
