//! Percent-encoding: decodes parts to data, and encodes data as parts.
//!
//! RFC 3986 section 2.1, RFC 2396 section 2.4: an octet that a part cannot hold as a character is
//! written as `%` and two hexadecimal digits. Decoding and encoding are operations on one part,
//! never on a whole URI: a URI "must be separated into its components before the
//! escaped characters within those components can be safely decoded" (RFC 2396 section 2.4.2).
//! So `decode` and `encode` belong to the views of the parts that have no parts of their own.
//!
//! Nothing is decoded or encoded twice. A view holds escaped text, and `decode` returns the data
//! that it stands for; `encode` takes data and returns escaped text, in which a `%` of the data is
//! always `%25`.

mod beyond;
mod decode;
mod encode;

pub(crate) use beyond::Beyond;
pub(crate) use decode::Plus;
pub use decode::{Decode, DecodeChars, DecodeError, InvalidUtf8};
#[cfg(all(feature = "rfc3986", feature = "rfc3987"))]
pub(crate) use encode::write_escapes;
pub use encode::{Encode, EscapedPart};
pub(crate) use encode::{escaped, write};

use crate::ByteSet;
use crate::generated::runtime::Rule;

/// The characters that never delimit: RFC 3986 section 2.3.
#[cfg(any(feature = "mailto", feature = "tel", feature = "data", feature = "urn"))]
pub(crate) const UNRESERVED_RFC3986: ByteSet = ByteSet::EMPTY
    .with_range(b'A', b'Z')
    .with_range(b'a', b'z')
    .with_range(b'0', b'9')
    .with(b'-')
    .with(b'.')
    .with(b'_')
    .with(b'~');

/// Returns the ASCII characters that may follow this one in texts of a rule, and so need no escape
/// there, by the rule's own matcher.
pub(crate) const fn characters_of<R: Rule>(first: u8) -> ByteSet {
    let dfa = R::TABLE.dfa;
    let (after, _) = dfa.edge(dfa.start, first);
    let mut set = ByteSet::EMPTY;
    let mut byte = 0;
    while byte < 0x80 {
        if dfa.accepts(dfa.edge(after, byte).0) {
            set = set.with(byte);
        }
        byte += 1;
    }
    set
}

/// The escape of a byte, with upper-case digits.
#[inline]
pub(crate) fn escape_of(byte: u8) -> &'static str {
    let start = 3 * usize::from(byte);
    &ESCAPES[start..start + 3]
}

/// The character of a byte of ASCII, as text; of any other byte, its escape.
#[inline]
pub(crate) fn character_of(byte: u8) -> &'static str {
    let start = usize::from(byte);
    ASCII.get(start..=start).unwrap_or_else(|| escape_of(byte))
}

/// The byte that an escape at the front of the text stands for, and the rest.
#[inline]
pub(crate) fn split_escape(text: &[u8]) -> Option<(u8, &[u8])> {
    let [b'%', high, low, rest @ ..] = text else { return None };
    let [high, low] = [digit(*high), digit(*low)];
    if high | low < 16 { Some((high << 4 | low, rest)) } else { None }
}

/// The character whose octets in UTF-8 are escaped at the front of the text, if there is one.
#[inline]
pub(crate) fn escaped_character(text: &str) -> Option<char> {
    let (mut octets, mut length) = ([0; 4], 0);
    let mut rest = text.as_bytes();
    while let (Some(place), Some((octet, more))) = (octets.get_mut(length), split_escape(rest)) {
        *place = octet;
        length += 1;
        rest = more;
    }
    octets[..length].utf8_chunks().next()?.valid().chars().next()
}

/// The value of a hexadecimal digit; at least 16 for any other byte.
#[inline]
pub(crate) fn digit(byte: u8) -> u8 {
    DIGITS[usize::from(byte)]
}

/// The values of all bytes as hexadecimal digits. A table, because the kinds of digits are mixed, so
/// that branches would be mispredicted.
static DIGITS: [u8; 256] = {
    let mut digits = [u8::MAX; 256];
    let mut value = 0;
    while value < 16 {
        let digit = b"0123456789ABCDEF"[value as usize];
        digits[digit as usize] = value;
        digits[digit.to_ascii_lowercase() as usize] = value;
        value += 1;
    }
    digits
};

/// The escape of each byte.
static ESCAPES: &str = ascii(ESCAPE_BYTES.as_flattened());

/// The bytes of the escape of each byte.
pub(crate) static ESCAPE_BYTES: &[[u8; 3]; 256] = &{
    let mut bytes = [[b'%'; 3]; 256];
    let mut byte = 0;
    while byte < 256 {
        bytes[byte][1] = b"0123456789ABCDEF"[byte >> 4];
        bytes[byte][2] = b"0123456789ABCDEF"[byte & 15];
        byte += 1;
    }
    bytes
};

static ASCII: &str = {
    const BYTES: [u8; 128] = {
        let mut bytes = [0; 128];
        let mut byte = 0;
        while byte < 128 {
            bytes[byte as usize] = byte;
            byte += 1;
        }
        bytes
    };
    ascii(&BYTES)
};

#[inline]
const fn ascii(bytes: &'static [u8]) -> &'static str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("not ASCII"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_have_their_values() {
        for byte in 0..=u8::MAX {
            let value = char::from(byte).to_digit(16);
            assert_eq!(u32::from(digit(byte)), value.unwrap_or(u8::MAX.into()), "{byte}");
        }
    }
}
