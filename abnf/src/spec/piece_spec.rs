//! The settings for decoded text: the meanings of the pieces of a text.

use super::SpecSpan;

/// The meaning of a rule's texts as sequences of pieces. Everything outside of the pieces stands
/// for itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecodedSpec {
    /// The pieces, each rule once.
    pub pieces: Vec<PieceSpec>,
    /// The treatment of values that are not text. `None` if the spec does not mention it: then
    /// values that need not be UTF-8 are bytes, and half of a surrogate pair is an error.
    pub invalid: Option<Invalid>,
}

/// A rule whose texts have a meaning inside the texts of another rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSpec {
    /// Its rulename, in any case. Its occurrences count at any depth, outside of other pieces.
    pub rule: String,
    /// The meaning of its texts.
    pub meaning: Meaning,
    /// The span of its name.
    pub span: SpecSpan,
}

/// The meaning of a piece.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meaning {
    /// The same text for all texts of the piece.
    Fixed(String),
    /// A meaning that depends on the text of the piece.
    Read {
        /// The number of bytes at the beginning that mean nothing.
        drop: usize,
        /// The meaning of the bytes after them.
        rest: Rest,
    },
    /// Several meanings, each for the texts that begin with a prefix, which means nothing itself.
    /// Each text has at least one of the prefixes; if it has several, the longest one decides.
    ByPrefix(Vec<(String, Self)>),
}

impl Meaning {
    /// Returns the meanings, each with its prefix.
    pub fn cases(&self) -> Vec<(&str, &Self)> {
        match self {
            Self::ByPrefix(cases) => cases.iter().map(|(prefix, it)| (&**prefix, it)).collect(),
            one => vec![("", one)],
        }
    }

    /// Returns whether some texts of the piece are numbers of a unit.
    pub fn has_numbers_of(&self, unit: NumberedUnit) -> bool {
        let is_it = |it: &Self| matches!(it, Self::Read { rest: Rest::Number { unit: of, .. }, .. } if *of == unit);
        self.cases().into_iter().any(|(_, it)| is_it(it))
    }
}

/// The meaning of the text of a piece after the dropped bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rest {
    /// The text itself.
    Itself,
    /// A number in digits.
    Number {
        /// The radix of the digits, 2 to 36. Letters are digits in both cases.
        radix: u8,
        /// The unit that has this number.
        unit: NumberedUnit,
    },
    /// One of several texts, as pairs of a text and its meaning, in the order of the texts.
    OneOf(Vec<(String, String)>),
}

/// The unit whose number a piece contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NumberedUnit {
    /// A byte.
    Byte,
    /// A character of Unicode.
    Char,
    /// A unit of UTF-16. A high surrogate and the low one in the next piece are one character.
    Utf16,
}

impl NumberedUnit {
    /// The greatest number.
    pub const fn greatest(self) -> u32 {
        match self {
            Self::Byte => 0xFF,
            Self::Char => 0x10_FFFF,
            Self::Utf16 => 0xFFFF,
        }
    }
}

/// The treatment of decoded bytes that are not UTF-8, and of half of a surrogate pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// The text has no value.
    Error,
    /// `U+FFFD` takes the place of each maximal sequence of bytes that is not UTF-8, and of each
    /// half.
    Replace,
}
