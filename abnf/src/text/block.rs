//! The kinds of documents, and their blocks of code.

use std::ops::Range;

/// The kind of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text without blocks of code.
    Plain,
    /// Text with blocks between fences.
    Markdown,
    /// The source of an RFC or draft.
    Xml,
    /// A web page.
    Html,
}

/// A block of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its lines, from 0.
    pub lines: Range<usize>,
    /// Its language, in lower case; empty if the document states none.
    pub language: String,
}

impl Block {
    /// Returns whether the document states that the block is ABNF.
    pub fn is_abnf(&self) -> bool {
        is_abnf(&self.language)
    }

    /// Returns whether the block may contain a grammar. Many documents state no language.
    pub fn may_be_abnf(&self) -> bool {
        const NONE: [&str; 7] = ["", "ebnf", "none", "plain", "plaintext", "text", "txt"];
        self.is_abnf() || NONE.contains(&self.language.as_str())
    }
}

/// Returns whether a language, in lower case, is ABNF: drafts name it `abnf2616` and `abnf9110` too, web
/// pages `ietf_abnf` and `art-abnf`.
pub(super) fn is_abnf(language: &str) -> bool {
    language == "bnf" || language.split(['-', '_']).any(|word| word.starts_with("abnf"))
}
