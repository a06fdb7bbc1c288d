//! Automata whose step is a shift.
//!
//! A state is an offset into a row of 64 bits. A byte has a row, and the six bits at the
//! offset are the next state. No step depends on a branch or waits for memory.

#![allow(dead_code, reason = "a grammar may have no such automaton")]

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
    /// From the row of each class.
    pub(crate) const fn new(
        classes: &[[u8; 16]; 16],
        of_classes: &[u64],
        start: u64,
        accepting: u64,
    ) -> Self {
        let mut rows = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            rows[byte] = of_classes[classes[byte >> 4][byte & 15] as usize];
            byte += 1;
        }
        Self { rows, start, accepting }
    }

    /// Whether the whole text matches.
    pub(crate) fn is_match(&self, text: &[u8]) -> bool {
        let mut state = self.start;
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
