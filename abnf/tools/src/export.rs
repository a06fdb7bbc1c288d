//! A rule in the notation of another tool.
//!
//! [`regex()`] writes a regular rule as a regular expression for one of four engines, [`dot()`] draws
//! its minimal automaton, and [`pest()`] writes the whole grammar as one of pest. The expression
//! follows the definition where that is not recursive, and else comes from the automaton.
//! That of Rust is read back, and its automaton compared with that of the rule; the others are
//! written from the same tree.

mod dot;
mod eliminate;
mod expand;
mod flavour;
mod pest;
mod read_back;

pub use dot::dot;
pub use expand::{MAX_DEPTH, MAX_NODES};
pub use flavour::Flavour;
pub use pest::{Pest, pest};

use abnfc::automata::dfa::Dfa;
use abnfc::grammar::{Encoding, Resolved, RuleId, ValueSet};
use abnfc::limits::Limits;

/// A regular expression over values, without references.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Regex {
    /// No text at all.
    Nothing,
    /// The empty text.
    Empty,
    /// One value of the set.
    Set(ValueSet),
    /// One after the other; at least two.
    Concat(Vec<Regex>),
    /// Either; at least two.
    Alt(Vec<Regex>),
    /// A repetition with its minimum and maximum.
    Repeat(u32, Option<u32>, Box<Regex>),
}

/// A regular expression that matches a whole text exactly where the rule does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The expression, with anchors.
    pub pattern: String,
    /// Whether its values are code points, or bytes.
    pub values: Encoding,
    /// Whether some value is above 7F: only then does it matter what they are.
    pub is_beyond_ascii: bool,
}

/// Why a rule has no regular expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportError {
    /// The expression would pass [`MAX_NODES`] or [`MAX_DEPTH`].
    TooLarge,
    /// The engine cannot say it: what.
    Unsupported(&'static str),
}

/// Writes a regular rule, whose automaton is given, as a regular expression.
///
/// # Errors
///
/// If the expression is too large, or has something that the engine lacks.
pub fn regex(
    grammar: &Resolved,
    rule: RuleId,
    dfa: &Dfa,
    flavour: Flavour,
    limits: &Limits,
) -> Result<Exported, ExportError> {
    let expanded = expand::expand(grammar, rule);
    let (regex, values) = match expanded {
        Ok(Some(regex)) => (regex, grammar.encoding),
        // The automaton reads bytes.
        Ok(None) => (eliminate::eliminate(dfa).ok_or(ExportError::TooLarge)?, Encoding::Octets),
        Err(expand::TooLarge) => return Err(ExportError::TooLarge),
    };
    let pattern = flavour::write(&regex, values, flavour).map_err(ExportError::Unsupported)?;
    if flavour == Flavour::Rust {
        let read = read_back::read_back(&pattern, limits);
        // An expression that is large when it is read is not wrong for that.
        assert!(read.is_none_or(|read| read == *dfa), "the expression has another language");
    }
    Ok(Exported { pattern, values, is_beyond_ascii: 0x7F < flavour::greatest(&regex) })
}

#[cfg(test)]
mod tests;
