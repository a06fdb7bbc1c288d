//! Texts that follow one another in a buffer: `Utf8`, `LargeUtf8`, `Binary`, `LargeBinary`.
//!
//! A view reaches only the first 2 GiB of a buffer, as its fields are signed numbers of 32 bits. The
//! views of a larger buffer refer to [pieces] of it, which overlap, so that each part is inside one.

use crate::view::view;
use crate::{Span, Texts, View};
use core::ops::Range;

/// The greatest number of bytes of a buffer that views can reach.
const REACH: usize = i32::MAX as usize;

/// The distance of the pieces of a larger buffer. Also the greatest length of a part there: wherever
/// the part begins in the first `STRIDE` bytes of a piece, the part ends within the piece.
const STRIDE: usize = 1 << 30;

/// An offset: `i32` or `i64`.
pub trait Offset: Copy {
    /// Returns the offset as an index; of a negative offset, an index that no buffer has.
    fn index(self) -> usize;
}

impl Offset for i32 {
    #[inline]
    fn index(self) -> usize {
        usize::try_from(self).unwrap_or(usize::MAX)
    }
}

impl Offset for i64 {
    #[inline]
    fn index(self) -> usize {
        usize::try_from(self).unwrap_or(usize::MAX)
    }
}

/// A column of texts that follow one another in a buffer.
///
/// Views of parts refer to the [pieces] of the buffer: to buffer 0, the whole buffer, if it has at most
/// 2147483647 bytes.
#[derive(Clone, Copy, Debug)]
pub struct Offsets<'a, O> {
    /// The buffer.
    pub values: &'a [u8],
    /// The beginning of each text in the buffer, and the end of the last one.
    pub offsets: &'a [O],
}

impl<'a, O: Offset> Texts<'a> for Offsets<'a, O> {
    #[inline]
    fn rows(self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    #[inline]
    fn text(self, row: usize) -> &'a [u8] {
        &self.values[self.offsets[row].index()..self.offsets[row + 1].index()]
    }

    #[inline]
    fn view(self, row: usize, [begin, end]: Span) -> View {
        let at = self.offsets[row].index().saturating_add(begin as usize);
        let (buffer, offset) = place(self.values.len(), at);
        let rest = self.values.get(at..).unwrap_or_default();
        view(rest, end.saturating_sub(begin), buffer, offset)
    }

    #[inline]
    fn longest(self) -> u32 {
        let bytes = if self.values.len() <= REACH { REACH } else { STRIDE };
        u32::try_from(bytes).unwrap_or(u32::MAX)
    }
}

/// Returns the pieces of a buffer of `length` bytes, as ranges of its bytes, in the order of their
/// numbers in views. Pieces of a buffer of more than 2147483647 bytes overlap, so a program that writes
/// whole buffers writes most bytes twice.
pub fn pieces(length: usize) -> impl Iterator<Item = Range<usize>> {
    let stride = if length <= REACH { length.max(1) } else { STRIDE };
    let begins = (0..length.max(1)).step_by(stride);
    begins.map(move |begin| begin..length.min(begin.saturating_add(REACH)))
}

/// Returns the piece for a part that begins at a byte of a buffer of `length` bytes, and the offset of
/// the part in the piece.
#[inline]
fn place(length: usize, begin: usize) -> (u32, u32) {
    let (piece, offset) =
        if length <= REACH { (0, begin) } else { (begin / STRIDE, begin % STRIDE) };
    (u32::try_from(piece).unwrap_or(u32::MAX), u32::try_from(offset).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn small_buffers_are_one_piece() {
        for length in [0, 1, 4096, REACH] {
            assert!(pieces(length).eq(core::iter::once(0..length)), "{length}");
        }
        assert_eq!(place(REACH, REACH - 1), (0, 0x7FFF_FFFE));
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn each_part_of_a_large_buffer_is_inside_its_piece() {
        const GIB: usize = 1 << 30;
        for length in [REACH + 1, 2 * GIB + 1, 3 * GIB, 4 * GIB + 5, 9 * GIB - 1] {
            let pieces: Vec<_> = pieces(length).collect();
            assert!(pieces.iter().all(|piece| piece.len() <= REACH && !piece.is_empty()));
            assert_eq!(pieces.last().unwrap().end, length);
            for near in (0..=length / GIB).map(|it| it * GIB).chain([REACH, 4 * GIB - 1, length]) {
                for begin in near.saturating_sub(3)..=near + 3 {
                    for bytes in [13, 1000, GIB - 1, GIB] {
                        let end = begin + bytes;
                        if length < end {
                            continue;
                        }
                        let (piece, offset) = place(length, begin);
                        let piece = &pieces[piece as usize];
                        assert_eq!(piece.start + offset as usize, begin);
                        assert!(end <= piece.end, "{begin}..{end} in {piece:?} of {length}");
                    }
                }
            }
        }
    }
}
