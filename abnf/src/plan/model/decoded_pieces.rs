//! The pieces of decoded text.

use super::iterator_memory::{Keeps, keeps};
use super::{EventTable, Model, Piece, TableId};
use crate::bytes::{ByteClasses, ByteSet};
use crate::plan::engines::share::Tables;
use crate::plan::format::REGISTER;
use crate::plan::parts::selected::Selected;
use crate::spec::{Meaning, Rest};
use std::collections::BTreeSet;

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
    /// Texts whose value is a part of them. `None` if none are known.
    pub plain: Option<Plain>,
}

/// Texts whose value is a part of them: all of it, except some bytes at the beginning and at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plain {
    /// The number of bytes at the beginning and at the end that mean nothing.
    pub ends: [usize; 2],
    /// The bytes between them. Other texts have other ones, too.
    pub bytes: ByteSet,
}

/// Returns the bytes that stand for themselves in some state of a search, for the state with the most of
/// them. `None` if there is no such state, or if all occurrences are collected.
pub fn skip(model: &Model, pieces: Pieces, meanings: &[Piece]) -> Option<Skip> {
    let Keeps::Offsets(_) = pieces.keeps else { return None };
    let module = &model.modules[pieces.event_table.module];
    let table = &module.event_tables[pieces.event_table.index];
    let classes = &module.class_maps[table.class_map].classes;
    let skips = (1..table.table.rows.len()).map(|state| of_state(table, classes, state, meanings));
    let skips = skips.filter(|skip| !skip.bytes.is_empty());
    let skip = skips.max_by_key(|skip| skip.bytes.len())?;
    let between = ends(table, classes, &skip, meanings);
    let between = between.map(|ends| Plain { ends, bytes: skip.bytes });
    Some(Skip { plain: between.or_else(|| without_pieces(table, classes)), ..skip })
}

fn of_state(table: &EventTable, classes: &ByteClasses, state: usize, meanings: &[Piece]) -> Skip {
    let rows = &table.table.rows;
    let edge = |entry: u16| edge(table, entry);
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
    Skip { state: u16::try_from(state).unwrap_or(0), bytes, are_pieces: begins, plain: None }
}

/// Returns whether a piece that is one byte means this byte.
fn stands_for_itself(meaning: &Meaning, byte: u8) -> bool {
    matches!(of_byte(meaning, byte), Some(Meaning::Read { drop: 0, rest: Rest::Itself }))
}

/// Returns the meaning of a piece that is one byte.
fn of_byte(meaning: &Meaning, byte: u8) -> Option<&Meaning> {
    let Meaning::ByPrefix(cases) = meaning else { return Some(meaning) };
    let mut cases = cases.iter();
    cases.find(|(prefix, _)| [byte].starts_with(prefix.as_bytes())).map(|(_, meaning)| meaning)
}

/// Returns the target of an entry, and the list of events.
fn edge(table: &EventTable, entry: u16) -> (u16, u16) {
    match usize::from(entry).checked_sub(table.table.rows.len()) {
        Some(edge) => table.table.edges[edge],
        None => (entry, 0),
    }
}

/// Returns bytes such that no text made only of them has a piece. `None` if no text is made of them.
fn without_pieces(table: &EventTable, classes: &ByteClasses) -> Option<Plain> {
    let rows = &table.table.rows;
    let is_silent = |list: u16| table.lists[usize::from(list)].is_empty();
    let mut bytes: ByteSet = (0..=u8::MAX).collect();
    let states = loop {
        // The states that texts of the bytes reach, before an event.
        let mut states = BTreeSet::from([table.table.start]);
        let mut stack = vec![table.table.start];
        let mut others = ByteSet::EMPTY;
        while let Some(state) = stack.pop() {
            for byte in bytes.iter() {
                let (next, list) = edge(table, rows[usize::from(state)][classes.class(byte)]);
                if !is_silent(list) {
                    others = others.union(ByteSet::range(byte, byte));
                } else if next > 0 && states.insert(next) {
                    stack.push(next);
                }
            }
        }
        if others.is_empty() {
            break states;
        }
        bytes = bytes.minus(others);
    };
    let mut ends = states.into_iter().filter_map(|it| it.checked_sub(table.table.accepting));
    let first = ends.next()?;
    let is_end_silent =
        |end: u16| table.ends.get(usize::from(end)).is_some_and(|it| is_silent(*it));
    let is_such = is_silent(table.begin) && is_end_silent(first) && ends.all(is_end_silent);
    is_such.then_some(Plain { ends: [0, 0], bytes })
}

/// Returns how many bytes, none or one, are around the bytes of a skip.
fn ends(
    table: &EventTable,
    classes: &ByteClasses,
    skip: &Skip,
    meanings: &[Piece],
) -> Option<[usize; 2]> {
    let next = |state: u16, byte: u8| {
        edge(table, table.table.rows[usize::from(state)][classes.class(byte)]).0
    };
    let is_end = |state: u16| table.table.accepting <= state;
    let bytes = || classes.representatives().into_iter();
    let firsts: Vec<Vec<u8>> = if table.table.start == skip.state {
        vec![Vec::new()]
    } else {
        let firsts = bytes().filter(|&byte| next(table.table.start, byte) > 0);
        firsts.map(|byte| vec![byte]).collect()
    };
    if firsts.iter().flatten().any(|&byte| next(table.table.start, byte) != skip.state) {
        return None;
    }
    let lasts: Vec<Vec<u8>> = if is_end(skip.state) {
        vec![Vec::new()]
    } else {
        bytes().filter(|&byte| is_end(next(skip.state, byte))).map(|byte| vec![byte]).collect()
    };
    let middle = skip.bytes.iter().next()?;
    let ends = [firsts.first()?.len(), lasts.first()?.len()];
    for first in &firsts {
        for last in &lasts {
            // Events are one byte old at most, so more bytes make no difference.
            for count in 0..=2 {
                let text = [&first[..], &vec![middle; count], last].concat();
                let mut left = first.len() + last.len();
                for (rule, begin, end) in occurrences(table, classes, &text)? {
                    let is_inside = first.len() <= begin && end <= first.len() + count;
                    let meaning = of_byte(&meanings.get(rule)?.meaning, text[begin])?;
                    if end != begin + 1 {
                        return None;
                    }
                    if !is_inside {
                        let Meaning::Fixed(value) = meaning else { return None };
                        left = left.checked_sub(1).filter(|_| value.is_empty())?;
                    } else if !skip.are_pieces {
                        return None;
                    }
                }
                if left > 0 {
                    return None;
                }
            }
        }
    }
    Some(ends)
}

/// Returns the occurrences in a text: the rule, the begin and the end of each. `None` if the text does
/// not match, or an event is older than one byte.
fn occurrences(
    table: &EventTable,
    classes: &ByteClasses,
    text: &[u8],
) -> Option<Vec<(usize, usize, usize)>> {
    let (mut state, mut lists) = (table.table.start, vec![(table.begin, 0)]);
    for (&byte, offset) in text.iter().zip(1..) {
        let (next, list) = edge(table, table.table.rows[usize::from(state)][classes.class(byte)]);
        lists.push((list, offset));
        state = next;
    }
    let end = state.checked_sub(table.table.accepting)?;
    lists.push((*table.ends.get(usize::from(end))?, text.len()));
    let (mut open, mut found) = (0, Vec::new());
    for (list, offset) in lists {
        for &(what, age) in &table.lists[usize::from(list)] {
            let at = offset.checked_sub(usize::from(age)).filter(|_| age <= 1)?;
            match what.checked_sub(1) {
                None => open = at,
                Some(rule) if rule < REGISTER - 1 => found.push((rule.into(), open, at)),
                Some(_) => return None,
            }
        }
    }
    Some(found)
}
