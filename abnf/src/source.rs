//! Bytes to [`Source`]: one text with one line-end form, and a way back.
//!
//! Drops a byte order mark, turns CRLF and CR into LF and adds a missing final
//! newline. None of these changes a line or a column. Refused, each with an
//! error: more bytes than [`Limits::source_bytes`](crate::limits::Limits),
//! text that is not UTF-8, and NUL bytes (a binary file).

use crate::diagnostic::{Diagnostic, FileId, Span};
use std::sync::Arc;

/// A text on its way to the parser.
///
/// `extract` and `dialect` change [`text`](Self::text) and keep the positions in
/// [`original`](Self::original).
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
    pub map: PositionMap,
}

impl Source {
    /// The span in the original of a range of bytes of `text`.
    pub fn span(&self, start: usize, end: usize) -> Span {
        let start = self.map.original(start);
        let end = self.map.original(end).max(start);
        let offset = |at: usize| u32::try_from(at).expect("a source is below 4 GiB");
        Span { file: self.file, start: offset(start), end: offset(end) }
    }
}

/// A piecewise shift: each entry says where a piece of the text, from its first
/// byte up to the next entry, came from. Ascending in both members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionMap(Vec<(usize, usize)>);

impl PositionMap {
    /// The offset in the original of an offset in the text.
    ///
    /// Inside a piece that `dialect` replaced by a longer one, the place where
    /// the next piece came from is never passed.
    pub fn original(&self, at: usize) -> usize {
        let i = self.0.partition_point(|piece| piece.0 <= at);
        let (text, original) = self.0[i - 1];
        let shifted = original + (at - text);
        self.0.get(i).map_or(shifted, |next| shifted.min(next.1))
    }
}
