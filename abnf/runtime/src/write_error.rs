//! The error of data that has no text.

use super::alloc::string::String;
use super::graph::MAX_STEPS;
use core::fmt;

/// Says why data has no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError {
    rule: String,
    field: String,
    why: Why,
}

/// The reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// The part has no text with this value.
    Value,
    /// The parts cannot occur together.
    Together,
    /// Each text reads as other data.
    Other,
    /// The search was given up.
    Limit,
}

impl WriteError {
    pub(crate) fn new(rule: &str, field: String, why: Why) -> Self {
        Self { rule: rule.into(), field, why }
    }

    pub(crate) fn into_field(self) -> String {
        self.field
    }

    /// Returns the name of the rule, as the grammar spells it.
    #[must_use]
    pub fn rule(&self) -> &str {
        &self.rule
    }

    /// Returns the path to the field that cannot be written, such as `full_date.month` or
    /// `parameters[1].name`.
    #[must_use]
    pub fn field(&self) -> &str {
        &self.field
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, field, why } = self;
        match why {
            Why::Value => write!(f, "no text of `{rule}` has this value of `{field}`"),
            Why::Together => {
                write!(f, "no text of `{rule}` has exactly these parts: `{field}` does not fit")
            }
            Why::Other => write!(f, "each text of `{rule}` would be read with another `{field}`"),
            Why::Limit => write!(f, "no text of `{rule}` was found in {MAX_STEPS} steps"),
        }
    }
}

impl core::error::Error for WriteError {}
