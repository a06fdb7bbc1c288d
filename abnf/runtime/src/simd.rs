//! Masks by AVX2, for [`masks`](super::masks).
//!
//! This is the only file with `unsafe` in it: calls of functions that need AVX2, by what is proof
//! that the machine has it. All loads are safe code.

#![allow(dead_code, reason = "a grammar may have no automaton that is written as code")]
#![allow(unsafe_code, reason = "calls of functions that need AVX2, each with its proof")]
#![allow(
    clippy::inline_always,
    reason = "masks stay in registers only where they are made and asked in one function"
)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "lengths below 64 are shifted by; halves of words are meant"
)]

use super::masks::{Long, Set, Short, Vectors, WINDOW, far};
use super::scan::{Run, Walk};
use core::arch::x86_64::{
    __m256i, _mm_set_epi64x, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8,
    _mm256_movemask_epi8, _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi8,
    _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_xor_si256,
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
        // SAFETY: The functions need AVX2, BMI1 and BMI2 and nothing else. An `Avx2` is made
        // by `detect` alone, which makes one only where the machine has them.
        unsafe {
            if text.len() < WINDOW {
                walk_short::<W, REGISTERS>(self, table, text, registers)
            } else {
                walk_long::<W, REGISTERS>(self, table, text, registers)
            }
        }
    }
}

/// The automaton's code becomes part of this function, so that it is compiled for the
/// machine that it runs on.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn walk_short<W: Walk<REGISTERS>, const REGISTERS: usize>(
    avx2: Avx2,
    table: &'static W::Table,
    text: &[u8],
    registers: &mut [u32; REGISTERS],
) -> bool {
    W::walk(table, text, Short::new(avx2, text), registers)
}

/// The same for texts that are no shorter than a window.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn walk_long<W: Walk<REGISTERS>, const REGISTERS: usize>(
    avx2: Avx2,
    table: &'static W::Table,
    text: &[u8],
    registers: &mut [u32; REGISTERS],
) -> bool {
    W::walk(table, text, Long::new(avx2, text), registers)
}

/// Two pieces of a text that together are all of it: they overlap, or there is nothing between
/// them.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pieces: [Piece; 2],
    /// How many bytes after the first the second begins.
    by: u64,
    /// Which bytes of each are of the text; behind them are zeros.
    inside: u64,
}

#[derive(Clone, Copy)]
struct Piece {
    bytes: __m256i,
    /// For each byte the bit that its high half has in a table.
    wanted: __m256i,
}

impl Vectors for Avx2 {
    type Window = Window;

    #[inline(always)]
    fn load(self, bytes: &[u8; WINDOW]) -> Window {
        // SAFETY: As above.
        unsafe { load(bytes) }
    }

    #[inline(always)]
    fn load_short(self, text: &[u8]) -> Window {
        // SAFETY: As above.
        unsafe { load_short(text) }
    }

    #[inline(always)]
    fn members(self, window: &Window, set: &Set) -> u64 {
        // Behind the text are zeros.
        let has_more = set.low[0] & 1 == 1;
        // SAFETY: As above.
        window.mask(has_more, |piece| unsafe { members(piece, set) })
    }

    #[inline(always)]
    fn equal(self, window: &Window, value: u8) -> u64 {
        // SAFETY: As above.
        window.mask(value == 0, |piece| unsafe { equal(piece, value) })
    }

    #[inline(always)]
    fn far<R: Run>(self, text: &[u8], at: usize) -> usize {
        // SAFETY: As above.
        unsafe { far_avx2::<R>(self, text, at) }
    }
}

impl Window {
    /// The mask of all bytes from those of the pieces.
    #[inline(always)]
    fn mask(&self, has_more: bool, of: impl Fn(&Piece) -> u64) -> u64 {
        let [first, last] = [of(&self.pieces[0]), of(&self.pieces[1])];
        if has_more {
            first & self.inside | (last & self.inside) << (self.by & 63)
        } else {
            first | last << (self.by & 63)
        }
    }
}

#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn far_avx2<R: Run>(avx2: Avx2, text: &[u8], at: usize) -> usize {
    far::<Avx2, R>(avx2, text, at)
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &[u8; WINDOW]) -> Window {
    let (halves, _) = bytes.as_chunks::<32>();
    let pieces = [piece(vector(&halves[0])), piece(vector(&halves[1]))];
    Window { pieces, by: 32, inside: u64::MAX }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_short(text: &[u8]) -> Window {
    if let Some([first, last]) = ends::<32>(text) {
        return pieces(vector(first), vector(last), text.len() - 32, 32);
    }
    if let Some([first, last]) = ends::<16>(text) {
        let half = |bytes: &[u8; 16]| {
            let (words, _) = bytes.as_chunks::<8>();
            let [a, b] = [0, 1].map(|word| i64::from_le_bytes(words[word]));
            _mm256_set_epi64x(0, 0, b, a)
        };
        return pieces(half(first), half(last), text.len() - 16, 16);
    }
    load_shorter(text)
}

/// Up to 15 bytes.
#[inline(never)]
#[target_feature(enable = "avx2")]
fn load_shorter(text: &[u8]) -> Window {
    let (first, last, length) = if let Some([first, last]) = ends::<8>(text) {
        (u64::from_le_bytes(*first), u64::from_le_bytes(*last), 8)
    } else if let Some([first, last]) = ends::<4>(text) {
        (u32::from_le_bytes(*first).into(), u32::from_le_bytes(*last).into(), 4)
    } else {
        let word = text.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        (word, word, text.len())
    };
    let vector = |word: u64| _mm256_set_epi64x(0, 0, 0, word.cast_signed());
    pieces(vector(first), vector(last), text.len() - length, length)
}

/// The first bytes of a text and the last ones.
#[inline(always)]
fn ends<const N: usize>(text: &[u8]) -> Option<[&[u8; N]; 2]> {
    Some([text.first_chunk()?, text.last_chunk()?])
}

/// A window of two pieces of this length.
#[inline]
#[target_feature(enable = "avx2")]
fn pieces(first: __m256i, last: __m256i, by: usize, length: usize) -> Window {
    Window { pieces: [piece(first), piece(last)], by: by as u64 & 63, inside: (1 << length) - 1 }
}

#[inline]
#[target_feature(enable = "avx2")]
fn piece(bytes: __m256i) -> Piece {
    Piece { bytes, wanted: wanted(bytes) }
}

/// Which bytes have the wanted bit in a set's table of their low halves.
#[inline]
#[target_feature(enable = "avx2")]
fn members(piece: &Piece, set: &Set) -> u64 {
    let Piece { bytes, wanted } = *piece;
    // None has from 128.
    let mut found = _mm256_shuffle_epi8(table(set.low), bytes);
    if set.high != [0; 2] {
        let bytes = _mm256_xor_si256(bytes, _mm256_set1_epi8(i8::MIN));
        found = _mm256_or_si256(found, _mm256_shuffle_epi8(table(set.high), bytes));
    }
    mask(_mm256_cmpeq_epi8(_mm256_and_si256(found, wanted), wanted))
}

/// Which bytes are this one.
#[inline]
#[target_feature(enable = "avx2")]
fn equal(piece: &Piece, value: u8) -> u64 {
    mask(_mm256_cmpeq_epi8(piece.bytes, _mm256_set1_epi8(value.cast_signed())))
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
