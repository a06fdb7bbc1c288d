//! Skipping runs of bytes with AVX2: of 64 bytes at once it is found which are in which
//! set, and where a run ends is then a question of bits.
//!
//! This is the only file with `unsafe` in it, and there is one such block: the call of
//! functions that need AVX2, by what is proof that the machine has it.

#![allow(dead_code, reason = "a grammar may have no automaton that is written as code")]

use super::scan::{Run, Scan, Table};
use core::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8,
    _mm256_movemask_epi8, _mm256_set1_epi8, _mm256_set_epi64x,
    _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_xor_si256, _mm_set_epi64x,
};

/// Proof that the machine has AVX2.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// If it has: where the compiler was told so, or, with the feature `std`, where the
    /// machine says so.
    #[inline(always)]
    pub(crate) fn detect() -> Option<Self> {
        #[cfg(target_feature = "avx2")]
        return Some(Self(()));
        #[cfg(all(feature = "std", not(target_feature = "avx2")))]
        return std::arch::is_x86_feature_detected!("avx2").then_some(Self(()));
        #[cfg(not(any(feature = "std", target_feature = "avx2")))]
        return None;
    }
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
        let words = words(avx2, text, sets);
        Self { avx2, text, sets, base: 0, words }
    }
}

impl<const N: usize> Scan for Masks<'_, N> {
    #[inline(always)]
    fn skip<R: Run>(&mut self, mut at: usize) -> usize {
        loop {
            let offset = at - self.base;
            if offset < 64 {
                at += (!ahead::<R, N>(&self.words, offset)).trailing_zeros() as usize;
                if at < self.base + 64 {
                    return at;
                }
            }
            if self.text.len() <= at {
                return at;
            }
            self.words = words(self.avx2, &self.text[at..], self.sets);
            self.base = at;
        }
    }
}

/// Which bytes from an offset in the window belong to a run that begins there. A detour
/// across the end of the window does not, nor does one that begins before the offset.
#[inline(always)]
fn ahead<R: Run, const N: usize>(words: &[u64; N], offset: usize) -> u64 {
    let mut run = words[R::SET] >> offset;
    for detour in R::DETOURS {
        let mut whole = words[detour.first] >> offset;
        for (place, &set) in detour.rest.iter().enumerate() {
            whole &= words[set] >> offset >> (place + 1);
        }
        run |= whole;
        for place in 0..detour.rest.len() {
            run |= whole << (place + 1);
        }
    }
    run
}

/// For each set, which of the first 64 bytes of a text are in it.
#[inline(always)]
#[allow(unsafe_code, reason = "the only call of functions that need AVX2")]
fn words<const N: usize>(_: Avx2, text: &[u8], sets: &Sets<N>) -> [u64; N] {
    // SAFETY: The function needs AVX2 and nothing else. An `Avx2` is made by `detect`
    // alone, which makes one only where the machine has AVX2.
    unsafe { words_avx2(text, sets) }
}

#[target_feature(enable = "avx2")]
fn words_avx2<const N: usize>(text: &[u8], sets: &Sets<N>) -> [u64; N] {
    let mut words = [0; N];
    let length = text.len();
    if let Some(window) = text.first_chunk::<64>() {
        let [first, second] = [halves(window, 0), halves(window, 32)];
        add(&mut words, first, 0, sets);
        add(&mut words, second, 32, sets);
    } else if let (Some(first), Some(last)) = (text.first_chunk::<32>(), text.last_chunk::<32>()) {
        // They overlap, and agree where they do.
        add(&mut words, vector(first), 0, sets);
        add(&mut words, vector(last), length - 32, sets);
    } else {
        add(&mut words, short(text), 0, sets);
        let inside = !(u64::MAX << length);
        for word in &mut words {
            *word &= inside;
        }
    }
    words
}

/// Half of a window.
#[inline]
#[target_feature(enable = "avx2")]
fn halves(window: &[u8; 64], from: usize) -> __m256i {
    match window[from..].first_chunk() {
        Some(half) => vector(half),
        None => _mm256_set1_epi8(0),
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn vector(bytes: &[u8; 32]) -> __m256i {
    let (words, _) = bytes.as_chunks::<8>();
    let word = |place: usize| i64::from_le_bytes(words[place]);
    _mm256_set_epi64x(word(3), word(2), word(1), word(0))
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

/// Adds which bytes of a vector are in each set, from a bit on.
#[inline]
#[target_feature(enable = "avx2")]
fn add<const N: usize>(words: &mut [u64; N], bytes: __m256i, from: usize, sets: &Sets<N>) {
    let bits = _mm256_broadcastsi128_si256(table(&[
        1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128,
    ]));
    let high_half = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), _mm256_set1_epi8(15));
    let wanted = _mm256_shuffle_epi8(bits, high_half);
    for (word, set) in words.iter_mut().zip(&sets.low) {
        // A byte from 128 gives 0.
        let found = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table(set)), bytes);
        *word |= members(found, wanted) << from;
    }
    if sets.beyond_ascii {
        let bytes = _mm256_xor_si256(bytes, _mm256_set1_epi8(i8::MIN));
        for (word, set) in words.iter_mut().zip(&sets.high) {
            let found = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table(set)), bytes);
            *word |= members(found, wanted) << from;
        }
    }
}

/// In which bytes the wanted bit was found.
#[inline]
#[target_feature(enable = "avx2")]
fn members(found: __m256i, wanted: __m256i) -> u64 {
    let is_member = _mm256_cmpeq_epi8(_mm256_and_si256(found, wanted), wanted);
    u64::from(_mm256_movemask_epi8(is_member) as u32)
}

#[inline]
#[target_feature(enable = "avx2")]
fn table(bytes: &[u8; 16]) -> core::arch::x86_64::__m128i {
    let (words, _) = bytes.as_chunks::<8>();
    _mm_set_epi64x(i64::from_le_bytes(words[1]), i64::from_le_bytes(words[0]))
}
