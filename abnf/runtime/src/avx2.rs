//! Masks by AVX2: functions that [`simd`](super::simd) calls where the machine has it.
//!
//! A window is two pieces of 32 bytes, which overlap if a text is shorter, so that no load depends
//! on the length and none is masked. All loads are safe code.

#![allow(clippy::cast_possible_truncation, reason = "the lengths are below 64")]

use super::masks::{Set, WINDOW};
use core::arch::x86_64::{
    __m256i, _mm_set_epi64x, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8,
    _mm256_movemask_epi8, _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi8,
    _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_xor_si256,
};

/// Two pieces of a text that cover it: they overlap or are adjacent.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pieces: [Piece; 2],
    /// The offset of the second piece from the first.
    by: u64,
    /// A mask of the bytes of each piece that belong to the text; the others are zero.
    inside: u64,
}

#[derive(Clone, Copy)]
struct Piece {
    bytes: __m256i,
    /// For each byte the bit of its high half in a table.
    wanted: __m256i,
}

impl Window {
    /// Returns the mask of the window from those of the pieces.
    #[inline]
    fn mask(&self, has_more: bool, [first, last]: [u64; 2]) -> u64 {
        if has_more {
            first & self.inside | (last & self.inside) << (self.by & 63)
        } else {
            first | last << (self.by & 63)
        }
    }
}

/// As [`load`](super::masks::Vectors::load) of vectors.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn load(bytes: &[u8; WINDOW]) -> Window {
    let (halves, _) = bytes.as_chunks::<32>();
    let pieces = [piece(vector(&halves[0])), piece(vector(&halves[1]))];
    Window { pieces, by: 32, inside: u64::MAX }
}

/// As [`load_short`](super::masks::Vectors::load_short) of vectors.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn load_short(text: &[u8]) -> Window {
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

/// Loads up to 15 bytes.
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

/// Returns the first `N` and the last `N` bytes of a text.
#[inline]
fn ends<const N: usize>(text: &[u8]) -> Option<[&[u8; N]; 2]> {
    Some([text.first_chunk()?, text.last_chunk()?])
}

/// Makes a window of two pieces of this length; the second begins `by` bytes after the first.
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

/// As [`members`], for a plain set. Small, so that LLVM also inlines it into code that it considers
/// rare, such as the end of a long chain of states.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn plain_members(window: &Window, members: [u64; 2]) -> u64 {
    let of = table(members);
    let [first, last] = &window.pieces;
    let found = [_mm256_shuffle_epi8(of, first.bytes), _mm256_shuffle_epi8(of, last.bytes)];
    window.mask(false, [has_wanted(first, found[0]), has_wanted(last, found[1])])
}

/// As [`members`](super::masks::Vectors::members) of vectors.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn members(window: &Window, set: &Set) -> u64 {
    let [first, last] = &window.pieces;
    // The bytes after the text are zero.
    let has_more = set.low[0] & 1 == 1;
    window.mask(has_more, [members_of(first, set), members_of(last, set)])
}

/// As [`equal`](super::masks::Vectors::equal) of vectors.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn equal(window: &Window, value: u8) -> u64 {
    let [first, last] = &window.pieces;
    window.mask(value == 0, [equal_of(first, value), equal_of(last, value)])
}

/// Returns a mask of the bytes that are in the set.
#[inline]
#[target_feature(enable = "avx2")]
fn members_of(piece: &Piece, set: &Set) -> u64 {
    // The table has no members from 128 on.
    let low = _mm256_shuffle_epi8(table(set.low), piece.bytes);
    let bytes = _mm256_xor_si256(piece.bytes, _mm256_set1_epi8(i8::MIN));
    has_wanted(piece, _mm256_or_si256(low, _mm256_shuffle_epi8(table(set.high), bytes)))
}

/// Returns a mask of the bytes whose bit was found.
#[inline]
#[target_feature(enable = "avx2")]
fn has_wanted(piece: &Piece, found: __m256i) -> u64 {
    mask(_mm256_cmpeq_epi8(_mm256_and_si256(found, piece.wanted), piece.wanted))
}

/// Returns a mask of the bytes with this value.
#[inline]
#[target_feature(enable = "avx2")]
fn equal_of(piece: &Piece, value: u8) -> u64 {
    mask(_mm256_cmpeq_epi8(piece.bytes, _mm256_set1_epi8(value.cast_signed())))
}

/// Returns one bit for each byte.
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

/// Returns for each byte the bit of its high half in a table.
#[inline]
#[target_feature(enable = "avx2")]
fn wanted(bytes: __m256i) -> __m256i {
    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), _mm256_set1_epi8(15));
    _mm256_shuffle_epi8(table([0x8040_2010_0804_0201; 2]), high)
}

/// Loads a table into both halves of a vector.
#[inline]
#[target_feature(enable = "avx2")]
fn table([low, high]: [u64; 2]) -> __m256i {
    _mm256_broadcastsi128_si256(_mm_set_epi64x(high.cast_signed(), low.cast_signed()))
}
