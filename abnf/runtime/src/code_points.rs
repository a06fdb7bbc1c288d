//! Sets of characters beyond ASCII in UTF-8, for automata that are written as code.
//!
//! Most characters are decided by their first two bytes: a first byte of a set has a range of second
//! bytes after which any continuation bytes make a character of the set. Only for the others is the
//! code point compared with the ranges of the set. The bytes need not be UTF-8.

#![allow(dead_code, reason = "a grammar may have them only in edges or only in runs")]

/// A set of characters beyond ASCII.
pub(crate) struct CodePoints {
    /// The characters by their first bytes, from [`FIRST`] on.
    by_first: [ByFirst; FIRST_BYTES],
    /// The first and the last code point of each range, in ascending order.
    ranges: &'static [[u32; 2]],
}

/// The characters of a set that begin with a byte.
#[derive(Clone, Copy)]
struct ByFirst {
    /// The lowest of the second bytes after which any continuation bytes make a character of the set.
    low: u8,
    /// The number of such second bytes, which are adjacent.
    count: u8,
    /// The indices of the ranges that can contain a character: the first one, and the one after the
    /// last.
    ranges: [u16; 2],
}

/// The first bytes of characters beyond ASCII are the highest 64 bytes.
const FIRST: u8 = 0xC0;

/// The number of first bytes.
const FIRST_BYTES: usize = 64;

/// Makes a set of at most 65535 ranges of code points beyond ASCII, without surrogates.
#[allow(clippy::cast_possible_truncation, reason = "six bits of a code point, and few ranges")]
pub(crate) const fn code_points(ranges: &'static [[u32; 2]]) -> CodePoints {
    let mut by_first = [ByFirst { low: 0, count: 0, ranges: [0; 2] }; FIRST_BYTES];
    let mut first = 0;
    while first < FIRST_BYTES {
        let (high, shift) = bits(first as u8 + FIRST);
        let (least, most) = (high << (shift + 6), (high + 1) << (shift + 6));
        let from = index_from(ranges, least);
        let mut to = from;
        while to < ranges.len() && ranges[to][0] < most {
            to += 1;
        }
        let found = &mut by_first[first];
        found.ranges = [from as u16, to as u16];
        let (mut low, mut byte) = (0x80, 0x80);
        while byte < 0xC0 {
            let code_point = least | (byte as u32 & 0x3F) << shift;
            let last = code_point | ((1 << shift) - 1);
            let range = index_from(ranges, code_point);
            let is_whole = range < ranges.len()
                && ranges[range][0] <= code_point
                && last <= ranges[range][1]
                && is_shortest(code_point, first as u8 + FIRST);
            if !is_whole {
                low = byte + 1;
            } else if found.count < byte + 1 - low {
                (found.low, found.count) = (low, byte + 1 - low);
            }
            byte += 1;
        }
        first += 1;
    }
    CodePoints { by_first, ranges }
}

/// Returns the bits of a code point in a first byte, and the number of bits after the second byte.
const fn bits(first: u8) -> (u32, u32) {
    match first {
        ..0xE0 => (first as u32 & 0x1F, 0),
        0xE0..0xF0 => (first as u32 & 0x0F, 6),
        // No code point is so large that it begins with a byte from F8 on.
        0xF0.. => (first as u32 & 0x0F, 12),
    }
}

/// Returns the index of the first range that does not end before a code point.
const fn index_from(ranges: &[[u32; 2]], code_point: u32) -> usize {
    let mut index = 0;
    while index < ranges.len() && ranges[index][1] < code_point {
        index += 1;
    }
    index
}

/// Returns whether no encoding that begins with a lower byte is shorter.
const fn is_shortest(code_point: u32, first: u8) -> bool {
    let least = match first {
        ..0xE0 => 0x80,
        0xE0..0xF0 => 0x800,
        0xF0.. => 0x1_0000,
    };
    least <= code_point
}

/// Returns the offset after all characters of a set from an offset on.
#[inline(never)]
pub(crate) fn skip(set: &CodePoints, text: &[u8], mut at: usize) -> usize {
    loop {
        match length(set, text, at) {
            0 => return at,
            length => at += length,
        }
    }
}

/// As [`length`]. Not inlined, because a program has many edges by characters.
#[inline(never)]
pub(crate) fn first(set: &CodePoints, text: &[u8], at: usize) -> usize {
    length(set, text, at)
}

/// Returns the length of the character at an offset, if it is in a set, else 0.
#[inline]
pub(crate) fn length(set: &CodePoints, text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let [first @ FIRST..=u8::MAX, second, ..] = *rest else { return 0 };
    let found = &set.by_first[usize::from(first - FIRST)];
    if found.count <= second.wrapping_sub(found.low) {
        return compared(set, rest);
    }
    let is_next = |index: usize| rest.get(index).is_some_and(|&byte| is_continuation(byte));
    match first {
        ..0xE0 => 2,
        ..0xF0 if is_next(2) => 3,
        0xF0.. if is_next(2) && is_next(3) => 4,
        _ => 0,
    }
}

/// As [`length`], for the first character of a text, by comparing its code point with ranges.
#[inline(never)]
fn compared(set: &CodePoints, text: &[u8]) -> usize {
    // Continuation bytes without bits stand for those that shorter characters do not have.
    let (first, more, length) = match *text {
        [first @ FIRST..0xE0, a, ..] => (first, [0x80, 0x80, a], 2),
        [first @ 0xE0..0xF0, a, b, ..] => (first, [0x80, a, b], 3),
        [first @ 0xF0..=u8::MAX, a, b, c, ..] => (first, [a, b, c], 4),
        _ => return 0,
    };
    let [a, b, c] = more.map(|byte| u32::from(byte ^ 0x80));
    let (high, shift) = bits(first);
    let code_point = high << (shift + 6) | a << 12 | b << 6 | c;
    let [from, to] = set.by_first[usize::from(first - FIRST)].ranges;
    let ranges = set.ranges.get(from.into()..to.into()).unwrap_or_default();
    let range = ranges.iter().find(|range| code_point <= range[1]);
    let is_in = range.is_some_and(|range| range[0] <= code_point);
    let are_continuations = a | b | c < 0x40;
    if are_continuations && is_in && is_shortest(code_point, first) { length } else { 0 }
}

const fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}
