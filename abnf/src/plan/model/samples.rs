//! Texts for tests and examples, found by searches of the automaton.
//!
//! Where several texts of one length would do, bytes are preferred in the order
//! small letters, digits, capitals, other printing ASCII, the rest.

mod of_network;
mod of_pushdown;

use super::Unit;
use crate::automata::dfa::{Dfa, StateId};
use crate::automata::language::Language;
use std::cmp::Reverse;
use std::collections::{BTreeSet, VecDeque};

/// Longer texts are not worth printing.
const MAX_LENGTH: usize = 1000;

/// Longer texts do not fit an example.
const MAX_EXAMPLE_LENGTH: usize = 40;

/// Texts inside and outside of a language, none longer than 1000 bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Samples {
    /// The shortest text of the language; none if the language is empty.
    pub shortest: Option<Vec<u8>>,
    /// Of the shortest texts through each state, the longest that fits a line.
    pub example: Option<Vec<u8>>,
    /// Texts outside of the language, each with the offset of its error: the
    /// shortest, and the example with a byte in it that does not fit.
    pub rejected: Vec<(Vec<u8>, usize)>,
}

/// Searches the automaton of a language.
pub(super) fn samples(language: &Language, unit: Unit) -> Samples {
    match language {
        Language::Regular(dfa) => of_dfa(dfa, unit),
        Language::Nested(automaton, start) => {
            of_pushdown::samples(language, automaton, *start, unit)
        }
        Language::General(network, start) => of_network::samples(language, network, *start, unit),
    }
}

fn of_dfa(dfa: &Dfa, unit: Unit) -> Samples {
    let bytes = preferred();
    let paths = Paths::new(dfa, &bytes);
    let example = paths.example(dfa);
    let rejected = [
        shortest_rejected(dfa, unit, &bytes),
        example.as_ref().and_then(|text| spoilt(dfa, unit, &bytes, text)),
    ];
    let rejected = rejected.into_iter().flatten().map(|text| {
        let offset = dfa.check(&text).expect_err("the text was chosen to be rejected").offset;
        (text, offset)
    });
    let mut rejected: Vec<_> = rejected.collect();
    rejected.dedup();
    Samples { shortest: paths.through(dfa, Dfa::START), example, rejected }
}

fn preferred() -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..=255).collect();
    bytes.sort_by_key(|byte| match byte {
        b'a'..=b'z' => 0,
        b'0'..=b'9' => 1,
        b'A'..=b'Z' => 2,
        b'!'..=b'~' => 3,
        _ => 4,
    });
    bytes
}

/// Shortest ways from the start to each state and from each state to an accepting one.
struct Paths {
    /// The byte before and the state it came from; none at the start.
    before: Vec<Option<(u8, StateId)>>,
    /// The byte after and the state it leads to; none at accepting states.
    after: Vec<Option<(u8, StateId)>>,
    /// How long a shortest text through the state is; none in the empty language.
    length: Vec<Option<usize>>,
}

impl Paths {
    fn new(dfa: &Dfa, bytes: &[u8]) -> Self {
        let count = dfa.state_count();
        let mut before = vec![None; count];
        let mut from_start: Vec<Option<usize>> = vec![None; count];
        let mut sources: Vec<Vec<StateId>> = vec![Vec::new(); count];
        from_start[0] = Some(0);
        let mut queue = VecDeque::from([Dfa::START]);
        while let Some(state) = queue.pop_front() {
            for &byte in bytes {
                let Some(next) = dfa.next(state, byte) else { continue };
                sources[next.index()].push(state);
                if from_start[next.index()].is_none() {
                    from_start[next.index()] = from_start[state.index()].map(|length| length + 1);
                    before[next.index()] = Some((byte, state));
                    queue.push_back(next);
                }
            }
        }
        let mut to_end: Vec<Option<usize>> = vec![None; count];
        let mut queue: VecDeque<_> = dfa.states().filter(|&s| dfa.is_accepting(s)).collect();
        for &state in &queue {
            to_end[state.index()] = Some(0);
        }
        while let Some(state) = queue.pop_front() {
            for &source in &sources[state.index()] {
                if to_end[source.index()].is_none() {
                    to_end[source.index()] = to_end[state.index()].map(|length| length + 1);
                    queue.push_back(source);
                }
            }
        }
        let after = dfa.states().map(|state| {
            let shorter = to_end[state.index()]?.checked_sub(1);
            let mut steps = bytes.iter().filter_map(|&b| Some((b, dfa.next(state, b)?)));
            shorter.and_then(|_| steps.find(|step| to_end[step.1.index()] == shorter))
        });
        let length = from_start.iter().zip(&to_end).map(|(a, b)| Some((*a)? + (*b)?));
        Self { before, after: after.collect(), length: length.collect() }
    }

    /// A shortest text of the language that passes through the state.
    fn through(&self, dfa: &Dfa, state: StateId) -> Option<Vec<u8>> {
        self.length[state.index()].filter(|&length| length <= MAX_LENGTH)?;
        let mut text = Vec::new();
        let mut cursor = state;
        while let Some((byte, source)) = self.before[cursor.index()] {
            text.push(byte);
            cursor = source;
        }
        text.reverse();
        cursor = state;
        while !dfa.is_accepting(cursor) {
            let (byte, next) = self.after[cursor.index()].expect("every state reaches an end");
            text.push(byte);
            cursor = next;
        }
        Some(text)
    }

    fn example(&self, dfa: &Dfa) -> Option<Vec<u8>> {
        let fits = |state: &StateId| {
            self.length[state.index()].is_some_and(|length| length <= MAX_EXAMPLE_LENGTH)
        };
        // The first of equals, which is the plainest.
        let state = dfa.states().filter(fits).min_by_key(|&s| Reverse(self.length[s.index()]));
        self.through(dfa, state.unwrap_or(Dfa::START))
    }
}

/// A text outside of the language, as short as any.
fn shortest_rejected(dfa: &Dfa, unit: Unit, bytes: &[u8]) -> Option<Vec<u8>> {
    let start = (Some(Dfa::START), Utf8::BOUNDARY);
    let mut seen = BTreeSet::from([start]);
    let mut queue = VecDeque::from([(start, Vec::new())]);
    while let Some(((state, utf8), text)) = queue.pop_front() {
        let whole = utf8 == Utf8::BOUNDARY;
        if whole && !state.is_some_and(|state| dfa.is_accepting(state)) {
            return Some(text);
        }
        for &byte in bytes {
            let utf8 = match unit {
                Unit::Text => utf8.next(byte),
                Unit::Bytes => Some(utf8),
            };
            let Some(utf8) = utf8 else { continue };
            let next = (state.and_then(|state| dfa.next(state, byte)), utf8);
            if seen.insert(next) && text.len() < MAX_LENGTH {
                queue.push_back((next, [&text[..], &[byte]].concat()));
            }
        }
    }
    None
}

/// The text with one more byte in it, as late as possible, that does not fit there.
fn spoilt(dfa: &Dfa, unit: Unit, bytes: &[u8], text: &[u8]) -> Option<Vec<u8>> {
    let boundary = |at: usize| unit == Unit::Bytes || std::str::from_utf8(&text[..at]).is_ok();
    (0..=text.len()).rev().filter(|&at| boundary(at)).find_map(|at| {
        let state = text[..at].iter().try_fold(Dfa::START, |state, &byte| dfa.next(state, byte))?;
        let mut possible = bytes.iter().filter(|byte| unit == Unit::Bytes || byte.is_ascii());
        let byte = possible.find(|&&byte| dfa.next(state, byte).is_none())?;
        Some([&text[..at], &[*byte], &text[at..]].concat())
    })
}

/// How far a character of UTF-8 has been read: how many bytes are missing, and in
/// which range the next one lies (RFC 3629 section 4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Utf8 {
    missing: u8,
    low: u8,
    high: u8,
}

impl Utf8 {
    const BOUNDARY: Self = Self { missing: 0, low: 0, high: 0 };

    fn next(self, byte: u8) -> Option<Self> {
        let missing = |missing, low, high| Some(Self { missing, low, high });
        match (self.missing, byte) {
            (0, 0..0x80) => Some(Self::BOUNDARY),
            (0, 0xC2..=0xDF) => missing(1, 0x80, 0xBF),
            (0, 0xE0) => missing(2, 0xA0, 0xBF),
            (0, 0xED) => missing(2, 0x80, 0x9F),
            (0, 0xE1..=0xEF) => missing(2, 0x80, 0xBF),
            (0, 0xF0) => missing(3, 0x90, 0xBF),
            (0, 0xF1..=0xF3) => missing(3, 0x80, 0xBF),
            (0, 0xF4) => missing(3, 0x80, 0x8F),
            (0, _) => None,
            _ if byte < self.low || self.high < byte => None,
            (1, _) => Some(Self::BOUNDARY),
            (more, _) => missing(more - 1, 0x80, 0xBF),
        }
    }
}
