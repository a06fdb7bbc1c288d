//! The tokens of one rule, without layout.

use super::regions::Region;
use crate::diagnostic::Span;
use crate::text::source::Source;
use crate::text::tokens::{Kind, Token, Tokens};

/// A token of a rule.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) token: Token,
    /// Whether white space, a line end or a comment precedes it.
    pub(super) spaced: bool,
    /// Its position, if it is the first of its line.
    pub(super) column: Option<u32>,
}

impl Piece {
    pub(super) fn kind(&self) -> Kind {
        self.token.kind
    }

    pub(super) fn start(&self) -> usize {
        self.token.start as usize
    }

    pub(super) fn end(&self) -> usize {
        self.token.end as usize
    }

    pub(super) fn range(&self) -> (usize, usize) {
        (self.start(), self.end())
    }

    pub(super) fn text<'a>(&self, source: &'a Source) -> &'a str {
        self.token.text(&source.text)
    }

    pub(super) fn span(&self, source: &Source) -> Span {
        source.span(self.start(), self.end())
    }

    /// Returns the span of a name, without brackets.
    pub(super) fn name_span(&self, source: &Source) -> Span {
        match self.kind() {
            Kind::BracketName => source.span(self.start() + 1, self.end() - 1),
            _ => self.span(source),
        }
    }
}

/// The pieces of a rule in order.
pub(super) fn pieces(region: &Region, tokens: &Tokens) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for line in &tokens.lines[region.first..region.last] {
        let mut column = Some(line.column);
        let mut spaced = true;
        for token in tokens.whole(line) {
            if token.kind.is_trivia() {
                spaced = true;
                continue;
            }
            pieces.push(Piece { token, spaced, column: column.take() });
            spaced = false;
        }
    }
    pieces
}

/// Returns the rule's text in ABNF, without comments, empty lines and common indentation.
pub(super) fn listing(pieces: &[Piece], source: &Source) -> String {
    let mut listing = String::new();
    let Some(first) = pieces.first() else { return listing };
    let base = first.column.unwrap_or(0);
    let mut end = first.start();
    for piece in pieces {
        match piece.column {
            Some(column) if end < piece.start() => {
                listing.push('\n');
                let indentation = column.saturating_sub(base) as usize;
                listing.extend(std::iter::repeat_n(' ', indentation));
            }
            Some(_) => (),
            None => listing.push_str(&source.text[end..piece.start()]),
        }
        listing.push_str(&piece.token.in_abnf(&source.text));
        end = piece.end();
    }
    listing
}
