//! The part of a document that contains the grammar.

use std::fmt::{Display, Formatter};
use std::str::FromStr;

/// A part of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Region {
    /// A section with those inside of it, by its number or letter: `25`, `3.2.1`, `A`.
    Section(String),
    /// Lines, from 1; both ends are included.
    Lines(u32, u32),
}

/// Why a text names no part of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadRegion {
    /// It is no number of a section.
    Section,
    /// It names no lines.
    Lines,
    /// It is neither.
    Other,
}

impl Display for BadRegion {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Section => "expected the number of a section, as `25` or `A.1`",
            Self::Lines => "expected lines, as `120-240`",
            Self::Other => "expected `section 25` or `lines 120-240`",
        })
    }
}

impl std::error::Error for BadRegion {}

impl Region {
    /// Reads the number of a section: `25`, `3.2.1.`, `A`, `Appendix A.1`.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub fn section(text: &str) -> Result<Self, BadRegion> {
        let number = text.trim();
        let number = after_word(number).unwrap_or(number);
        let number = number.strip_suffix('.').unwrap_or(number);
        is_number(number)
            .then(|| Self::Section(number.to_ascii_uppercase()))
            .ok_or(BadRegion::Section)
    }

    /// Reads lines: `120-240`, or `120` for one.
    ///
    /// # Errors
    ///
    /// If there are none, or they begin at 0.
    pub fn lines(text: &str) -> Result<Self, BadRegion> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        match (first.trim().parse(), last.trim().parse()) {
            (Ok(first), Ok(last)) if 0 < first && first <= last => Ok(Self::Lines(first, last)),
            _ => Err(BadRegion::Lines),
        }
    }
}

/// Returns the text after `Appendix` or `Section` at its beginning, if one is there; case does not matter.
pub(crate) fn after_word(text: &str) -> Option<&str> {
    let after = |word: &str| {
        let begins = text.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word));
        begins.then(|| text[word.len()..].trim_start())
    };
    after("appendix ").or_else(|| after("section "))
}

/// Returns whether a text is numbers with full stops between them, or begins with a letter instead.
pub(crate) fn is_number(text: &str) -> bool {
    let mut components = text.split('.');
    let first = components.next().unwrap_or_default();
    let is_digits = |it: &str| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit());
    let is_letter = first.len() == 1 && first.as_bytes()[0].is_ascii_alphabetic();
    (is_letter || is_digits(first)) && components.all(is_digits)
}

/// The form in spec files, which [`FromStr`] reads: `section 25`, `lines 120-240`.
impl Display for Region {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Section(number) => write!(f, "section {number}"),
            Self::Lines(first, last) => write!(f, "lines {first}-{last}"),
        }
    }
}

impl FromStr for Region {
    type Err = BadRegion;

    fn from_str(text: &str) -> Result<Self, BadRegion> {
        match text.split_once(' ') {
            Some(("section", number)) => Self::section(number),
            Some(("lines", lines)) => Self::lines(lines),
            _ => Err(BadRegion::Other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_read_and_written() {
        for text in ["section 25", "section A.1", "lines 1-1", "lines 7-4294967295"] {
            assert_eq!(text.parse::<Region>().unwrap().to_string(), text);
        }
        assert_eq!(Region::section(" appendix a. "), Ok(Region::Section("A".to_owned())));
        assert_eq!(Region::section("Section 2"), Ok(Region::Section("2".to_owned())));
        assert_eq!(Region::lines("7"), Ok(Region::Lines(7, 7)));
        for text in ["", "25", "section ", "section 1..2", "section AB", "section 1.A", "lines 0-1"]
        {
            assert!(text.parse::<Region>().is_err(), "{text}");
        }
        assert_eq!(Region::lines("2-1"), Err(BadRegion::Lines));
    }
}
