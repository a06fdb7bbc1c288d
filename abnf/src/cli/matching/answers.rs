//! From texts to answers: whether each matches, and as what that is printed.

use super::super::escapes::{BadEscape, Decoder};
use super::super::expected::expected;
use super::super::output::Format;
use super::table::Table;
use abnfc::automata::dfa::{Dfa, StateId};
use abnfc::automata::tagged::tdfa::{self, Tdfa};
use memchr::memchr_iter;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write as _;

/// What is asked about every text.
pub(super) struct Question {
    pub(super) dfa: Dfa,
    /// That of `dfa`.
    pub(super) table: Table,
    /// What locates the parts, if any are to be.
    pub(super) tdfa: Option<Tdfa>,
    /// Their names.
    pub(super) parts: Vec<String>,
    pub(super) escapes: bool,
    /// How to print the answers, if at all.
    pub(super) print: Option<Format>,
}

/// One at work on texts, one after the other. A text is pushed piece by piece, then ended.
pub(super) struct Answerer<'a> {
    question: &'a Question,
    decoder: Option<Decoder>,
    decoded: Vec<u8>,
    state: StateId,
    /// How many bytes could be right.
    offset: u64,
    /// No continuation can be right any more; `state` is the last one that was.
    is_stuck: bool,
    /// Beside `state`, where parts are to be located.
    tagged: Option<tdfa::Walk<'a>>,
    /// By the state in which a text failed: lines that fail alike are many.
    failures: BTreeMap<StateId, Failure>,
    /// The answers so far.
    pub(super) out: Vec<u8>,
    /// Whether any text did not match.
    pub(super) found: bool,
}

/// What a failure in one state is told as.
struct Failure {
    expected: String,
    ranges: Vec<(u8, u8)>,
}

/// How far lines have been answered.
pub(super) struct Passed {
    /// How many, the one with a bad escape included.
    pub(super) lines: u64,
    /// How many bytes they have, with their line feeds.
    pub(super) bytes: usize,
    /// Whether the last one has a bad escape.
    pub(super) end: Result<(), BadEscape>,
}

/// More bytes of answers than this are printed before more are made: an empty line can
/// have an answer of a thousand bytes.
const ENOUGH: usize = 1 << 18;

/// How many texts are looked at at once.
const BATCH: usize = 1 << 10;

impl<'a> Answerer<'a> {
    pub(super) fn new(question: &'a Question) -> Self {
        Self {
            question,
            decoder: question.escapes.then(Decoder::default),
            decoded: Vec::new(),
            state: Dfa::START,
            offset: 0,
            is_stuck: false,
            tagged: question.tdfa.as_ref().map(Tdfa::walk),
            failures: BTreeMap::new(),
            out: Vec::new(),
            found: false,
        }
    }

    /// Answers whole lines; the last may lack its line feed. Stops where the answers are
    /// [`ENOUGH`], and after a line with a bad escape.
    pub(super) fn lines(&mut self, block: &[u8]) -> Passed {
        let mut passed = Passed { lines: 0, bytes: 0, end: Ok(()) };
        let mut lines = lines(block);
        let is_plain = self.decoder.is_none() && self.tagged.is_none();
        let mut batch = Vec::with_capacity(BATCH);
        let mut verdicts = Vec::with_capacity(BATCH);
        loop {
            batch.clear();
            batch.extend(lines.by_ref().take(BATCH));
            if batch.is_empty() {
                return passed;
            }
            if is_plain {
                self.question.table.verdicts(batch.iter().copied(), &mut verdicts);
            }
            for (i, line) in batch.iter().enumerate() {
                passed.lines += 1;
                passed.bytes = block.len().min(passed.bytes + line.len() + 1);
                if !is_plain {
                    passed.end = self.push(line).and_then(|()| self.end());
                } else if verdicts[i] {
                    self.matched(None);
                } else {
                    // Where it failed was not noted.
                    let (offset, state) = self.question.table.read(Dfa::START, line);
                    self.failed(offset as u64, state);
                }
                if passed.end.is_err() || ENOUGH <= self.out.len() {
                    return passed;
                }
            }
        }
    }

    /// Reads the next bytes of a text.
    pub(super) fn push(&mut self, piece: &[u8]) -> Result<(), BadEscape> {
        let bytes = match &mut self.decoder {
            None => piece,
            Some(decoder) => {
                self.decoded.clear();
                for &byte in piece {
                    self.decoded.extend(decoder.push(byte)?);
                }
                &self.decoded
            }
        };
        if let Some(tagged) = &mut self.tagged {
            bytes.iter().for_each(|&byte| tagged.step(byte));
        }
        if !self.is_stuck {
            let (read, state) = self.question.table.read(self.state, bytes);
            self.state = state;
            self.offset += read as u64;
            self.is_stuck = read < bytes.len();
        }
        Ok(())
    }

    /// Ends the text and answers it; the next may begin.
    pub(super) fn end(&mut self) -> Result<(), BadEscape> {
        if let Some(decoder) = &mut self.decoder {
            decoder.finish()?;
        }
        let state = std::mem::replace(&mut self.state, Dfa::START);
        let offset = std::mem::take(&mut self.offset);
        let is_stuck = std::mem::take(&mut self.is_stuck);
        let next = self.question.tdfa.as_ref().map(Tdfa::walk);
        let tagged = std::mem::replace(&mut self.tagged, next);
        if is_stuck || !self.question.dfa.is_accepting(state) {
            self.failed(offset, state);
        } else {
            self.matched(tagged.as_ref());
        }
        Ok(())
    }

    fn matched(&mut self, tagged: Option<&tdfa::Walk<'_>>) {
        let found = || tagged.and_then(tdfa::Walk::parts).into_iter().flatten();
        let places = || {
            let places = found().map(|part| part.map(|part| (part.begin, part.end)));
            self.question.parts.iter().map(String::as_str).zip(places)
        };
        match self.question.print {
            None => (),
            Some(Format::Text) if tagged.is_none() => self.out.extend_from_slice(b"match\n"),
            Some(Format::Text) => {
                self.out.extend_from_slice(b"match");
                for (name, place) in places() {
                    if let Some((begin, end)) = place {
                        write!(self.out, " {name}={begin}..{end}").expect(VECTOR);
                    }
                }
                self.out.push(b'\n');
            }
            Some(Format::Json) => {
                let parts = tagged.is_some().then(|| places().collect());
                json(&mut self.out, &Matched { r#match: true, parts });
            }
        }
    }

    /// Answers a text of which so many bytes, up to a state, could be right.
    fn failed(&mut self, offset: u64, state: StateId) {
        self.found = true;
        let Some(format) = self.question.print else { return };
        let dfa = &self.question.dfa;
        let end = dfa.is_accepting(state);
        let failure = self.failures.entry(state).or_insert_with(|| {
            let set = dfa.expected(state);
            Failure { expected: expected(set, end), ranges: set.ranges() }
        });
        match format {
            Format::Text => {
                let expected = &failure.expected;
                writeln!(self.out, "no match at byte {offset}: expected {expected}").expect(VECTOR);
            }
            Format::Json => {
                let expected = &failure.ranges;
                json(&mut self.out, &NotMatched { r#match: false, offset, expected, end });
            }
        }
    }
}

const VECTOR: &str = "a vector takes every byte";

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

fn json(out: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(&mut *out, value).expect(VECTOR);
    out.push(b'\n');
}

/// The lines of a block, without their line feeds.
fn lines(block: &[u8]) -> impl Iterator<Item = &[u8]> {
    // The end of the block ends a line, if one has begun there.
    let last = (!block.is_empty() && !block.ends_with(b"\n")).then_some(block.len());
    let mut begin = 0;
    memchr_iter(b'\n', block).chain(last).map(move |end| {
        let line = &block[begin..end];
        begin = end + 1;
        line
    })
}
