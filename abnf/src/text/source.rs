//! Bytes to [`Source`]: one text with one line-end form, and a way back.
//!
//! Drops a byte order mark, turns CRLF and CR into LF and adds a missing final
//! newline. None of these changes a line or a column. Refused, each with an
//! error: more bytes than [`Limits::source_bytes`], text that is not UTF-8, and
//! NUL bytes (a binary file).

use crate::diagnostic::{Diagnostic, FileId, Hint, Span};
use crate::limits::{LimitName, Limits};
use std::sync::Arc;

/// A text on its way to the parser.
///
/// `extract` and `dialect` change [`text`](Self::text) and keep the positions in
/// [`map`](Self::map).
#[derive(Clone, Debug)]
pub struct Source {
    /// Which of the run's files this is.
    pub file: FileId,
    /// As the user named it, for messages.
    pub name: String,
    /// The normalised text; all spans point into it.
    pub original: Arc<str>,
    /// What the next stage reads.
    pub text: String,
    /// From offsets in `text` to offsets in `original`.
    // See note [positions in texts].
    pub map: PositionMap,
}

/// Makes a text of a file's bytes.
///
/// # Errors
/// One without a place, since there is no text yet to point into; the message
/// names the file, and line and column where there are any.
pub fn source(
    file: FileId,
    name: &str,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Source, Diagnostic> {
    // A span counts in u32; the limit can be set, that cannot.
    let limit = limits.source_bytes.min(u32::MAX as usize - 1);
    if limit < bytes.len() {
        return Err(Diagnostic::error(
            "file-too-large",
            format!(
                "`{name}` has {} bytes, more than the limit source_bytes = {limit}",
                bytes.len()
            ),
        )
        .hint(Hint::RaiseLimit(LimitName::SourceBytes))
        .hint("split the grammar"));
    }
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return Err(not_utf8(name, bytes, 0).hint("the file seems to be UTF-16; save it as UTF-8"));
    }
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        let (line, column) = line_column(bytes, at);
        return Err(Diagnostic::error(
            "binary-file",
            format!("`{name}` is not a text file: NUL byte at line {line}, column {column}"),
        ));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        not_utf8(name, bytes, error.valid_up_to())
            .hint("save the file as UTF-8; ABNF itself needs ASCII only")
    })?;
    let text = normalised(text.strip_prefix('\u{FEFF}').unwrap_or(text));
    Ok(Source {
        file,
        name: name.to_owned(),
        original: Arc::from(text.as_str()),
        text,
        map: PositionMap::identity(),
    })
}

impl Source {
    /// The span in the original of a range of bytes of `text`.
    pub fn span(&self, start: usize, end: usize) -> Span {
        let end = if start < end { self.map.original_end(end) } else { self.map.original(end) };
        let start = self.map.original(start);
        let offset = |at: usize| u32::try_from(at).expect("a source is below 4 GiB");
        Span { file: self.file, start: offset(start), end: offset(end.max(start)) }
    }

    /// The source with parts of its text replaced. The edits are in order and
    /// do not overlap.
    #[must_use]
    pub fn edited(self, edits: &[Edit]) -> Self {
        if edits.is_empty() {
            return self;
        }
        let mut text = String::with_capacity(self.text.len());
        let mut map = Vec::new();
        let mut old_pieces = self.map.0.as_slice();
        let mut at = 0;
        for edit in edits {
            keep(&self, &mut old_pieces, at..edit.start, &mut text, &mut map);
            push_piece(&mut map, text.len(), self.map.original(edit.start));
            text.push_str(&edit.text);
            at = edit.end;
        }
        keep(&self, &mut old_pieces, at..self.text.len(), &mut text, &mut map);
        if map.is_empty() {
            map.push((0, 0));
        }
        Self { text, map: PositionMap(map), ..self }
    }
}

/// A replacement in [`Source::text`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Offset of the first byte to drop.
    pub start: usize,
    /// Offset after the last byte to drop.
    pub end: usize,
    /// What stands there instead.
    pub text: String,
}

/// A piecewise shift: each entry says where a piece of the text, from its first
/// byte up to the next entry, came from. Ascending in both members; the first
/// piece begins at 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionMap(Vec<(usize, usize)>);

impl PositionMap {
    /// Of a text that is the original.
    pub fn identity() -> Self {
        Self(vec![(0, 0)])
    }

    /// The offset in the original of an offset in the text.
    ///
    /// Inside a piece that `dialect` replaced by a longer one, the place where
    /// the next piece came from is never passed.
    pub fn original(&self, at: usize) -> usize {
        self.shifted(self.0.partition_point(|piece| piece.0 <= at) - 1, at)
    }

    /// The offset in the original of the end of a range that is not empty: what
    /// was dropped behind the range does not belong to it.
    fn original_end(&self, end: usize) -> usize {
        self.shifted(self.0.partition_point(|piece| piece.0 < end) - 1, end)
    }

    fn shifted(&self, piece: usize, at: usize) -> usize {
        let (text, original) = self.0[piece];
        let shifted = original + (at - text);
        self.0.get(piece + 1).map_or(shifted, |next| shifted.min(next.1))
    }
}

/// Copies a range of the old text; `old_pieces` is advanced to those behind it.
fn keep(
    source: &Source,
    old_pieces: &mut &[(usize, usize)],
    range: std::ops::Range<usize>,
    text: &mut String,
    map: &mut Vec<(usize, usize)>,
) {
    if range.is_empty() {
        return;
    }
    push_piece(map, text.len(), source.map.original(range.start));
    while let Some((&(start, original), rest)) = old_pieces.split_first() {
        if range.end <= start {
            break;
        }
        if range.start < start {
            push_piece(map, text.len() + (start - range.start), original);
        }
        *old_pieces = rest;
    }
    text.push_str(&source.text[range]);
}

fn push_piece(map: &mut Vec<(usize, usize)>, text: usize, original: usize) {
    match map.last_mut() {
        // The earlier piece is empty.
        Some(last) if last.0 == text => last.1 = original,
        _ => map.push((text, original)),
    }
}

fn normalised(text: &str) -> String {
    let mut normalised = String::with_capacity(text.len() + 1);
    let mut rest = text;
    while let Some(at) = rest.find('\r') {
        normalised.push_str(&rest[..at]);
        normalised.push('\n');
        rest = &rest[at + 1..];
        rest = rest.strip_prefix('\n').unwrap_or(rest);
    }
    normalised.push_str(rest);
    if !normalised.is_empty() && !normalised.ends_with('\n') {
        normalised.push('\n');
    }
    normalised
}

fn not_utf8(name: &str, bytes: &[u8], at: usize) -> Diagnostic {
    let (line, column) = line_column(bytes, at);
    let byte = bytes[at];
    Diagnostic::error(
        "not-utf8",
        format!("`{name}` is not UTF-8: byte {byte:02X} at line {line}, column {column}"),
    )
}

/// Line and column, from 1, of a byte before which all is UTF-8 text.
fn line_column(bytes: &[u8], at: usize) -> (usize, usize) {
    let before = String::from_utf8_lossy(&bytes[..at]);
    let before = normalised_prefix(before.strip_prefix('\u{FEFF}').unwrap_or(&before));
    let line = 1 + before.matches('\n').count();
    let column = 1 + before.rsplit('\n').next().map_or(0, |line| line.chars().count());
    (line, column)
}

fn normalised_prefix(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Source {
        source(FileId(0), "g.abnf", bytes, &Limits::default()).unwrap()
    }

    fn refusal(bytes: &[u8]) -> String {
        source(FileId(0), "g.abnf", bytes, &Limits::default()).unwrap_err().message
    }

    #[test]
    fn line_ends_and_mark_are_normalised() {
        assert_eq!(read(b"\xEF\xBB\xBFa = b\r\nc = d\re = f").text, "a = b\nc = d\ne = f\n");
        assert_eq!(read(b"a\r\r\nb").text, "a\n\nb\n");
        assert_eq!(read(b"").text, "");
    }

    #[test]
    fn bad_bytes_are_placed() {
        assert_eq!(
            refusal(b"a = b\r\n\xC3\xA9 = \xFF"),
            "`g.abnf` is not UTF-8: byte FF at line 2, column 5"
        );
        assert_eq!(
            refusal(b"\xEF\xBB\xBFab\0"),
            "`g.abnf` is not a text file: NUL byte at line 1, column 3"
        );
        assert_eq!(refusal(b"\xFF\xFEa\0"), "`g.abnf` is not UTF-8: byte FF at line 1, column 1");
    }

    #[test]
    fn the_limit_itself_is_allowed() {
        let limits = Limits { source_bytes: 3, ..Limits::default() };
        assert!(source(FileId(0), "g", b"a=b", &limits).is_ok());
        let error = source(FileId(0), "g", b"a=bc", &limits).unwrap_err();
        assert_eq!(error.code, "file-too-large");
        assert!(error.message.contains("source_bytes = 3"), "{}", error.message);
    }

    fn edit(start: usize, end: usize, text: &str) -> Edit {
        Edit { start, end, text: text.to_owned() }
    }

    #[test]
    fn positions_survive_edits_and_edits_of_edits() {
        // Drops "12. ", then makes a longer piece of `<">`.
        let source = read(b"12. a = <\"> b\n").edited(&[edit(0, 4, "")]);
        assert_eq!(source.text, "a = <\"> b\n");
        let quote = source.text.find('<').unwrap();
        let source = source.edited(&[edit(quote, quote + 3, "%x22")]);
        assert_eq!(source.text, "a = %x22 b\n");
        let at = |start: usize, end: usize| {
            let span = source.span(start, end);
            &source.original[span.start as usize..span.end as usize]
        };
        assert_eq!(at(0, 1), "a");
        assert_eq!(at(4, 8), "<\">");
        assert_eq!(at(9, 10), "b");
        assert_eq!(source.span(0, 1).start, 4);
    }

    #[test]
    fn a_range_ends_before_what_was_dropped_behind_it() {
        let source = read(b"ab;c\nd").edited(&[edit(2, 4, "")]);
        assert_eq!(source.text, "ab\nd\n");
        let span = source.span(0, 2);
        assert_eq!((span.start, span.end), (0, 2));
        assert_eq!(source.span(3, 4).start, 5);
    }

    #[test]
    fn insertions_have_the_place_of_what_follows() {
        let source = read(b"a\nb\n").edited(&[edit(2, 2, "    ")]);
        assert_eq!(source.text, "a\n    b\n");
        assert_eq!(source.span(6, 7).start, 2);
        assert_eq!(source.span(3, 4).start, 2);
    }
}
