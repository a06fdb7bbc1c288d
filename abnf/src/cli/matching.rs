//! `abnfc match`: which texts a rule matches, and where the others go wrong.
//!
//! Standard input is streamed: neither the input nor a line of it is ever held
//! whole, because the automaton needs one byte at a time.

use super::escapes::{BadEscape, Decoder};
use super::expected::expected;
use super::options::Reading;
use super::output::{Format, Output};
use super::{Outcome, input, options};
use abnfc::automata::automata;
use abnfc::dfa::{Dfa, StateId};
use abnfc::shape::shape;
use abnfc::tagged::parts::Part;
use abnfc::tagged::tagged;
use abnfc::tagged::tdfa::{self, Tdfa};
use anyhow::Context;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::PathBuf;

/// Match texts against a rule
///
/// Each INPUT is a text. Without any, each line of standard input is one: bytes up
/// to the line feed, which does not belong to the text (a carriage return before it
/// does). Prints one line a text: `match`, or `no match at byte N: expected ...`
/// where N counts the bytes of the text before the first after which no text of
/// the rule goes on, or all of them where the text ends too early. The exit status
/// is 1 where any text does not match.
///
/// With --parts, what follows `match` says where the parts of the text lie, as offsets
/// in bytes. A part is a rule that the rule uses, at any depth, at most once in a text;
/// NAME=RULE/RULE makes one part of several rules. A part that is absent is left out.
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
  abnfc match --parts scheme,host,port uri.abnf URI-reference http://example.org/
  printf 'a\\\\x20b\\n' | abnfc match --escapes uri.abnf URI-reference")]
pub(super) struct Match {
    /// The grammar
    grammar: PathBuf,
    /// The name of the rule, in any case of letters
    rule: String,
    /// The texts, also `-`; put `--` before a longer one that starts with `-`
    input: Vec<OsString>,
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

impl Match {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let read = self.reading.read(&self.grammar)?;
        let rule = options::rule(&read.resolved, &self.rule)?;
        let shapes = shape(&read.resolved);
        let automata = automata(&read.resolved, &shapes, &[rule], &self.reading.limits());
        let dfa = automata.dfa(rule).map_err(|error| options::failed(&read, error))?;
        let parts = self.parts.iter().map(|part| options::part(&read.resolved, part));
        let parts = parts.collect::<anyhow::Result<Vec<Part>>>()?;
        let limits = self.reading.limits();
        let mut work = limits.subset_work;
        let tdfa = (!parts.is_empty())
            .then(|| tagged(&read.resolved, &shapes, rule, &parts, &limits, &mut work))
            .transpose()
            .map_err(|error| options::failed(&read, &error))?;
        let mut matching = Matching {
            matcher: Matcher::new(dfa, tdfa.as_ref(), self.escapes),
            parts: parts.into_iter().map(|part| part.name).collect(),
            answers: BTreeMap::new(),
            print: if self.quiet { None } else { Some(self.format) },
            out,
            outcome: Outcome::Fine,
        };
        if self.input.is_empty() {
            matching.lines(input::stdin()?)?;
        } else {
            for (i, text) in self.input.iter().enumerate() {
                let name = || format!("input {}", i + 1);
                matching.matcher.push(text.as_encoded_bytes()).with_context(name)?;
                matching.end_text().with_context(name)?;
            }
        }
        Ok(matching.outcome)
    }
}

/// A run over many texts.
struct Matching<'a> {
    matcher: Matcher<'a>,
    /// By the state in which a text failed and whether it ended there: lines that
    /// fail alike are many.
    answers: BTreeMap<(StateId, bool), Answer>,
    /// The names of the parts to locate.
    parts: Vec<String>,
    print: Option<Format>,
    out: &'a mut Output,
    outcome: Outcome,
}

/// What a failure in one state is told as.
struct Answer {
    expected: String,
    ranges: Vec<(u8, u8)>,
}

impl Matching<'_> {
    /// Matches each line.
    fn lines(&mut self, from: impl std::io::Read) -> anyhow::Result<()> {
        let mut reader = BufReader::with_capacity(1 << 16, from);
        let mut line = 1_u64;
        let mut is_open = false;
        loop {
            if reader.buffer().is_empty() {
                // The next read may wait for someone who waits for our answer.
                self.out.flush()?;
            }
            let chunk = match reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error).context("cannot read standard input"),
            };
            if chunk.is_empty() {
                break;
            }
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let piece = &chunk[..end.unwrap_or(chunk.len())];
            self.matcher.push(piece).with_context(|| format!("line {line}"))?;
            let used = piece.len() + usize::from(end.is_some());
            reader.consume(used);
            is_open = end.is_none();
            if end.is_some() {
                self.end_text().with_context(|| format!("line {line}"))?;
                line += 1;
            }
        }
        if is_open {
            self.end_text().with_context(|| format!("line {line}"))?;
        }
        Ok(())
    }

    /// Prints what came of the text that ends here.
    fn end_text(&mut self) -> anyhow::Result<()> {
        let (failure, places) = self.matcher.end()?;
        if failure.is_some() {
            self.outcome = Outcome::Finding;
        }
        let Some(format) = self.print else { return Ok(()) };
        let Some(failure) = failure else {
            let places = self.parts.iter().zip(places.into_iter().flatten());
            match format {
                Format::Text => {
                    let shown = places.filter_map(|(name, place)| {
                        place.map(|(begin, end)| format!(" {name}={begin}..{end}"))
                    });
                    self.out.line(&format!("match{}", shown.collect::<String>()))?;
                }
                Format::Json => {
                    let places: BTreeMap<&str, Option<(usize, usize)>> =
                        places.map(|(name, place)| (name.as_str(), place)).collect();
                    let parts = (!self.parts.is_empty()).then_some(places);
                    self.out.json(&Matched { r#match: true, parts })?;
                }
            }
            return Ok(());
        };
        let dfa = self.matcher.walk.dfa;
        let answer = self.answers.entry((failure.state, failure.end)).or_insert_with(|| {
            let set = dfa.expected(failure.state);
            Answer { expected: expected(set, failure.end), ranges: set.ranges() }
        });
        match format {
            Format::Text => self.out.line(&format!(
                "no match at byte {}: expected {}",
                failure.offset, answer.expected
            ))?,
            Format::Json => self.out.json(&NotMatched {
                r#match: false,
                offset: failure.offset,
                expected: &answer.ranges,
                end: failure.end,
            })?,
        }
        Ok(())
    }
}

#[derive(Serialize)]
struct Matched<'a> {
    r#match: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    parts: Option<BTreeMap<&'a str, Option<(usize, usize)>>>,
}

#[derive(Serialize)]
struct NotMatched<'a> {
    r#match: bool,
    offset: u64,
    expected: &'a [(u8, u8)],
    end: bool,
}

/// An automaton on its way through a text that arrives in pieces.
struct Matcher<'a> {
    decoder: Option<Decoder>,
    walk: Walk<'a>,
    tdfa: Option<&'a Tdfa>,
    /// Beside `walk`, where parts are to be located.
    tagged: Option<tdfa::Walk<'a>>,
}

/// Begin and end of each part, in bytes.
type Places = Vec<Option<(usize, usize)>>;

struct Walk<'a> {
    dfa: &'a Dfa,
    state: StateId,
    offset: u64,
    /// No continuation can be right any more; `state` is the last one that was.
    is_stuck: bool,
}

/// Where a text failed.
struct Failure {
    /// How many bytes could be right.
    offset: u64,
    /// The state there.
    state: StateId,
    /// Whether the text might have ended there.
    end: bool,
}

impl<'a> Matcher<'a> {
    fn new(dfa: &'a Dfa, tdfa: Option<&'a Tdfa>, escapes: bool) -> Self {
        let decoder = escapes.then(Decoder::default);
        Self { decoder, walk: Walk::new(dfa), tdfa, tagged: tdfa.map(Tdfa::walk) }
    }

    fn push(&mut self, piece: &[u8]) -> Result<(), BadEscape> {
        for &byte in piece {
            let byte = match &mut self.decoder {
                None => Some(byte),
                Some(decoder) => decoder.push(byte)?,
            };
            if let Some(byte) = byte {
                self.walk.step(byte);
                if let Some(tagged) = &mut self.tagged {
                    tagged.step(byte);
                }
            }
        }
        Ok(())
    }

    /// Ends the text; the matcher is then ready for the next.
    fn end(&mut self) -> Result<(Option<Failure>, Option<Places>), BadEscape> {
        if let Some(decoder) = &mut self.decoder {
            decoder.finish()?;
        }
        let places = self.tagged.as_ref().and_then(tdfa::Walk::parts).map(|parts| {
            parts.into_iter().map(|part| part.map(|part| (part.begin, part.end))).collect()
        });
        self.tagged = self.tdfa.map(Tdfa::walk);
        let dfa = self.walk.dfa;
        let failure = std::mem::replace(&mut self.walk, Walk::new(dfa)).failure();
        Ok((failure, places))
    }
}

impl<'a> Walk<'a> {
    fn new(dfa: &'a Dfa) -> Self {
        Self { dfa, state: Dfa::START, offset: 0, is_stuck: false }
    }

    fn step(&mut self, byte: u8) {
        if self.is_stuck {
            return;
        }
        match self.dfa.next(self.state, byte) {
            Some(state) => {
                self.state = state;
                self.offset += 1;
            }
            None => self.is_stuck = true,
        }
    }

    fn failure(self) -> Option<Failure> {
        let end = self.dfa.is_accepting(self.state);
        let failure = Failure { offset: self.offset, state: self.state, end };
        (self.is_stuck || !end).then_some(failure)
    }
}
