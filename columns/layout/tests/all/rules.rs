//! Rules as a generated crate has them, written by hand: with types of their own, which
//! `abnf_layout::rule!` takes over.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::type_complexity)]

use core::fmt;

const BLOCK: usize = 64;
const ABSENT: [u32; 2] = [u32::MAX; 2];

pub(crate) struct Columns {
    pub(crate) rule: &'static str,
    pub(crate) name: &'static str,
    pub(crate) is_text: bool,
    pub(crate) parts: &'static [Part],
    pub(crate) is_match: fn(&[&[u8]]) -> u64,
    pub(crate) locate: fn(&[&[u8]], &mut [[u32; 2]]) -> u64,
    pub(crate) values: fn(&[&[u8]], &mut [[u32; 2]], &mut [u64]) -> u64,
    pub(crate) error: fn(&[u8], &mut dyn fmt::Write) -> Option<usize>,
}

pub(crate) struct Part {
    pub(crate) name: &'static str,
    pub(crate) is_text: bool,
    pub(crate) value: &'static str,
    pub(crate) locate: fn(&[&[u8]], &mut [[u32; 2]; BLOCK]) -> u64,
}

/// The parts of a text that matches: spans and bits.
type Found<const P: usize> = Option<[([u32; 2], u64); P]>;

/// Declares the constant of a rule, by a function from a text to its parts.
macro_rules! rule {
    ($name:ident, $rule:literal, $is_text:literal, $find:ident,
        [$($index:literal $part:literal $part_is_text:literal $value:literal),* $(,)?]) => {
        pub(crate) const $name: Columns = Columns {
            rule: $rule,
            name: $rule,
            is_text: $is_text,
            parts: &[$(Part {
                name: $part,
                is_text: $part_is_text,
                value: $value,
                locate: |texts, spans| {
                    each(texts, $find, |text, found| spans[text] = found[$index].0)
                },
            }),*],
            is_match: |texts| each(texts, $find, |_, _| ()),
            locate: |texts, spans| each(texts, $find, |text, found| {
                for (part, (span, _)) in found.into_iter().enumerate() {
                    spans[part * BLOCK + text] = span;
                }
            }),
            values: |texts, spans, bits| each(texts, $find, |text, found| {
                for (part, (span, value)) in found.into_iter().enumerate() {
                    spans[part * BLOCK + text] = span;
                    bits[part * BLOCK + text] = value;
                }
            }),
            error: |text, message| {
                if $find(text).is_some() {
                    return None;
                }
                write!(message, "no {}: {} bytes", $rule, text.len()).unwrap();
                Some(text.len() / 2)
            },
        };
    };
}

fn each<const P: usize>(
    texts: &[&[u8]],
    find: fn(&[u8]) -> Found<P>,
    mut write: impl FnMut(usize, [([u32; 2], u64); P]),
) -> u64 {
    let mut matches = 0;
    for (index, text) in texts.iter().enumerate() {
        if let Some(found) = find(text) {
            matches |= 1 << index;
            write(index, found);
        }
    }
    matches
}

rule!(DATE, "date", true, date, [
    0 "year" true "u16", 1 "month" true "u8", 2 "day" true "u8", 3 "note" true "",
]);

/// `2026-11-29`, and then perhaps `@` with any text.
pub(crate) fn date(text: &[u8]) -> Found<4> {
    let number = |begin: usize, end: usize| {
        let digits = text.get(begin..end).filter(|it| it.iter().all(u8::is_ascii_digit))?;
        let value = digits.iter().fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'));
        Some(([begin as u32, end as u32], value))
    };
    let hyphens = text.get(4) == Some(&b'-') && text.get(7) == Some(&b'-');
    if !hyphens {
        return None;
    }
    // Large columns contain texts of gibibytes that do not match: those are rejected above.
    core::str::from_utf8(text).ok()?;
    let note = match text.get(10) {
        None => ABSENT,
        Some(b'@') => [11, text.len() as u32],
        Some(_) => return None,
    };
    Some([number(0, 4)?, number(5, 7)?, number(8, 10)?, (note, 0)])
}

rule!(BLOB, "blob", false, blob, [0 "payload" false ""]);

/// `#` and then any bytes.
pub(crate) fn blob(text: &[u8]) -> Found<1> {
    (text.first() == Some(&b'#')).then_some([([1, text.len() as u32], 0)])
}

rule!(BITS, "bits", true, bits, [
    0 "a" true "u8", 1 "b" true "u16", 2 "c" true "u32", 3 "d" true "u64", 4 "e" true "i8",
    5 "f" true "i16", 6 "g" true "i32", 7 "h" true "i64", 8 "i" true "f32", 9 "j" true "f64",
    10 "k" true "char", 11 "l" true "bool",
]);

/// 16 hexadecimal digits, whose lowest bits are the value of each type. Part `char` is absent if
/// there is no such character.
pub(crate) fn bits(text: &[u8]) -> Found<12> {
    let is_hexadecimal = text.len() == 16 && text.iter().all(u8::is_ascii_hexdigit);
    let number = core::str::from_utf8(text).ok().filter(|_| is_hexadecimal)?;
    let bits = u64::from_str_radix(number, 16).ok()?;
    let all = [0, 16];
    let is_char = char::from_u32((bits & 0x1F_FFFF) as u32).is_some();
    Some([
        (all, bits & 0xFF),
        (all, bits & 0xFFFF),
        (all, bits & 0xFFFF_FFFF),
        (all, bits),
        (all, (bits as i8) as u64),
        (all, (bits as i16) as u64),
        (all, (bits as i32) as u64),
        (all, bits),
        (all, bits & 0xFFFF_FFFF),
        (all, bits),
        (if is_char { all } else { ABSENT }, bits & 0x1F_FFFF),
        (all, bits & 1),
    ])
}

rule!(PLAIN, "plain", true, plain, []);

/// `a`, any number of times: a rule without parts.
pub(crate) fn plain(text: &[u8]) -> Found<0> {
    text.iter().all(|byte| *byte == b'a').then_some([])
}
