//! Bits of rows: which rows are not null.

use crate::BLOCK;
use alloc::vec::Vec;

/// The bitmap of a column: a bit for each row that is not null, the lowest of each byte first.
#[derive(Clone, Copy, Debug)]
pub struct Validity<'a> {
    /// The bytes. Rows whose bits are missing are null.
    pub bits: &'a [u8],
    /// The number of the first row's bit.
    pub offset: usize,
}

impl Validity<'_> {
    /// Returns the bits of 64 rows from `row`.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the bits after the first 64 are not used")]
    pub(crate) fn word(self, row: usize) -> u64 {
        let Some(bit) = self.offset.checked_add(row) else { return 0 };
        let rest = self.bits.get(bit / 8..).unwrap_or_default();
        // 9 bytes contain 64 bits, wherever the first byte begins.
        let bytes = match rest.first_chunk() {
            Some(first) => u128::from_le_bytes(*first),
            None => rest.iter().rev().fold(0, |bytes, byte| bytes << 8 | u128::from(*byte)),
        };
        (bytes >> (bit % 8)) as u64
    }
}

/// Returns a word with a bit for each of the first `rows` rows of a block.
#[inline]
pub(crate) fn lowest(rows: usize) -> u64 {
    if rows < BLOCK { (1 << rows) - 1 } else { u64::MAX }
}

/// A bitmap that is written block by block.
pub(crate) struct Bitmap {
    words: Vec<u64>,
    is_full: bool,
}

impl Bitmap {
    pub(crate) fn with_capacity(rows: usize) -> Self {
        Self { words: Vec::with_capacity(rows.div_ceil(BLOCK)), is_full: true }
    }

    /// Adds the bits of the next block, which has `rows` rows.
    #[inline]
    pub(crate) fn push(&mut self, word: u64, rows: usize) {
        self.words.push(word);
        self.is_full &= word == lowest(rows);
    }

    /// Returns the words; `None` if all rows have their bits.
    pub(crate) fn finish(self) -> Option<Vec<u64>> {
        (!self.is_full).then_some(self.words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_begin_at_any_bit() {
        let bytes: Vec<u8> = (0..40u8).map(|it| it.wrapping_mul(151) ^ 0x35).collect();
        let bit = |at: usize| bytes.get(at / 8).is_some_and(|byte| byte >> (at % 8) & 1 == 1);
        for offset in 0..20 {
            for row in 0..340 {
                let word = Validity { bits: &bytes, offset }.word(row);
                for at in 0..64 {
                    assert_eq!(word >> at & 1 == 1, bit(offset + row + at), "{offset} {row} {at}");
                }
            }
        }
    }

    #[test]
    fn missing_bits_are_nulls() {
        assert_eq!(Validity { bits: &[], offset: 0 }.word(0), 0);
        assert_eq!(Validity { bits: &[0xFF], offset: 3 }.word(0), 0b1_1111);
        assert_eq!(Validity { bits: &[0xFF], offset: usize::MAX }.word(5), 0);
        assert_eq!(Validity { bits: &[0xFF], offset: usize::MAX }.word(0), 0);
    }
}
