//! Skipping runs of bytes with AVX2: of 64 bytes at once it is found which are in which
//! set, and where a run ends is then a question of bits.
//!
//! This is the only file with `unsafe` in it, in four places: two calls of functions
//! that need AVX2, by what is proof that the machine has it, and two loads of as many bytes
//! as the array has that is read.

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

use super::scan::{Run, Scan, Table, Walk};
use core::arch::x86_64::{
    __m256i, _mm_loadu_si128, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8,
    _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_set_epi64x, _mm256_set1_epi8,
    _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_xor_si256,
};

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
        #[cfg(not(all(target_feature = "avx2", target_feature = "bmi1", target_feature = "bmi2")))]
        let found = detected();
        found.then_some(Self(()))
    }
}

/// Whether the machine says that it has them.
#[cfg(feature = "std")]
#[inline(always)]
fn detected() -> bool {
    use super::std::arch::is_x86_feature_detected as has;
    has!("avx2") && has!("bmi1") && has!("bmi2")
}

/// Nobody to ask.
#[cfg(not(feature = "std"))]
fn detected() -> bool {
    false
}

impl Avx2 {
    /// Walks an automaton with masks.
    #[inline(always)]
    pub(crate) fn walk<W: Walk<REGISTERS>, const REGISTERS: usize, const N: usize>(
        self,
        text: &[u8],
        sets: &'static Sets<N>,
        registers: &mut [u32; REGISTERS],
    ) -> bool {
        // SAFETY: The function needs AVX2, BMI1 and BMI2 and nothing else. An `Avx2` is made
        // by `detect` alone, which makes one only where the machine has them.
        unsafe { walk::<W, REGISTERS, N>(self, text, sets, registers) }
    }
}

/// The automaton's code becomes part of this function, so that it is compiled for the
/// machine that it runs on.
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn walk<W: Walk<REGISTERS>, const REGISTERS: usize, const N: usize>(
    avx2: Avx2,
    text: &[u8],
    sets: &'static Sets<N>,
    registers: &mut [u32; REGISTERS],
) -> bool {
    W::walk(text, Masks::new(avx2, text, sets), registers)
}

/// Sets of bytes as tables to shuffle: by the low half of a byte, bits for its high half.
pub(crate) struct Sets<const N: usize> {
    /// The members below 128.
    low: [[u8; 16]; N],
    /// The members from 128.
    high: [[u8; 16]; N],
    /// Whether there are members from 128.
    beyond_ascii: bool,
}

impl<const N: usize> Sets<N> {
    /// The sets of a table.
    pub(crate) const fn new(table: &Table) -> Self {
        let mut sets = Self { low: [[0; 16]; N], high: [[0; 16]; N], beyond_ascii: false };
        let mut byte = 0;
        while byte < 256 {
            let mut set = 0;
            while set < N {
                let bit = 1 << (byte >> 4 & 7);
                if table[byte] >> set & 1 == 1 {
                    if byte < 128 {
                        sets.low[set][byte & 15] |= bit;
                    } else {
                        sets.high[set][byte & 15] |= bit;
                        sets.beyond_ascii = true;
                    }
                }
                set += 1;
            }
            byte += 1;
        }
        sets
    }
}

/// A window of 64 bytes of a text.
pub(crate) struct Masks<'t, const N: usize> {
    avx2: Avx2,
    text: &'t [u8],
    sets: &'static Sets<N>,
    /// Where the window begins.
    base: usize,
    /// For each set, which bytes of the window are in it; none after the end of the text.
    words: [u64; N],
}

impl<'t, const N: usize> Masks<'t, N> {
    /// The first window of a text.
    #[inline(always)]
    pub(crate) fn new(avx2: Avx2, text: &'t [u8], sets: &'static Sets<N>) -> Self {
        let mut masks = Self { avx2, text, sets, base: 0, words: [0; N] };
        masks.window(0);
        masks
    }

    /// Goes on to another window.
    #[inline(always)]
    fn window(&mut self, base: usize) {
        self.base = base;
        let Avx2(()) = self.avx2;
        // SAFETY: As above.
        unsafe { words(&self.text[base..], self.sets, &mut self.words) }
    }
}

impl<const N: usize> Scan for Masks<'_, N> {
    #[inline(always)]
    fn skip<R: Run>(&mut self, mut at: usize) -> usize {
        loop {
            let offset = at - self.base;
            if offset < 64 {
                at += (!(skipped::<R, N>(&self.words) >> offset)).trailing_zeros() as usize;
                if at < self.base + 64 {
                    return at;
                }
            }
            if self.text.len() <= at {
                return at;
            }
            self.window(at);
        }
    }
}

/// Which bytes of the window a run skips, as far as can be seen: not the first byte of a
/// detour across the end of the window.
///
/// It does not depend on where the run begins, so that the processor can have it before
/// that is known.
#[inline(always)]
fn skipped<R: Run, const N: usize>(words: &[u64; N]) -> u64 {
    let mut run = words[R::SET];
    for detour in R::DETOURS {
        let mut whole = words[detour.first];
        for (place, &set) in detour.rest.iter().enumerate() {
            whole &= words[set] >> (place + 1);
        }
        run |= whole;
    }
    run
}

/// For each set, which of the first 64 bytes of a text are in it.
#[target_feature(enable = "avx2")]
fn words<const N: usize>(text: &[u8], sets: &Sets<N>, words: &mut [u64; N]) {
    let length = text.len();
    let (first, last, from) = if let Some(window) = text.first_chunk::<64>() {
        let (halves, _) = window.as_chunks::<32>();
        (vector(&halves[0]), vector(&halves[1]), 32)
    } else if let (Some(first), Some(last)) = (text.first_chunk::<32>(), text.last_chunk::<32>()) {
        // They overlap, and agree where they do.
        (vector(first), vector(last), length - 32)
    } else {
        let inside = u32::MAX.checked_shr(32 - length as u32).unwrap_or(0);
        let first = short(text);
        let wanted = wanted(first);
        for (word, set) in words.iter_mut().zip(&sets.low) {
            *word = u64::from(members(first, wanted, set) & inside);
        }
        if sets.beyond_ascii {
            let first = _mm256_xor_si256(first, _mm256_set1_epi8(i8::MIN));
            for (word, set) in words.iter_mut().zip(&sets.high) {
                *word |= u64::from(members(first, wanted, set) & inside);
            }
        }
        return;
    };
    let wanted = [wanted(first), wanted(last)];
    for (word, set) in words.iter_mut().zip(&sets.low) {
        let last = u64::from(members(last, wanted[1], set)) << from;
        *word = u64::from(members(first, wanted[0], set)) | last;
    }
    if sets.beyond_ascii {
        let other = |bytes| _mm256_xor_si256(bytes, _mm256_set1_epi8(i8::MIN));
        let [first, last] = [other(first), other(last)];
        for (word, set) in words.iter_mut().zip(&sets.high) {
            let last = u64::from(members(last, wanted[1], set)) << from;
            *word |= u64::from(members(first, wanted[0], set)) | last;
        }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn vector(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: 32 bytes are read, which the array has; they need no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// Up to 31 bytes, and zeros.
#[inline]
#[target_feature(enable = "avx2")]
fn short(text: &[u8]) -> __m256i {
    let length = text.len();
    let (low, high) = match (text.first_chunk::<16>(), text.last_chunk::<16>()) {
        (Some(first), Some(last)) => {
            // What both have is shifted out of the last; all of it, if there are 16.
            let last = u128::from_le_bytes(*last);
            let rest = last.checked_shr(8 * (32 - length) as u32).unwrap_or(0);
            (u128::from_le_bytes(*first), rest)
        }
        _ => (shorter(text), 0),
    };
    let halves = |word: u128| [word as i64, (word >> 64) as i64];
    let ([a, b], [c, d]) = (halves(low), halves(high));
    _mm256_set_epi64x(d, c, b, a)
}

/// Up to 15 bytes, and zeros.
#[inline(always)]
fn shorter(text: &[u8]) -> u128 {
    let length = text.len();
    if let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        let [first, last] = [first, last].map(|it| u128::from(u64::from_le_bytes(*it)));
        first | last << (8 * (length - 8))
    } else if let (Some(first), Some(last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        let [first, last] = [first, last].map(|it| u128::from(u32::from_le_bytes(*it)));
        first | last << (8 * (length - 4))
    } else {
        text.iter().rev().fold(0, |word, &byte| word << 8 | u128::from(byte))
    }
}

/// For each byte the bit that its high half has in a table.
#[inline]
#[target_feature(enable = "avx2")]
fn wanted(bytes: __m256i) -> __m256i {
    let bits = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), _mm256_set1_epi8(15));
    _mm256_shuffle_epi8(table(&bits), high)
}

/// Which bytes have the wanted bit in a table of their low halves; none does from 128.
#[inline]
#[target_feature(enable = "avx2")]
fn members(bytes: __m256i, wanted: __m256i, set: &[u8; 16]) -> u32 {
    let found = _mm256_shuffle_epi8(table(set), bytes);
    let found = _mm256_cmpeq_epi8(_mm256_and_si256(found, wanted), wanted);
    _mm256_movemask_epi8(found).cast_unsigned()
}

/// A table, twice.
#[inline]
#[target_feature(enable = "avx2")]
fn table(bytes: &[u8; 16]) -> __m256i {
    // SAFETY: 16 bytes are read, which the array has; they need no alignment.
    _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}
