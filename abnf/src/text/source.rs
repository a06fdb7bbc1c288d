//! Bytes to [`Source`]: one text with one form of line ends.
//!
//! Drops a byte order mark, turns CRLF and CR into LF and adds a missing final
//! newline. None of these changes a line or a column. Refused, each with an
//! error: more bytes than [`Limits::source_bytes`], text that is not UTF-8, and
//! NUL bytes (a binary file).

use crate::diagnostic::{Code, Diagnostic, FileId, Span};
use crate::limits::{LimitName, Limits};
use crate::text::block::{Block, Kind};
use std::sync::Arc;

/// The text of a file, as all stages and all messages see it.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file of the run.
    pub file: FileId,
    /// The name that the user gave it, for messages.
    pub name: String,
    /// The normalised text; all spans point into it.
    pub text: Arc<str>,
    /// The kind of a file that has been read as a document.
    pub kind: Kind,
    /// The blocks of code of a document; see [`document`](super::document).
    pub blocks: Vec<Block>,
}

/// Turns the bytes of a file into text.
///
/// # Errors
/// The message names the file, and line and column if there are any, since the caller
/// may have no text to show.
pub fn source(
    file: FileId,
    name: &str,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Source, Diagnostic> {
    // The limit can be changed, but offsets of spans are `u32`.
    let limit = limits.source_bytes.min(u32::MAX as usize - 1);
    if limit < bytes.len() {
        return Err(Diagnostic::error(
            Code::FileTooLarge,
            format!("`{name}` has {} bytes, more than the limit of {limit}", bytes.len()),
        )
        .raise_to(LimitName::SourceBytes, bytes.len())
        .hint("split the grammar"));
    }
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return Err(
            not_utf8(file, name, bytes, 0).hint("the file seems to be UTF-16; save it as UTF-8")
        );
    }
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        let (line, column) = line_column(bytes, at);
        let message =
            format!("`{name}` is not a text file: NUL byte at line {line}, column {column}");
        return Err(Diagnostic::error(Code::BinaryFile, message)
            .at(span_of_byte(file, bytes, at), "")
            .hint("a grammar is a text file in UTF-8"));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        not_utf8(file, name, bytes, error.valid_up_to())
            .hint("save the file as UTF-8; ABNF itself needs ASCII only")
    })?;
    let text = normalised(text.strip_prefix('\u{FEFF}').unwrap_or(text));
    Ok(Source {
        file,
        name: name.to_owned(),
        text: Arc::from(text),
        kind: Kind::Plain,
        blocks: Vec::new(),
    })
}

impl Source {
    /// Returns the span of a range of bytes of the text.
    pub fn span(&self, start: usize, end: usize) -> Span {
        Span { file: self.file, start: offset(start), end: offset(end.max(start)) }
    }
}

/// Converts an offset in a source, which is below 4 GiB.
pub fn offset(at: usize) -> u32 {
    u32::try_from(at).expect("a source is below 4 GiB")
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

fn not_utf8(file: FileId, name: &str, bytes: &[u8], at: usize) -> Diagnostic {
    let (line, column) = line_column(bytes, at);
    let byte = bytes[at];
    Diagnostic::error(
        Code::NotUtf8,
        format!("`{name}` is not UTF-8: byte {byte:02X} at line {line}, column {column}"),
    )
    .at(span_of_byte(file, bytes, at), "")
}

/// The text that messages show for a file that is not text.
pub(crate) fn readable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    normalised(text.strip_prefix('\u{FEFF}').unwrap_or(&text))
}

/// The span of a byte in [`readable`].
fn span_of_byte(file: FileId, bytes: &[u8], at: usize) -> Span {
    let before = String::from_utf8_lossy(&bytes[..at]);
    let before = normalised_prefix(before.strip_prefix('\u{FEFF}').unwrap_or(&before));
    // Bytes that are not UTF-8 are shown as this character.
    let is_char = bytes[at..].utf8_chunks().next().is_some_and(|chunk| !chunk.valid().is_empty());
    let width = if is_char { 1 } else { char::REPLACEMENT_CHARACTER.len_utf8() };
    Span { file, start: offset(before.len()), end: offset(before.len() + width) }
}

/// Returns the line and column, from 1, of the first byte that is not UTF-8.
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
        assert_eq!(&*read(b"\xEF\xBB\xBFa = b\r\nc = d\re = f").text, "a = b\nc = d\ne = f\n");
        assert_eq!(&*read(b"a\r\r\nb").text, "a\n\nb\n");
        assert_eq!(&*read(b"").text, "");
    }

    #[test]
    fn bad_bytes_have_a_line_and_column() {
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
        assert_eq!(error.code, Code::FileTooLarge);
        assert!(error.message.contains("limit of 3"), "{}", error.message);
    }
}
