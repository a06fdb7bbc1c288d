//! `abnfc match`: which texts a rule matches, and where and why the others fail.
//!
//! Texts are arguments or lines. Lines are read in blocks, answered by several threads and
//! forgotten. A line that is longer than a block is answered while it is read, unless an option
//! asks for all of it. Memory is bounded.

pub(super) mod answer;
mod blocks;
mod lines;
mod long;
mod parts;
mod places;
mod question;
mod tree;

use self::lines::lines;
use self::question::{Answers, Question};
use super::options::Reading;
use super::output::{Format, Output};
use super::progress::{COMPILING, during};
use super::{Outcome, options};
use abnfc::automata::rules::automata;
use abnfc::automata::superset::superset;
use clap::builder::styling::AnsiColor;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

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
/// exit status is 1 if any text does not match, or is too complex to say. Lines may have any
/// length, but with --parts, --tree, --escapes or --format json no more than 64 MiB; a longer
/// one is an error. Texts of nested rules may be nested to any depth, where generated code takes 256 brackets unless its
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
        let question = Arc::new(self.question(out)?);
        let mut failed = false;
        for (text, number) in self.input.iter().zip(1..) {
            let answers = question.argument(text.as_encoded_bytes(), number);
            failed |= !deliver(answers, out)?;
        }
        if self.input.is_empty() {
            let stdin = [PathBuf::from("-")];
            let files = if self.file.is_empty() { &stdin[..] } else { &self.file };
            for file in files {
                failed |= !lines(&question, file, out)?;
            }
        }
        Ok(Outcome::finding_if(failed))
    }

    fn question(&self, out: &Output) -> anyhow::Result<Question> {
        let read = self.reading.read_leniently(&self.grammar)?;
        let rule = options::rule(&read.resolved, &self.rule)?;
        // What the rule does not use may have errors.
        let read = read.require(&[rule]).map_err(options::errors)?;
        let limits = self.reading.limits();
        let shapes = superset(&read.resolved, &limits);
        let automata = during(COMPILING, || automata(&read.resolved, &shapes, &[rule], &limits));
        let language = automata.language(rule).map_err(|error| options::failed(&read, error))?;
        let name = read.resolved[rule].name.to_string();
        let tree = self.tree.then(|| tree::Tree::new(&read.resolved, &shapes, rule)).transpose()?;
        let parts = parts::Parts::new(read, shapes, rule, &self.parts, limits)?;
        let format = if self.quiet { None } else { Some(self.format) };
        let styles = [AnsiColor::Green, AnsiColor::Red].map(|colour| out.style(colour));
        let has_escapes = self.escapes;
        Ok(Question { rule: name, language, parts, tree, has_escapes, format, styles })
    }
}

/// Prints answers. Whether all texts match.
fn deliver(answers: Answers, out: &mut Output) -> anyhow::Result<bool> {
    out.bytes(&answers.printed)?;
    answers.error.map_or(Ok(answers.all_match), Err)
}
