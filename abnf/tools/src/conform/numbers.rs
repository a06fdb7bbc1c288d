//! Numbers around the bounds of integer types and of units of time, for texts in place of their own.
//!
//! A grammar often allows any digits where programs have a bound, as in the port of a URI.

use std::collections::BTreeSet;

/// The numbers, those before and after a bound: of unsigned and of signed integers of each width, of hours,
/// minutes, seconds, days, months and percentages, and the first that binary64 does not represent. Those with a
/// zero in front are octal for some programs.
const NUMBERS: [&str; 42] = [
    "65535",
    "65536",
    "255",
    "256",
    "4294967295",
    "4294967296",
    "2147483647",
    "2147483648",
    "18446744073709551615",
    "18446744073709551616",
    "9223372036854775807",
    "9223372036854775808",
    "340282366920938463463374607431768211456",
    "9007199254740993",
    "32767",
    "32768",
    "127",
    "128",
    "0",
    "1",
    "00",
    "01",
    "08",
    "010",
    "9",
    "10",
    "12",
    "13",
    "23",
    "24",
    "28",
    "29",
    "30",
    "31",
    "32",
    "59",
    "60",
    "61",
    "99",
    "100",
    "101",
    "1000",
];

/// Returns texts with another number in place of one of theirs; at most `tries` texts, from numbers at equal
/// distances if there are too many. A number that is shorter than that of the text has zeros in front.
pub(super) fn renumbered(texts: &[Vec<u8>], tries: usize) -> impl Iterator<Item = Vec<u8>> {
    let around: BTreeSet<_> = texts.iter().flat_map(|text| runs(text)).collect();
    let around: Vec<_> = around.into_iter().collect();
    let step = (around.len() * NUMBERS.len()).div_ceil(tries.max(1)).max(1);
    NUMBERS.into_iter().flat_map(move |number| {
        let chosen: Vec<_> = around.iter().step_by(step).copied().collect();
        chosen.into_iter().map(move |Run { before, width, after }| {
            [before, format!("{number:0>width$}").as_bytes(), after].concat()
        })
    })
}

/// A run of decimal digits, with what is around it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Run<'t> {
    before: &'t [u8],
    after: &'t [u8],
    width: usize,
}

fn runs(text: &[u8]) -> impl Iterator<Item = Run<'_>> {
    let mut end = 0;
    text.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit()).filter_map(move |chunk| {
        let (before, after) = (&text[..end], &text[end + chunk.len()..]);
        end += chunk.len();
        chunk[0].is_ascii_digit().then_some(Run { before, after, width: chunk.len() })
    })
}

#[cfg(test)]
mod tests {
    use super::{NUMBERS, renumbered};

    fn made(texts: &[&str], tries: usize) -> Vec<String> {
        let texts: Vec<_> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
        renumbered(&texts, tries).map(|text| String::from_utf8(text).unwrap()).collect()
    }

    #[test]
    fn each_number_of_a_text_becomes_each_number() {
        let made = made(&["a1:23", "a4:23", "x"], usize::MAX);
        assert_eq!(made.len(), 3 * NUMBERS.len());
        for text in ["a65536:23", "a1:65536", "a4:00", "a1:01", "a0:23"] {
            assert!(made.iter().any(|it| it == text), "{text}");
        }
    }

    #[test]
    fn few_tries_have_all_numbers() {
        let texts: Vec<_> = (0..100).map(|it| format!("{}-1", "x".repeat(it))).collect();
        let texts: Vec<_> = texts.iter().map(String::as_str).collect();
        let made = made(&texts, 10 * NUMBERS.len());
        assert_eq!(made.len(), 10 * NUMBERS.len());
        assert!(made.last().is_some_and(|text| text.ends_with("-1000")));
        assert!(renumbered(&[], 0).next().is_none());
    }
}
