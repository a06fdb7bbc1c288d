//! The texts of rules without those of their parts, as plain data: the result of [`super::hollows`].

use crate::automata::marked::Marked;
use crate::bytes::ByteSet;

/// The texts of a rule or node, without those of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hollow {
    /// The texts, in which each symbol of the writer is a mark.
    pub texts: Marked,
    /// The facts about the texts of each symbol. `None` if there are none, as for nested rules.
    pub pieces: Vec<Option<Piece>>,
}

/// Facts about the texts of a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The bytes with which its texts begin.
    pub first: ByteSet,
    /// The bytes that follow a text in a longer one.
    pub more: ByteSet,
    /// Whether it has the empty text.
    pub may_be_empty: bool,
    /// How the end of a text is found.
    pub extent: Extent,
    /// The only text, apart from the case of letters. `None` if there are others.
    pub literal: Option<LiteralText>,
}

/// How the end of a text is found, if other texts begin with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The texts are all single bytes of a set.
    One(ByteSet),
    /// The texts are all bytes of a set, at least one.
    Run(ByteSet),
    /// All texts have this number of bytes.
    Fixed(usize),
    /// By an automaton.
    Longest,
}

/// A text, in one case or in any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiteralText {
    /// The text, in lower case if any case is allowed.
    pub text: Vec<u8>,
    /// Whether every letter may be in either case.
    pub is_in_any_case: bool,
}
