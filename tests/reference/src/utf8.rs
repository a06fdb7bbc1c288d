//! Which code points can begin with the first bytes of a UTF-8 sequence (RFC 3629 section 4), for
//! [`crate::reference`].
//!
//! Implemented from the definition, one byte at a time, and not by splitting ranges as the compiler
//! does.

use abnfc::grammar::ValueSet;

/// Classifies one to four bytes by the sequences that begin with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prefix {
    /// The bytes begin no well-formed sequence of a code point in the set.
    Nothing,
    /// The bytes begin a longer sequence of a code point in the set.
    Part,
    /// The bytes are the whole sequence of a code point in the set.
    Whole,
}

/// Compares bytes with the sequences of a set of code points.
pub(crate) fn prefix(bytes: &[u8], set: &ValueSet) -> Prefix {
    // The length, the bits in the first byte and the least code point of that length: longer forms
    // of smaller code points are not well-formed.
    let (length, first_bits, least) = match bytes[0] {
        byte @ 0x00..=0x7F => (1, byte, 0),
        byte @ 0xC0..=0xDF => (2, byte & 0x1F, 0x80),
        byte @ 0xE0..=0xEF => (3, byte & 0x0F, 0x800),
        byte @ 0xF0..=0xF7 => (4, byte & 0x07, 0x1_0000),
        0x80..=0xBF | 0xF8..=0xFF => return Prefix::Nothing,
    };
    if length < bytes.len() || bytes[1..].iter().any(|byte| byte & 0xC0 != 0x80) {
        return Prefix::Nothing;
    }
    let known =
        bytes[1..].iter().fold(u32::from(first_bits), |v, byte| v << 6 | u32::from(byte & 0x3F));
    let open_bits = 6 * (length - bytes.len());
    let lo = known << open_bits;
    let hi = lo | ((1 << open_bits) - 1);
    if !has_scalar_in(set, lo.max(least), hi.min(0x10_FFFF)) {
        Prefix::Nothing
    } else if open_bits == 0 {
        Prefix::Whole
    } else {
        Prefix::Part
    }
}

/// Returns whether the set has a Unicode scalar value from `lo` to `hi`.
pub(crate) fn has_scalar_in(set: &ValueSet, lo: u32, hi: u32) -> bool {
    let meets = |a: u32, b: u32| {
        let (lo, hi) = (lo.max(a), hi.min(b));
        set.ranges().iter().any(|&(from, to)| from.max(lo) <= to.min(hi))
    };
    meets(0, 0xD7FF) || meets(0xE000, 0x10_FFFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every scalar value's own encoding, by the standard library, is a `Whole`
    /// exactly if it is in the set, and its beginnings are then `Part`s.
    #[test]
    fn agrees_with_the_standard_library() {
        let set = ValueSet::new([(0x41, 0x41), (0x7F, 0x81), (0xD000, 0xE001), (0xFFFE, 0x1_0003)]);
        let mut buffer = [0; 4];
        for scalar in '\0'..='\u{1_0100}' {
            let bytes = scalar.encode_utf8(&mut buffer).as_bytes();
            let value = u32::from(scalar);
            let is_in = set.ranges().iter().any(|&(lo, hi)| lo <= value && value <= hi);
            assert_eq!(prefix(bytes, &set) == Prefix::Whole, is_in, "{value:X}");
            if is_in {
                for end in 1..bytes.len() {
                    assert_eq!(prefix(&bytes[..end], &set), Prefix::Part, "{value:X}");
                }
            }
        }
    }

    #[test]
    fn ill_formed_sequences_are_nothing() {
        let all = ValueSet::new([(0, 0x10_FFFF)]);
        for bytes in [
            &b"\x80"[..],
            b"\xC0",
            b"\xC1",
            b"\xC0\x80",
            b"\xE0\x9F",
            b"\xED\xA0",
            b"\xED\xBF\xBF",
            b"\xF0\x8F",
            b"\xF4\x90",
            b"\xF5",
            b"\xFF",
            b"a\x80",
            b"\xC3a",
        ] {
            assert_eq!(prefix(bytes, &all), Prefix::Nothing, "{bytes:X?}");
        }
        for bytes in [&b"\xED\x9F"[..], b"\xEE\x80", b"\xF4\x8F", b"\xF0\x90"] {
            assert_eq!(prefix(bytes, &all), Prefix::Part, "{bytes:X?}");
        }
    }

    #[test]
    fn a_beginning_without_a_member_is_nothing() {
        let set = ValueSet::single(0x20AC);
        assert_eq!(prefix(b"\xE2", &set), Prefix::Part);
        assert_eq!(prefix(b"\xE2\x82", &set), Prefix::Part);
        assert_eq!(prefix(b"\xE2\x83", &set), Prefix::Nothing);
        assert_eq!(prefix(b"\xE2\x82\xAD", &set), Prefix::Nothing);
        assert_eq!(prefix(b"\xE2\x82\xAC", &set), Prefix::Whole);
    }
}
