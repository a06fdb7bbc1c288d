//! Skipping runs of bytes, for automata that are written as code.
//!
//! A run is a set of bytes that lead a state back to itself, with detours: few bytes that
//! do so together, as `%` and two digits.

#![allow(dead_code, reason = "a grammar may have no such automaton")]
#![allow(
    clippy::inline_always,
    reason = "a run is compiled for each place that skips it, with its set as a constant"
)]

use super::byte_set::next_range;
use super::planes;
#[cfg(feature = "simd")]
use super::simd;
use core::ops::ControlFlow::{self, Break, Continue};

/// Bytes from which on a text is read by what skips many at once.
const LONG: usize = LANES;

/// Whether to skip runs of bytes pays.
#[cfg(not(feature = "simd"))]
pub(crate) const fn is_long(text: &[u8]) -> bool {
    LONG <= text.len()
}

/// Whether to skip runs of bytes pays; with vectors of the machine it always does.
#[cfg(feature = "simd")]
pub(crate) fn is_long(text: &[u8]) -> bool {
    simd::has_vectors() || LONG <= text.len()
}

/// Which sets a byte is in, as bits.
pub(crate) type Table = [u16; 256];

/// The table of sets, each given as a [character class](next_range).
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

/// A run. The first bytes of its detours are not in its set; the bytes after them are, so
/// that whether the run goes on at a byte does not depend on what stands before it.
pub(crate) trait Run {
    /// The sets that it asks for.
    const TABLE: &'static Table;
    /// Its set, by number.
    const SET: usize;
    /// Its detours.
    const DETOURS: &'static [Detour] = &[];

    /// How long it may well be.
    const LENGTH: Length = Length::Short;

    /// Whether a byte is in its set, or begins a detour; not asked where it is short.
    fn has(_: u8) -> bool {
        false
    }

    /// Whether the last of three bytes can follow the two before it: it is in the set of
    /// its place, if one of them begins a detour; asked only where it is long.
    fn follows(_: [u8; 3]) -> bool {
        false
    }
}

/// How long a run may well be, which says how its end is looked for.
#[derive(Clone, Copy)]
pub(crate) enum Length {
    /// A few bytes: one by one.
    Short,
    /// Up to the next delimiter: sixteen at a time.
    Medium,
    /// Up to the end of the text: all that is left, and then many at a time.
    Long,
    /// As long, but its set lacks some of the bytes that stand before it.
    Rest,
}

/// A detour of two or three bytes.
#[derive(Clone, Copy)]
pub(crate) struct Detour {
    /// Its first byte.
    pub(crate) byte: u8,
    /// The sets of the others.
    pub(crate) rest: &'static [usize],
}

impl Detour {
    pub(crate) const fn new(byte: u8, rest: &'static [usize]) -> Self {
        Self { byte, rest }
    }
}

/// What finds the end of a run.
pub(crate) trait Scan {
    /// The offset of the first byte that the run does not skip.
    fn skip<R: Run>(&mut self, at: usize) -> usize;

    /// That offset, or an earlier one at which the run goes on: what is found quickly.
    #[inline(always)]
    fn sweep<R: Run>(&mut self, at: usize) -> usize {
        self.skip::<R>(at)
    }
}

/// An automaton as code, as far as it is.
pub(crate) trait Walk<const REGISTERS: usize> {
    /// What goes on where the code does not.
    type Table;

    /// Whether a text matches; then the registers hold the slots.
    fn walk<S: Scan>(
        table: &'static Self::Table,
        text: &[u8],
        scan: S,
        registers: &mut [u32; REGISTERS],
    ) -> bool;
}

/// Walks an automaton, with vectors of the machine if there are such.
#[inline]
pub(crate) fn walk<W: Walk<REGISTERS>, const REGISTERS: usize>(
    table: &'static W::Table,
    text: &[u8],
    registers: &mut [u32; REGISTERS],
) -> bool {
    #[cfg(feature = "simd")]
    if let Some(is_match) = simd::walk::<W, REGISTERS>(table, text, registers) {
        return is_match;
    }
    walk_bytes::<W, REGISTERS>(table, text, registers)
}

/// It is not inlined, so that what stands before it has nothing to save and restore.
#[inline(never)]
fn walk_bytes<W: Walk<REGISTERS>, const REGISTERS: usize>(
    table: &'static W::Table,
    text: &[u8],
    registers: &mut [u32; REGISTERS],
) -> bool {
    W::walk(table, text, Bytes { text }, registers)
}

/// Without vectors of the machine: as the length of a run says.
pub(crate) struct Bytes<'t> {
    /// What is read.
    pub(crate) text: &'t [u8],
}

/// Bytes of a run that are looked at one by one before many are at once; as many at least
/// as are then looked at again.
const NEAR: usize = 32;

/// Bytes that are looked at at once.
const LANES: usize = 32;

impl Scan for Bytes<'_> {
    /// It is inlined, for most runs are short, save what can be long.
    #[inline(always)]
    fn skip<R: Run>(&mut self, at: usize) -> usize {
        if const { planes::fit::<R>() }
            && let Some(end) = planes::end::<R>(self.text, at)
        {
            return end;
        }
        if const { matches!(R::LENGTH, Length::Medium) } {
            return self.medium::<R>(at);
        }
        let length = self.text.len();
        if const { matches!(R::LENGTH, Length::Short) } {
            let (Continue(at) | Break(at)) = self.narrow::<R>(at, length);
            return at;
        }
        let at = plain::<R>(self.text, at);
        match self.narrow::<R>(at, length.min(at + NEAR)) {
            Continue(at) if at < length => self.far::<R>(at),
            Continue(at) | Break(at) => at,
        }
    }

    /// Where something else stands in the text, reading state by state is as quick.
    #[inline(always)]
    fn sweep<R: Run>(&mut self, at: usize) -> usize {
        plain::<R>(self.text, at)
    }
}

/// Skips bytes of a run's set, lanes by lanes, and all that is left of a text at once.
///
/// The last lanes end with the text and may begin before the run. So there is no loop for the last
/// bytes, whose number the processor could not foresee. Most texts have nothing before the run that
/// its set lacks; where they do, those lanes are not asked.
#[inline(never)]
fn plain<R: Run>(text: &[u8], mut at: usize) -> usize {
    let length = text.len();
    while at + LANES < length
        && let Some(lanes) = text[at..].first_chunk::<LANES>()
    {
        if !is_plain::<R, LANES>(lanes, 0) {
            return at;
        }
        at += LANES;
    }
    // The first of so many lanes, which end at an offset, that is asked.
    let from = |lanes: usize, end: usize| {
        if const { matches!(R::LENGTH, Length::Rest) } {
            (at + lanes).saturating_sub(end)
        } else {
            0
        }
    };
    let is_rest = if let Some(last) = text.last_chunk::<LANES>() {
        is_plain::<R, LANES>(last, from(LANES, length))
    } else if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        is_plain::<R, FEW>(first, from(FEW, FEW)) & is_plain::<R, FEW>(last, from(FEW, length))
    } else {
        false
    };
    if is_rest { length } else { at }
}

/// Whether all lanes are in the set of a run, from one on; vectors as in [`is_run`].
#[inline(always)]
#[allow(clippy::cast_possible_truncation, clippy::needless_bitwise_bool, reason = "few lanes")]
fn is_plain<R: Run, const COUNT: usize>(bytes: &[u8; COUNT], from: usize) -> bool {
    let from = from as u8;
    let mut all = true;
    let mut lane = 0;
    while lane < COUNT {
        all &= is_in::<R>(bytes[lane]) | ((lane as u8) < from);
        lane += 1;
    }
    all
}

/// Whether a byte is in the set of a run; no detour begins with it.
#[inline(always)]
fn is_in<R: Run>(byte: u8) -> bool {
    let mut is_in = R::has(byte);
    let mut detour = 0;
    while detour < R::DETOURS.len() {
        is_in &= byte != R::DETOURS[detour].byte;
        detour += 1;
    }
    is_in
}

/// Bytes that are looked at at once in a run of medium length, and in a short text.
const FEW: usize = 16;

/// The first lane that is not in the set of a run, from one on; all lanes if there is none. Vectors
/// as in [`is_run`].
///
/// The processor could not foresee where the run ends, so no branch depends on it.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, clippy::needless_bitwise_bool, reason = "few lanes")]
fn stop<R: Run>(bytes: &[u8; FEW], from: usize) -> usize {
    let from = from as u8;
    let mut first = FEW as u8;
    let mut lane = 0;
    while lane < FEW {
        let goes_on = is_in::<R>(bytes[lane]) | ((lane as u8) < from);
        let stop = if goes_on { FEW as u8 } else { lane as u8 };
        first = if stop < first { stop } else { first };
        lane += 1;
    }
    first as usize
}

impl Bytes<'_> {
    /// Skips sixteen bytes at a time, and detours. Where the text ends, the last bytes are read
    /// with some of those before the run.
    #[inline(never)]
    fn medium<R: Run>(&self, mut at: usize) -> usize {
        let length = self.text.len();
        let Some(last) = self.text.last_chunk::<FEW>() else {
            let (Continue(at) | Break(at)) = self.narrow::<R>(at, length);
            return at;
        };
        while at < length {
            let (lanes, from) = match self.text[at..].first_chunk() {
                Some(lanes) => (lanes, 0),
                None => (last, at + FEW - length),
            };
            let end = stop::<R>(lanes, from);
            at += end - from;
            if end < FEW {
                // Escapes come in rows, and lanes that begin with one tell nothing.
                let begin = at;
                while let Some(&byte) = self.text.get(at) {
                    match self.detour::<R>(byte, at) {
                        0 => break,
                        length => at += length,
                    }
                }
                if at == begin {
                    return at;
                }
            }
        }
        at
    }

    /// Goes on where a run is long.
    #[inline(never)]
    fn far<R: Run>(&self, at: usize) -> usize {
        let (Continue(at) | Break(at)) =
            self.narrow::<R>(wide::<R>(self.text, at), self.text.len());
        at
    }

    /// Skips byte by byte up to an offset in the text or to the end of a detour across it, unless
    /// the run ends before that.
    #[inline(always)]
    fn narrow<R: Run>(&self, mut at: usize, end: usize) -> ControlFlow<usize, usize> {
        while at < end {
            let byte = self.text[at];
            if R::TABLE[byte as usize] >> R::SET & 1 == 1 {
                at += 1;
                continue;
            }
            match self.detour::<R>(byte, at) {
                0 => return Break(at),
                length => at += length,
            }
        }
        Continue(at)
    }

    /// The length of the detour that begins with this byte; 0 if none does.
    #[inline(always)]
    fn detour<R: Run>(&self, byte: u8, at: usize) -> usize {
        for detour in R::DETOURS {
            if byte == detour.byte {
                for (place, set) in detour.rest.iter().enumerate() {
                    match self.text.get(at + 1 + place) {
                        Some(&byte) if R::TABLE[byte as usize] >> set & 1 == 1 => {}
                        _ => return 0,
                    }
                }
                return 1 + detour.rest.len();
            }
        }
        0
    }
}

/// Skips as long as all of many bytes are skipped, from the end of a detour or of two bytes
/// of the run at least.
///
/// Each byte is asked whether it can follow those before it, so that a detour across
/// the lanes takes nothing more, and what it begins with need not be told beforehand.
fn wide<R: Run>(text: &[u8], start: usize) -> usize {
    let mut at = start;
    loop {
        let lanes = at.checked_sub(BEFORE).and_then(|from| text.get(from..)?.first_chunk());
        match lanes {
            Some(lanes) if is_run::<R>(lanes) => at += LANES,
            // Again some that have been looked at, so that none is left.
            None if text.last_chunk().is_some_and(is_run::<R>) => {
                at = text.len();
                break;
            }
            Some(_) | None => break,
        }
    }
    whole::<R>(text, start, at)
}

/// Where a run ends whose bytes all follow those before them, as a detour may have begun
/// that does not end.
#[inline]
pub(crate) fn whole<R: Run>(text: &[u8], start: usize, end: usize) -> usize {
    let begun = |detour: &Detour| {
        let mut lengths = 1..=detour.rest.len().min(end - start);
        lengths.find(|length| text[end - length] == detour.byte)
    };
    end - R::DETOURS.iter().find_map(begun).unwrap_or(0)
}

/// How many bytes of a detour can stand before a byte of it.
pub(crate) const BEFORE: usize = 2;

/// Whether all lanes, which the first bytes only stand before, go on with a run. It is
/// written so that the compiler makes vector instructions of it, whatever the machine has.
#[inline(always)]
fn is_run<R: Run>(bytes: &[u8; BEFORE + LANES]) -> bool {
    let mut all = true;
    let mut lane = 0;
    while lane < LANES {
        all &=
            R::has(bytes[lane + 2]) & R::follows([bytes[lane], bytes[lane + 1], bytes[lane + 2]]);
        lane += 1;
    }
    all
}

/// Whether a byte is in a range, by a comparison of signed numbers: vectors of x86-64 know no
/// other.
#[inline(always)]
pub(crate) const fn is_within(byte: u8, low: u8, high: u8) -> bool {
    let least = i8::MIN.cast_unsigned();
    let width = (high - low).wrapping_add(least).cast_signed();
    byte.wrapping_sub(low).wrapping_add(least).cast_signed() <= width
}
