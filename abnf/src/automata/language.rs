//! What decides whether a text matches a rule, whichever automaton that is.

use crate::automata::dfa::{self, Dfa};
use crate::automata::nested::network::{self, Network};
use crate::automata::nested::pushdown::{self, Pushdown};
use crate::automata::nested::reader::Reader;
use crate::bytes::{ByteClasses, ByteSet};
use std::sync::Arc;

/// The language of a rule.
#[derive(Clone, Debug)]
pub enum Language {
    /// Of a regular rule: the minimal canonical automaton.
    Regular(Arc<Dfa>),
    /// Of a nested rule: an automaton with a stack, and the state in which its texts begin.
    Nested(Arc<Pushdown>, pushdown::StateId),
    /// Of a nested rule that needs the general engine: automata that call each other, and the
    /// state in which its texts begin.
    General(Arc<Network>, network::StateId),
}

/// Where a text leaves a language, and what could stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Bytes before the first byte after which no continuation matches; the length of the text
    /// where it ends too early.
    pub offset: usize,
    /// The bytes after which some continuation matches.
    pub expected: ByteSet,
    /// Whether the text could end there.
    pub end: bool,
    /// Whether nothing is known but that the text is too complex for the general engine.
    pub is_too_complex: bool,
}

/// A text that is read byte by byte. Of a text of a nested rule memory is linear in the depth; where
/// the general engine reads it, memory is quadratic in the text at worst.
#[derive(Clone, Debug)]
pub struct Walk<'a>(At<'a>);

#[derive(Clone, Debug)]
enum At<'a> {
    Regular(&'a Dfa, dfa::StateId),
    Nested(&'a Pushdown, pushdown::StateId, Vec<pushdown::StateId>),
    General(Reader<'a>),
}

/// What decides which continuations of a text match: a state, and those on the stack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position(usize, Vec<pushdown::StateId>);

impl Language {
    /// The automaton, if the rule is regular.
    pub fn dfa(&self) -> Option<&Dfa> {
        match self {
            Self::Regular(dfa) => Some(dfa),
            Self::Nested(..) | Self::General(..) => None,
        }
    }

    /// Which bytes it treats alike.
    pub fn classes(&self) -> &ByteClasses {
        match self {
            Self::Regular(dfa) => dfa.classes(),
            Self::Nested(automaton, _) => automaton.classes(),
            Self::General(network, _) => network.classes(),
        }
    }

    /// The beginning of a text.
    pub fn walk(&self) -> Walk<'_> {
        Walk(match self {
            Self::Regular(dfa) => At::Regular(dfa, Dfa::START),
            Self::Nested(automaton, start) => At::Nested(automaton, *start, Vec::new()),
            Self::General(network, start) => At::General(Reader::new(network, *start)),
        })
    }

    /// Whether the whole text is in the language, else where it leaves it.
    pub fn check(&self, text: &[u8]) -> Result<(), Mismatch> {
        if let Self::Regular(dfa) = self {
            return dfa.check(text).map_err(|dfa::Mismatch { offset, state }| Mismatch {
                offset,
                expected: dfa.expected(state),
                end: dfa.is_accepting(state),
                is_too_complex: false,
            });
        }
        let mut walk = self.walk();
        let offset = walk.read(text);
        if offset == text.len() && walk.is_end() { Ok(()) } else { Err(walk.mismatch(offset)) }
    }

    /// The bytes that occur in texts of the language, and perhaps others.
    pub fn bytes(&self) -> ByteSet {
        let union = |all: ByteSet, set| all.union(set);
        match self {
            Self::Regular(dfa) => {
                dfa.states().map(|state| dfa.expected(state)).fold(ByteSet::EMPTY, union)
            }
            Self::Nested(automaton, start) => {
                let states = automaton.reached([*start]).into_iter();
                states.map(|state| automaton.expected(state)).fold(ByteSet::EMPTY, union)
            }
            Self::General(network, start) => {
                let states = network.reached(*start).into_iter();
                states.map(|state| network.expected(state)).fold(ByteSet::EMPTY, union)
            }
        }
    }
}

impl Walk<'_> {
    /// Reads bytes up to the first one after which no continuation matches, which is not read.
    /// Returns how many.
    pub fn read(&mut self, bytes: &[u8]) -> usize {
        bytes.iter().position(|&byte| !self.step(byte)).unwrap_or(bytes.len())
    }

    /// Reads one byte, unless no continuation matches after it.
    fn step(&mut self, byte: u8) -> bool {
        match &mut self.0 {
            At::Regular(dfa, state) => {
                let next = dfa.next(*state, byte);
                *state = next.unwrap_or(*state);
                next.is_some()
            }
            At::Nested(automaton, state, stack) => {
                let next = automaton.step(*state, byte, stack);
                *state = next.unwrap_or(*state);
                next.is_some()
            }
            At::General(reader) => reader.step(byte),
        }
    }

    /// The bytes after which some continuation matches.
    pub fn expected(&self) -> ByteSet {
        match &self.0 {
            At::Regular(dfa, state) => dfa.expected(*state),
            At::Nested(automaton, state, _) => automaton.expected(*state),
            At::General(reader) => reader.expected(),
        }
    }

    /// Whether what was read is in the language.
    pub fn is_end(&self) -> bool {
        match &self.0 {
            At::Regular(dfa, state) => dfa.is_accepting(*state),
            At::Nested(automaton, state, _) => automaton.is_accepting(*state),
            At::General(reader) => reader.is_end(),
        }
    }

    /// Where it is; in the general engine, many places can mean the same, and none is told.
    pub fn position(&self) -> Option<Position> {
        match &self.0 {
            At::Regular(_, state) => Some(Position(state.index(), Vec::new())),
            At::Nested(_, state, stack) => Some(Position(state.index(), stack.clone())),
            At::General(_) => None,
        }
    }

    /// How many bytes of memory it takes beside itself, about.
    pub fn memory(&self) -> usize {
        match &self.0 {
            At::Regular(..) => 0,
            At::Nested(_, _, stack) => size_of_val(stack.as_slice()),
            At::General(reader) => reader.memory(),
        }
    }

    /// What is wrong here, so many bytes behind the beginning.
    pub fn mismatch(&self, offset: usize) -> Mismatch {
        let is_too_complex = match &self.0 {
            At::General(reader) => reader.is_too_complex(),
            At::Regular(..) | At::Nested(..) => false,
        };
        Mismatch { offset, expected: self.expected(), end: self.is_end(), is_too_complex }
    }
}
