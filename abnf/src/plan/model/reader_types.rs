//! Readers as plain data: the result of [`super::readers`].

use crate::bytes::ByteSet;
pub use crate::plan::parts::hollow_texts::{Extent, LiteralText};

/// How data is read in one pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reader {
    /// The states; the first one is at the start of the text.
    pub states: Vec<ReaderState>,
    /// How each symbol is read.
    pub contents: Vec<Content>,
    /// Whether it reads whole texts, too, because that is faster.
    pub is_direct: bool,
}

/// A position in the texts of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReaderState {
    /// The steps, by the next byte. The sets are disjoint. If they have all bytes, a part comes next
    /// at the end of the text, too.
    pub moves: Vec<(ByteSet, Move)>,
    /// Whether the text may end.
    pub is_end: bool,
}

/// A step from a state to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Over a byte, to a state.
    Byte(usize),
    /// Over a symbol, to a state.
    Symbol(usize, usize),
}

/// How a symbol is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// As this literal.
    Literal(LiteralText),
    /// As a text of the rule with this index.
    Rule(usize, Extent),
    /// By the reader of the record of the rule with this index.
    Record(usize),
    /// By the reader of the record of the node with this index.
    Node(usize),
}
