//! Skipping runs of bytes by masks: of 64 bytes at once it is found which are in which set, and
//! where a run ends is then a question of bits.
//!
//! What a machine has to offer for that is [`Vectors`]; the rest is the same for all machines, and
//! safe code. Most texts are short, and what they cost is instructions. So the first 64 bytes
//! are loaded once, and the code of an automaton is compiled twice: for texts that are shorter,
//! which never asks where the window ends, and for others. Masks are made where a run asks for
//! them, and no window has to be in memory.

#![allow(dead_code, reason = "a grammar may have no automaton that is written as code")]
#![allow(
    clippy::inline_always,
    reason = "masks stay in registers only where they are made and asked in one function"
)]

use super::scan::{BEFORE, Detour, Run, Scan, Table, whole};

/// Bytes that are looked at at once.
pub(crate) const WINDOW: usize = 64;

/// What a machine has to find out about many bytes at once. A value is proof that it does.
pub(crate) trait Vectors: Copy {
    /// Bytes of a text, one for each bit of a mask.
    type Window: Copy;

    /// A whole window.
    fn load(self, bytes: &[u8; WINDOW]) -> Self::Window;

    /// A text of fewer bytes than a window. What no byte has is not in masks.
    fn load_short(self, text: &[u8]) -> Self::Window;

    /// Which bytes are in a set.
    fn members(self, window: &Self::Window, set: &Set) -> u64;

    /// Which bytes are this one.
    fn equal(self, window: &Self::Window, value: u8) -> u64;

    /// As [`far`], compiled for the machine.
    fn far<R: Run>(self, text: &[u8], at: usize) -> usize;
}

/// A text of fewer than 64 bytes.
pub(crate) struct ShortText<'t, V: Vectors> {
    vectors: V,
    text: &'t [u8],
    window: V::Window,
}

impl<'t, V: Vectors> ShortText<'t, V> {
    /// All of a text.
    #[inline(always)]
    pub(crate) fn new(vectors: V, text: &'t [u8]) -> Self {
        Self { vectors, text, window: vectors.load_short(text) }
    }
}

impl<V: Vectors> Scan for ShortText<'_, V> {
    #[inline(always)]
    fn skip<R: Run>(&mut self, at: usize) -> usize {
        run::<V, R>(self.vectors, &self.window, self.text, at)
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
    /// # Panics
    ///
    /// If the text is shorter.
    #[inline(always)]
    pub(crate) fn new(vectors: V, text: &'t [u8]) -> Self {
        let window = vectors.load(text.first_chunk().expect("the length is known"));
        Self { vectors, text, window }
    }
}

impl<V: Vectors> Scan for LongText<'_, V> {
    #[inline(always)]
    fn skip<R: Run>(&mut self, mut at: usize) -> usize {
        if at < WINDOW {
            at = run::<V, R>(self.vectors, &self.window, self.text, at);
            if at < WHOLE {
                return at;
            }
        }
        self.vectors.far::<R>(self.text, at)
    }
}

/// Where detours begin that are wholly in the window.
const WHOLE: usize = WINDOW - BEFORE;

/// Where a run ends that goes on at this place of the window, or where the window does. `text` is
/// what the window begins with. A detour across the end of the window is not skipped.
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
    // Escapes, which most texts do not have.
    run |= whole_in::<V, R, 0, 2>(vectors, window);
    run |= whole_in::<V, R, 1, 2>(vectors, window);
    run |= whole_in::<V, R, 2, 2>(vectors, window);
    end_of(run, at)
}

/// The places where the detour of this number begins and lies wholly in the window; none if another
/// number of bytes than `REST` follows its first.
///
/// Both numbers are constants, and so are all sets where masks are asked for: so the optimiser sees
/// how little a set needs before it decides what to inline.
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

/// Where the bits end that follow each other from a place on.
#[inline(always)]
const fn end_of(run: u64, at: usize) -> usize {
    at + (!(run >> at)).trailing_zeros() as usize
}

/// Where a run ends that goes on at this place of a text of 64 bytes or more.
#[inline(always)]
pub(crate) fn far<V: Vectors, R: Run>(vectors: V, text: &[u8], mut at: usize) -> usize {
    let Some(last) = text.last_chunk::<WINDOW>() else { return at };
    let base = text.len() - WINDOW;
    while at <= base {
        let start = at;
        let mut before = [0; MOST_DETOURS];
        while let Some(bytes) = text[at..].first_chunk() {
            let run = goes_on::<V, R>(vectors, &vectors.load(bytes), &mut before);
            if run != u64::MAX {
                return whole::<R>(text, start, at + run.trailing_ones() as usize);
            }
            // Not what was counted, or else the processor would wait for that to read on.
            at += WINDOW;
        }
        at = whole::<R>(text, start, at);
    }
    if at == text.len() {
        return at;
    }
    base + run::<V, R>(vectors, &vectors.load(last), last, at - base)
}

/// Which bytes of the window can follow those before them in a run. `before` is, for each
/// detour, which of the last bytes of the window before are its first, and then those of this
/// one.
#[inline(always)]
fn goes_on<V: Vectors, R: Run>(
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

/// A set of bytes as tables to shuffle: by the low half of a byte, bits for its high half.
#[derive(Clone, Copy)]
pub(crate) struct Set {
    /// The members below 128.
    pub(crate) low: [u64; 2],
    /// The members from 128.
    pub(crate) high: [u64; 2],
}

/// The sets that a run asks for.
struct Sets {
    /// Its own.
    run: Set,
    /// For each detour, those behind its first byte.
    rest: [[Set; BEFORE]; MOST_DETOURS],
}

/// The most detours of a run.
const MOST_DETOURS: usize = 3;

const _: () = assert!(MOST_DETOURS == 3, "`run` asks for each");

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
    /// Whether it has neither zero, which stands behind texts, nor bytes from 128 on. Most are so.
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
