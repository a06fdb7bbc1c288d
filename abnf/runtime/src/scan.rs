//! Skipping [runs](super::run) of bytes, for automata that are written as code: the choice of the
//! scanner, and the scanner that needs no vectors of the machine.
//!
//! A [`Scan`] finds the end of a run. Automata use only the offset that it
//! returns, so scanners are interchangeable. [`Bytes`] needs no vectors of the machine and chooses
//! by the expected length:
//!
//! | length | search |
//! |---|---|
//! | short | byte by byte |
//! | medium | sixteen bytes at a time; the first byte outside of the set is a minimum of indices, without a branch |
//! | long | 32 bytes at a time, and the rest of the text at once ([`plain`]); byte by byte after a detour, and then 32 bytes at a time with detours ([`wide`]) |
//! | names, with detours of two bytes | [`planes`] |
//!
//! Characters beyond ASCII that a run skips are read one by one, in the same way as detours.

// Long because the searches for runs of each length share their tests.

#![allow(dead_code, reason = "a grammar may have no such automaton")]
#![allow(
    clippy::inline_always,
    reason = "a run is compiled for each state that skips it, with its set as a constant"
)]

#[cfg(feature = "code_points")]
use super::code_points;
use super::planes;
use super::run::{BEFORE, Length, Run, Scan, Walk, skips_characters, whole};
#[cfg(feature = "simd")]
use super::simd;
use core::ops::ControlFlow::{self, Break, Continue};

/// The minimum length of a text for which code that skips many bytes at once pays off.
const LONG: usize = LANES;

/// Returns whether the text is long enough for skipping to pay off.
#[cfg(not(feature = "simd"))]
pub(crate) const fn is_long(text: &[u8]) -> bool {
    LONG <= text.len()
}

/// Returns whether the text is long enough for skipping to pay off; with vectors, any text is.
#[cfg(feature = "simd")]
pub(crate) fn is_long(text: &[u8]) -> bool {
    simd::has_vectors() || LONG <= text.len()
}

/// The length up to which a text is read byte by byte, which is faster than to make masks.
#[cfg(feature = "simd")]
const FEW_BYTES: usize = 3;

/// Walks an automaton, with vectors if the machine has them.
#[inline]
pub(crate) fn walk<W: Walk<REGISTERS>, const REGISTERS: usize>(
    table: &'static W::Table,
    text: &[u8],
    registers: &mut [u32; REGISTERS],
) -> bool {
    #[cfg(feature = "simd")]
    if FEW_BYTES < text.len()
        && let Some(is_match) = simd::walk::<W, REGISTERS>(table, text, registers)
    {
        return is_match;
    }
    walk_bytes::<W, REGISTERS>(table, text, registers)
}

/// Walks an automaton byte by byte. Not inlined, so that the path before it needs no callee-saved
/// registers.
#[inline(never)]
fn walk_bytes<W: Walk<REGISTERS>, const REGISTERS: usize>(
    table: &'static W::Table,
    text: &[u8],
    registers: &mut [u32; REGISTERS],
) -> bool {
    W::walk(table, text, Bytes { text }, registers)
}

/// The scanner that needs no vectors of the machine. The expected length of a run decides how it is
/// skipped.
pub(crate) struct Bytes<'t> {
    /// The whole text.
    pub(crate) text: &'t [u8],
}

/// The number of bytes of a run that are tested one by one before [`wide`] tests many at once. At
/// least [`LANES`], because the last lanes of [`wide`] can begin that far before its start.
const NEAR: usize = 32;

/// The number of bytes that are tested at once.
const LANES: usize = 32;

/// The number of bytes after a character beyond ASCII that are tested one by one in a run of medium
/// length.
const NARROW: usize = 4;

impl Scan for Bytes<'_> {
    /// Inlined, because most runs are short; the code for long runs is not.
    #[inline(always)]
    fn skip<R: Run>(&mut self, at: usize) -> usize {
        if const { planes::fit::<R>() }
            && let Some(end) = planes::end(const { &planes::rows::<R>() }, self.text, at)
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
        // All characters of some texts are beyond ASCII, and many bytes at once are not faster there.
        let begins_plainly = !skips_characters::<R>() || self.is_in::<R>(at);
        let at = if begins_plainly { plain::<R>(self.text, at) } else { at };
        match self.narrow::<R>(at, length.min(at + NEAR)) {
            Continue(at) if at < length => self.far::<R>(at),
            Continue(at) | Break(at) => at,
        }
    }

    /// Skips whole lanes and the rest of the text, but no part of the lanes in which the run ends:
    /// there, reading state by state is as fast.
    #[inline(always)]
    fn sweep<R: Run>(&mut self, at: usize) -> usize {
        plain::<R>(self.text, at)
    }
}

/// Skips bytes of the set of a run, some lanes at a time, and the rest of a text at once.
///
/// The last lanes end with the text and may begin before the run, so there is no loop over the last
/// bytes, whose number the processor could not predict. The bytes before most runs are in the set
/// of the run as well. For other runs, the lanes before the run are ignored.
#[inline(never)]
fn plain<R: Run>(text: &[u8], mut at: usize) -> usize {
    let length = text.len();
    if ends_soon::<R>(text, at) {
        return at;
    }
    // The number of lanes before the run, of lanes that end at an offset.
    let before = |at: usize, lanes: usize, end: usize| {
        if const { matches!(R::LENGTH, Length::Rest) } {
            (at + lanes).saturating_sub(end)
        } else {
            0
        }
    };
    if let Some(last) = text.last_chunk::<LANES>() {
        while at < length {
            let end = length.min(at + LANES);
            let lanes = text[at..].first_chunk().unwrap_or(last);
            if !is_plain::<R, LANES>(lanes, before(at, LANES, end)) {
                return at;
            }
            at = end;
        }
    } else if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk())
        && is_plain::<R, FEW>(first, before(at, FEW, FEW))
        && is_plain::<R, FEW>(last, before(at, FEW, length))
    {
        return length;
    }
    at
}

/// Returns whether one byte shows that a run does not skip the next lanes. In a sweep, this is the third
/// byte, which comes after the two delimiters with which a part can begin.
#[inline(always)]
fn ends_soon<R: Run>(text: &[u8], at: usize) -> bool {
    if const { matches!(R::LENGTH, Length::Rest) } {
        text.get(at + 2).is_some_and(|&byte| R::TABLE[byte as usize] >> R::SET & 1 == 0)
    } else {
        at == text.len()
    }
}

/// Returns whether all lanes but those before a run are in its set; vectorised as [`is_run`] is.
#[inline(always)]
#[allow(clippy::needless_bitwise_bool, reason = "lanes become vectors")]
fn is_plain<R: Run, const COUNT: usize>(bytes: &[u8; COUNT], before: usize) -> bool {
    let ignored = ignored::<COUNT>(before);
    let mut all = true;
    let mut lane = 0;
    while lane < COUNT {
        all &= is_in::<R>(bytes[lane]) | ignored[lane];
        lane += 1;
    }
    all
}

/// Returns for each lane whether it is one of the first. Loaded rather than compared, because LLVM would
/// compare the numbers of lanes as numbers of four bytes.
#[inline(always)]
fn ignored<const COUNT: usize>(first: usize) -> &'static [bool; COUNT] {
    /// As many lanes that are ignored as lanes that are not.
    static LINE: [bool; 2 * LANES] = {
        let mut line = [false; 2 * LANES];
        let mut lane = 0;
        while lane < LANES {
            line[lane] = true;
            lane += 1;
        }
        line
    };
    LINE[LANES.saturating_sub(first)..].first_chunk().unwrap_or(const { &[false; COUNT] })
}

/// Returns whether a byte is in the set of a run and begins no detour.
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

/// The number of bytes that are tested at once in a run of medium length and in a short text.
const FEW: usize = 16;

/// Returns the first lane that is not in the set of a run and does not precede it, or the number of
/// lanes; `before` lanes precede the run. Vectorised as [`is_run`] is.
///
/// No branch depends on where the run ends, which the processor could not predict.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, clippy::needless_bitwise_bool, reason = "few lanes")]
fn stop<R: Run>(bytes: &[u8; FEW], before: usize) -> usize {
    let ignored = ignored::<FEW>(before);
    let mut first = FEW as u8;
    let mut lane = 0;
    while lane < FEW {
        let goes_on = is_in::<R>(bytes[lane]) | ignored[lane];
        let stop = if goes_on { FEW as u8 } else { lane as u8 };
        first = if stop < first { stop } else { first };
        lane += 1;
    }
    first as usize
}

impl Bytes<'_> {
    /// Skips sixteen bytes at a time, and detours. The last window ends with the text and may begin
    /// before the run.
    #[inline(never)]
    fn medium<R: Run>(&self, mut at: usize) -> usize {
        let length = self.text.len();
        let Some(last) = self.text.last_chunk::<FEW>() else {
            let (Continue(at) | Break(at)) = self.narrow::<R>(at, length);
            return at;
        };
        while at < length {
            // Lanes that begin with an escape or a character beyond ASCII skip nothing.
            if !skips_characters::<R>() || self.is_in::<R>(at) {
                let (lanes, from) = match self.text[at..].first_chunk() {
                    Some(lanes) => (lanes, 0),
                    None => (last, at + FEW - length),
                };
                let end = stop::<R>(lanes, from);
                at += end - from;
                if end == FEW {
                    continue;
                }
            }
            // They often follow each other.
            let begin = at;
            while let Some(&byte) = self.text.get(at) {
                match self.detour::<R>(byte, at) {
                    0 => break,
                    length => at += length,
                }
                if skips_characters::<R>() && !byte.is_ascii() {
                    at = self.few::<R>(at);
                }
            }
            if at == begin || skips_characters::<R>() && !self.is_in::<R>(at) {
                return at;
            }
        }
        at
    }

    /// Skips at most a few bytes of the set of a run: those between characters beyond ASCII.
    #[inline(always)]
    fn few<R: Run>(&self, at: usize) -> usize {
        let few = at..self.text.len().min(at + NARROW);
        at + few.take_while(|&at| self.is_in::<R>(at)).count()
    }

    /// Returns whether there is a byte of the set of a run at an offset.
    #[inline(always)]
    fn is_in<R: Run>(&self, at: usize) -> bool {
        self.text.get(at).is_some_and(|&byte| R::TABLE[byte as usize] >> R::SET & 1 == 1)
    }

    /// Skips the rest of a long run.
    #[inline(never)]
    fn far<R: Run>(&self, at: usize) -> usize {
        let (Continue(at) | Break(at)) =
            self.narrow::<R>(wide::<R>(self.text, at), self.text.len());
        at
    }

    /// Skips byte by byte up to an offset in the text, or to the end of a detour across it. Breaks
    /// if the run ends before that.
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

    /// Returns the length of the detour or of the characters that begin with this byte; 0 if there are
    /// none.
    #[inline(always)]
    fn detour<R: Run>(&self, byte: u8, at: usize) -> usize {
        #[cfg(feature = "code_points")]
        if let Some(set) = R::CHARACTERS
            && !byte.is_ascii()
        {
            return code_points::skip(set, self.text, at) - at;
        }
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

/// Skips as long as all lanes belong to the run. `start` must be after a detour or after at least
/// two bytes of the run.
///
/// Each byte is tested for whether it can follow the bytes before it, so that detours across lanes
/// need no code of their own.
fn wide<R: Run>(text: &[u8], start: usize) -> usize {
    let mut at = start;
    // The last lanes, some of which have been tested already, end with the text.
    if let Some(last) = text.last_chunk() {
        while at < text.len() {
            let lanes = at.checked_sub(BEFORE).and_then(|from| text.get(from..)?.first_chunk());
            if !is_run::<R>(lanes.unwrap_or(last)) {
                break;
            }
            at = text.len().min(at + LANES);
        }
    }
    whole::<R>(text, start, at)
}

/// Returns whether all lanes continue a run; the first two bytes are the context of the lanes.
/// Written so that the compiler vectorises it for any machine.
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
