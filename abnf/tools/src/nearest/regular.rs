//! The nearest texts of a regular language: a table of the minimum number of edits from each offset
//! of the text and each state to an end, filled from the end of the text, and a walk through it.

use super::{MAX_CELLS, MAX_TEXTS, Nearest};
use abnfc::automata::compare::legible;
use abnfc::automata::dfa::{Dfa, StateId};
use std::collections::BTreeSet;

/// The maximum number of paths of the walk, since many paths can give one text.
const MAX_WAYS: usize = 1 << 12;

pub(super) fn nearest(dfa: &Dfa, text: &[u8]) -> Option<Nearest> {
    let cells = (text.len() + 1).checked_mul(dfa.state_count())?;
    if dfa.is_empty() || MAX_CELLS < cells {
        return None;
    }
    // A byte from each state to each of its successors.
    let steps: Vec<Vec<(u8, StateId)>> = dfa
        .edges()
        .map(|(_, edges)| edges.iter().map(|(set, to)| (legible(set), *to)).collect())
        .collect();
    let table = table(dfa, &steps, text);
    let edits = table[0][Dfa::START.index()];
    let mut walk = Walk { dfa, steps: &steps, text, table: &table, texts: Vec::new(), ways: 0 };
    walk.go();
    Some(Nearest { edits: usize::try_from(edits).ok()?, texts: walk.texts })
}

/// Returns the minimum number of edits to an end, for each offset and each state.
fn table(dfa: &Dfa, steps: &[Vec<(u8, StateId)>], text: &[u8]) -> Vec<Vec<u32>> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); dfa.state_count()];
    for state in dfa.states() {
        for (_, to) in &steps[state.index()] {
            before[to.index()].push(state.index());
        }
    }
    let end = |state| if dfa.is_accepting(state) { 0 } else { u32::MAX };
    let mut rows = vec![with_added(dfa.states().map(end).collect(), &before)];
    for &byte in text.iter().rev() {
        let shorter = rows.last().expect("there is a row");
        let edits = |state: StateId| {
            let left_out = shorter[state.index()] + 1;
            let kept = dfa.next(state, byte).map(|to| shorter[to.index()]);
            let changed = steps[state.index()].iter().map(|(_, to)| shorter[to.index()] + 1);
            changed.chain(kept).chain([left_out]).min().expect("a byte can be left out")
        };
        let row = dfa.states().map(edits).collect();
        rows.push(with_added(row, &before));
    }
    rows.reverse();
    rows
}

/// Extends a column by added bytes: each is an edit and leads to another state. Cells are visited in
/// the order of their values, so each is final when it is visited.
fn with_added(mut row: Vec<u32>, before: &[Vec<usize>]) -> Vec<u32> {
    let cells = row.iter().enumerate().filter(|cell| *cell.1 != u32::MAX);
    let mut queue: BTreeSet<(u32, usize)> = cells.map(|(state, &edits)| (edits, state)).collect();
    while let Some((edits, state)) = queue.pop_first() {
        for &earlier in &before[state] {
            if edits + 1 < row[earlier] {
                queue.remove(&(row[earlier], earlier));
                row[earlier] = edits + 1;
                queue.insert((edits + 1, earlier));
            }
        }
    }
    row
}

/// A walk over the paths through the table with the fewest edits.
struct Walk<'a> {
    dfa: &'a Dfa,
    steps: &'a [Vec<(u8, StateId)>],
    text: &'a [u8],
    table: &'a [Vec<u32>],
    texts: Vec<Vec<u8>>,
    ways: usize,
}

/// A point of a path: an offset, a state, and the length of the new text.
#[derive(Clone, Copy)]
struct At {
    offset: usize,
    state: StateId,
    length: usize,
    /// The bytes that lead to this point.
    byte: Option<u8>,
}

impl Walk<'_> {
    /// Follows all paths, those with the longest unchanged prefix first.
    fn go(&mut self) {
        let mut made = Vec::new();
        let mut todo = vec![At { offset: 0, state: Dfa::START, length: 0, byte: None }];
        while let Some(at) = todo.pop() {
            made.truncate(at.length);
            made.extend(at.byte);
            let left = self.table[at.offset][at.state.index()];
            if at.offset == self.text.len() && left == 0 {
                self.ways += 1;
                if !self.texts.contains(&made) {
                    self.texts.push(made.clone());
                }
                if self.texts.len() == MAX_TEXTS || self.ways == MAX_WAYS {
                    return;
                }
                continue;
            }
            let first = todo.len();
            self.next(at.offset, at.state, left, |offset, state, byte| {
                todo.push(At { offset, state, length: made.len(), byte });
            });
            // The first step is followed next.
            todo[first..].reverse();
        }
    }

    /// Returns the steps from a cell that keep the number of edits minimal.
    fn next(
        &self,
        offset: usize,
        state: StateId,
        left: u32,
        mut take: impl FnMut(usize, StateId, Option<u8>),
    ) {
        let edits = |offset: usize, state: StateId| self.table[offset][state.index()];
        if let Some(&byte) = self.text.get(offset) {
            if let Some(to) = self.dfa.next(state, byte).filter(|&to| edits(offset + 1, to) == left)
            {
                take(offset + 1, to, Some(byte));
            }
            for &(changed, to) in &self.steps[state.index()] {
                if changed != byte && edits(offset + 1, to) + 1 == left {
                    take(offset + 1, to, Some(changed));
                }
            }
        }
        for &(added, to) in &self.steps[state.index()] {
            if edits(offset, to) + 1 == left {
                take(offset, to, Some(added));
            }
        }
        if offset < self.text.len() && edits(offset + 1, state) + 1 == left {
            take(offset + 1, state, None);
        }
    }
}
