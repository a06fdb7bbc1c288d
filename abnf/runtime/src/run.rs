//! Runs: the interface between automata that are written as code and the scanners that skip their
//! runs.
//!
//! A run is a set of bytes that lead a state back to itself, with detours: two or three bytes that
//! together lead back to the state, such as `%` and two digits. The bytes of a detour after its first
//! are in the set of the run. Whether a byte continues the run therefore depends only on the byte and
//! on the two bytes before it or after it, and many bytes can be tested at once. A run can also skip
//! characters beyond ASCII, which are read one by one.
//!
//! ```text
//! scan    chooses the scanner for a text and a machine
//!   |- simd    calls with the features of the machine: avx2, avx512, neon
//!   |    '- masks   runs as tests of the bits of a mask
//!   '- planes  ends of names, without vectors
//! run     the traits and the data that all of these share
//! ```

#![allow(dead_code, reason = "a grammar may have no automaton that is written as code")]
#![allow(clippy::inline_always, reason = "a run is compiled for each state that skips it")]

use super::byte_set::next_range;
#[cfg(feature = "code_points")]
use super::code_points::CodePoints;

/// The sets that contain each byte, as bits.
pub(crate) type Table = [u16; 256];

/// Makes the table of sets, each given as a [character class](next_range).
pub(crate) const fn table(sets: &[&[u8]]) -> Table {
    let mut table = [0; 256];
    let mut set = 0;
    while set < sets.len() {
        let mut class = sets[set];
        while let Some(([low, high], rest)) = next_range(class) {
            let mut byte = low as usize;
            while byte <= high as usize {
                table[byte] |= 1 << set;
                byte += 1;
            }
            class = rest;
        }
        set += 1;
    }
    table
}

/// A run. The first bytes of its detours are not in its set, but the bytes after them are, so that
/// a scanner can enter the run at any byte.
pub(crate) trait Run {
    /// The table of its sets.
    const TABLE: &'static Table;
    /// The number of its set.
    const SET: usize;
    /// Its detours.
    const DETOURS: &'static [Detour] = &[];
    /// Characters beyond ASCII that it skips as well. Its set is then ASCII.
    #[cfg(feature = "code_points")]
    const CHARACTERS: Option<&'static CodePoints> = None;

    /// The length that is expected.
    const LENGTH: Length = Length::Short;

    /// Returns whether a byte is in its set or begins a detour. Not used for short runs.
    fn has(_: u8) -> bool {
        false
    }

    /// Returns whether the last of three bytes can follow the two before it: if one of these begins
    /// a detour, the last byte must be in the set of its position. Used only for long runs.
    fn follows(_: [u8; 3]) -> bool {
        false
    }
}

/// Returns whether a run skips characters beyond ASCII.
#[cfg(feature = "code_points")]
pub(crate) const fn skips_characters<R: Run>() -> bool {
    R::CHARACTERS.is_some()
}

/// No run skips characters beyond ASCII.
#[cfg(not(feature = "code_points"))]
pub(crate) const fn skips_characters<R: Run>() -> bool {
    false
}

/// The expected length of a run, which decides how its end is searched.
#[derive(Clone, Copy)]
pub(crate) enum Length {
    /// A few bytes: one by one.
    Short,
    /// Up to the next delimiter: sixteen at a time.
    Medium,
    /// Up to the end of the text: the whole rest at once, and then many bytes at a time.
    Long,
    /// As long, but some of the bytes that may precede the run are not in its set.
    Rest,
}

/// A detour of two or three bytes.
#[derive(Clone, Copy)]
pub(crate) struct Detour {
    /// Its first byte.
    pub(crate) byte: u8,
    /// The sets of its other bytes.
    pub(crate) rest: &'static [usize],
}

impl Detour {
    /// Makes a detour from its first byte and the sets of the others.
    pub(crate) const fn new(byte: u8, rest: &'static [usize]) -> Self {
        Self { byte, rest }
    }
}

/// A scanner, which finds the ends of runs.
pub(crate) trait Scan {
    /// Returns the offset of the first byte that the run does not skip.
    fn skip<R: Run>(&mut self, at: usize) -> usize;

    /// Forgets what has been loaded of the text, so that nothing is kept across a call.
    #[inline(always)]
    fn reload(&mut self) {}

    /// Returns that offset, or an earlier one inside of the run if that is faster.
    #[inline(always)]
    fn sweep<R: Run>(&mut self, at: usize) -> usize {
        self.skip::<R>(at)
    }
}

/// An automaton with states that are code.
pub(crate) trait Walk<const REGISTERS: usize> {
    /// The table for the states that are not code.
    type Table;

    /// Returns whether a text matches. If it does, the registers contain the slots.
    fn walk<S: Scan>(
        table: &'static Self::Table,
        text: &[u8],
        scan: S,
        registers: &mut [u32; REGISTERS],
    ) -> bool;
}

/// Returns the end of a run in which every byte up to `end` can follow the bytes before it: the last
/// detour may be incomplete.
#[inline]
pub(crate) fn whole<R: Run>(text: &[u8], start: usize, end: usize) -> usize {
    let begun = |detour: &Detour| {
        let mut lengths = 1..=detour.rest.len().min(end - start);
        lengths.find(|length| text[end - length] == detour.byte)
    };
    end - R::DETOURS.iter().find_map(begun).unwrap_or(0)
}

/// The maximum number of bytes of a detour before one of its bytes.
pub(crate) const BEFORE: usize = 2;

/// Returns whether a byte is in a range, by comparing signed numbers, as vectors of x86-64 do.
#[inline(always)]
pub(crate) const fn is_within(byte: u8, low: u8, high: u8) -> bool {
    let least = i8::MIN.cast_unsigned();
    let width = (high - low).wrapping_add(least).cast_signed();
    byte.wrapping_sub(low).wrapping_add(least).cast_signed() <= width
}
