//! Masks by AVX-512BW: functions that [`simd`](super::simd) calls where the machine has it.
//!
//! A window is one vector. A short text is loaded under a mask, so that no branch depends on its
//! length. A test of bits returns a mask, so that a set takes two instructions.

use super::masks::{Set, WINDOW};
use core::arch::x86_64::{
    __m512i, _mm_set_epi64x, _mm512_and_si512, _mm512_broadcast_i32x4, _mm512_cmpeq_epi8_mask,
    _mm512_or_si512, _mm512_set_epi64, _mm512_set1_epi8, _mm512_shuffle_epi8, _mm512_srli_epi16,
    _mm512_test_epi8_mask, _mm512_xor_si512,
};

/// Bytes of a text, followed by zeros.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    bytes: __m512i,
    /// For each byte the bit of its high half in a table.
    wanted: __m512i,
    /// A mask of the bytes that belong to the text.
    inside: u64,
}

/// As [`load`](super::masks::Vectors::load) of vectors.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn load(bytes: &[u8; WINDOW]) -> Window {
    let (words, _) = bytes.as_chunks::<8>();
    let word = |at: usize| i64::from_le_bytes(words[at]);
    let bytes =
        _mm512_set_epi64(word(7), word(6), word(5), word(4), word(3), word(2), word(1), word(0));
    window(bytes, u64::MAX)
}

/// Makes a window from bytes of a text and a bit for each of them that belongs to the text.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn window(bytes: __m512i, inside: u64) -> Window {
    let high = _mm512_and_si512(_mm512_srli_epi16::<4>(bytes), _mm512_set1_epi8(15));
    let wanted = _mm512_shuffle_epi8(table([0x8040_2010_0804_0201; 2]), high);
    Window { bytes, wanted, inside }
}

/// As [`members`], for a plain set.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn plain_members(window: &Window, members: [u64; 2]) -> u64 {
    _mm512_test_epi8_mask(_mm512_shuffle_epi8(table(members), window.bytes), window.wanted)
}

/// As [`members`](super::masks::Vectors::members) of vectors.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn members(window: &Window, set: &Set) -> u64 {
    // The table has no members from 128 on.
    let bytes = _mm512_xor_si512(window.bytes, _mm512_set1_epi8(i8::MIN));
    let found = plain_members(window, set.low)
        | _mm512_test_epi8_mask(_mm512_shuffle_epi8(table(set.high), bytes), window.wanted);
    // The bytes after the text are zero.
    if set.low[0] & 1 == 1 { found & window.inside } else { found }
}

/// As [`equal`](super::masks::Vectors::equal) of vectors.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(crate) fn equal(window: &Window, value: u8) -> u64 {
    let found = _mm512_cmpeq_epi8_mask(window.bytes, _mm512_set1_epi8(value.cast_signed()));
    if value == 0 { found & window.inside } else { found }
}

/// Loads a table into each quarter of a vector.
#[inline]
#[target_feature(enable = "avx512f")]
fn table([low, high]: [u64; 2]) -> __m512i {
    _mm512_broadcast_i32x4(_mm_set_epi64x(high.cast_signed(), low.cast_signed()))
}
