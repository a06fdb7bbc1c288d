//! The error of data that has no text.

use super::alloc::string::String;
#[cfg(feature = "node_writers")]
use super::node_data::MAX_LEVELS;
use core::fmt;

/// The greatest number of steps of one search for a text, with those inside.
pub(crate) const MAX_STEPS: usize = 1 << 22;

/// Says why data has no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError {
    rule: String,
    field: String,
    why: Why,
}

/// The reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The part has no text with this value.
    Value,
    /// The parts cannot occur together.
    Together,
    /// The parts cannot occur without this one.
    Absent,
    /// Each text that was tried reads as other data.
    Other,
    /// The search was given up.
    Limit,
    /// Too much data is inside of other data.
    #[cfg(feature = "node_writers")]
    Depth,
    /// No text has a value that continues at this offset as the given one does.
    Offset(usize),
}

impl WriteError {
    pub(crate) fn new(rule: &str, field: String, why: Why) -> Self {
        Self { rule: rule.into(), field, why }
    }

    /// Makes the error of a value; a text exists up to this offset in the value.
    pub(crate) fn of_value(rule: &str, offset: usize) -> Self {
        Self::new(rule, String::new(), Why::Offset(offset))
    }

    /// Makes the error of a value of another crate's type.
    #[cfg(feature = "foreign")]
    pub(crate) fn of_other(rule: &str) -> Self {
        Self::new(rule, String::new(), Why::Value)
    }

    pub(crate) fn into_field(self) -> (String, Why) {
        (self.field, self.why)
    }

    /// Returns the name of the rule, as the grammar spells it.
    #[must_use]
    pub fn rule(&self) -> &str {
        &self.rule
    }

    /// Returns the path to the field that cannot be written, such as `full_date.month` or
    /// `parameters[1].name`. Empty for data without fields.
    #[must_use]
    pub fn field(&self) -> &str {
        &self.field
    }

    /// Returns the offset, in bytes of the value that cannot be written, up to which some text of
    /// the rule has the value. `None` if the data is a record.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        match self.why {
            Why::Offset(offset) => Some(offset),
            _ => None,
        }
    }

    /// Returns whether the data is nested too deeply: more than 512 structs and enums of recursive
    /// rules are inside each other.
    #[cfg(feature = "node_writers")]
    #[must_use]
    pub const fn is_too_deep(&self) -> bool {
        matches!(self.why, Why::Depth)
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, field, why } = self;
        match why {
            Why::Value if field.is_empty() => write!(f, "no text of `{rule}` has this value"),
            Why::Together | Why::Absent | Why::Other if field.is_empty() => {
                write!(f, "each text of `{rule}` would be read with another value")
            }
            Why::Value => write!(f, "no text of `{rule}` has this value of `{field}`"),
            Why::Together => {
                write!(f, "no text of `{rule}` has exactly these parts: `{field}` does not fit")
            }
            Why::Absent => {
                write!(f, "no text of `{rule}` has exactly these parts: `{field}` is missing")
            }
            Why::Other => write!(f, "each text of `{rule}` would be read with another `{field}`"),
            Why::Limit => write!(f, "no text of `{rule}` was found in {MAX_STEPS} steps"),
            #[cfg(feature = "node_writers")]
            Why::Depth => {
                write!(f, "the data of `{rule}` is nested deeper than {MAX_LEVELS} levels")
            }
            Why::Offset(offset) => {
                write!(f, "no text of `{rule}` has this value: none continues at its byte {offset}")
            }
        }
    }
}

impl core::error::Error for WriteError {}
