//! The pieces of decoded text.

use super::TableId;
use super::iterator_memory::{Keeps, keeps};
use crate::plan::engines::share::Tables;
use crate::plan::parts::selected::Selected;

/// The automaton that finds the pieces of the texts of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// The transducer that reports them.
    pub event_table: TableId,
    /// The memory of the search.
    pub keeps: Keeps,
}

/// Returns the pieces of a selected rule. `None` if its texts are not decoded.
pub(super) fn pieces(rule: &Selected, tables: &Tables) -> Option<Pieces> {
    let transducer = rule.view.pieces.as_ref()?;
    Some(Pieces { event_table: tables.pieces?, keeps: keeps(transducer) })
}
