//! Characters beyond ASCII as transitions: the paths of two to four bytes that UTF-8 makes of them.
//!
//! An automaton reads such a character through states of its own, one after each byte but the last. If
//! the table read them, it would also read the rest of the text, and as code they would take the
//! place of more useful states. Therefore all characters that lead from one state to another are one
//! transition of a program. Only the first byte of such a character may have assignments.

use crate::automata::dense::StateId;
use crate::automata::tagged::tdfa::{Register, Tdfa, Value};
use crate::bytes::ByteSet;
use std::collections::BTreeMap;

/// Ranges of code points beyond ASCII, ascending, neither adjacent nor overlapping.
pub type CodePoints = Vec<[u32; 2]>;

/// The minimum number of characters for which a transition pays off.
const MIN_CHARACTERS: u32 = 128;

/// The characters that lead from a state to another one with the same assignments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CharacterEdge {
    /// The characters.
    pub code_points: CodePoints,
    /// The assignments at the first byte.
    pub assign: Vec<(Register, Value)>,
    /// The state after the last byte.
    pub target: StateId,
}

/// Returns the transitions of a state by characters that begin with one of the bytes `first`, if they
/// have enough characters. No code point is in two of them.
///
/// Takes time proportional to the number of states within three bytes.
pub fn by_characters(tdfa: &Tdfa, state: StateId, first: ByteSet) -> Vec<CharacterEdge> {
    let mut paths = Paths { tdfa, known: BTreeMap::new() };
    let mut edges: Vec<CharacterEdge> = Vec::new();
    for lead in first.iter() {
        let (count, least) = match lead {
            0xC2..=0xDF => (1, 0x80),
            0xE0..=0xEF => (2, 0x800),
            0xF0..=0xF4 => (3, 0x1_0000),
            _ => continue,
        };
        let Some(edge) = tdfa.next(state, lead) else { continue };
        let high = u32::from(lead & (0x3F >> count)) << (6 * count);
        for Reached { range: [low, last], target } in paths.after(edge.target, count) {
            let valid = [[least, 0xD7FF], [0xE000, 0x10_FFFF]];
            for range in intersection(&[[high + low, high + last]], &valid) {
                let is_same =
                    |it: &&mut CharacterEdge| it.target == target && it.assign == edge.output;
                match edges.iter_mut().find(is_same) {
                    Some(known) => push(&mut known.code_points, range),
                    None => edges.push(CharacterEdge {
                        code_points: vec![range],
                        assign: edge.output.clone(),
                        target,
                    }),
                }
            }
        }
    }
    edges.retain(|edge| MIN_CHARACTERS <= count(&edge.code_points));
    edges
}

/// Returns the code points that lead from each of these states to one of them, without assignments.
pub fn among(tdfa: &Tdfa, states: &[StateId]) -> CodePoints {
    let of_state = |&state: &StateId| {
        let edges = by_characters(tdfa, state, ByteSet::range(0xC2, 0xF4)).into_iter();
        let inside = edges.filter(|it| it.assign.is_empty() && states.contains(&it.target));
        let mut all: CodePoints = inside.flat_map(|edge| edge.code_points).collect();
        all.sort_unstable();
        all.into_iter().fold(Vec::new(), |mut merged, range| {
            push(&mut merged, range);
            merged
        })
    };
    let sets = states.iter().map(of_state);
    sets.reduce(|one, two| intersection(&one, &two)).unwrap_or_default()
}

/// Returns the first bytes of characters.
pub fn first_bytes(code_points: &CodePoints) -> ByteSet {
    let first = |code_point: u32| -> u8 {
        let [high, low] = match code_point {
            0..0x800 => [0xC0, code_point >> 6],
            0x800..0x1_0000 => [0xE0, code_point >> 12],
            _ => [0xF0, code_point >> 18],
        };
        u8::try_from(high | low).expect("code points have 21 bits")
    };
    let of_range = |&[low, high]: &[u32; 2]| ByteSet::range(first(low), first(high));
    code_points.iter().map(of_range).fold(ByteSet::EMPTY, ByteSet::union)
}

/// The end of paths: the numbers that their continuation bytes encode, and the last state.
#[derive(Clone, Copy)]
struct Reached {
    range: [u32; 2],
    target: StateId,
}

/// Paths without assignments through continuation bytes.
struct Paths<'a> {
    tdfa: &'a Tdfa,
    known: BTreeMap<(StateId, u32), Vec<Reached>>,
}

impl Paths<'_> {
    /// Returns the ends of the paths of `count` bytes, in ascending order.
    fn after(&mut self, state: StateId, count: u32) -> Vec<Reached> {
        if count == 0 {
            return vec![Reached { range: [0, 0], target: state }];
        }
        if let Some(known) = self.known.get(&(state, count)) {
            return known.clone();
        }
        let mut all: Vec<Reached> = Vec::new();
        for value in 0..64 {
            let edge = self.tdfa.next(state, 0x80 | value).filter(|it| it.output.is_empty());
            let Some(edge) = edge else { continue };
            let by = u32::from(value) << (6 * (count - 1));
            for Reached { range: [low, high], target } in self.after(edge.target, count - 1) {
                match all.last_mut() {
                    Some(last) if last.target == target && last.range[1] + 1 == by + low => {
                        last.range[1] = by + high;
                    }
                    _ => all.push(Reached { range: [by + low, by + high], target }),
                }
            }
        }
        self.known.insert((state, count), all.clone());
        all
    }
}

/// Adds a range that is above the others, or adjacent to the last one.
fn push(ranges: &mut CodePoints, range: [u32; 2]) {
    match ranges.last_mut() {
        Some(last) if last[1] + 1 == range[0] => last[1] = range[1],
        _ => ranges.push(range),
    }
}

/// Returns the code points that are in both lists.
fn intersection(one: &[[u32; 2]], two: &[[u32; 2]]) -> CodePoints {
    let pairs = one.iter().flat_map(|a| two.iter().map(move |b| [a[0].max(b[0]), a[1].min(b[1])]));
    pairs.filter(|range| range[0] <= range[1]).collect()
}

/// Returns the number of code points.
fn count(ranges: &CodePoints) -> u32 {
    ranges.iter().map(|range| 1 + range[1] - range[0]).sum()
}
