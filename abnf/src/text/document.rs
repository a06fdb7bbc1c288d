//! Documents with markup, as the text of their blocks of code.
//!
//! - **XML** of RFCs and drafts (RFC 7991, `xml2rfc`): the elements `sourcecode` and `artwork`.
//! - **HTML**: the elements `pre`.
//! - **Markdown** (`CommonMark`, `kramdown-rfc`, `mmark`): blocks between fences.
//!
//! In XML and HTML, text outside of blocks becomes empty lines, so that line numbers stay those of the
//! document. Tags inside of code are removed and references to characters are replaced: columns are
//! those of the text without markup. Blocks that share a line get a line each, and a reference to a
//! line feed is one, so that numbers of lines can be too large up to the end of a block. A reference
//! without a text of its own, such as `<xref target="RFC3986"/>`, becomes `[RFC3986]`, as prose in
//! ABNF names other documents. Text of other kinds, and Markdown, is unchanged.

mod fences;
mod html;
mod markup;
mod xml;

use crate::diagnostic::{Code, Diagnostic};
use crate::spec::Extract;
use crate::text::block::Kind;
use crate::text::source::Source;
use markup::Markup;
use std::sync::Arc;

/// The greatest number of warnings.
const MAX_WARNINGS: usize = 100;

/// Finds the blocks of code of a document, and removes its markup. A file that is all grammar is
/// unchanged. Time is linear in the size.
pub fn document(source: Source, choice: &Extract, found: &mut Vec<Diagnostic>) -> Source {
    if *choice == Extract::No {
        return source;
    }
    let kind = kind(&source.text);
    let (source, mut findings) = match kind {
        Kind::Plain => return source,
        Kind::Markdown => {
            let blocks = fences::blocks(&source.text);
            let findings = fences::files(&source.text, &blocks);
            (Source { kind, blocks, ..source }, findings)
        }
        Kind::Xml => without_markup(source, kind, xml::markup),
        Kind::Html => without_markup(source, kind, html::markup),
    };
    findings.sort_by_key(|finding| finding.0);
    let mut starts = source.text.split_inclusive('\n').scan(0, |end, line| {
        let start = *end;
        *end += line.len();
        Some(start)
    });
    let mut next = 0;
    let mut start = 0;
    for (line, message) in findings.into_iter().take(MAX_WARNINGS) {
        if next <= line {
            start = starts.nth(line - next).unwrap_or(source.text.len());
            next = line + 1;
        }
        let finding = Diagnostic::warning(Code::MalformedDocument, message);
        found.push(finding.at(source.span(start, start), ""));
    }
    source
}

/// Returns a document without its markup, and the lines and messages of what is wrong with it.
fn without_markup(
    source: Source,
    kind: Kind,
    markup: fn(&str) -> Markup,
) -> (Source, Vec<(usize, String)>) {
    let Markup { text, blocks, findings, .. } = markup(&source.text);
    (Source { text: Arc::from(text), kind, blocks, ..source }, findings)
}

/// Guesses the kind of a document. XML and HTML begin with a tag; so can Markdown, which contains
/// fences.
fn kind(text: &str) -> Kind {
    let text_of_tags = text.trim_start();
    let begins =
        |tag: &str| text_of_tags.get(..tag.len()).is_some_and(|it| it.eq_ignore_ascii_case(tag));
    let is_whole = begins("<?xml") || begins("<!doctype") || begins("<rfc") || begins("<html");
    let has_fences = fences::may_have_fences(text);
    if begins("<") && (is_whole || !has_fences) {
        if ["<rfc", "<sourcecode", "<artwork"].iter().any(|tag| has_tag(text, tag)) {
            return Kind::Xml;
        }
        if has_tag(text, "<pre") {
            return Kind::Html;
        }
    }
    if has_fences { Kind::Markdown } else { Kind::Plain }
}

/// Returns whether a text contains a tag, given as its beginning.
fn has_tag(text: &str, tag: &str) -> bool {
    // Not `<pre-release>`, which is a name in BNF.
    let ends = |at: usize| {
        text[at + tag.len()..]
            .starts_with(|c: char| c.is_ascii_whitespace() || c == '/' || c == '>')
    };
    text.match_indices('<').any(|(at, _)| {
        let begins = text.get(at..at + tag.len()).is_some_and(|it| it.eq_ignore_ascii_case(tag));
        begins && ends(at)
    })
}

#[cfg(test)]
mod tests;
