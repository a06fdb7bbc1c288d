//! Restrictions of rules: conditions that a grammar states in comments and prose.

use super::SpecSpan;

/// A condition on the texts of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// The condition that each text meets.
    pub condition: Condition,
    /// The span of the condition.
    pub span: SpecSpan,
}

/// A condition on texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The text is digits, perhaps after a sign, and denotes a number between two others, inclusive.
    /// The radix is that of the rule's [value](super::ValueSpec), otherwise 10.
    Range {
        /// The least number.
        least: i128,
        /// The greatest number.
        greatest: i128,
    },
    /// The text has at least this number of bytes.
    MinBytes(usize),
    /// The text has at most this number of bytes.
    MaxBytes(usize),
    /// The text also matches the rule of this name.
    And(String),
    /// The text does not match the rule of this name.
    Except(String),
}

impl Condition {
    /// Returns the rule that the condition compares with.
    pub fn rule(&self) -> Option<&str> {
        match self {
            Self::And(rule) | Self::Except(rule) => Some(rule),
            Self::Range { .. } | Self::MinBytes(_) | Self::MaxBytes(_) => None,
        }
    }
}
