//! Random texts of a rule: walks through its automaton, led by numbers that somebody else draws.
//! What features `arbitrary` and `proptest` share.
//!
//! A walk takes only moves after which the text can still end, so that whatever the numbers are,
//! it is a text of the rule. Number 0 takes the move from which the end is nearest, and so does a
//! walk that has no numbers left: smaller and fewer numbers make shorter texts.
//!
//! How near the end is, counted in moves, is known of each state for each way out of the brackets
//! or the rule around it: shortest paths where moves need other paths, by Knuth, "A generalization
//! of Dijkstra's algorithm", 1977.

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
use super::rule::Table;

/// What owned texts keep.
pub(crate) trait Text: Sized {
    /// The text of these bytes, if they are one.
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

/// What is further away than this many moves is never begun.
const FAR: u32 = 1 << 20;

/// When so many brackets or rules are open, a walk goes on to the end.
const DEEP: usize = 128;

/// How often a way out of a state can be looked at. Where this is not enough for all of a huge
/// automaton, what is known of the ways is right, but for some states nothing is known: no walk
/// enters them.
const WORK: usize = 1 << 24;

/// Of all numbers, as many end a text that may end.
const ENDS: u32 = NUMBERS / 32;

/// How many numbers there are.
const NUMBERS: u32 = 1 << 16;

/// The way out of an automaton that has one only.
const END: u16 = 0;

/// A move of an automaton.
#[derive(Clone, Copy)]
struct Move {
    /// The bytes that it reads, one of them; none if it reads none.
    bytes: ByteSet,
    act: Act,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Act {
    /// Leads to a state.
    Step(u16),
    /// Opens a bracket or a rule inside: the state there, and the row that says by the way out
    /// where to go on.
    Enter(u16, u16),
    /// Leaves what was opened last by this way; if nothing is open, the text ends.
    Leave(u16),
}

/// How many moves it takes, at least, by the way out.
type Exits = BTreeMap<u16, u32>;

/// By the way out the state after it.
type Row = BTreeMap<u16, u16>;

/// All walks through the automaton of a rule.
pub(crate) struct Walks {
    start: u16,
    /// By state.
    moves: Vec<Vec<Move>>,
    /// What can be opened: the ways out that lead on, and the state after each.
    rows: Vec<Row>,
    /// By state how far each way out is.
    nearest: Vec<Exits>,
    /// The way out that ends a text.
    end: u16,
}

/// What is open.
struct Frame {
    row: u16,
    /// By the way out how far the end of the text is from there.
    rest: Exits,
}

impl Walks {
    /// Those of a rule, in time linear in its table unless the rule is nested.
    pub(crate) fn new(table: &Table) -> Self {
        let mut walks = Self::of_table(table);
        walks.find_nearest();
        walks
    }

    /// The text of one walk. The first `least` moves that have a number do not end the text where
    /// it could go on. None if all texts are too long, or the rule has none.
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

    /// The moves after which the text can end, those from which the end is nearer first.
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

    /// How far the end of the text is from a state, if it can be reached.
    fn distance(&self, state: u16, rest: &Exits) -> Option<u32> {
        let exits = self.nearest[usize::from(state)].iter();
        exits.filter_map(|(exit, far)| sum(&[*far, *rest.get(exit)?])).min()
    }

    /// How far the end of the text is from each way out of what a row opens.
    fn after(&self, row: u16, rest: &Exits) -> Exits {
        let after = self.rows[usize::from(row)].iter();
        after.filter_map(|(&exit, &to)| Some((exit, self.distance(to, rest)?))).collect()
    }

    /// Fills [`nearest`](Self::nearest): a state is asked again whenever one that its moves lead
    /// to has become nearer to something. Whatever it is told, one of its moves leads to a state
    /// that was told less, so that every walk can end.
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

    /// How far each way out of a state is, by what is known of others.
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

    /// The moves alone.
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

    /// The moves that bytes make, and the ends of texts.
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

    /// The moves of an automaton with a stack.
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
        // Ways to close are counted from 0.
        let walks = Self::of_dfa(&nested.dfa, u16::MAX, act);
        Self { rows, ..walks }
    }

    /// The moves of automata that call each other.
    #[cfg(feature = "general")]
    fn of_general(general: &General) -> Self {
        let mut walks = Self::of_dfa(&general.dfa, END, |next, _| Act::Step(next));
        for (state, moves) in (0..).zip(&mut walks.moves) {
            for &[to, after] in general.calls(state) {
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

/// Takes one of the moves, and one of its bytes, by a number below `numbers`. These are enough for
/// each byte of each move, even if no two bytes lead to the same state, unless hundreds of other
/// rules can be entered too.
fn choose(moves: &[Move], number: u32, numbers: u32) -> (Move, usize) {
    let scaled = number * moves.len() as u32;
    let chosen = moves[(scaled / numbers) as usize];
    let byte = scaled % numbers * chosen.bytes.len() as u32 / numbers;
    (chosen, byte as usize)
}

/// The sum of distances, unless it is too far.
fn sum(distances: &[u32]) -> Option<u32> {
    Some(distances.iter().sum()).filter(|sum| *sum < FAR)
}
