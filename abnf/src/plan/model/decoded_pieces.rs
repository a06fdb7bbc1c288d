//! The pieces of decoded text.

use super::iterator_memory::{Keeps, keeps};
use super::{EventTable, Model, Piece, TableId};
use crate::bytes::{ByteClasses, ByteSet};
use crate::plan::engines::share::Tables;
use crate::plan::parts::selected::Selected;
use crate::spec::{Meaning, Rest};

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

/// Bytes that a search for pieces passes without reporting them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skip {
    /// The state that they lead back to itself.
    pub state: u16,
    /// The bytes. Each stands for itself.
    pub bytes: ByteSet,
    /// Whether each is a piece, and so an occurrence begins after it.
    pub are_pieces: bool,
}

/// Returns the bytes that stand for themselves in some state of a search, for the state with the most of
/// them. `None` if there is no such state, or if all occurrences are collected.
pub fn skip(model: &Model, pieces: Pieces, meanings: &[Piece]) -> Option<Skip> {
    let Keeps::Offsets(_) = pieces.keeps else { return None };
    let module = &model.modules[pieces.event_table.module];
    let table = &module.event_tables[pieces.event_table.index];
    let classes = &module.class_maps[table.class_map].classes;
    let skips = (1..table.table.rows.len()).map(|state| of_state(table, classes, state, meanings));
    skips.filter(|skip| !skip.bytes.is_empty()).max_by_key(|skip| skip.bytes.len())
}

fn of_state(table: &EventTable, classes: &ByteClasses, state: usize, meanings: &[Piece]) -> Skip {
    let rows = &table.table.rows;
    let edge = |entry: u16| match usize::from(entry).checked_sub(rows.len()) {
        Some(edge) => table.table.edges[edge],
        None => (entry, 0),
    };
    let is_here = |next: u16| usize::from(next) == state;
    let events = |list: u16| &*table.lists[usize::from(list)];
    // A piece begins where the state is reached.
    let edges = rows.iter().flatten().map(|&entry| edge(entry)).filter(|edge| is_here(edge.0));
    let begin = is_here(table.table.start).then_some((table.table.start, table.begin));
    let begins = edges.chain(begin).all(|(_, list)| events(list).last() == Some(&(0, 0)));
    let is_itself = |byte: u8| {
        let (next, list) = edge(rows[state][classes.class(byte)]);
        is_here(next)
            && match events(list) {
                [] => !begins,
                &[(piece, 0), (0, 0)] if begins => {
                    let piece = piece.checked_sub(1).and_then(|it| meanings.get(usize::from(it)));
                    piece.is_some_and(|it| stands_for_itself(&it.meaning, byte))
                }
                _ => false,
            }
    };
    let bytes = (0..=u8::MAX).filter(|&byte| is_itself(byte)).collect();
    Skip { state: u16::try_from(state).unwrap_or(0), bytes, are_pieces: begins }
}

/// Returns whether a piece that is one byte means this byte.
fn stands_for_itself(meaning: &Meaning, byte: u8) -> bool {
    let is_of_byte = |prefix: &str| [byte].starts_with(prefix.as_bytes());
    match meaning {
        Meaning::Read { drop: 0, rest: Rest::Itself } => true,
        Meaning::ByPrefix(cases) => { cases.iter() }
            .find(|(prefix, _)| is_of_byte(prefix))
            .is_some_and(|(_, meaning)| stands_for_itself(meaning, byte)),
        Meaning::Fixed(_) | Meaning::Read { .. } => false,
    }
}
