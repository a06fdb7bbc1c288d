//! Escapes of characters beyond ASCII, in pieces or as a string.

use crate::operations::output::Each;
use crate::operations::{percent, scan};
#[cfg(feature = "alloc")]
use alloc::string::String;
use core::fmt;

/// Writes each character beyond ASCII as the escapes of its octets in UTF-8.
#[inline]
pub(super) fn escaped(text: &str, each: &mut Each<'_>) -> fmt::Result {
    let mut rest = text;
    while !rest.is_empty() {
        let (ascii, after) = rest.split_at(scan::ascii(rest));
        if !ascii.is_empty() {
            each(ascii)?;
        }
        let beyond = after.bytes().take_while(|byte| !byte.is_ascii()).count();
        let (beyond, after) = after.split_at(beyond);
        percent::write_escapes(beyond.as_bytes(), each)?;
        rest = after;
    }
    Ok(())
}

/// The same in one string, whose length is known. Not inlined, because most texts are kept.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(super) fn escaped_string(text: &str) -> String {
    let length = escaped_length(text);
    // Each octet overwrites the zeros after the one before.
    let mut bytes = alloc::vec![0; length + WRITTEN];
    let mut end = 0;
    for octet in text.bytes() {
        bytes[end..end + WRITTEN].copy_from_slice(&ESCAPED[usize::from(octet)]);
        end += if octet.is_ascii() { 1 } else { ESCAPE };
    }
    bytes.truncate(length);
    String::from_utf8(bytes).expect("characters of ASCII")
}

/// The number of bytes that are written for each octet: a power of two, which takes one instruction.
#[cfg(feature = "alloc")]
const WRITTEN: usize = 4;

/// The text for each octet: a character of ASCII, or an escape; then zeros.
#[cfg(feature = "alloc")]
static ESCAPED: &[[u8; WRITTEN]; 256] = &{
    let mut written = [[0; WRITTEN]; 256];
    let mut octet = 0;
    while octet < 0x80 {
        written[octet as usize][0] = octet;
        octet += 1;
    }
    let mut index = 0x80;
    while index < 256 {
        let [percent, high, low] = percent::ESCAPE_BYTES[index];
        written[index] = [percent, high, low, 0];
        index += 1;
    }
    written
};

/// Returns the length of a text with an escape for each octet beyond ASCII.
#[inline]
pub(super) fn escaped_length(text: &str) -> usize {
    text.len() + (ESCAPE - 1) * scan::count_beyond_ascii(text)
}

/// The length of an escape in bytes.
pub(super) const ESCAPE: usize = "%XX".len();
