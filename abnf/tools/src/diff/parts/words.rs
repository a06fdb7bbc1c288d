//! The extent of a comparison in words.

use super::search::SearchLimit;
use super::{PartBound, PartObstacle};
use abnfc::automata::compare::TooManyPairs;
use std::fmt;

/// Which texts were compared, and why no others were.
impl fmt::Display for PartBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bytes, texts, why, limit } = self;
        let Some(bytes) = bytes else { return write!(f, "no text could be compared; {why}") };
        let compared = match texts {
            1 => "1 text was compared".to_owned(),
            _ => format!("{texts} texts were compared"),
        };
        write!(
            f,
            "all common texts of up to {bytes} bytes were compared; {why}; {compared} until {limit}"
        )
    }
}

impl fmt::Display for PartObstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nested => f.write_str("not all texts of nested rules can be compared"),
            Self::NoAutomaton(why) => f.write_str(&why.message),
            Self::TooManySteps(TooManyPairs(limit)) => {
                write!(f, "comparing all texts takes more than {limit} steps, the limit")
            }
        }
    }
}

impl fmt::Display for SearchLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Texts(texts) => write!(f, "the limit of {texts} texts read"),
            Self::Bytes(bytes) => write!(f, "the limit of {bytes} bytes"),
            Self::Steps(steps) => write!(f, "the limit of {steps} steps"),
            Self::Derivation => f.write_str("one was too complex for a derivation"),
        }
    }
}
