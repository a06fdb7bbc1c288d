//! Decides which data is read in one pass, and how: records to records with [`Reader`]s.
//!
//! ```text
//! array = ws "[" ws [ value *( ws "," ws value ) ] ws "]" ws
//! ```
//!
//! A reader goes through the texts of a record once, by the automaton of bytes and symbols that the
//! writer keeps ([`Hollow`](super::record_symbols::Hollow)). The next byte decides what comes next: a byte
//! outside of parts, a part, or the end. Where that is so, each text has one data, as for grammars of
//! the class LL(1) (Lewis and Stearns, "Syntax-directed transduction", 1968). At a byte that does not decide, the
//! reader gives up, and the text is read in another way. So a reader makes no wrong data; that it gives up
//! costs time only.
//!
//! The module `lookahead` computes the sets of bytes.

mod lookahead;

use super::Rule;
use super::reader_types::{Content, Move, Reader};
use super::record_symbols::{Kind, Piece, RecordWriter, Spelled, WrittenField};
use super::record_types::{Datum, Records};
use super::tree_table::TreeTable;
use super::views::{Alternative, Union};
use lookahead::{Item, Lookahead, Part};
use std::collections::BTreeSet;

/// The greatest number of states of a reader, which become code.
const MAX_STATES: usize = 48;

/// A record, whatever it is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    /// That of a text, by its index among the records.
    Text(usize),
    /// That of a node.
    Node(usize),
}

/// Adds readers to the records of a module.
pub(super) fn with_readers(
    mut records: Records,
    rules: &[Rule],
    unions: &[Union],
    trees: Option<&TreeTable>,
) -> Records {
    let texts = (0..records.records.len()).map(Owner::Text);
    let mut owners: Vec<Owner> = texts.chain((0..records.nodes.len()).map(Owner::Node)).collect();
    // Fewer records have readers in each round.
    let made = loop {
        let sources = Sources { records: &records, rules, unions, trees, owners: &owners };
        match readers(&sources) {
            Ok(readers) => break useful(&sources, readers),
            Err(is_kept) => {
                let kept = owners.into_iter().zip(is_kept).filter(|it| it.1);
                owners = kept.map(|it| it.0).collect();
            }
        }
    };
    for (owner, reader) in owners.into_iter().zip(made) {
        let writer = match owner {
            Owner::Text(index) => &mut records.records[index].writer,
            Owner::Node(index) => &mut records.nodes[index].writer,
        };
        writer.as_mut().expect("only such data has a reader").reader = reader;
    }
    records
}

/// Makes the readers of records.
///
/// # Errors
///
/// If some record has none: whether each record may have one, if the others have none.
fn readers(sources: &Sources<'_>) -> Result<Vec<Reader>, Vec<bool>> {
    let items = sources.owners.iter().map(|owner| sources.item(*owner));
    let (items, contents): (Vec<Item<'_>>, Vec<Vec<Content>>) = all(items)?.into_iter().unzip();
    let lookahead = Lookahead::new(&items);
    all(contents.into_iter().enumerate().map(|(item, contents)| {
        let reader = Reader { states: lookahead.states(item)?, contents, is_direct: false };
        has_all_fields(&reader, sources.writer(sources.owners[item])?).then_some(reader)
    }))
}

/// Returns all values, or which of them exist.
fn all<T>(values: impl Iterator<Item = Option<T>>) -> Result<Vec<T>, Vec<bool>> {
    let values: Vec<Option<T>> = values.collect();
    let exist: Vec<bool> = values.iter().map(Option::is_some).collect();
    values.into_iter().collect::<Option<_>>().ok_or(exist)
}

/// Keeps the readers that are faster than to locate the parts of a text, and those inside of them. `None`
/// for the others.
///
/// Parts with fixed places, or that are found by few bytes, are located without a walk through a table.
fn useful(sources: &Sources<'_>, mut readers: Vec<Reader>) -> Vec<Option<Reader>> {
    let inside = |reader: &Reader| {
        let all = reader.contents.iter().filter_map(|content| match content {
            Content::Record(rule) => sources.position(&Datum::Record(*rule)),
            Content::Node(node) => sources.position(&Datum::Node(*node)),
            Content::Literal(_) | Content::Rule(..) => None,
        });
        all.collect::<Vec<usize>>()
    };
    let inside: Vec<Vec<usize>> = readers.iter().map(inside).collect();
    let is_walk = |owner: &Owner| match owner {
        Owner::Text(index) => {
            let view = &sources.rules[sources.records.records[*index].rule].view;
            !view.repeated.is_empty() || view.slots > 0 && view.scans.is_empty()
        }
        Owner::Node(_) => true,
    };
    let mut is_slow: Vec<bool> = sources.owners.iter().map(is_walk).collect();
    let contains_slow = |is_slow: &[bool], at: usize| inside[at].iter().any(|it| is_slow[*it]);
    while let Some(at) = (0..readers.len()).find(|&at| !is_slow[at] && contains_slow(&is_slow, at))
    {
        is_slow[at] = true;
    }
    let mut open: Vec<usize> = (0..readers.len()).filter(|at| is_slow[*at]).collect();
    let mut is_used = vec![false; readers.len()];
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut is_used[at], true) {
            open.extend(&inside[at]);
        }
    }
    readers.iter_mut().zip(is_slow).for_each(|(reader, is_slow)| reader.is_direct = is_slow);
    readers.into_iter().zip(is_used).map(|(reader, is_used)| is_used.then_some(reader)).collect()
}

/// Returns whether the end is reached, each field is read on some way, and each way to the end has one
/// value of a field that has one, and at most one of a field that is no list.
fn has_all_fields(reader: &Reader, writer: &RecordWriter) -> bool {
    let field_of = |symbol: usize| writer.symbols[symbol].field;
    // Returns the states that are reached without a value of a field.
    let reached = |from: usize, field: Option<usize>| {
        let mut found = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(state) = open.pop() {
            for (_, step) in &reader.states[state].moves {
                let next = match *step {
                    Move::Symbol(symbol, _) if Some(field_of(symbol)) == field => continue,
                    Move::Byte(next) | Move::Symbol(_, next) => next,
                };
                if found.insert(next) {
                    open.push(next);
                }
            }
        }
        found
    };
    let takes = |state: usize, field: usize| {
        let mut moves = reader.states[state].moves.iter();
        moves.any(|it| matches!(it.1, Move::Symbol(symbol, _) if field_of(symbol) == field))
    };
    // Where the next byte does not decide, no state follows.
    let known = reached(0, None);
    let has_end = known.iter().any(|&state| reader.states[state].is_end);
    let is_sound = |(field, written): (usize, &WrittenField)| {
        let is_required = matches!(written.kind, Kind::One | Kind::Which);
        let is_read = known.iter().any(|&state| takes(state, field));
        let has_gap =
            || reached(0, Some(field)).into_iter().any(|state| reader.states[state].is_end);
        let has_two = || {
            let moves = reader.states.iter().flat_map(|state| &state.moves);
            let mut after = moves.filter_map(|(_, step)| match *step {
                Move::Symbol(symbol, next) if field_of(symbol) == field => Some(next),
                _ => None,
            });
            after.any(|next| reached(next, None).into_iter().any(|state| takes(state, field)))
        };
        is_read && !(is_required && has_gap()) && (written.kind == Kind::List || !has_two())
    };
    has_end && writer.fields.iter().enumerate().all(is_sound)
}

/// What decides how a record is read.
struct Sources<'a> {
    records: &'a Records,
    rules: &'a [Rule],
    unions: &'a [Union],
    trees: Option<&'a TreeTable>,
    /// The records that may have readers.
    owners: &'a [Owner],
}

impl<'a> Sources<'a> {
    fn writer(&self, owner: Owner) -> Option<&'a RecordWriter> {
        let records: &'a Records = self.records;
        match owner {
            Owner::Text(index) => records.records[index].writer.as_ref(),
            Owner::Node(index) => records.nodes[index].writer.as_ref(),
        }
    }

    /// Returns the texts of a record, and how its symbols are read. `None` if that is unknown.
    fn item(&self, owner: Owner) -> Option<(Item<'a>, Vec<Content>)> {
        let records: &'a Records = self.records;
        let data: Vec<&Datum> = match owner {
            Owner::Text(index) => {
                records.records[index].fields.iter().map(|it| &it.datum).collect()
            }
            Owner::Node(index) => {
                records.nodes[index].fields.iter().map(|it| &it.field.datum).collect()
            }
        };
        let writer = self.writer(owner)?;
        let hollow = writer.hollow.as_ref()?;
        if hollow.texts.states.len() > MAX_STATES {
            return None;
        }
        let symbols = writer.symbols.iter().zip(&hollow.pieces).map(|(symbol, piece)| {
            self.content(data[symbol.field], &symbol.spelled, piece.as_ref())
        });
        let (contents, parts): (Vec<Content>, Vec<Part>) =
            symbols.collect::<Option<Vec<_>>>()?.into_iter().unzip();
        Some((Item { texts: &hollow.texts, parts }, contents))
    }

    /// Returns how a symbol is read. `None` if it is not.
    fn content(
        &self,
        datum: &Datum,
        spelled: &Spelled,
        piece: Option<&Piece>,
    ) -> Option<(Content, Part)> {
        let (datum, rule) = match (datum, spelled) {
            (Datum::Choice(union), Spelled::Variant(index)) => {
                let datum = self.records.choice(*union)?.variants[*index].as_ref();
                let rule = match self.unions[*union].alternatives[*index] {
                    Alternative::Rule(rule) => Some(rule),
                    Alternative::Literal { .. } => None,
                };
                (datum, rule)
            }
            (Datum::NodeChoice(union), Spelled::Variant(index)) => {
                let datum = self.records.node_choice(*union)?.choice.variants[*index].as_ref();
                let table = self.trees?;
                let (number, _) = table.unions[*union].alternatives[*index];
                (datum, table.shown[number].rule())
            }
            (Datum::Flag, _) => (None, None),
            (datum, Spelled::Rule(rule)) => (Some(datum), Some(*rule)),
            (datum, _) => (Some(datum), None),
        };
        let text = |piece: &Piece| {
            let &Piece { first, more, may_be_empty, .. } = piece;
            Part::Text { first, more, may_be_empty }
        };
        match (datum, rule) {
            (Some(Datum::Record(rule)), _) if self.position(datum?).is_none() => {
                Some((self.leaf(*rule, piece?)?, text(piece?)))
            }
            (Some(Datum::Record(_) | Datum::Node(_)), _) => {
                let at = self.position(datum?)?;
                let content = match datum? {
                    Datum::Record(rule) => Content::Record(*rule),
                    Datum::Node(node) => Content::Node(*node),
                    _ => return None,
                };
                Some((content, Part::Item(at)))
            }
            (Some(Datum::Choice(_) | Datum::NodeChoice(_) | Datum::Flag), _) => None,
            // A number of one of several rules has the type of the greatest of them.
            (Some(Datum::Scalar { of, .. }), Some(rule)) if self.rules[rule].type_name != *of => {
                None
            }
            (Some(_), Some(rule)) => Some((self.leaf(rule, piece?)?, text(piece?))),
            _ => Some((Content::Literal(piece?.literal.clone()?), text(piece?))),
        }
    }

    /// Returns the number of the item of a record, if it may have a reader.
    fn position(&self, datum: &Datum) -> Option<usize> {
        let is_it = |owner: &Owner| match (owner, datum) {
            (Owner::Text(index), Datum::Record(rule)) => self.records.records[*index].rule == *rule,
            (Owner::Node(index), Datum::Node(node)) => self.records.nodes[*index].node == *node,
            _ => false,
        };
        self.owners.iter().position(is_it)
    }

    /// Returns how the text of a rule is read. `None` if no table finds its end.
    fn leaf(&self, rule: usize, piece: &Piece) -> Option<Content> {
        self.rules[rule].matcher.table()?;
        Some(Content::Rule(rule, piece.extent))
    }
}
