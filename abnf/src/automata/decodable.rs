//! Decides facts about the pieces of texts that make decoding well defined.
//!
//! A text is a sequence of pieces and of bytes between them. Its readings are the paths of the
//! [event automaton](crate::automata::events::event_nfa). [`two_readings`] searches the square of
//! this automaton, as [`crate::automata::ambiguity`] does, for two paths that pass different events
//! and accept the same text. Paths that differ only inside of a piece are one reading.

use super::inclusion::reached;
use crate::automata::determinise::determinise;
use crate::automata::dfa::{self, Dfa};
use crate::automata::minimise::minimise;
use crate::automata::nfa::{Nfa, State, StateId};
use crate::automata::numerals::digit;
use crate::automata::shortest_paths::{Paths, preferred};
use crate::budget::{Budget, TooLarge};
use crate::bytes::ByteSet;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::RangeInclusive;

/// Returns a shortest text with two readings; `None` if there is none. `meanings` has a number for
/// each tag: events with the same number are the same. No piece matches the empty text.
///
/// # Errors
///
/// If the budget is exceeded.
pub fn two_readings(
    nfa: &Nfa,
    meanings: &[u16],
    budget: &mut Budget,
) -> Result<Option<Vec<u8>>, TooLarge> {
    let mut steps = Steps { nfa, meanings, useful: nfa.useful(), of: BTreeMap::new(), budget };
    let mut search = Search { before: BTreeMap::new(), queue: VecDeque::new() };
    let start = steps.from(nfa.start)?;
    if search.add_all(None, &start, &start, Readings::Equal, &mut steps)? {
        return Ok(Some(Vec::new()));
    }
    let preferred = preferred();
    while let Some(pair) = search.queue.pop_front() {
        let (Some((set, next)), Some((other_set, other_next))) =
            (reader(nfa, pair.first), reader(nfa, pair.second))
        else {
            continue;
        };
        let both = set.intersection(other_set);
        let Some(&byte) = preferred.iter().find(|byte| both.contains(**byte)) else { continue };
        let (first, second) = (steps.from(next)?, steps.from(other_next)?);
        let step = Some((byte, pair));
        if search.add_all(step, &first, &second, pair.readings, &mut steps)? {
            return Ok(Some([search.text(pair), vec![byte]].concat()));
        }
    }
    Ok(None)
}

/// Returns the tags that some text passes.
pub fn passed_tags(nfa: &Nfa) -> BTreeSet<u16> {
    let useful = nfa.useful();
    let tag = |(id, state): (StateId, &State)| match state {
        State::Tag { tag, .. } if useful[id.index()] => Some(*tag),
        _ => None,
    };
    nfa.numbered().filter_map(tag).collect()
}

/// The texts of a language without their first bytes.
#[derive(Clone, Debug)]
pub struct Suffixes {
    /// The automaton of the suffixes.
    pub dfa: Dfa,
    /// For each state of the language after the first bytes, a text that leads there.
    prefixes: BTreeMap<dfa::StateId, Vec<u8>>,
}

/// The reason why a language has no suffixes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSuffixes {
    /// This text is too short.
    TooShort(Vec<u8>),
    /// The automaton exceeds the budget.
    TooLarge(TooLarge),
}

/// Returns the texts of a language that is not empty, each without its first `drop` bytes.
///
/// # Errors
///
/// A text with fewer bytes, or if the budget is exceeded.
pub fn suffixes(dfa: &Dfa, drop: usize, budget: &mut Budget) -> Result<Suffixes, NoSuffixes> {
    let bytes = preferred();
    let shortest = Paths::new(dfa, &bytes).from(Dfa::START);
    if shortest.len() < drop {
        return Err(NoSuffixes::TooShort(shortest));
    }
    let mut prefixes = BTreeMap::from([(Dfa::START, Vec::new())]);
    for _ in 0..drop {
        let mut nexts = BTreeMap::new();
        for (state, text) in &prefixes {
            for &byte in &bytes {
                let Some(next) = dfa.next(*state, byte) else { continue };
                nexts.entry(next).or_insert_with(|| [&text[..], &[byte]].concat());
            }
        }
        prefixes = nexts;
    }
    let nfa = from_states(dfa, prefixes.keys().copied());
    let suffixes = determinise(&nfa, budget).map_err(NoSuffixes::TooLarge)?;
    Ok(Suffixes { dfa: minimise(&suffixes), prefixes })
}

impl Suffixes {
    /// Returns a text of the language with this suffix.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn whole(&self, of: &Dfa, suffix: &[u8]) -> Vec<u8> {
        let accepts = |state: dfa::StateId| {
            let end = suffix.iter().try_fold(state, |state, &byte| of.next(state, byte));
            end.is_some_and(|end| of.is_accepting(end))
        };
        let mut prefixes = self.prefixes.iter();
        let (_, prefix) = prefixes.find(|(state, _)| accepts(**state)).expect("it is a suffix");
        [prefix, suffix].concat()
    }

    /// Returns a suffix that begins inside of a character of UTF-8.
    pub fn inside_of_character(&self) -> Option<Vec<u8>> {
        let next = |byte| Some((byte, self.dfa.next(Dfa::START, byte)?));
        let (byte, next) = (0x80..=0xBF).find_map(next)?;
        let rest = Paths::new(&self.dfa, &preferred()).from(next);
        Some([vec![byte], rest].concat())
    }
}

/// Returns a numeral of the language, whose texts are numerals, with a number in this range.
pub fn numeral_in(dfa: &Dfa, radix: u8, range: RangeInclusive<u32>) -> Option<Vec<u8>> {
    // Leading zeros do not change the number.
    let mut zeros: Vec<(dfa::StateId, usize)> = vec![(Dfa::START, 0)];
    while let Some((state, count)) = zeros.last().copied() {
        match dfa.next(state, b'0').filter(|next| zeros.iter().all(|known| known.0 != *next)) {
            Some(next) => zeros.push((next, count + 1)),
            None => break,
        }
    }
    let bytes = preferred();
    let mut digits: Vec<Vec<u8>> = vec![Vec::new(); radix.into()];
    for &byte in &bytes {
        if let Some(digit) = digit(byte, radix) {
            digits[usize::from(digit)].push(byte);
        }
    }
    range.into_iter().find_map(|number| {
        let mut reached: BTreeMap<dfa::StateId, Vec<u8>> =
            zeros.iter().map(|&(state, count)| (state, vec![b'0'; count])).collect();
        for digit in digits_of(number, radix.into()) {
            let mut nexts = BTreeMap::new();
            for (state, text) in &reached {
                for &byte in &digits[digit] {
                    let Some(next) = dfa.next(*state, byte) else { continue };
                    nexts.entry(next).or_insert_with(|| [&text[..], &[byte]].concat());
                }
            }
            reached = nexts;
        }
        reached.into_iter().find(|(state, _)| dfa.is_accepting(*state)).map(|(_, text)| text)
    })
}

/// Returns a text of the language that is not one of `texts`, which are in order.
pub fn other_than(dfa: &Dfa, texts: &[&str]) -> Option<Vec<u8>> {
    // The range of the texts that begin with the bytes read so far, and the number of bytes.
    type Prefix = (usize, usize, usize);
    let next = |(begin, end, count): Prefix, byte: u8| {
        let has_byte = |index: &usize| texts[*index].as_bytes().get(count) == Some(&byte);
        let first = (begin..end).find(has_byte)?;
        let last = (begin..end).rfind(has_byte)?;
        Some((first, last + 1, count + 1))
    };
    let is_end = |(begin, end, count): Prefix| begin < end && texts[begin].len() == count;
    reached(dfa, (0, texts.len(), 0), next, is_end).err()
}

/// Returns the digits of a number, the most significant first; none for zero.
fn digits_of(number: u32, radix: u32) -> Vec<usize> {
    let mut digits = Vec::new();
    let mut rest = number;
    while rest > 0 {
        digits.push((rest % radix) as usize);
        rest /= radix;
    }
    digits.reverse();
    digits
}

/// Returns an NFA for the texts that lead from one of the states `starts` to an end.
fn from_states(dfa: &Dfa, starts: impl Iterator<Item = dfa::StateId>) -> Nfa {
    let count = dfa.state_count();
    let [accept, start] = [count, count + 1].map(StateId::new);
    let mut states = vec![State::Split(Vec::new()); count + 2];
    for (state, edges) in dfa.edges() {
        let mut targets: Vec<StateId> =
            dfa.is_accepting(state).then_some(accept).into_iter().collect();
        for (set, target) in edges {
            targets.push(StateId::new(states.len()));
            states.push(State::Byte { set, next: StateId::new(target.index()) });
        }
        states[state.index()] = State::Split(targets);
    }
    states[start.index()] = State::Split(starts.map(|state| StateId::new(state.index())).collect());
    Nfa { states: states.into(), start, accept }
}

/// Whether two paths have passed the same events.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Readings {
    Equal,
    Different,
}

/// A configuration between two bytes: before reading one, or at the end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Point {
    Reader(StateId),
    End,
}

/// Two paths that read the same text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    first: Point,
    second: Point,
    readings: Readings,
}

/// A point, with the events on the way there.
type Reached = (Vec<u16>, Point);

/// The pairs that texts reach, each with the byte and the pair before it.
struct Search {
    before: BTreeMap<Pair, Option<(u8, Pair)>>,
    queue: VecDeque<Pair>,
}

impl Search {
    /// Adds all pairs of points after a step. Returns whether two readings of one text end.
    fn add_all(
        &mut self,
        step: Option<(u8, Pair)>,
        first: &[Reached],
        second: &[Reached],
        readings: Readings,
        steps: &mut Steps<'_>,
    ) -> Result<bool, TooLarge> {
        steps.budget.spend(first.len().saturating_mul(second.len()))?;
        for (events, point) in first {
            for (others, other) in second {
                let readings = if events == others { readings } else { Readings::Different };
                let (first, second) = (*point.min(other), *point.max(other));
                let pair = Pair { first, second, readings };
                if pair
                    == (Pair {
                        first: Point::End,
                        second: Point::End,
                        readings: Readings::Different,
                    })
                {
                    return Ok(true);
                }
                self.before.entry(pair).or_insert_with(|| {
                    self.queue.push_back(pair);
                    step
                });
            }
        }
        Ok(false)
    }

    /// Returns a text that leads to a pair.
    fn text(&self, pair: Pair) -> Vec<u8> {
        let mut text = Vec::new();
        let mut cursor = pair;
        while let Some((byte, before)) = self.before[&cursor] {
            text.push(byte);
            cursor = before;
        }
        text.reverse();
        text
    }
}

/// The points reached from states without reading.
struct Steps<'a> {
    nfa: &'a Nfa,
    meanings: &'a [u16],
    useful: Vec<bool>,
    of: BTreeMap<StateId, Vec<Reached>>,
    budget: &'a mut Budget,
}

impl Steps<'_> {
    /// Returns each point with each list of events on a path to it. The lists are short, because no
    /// piece is empty.
    fn from(&mut self, from: StateId) -> Result<Vec<Reached>, TooLarge> {
        if let Some(known) = self.of.get(&from) {
            return Ok(known.clone());
        }
        let mut seen = BTreeSet::new();
        let mut points = BTreeSet::new();
        let mut stack = vec![(from, Vec::new())];
        while let Some((state, events)) = stack.pop() {
            self.budget.spend(1)?;
            if !self.useful[state.index()] || !seen.insert((state, events.clone())) {
                continue;
            }
            if state == self.nfa.accept {
                points.insert((events.clone(), Point::End));
            }
            match &self.nfa[state] {
                State::Byte { .. } => drop(points.insert((events, Point::Reader(state)))),
                State::Split(targets) => {
                    stack.extend(targets.iter().map(|&target| (target, events.clone())));
                }
                State::Tag { tag, next } => {
                    let event = self.meanings[usize::from(*tag)];
                    stack.push((*next, [&events[..], &[event]].concat()));
                }
            }
        }
        let points: Vec<Reached> = points.into_iter().collect();
        self.of.insert(from, points.clone());
        Ok(points)
    }
}

/// Returns the bytes that a point reads, and the state after them.
fn reader(nfa: &Nfa, point: Point) -> Option<(ByteSet, StateId)> {
    let Point::Reader(state) = point else { return None };
    match &nfa[state] {
        State::Byte { set, next } => Some((*set, *next)),
        State::Split(_) | State::Tag { .. } => None,
    }
}

#[cfg(test)]
mod tests;
