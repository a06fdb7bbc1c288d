//! Random texts of a rule, for the features `arbitrary` and `proptest`: walks through its automaton
//! that are directed by numbers from the caller.
//!
//! A walk takes only moves after which the text can still end, so that any numbers give a text of
//! the rule. Number 0 takes the move from which the end is nearest, as does a walk that has no
//! numbers left. Smaller and fewer numbers therefore make shorter texts.
//!
//! The distances to the end, in moves, are computed for each state and each exit from the brackets
//! or the rule around it. They are shortest paths in a graph in which a move can need other paths
//! (Knuth, "A generalization of Dijkstra's algorithm", 1977), here found by a worklist of states.
// Long because the walks of all kinds of automata share the distances.

#![allow(clippy::cast_possible_truncation, reason = "rows and moves have fewer than 16 bits")]

use super::alloc::collections::{BTreeMap, VecDeque};
#[cfg(feature = "text")]
use super::alloc::string::String;
use super::alloc::vec;
use super::alloc::vec::Vec;
use super::byte_set::ByteSet;
use super::dfa::{DEAD, Dfa};
#[cfg(feature = "general")]
use super::general::General;
#[cfg(feature = "nested")]
use super::nested::Nested;
use super::table::Table;

/// The text that an owned type stores.
pub(crate) trait Text: Sized {
    /// Returns the bytes as a text; `None` if they must be UTF-8 and are not.
    fn of_bytes(bytes: Vec<u8>) -> Option<Self>;
}

#[cfg(feature = "text")]
impl Text for String {
    fn of_bytes(bytes: Vec<u8>) -> Option<Self> {
        Self::from_utf8(bytes).ok()
    }
}

#[cfg(feature = "bytes")]
impl Text for Vec<u8> {
    fn of_bytes(bytes: Vec<u8>) -> Option<Self> {
        Some(bytes)
    }
}

/// The maximum distance: a move after which the end is further away is never taken.
const FAR: u32 = 1 << 20;

/// The number of open brackets or rules from which on a walk only takes shortest paths.
const DEEP: usize = 128;

/// The maximum number of updates of distances. If it does not suffice for a huge automaton, walks
/// do not enter the states without distances; the other distances are upper bounds.
const WORK: usize = 1 << 24;

/// The number of values, of all [numbers](NUMBERS), that end a text that may end.
const ENDS: u32 = NUMBERS / 32;

/// The numbers are smaller than this one.
const NUMBERS: u32 = 1 << 16;

/// The exit of an automaton that has only one.
const END: u16 = 0;

/// A move of an automaton.
#[derive(Clone, Copy)]
struct Move {
    /// The set of bytes that the move can read; empty if it reads nothing.
    bytes: ByteSet,
    act: Act,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Act {
    /// Moves to a state.
    Step(u16),
    /// Opens a bracket or enters a rule inside: the state there, and the row that has the state
    /// after each exit.
    Enter(u16, u16),
    /// Leaves the innermost bracket or rule by this exit; at the outermost level the text ends.
    Leave(u16),
}

/// The least number of moves to each exit.
type Exits = BTreeMap<u16, u32>;

/// The state after each exit.
type Row = BTreeMap<u16, u16>;

/// All walks through the automaton of a rule.
pub(crate) struct Walks {
    start: u16,
    /// The moves of each state.
    moves: Vec<Vec<Move>>,
    /// The rows of brackets and rules: the exits from which the text can continue, and the state
    /// after each.
    rows: Vec<Row>,
    /// The distance to each exit, for each state.
    nearest: Vec<Exits>,
    /// The exit that ends a text.
    end: u16,
}

/// A bracket or rule that is open.
struct Frame {
    row: u16,
    /// The distance to the end of the text from each exit.
    rest: Exits,
}

impl Walks {
    /// Makes the walks of a rule. Takes time linear in its table unless the rule is nested.
    pub(crate) fn new(table: &Table) -> Self {
        let mut walks = Self::of_table(table);
        walks.find_nearest();
        walks
    }

    /// Returns the text of one walk. The first `least` moves that have a number do not end the text
    /// if it can continue. Returns `None` if all texts are too long, or the rule has none.
    pub(crate) fn text(
        &self,
        least: usize,
        numbers: impl IntoIterator<Item = u16>,
    ) -> Option<Vec<u8>> {
        let mut numbers = numbers.into_iter();
        let mut text = Vec::new();
        let mut frames = vec![Frame { row: 0, rest: [(self.end, 0)].into() }];
        let (mut state, mut taken) = (self.start, 0);
        while let Some(frame) = frames.last() {
            let mut open = self.open(state, &frame.rest);
            let is_end = |it: &Move| frames.len() == 1 && matches!(it.act, Act::Leave(_));
            let end = open.iter().position(is_end);
            let number = numbers.next().filter(|_| frames.len() < DEEP);
            let (next, byte) = match (number, end) {
                (Some(number), Some(end)) if 1 < open.len() => {
                    let ending = open.remove(end);
                    match u32::from(number).checked_sub(ENDS) {
                        None if least <= taken => (ending, 0),
                        above => choose(&open, above.unwrap_or_default(), NUMBERS - ENDS),
                    }
                }
                (number, _) => {
                    let number = number.unwrap_or_default();
                    open.first()?;
                    choose(&open, u32::from(number), NUMBERS)
                }
            };
            text.extend(next.bytes.iter().nth(byte));
            taken += 1;
            match next.act {
                Act::Step(to) => state = to,
                Act::Enter(to, row) => {
                    let rest = self.after(row, &frame.rest);
                    frames.push(Frame { row, rest });
                    state = to;
                }
                Act::Leave(exit) => {
                    let row = usize::from(frame.row);
                    frames.pop();
                    if !frames.is_empty() {
                        state = self.rows[row][&exit];
                    }
                }
            }
        }
        Some(text)
    }

    /// Returns the moves after which the text can end, sorted by distance.
    fn open(&self, state: u16, rest: &Exits) -> Vec<Move> {
        let far = |it: &Move| match it.act {
            Act::Step(to) => self.distance(to, rest),
            Act::Enter(to, row) => self.distance(to, &self.after(row, rest)),
            Act::Leave(exit) => rest.get(&exit).copied(),
        };
        let moves = &self.moves[usize::from(state)];
        let known = moves.iter().filter_map(|it| far(it).map(|far| (far, *it)));
        let mut known: Vec<(u32, Move)> = known.collect();
        known.sort_by_key(|(far, _)| *far);
        known.into_iter().map(|(_, it)| it).collect()
    }

    /// Returns the distance from a state to the end of the text, if it can be reached.
    fn distance(&self, state: u16, rest: &Exits) -> Option<u32> {
        let exits = self.nearest[usize::from(state)].iter();
        exits.filter_map(|(exit, far)| sum(&[*far, *rest.get(exit)?])).min()
    }

    /// Returns the distance to the end of the text from each exit of a row.
    fn after(&self, row: u16, rest: &Exits) -> Exits {
        let after = self.rows[usize::from(row)].iter();
        after.filter_map(|(&exit, &to)| Some((exit, self.distance(to, rest)?))).collect()
    }

    /// Computes [`nearest`](Self::nearest): a state is updated again whenever a state to which its
    /// moves lead has become nearer to an exit. A state that has a distance has a move to a
    /// state with a smaller distance, so that every walk can end.
    fn find_nearest(&mut self) {
        let mut users = vec![Vec::new(); self.moves.len()];
        let mut queue = VecDeque::new();
        for (state, moves) in self.moves.iter().enumerate() {
            for it in moves {
                match it.act {
                    Act::Step(to) => users[usize::from(to)].push(state),
                    Act::Enter(to, row) => {
                        users[usize::from(to)].push(state);
                        for &after in self.rows[usize::from(row)].values() {
                            users[usize::from(after)].push(state);
                        }
                    }
                    Act::Leave(_) => queue.push_back(state),
                }
            }
        }
        queue.make_contiguous().sort_unstable();
        let (mut waits, mut work) = (vec![false; self.moves.len()], 0);
        while let Some(state) = queue.pop_front() {
            waits[state] = false;
            let exits = self.exits(state, &mut work);
            if WORK < work {
                break;
            }
            if exits != self.nearest[state] {
                self.nearest[state] = exits;
                for &user in &users[state] {
                    if !core::mem::replace(&mut waits[user], true) {
                        queue.push_back(user);
                    }
                }
            }
        }
    }

    /// Returns the distances from a state to the exits, computed from the present distances of
    /// other states.
    fn exits(&self, state: usize, work: &mut usize) -> Exits {
        let mut exits = Exits::new();
        let mut lead = |exit: u16, far: Option<u32>| {
            *work += 1;
            if let Some(far) = far {
                let known = exits.entry(exit).or_insert(far);
                *known = far.min(*known);
            }
        };
        for it in &self.moves[state] {
            match it.act {
                Act::Leave(exit) => lead(exit, Some(1)),
                Act::Step(to) => {
                    for (&exit, &far) in &self.nearest[usize::from(to)] {
                        lead(exit, sum(&[1, far]));
                    }
                }
                Act::Enter(to, row) => {
                    for (out, &inner) in &self.nearest[usize::from(to)] {
                        let Some(&after) = self.rows[usize::from(row)].get(out) else { continue };
                        for (&exit, &far) in &self.nearest[usize::from(after)] {
                            lead(exit, sum(&[1, inner, far]));
                        }
                    }
                }
            }
        }
        exits
    }

    /// Makes walks without distances from the moves.
    fn of_table(table: &Table) -> Self {
        #[cfg(feature = "general")]
        if let Some(general) = table.general {
            return Self::of_general(general);
        }
        #[cfg(feature = "nested")]
        if let Some(nested) = table.nested {
            return Self::of_nested(nested);
        }
        Self::of_dfa(table.dfa, END, |next, _| Act::Step(next))
    }

    /// Returns the moves by bytes, and the ends of texts.
    fn of_dfa(dfa: &Dfa, end: u16, act: impl Fn(u16, u16) -> Act) -> Self {
        let mut moves = vec![Vec::new()];
        // State 0 is dead.
        for state in (1..).take(dfa.states() - 1) {
            let mut of_state: Vec<Move> = Vec::new();
            for byte in 0..=255 {
                let (next, list) = dfa.edge(state, byte);
                if next == DEAD && list == 0 {
                    continue;
                }
                let act = act(next, list);
                match of_state.iter_mut().find(|it| it.act == act) {
                    Some(it) => it.bytes = it.bytes.with(byte),
                    None => of_state.push(Move { bytes: ByteSet::EMPTY.with(byte), act }),
                }
            }
            if dfa.accepts(state) {
                of_state.push(Move { bytes: ByteSet::EMPTY, act: Act::Leave(end) });
            }
            moves.push(of_state);
        }
        let nearest = vec![Exits::new(); moves.len()];
        Self { start: dfa.start, moves, rows: Vec::new(), nearest, end }
    }

    /// Returns the moves of an automaton with a stack.
    #[cfg(feature = "nested")]
    fn of_nested(nested: &Nested) -> Self {
        let after =
            |row: &[u16]| (0..).zip(row.iter().copied()).filter(|it| it.1 != DEAD).collect();
        let rows: Vec<Row> = nested.rows().map(after).collect();
        let act = |next, list: u16| match list.checked_sub(1) {
            None => Act::Step(next),
            Some(row) => match row.checked_sub(rows.len() as u16) {
                None => Act::Enter(next, row),
                Some(exit) => Act::Leave(exit),
            },
        };
        // Exits are numbered from 0.
        let walks = Self::of_dfa(&nested.dfa, u16::MAX, act);
        Self { rows, ..walks }
    }

    /// Returns the moves of automata that call each other.
    #[cfg(feature = "general")]
    fn of_general(general: &General) -> Self {
        let mut walks = Self::of_dfa(&general.dfa, END, |next, _| Act::Step(next));
        for (state, moves) in (0..).zip(&mut walks.moves) {
            for &[to, after, _] in general.calls(state) {
                let act = if after == DEAD {
                    Act::Step(to)
                } else {
                    walks.rows.push([(END, after)].into());
                    Act::Enter(to, (walks.rows.len() - 1) as u16)
                };
                moves.push(Move { bytes: ByteSet::EMPTY, act });
            }
        }
        walks
    }
}

/// A visit of a state, for the feature `conform`.
#[cfg(feature = "conform")]
pub(crate) struct Visit {
    /// A text that leads to the state.
    pub(crate) before: Vec<u8>,
    /// A shortest text from there to the end.
    pub(crate) after: Vec<u8>,
    /// The bytes of each move, with a shortest text from there to the end.
    pub(crate) moves: Vec<(ByteSet, Vec<u8>)>,
}

#[cfg(feature = "conform")]
impl Walks {
    /// Returns all bytes of the moves.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let has = |byte: &u8| self.moves.iter().flatten().any(|it| it.bytes.contains(*byte));
        (0..=u8::MAX).filter(has).collect()
    }

    /// Returns a visit of each state, at most `most` visits; if the rule is regular, by a shortest text. Visits
    /// inside of different brackets or rules are different.
    pub(crate) fn visits(&self, most: usize) -> Vec<Visit> {
        let frames = vec![Frame { row: 0, rest: [(self.end, 0)].into() }];
        let mut seen = super::alloc::collections::BTreeSet::new();
        let mut queue: VecDeque<(u16, Vec<Frame>, Vec<u8>)> = VecDeque::new();
        queue.push_back((self.start, frames, Vec::new()));
        let mut visits = Vec::new();
        while let Some((state, frames, before)) = queue.pop_front() {
            let Some(frame) = frames.last() else { continue };
            if visits.len() == most || DEEP <= frames.len() || !seen.insert((state, frame.row)) {
                continue;
            }
            let open = self.open(state, &frame.rest);
            let Some(after) = self.shortest(state, &frames) else { continue };
            let mut moves = Vec::new();
            for it in open {
                let (next, frames) = self.moved(&it, &frames);
                let mut text = before.clone();
                text.extend(it.bytes.iter().next());
                if let (Some(after), false) = (self.shortest(next, &frames), it.bytes.is_empty()) {
                    moves.push((it.bytes, after));
                }
                queue.push_back((next, frames, text));
            }
            visits.push(Visit { before, after, moves });
        }
        visits
    }

    /// Returns the state and the open brackets or rules after a move.
    fn moved(&self, it: &Move, frames: &[Frame]) -> (u16, Vec<Frame>) {
        let copy = |frame: &Frame| Frame { row: frame.row, rest: frame.rest.clone() };
        let mut frames: Vec<Frame> = frames.iter().map(copy).collect();
        match it.act {
            Act::Step(to) => (to, frames),
            Act::Enter(to, row) => {
                let rest = frames.last().map(|frame| self.after(row, &frame.rest));
                frames.extend(rest.map(|rest| Frame { row, rest }));
                (to, frames)
            }
            Act::Leave(exit) => {
                let row = frames.pop().map_or(0, |frame| usize::from(frame.row));
                // The text ends at the outermost level.
                let state = if frames.is_empty() { DEAD } else { self.rows[row][&exit] };
                (state, frames)
            }
        }
    }

    /// Returns a shortest text to the end.
    fn shortest(&self, mut state: u16, frames: &[Frame]) -> Option<Vec<u8>> {
        let (mut text, mut frames) = (Vec::new(), frames);
        let mut kept;
        while let Some(frame) = frames.last() {
            let nearest = *self.open(state, &frame.rest).first()?;
            text.extend(nearest.bytes.iter().next());
            (state, kept) = self.moved(&nearest, frames);
            frames = &kept;
        }
        Some(text)
    }
}

/// Chooses one of the moves, and one of its bytes, by a number below `numbers`. There are enough
/// numbers for each byte of each move, even if no two bytes lead to the same state, unless hundreds
/// of rules can be entered as well.
fn choose(moves: &[Move], number: u32, numbers: u32) -> (Move, usize) {
    let scaled = number * moves.len() as u32;
    let chosen = moves[(scaled / numbers) as usize];
    let byte = scaled % numbers * chosen.bytes.len() as u32 / numbers;
    (chosen, byte as usize)
}

/// Returns the sum of two distances, unless it exceeds the maximum.
fn sum(distances: &[u32]) -> Option<u32> {
    Some(distances.iter().sum()).filter(|sum| *sum < FAR)
}
