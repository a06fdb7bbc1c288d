//! The parts of a record in texts, as plain data: the result of [`super::record_writers`].

use super::reader_types::Reader;
pub(super) use crate::plan::parts::hollow_texts::{Hollow, Piece};
pub use crate::plan::parts::writers::Edge as RecordEdge;
pub use abnfc_runtime::compiler::Kind;

/// The graph by which a record is written as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordWriter {
    /// The edges of each node; node 0 is the start of the text.
    pub nodes: Vec<Vec<RecordEdge>>,
    /// The symbols, by number.
    pub symbols: Vec<Symbol>,
    /// The fields of the record.
    pub fields: Vec<WrittenField>,
    /// Facts about a text that is written without going back.
    pub known: Known,
    /// The texts of the record without those of its parts, with the numbers of the symbols as marks.
    /// `None` if they are unknown.
    pub hollow: Option<Hollow>,
    /// How data is read in one pass. `None` if it is not.
    pub reader: Option<Reader>,
}

/// Facts about a text that is written without going back, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Known {
    /// None.
    Nothing,
    /// If it matches, it is read as the same data.
    Data,
    /// It matches, too.
    Text,
}

/// A field that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenField {
    /// Its content.
    pub kind: Kind,
    /// Whether all of it must be written. Otherwise the text of another field may contain it.
    pub is_needed: bool,
}

/// A part in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The index of its field.
    pub field: usize,
    /// The text of a value.
    pub spelled: Spelled,
}

/// The form in which a piece of data is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spelled {
    /// As a text of the rule with this index.
    Rule(usize),
    /// As the alternative of its union with this index, if it is that one.
    Variant(usize),
    /// As this literal.
    Literal(Vec<u8>),
    /// As the text of the data of a node.
    Inside,
}
