//! A text that a rule does not match to the [`Nearest`] texts that it matches: those with the fewest
//! bytes changed, added or removed (Levenshtein, "Binary codes capable of
//! correcting deletions, insertions, and reversals", 1966; against an automaton: Wagner,
//! "Order-n correction for regular languages", 1974).
//!
//! For a regular rule the distance is exact. A nested rule has no table of states; its texts are
//! searched by distance up to a bound, and there may be a nearest text even if none is found.

mod by_distance;
mod regular;

use abnfc::automata::language::Language;

/// The texts of a language that are nearest to a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// The number of bytes that are changed, added or removed.
    pub edits: usize,
    /// Texts at this distance, at most [`MAX_TEXTS`]; those with later changes come first.
    pub texts: Vec<Vec<u8>>,
}

impl Nearest {
    /// Returns the distance, in words.
    #[must_use]
    pub fn headline(&self) -> String {
        let texts = if self.texts.len() == 1 { "nearest text" } else { "nearest texts" };
        let bytes = if self.edits == 1 { "byte" } else { "bytes" };
        format!("{texts}, {} {bytes} away", self.edits)
    }
}

/// The maximum number of texts that are returned.
pub const MAX_TEXTS: usize = 3;

/// The maximum number of pairs of an offset and a state for a regular rule; a text that needs more is too
/// long.
pub const MAX_CELLS: usize = 1 << 22;

/// The maximum number of bytes that a search among the texts of another rule reads.
pub const MAX_STEPS: usize = 1 << 15;

/// The maximum memory of this search in bytes; deep texts take more for each byte that is read.
pub const MAX_MEMORY: usize = 1 << 26;

/// Returns the nearest texts of a language. `None` if the language is empty, the text too long
/// ([`MAX_CELLS`]), or the search ends without a result ([`MAX_STEPS`], [`MAX_MEMORY`]).
///
/// For a regular rule, time and memory grow with the text times the states of the automaton.
#[must_use]
pub fn nearest(language: &Language, text: &[u8]) -> Option<Nearest> {
    match language.dfa() {
        Some(dfa) => regular::nearest(dfa, text),
        None => by_distance::nearest(language, text, MAX_MEMORY),
    }
}

#[cfg(test)]
mod tests;
