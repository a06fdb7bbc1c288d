//! Views: how Arrow writes a text into 16 bytes.
//!
//! The lowest 4 bytes are the length. A text of at most 12 bytes follows, with zeros up to the end:
//! equal texts have equal views. The view of a longer text has its first 4 bytes, the number of a
//! buffer and an offset in that buffer.

/// A view as a number, whose lowest byte is the first in memory.
pub type View = u128;

/// The length in bytes up to which a view contains its text.
pub const INLINE: u32 = 12;

/// Returns the view of the first `length` bytes of `rest`, which is the buffer from `offset` to its
/// end. Bytes that `rest` lacks are zero.
#[inline]
pub fn view(rest: &[u8], length: u32, buffer: u32, offset: u32) -> View {
    if length <= INLINE {
        return inline(rest, length);
    }
    let prefix = rest.first_chunk().map_or(0, |first| u32::from_le_bytes(*first));
    u128::from(length)
        | u128::from(prefix) << 32
        | u128::from(buffer) << 64
        | u128::from(offset) << 96
}

/// Returns the view that contains the first `length` bytes of `rest`, at most [`INLINE`]: bytes
/// beyond are not in the view.
#[inline]
pub fn inline(rest: &[u8], length: u32) -> View {
    // One load of 16 bytes, except near the end of a buffer.
    let bytes = match rest.first_chunk() {
        Some(first) => u128::from_le_bytes(*first),
        None => padded(rest),
    };
    with_length(bytes, length)
}

/// Returns the view that contains the lowest `length` of `bytes`, at most [`INLINE`].
#[inline]
pub(crate) fn with_length(bytes: u128, length: u32) -> View {
    let length = length.min(INLINE);
    let mask = (1 << (8 * length)) - 1;
    (bytes & mask) << 32 | u128::from(length)
}

/// Not inlined into the loop over rows: at most a few rows of a column are near the end.
#[cold]
fn padded(rest: &[u8]) -> u128 {
    let mut bytes = [0; 16];
    for (to, from) in bytes.iter_mut().zip(rest) {
        *to = *from;
    }
    u128::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_texts_are_inside_and_zeros_follow() {
        let buffer = *b"abcdefghijklmnopqrstuvwxyz";
        for length in 0..=INLINE {
            for begin in 0..=buffer.len() - length as usize {
                let text = &buffer[begin..][..length as usize];
                let mut bytes = [0; 16];
                bytes[0] = u8::try_from(length).unwrap();
                bytes[4..][..text.len()].copy_from_slice(text);
                let expected = u128::from_le_bytes(bytes);
                assert_eq!(inline(&buffer[begin..], length), expected, "{begin}, {length}");
                assert_eq!(view(&buffer[begin..], length, 7, 9), expected, "{begin}, {length}");
            }
        }
    }

    #[test]
    fn long_texts_have_a_prefix_and_a_place() {
        let made = view(b"abcdefghijklmnop", 13, 7, 0x0102_0304).to_le_bytes();
        assert_eq!(made, *b"\x0D\0\0\0abcd\x07\0\0\0\x04\x03\x02\x01");
    }
}
