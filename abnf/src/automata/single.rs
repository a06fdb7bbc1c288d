//! Decides whether all texts of a regular rule are one character in UTF-8, or one byte.
//!
//! The automaton is read together with the part of a character that has been read. Other texts have
//! a state as well, so the text that shows the contrary is a shortest one.

use super::inclusion::reached;
use crate::automata::dfa::Dfa;

/// Returns a shortest text of the automaton that is not one character. `None` if there is none.
pub fn other_than_character(dfa: &Dfa) -> Option<Vec<u8>> {
    let next = |read: Character, byte| Some(read.next(byte));
    reached(dfa, Character::Start, next, |read| read == Character::Complete).err()
}

/// Returns a shortest text of the automaton that is not one byte. `None` if there is none.
pub fn other_than_byte(dfa: &Dfa) -> Option<Vec<u8>> {
    let next = |count: u8, _| Some((count + 1).min(2));
    reached(dfa, 0, next, |count| count == 1).err()
}

/// The part of a character that has been read (RFC 3629 section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Character {
    Start,
    /// Some bytes are left, and the next one is between two bounds.
    Inside {
        left: u8,
        low: u8,
        high: u8,
    },
    Complete,
    /// The text is not one character.
    Other,
}

impl Character {
    fn next(self, byte: u8) -> Self {
        let inside = |left, low, high| Self::Inside { left, low, high };
        match (self, byte) {
            (Self::Start, 0..=0x7F) => Self::Complete,
            (Self::Start, 0xC2..=0xDF) => inside(1, 0x80, 0xBF),
            (Self::Start, 0xE0) => inside(2, 0xA0, 0xBF),
            (Self::Start, 0xED) => inside(2, 0x80, 0x9F),
            (Self::Start, 0xE1..=0xEF) => inside(2, 0x80, 0xBF),
            (Self::Start, 0xF0) => inside(3, 0x90, 0xBF),
            (Self::Start, 0xF1..=0xF3) => inside(3, 0x80, 0xBF),
            (Self::Start, 0xF4) => inside(3, 0x80, 0x8F),
            (Self::Inside { left, low, high }, _) if low <= byte && byte <= high => match left {
                1 => Self::Complete,
                _ => inside(left - 1, 0x80, 0xBF),
            },
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{dfa, texts};

    fn is_character(text: &[u8]) -> bool {
        std::str::from_utf8(text).is_ok_and(|text| text.chars().count() == 1)
    }

    /// All texts of four bytes over the bounds of the ranges, judged by the standard library.
    #[test]
    fn characters_are_those_of_the_standard_library() {
        let bounds = b"a\x7F\x80\x8F\x90\x9F\xA0\xBF\xC1\xC2\xDF\xE0\xE1\xEC\xED\xEE\xEF\xF0\xF1\xF3\xF4\xF5";
        let mut characters = 0;
        for text in texts(bounds, 4) {
            let read = text.iter().fold(Character::Start, |read, &byte| read.next(byte));
            let is_one = is_character(&text);
            assert_eq!(read == Character::Complete, is_one, "{}", text.escape_ascii());
            characters += usize::from(is_one);
        }
        assert!(characters > 800, "{characters}");
        let five = b"\xF1\x80\x80\x80\x80".iter();
        assert_eq!(five.fold(Character::Start, |it, &byte| it.next(byte)), Character::Other);
    }

    /// The witness is as long as the first text in the order of length.
    #[test]
    fn witnesses_are_shortest() {
        let all = texts(b"ab\xC3\xA9\xFF", 4);
        for definition in [
            "\"a\"",
            "\"a\" / \"b\"",
            "[ \"a\" ]",
            "*\"b\"",
            "1*2\"a\"",
            "\"b\" / \"aaaa\" / \"bab\"",
            "%xC3.A9 / \"a\"",
            "%xC3.A9 / %xFF",
            "%xC3 [ %xA9 ]",
            "2( %xC3.A9 )",
            "%xFF",
        ] {
            let dfa = dfa(&format!("; @encoding octets\nr = {definition}\n"), "r");
            let shortest = |is_one: fn(&[u8]) -> bool| {
                let texts = all.iter().filter(|it| dfa.check(it).is_ok());
                { texts }.find(|it| !is_one(it)).map(Vec::len)
            };
            let length = |it: Option<Vec<u8>>| it.map(|it| it.len());
            let character = other_than_character(&dfa);
            assert!(character.iter().all(|it| dfa.check(it).is_ok() && !is_character(it)));
            assert_eq!(length(character), shortest(is_character), "{definition}");
            let byte = other_than_byte(&dfa);
            assert!(byte.iter().all(|it| dfa.check(it).is_ok() && it.len() != 1));
            assert_eq!(length(byte), shortest(|it| it.len() == 1), "{definition}");
        }
    }
}
