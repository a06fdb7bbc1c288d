//! Skipping runs of bytes with AVX2: of 64 bytes at once it is found which are in which
//! set, and where a run ends is then a question of bits.
//!
//! This is the only file with `unsafe` in it, in four places: three calls of functions
//! that need AVX2, by what is proof that the machine has it, and a load that reads what the
//! text has.

#![allow(dead_code, reason = "a grammar may have no automaton that is written as code")]
#![allow(unsafe_code, reason = "four blocks, each with its proof")]
#![allow(
    clippy::inline_always,
    reason = "masks stay in registers only where they are made and asked in one function"
)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "lengths below 64 are shifted by; halves of words are meant"
)]

use super::scan::{BEFORE, Run, Scan, Table, Walk, whole};
use core::arch::x86_64::{
    __m256i, _mm_set_epi64x, _mm256_add_epi32, _mm256_and_si256, _mm256_broadcastsi128_si256,
    _mm256_cmpeq_epi8, _mm256_cmpeq_epi32, _mm256_cmpgt_epi32, _mm256_maskload_epi32,
    _mm256_movemask_epi8, _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi8, _mm256_set1_epi32,
    _mm256_setr_epi32, _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_xor_si256,
};
#[cfg(feature = "std")]
use core::sync::atomic::{AtomicU8, Ordering};

/// Proof that the machine has AVX2, BMI1 and BMI2.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// If it has: where the compiler was told so, or, with the feature `std`, where the
    /// machine says so.
    #[inline(always)]
    pub(crate) fn detect() -> Option<Self> {
        #[cfg(all(target_feature = "avx2", target_feature = "bmi1", target_feature = "bmi2"))]
        let found = true;
        #[cfg(not(all(
            target_feature = "avx2",
            target_feature = "bmi1",
            target_feature = "bmi2"
        )))]
        let found = detected();
        found.then_some(Self(()))
    }
}

/// Whether the machine says that it has them, which it is asked once.
#[cfg(feature = "std")]
#[inline(always)]
fn detected() -> bool {
    match FOUND.load(Ordering::Relaxed) {
        0 => ask(),
        found => found == 2,
    }
}

/// What the machine has said: 0 nothing yet, 1 no, 2 yes.
#[cfg(feature = "std")]
static FOUND: AtomicU8 = AtomicU8::new(0);

#[cfg(feature = "std")]
#[cold]
fn ask() -> bool {
    use super::std::arch::is_x86_feature_detected as has;
    let found = has!("avx2") && has!("bmi1") && has!("bmi2");
    FOUND.store(1 + u8::from(found), Ordering::Relaxed);
    found
}

/// Nobody to ask.
#[cfg(not(feature = "std"))]
fn detected() -> bool {
    false
}

impl Avx2 {
    /// Walks an automaton with masks.
    #[inline(always)]
    pub(crate) fn walk<W: Walk<REGISTERS>, const REGISTERS: usize>(
        self,
        table: &'static W::Table,
        text: &[u8],
        registers: &mut [u32; REGISTERS],
    ) -> bool {
        // SAFETY: The function needs AVX2, BMI1 and BMI2 and nothing else. An `Avx2` is made
        // by `detect` alone, which makes one only where the machine has them.
        unsafe { walk::<W, REGISTERS>(self, table, text, registers) }
    }
}

/// The automaton's code becomes part of this function, so that it is compiled for the
/// machine that it runs on.
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn walk<W: Walk<REGISTERS>, const REGISTERS: usize>(
    avx2: Avx2,
    table: &'static W::Table,
    text: &[u8],
    registers: &mut [u32; REGISTERS],
) -> bool {
    W::walk(table, text, Masks::new(avx2, text), registers)
}

/// A set of bytes as tables to shuffle: by the low half of a byte, bits for its high half.
#[derive(Clone, Copy)]
struct Set {
    /// The members below 128.
    low: [u64; 2],
    /// The members from 128.
    high: [u64; 2],
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

/// A window of 64 bytes of a text.
pub(crate) struct Masks<'t> {
    avx2: Avx2,
    text: &'t [u8],
    /// Where the window begins.
    base: usize,
    window: Window,
}

impl<'t> Masks<'t> {
    /// The first window of a text.
    #[inline(always)]
    pub(crate) fn new(avx2: Avx2, text: &'t [u8]) -> Self {
        let Avx2(()) = avx2;
        // SAFETY: As above.
        let window = unsafe { window(text) };
        Self { avx2, text, base: 0, window }
    }
}

impl Scan for Masks<'_> {
    #[inline(always)]
    fn skip<R: Run>(&mut self, at: usize) -> usize {
        let Avx2(()) = self.avx2;
        // SAFETY: As above.
        unsafe { skip::<R>(self, at) }
    }
}

/// Skips a run as far as the window goes, where most runs end.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn skip<R: Run>(masks: &mut Masks<'_>, mut at: usize) -> usize {
    let offset = at - masks.base;
    if offset < 64 {
        let run = run::<R>(&masks.window);
        at += (!(run >> offset)).trailing_zeros() as usize;
        if at < masks.base + WHOLE {
            return at;
        }
    }
    if at == masks.text.len() { at } else { beyond::<R>(masks, at) }
}

/// Where detours begin that are wholly in the window.
const WHOLE: usize = 64 - BEFORE;

/// Which bytes of the window a run skips, as far as can be seen: not the first byte of a
/// detour across the end of the window.
///
/// It does not depend on where the run begins, so that the processor can have it before
/// that is known.
#[inline]
#[target_feature(enable = "avx2")]
fn run<R: Run>(window: &Window) -> u64 {
    let sets = const { Sets::of::<R>() };
    let mut run = window.members(&sets.run);
    for (detour, sets) in R::DETOURS.iter().zip(&sets.rest) {
        let mut whole = window.equal(detour.byte);
        // Most windows have no escape.
        if whole != 0 {
            for (place, set) in sets[..detour.rest.len()].iter().enumerate() {
                whole &= window.members(set) >> (place + 1);
            }
            run |= whole;
        }
    }
    run
}

/// Goes on from the end of a detour or from another byte of the run, through as many windows as
/// it takes. The next window begins where the run ends.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn beyond<R: Run>(masks: &mut Masks<'_>, start: usize) -> usize {
    let text = masks.text;
    let mut at = start;
    let mut before = [0; MOST_DETOURS];
    while at < text.len() {
        let run = goes_on::<R>(&window(&text[at..]), &mut before);
        if run != u64::MAX {
            at += run.trailing_ones() as usize;
            break;
        }
        // Not what was counted, or else the processor would wait for that to read on.
        at += 64;
    }
    at = whole::<R>(text, start, at);
    if at < text.len() {
        masks.base = at;
        masks.window = window(&text[at..]);
    }
    at
}

/// Which bytes of the window can follow those before them in a run. `before` is, for each
/// detour, which of the last bytes of the window before are its first, and then those of this
/// one.
#[inline]
#[target_feature(enable = "avx2")]
fn goes_on<R: Run>(window: &Window, before: &mut [u64; MOST_DETOURS]) -> u64 {
    let sets = const { Sets::of::<R>() };
    let mut inside = window.members(&sets.run);
    let mut follows = u64::MAX;
    for ((detour, sets), before) in R::DETOURS.iter().zip(&sets.rest).zip(before) {
        let first = window.equal(detour.byte);
        inside |= first;
        for (place, set) in sets[..detour.rest.len()].iter().enumerate() {
            let wanted = first << (place + 1) | *before >> (BEFORE - 1 - place);
            follows &= !wanted | window.members(set);
        }
        *before = first >> WHOLE;
    }
    inside & follows
}

/// 64 bytes or fewer, and then zeros.
struct Window {
    bytes: [__m256i; 2],
    /// For each byte the bit that its high half has in a table.
    wanted: [__m256i; 2],
    /// Which bytes are in the text.
    inside: u64,
}

/// The first 64 bytes of a text.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn window(text: &[u8]) -> Window {
    let (bytes, inside) = if let Some(window) = text.first_chunk::<64>() {
        let (halves, _) = window.as_chunks::<32>();
        ([vector(&halves[0]), vector(&halves[1])], u64::MAX)
    } else {
        (short(text), (1 << text.len()) - 1)
    };
    Window { bytes, wanted: [wanted(bytes[0]), wanted(bytes[1])], inside }
}

impl Window {
    /// Which bytes are in a set.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn members(&self, set: &Set) -> u64 {
        let first = members(self.bytes[0], self.wanted[0], set);
        let last = members(self.bytes[1], self.wanted[1], set);
        let found = first | last << 32;
        // Behind the text are zeros.
        if set.low[0] & 1 == 0 { found } else { found & self.inside }
    }

    /// Which bytes are this one.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn equal(&self, value: u8) -> u64 {
        let byte = _mm256_set1_epi8(value.cast_signed());
        let first = mask(_mm256_cmpeq_epi8(self.bytes[0], byte));
        let last = mask(_mm256_cmpeq_epi8(self.bytes[1], byte));
        let found = first | last << 32;
        if value != 0 { found } else { found & self.inside }
    }
}

/// Which bytes have the wanted bit in a set's table of their low halves.
#[inline]
#[target_feature(enable = "avx2")]
fn members(bytes: __m256i, wanted: __m256i, set: &Set) -> u64 {
    // None has from 128.
    let mut found = _mm256_shuffle_epi8(table(set.low), bytes);
    if set.high != [0; 2] {
        let bytes = _mm256_xor_si256(bytes, _mm256_set1_epi8(i8::MIN));
        found = _mm256_or_si256(found, _mm256_shuffle_epi8(table(set.high), bytes));
    }
    mask(_mm256_cmpeq_epi8(_mm256_and_si256(found, wanted), wanted))
}

/// A bit for each byte.
#[inline]
#[target_feature(enable = "avx2")]
fn mask(bytes: __m256i) -> u64 {
    u64::from(_mm256_movemask_epi8(bytes).cast_unsigned())
}

#[inline]
#[target_feature(enable = "avx2")]
fn vector(bytes: &[u8; 32]) -> __m256i {
    let (words, _) = bytes.as_chunks::<8>();
    let [a, b, c, d] = [0, 1, 2, 3].map(|word| i64::from_le_bytes(words[word]));
    _mm256_set_epi64x(d, c, b, a)
}

/// Up to 63 bytes, and zeros.
///
/// There is no branch for the length, which the processor could hardly foresee, save where it is
/// below four.
#[inline]
#[target_feature(enable = "avx2")]
fn short(text: &[u8]) -> [__m256i; 2] {
    let (words, rest) = text.as_chunks::<4>();
    // The bytes after the last whole word, as a word.
    let last = match text.last_chunk::<4>() {
        Some(last) => u64::from(u32::from_le_bytes(*last)) >> (32 - 8 * rest.len()),
        None => rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    };
    let last = _mm256_set1_epi32((last as u32).cast_signed());
    let count = _mm256_set1_epi32(words.len() as i32);
    let first = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    let second = _mm256_add_epi32(first, _mm256_set1_epi32(8));
    let begin: *const i32 = words.as_ptr().cast();
    let (low, high) = (_mm256_cmpgt_epi32(count, first), _mm256_cmpgt_epi32(count, second));
    // SAFETY: Words are read whose place, counted from the first, is below the number of words;
    // others are not touched. They need no alignment.
    let (low, high) = unsafe {
        (_mm256_maskload_epi32(begin, low), _mm256_maskload_epi32(begin.wrapping_add(8), high))
    };
    [
        _mm256_or_si256(low, _mm256_and_si256(last, _mm256_cmpeq_epi32(count, first))),
        _mm256_or_si256(high, _mm256_and_si256(last, _mm256_cmpeq_epi32(count, second))),
    ]
}

/// For each byte the bit that its high half has in a table.
#[inline]
#[target_feature(enable = "avx2")]
fn wanted(bytes: __m256i) -> __m256i {
    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), _mm256_set1_epi8(15));
    _mm256_shuffle_epi8(table([0x8040_2010_0804_0201; 2]), high)
}

/// A table, twice.
#[inline]
#[target_feature(enable = "avx2")]
fn table([low, high]: [u64; 2]) -> __m256i {
    _mm256_broadcastsi128_si256(_mm_set_epi64x(high.cast_signed(), low.cast_signed()))
}
