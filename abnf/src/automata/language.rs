//! The automaton of a rule, of any kind.

use crate::automata::dfa::{self, Dfa};
use crate::automata::nested::network::{self, Network};
use crate::automata::nested::pushdown::{self, Pushdown};
use crate::automata::nested::reader::Reader;
use crate::bytes::{ByteClasses, ByteSet};
use std::sync::Arc;

/// The language of a rule.
#[derive(Clone, Debug)]
pub enum Language {
    /// A regular rule: the minimal canonical automaton.
    Regular(Arc<Dfa>),
    /// A nested rule: an automaton with a stack, and the state in which its texts begin.
    Nested(Arc<Pushdown>, pushdown::StateId),
    /// A nested rule that needs the general engine: automata that call each other, and the
    /// state in which its texts begin.
    General(Arc<Network>, network::StateId),
}

/// The position at which a text leaves a language, and what was expected there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The offset of the first byte after which no continuation matches; the length of the text
    /// if it ends too early.
    pub offset: usize,
    /// The bytes after which some continuation matches.
    pub expected: ByteSet,
    /// Whether the text could end there.
    pub end: bool,
    /// Whether the text is too complex for the general engine. The other fields have no meaning
    /// then.
    pub is_too_complex: bool,
}

/// A reader that takes a text byte by byte. For nested rules, memory is linear in the depth; with
/// the general engine, it is quadratic in the text at worst.
#[derive(Clone, Debug)]
pub struct Walk<'a>(At<'a>);

#[derive(Clone, Debug)]
enum At<'a> {
    Regular(&'a Dfa, dfa::StateId),
    Nested(&'a Pushdown, pushdown::StateId, Vec<pushdown::StateId>),
    General(Reader<'a>),
}

/// The configuration that determines which continuations of a text match: a state, and the stack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position(usize, Vec<pushdown::StateId>);

impl Language {
    /// Returns the automaton, if the rule is regular.
    pub fn dfa(&self) -> Option<&Dfa> {
        match self {
            Self::Regular(dfa) => Some(dfa),
            Self::Nested(..) | Self::General(..) => None,
        }
    }

    /// Returns the classes of bytes that the automaton treats alike.
    pub fn classes(&self) -> &ByteClasses {
        match self {
            Self::Regular(dfa) => dfa.classes(),
            Self::Nested(automaton, _) => automaton.classes(),
            Self::General(network, _) => network.classes(),
        }
    }

    /// Returns the coarsest classes of bytes that the automaton treats alike in texts of this rule. The
    /// automaton may have other rules, too, which distinguish more bytes.
    pub fn own_classes(&self) -> ByteClasses {
        match self {
            Self::Regular(dfa) => dfa.classes().clone(),
            Self::Nested(automaton, start) => automaton.classes_from(*start),
            Self::General(network, start) => network.classes_from(*start),
        }
    }

    /// Starts reading a text.
    pub fn walk(&self) -> Walk<'_> {
        Walk(match self {
            Self::Regular(dfa) => At::Regular(dfa, Dfa::START),
            Self::Nested(automaton, start) => At::Nested(automaton, *start, Vec::new()),
            Self::General(network, start) => At::General(Reader::new(network, *start)),
        })
    }

    /// Checks that the whole text is in the language.
    ///
    /// # Errors
    ///
    /// The position at which the text leaves the language.
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

    /// As [`check`](Self::check); `None` if the general engine takes more than this number of steps.
    pub fn check_within(&self, text: &[u8], steps: usize) -> Option<Result<(), Mismatch>> {
        let mut walk = self.walk();
        for (offset, &byte) in text.iter().enumerate() {
            if !walk.step(byte) {
                let mismatch = walk.mismatch(offset);
                return (!mismatch.is_too_complex).then_some(Err(mismatch));
            }
            if let At::General(reader) = &walk.0
                && steps < reader.steps()
            {
                return None;
            }
        }
        Some(if walk.is_end() { Ok(()) } else { Err(walk.mismatch(text.len())) })
    }

    /// Returns a superset of the bytes that occur in texts of the language.
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
    /// Reads bytes until no continuation matches after the next one. Returns the number of bytes
    /// read.
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

    /// Returns the bytes after which some continuation matches.
    pub fn expected(&self) -> ByteSet {
        match &self.0 {
            At::Regular(dfa, state) => dfa.expected(*state),
            At::Nested(automaton, state, _) => automaton.expected(*state),
            At::General(reader) => reader.expected(),
        }
    }

    /// Returns whether the text read so far is in the language.
    pub fn is_end(&self) -> bool {
        match &self.0 {
            At::Regular(dfa, state) => dfa.is_accepting(*state),
            At::Nested(automaton, state, _) => automaton.is_accepting(*state),
            At::General(reader) => reader.is_end(),
        }
    }

    /// Returns the configuration; `None` in the general engine, whose configurations have no
    /// canonical form.
    pub fn position(&self) -> Option<Position> {
        match &self.0 {
            At::Regular(_, state) => Some(Position(state.index(), Vec::new())),
            At::Nested(_, state, stack) => Some(Position(state.index(), stack.clone())),
            At::General(_) => None,
        }
    }

    /// Returns the approximate size of its heap memory in bytes.
    pub fn memory(&self) -> usize {
        match &self.0 {
            At::Regular(..) => 0,
            At::Nested(_, _, stack) => size_of_val(stack.as_slice()),
            At::General(reader) => reader.memory(),
        }
    }

    /// Returns the mismatch at this position, `offset` bytes after the beginning.
    pub fn mismatch(&self, offset: usize) -> Mismatch {
        let is_too_complex = match &self.0 {
            At::General(reader) => reader.is_too_complex(),
            At::Regular(..) | At::Nested(..) => false,
        };
        Mismatch { offset, expected: self.expected(), end: self.is_end(), is_too_complex }
    }
}
