//! The characters that are possible at one place of a text, and their kinds.

use crate::grammar::ValueSet;

/// A place of a text: the characters that are possible there. A text is chosen as a sequence of such sets,
/// and spelled afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Members {
    ascii: u128,
    /// The smallest character beyond ASCII.
    beyond: Option<char>,
    /// Whether a single letter was written as a capital.
    is_capital: bool,
}

/// The kind of the most readable characters of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Letter,
    Digit,
    Mark,
    Space,
    /// A control character, or one beyond ASCII.
    Other,
}

const LETTERS: u128 = range(b'a', b'z') | range(b'A', b'Z');
const DIGITS: u128 = range(b'0', b'9');
const SPACE: u128 = range(b'\t', b'\r') | range(b' ', b' ');
/// Letters that are no digits of hexadecimal numbers.
const WORDS: u128 = range(b'g', b'z') | range(b'G', b'Z');

const fn range(low: u8, high: u8) -> u128 {
    (u128::MAX >> (127 - high)) & (u128::MAX << low)
}

impl Members {
    /// Returns the union of sets. `None` if there are no characters in it.
    pub(super) fn of(sets: &[&ValueSet]) -> Option<Self> {
        let ranges = || sets.iter().flat_map(|set| set.ranges());
        let mut ascii = 0;
        for &(low, high) in ranges() {
            if let (Ok(low), Ok(high)) = (u8::try_from(low), u8::try_from(high.min(127)))
                && low <= high
            {
                ascii |= range(low, high);
            }
        }
        let above = ranges().filter(|range| 127 < range.1);
        let beyond = above.filter_map(|&(low, _)| char::from_u32(low.max(128))).min();
        let is_capital = sets.first().is_some_and(|set| set.begins_with_capital());
        (ascii != 0 || beyond.is_some()).then_some(Self { ascii, beyond, is_capital })
    }

    pub(super) fn has(self, c: char) -> bool {
        c.is_ascii() && self.ascii >> (c as u32) & 1 == 1
    }

    pub(super) fn kind(self) -> Kind {
        let kinds = [(LETTERS, Kind::Letter), (DIGITS, Kind::Digit)];
        let known = kinds.into_iter().find(|(of_kind, _)| self.ascii & of_kind != 0);
        known.map_or_else(
            || match self {
                it if it.ascii & range(b'!', b'~') != 0 => Kind::Mark,
                it if it.ascii & SPACE != 0 => Kind::Space,
                _ => Kind::Other,
            },
            |it| it.1,
        )
    }

    /// Returns whether there is one character, or one letter in both cases.
    pub(super) fn is_fixed(self) -> bool {
        match (self.ascii.count_ones(), self.beyond) {
            (1, None) | (0, Some(_)) => true,
            (2, None) => {
                let low = self.ascii.trailing_zeros();
                self.ascii & LETTERS == self.ascii && self.ascii >> low == (1 << 32) + 1
            }
            _ => false,
        }
    }

    /// Returns whether words can be spelled with these characters.
    pub(super) fn is_word(self) -> bool {
        self.ascii & WORDS != 0 && !self.is_fixed()
    }

    /// Returns the letter in the case in which the grammar has it, if there is one letter.
    pub(super) fn only_letter(self) -> Option<char> {
        let low = u8::try_from(self.ascii.trailing_zeros()).unwrap_or(0);
        let (capital, small) = (low.to_ascii_uppercase(), low.to_ascii_lowercase());
        let [first, second] = if self.is_capital { [capital, small] } else { [small, capital] };
        let letters = [first, second].map(char::from).into_iter();
        letters.filter(|_| self.is_fixed() && low.is_ascii_alphabetic()).find(|&c| self.has(c))
    }

    /// Returns the wanted letter, in lower case if possible, or the next one in the alphabet.
    pub(super) fn letter(self, wanted: char) -> Option<char> {
        let after = (0..26).map(|more| char::from(b'a' + (wanted as u8 - b'a' + more) % 26));
        let lower = after.clone().find(|&c| self.has(c));
        lower.or_else(|| after.map(|c| c.to_ascii_uppercase()).find(|&c| self.has(c)))
    }

    /// Returns the wanted digit, or the smallest one.
    pub(super) fn digit(self, wanted: char) -> Option<char> {
        if self.has(wanted) { Some(wanted) } else { ('0'..='9').find(|&c| self.has(c)) }
    }

    /// Returns the plainest character that is neither a letter nor a digit, if there is one.
    pub(super) fn mark(self) -> Option<char> {
        let printed = ('!'..='~').chain([' ']).find(|&c| self.has(c));
        let control = || ('\0'..='\x7F').find(|&c| self.has(c));
        printed.or_else(control).or(self.beyond)
    }
}
