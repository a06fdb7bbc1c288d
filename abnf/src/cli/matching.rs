//! `abnfc match`: which texts a rule matches, and where the others go wrong.
//!
//! Files and standard input are streamed: neither the input nor a line of it is ever
//! held whole. Blocks of whole lines are answered by several threads; a line longer than a
//! block is read part by part, because the automaton needs one byte at a time.

mod answers;
mod blocks;
mod order;
mod table;

use self::answers::{Answerer, Question};
use self::table::Table;
use super::options::Reading;
use super::output::{Format, Output};
use super::{Outcome, options};
use abnfc::automata::rules::automata;
use abnfc::automata::shape::shape;
use abnfc::automata::tagged::parts::Part;
use abnfc::automata::tagged::{Tagging, tagged};
use abnfc::diagnostic::Diagnostic;
use abnfc::plan::nesting::Nesting;
use anyhow::Context;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread::available_parallelism;

/// Match texts against a rule
///
/// Each INPUT is a text. Without any, each line of standard input, or of the files that
/// --file names, is one: bytes up to the line feed, which does not belong to the text (a
/// carriage return before it does). Prints one line a text, in the order of the texts:
/// `match`, or `no match at byte N: expected ...` where N counts the bytes of the text
/// before the first after which no text of the rule goes on, or all of them where the
/// text ends too early. The exit status is 1 where any text does not match.
///
/// With --parts, what follows `match` says where the parts of the text lie, as offsets
/// in bytes. A part is a rule that the rule uses, at any depth, at most once in a text;
/// NAME=RULE/RULE makes one part of several rules. A part that is absent is left out.
///
/// Input and lines can be of any length; some megabytes of memory are enough for them.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
JSON, one object a text:
  match     whether the text matches
  offset    where it does not: how many bytes could be right
  expected  where it does not: the bytes that may follow there, as a list of
            ranges [first, last]
  end       where it does not: whether the text may also end there
  parts     where it does, with --parts: for each part [begin, end], or null

Example:
  abnfc match uri.abnf URI-reference http://example.org/ '//'
  abnfc match uri.abnf URI-reference --file urls.txt
  abnfc match --parts scheme,host,port uri.abnf URI-reference http://example.org/
  printf 'a\\\\x20b\\n' | abnfc match --escapes uri.abnf URI-reference")]
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
    /// How many threads read lines, at most 16; without it, as many as there are processors
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    reading: Reading,
}

impl Match {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let question = self.question()?;
        if self.input.is_empty() {
            let stdin = [PathBuf::from("-")];
            let files = if self.file.is_empty() { &stdin[..] } else { &self.file };
            let threads = self.threads.or_else(|| available_parallelism().ok());
            let threads = threads.map_or(1, NonZeroUsize::get);
            return order::answer(&question, files, threads, out).map(Outcome::finding_if);
        }
        let mut answerer = Answerer::new(&question);
        for (i, text) in self.input.iter().enumerate() {
            let pushed = answerer.push(text.as_encoded_bytes());
            pushed.and_then(|()| answerer.end()).with_context(|| format!("input {}", i + 1))?;
            out.bytes(&answerer.out)?;
            answerer.out.clear();
        }
        Ok(Outcome::finding_if(answerer.found))
    }

    fn question(&self) -> anyhow::Result<Question> {
        let read = self.reading.read_leniently(&self.grammar)?;
        let rule = options::rule(&read.resolved, &self.rule)?;
        // What the rule does not use may have errors.
        let read = read.require(&[rule]).map_err(options::errors)?;
        let shapes = shape(&read.resolved);
        let automata = automata(&read.resolved, &shapes, &[rule], &self.reading.limits());
        let dfa = automata.dfa(rule).map_err(|error| options::failed(&read, error))?;
        let parts = self.parts.iter().map(|part| options::part(&read.resolved, part));
        let parts = parts.collect::<anyhow::Result<Vec<Part>>>()?;
        let nesting = Nesting::new(&read.resolved, &shapes);
        if let Some(part) = parts.iter().find(|part| !nesting.occurs(rule, &part.rules)) {
            let (name, owner) = (&part.name, &read.resolved[rule].name);
            let message = format!("no text of `{owner}` has a part `{name}`");
            let error = Diagnostic::error("absent-part", message)
                .hint("name rules that the definition uses, directly or through other rules");
            return Err(options::failed(&read, &error).into());
        }
        let limits = self.reading.limits();
        let tagging = Tagging::new(&read.resolved, &shapes, &limits);
        let tdfa = (!parts.is_empty())
            .then(|| tagged(&tagging, rule, &parts))
            .transpose()
            .map_err(|error| options::failed(&read, &error))?;
        Ok(Question {
            table: Table::new(dfa),
            dfa: dfa.clone(),
            tdfa,
            parts: parts.into_iter().map(|part| part.name).collect(),
            escapes: self.escapes,
            print: if self.quiet { None } else { Some(self.format) },
        })
    }
}
