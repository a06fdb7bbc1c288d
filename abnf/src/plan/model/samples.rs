//! Searches automata for texts for tests and examples.
//!
//! Among texts of one length, bytes are preferred in this order: lower-case letters, digits,
//! capitals, other printable ASCII, the rest.

mod of_network;
mod of_pushdown;

use super::Unit;
use crate::automata::dfa::{Dfa, StateId};
use crate::automata::language::Language;
use crate::automata::shortest_paths::{Paths, preferred};
use std::cmp::Reverse;
use std::collections::{BTreeSet, VecDeque};

/// Longer texts are not worth printing.
const MAX_LENGTH: usize = 1000;

/// Longer texts do not fit an example.
const MAX_EXAMPLE_LENGTH: usize = 40;

/// Texts inside and outside of a language, none longer than 1000 bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Samples {
    /// The shortest text of the language. `None` if the language is empty.
    pub shortest: Option<Vec<u8>>,
    /// A text that is easy to read and fits a line. Without one, the longest among the shortest texts
    /// through each state.
    pub example: Option<Vec<u8>>,
    /// Texts outside of the language, each with the offset of its error: the shortest, and the
    /// example with a wrong byte in it.
    pub rejected: Vec<(Vec<u8>, usize)>,
}

/// Searches the automaton of a language. `readable` is a text of it that is easy to read.
pub(super) fn samples(language: &Language, readable: Option<&[u8]>, unit: Unit) -> Samples {
    let fits = |text: &&[u8]| text.len() <= MAX_EXAMPLE_LENGTH;
    let readable = readable.filter(fits).map(<[u8]>::to_vec);
    match language {
        Language::Regular(dfa) => of_dfa(dfa, readable, unit),
        Language::Nested(automaton, start) => {
            of_pushdown::samples(language, automaton, *start, readable, unit)
        }
        Language::General(network, start) => {
            of_network::samples(language, network, *start, readable, unit)
        }
    }
}

fn of_dfa(dfa: &Dfa, readable: Option<Vec<u8>>, unit: Unit) -> Samples {
    let bytes = preferred();
    let paths = Paths::new(dfa, &bytes);
    let example = readable.or_else(|| example(dfa, &paths));
    let rejected = [
        shortest_rejected(dfa, unit, &bytes),
        example.as_ref().and_then(|text| with_wrong_byte(dfa, unit, &bytes, text)),
    ];
    let rejected = rejected.into_iter().flatten().map(|text| {
        let offset = dfa.check(&text).expect_err("the text was chosen to be rejected").offset;
        (text, offset)
    });
    let mut rejected: Vec<_> = rejected.collect();
    rejected.dedup();
    Samples { shortest: through(&paths, Dfa::START), example, rejected }
}

/// Returns a shortest text of the language that passes through the state.
fn through(paths: &Paths, state: StateId) -> Option<Vec<u8>> {
    paths.length(state).filter(|&length| length <= MAX_LENGTH)?;
    Some([paths.to(state), paths.from(state)].concat())
}

fn example(dfa: &Dfa, paths: &Paths) -> Option<Vec<u8>> {
    let fits =
        |state: &StateId| paths.length(*state).is_some_and(|length| length <= MAX_EXAMPLE_LENGTH);
    // The first of several texts of one length has the preferred bytes.
    let state = dfa.states().filter(fits).min_by_key(|&state| Reverse(paths.length(state)));
    through(paths, state.unwrap_or(Dfa::START))
}

/// Returns a shortest text outside of the language.
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

/// Inserts a wrong byte into the text, as late as possible.
fn with_wrong_byte(dfa: &Dfa, unit: Unit, bytes: &[u8], text: &[u8]) -> Option<Vec<u8>> {
    let boundary = |at: usize| unit == Unit::Bytes || std::str::from_utf8(&text[..at]).is_ok();
    (0..=text.len()).rev().filter(|&at| boundary(at)).find_map(|at| {
        let state = text[..at].iter().try_fold(Dfa::START, |state, &byte| dfa.next(state, byte))?;
        let mut possible = bytes.iter().filter(|byte| unit == Unit::Bytes || byte.is_ascii());
        let byte = possible.find(|&&byte| dfa.next(state, byte).is_none())?;
        Some([&text[..at], &[*byte], &text[at..]].concat())
    })
}

/// The state of a decoder of UTF-8: the number of missing bytes, and the range of the next one
/// (RFC 3629 section 4).
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
