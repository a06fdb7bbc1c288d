//! Sets of characters beyond ASCII, against the decoder of the standard library: every code point, and
//! every short sequence of bytes that may occur in or about UTF-8.

#![allow(unreachable_pub, reason = "the module is part of the library")]

#[path = "../src/code_points.rs"]
mod code_points;

use code_points::{CodePoints, code_points, length, skip};

/// The ranges of a set, and the set.
type Known = (&'static [[u32; 2]], CodePoints);

const UCSCHAR: &[[u32; 2]] = &[
    [0xA0, 0xD7FF],
    [0xF900, 0xFDCF],
    [0xFDF0, 0xFFEF],
    [0x1_0000, 0x1_FFFD],
    [0x2_0000, 0x2_FFFD],
    [0xE_1000, 0xE_FFFD],
];
const ALL: &[[u32; 2]] = &[[0x80, 0xD7FF], [0xE000, 0x10_FFFF]];
const FEW: &[[u32; 2]] = &[
    [0x80, 0x80],
    [0xBF, 0xC0],
    [0x7FF, 0x800],
    [0x83F, 0x880],
    [0xFFC, 0x1040],
    [0xD7FF, 0xD7FF],
    [0xE000, 0xE000],
    [0xFFFF, 0x1_0000],
    [0x1_0040, 0x1_007E],
    [0x3_FFFF, 0x4_0FFF],
    [0x10_FFFF, 0x10_FFFF],
];

fn sets() -> [Known; 4] {
    [
        (UCSCHAR, const { code_points(UCSCHAR) }),
        (ALL, const { code_points(ALL) }),
        (FEW, const { code_points(FEW) }),
        (&[], const { code_points(&[]) }),
    ]
}

/// Returns the length of the character with which a text begins, if it is in one of the ranges.
fn expected(ranges: &[[u32; 2]], text: &[u8]) -> usize {
    let count = text.iter().take(4).count();
    let mut prefixes = (1..=count).filter_map(|length| std::str::from_utf8(&text[..length]).ok());
    let first = prefixes.find_map(|text| text.chars().next());
    let is_in = |it: &char| ranges.iter().any(|r| (r[0]..=r[1]).contains(&u32::from(*it)));
    first.filter(is_in).map_or(0, char::len_utf8)
}

#[test]
fn every_code_point() {
    for (ranges, set) in sets() {
        let step = if cfg!(miri) { 997 } else { 1 };
        for character in ('\0'..=char::MAX).step_by(step) {
            let mut bytes = [b'a'; 6];
            let end = 1 + character.encode_utf8(&mut bytes[1..]).len();
            let wanted = expected(ranges, &bytes[1..]);
            assert_eq!(length(&set, &bytes, 1), wanted, "{character:?} of {ranges:X?}");
            assert_eq!(skip(&set, &bytes, 1), 1 + wanted, "{character:?} of {ranges:X?}");
            // Cut at every byte, and with a byte that does not continue it.
            for cut in 1..end {
                assert_eq!(length(&set, &bytes[..cut], 1), 0, "{character:?} up to {cut}");
                let mut broken = bytes;
                broken[cut] = b'%';
                assert_eq!(length(&set, &broken, 1), 0, "{character:?} without byte {cut}");
            }
        }
        assert_eq!(length(&set, b"a", 1), 0);
        assert_eq!(length(&set, b"a", 2), 0);
    }
}

/// First bytes and continuation bytes at the borders of what UTF-8 allows, and all pairs of bytes.
#[test]
fn bytes_that_are_not_utf_8() {
    const BYTES: [u8; 25] = [
        0, 0x7F, 0x80, 0x8F, 0x90, 0x9E, 0x9F, 0xA0, 0xBE, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0,
        0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF3, 0xF4, 0xF5, 0xFF,
    ];
    for (ranges, set) in sets() {
        for [a, b] in (0..=u16::MAX).map(u16::to_be_bytes) {
            if cfg!(miri) && !(BYTES.contains(&a) && BYTES.contains(&b)) {
                continue;
            }
            assert_eq!(length(&set, &[a, b], 0), expected(ranges, &[a, b]), "{a:X} {b:X}");
        }
        let step = if cfg!(miri) { 41 } else { 1 };
        for number in (0..BYTES.len().pow(4)).step_by(step) {
            let text = [0, 1, 2, 3].map(|at| BYTES[number / BYTES.len().pow(at) % BYTES.len()]);
            assert_eq!(length(&set, &text, 0), expected(ranges, &text), "{text:X?}");
        }
    }
}

#[test]
fn several_characters() {
    let set = const { code_points(UCSCHAR) };
    let text = "aé日😀\u{E000}é".as_bytes();
    for (at, end) in [(0, 0), (1, 10), (2, 2), (3, 10), (6, 10), (10, 10), (13, 15), (15, 15)] {
        assert_eq!(skip(&set, text, at), end, "from {at}");
    }
}
