//! Reasons why a nested rule cannot be matched by one deterministic pass.

use crate::budget::TooLarge;
use crate::grammar::{Resolved, RuleId};

/// The reason why a rule has no [`Pushdown`](super::pushdown::Pushdown) automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// This rule embeds itself without a bracket around the recursion.
    Embeds(RuleId),
    /// The automaton of this rule outside of brackets is too large.
    FrameTooLarge(RuleId),
    /// After some text, a byte has two readings with different effects on the stack.
    Ambiguous {
        /// The byte.
        byte: u8,
        /// One reading.
        one: Reading,
        /// The other reading.
        other: Reading,
    },
    /// The automaton needs too many states or too much work.
    TooLarge(TooLarge),
}

/// The effect of a byte on brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Inside of the open bracket.
    Within,
    /// Opens a bracket.
    Opens,
    /// Closes a bracket.
    Closes,
}

impl Obstacle {
    /// Returns the obstacle as a sentence without a full stop.
    pub fn words(&self, grammar: &Resolved) -> String {
        match *self {
            Self::Embeds(rule) => {
                let name = &grammar[rule].name;
                format!(
                    "`{name}` embeds itself, and no pair of bytes always encloses the recursion"
                )
            }
            Self::FrameTooLarge(rule) => {
                format!(
                    "the automaton of `{}` outside of brackets is too large",
                    grammar[rule].name
                )
            }
            Self::Ambiguous { byte, one, other } => {
                let byte = byte.escape_ascii();
                let [one, other] = [one, other].map(Reading::words);
                format!("after some text, the byte `{byte}` can {one} or {other}")
            }
            Self::TooLarge(TooLarge::States) => {
                "an automaton with a stack has too many states".to_owned()
            }
            Self::TooLarge(TooLarge::Work) => {
                "an automaton with a stack takes too much work".to_owned()
            }
        }
    }
}

impl Reading {
    fn words(self) -> &'static str {
        match self {
            Self::Within => "be read within what is open",
            Self::Opens => "open a bracket",
            Self::Closes => "close a bracket",
        }
    }
}
