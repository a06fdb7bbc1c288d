//! A rule in the notation of another tool.
//!
//! [`regex()`] writes a regular rule as a regular expression for one of four engines, [`dot()`] draws
//! its minimal automaton, [`pest()`] writes the whole grammar as one of pest, and [`grammar()`] a rule and those that
//! it uses for tools with context-free grammars. The expression
//! follows the definition if that is not recursive, and otherwise comes from the automaton.
//! The expression for Rust is read back, and its automaton compared with that of the rule; the others
//! are written from the same tree.

mod dot;
mod eliminate;
mod expand;
mod flavour;
mod grammar;
mod pest;
mod read_back;

pub use dot::dot;
pub use expand::{MAX_DEPTH, MAX_NODES};
pub use flavour::Flavour;
pub use grammar::{Notation, Unwritten, Written, grammar};
pub use pest::{Pest, pest};

use abnfc::automata::dfa::Dfa;
use abnfc::grammar::{Encoding, Resolved, RuleId, ValueSet};
use abnfc::limits::Limits;

/// A regular expression over values, without references.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Regex {
    /// The empty language.
    Nothing,
    /// The empty text.
    Empty,
    /// One value of the set.
    Set(ValueSet),
    /// A concatenation of at least two expressions.
    Concat(Vec<Regex>),
    /// At least two alternatives.
    Alt(Vec<Regex>),
    /// A repetition with its minimum and maximum.
    Repeat(u32, Option<u32>, Box<Regex>),
}

/// A regular expression that matches a whole text exactly if the rule does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The expression, with anchors.
    pub pattern: String,
    /// Whether its values are code points, or bytes.
    pub values: Encoding,
    /// Whether some value is above 7F, so that code points and bytes differ.
    pub is_beyond_ascii: bool,
}

/// The reason why a rule has no regular expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportError {
    /// The expression would exceed [`MAX_NODES`] or [`MAX_DEPTH`].
    TooLarge,
    /// The engine lacks the named construct.
    Unsupported(&'static str),
}

/// Writes a regular rule, whose automaton is given, as a regular expression.
///
/// # Errors
///
/// If the expression is too large, or contains a construct that the engine lacks.
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
        // An expression that exceeds a limit when it is read back is not an error.
        assert!(read.is_none_or(|read| read == *dfa), "the expression has another language");
    }
    Ok(Exported { pattern, values, is_beyond_ascii: 0x7F < flavour::greatest(&regex) })
}

#[cfg(test)]
mod tests;
