//! Documents with markup, as the text of their blocks of code.
//!
//! - **XML** of RFCs and drafts (RFC 7991, `xml2rfc`): the elements `sourcecode` and `artwork`.
//! - **HTML**: the elements `pre`.
//! - **Markdown** (`CommonMark`, `kramdown-rfc`, `mmark`): blocks between fences.
//!
//! In XML and HTML, text outside of these blocks becomes empty lines, so that line numbers stay those
//! of the document. Tags inside of code are removed and references to characters are replaced:
//! columns are those of the text without markup. A reference without a text of its own, such as
//! `<xref target="RFC3986"/>`, becomes `[RFC3986]`, as prose in ABNF names other documents. Text of
//! other kinds, and Markdown, is unchanged.

mod html;
mod markdown;
mod markup;
mod xml;

use crate::diagnostic::{Code, Diagnostic};
use crate::text::source::Source;
use markup::Markup;
use std::ops::Range;
use std::sync::Arc;

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
        self.language.starts_with("abnf") || self.language == "bnf"
    }

    /// Returns whether the block may contain a grammar. Many documents state no language.
    pub fn may_be_abnf(&self) -> bool {
        self.is_abnf() || ["", "ebnf", "text", "txt"].contains(&self.language.as_str())
    }
}

/// Finds the blocks of code of a document, and removes its markup. Time is linear in the size.
pub fn document(source: Source, found: &mut Vec<Diagnostic>) -> Source {
    let Markup { text, blocks, findings, .. } = match kind(&source.text) {
        Kind::Plain => return source,
        Kind::Markdown => {
            let blocks = markdown::blocks(&source.text);
            return Source { blocks, ..source };
        }
        Kind::Xml => xml::markup(&source.text),
        Kind::Html => html::markup(&source.text),
    };
    let source = Source { text: Arc::from(text), blocks, ..source };
    found.extend(findings.into_iter().map(|(line, message)| {
        let start = source.text.split_inclusive('\n').take(line).map(str::len).sum();
        Diagnostic::warning(Code::MalformedDocument, message).at(source.span(start, start), "")
    }));
    source
}

enum Kind {
    Plain,
    Markdown,
    Xml,
    Html,
}

/// Guesses the kind of a document. XML and HTML begin with a tag.
fn kind(text: &str) -> Kind {
    let is_tagged = text.trim_start().starts_with('<');
    if is_tagged && ["<rfc", "<sourcecode", "<artwork"].iter().any(|tag| has_tag(text, tag)) {
        Kind::Xml
    } else if is_tagged && has_tag(text, "<pre") {
        Kind::Html
    } else if markdown::may_have_fences(text) {
        Kind::Markdown
    } else {
        Kind::Plain
    }
}

/// Returns whether a text contains a tag, given as its beginning.
fn has_tag(text: &str, tag: &str) -> bool {
    let ends = |at: usize| text[at + tag.len()..].starts_with(|c: char| !c.is_ascii_alphanumeric());
    text.match_indices('<').any(|(at, _)| {
        let begins = text.get(at..at + tag.len()).is_some_and(|it| it.eq_ignore_ascii_case(tag));
        begins && ends(at)
    })
}

#[cfg(test)]
mod tests;
