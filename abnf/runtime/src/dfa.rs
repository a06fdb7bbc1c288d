//! Deterministic automata as tables, and walks through them.

use super::byte_set::ByteSet;

/// The state that no continuation of the text leaves; it rejects.
pub(crate) const DEAD: u16 = 0;

/// The automaton of a language.
///
/// State 0 is dead. Every other state lies on the way to an accepting one (save
/// the start of the empty language), so that the first step to state 0 is at the
/// first byte after which no continuation matches.
pub(crate) struct Dfa {
    /// The class of a byte, by its high and its low half.
    pub(crate) classes: &'static [[u8; 16]; 16],
    /// How many classes there are.
    pub(crate) width: usize,
    /// The next state, by state and class.
    pub(crate) next: Next,
    /// The state in which every text begins.
    pub(crate) start: u16,
    /// The first of the accepting states; they have the highest numbers.
    pub(crate) accepting: u16,
}

/// A transition table: one row a state, one entry a class.
#[allow(dead_code, reason = "which widths occur depends on the grammar")]
pub(crate) enum Next {
    /// For up to 256 states.
    Narrow(&'static [u8]),
    /// For up to 65536 states.
    Wide(&'static [u16]),
}

impl Next {
    /// One entry.
    pub(crate) const fn get(&self, entry: usize) -> u16 {
        match self {
            Self::Narrow(next) => next[entry] as u16,
            Self::Wide(next) => next[entry],
        }
    }
}

/// Where a text leaves the language.
pub(crate) struct Mismatch {
    /// How many bytes could be read.
    pub(crate) offset: usize,
    /// The state after them; the dead one if the text is too long.
    pub(crate) state: u16,
    /// The byte that does not fit; none at the end of the text.
    pub(crate) found: Option<u8>,
}

impl Dfa {
    /// Where a table has its entry for a state and a byte.
    pub(crate) const fn entry(&self, state: u16, byte: u8) -> usize {
        let class = self.classes[(byte >> 4) as usize][(byte & 15) as usize] as usize;
        state as usize * self.width + class
    }

    /// The state after one more byte.
    pub(crate) const fn step(&self, state: u16, byte: u8) -> u16 {
        self.next.get(self.entry(state, byte))
    }

    /// Whether a text that ends in this state is in the language.
    pub(crate) const fn accepts(&self, state: u16) -> bool {
        self.accepting <= state
    }

    /// The bytes after which some continuation matches.
    pub(crate) const fn expected(&self, state: u16) -> ByteSet {
        let mut set = ByteSet::EMPTY;
        let mut byte = 0;
        loop {
            if self.step(state, byte) != DEAD {
                set = set.with(byte);
            }
            if byte == u8::MAX {
                return set;
            }
            byte += 1;
        }
    }

    /// Whether the whole text is in the language, else where it leaves it.
    pub(crate) const fn check(&self, text: &[u8]) -> Result<(), Mismatch> {
        let mut state = self.start;
        let mut offset = 0;
        while offset < text.len() {
            let next = self.step(state, text[offset]);
            if next == DEAD {
                return Err(Mismatch { offset, state, found: Some(text[offset]) });
            }
            state = next;
            offset += 1;
        }
        if self.accepts(state) { Ok(()) } else { Err(Mismatch { offset, state, found: None }) }
    }

    /// The length of the longest prefix in the language, if there is one.
    pub(crate) const fn longest_prefix(&self, text: &[u8]) -> Option<usize> {
        let mut state = self.start;
        let mut longest = if self.accepts(state) { Some(0) } else { None };
        let mut offset = 0;
        while offset < text.len() {
            state = self.step(state, text[offset]);
            if state == DEAD {
                break;
            }
            offset += 1;
            if self.accepts(state) {
                longest = Some(offset);
            }
        }
        longest
    }
}
