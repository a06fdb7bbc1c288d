//! Automata whose transition is a shift (Per Vognsen, "Shift-based DFAs", 2021).
//!
//! A state is an offset into a row of 64 bits. Each byte has a row, and the six bits at the offset
//! of a state are the next state:
//!
//! ```text
//! row of a byte    ...|next of state at 12|next of state at 6|next of state at 0|
//! next state       = row >> state & 63
//! ```
//!
//! The load of a row depends only on the byte, so the chain of dependent operations from state to
//! state is one shift for each byte, without a branch. The dead state leads back to itself, so a walk
//! needs no test for it. The compiler chooses the offsets so that ten or more states fit.

#![allow(dead_code, reason = "a grammar may have no such automaton")]
#![allow(clippy::cast_possible_truncation, reason = "there are few states")]

use super::dfa::Dfa;

/// An automaton as rows.
pub(crate) struct Shift {
    /// The row of each byte.
    rows: [u64; 256],
    /// The state in which every text begins.
    start: u64,
    /// The offsets of accepting states, as bits.
    accepting: u64,
}

impl Shift {
    /// Makes the rows of an automaton from the offset of each of its states.
    pub(crate) const fn of(dfa: &Dfa, offsets: &[u8]) -> Self {
        let (mut rows, mut byte) = ([0; 256], 0);
        // The first byte of each class.
        let mut first = [None; 256];
        while byte < 256 {
            let class = dfa.class(byte as u8) as usize;
            if let Some(first) = first[class] {
                rows[byte] = rows[first as usize];
            } else {
                first[class] = Some(byte as u8);
                let mut state = 0;
                while state < offsets.len() {
                    let (to, _) = dfa.edge(state as u16, byte as u8);
                    rows[byte] |= (offsets[to as usize] as u64) << offsets[state];
                    state += 1;
                }
            }
            byte += 1;
        }
        let (mut accepting, mut state) = (0, 0);
        while state < offsets.len() {
            if dfa.accepts(state as u16) {
                accepting |= 1 << offsets[state];
            }
            state += 1;
        }
        Self { rows, start: offsets[dfa.start as usize] as u64, accepting }
    }

    /// Makes an automaton from the row of each class.
    pub(crate) const fn new(
        classes: &[u8; 256],
        of_classes: &[u64],
        start: u64,
        accepting: u64,
    ) -> Self {
        let mut rows = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            rows[byte] = of_classes[classes[byte] as usize];
            byte += 1;
        }
        Self { rows, start, accepting }
    }

    /// Returns whether the whole text matches.
    pub(crate) fn is_match(&self, text: &[u8]) -> bool {
        self.accepts_after(self.start, text)
    }

    /// Returns whether a text leads from a state to an accepting one.
    #[inline]
    fn accepts_after(&self, mut state: u64, text: &[u8]) -> bool {
        let (chunks, rest) = text.as_chunks::<8>();
        for chunk in chunks {
            for &byte in chunk {
                state = self.rows[byte as usize] >> (state & 63);
            }
        }
        for &byte in rest {
            state = self.rows[byte as usize] >> (state & 63);
        }
        self.accepting >> (state & 63) & 1 == 1
    }
}

/// An automaton with separate rows for each of the first bytes. `CLASSES` is a power of two, and at
/// least the number of classes. Texts that match are in the state `rest.start` after `JOINT` bytes;
/// the two chains of shifts before and after them do not wait for each other.
#[cfg(feature = "layers")]
pub(crate) struct Layered<const LAYERS: usize, const CLASSES: usize, const JOINT: usize> {
    /// The class of each byte.
    classes: [u8; 256],
    /// The row of each class, for each of the first bytes.
    layers: [[u64; CLASSES]; LAYERS],
    /// The accepting states before each of the first bytes, as bits at their offsets.
    accepting: [u64; LAYERS],
    /// The automaton that reads the remaining bytes.
    rest: Shift,
}

#[cfg(feature = "layers")]
impl<const LAYERS: usize, const CLASSES: usize, const JOINT: usize>
    Layered<LAYERS, CLASSES, JOINT>
{
    /// Makes an automaton from the rows of each layer.
    pub(crate) const fn new(
        classes: &[u8; 256],
        layers: &[&[u64]; LAYERS],
        accepting: [u64; LAYERS],
        rest: Shift,
    ) -> Self {
        let mut all = [[0; CLASSES]; LAYERS];
        let mut layer = 0;
        while layer < LAYERS {
            let mut class = 0;
            while class < layers[layer].len() {
                all[layer][class] = layers[layer][class];
                class += 1;
            }
            layer += 1;
        }
        let mut of = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            of[byte] = classes[byte];
            byte += 1;
        }
        Self { classes: of, layers: all, accepting, rest }
    }

    /// Returns whether the whole text matches.
    pub(crate) fn is_match(&self, text: &[u8]) -> bool {
        let Some((first, rest)) = text.split_first_chunk::<LAYERS>() else {
            return self.accepting[text.len()] >> (self.after(0, text) & 63) & 1 == 1;
        };
        let (before, after) = first.split_at(JOINT);
        let is_joined = self.after(0, before) & 63 == self.rest.start;
        is_joined & self.rest.accepts_after(self.after(JOINT, after), rest)
    }

    /// Returns the state after bytes that begin with this layer, in its first state.
    #[inline]
    fn after(&self, layer: usize, bytes: &[u8]) -> u64 {
        let mut state = self.rest.start;
        for (rows, &byte) in self.layers[layer..].iter().zip(bytes) {
            let class = self.classes[byte as usize] as usize & (CLASSES - 1);
            state = rows[class] >> (state & 63);
        }
        state
    }
}
