//! The reasons why a text has no data, and data no text.

use abnfc_runtime::compiler::{self, MAX_LEVELS};
use std::fmt;

/// The reason why a text has no data. All but the first are about recursive rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The text does not match.
    Mismatch,
    /// The text exceeds the limits of trees.
    TooComplex,
    /// The data would be too deep.
    TooDeep,
    /// The part at this offset, whose escapes have meanings, has no value.
    NoValue(usize),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mismatch => f.write_str("the text does not match"),
            Self::TooComplex => f.write_str("the text is too complex for a tree"),
            Self::TooDeep => write!(f, "the data would be nested deeper than {MAX_LEVELS} levels"),
            Self::NoValue(offset) => write!(f, "the part at byte {offset} has no value"),
        }
    }
}

impl std::error::Error for ReadError {}

/// The reason why data has no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// The writer of the rule would be too large.
    TooLarge,
    /// As in generated code.
    Refused(compiler::WriteError),
    /// The text of a rule without parts has no such value.
    Value,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => f.write_str("the rule has no writer, because it would be too large"),
            Self::Refused(error) => error.fmt(f),
            Self::Value => f.write_str("no text of the rule has this value"),
        }
    }
}

impl std::error::Error for WriteError {}
