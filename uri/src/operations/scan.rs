//! Searches for bytes that most texts lack, in blocks of two to sixteen bytes that are all processed in
//! the same way, so that the compiler emits vector instructions, or in words.

/// Returns whether any byte of the text is in the set.
#[inline]
pub(crate) fn any(text: &str, is: impl Fn(u8) -> bool + Copy) -> bool {
    let bytes = text.as_bytes();
    any_by::<16>(bytes, is)
        .or_else(|| any_by::<8>(bytes, is))
        .unwrap_or_else(|| bytes.iter().any(|&byte| is(byte)))
}

/// As [`any`], in blocks of this length; `None` if the text is shorter.
#[inline]
fn any_by<const N: usize>(bytes: &[u8], is: impl Fn(u8) -> bool + Copy) -> Option<bool> {
    let in_block = |block: &[u8; N]| block.iter().fold(false, |any, &byte| any | is(byte));
    // The last block overlaps the one before it.
    let last = bytes.last_chunk()?;
    Some(bytes.as_chunks().0.iter().any(in_block) || in_block(last))
}

/// Returns whether any two adjacent bytes of the text are in the set.
#[inline]
pub(crate) fn any_pair(text: &str, is: impl Fn(u8, u8) -> bool + Copy) -> bool {
    let bytes = text.as_bytes();
    let [_, after @ ..] = bytes else { return false };
    let before = &bytes[..after.len()];
    any_pair_by::<16>(before, after, is)
        .or_else(|| any_pair_by::<8>(before, after, is))
        .or_else(|| any_pair_by::<4>(before, after, is))
        .or_else(|| any_pair_by::<2>(before, after, is))
        .unwrap_or_else(|| before.iter().zip(after).any(|(&before, &after)| is(before, after)))
}

/// As [`any_pair`], for bytes and the bytes after them, in blocks of this length.
#[inline]
fn any_pair_by<const N: usize>(
    before: &[u8],
    after: &[u8],
    is: impl Fn(u8, u8) -> bool + Copy,
) -> Option<bool> {
    let in_blocks = |(before, after): (&[u8; N], &[u8; N])| {
        before.iter().zip(after).fold(false, |any, (&before, &after)| any | is(before, after))
    };
    let last = (before.last_chunk()?, after.last_chunk()?);
    let mut blocks = before.as_chunks().0.iter().zip(after.as_chunks().0);
    Some(blocks.any(in_blocks) || in_blocks(last))
}

/// Returns the offset of the first occurrence of a byte.
#[inline]
pub(crate) fn first(bytes: &[u8], byte: u8) -> Option<usize> {
    const LOWEST: u64 = HIGH >> 7;
    let in_word = |word: &[u8; 8]| {
        let differs = u64::from_le_bytes(*word) ^ u64::from_ne_bytes([byte; 8]);
        // A borrow can only cross from an equal byte to later ones.
        let equal = differs.wrapping_sub(LOWEST) & !differs & HIGH;
        (equal != 0).then(|| equal.trailing_zeros() as usize / 8)
    };
    let (words, rest) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        if let Some(at) = in_word(word) {
            return Some(8 * index + at);
        }
    }
    match bytes.last_chunk() {
        _ if rest.is_empty() => None,
        // The last word overlaps the one before it.
        Some(last) => in_word(last).map(|at| bytes.len() - last.len() + at),
        None => rest.iter().position(|&it| it == byte),
    }
}

/// Returns the length of the text before the first character beyond ASCII.
#[cfg(any(test, all(feature = "rfc3986", feature = "rfc3987")))]
#[inline]
pub(crate) fn ascii(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (words, rest) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let beyond = u64::from_le_bytes(*word) & HIGH;
        if beyond != 0 {
            return 8 * index + beyond.trailing_zeros() as usize / 8;
        }
    }
    let in_rest = rest.iter().take_while(|byte| byte.is_ascii()).count();
    bytes.len() - rest.len() + in_rest
}

/// Returns the number of bytes of characters beyond ASCII.
#[cfg(any(test, all(feature = "rfc3986", feature = "rfc3987")))]
#[inline]
pub(crate) fn count_beyond_ascii(text: &str) -> usize {
    const LOWEST: u64 = HIGH >> 7;
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    // The highest byte of the product is the sum of all bytes.
    let count =
        |word: &[u8; 8]| ((u64::from_le_bytes(*word) & HIGH) >> 7).wrapping_mul(LOWEST) >> 56;
    let in_words = words.iter().map(count).sum::<u64>();
    let in_rest = rest.iter().filter(|byte| !byte.is_ascii()).count();
    usize::try_from(in_words).unwrap_or(usize::MAX) + in_rest
}

/// The highest bit of each byte of a word.
const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);

/// Returns the offset of the last occurrence of a byte.
///
/// Reads words, because a search that is prepared for long texts is slower if the byte is near the
/// end.
#[inline]
pub(crate) fn last(bytes: &[u8], byte: u8) -> Option<usize> {
    let (rest, words) = bytes.as_rchunks::<8>();
    for (index, word) in words.iter().enumerate().rev() {
        let equal = equal(u64::from_le_bytes(*word), byte);
        if equal != 0 {
            let after = equal.leading_zeros() as usize / 8;
            return Some(rest.len() + 8 * (index + 1) - 1 - after);
        }
    }
    rest.iter().rposition(|&it| it == byte)
}

/// Sets the highest bit of each byte of the word that equals a byte.
#[inline]
fn equal(word: u64, byte: u8) -> u64 {
    const LOW: u64 = !HIGH;
    let differs = word ^ u64::from_ne_bytes([byte; 8]);
    // No carry crosses a byte.
    !(((differs & LOW) + LOW) | differs | LOW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_every_length() {
        for length in 0..70 {
            let none = "a".repeat(length);
            assert_eq!(first(none.as_bytes(), b'%'), None);
            assert!(!any(&none, |byte| byte == b'%') && last(none.as_bytes(), b'%').is_none());
            assert!(!any_pair(&none, |before, after| before == b'%' || after == b'%'));
            for at in 0..length {
                let mut text = none.clone();
                text.replace_range(at..=at, "%");
                assert!(any(&text, |byte| byte == b'%'), "{text}");
                assert_eq!(last(text.as_bytes(), b'%'), Some(at));
                assert_eq!(first(text.as_bytes(), b'%'), Some(at));
                let is_before = any_pair(&text, |before, after| before == b'%' && after == b'a');
                let is_after = any_pair(&text, |before, after| before == b'a' && after == b'%');
                assert_eq!([is_before, is_after], [at + 1 < length, 0 < at], "{text}");
                text.replace_range(..1, "%");
                assert_eq!(last(text.as_bytes(), b'%'), Some(at));
            }
        }
        // Bytes that differ from the byte in one bit, in every order.
        for number in 0..5_usize.pow(8) {
            let mut rest = number;
            let word: [u8; 8] = core::array::from_fn(|_| {
                let byte = b"/.\xAF0a"[rest % 5];
                rest /= 5;
                byte
            });
            assert_eq!(first(&word, b'/'), word.iter().position(|&byte| byte == b'/'));
        }
        for length in 0..20 {
            let before = "a".repeat(length);
            assert_eq!(ascii(&before), length);
            assert_eq!(count_beyond_ascii(&(before.clone() + "\u{80}a\u{800}")), 5);
            assert_eq!(ascii(&(before + "\u{80}a")), length);
        }
        // Neighbours that a search by words could mistake for the byte.
        assert_eq!(last("/0.\u{7F}\u{AF}/\u{AF}0.\u{7F}".as_bytes(), b'/'), Some(6));
    }
}
