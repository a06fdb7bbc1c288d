//! Decides where a rule of a document begins, by the rules in [`crate::text::extract`].

use super::line::{Kind as LineKind, Line, listing_number};
use crate::text::tokens::{Kind, Token};

/// A document's text, its tokens and its lines.
pub(super) struct Document<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token],
    pub(super) lines: &'a [Line],
}

/// A token other than white space and comments.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    pub(super) start: usize,
    end: usize,
    /// Whether white space or a comment precedes it.
    pub(super) spaced: bool,
}

impl<'a> Document<'a> {
    /// The tokens of a part of a line.
    pub(super) fn pieces(&self, start: usize, end: usize) -> Vec<Piece> {
        let first = self.tokens.partition_point(|token| (token.start as usize) < start);
        let mut spaced = false;
        let mut pieces = Vec::new();
        for token in self.tokens[first..].iter().take_while(|token| (token.start as usize) < end) {
            let text = token.text(self.text);
            // Copied from a web page; `syntax` reports it.
            if token.kind.is_trivia() || text == "\u{A0}" {
                spaced = true;
                continue;
            }
            // `%d` in a sentence is not a value.
            let is_word = token.kind == Kind::Number
                && !text.as_bytes().get(2).is_some_and(u8::is_ascii_hexdigit);
            let kind = if is_word { Kind::Stray } else { token.kind };
            let (start, end) = (token.start as usize, token.end as usize);
            pieces.push(Piece { kind, start, end, spaced });
            spaced = false;
        }
        pieces
    }

    /// The tokens of a line.
    pub(super) fn content(&self, line: &Line) -> Vec<Piece> {
        self.pieces(line.first, line.end)
    }

    pub(super) fn written(&self, piece: Piece) -> &'a str {
        &self.text[piece.start..piece.end]
    }

    /// Returns whether a piece is one of `characters`, which no notation uses.
    fn is_stray(&self, piece: Piece, characters: &[char]) -> bool {
        piece.kind == Kind::Stray && self.written(piece).starts_with(characters)
    }
}

/// Returns whether the token belongs to no notation.
pub(super) fn is_unknown(kind: Kind) -> bool {
    matches!(kind, Kind::Stray | Kind::OpenText)
}

/// Returns whether a rule seems to begin in a line.
pub(super) fn begins(document: &Document<'_>, at: usize) -> bool {
    definition(document, at).is_some()
}

/// The sign that defines most rules of a document.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Signs {
    Equals,
    ColonEquals,
}

impl Signs {
    pub(super) fn of(document: &Document<'_>) -> Self {
        // Examples such as `boundary=x` have no space before the sign.
        let is_spaced = |at: &usize| {
            let pieces = document.content(&document.lines[*at]);
            pieces.get(1).is_none_or(|sign| sign.spaced)
        };
        let lines = (0..document.lines.len()).filter(is_spaced);
        let [mut equals, mut colons] = [0_usize; 2];
        for sign in lines.filter_map(|at| Self::at(document, at)) {
            match sign {
                Self::Equals => equals += 1,
                Self::ColonEquals => colons += 1,
            }
        }
        if colons <= equals { Self::Equals } else { Self::ColonEquals }
    }

    /// Returns whether a rule that begins in a line has the other sign.
    pub(super) fn is_foreign(self, document: &Document<'_>, at: usize) -> bool {
        Self::at(document, at).is_some_and(|sign| sign != self)
    }

    fn at(document: &Document<'_>, at: usize) -> Option<Self> {
        let before = &document.text[..definition(document, at)?];
        Some(if before.ends_with(":=") { Self::ColonEquals } else { Self::Equals })
    }
}

/// Returns the offset of the body of the rule that begins in a line.
pub(super) fn body(document: &Document<'_>, at: usize) -> usize {
    definition(document, at).unwrap_or(document.lines[at].end)
}

/// Returns whether a rule seems to begin after a number in a line, as in an excerpt of a
/// listing.
pub(super) fn begins_after_number(document: &Document<'_>, line: &Line) -> bool {
    let content = &document.text[line.first..line.end];
    let Some((_, length)) = listing_number(content) else { return false };
    let pieces = document.pieces(line.first + length, line.end);
    let mut kinds = pieces.iter().map(|piece| piece.kind);
    kinds.next() == Some(Kind::Name)
        && matches!(kinds.next(), Some(Kind::Equals | Kind::EqualsSlash))
}

/// Returns whether a line that begins like a rule is prose: it does not scan, and contains
/// nothing typical of a grammar.
pub(super) fn is_prose(document: &Document<'_>, at: usize) -> bool {
    let Some(body) = definition(document, at) else { return true };
    let end = document.lines[at].end;
    if end < body || is_bracketed(document, at) {
        return false;
    }
    let pieces = document.pieces(body, end);
    let is_count =
        |piece: &Piece| piece.kind == Kind::Repeat && !document.written(*piece).contains('*');
    if !pieces.is_empty() && pieces.iter().all(is_count) {
        // `x = 5`
        return true;
    }
    if pieces.iter().all(|piece| !is_unknown(piece.kind)) {
        return false;
    }
    is_sentence(document, &pieces) || !has_typical(document, &pieces)
}

/// Returns whether the rule that begins in a line has the form `<name> ::= …`, which is a rule
/// whatever follows.
pub(super) fn is_bracketed(document: &Document<'_>, at: usize) -> bool {
    let kinds = document.content(&document.lines[at]);
    matches!(&kinds[..], [name, sign, ..]
        if name.kind == Kind::Prose && sign.kind == Kind::ColonEquals)
}

/// Returns whether a piece of some occurs in grammars and not in prose.
pub(super) fn has_typical(document: &Document<'_>, pieces: &[Piece]) -> bool {
    (0..pieces.len()).any(|i| is_typical(document, pieces, i))
}

/// Returns the offset after the `=` of a rule that begins in a line. The `=` may be at the
/// start of the next line with text.
fn definition(document: &Document<'_>, at: usize) -> Option<usize> {
    let line = &document.lines[at];
    if line.kind != LineKind::Text {
        return None;
    }
    let pieces = document.content(line);
    let &name = pieces.first()?;
    // A parameter of an example, `ATTACH;FMTTYPE=…`, whose text has been wrapped before a `=`.
    if document.text[name.end..line.end].starts_with(';') {
        return None;
    }
    match name.kind {
        Kind::Name => (),
        // `<name> ::= …`; no `=` follows the tags of web pages.
        Kind::Prose if document.written(name).contains(|c: char| c.is_ascii_alphabetic()) => (),
        _ => return None,
    }
    let (from, end) = if let Some(next) = pieces.get(1) {
        (next.start, line.end)
    } else {
        let next = document.lines[at + 1..].iter().find(|next| next.kind == LineKind::Text)?;
        (next.first, next.end)
    };
    let rest = &document.text[from..end];
    let length = ["::=", ":=", "=/", "="].iter().find(|it| rest.starts_with(**it))?.len();
    // `==`, `=>` and `=~` are operators of programs.
    (!rest[length..].starts_with(['=', '>', '~'])).then_some(from + length)
}
/// Returns whether a line contains three adjacent words, and a word with a comma or full stop; or
/// three different words that sentences are full of.
pub(super) fn is_sentence(document: &Document<'_>, pieces: &[Piece]) -> bool {
    const COMMON: [&str; 12] =
        ["a", "an", "and", "are", "by", "for", "is", "its", "of", "or", "the", "to"];
    let common = COMMON.iter().filter(|word| {
        let is_word = |piece: &Piece| document.written(*piece).eq_ignore_ascii_case(word);
        pieces.iter().any(|piece| piece.kind == Kind::Name && is_word(piece))
    });
    if 3 <= common.count() {
        return true;
    }
    let words = pieces.windows(3).any(|it| it.iter().all(|piece| piece.kind == Kind::Name));
    let stop = pieces.windows(2).any(|it| {
        it[0].kind == Kind::Name && document.is_stray(it[1], &['.', ',']) && !it[1].spaced
    });
    words && stop
}

/// Returns whether a piece does not occur in prose and addresses.
fn is_typical(document: &Document<'_>, pieces: &[Piece], i: usize) -> bool {
    let piece = pieces[i];
    let stands_alone = piece.spaced && pieces.get(i + 1).is_none_or(|next| next.spaced);
    match piece.kind {
        Kind::Text
        | Kind::Number
        | Kind::GroupOpen
        | Kind::GroupClose
        | Kind::OptionOpen
        | Kind::OptionClose
        | Kind::OpenText => true,
        Kind::Slash | Kind::Bar => stands_alone,
        Kind::Repeat => document.written(piece).contains('*'),
        Kind::List => piece.spaced,
        _ => piece.spaced && document.is_stray(piece, &['\'']),
    }
}
