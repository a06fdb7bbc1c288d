//! Decides whether all texts of a regular rule are numbers in the notation of `f64::from_str` of
//! Rust's standard library: a sign, digits with a point and an exponent, or `inf`, `infinity` and
//! `nan` in any case.

use super::inclusion::reached;
use crate::automata::dfa::Dfa;

/// Returns a text of the automaton that is not a number. `None` if there is none.
pub fn other_than_float(dfa: &Dfa) -> Option<Vec<u8>> {
    reached(dfa, Float::Start, Float::next, Float::is_end).err()
}

/// The part of a number that has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Float {
    Start,
    Sign,
    /// Digits before the point.
    Whole,
    /// The point without any digit before it.
    Point,
    /// The point, and digits before or after it.
    Fraction,
    /// The `e` of the exponent.
    Exponent,
    ExponentSign,
    ExponentDigits,
    /// This many letters of `infinity`.
    Infinity(usize),
    /// This many letters of `nan`.
    Nan(usize),
}

const INFINITY: &[u8] = b"infinity";
const NAN: &[u8] = b"nan";

impl Float {
    /// Returns the state after one more byte. `None` if no number continues with it.
    fn next(self, byte: u8) -> Option<Self> {
        let letter = byte.to_ascii_lowercase();
        let continues = |word: &[u8], count: usize| word.get(count) == Some(&letter);
        match (self, byte) {
            (Self::Start, b'+' | b'-') => Some(Self::Sign),
            (Self::Start | Self::Sign | Self::Whole, b'0'..=b'9') => Some(Self::Whole),
            (Self::Start | Self::Sign, b'.') => Some(Self::Point),
            (Self::Start | Self::Sign, b'i' | b'I') => Some(Self::Infinity(1)),
            (Self::Start | Self::Sign, b'n' | b'N') => Some(Self::Nan(1)),
            (Self::Point | Self::Fraction, b'0'..=b'9') | (Self::Whole, b'.') => {
                Some(Self::Fraction)
            }
            (Self::Whole | Self::Fraction, b'e' | b'E') => Some(Self::Exponent),
            (Self::Exponent, b'+' | b'-') => Some(Self::ExponentSign),
            (Self::Exponent | Self::ExponentSign | Self::ExponentDigits, b'0'..=b'9') => {
                Some(Self::ExponentDigits)
            }
            (Self::Infinity(count), _) if continues(INFINITY, count) => {
                Some(Self::Infinity(count + 1))
            }
            (Self::Nan(count), _) if continues(NAN, count) => Some(Self::Nan(count + 1)),
            _ => None,
        }
    }

    /// Returns whether a number can end.
    fn is_end(self) -> bool {
        match self {
            Self::Whole | Self::Fraction | Self::ExponentDigits => true,
            Self::Infinity(count) => count == "inf".len() || count == INFINITY.len(),
            Self::Nan(count) => count == NAN.len(),
            Self::Start | Self::Sign | Self::Point | Self::Exponent | Self::ExponentSign => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    /// All texts over these bytes, judged by the standard library.
    #[test]
    fn the_notation_is_that_of_the_standard_library() {
        let mut numbers = 0;
        for text in testing::texts(b"0.e-InfTyAa", 5) {
            let state = text.iter().try_fold(Float::Start, |state, &byte| state.next(byte));
            let text = std::str::from_utf8(&text).unwrap();
            let is_number = text.parse::<f64>().is_ok();
            assert_eq!(state.is_some_and(Float::is_end), is_number, "{text}");
            numbers += usize::from(is_number);
        }
        assert!(numbers > 50, "{numbers}");
        for (text, is_number) in [("-Infinity", true), ("infinit", false), ("+nAN", true)] {
            let state = text.bytes().try_fold(Float::Start, Float::next);
            assert_eq!(state.is_some_and(Float::is_end), is_number, "{text}");
        }
    }

    #[test]
    fn a_text_shows_what_is_no_number() {
        let other = |grammar: &str| other_than_float(&testing::dfa(grammar, "r"));
        let json = "r = [ \"-\" ] ( \"0\" / %x31-39 *DIGIT ) [ \".\" 1*DIGIT ]\n\
                    \u{20} [ \"e\" [ \"-\" / \"+\" ] 1*DIGIT ]\n";
        assert_eq!(other(json), None);
        assert_eq!(other("r = \"0\" [ \".\" 0*3DIGIT ] / \"inf\" / \"nan\"\n"), None);
        assert_eq!(other("r = *DIGIT\n"), Some(Vec::new()));
        assert_eq!(other("r = 1*2DIGIT \"%\"\n"), Some(b"0%".to_vec()));
        assert_eq!(other("r = 1*DIGIT *( \"_\" 1*DIGIT )\n"), Some(b"0_0".to_vec()));
    }
}
