//! Numbers around the bounds of integer types and of units of time, for texts in place of their own.
//!
//! A grammar often allows any digits where programs have a bound, as in the port of a URI.

use std::collections::BTreeMap;

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

/// The number of numbers of a text that are replaced, its first ones. Each is compared with its whole text.
const RUNS_OF_TEXT: usize = 256;

/// Returns texts with another number in place of one of theirs; at most `tries` texts, from numbers at equal
/// distances if there are too many. A number that is shorter than that of the text has zeros in front.
pub(super) fn renumbered(texts: &[Vec<u8>], tries: usize) -> impl Iterator<Item = Vec<u8>> {
    let runs = texts.iter().flat_map(|text| runs(text).take(RUNS_OF_TEXT));
    let runs: BTreeMap<_, _> = runs.map(|run| ((run.before, run.after, run.width), run)).collect();
    let step = (runs.len() * NUMBERS.len()).div_ceil(tries.max(1)).max(1);
    let chosen: Vec<_> = runs.into_values().step_by(step).collect();
    NUMBERS.into_iter().flat_map(move |number| {
        let made = chosen.iter().map(|run| run.with(number));
        made.collect::<Vec<_>>()
    })
}

/// A run of decimal digits, with what is around it.
#[derive(Clone, Copy)]
pub(super) struct Run<'t> {
    before: &'t [u8],
    digits: &'t [u8],
    after: &'t [u8],
    /// The least number of digits of another number.
    pub(super) width: usize,
}

impl Run<'_> {
    /// Returns the text with another number.
    pub(super) fn with(&self, number: &str) -> Vec<u8> {
        // The width of a format is at most 65,535.
        let zeros = b"0".repeat(self.width.saturating_sub(number.len()));
        [self.before, &zeros, number.as_bytes(), self.after].concat()
    }

    /// Returns the number, unless it is too great, and whether it has zeros in front.
    pub(super) fn number(&self) -> Option<(u128, bool)> {
        let number = str::from_utf8(self.digits).ok()?.parse().ok()?;
        Some((number, 1 < self.digits.len() && self.digits[0] == b'0'))
    }
}

/// Returns the runs of decimal digits of a text.
pub(super) fn runs(text: &[u8]) -> impl Iterator<Item = Run<'_>> {
    let mut end = 0;
    text.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit()).filter_map(move |digits| {
        let (before, after) = (&text[..end], &text[end + digits.len()..]);
        end += digits.len();
        digits[0].is_ascii_digit().then_some(Run { before, digits, after, width: digits.len() })
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
    fn a_long_number_keeps_its_length() {
        let long = "0".repeat(70_000);
        assert!(made(&[&long], 1).iter().all(|text| text.len() == 70_000));
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
