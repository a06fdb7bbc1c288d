//! Why a nested rule is not matched by one deterministic pass.

use crate::budget::TooLarge;
use crate::grammar::{Resolved, RuleId};

/// What stands in the way of a [`Pushdown`](super::pushdown::Pushdown) for a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// This rule embeds itself between nothing that would be a bracket.
    Embeds(RuleId),
    /// The automaton of this rule outside of brackets is too large.
    FrameTooLarge(RuleId),
    /// After some text a byte can be read in two ways that differ in what they do to the stack.
    Ambiguous {
        /// The byte.
        byte: u8,
        /// One way.
        one: Reading,
        /// The other way.
        other: Reading,
    },
    /// The automaton needs too many states or too much work.
    TooLarge(TooLarge),
}

/// How a byte is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Within what is open.
    Within,
    /// As what opens a bracket.
    Opens,
    /// As what closes a bracket.
    Closes,
}

impl Obstacle {
    /// What stands in the way, as a sentence without its full stop.
    pub fn words(&self, grammar: &Resolved) -> String {
        match *self {
            Self::Embeds(rule) => {
                let name = &grammar[rule].name;
                format!("`{name}` embeds itself, and no two bytes always stand around that")
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
