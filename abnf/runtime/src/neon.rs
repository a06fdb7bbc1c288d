//! Masks by NEON: functions that [`simd`](super::simd) calls on 64-bit ARM.
//!
//! A window is four vectors. All loads are safe code; a short text is copied first.

use super::masks::{Set, WINDOW};
use core::arch::aarch64::{
    uint8x16_t, vandq_u8, vceqq_u8, vcombine_u8, vcreate_u8, vdupq_n_u8, veorq_u8, vgetq_lane_u64,
    vorrq_u8, vpaddq_u8, vqtbl1q_u8, vreinterpretq_u64_u8, vshrq_n_u8, vtstq_u8,
};

/// Bytes of a text, followed by zeros.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    bytes: [uint8x16_t; 4],
    /// A mask of the bytes that belong to the text.
    inside: u64,
}

/// As [`load`](super::masks::Vectors::load) of vectors.
#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn load(bytes: &[u8; WINDOW]) -> Window {
    let (words, _) = bytes.as_chunks::<8>();
    let word = |at: usize| u64::from_le_bytes(words[at]);
    let bytes = [
        vector([word(0), word(1)]),
        vector([word(2), word(3)]),
        vector([word(4), word(5)]),
        vector([word(6), word(7)]),
    ];
    Window { bytes, inside: u64::MAX }
}

/// As [`load_short`](super::masks::Vectors::load_short) of vectors.
#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn load_short(text: &[u8]) -> Window {
    let mut bytes = [0; WINDOW];
    bytes[..text.len()].copy_from_slice(text);
    Window { inside: !(u64::MAX << text.len()), ..load(&bytes) }
}

/// As [`members`], for a plain set.
#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn plain_members(window: &Window, members: [u64; 2]) -> u64 {
    self::members(window, &Set { low: members, high: [0; 2] })
}

/// As [`members`](super::masks::Vectors::members) of vectors.
#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn members(window: &Window, set: &Set) -> u64 {
    let [a, b, c, d] = window.bytes;
    let found =
        mask([members_of(a, set), members_of(b, set), members_of(c, set), members_of(d, set)]);
    // The bytes after the text are zero.
    if set.low[0] & 1 == 1 { found & window.inside } else { found }
}

/// As [`equal`](super::masks::Vectors::equal) of vectors.
#[inline]
#[target_feature(enable = "neon")]
pub(crate) fn equal(window: &Window, value: u8) -> u64 {
    let [a, b, c, d] = window.bytes;
    let value_everywhere = vdupq_n_u8(value);
    let found = mask([
        vceqq_u8(a, value_everywhere),
        vceqq_u8(b, value_everywhere),
        vceqq_u8(c, value_everywhere),
        vceqq_u8(d, value_everywhere),
    ]);
    if value == 0 { found & window.inside } else { found }
}

/// Returns, for a table of a set, all bits of the bytes whose bit is set in the entry of their low
/// half.
#[inline]
#[target_feature(enable = "neon")]
fn members_of(bytes: uint8x16_t, set: &Set) -> uint8x16_t {
    let wanted = vqtbl1q_u8(vector([0x8040_2010_0804_0201; 2]), vshrq_n_u8::<4>(bytes));
    // Indices above 15 give zero, so the table has no members from 128 on.
    let low = vandq_u8(bytes, vdupq_n_u8(0x8F));
    let mut found = vqtbl1q_u8(vector(set.low), low);
    if set.high != [0; 2] {
        let high = veorq_u8(low, vdupq_n_u8(0x80));
        found = vorrq_u8(found, vqtbl1q_u8(vector(set.high), high));
    }
    vtstq_u8(found, wanted)
}

/// Returns one bit for each byte, by adding neighbours that have different bits.
#[inline]
#[target_feature(enable = "neon")]
fn mask([a, b, c, d]: [uint8x16_t; 4]) -> u64 {
    let bits = vector([0x8040_2010_0804_0201; 2]);
    let halves = vpaddq_u8(vandq_u8(a, bits), vandq_u8(b, bits));
    let others = vpaddq_u8(vandq_u8(c, bits), vandq_u8(d, bits));
    let quarters = vpaddq_u8(halves, others);
    vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(quarters, quarters)))
}

#[inline]
#[target_feature(enable = "neon")]
fn vector([low, high]: [u64; 2]) -> uint8x16_t {
    vcombine_u8(vcreate_u8(low), vcreate_u8(high))
}
