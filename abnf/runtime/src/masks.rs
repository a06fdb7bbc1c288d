//! A scanner that skips runs of bytes by masks: one comparison finds which of 64 bytes are in a
//! set, and the end of a run is then found by counting bits.
//!
//! A machine implements [`Vectors`]; the rest is the same for all machines, and safe code. Most
//! texts are short, so their cost is the number of instructions. Therefore the first 64 bytes
//! are loaded once, and the code of an automaton is compiled twice: for texts that are shorter, which
//! need no test for the end of the window, and for longer ones. Masks are computed where a run needs
//! them, so that windows stay in registers.
//!
//! In a mask, bit `i` is byte `i` of the window. For a run with the detour `%` and two digits:
//!
//! ```text
//! run  = members(set) | equal(%) & members(digits) >> 1 & members(digits) >> 2
//! end  = at + trailing_ones(run >> at)
//! ```
//!
//! The other bytes of a detour are in the set of the run, so the mask needs only the bit of its first
//! byte. Detours of three bytes, the escapes, are rare: their masks are computed only if one of them
//! stops the run. Beyond the first window, [`far`] tests whole windows for whether every byte can
//! follow the bytes before it, with the detours that the previous window has begun as carries.
//!
//! Characters beyond ASCII are read one by one where they stop a run of bytes.
//!
//! [`Set`] is a set of bytes for shuffle instructions: two shuffles map the low half of a byte to a
//! row of bits and its high half to one bit, and the byte is a member if the row contains the bit
//! (W. Muła, "SIMD-ized check which bytes are in a set", 2018).

// Long because texts of two lengths, each with and without characters, share the masks.

#![allow(dead_code, reason = "a grammar may have no automaton that is written as code")]
#![allow(
    clippy::inline_always,
    reason = "masks stay in registers only if one function makes and uses them"
)]

#[cfg(feature = "code_points")]
use super::code_points;
use super::run::{BEFORE, Detour, Run, Scan, Table, skips_characters, whole};
use core::hint::black_box;

/// The number of bytes in a window.
pub(crate) const WINDOW: usize = 64;

/// A machine that tests many bytes at once. A value is proof that this machine has the
/// instructions.
pub(crate) trait Vectors: Copy {
    /// Bytes of a text, one for each bit of a mask.
    type Window: Copy;

    /// Loads a whole window.
    fn load(self, bytes: &[u8; WINDOW]) -> Self::Window;

    /// Loads a text that is shorter than a window. Masks have no bits after its end.
    fn load_short(self, text: &[u8]) -> Self::Window;

    /// Returns a mask of the bytes that are in a set.
    fn members(self, window: &Self::Window, set: &Set) -> u64;

    /// Returns a mask of the bytes with this value.
    fn equal(self, window: &Self::Window, value: u8) -> u64;

    /// Calls [`far`], compiled for the machine.
    fn far<R: Run>(self, text: &[u8], at: usize) -> usize;
}

/// The number of bytes after a character beyond ASCII that are tested one by one.
#[cfg(feature = "code_points")]
const FEW_BYTES: usize = 2;

/// A text of fewer than 64 bytes.
pub(crate) struct ShortText<'t, V: Vectors> {
    vectors: V,
    text: &'t [u8],
    window: V::Window,
}

impl<'t, V: Vectors> ShortText<'t, V> {
    /// Loads the text.
    #[inline(always)]
    pub(crate) fn new(vectors: V, text: &'t [u8]) -> Self {
        Self { vectors, text, window: vectors.load_short(text) }
    }
}

impl<V: Vectors> Scan for ShortText<'_, V> {
    #[inline(always)]
    fn skip<R: Run>(&mut self, at: usize) -> usize {
        let end = run::<V, R>(self.vectors, &self.window, self.text, at);
        if !skips_characters::<R>() || self.text.get(end).is_none_or(u8::is_ascii) {
            return end;
        }
        let end = with_characters::<R>(self.text, end, |at| {
            let text = black_box(self.text);
            run::<V, R>(self.vectors, &self.vectors.load_short(text), text, at)
        });
        self.reload();
        end
    }

    /// Without `black_box`, the optimiser would keep the window, and store it in memory before it is
    /// known whether there is a call.
    #[inline(always)]
    fn reload(&mut self) {
        self.window = self.vectors.load_short(black_box(self.text));
    }
}

/// A text of 64 bytes or more.
pub(crate) struct LongText<'t, V: Vectors> {
    vectors: V,
    text: &'t [u8],
    /// Its first bytes.
    window: V::Window,
}

impl<'t, V: Vectors> LongText<'t, V> {
    /// Loads the first window of a text.
    ///
    /// # Panics
    ///
    /// If the text is shorter than a window.
    #[inline(always)]
    pub(crate) fn new(vectors: V, text: &'t [u8]) -> Self {
        let window = vectors.load(text.first_chunk().expect("the length is known"));
        Self { vectors, text, window }
    }
}

impl<V: Vectors> Scan for LongText<'_, V> {
    #[inline(always)]
    fn skip<R: Run>(&mut self, at: usize) -> usize {
        let end = skip_long::<V, R>(self.vectors, &self.window, self.text, at);
        if !skips_characters::<R>() || self.text.get(end).is_none_or(u8::is_ascii) {
            return end;
        }
        let end = with_characters::<R>(self.text, end, |at| {
            let text = black_box(self.text);
            match text.first_chunk() {
                Some(first) => skip_long::<V, R>(self.vectors, &self.vectors.load(first), text, at),
                None => at,
            }
        });
        self.reload();
        end
    }

    /// As for [`ShortText`].
    #[inline(always)]
    fn reload(&mut self) {
        if let Some(first) = black_box(self.text).first_chunk() {
            self.window = self.vectors.load(first);
        }
    }
}

/// Skips a run in a text that begins with the window.
#[inline(always)]
fn skip_long<V: Vectors, R: Run>(
    vectors: V,
    window: &V::Window,
    text: &[u8],
    mut at: usize,
) -> usize {
    if at < WINDOW {
        at = run::<V, R>(vectors, window, text, at);
        if at < WHOLE {
            return at;
        }
    }
    vectors.far::<R>(text, at)
}

/// Skips by turns characters beyond ASCII, from the end of a run of bytes on, and bytes of the run.
/// `skip` returns the end of a run of bytes.
#[cfg(feature = "code_points")]
#[inline(always)]
fn with_characters<R: Run>(text: &[u8], mut end: usize, skip: impl Fn(usize) -> usize) -> usize {
    let Some(set) = R::CHARACTERS else { return end };
    while text.get(end).is_some_and(|byte| !byte.is_ascii()) {
        let after = code_points::skip(set, text, end);
        if after == end {
            break;
        }
        // Between such characters, there are often few others.
        let few = text[after..].iter().take(FEW_BYTES);
        let is_in = |byte: &&u8| R::TABLE[usize::from(**byte)] >> R::SET & 1 == 1;
        end = after + few.take_while(is_in).count();
        if text.get(end).is_some_and(u8::is_ascii) {
            end = skip(end);
        }
    }
    end
}

/// No run skips characters.
#[cfg(not(feature = "code_points"))]
#[inline(always)]
fn with_characters<R: Run>(_: &[u8], end: usize, _: impl Fn(usize) -> usize) -> usize {
    end
}

/// The number of offsets at which a detour of any length is completely inside of the window.
const WHOLE: usize = WINDOW - BEFORE;

/// Returns the end of a run that continues at this offset of a window, or the end of the window.
/// `text` begins with the bytes of the window. A detour across the end of the window is not
/// skipped.
#[inline(always)]
fn run<V: Vectors, R: Run>(vectors: V, window: &V::Window, text: &[u8], at: usize) -> usize {
    let sets = const { Sets::of::<R>() };
    let mut run = vectors.members(window, &sets.run);
    run |= whole_in::<V, R, 0, 1>(vectors, window);
    run |= whole_in::<V, R, 1, 1>(vectors, window);
    run |= whole_in::<V, R, 2, 1>(vectors, window);
    let near = end_of(run, at);
    match text.get(near) {
        Some(&byte) if R::DETOURS.iter().any(|it| is_long(it) && it.byte == byte) => {}
        _ => return near,
    }
    // Most texts have no escapes.
    run |= whole_in::<V, R, 0, 2>(vectors, window);
    run |= whole_in::<V, R, 1, 2>(vectors, window);
    run |= whole_in::<V, R, 2, 2>(vectors, window);
    end_of(run, at)
}

/// Returns a mask of the first bytes of the detour with this index, where the detour is completely
/// inside of the window; an empty mask if the detour does not have `REST` bytes after its first.
///
/// Both numbers are constants, and therefore the sets are too. The optimiser thus sees how little
/// code a set needs before it decides what to inline.
#[inline(always)]
fn whole_in<V: Vectors, R: Run, const DETOUR: usize, const REST: usize>(
    vectors: V,
    window: &V::Window,
) -> u64 {
    if const { R::DETOURS.len() <= DETOUR || R::DETOURS[DETOUR].rest.len() != REST } {
        return 0;
    }
    let sets = const { Sets::of::<R>() };
    let mut whole = vectors.equal(window, R::DETOURS[DETOUR].byte);
    if whole != 0 {
        whole &= vectors.members(window, &sets.rest[DETOUR][0]) >> 1;
        if const { REST == BEFORE } {
            whole &= vectors.members(window, &sets.rest[DETOUR][1]) >> BEFORE;
        }
    }
    whole
}

#[inline(always)]
const fn is_long(detour: &Detour) -> bool {
    BEFORE <= detour.rest.len()
}

/// Returns the index of the first bit that is not set, from `at` on.
#[inline(always)]
const fn end_of(run: u64, at: usize) -> usize {
    at + (!(run >> at)).trailing_zeros() as usize
}

/// Returns the end of a run that continues at this offset of a text of 64 bytes or more.
#[inline(always)]
pub(crate) fn far<V: Vectors, R: Run>(vectors: V, text: &[u8], mut at: usize) -> usize {
    let Some(last) = text.last_chunk::<WINDOW>() else { return at };
    let base = text.len() - WINDOW;
    while at <= base {
        let start = at;
        let mut before = [0; MOST_DETOURS];
        while let Some(bytes) = text[at..].first_chunk() {
            let run = continues::<V, R>(vectors, &vectors.load(bytes), &mut before);
            if run != u64::MAX {
                return whole::<R>(text, start, at + run.trailing_ones() as usize);
            }
            // A constant step, so that the next load does not depend on a count.
            at += WINDOW;
        }
        at = whole::<R>(text, start, at);
    }
    if at == text.len() {
        return at;
    }
    base + run::<V, R>(vectors, &vectors.load(last), last, at - base)
}

/// Returns a mask of the bytes that can follow the bytes before them in a run. `before` contains,
/// for each detour, a mask of its first bytes among the last bytes of the previous window, and is
/// updated for this window.
#[inline(always)]
fn continues<V: Vectors, R: Run>(
    vectors: V,
    window: &V::Window,
    before: &mut [u64; MOST_DETOURS],
) -> u64 {
    let sets = const { Sets::of::<R>() };
    let mut inside = vectors.members(window, &sets.run);
    let mut follows = u64::MAX;
    for ((detour, sets), before) in R::DETOURS.iter().zip(&sets.rest).zip(before) {
        let first = vectors.equal(window, detour.byte);
        inside |= first;
        for (place, set) in sets[..detour.rest.len()].iter().enumerate() {
            let wanted = first << (place + 1) | *before >> (BEFORE - 1 - place);
            follows &= !wanted | vectors.members(window, set);
        }
        *before = first >> WHOLE;
    }
    inside & follows
}

/// A set of bytes as tables for shuffle instructions: indexed by the low half of a byte, with a bit
/// for each high half.
#[derive(Clone, Copy)]
pub(crate) struct Set {
    /// The members below 128.
    pub(crate) low: [u64; 2],
    /// The members from 128.
    pub(crate) high: [u64; 2],
}

/// The sets of a run.
struct Sets {
    /// The set of the run itself.
    run: Set,
    /// The sets of the bytes after the first, for each detour.
    rest: [[Set; BEFORE]; MOST_DETOURS],
}

/// The maximum number of detours of a run.
const MOST_DETOURS: usize = 3;

const _: () = assert!(MOST_DETOURS == 3, "`run` tests each detour");

impl Sets {
    const fn of<R: Run>() -> Self {
        let run = Set::of(R::TABLE, R::SET);
        let mut rest = [[run; BEFORE]; MOST_DETOURS];
        let mut detour = 0;
        while detour < R::DETOURS.len() {
            let sets = R::DETOURS[detour].rest;
            let mut place = 0;
            while place < sets.len() {
                rest[detour][place] = Set::of(R::TABLE, sets[place]);
                place += 1;
            }
            detour += 1;
        }
        Self { run, rest }
    }
}

impl Set {
    /// Returns whether the set has neither zero, with which short texts are padded, nor bytes from
    /// 128 on. Most sets are plain.
    #[inline(always)]
    pub(crate) const fn is_plain(&self) -> bool {
        self.low[0] & 1 == 0 && self.high[0] == 0 && self.high[1] == 0
    }

    const fn of(table: &Table, number: usize) -> Self {
        let mut set = Self { low: [0; 2], high: [0; 2] };
        let mut byte = 0;
        while byte < 256 {
            if table[byte] >> number & 1 == 1 {
                let half = if byte < 128 { &mut set.low } else { &mut set.high };
                half[byte >> 3 & 1] |= 1 << (8 * (byte & 7) + (byte >> 4 & 7));
            }
            byte += 1;
        }
        set
    }
}
