//! `abnfc match`: which texts a rule matches, and where and why the others fail.
//!
//! Texts are arguments or lines. A line is read whole, checked and forgotten, so that memory
//! is bounded by the longest line.

mod answer;
mod parts;

use self::answer::{Answer, Place};
use self::parts::Parts;
use super::escapes::decode;
use super::expected::expected;
use super::options::Reading;
use super::output::{Format, Output};
use super::{Outcome, input, options};
use abnfc::automata::dfa::{Dfa, Mismatch, StateId};
use abnfc::automata::rules::automata;
use abnfc::automata::shape::shape;
use anyhow::{Context, bail};
use clap::builder::styling::AnsiColor;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read as _};
use std::path::{Path, PathBuf};

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
/// exit status is 1 if any text does not match.
///
/// With --parts, `match` is followed by the places of parts, as offsets in bytes. A part is
/// a rule that occurs at most once in a text, at any depth; NAME=RULE/RULE makes one part
/// of several rules. A part that is absent is left out.
#[derive(Debug, clap::Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "\
JSON, one object a text:
  file, line  where the text is from; not for arguments
  text        the text, with U+FFFD for what is not UTF-8
  match       whether the text matches
  parts       if it does, with --parts: for each part [begin, end], or null
  offset      if it does not: the offset of the first byte that is wrong
  part        the part that is wrong there, or null
  found       the byte there as a number; null at the end of the text
  expected    the bytes that could stand there, as a list of ranges [first, last]
  end         whether the text could also end there
  message     all of this in words

Example:
  abnfc match uri.abnf URI-reference http://example.org/ '//'
  abnfc match uri.abnf URI-reference --file urls.txt
  abnfc match --parts scheme,host,port uri.abnf URI-reference http://example.org/
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
    /// Print nothing, only set the exit status
    #[arg(short, long)]
    quiet: bool,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    reading: Reading,
}

/// The longest line; a longer one is an error.
const MAX_LINE: usize = 64 << 20;

/// How many bytes are read at once.
const BLOCK: usize = 1 << 18;

/// A rule that is asked about texts.
struct Question {
    rule: String,
    dfa: Dfa,
    parts: Parts,
    /// What may follow in a state, in words: texts that fail alike are many.
    expected: BTreeMap<StateId, String>,
}

impl Match {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let mut question = self.question()?;
        let mut failed = false;
        for (i, text) in self.input.iter().enumerate() {
            let place = Place { file: None, line: i as u64 + 1 };
            failed |= !self.answer(&mut question, text.as_encoded_bytes(), &place, out)?;
        }
        if self.input.is_empty() {
            let stdin = [PathBuf::from("-")];
            let files = if self.file.is_empty() { &stdin[..] } else { &self.file };
            for file in files {
                failed |= !self.lines(&mut question, file, out)?;
            }
        }
        Ok(Outcome::finding_if(failed))
    }

    fn question(&self) -> anyhow::Result<Question> {
        let read = self.reading.read_leniently(&self.grammar)?;
        let rule = options::rule(&read.resolved, &self.rule)?;
        // What the rule does not use may have errors.
        let read = read.require(&[rule]).map_err(options::errors)?;
        let shapes = shape(&read.resolved);
        let limits = self.reading.limits();
        let automata = automata(&read.resolved, &shapes, &[rule], &limits);
        let dfa = automata.dfa(rule).map_err(|error| options::failed(&read, error))?.clone();
        let name = read.resolved[rule].name.as_str().to_owned();
        let parts = Parts::new(read, shapes, rule, &self.parts, limits)?;
        Ok(Question { rule: name, dfa, parts, expected: BTreeMap::new() })
    }

    /// Answers the lines of a file. Whether all match.
    fn lines(
        &self,
        question: &mut Question,
        file: &Path,
        out: &mut Output,
    ) -> anyhow::Result<bool> {
        let mut reader = BufReader::with_capacity(BLOCK, input::open(file)?);
        let name = input::name(file);
        let mut place = Place { file: Some(&name), line: 0 };
        let mut text = Vec::new();
        let mut all_match = true;
        loop {
            if reader.buffer().is_empty() {
                // Who writes the lines may wait for the answers.
                out.flush()?;
            }
            text.clear();
            let mut line = reader.by_ref().take(MAX_LINE as u64 + 1);
            let read = line.read_until(b'\n', &mut text);
            place.line += 1;
            if read.with_context(|| input::unreadable(file))? == 0 {
                return Ok(all_match);
            }
            if text.pop_if(|last| *last == b'\n').is_none() && MAX_LINE < text.len() {
                bail!("{place}the line is longer than {MAX_LINE} bytes, the limit");
            }
            all_match &= self.answer(question, &text, &place, out)?;
        }
    }

    /// Answers a text. Whether it matches.
    fn answer(
        &self,
        question: &mut Question,
        text: &[u8],
        place: &Place<'_>,
        out: &mut Output,
    ) -> anyhow::Result<bool> {
        let decoded;
        let text = if self.escapes {
            decoded = decode(text).with_context(|| match place.file {
                Some(_) => place.to_string().trim_end_matches(": ").to_owned(),
                None => format!("input {}", place.line),
            })?;
            &decoded
        } else {
            text
        };
        let verdict = question.dfa.check(text);
        let is_match = verdict.is_ok();
        if !self.quiet {
            let answer = match verdict {
                Ok(()) => Answer::Match(question.parts.places(text)),
                Err(Mismatch { offset, state }) => {
                    let set = question.dfa.expected(state);
                    let end = question.dfa.is_accepting(state);
                    let words = question.expected.entry(state);
                    Answer::Mismatch {
                        offset,
                        rule: &question.rule,
                        part: question.parts.part(&text[..offset]),
                        expected: words.or_insert_with(|| expected(set, end)),
                        set,
                        end,
                    }
                }
            };
            match self.format {
                Format::Text => {
                    let (good, bad) = (out.style(AnsiColor::Green), out.style(AnsiColor::Red));
                    out.bytes(&answer.text(text, place, good, bad))?;
                }
                Format::Json => out.json(&answer.json(text, place))?,
            }
        }
        Ok(is_match)
    }
}
