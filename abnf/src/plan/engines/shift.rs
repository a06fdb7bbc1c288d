//! Shift automata: a row of 64 bits for each class of bytes, from which a shift by the
//! state takes the next state.
//!
//! A state is the offset of a window of six bits, and the window of state *s* in the row
//! of class *c* holds the offset of the state that follows. Then `state = row >> (state
//! & 63)` is a whole step, one cycle long, without a branch or a load that depends on the
//! state (Per Vognsen, "Shift-based DFAs", 2021).
//!
//! Ten windows of six bits fit side by side. More fit if windows overlap, since most rows lead most
//! states to the same few. A search finds offsets at which the bits of all overlapping windows
//! agree (an idea of Dougall Johnson, who used a solver).

use crate::automata::dfa::{Dfa, StateId};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A packed automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shift {
    /// The row of each class of bytes.
    pub rows: Vec<u64>,
    /// The offset of each state of the [`Dfa`].
    pub offsets: Vec<u8>,
    /// The offset of the dead state, which leads only to itself.
    pub dead: u8,
}

/// The number of bits of a window.
pub const WINDOW: u8 = 6;

/// The number of offsets at which a window can begin.
const OFFSETS: u8 = 64 - WINDOW + 1;

/// The maximum number of states, without the dead one. No larger automaton has been observed to fit.
pub const MAX_STATES: usize = 15;

/// The number of times that the search restarts.
const STARTS: u32 = 8;

/// The number of moves of one window after each restart.
const MOVES: u32 = 20_000;

/// Packs an automaton into rows. `None` if it has too many states, or if the search fails.
///
/// The work is bounded, and the result is deterministic.
pub fn shift(dfa: &Dfa) -> Option<Shift> {
    let dead = dfa.state_count();
    if MAX_STATES < dead {
        return None;
    }
    let number = |state: Option<StateId>| state.map_or(dead, StateId::index);
    let row = |class| {
        let next = |state| number(dfa.next_by_class(state, class));
        dfa.states().map(next).chain([dead]).collect()
    };
    let next: Vec<Vec<usize>> = (0..dfa.classes().count()).map(row).collect();
    let offsets = if dead < 10 { Some(side_by_side(dead + 1)) } else { search(&next, dead + 1) }?;
    let rows = next.iter().map(|next| row_of(next, &offsets)).collect();
    Some(Shift { rows, dead: offsets[dead], offsets: offsets[..dead].to_vec() })
}

impl Shift {
    /// Returns the state after one more byte of this class.
    pub fn step(&self, offset: u8, class: usize) -> u8 {
        (self.rows[class] >> offset & 63) as u8
    }
}

fn side_by_side(states: usize) -> Vec<u8> {
    (0..OFFSETS).step_by(WINDOW.into()).take(states).collect()
}

/// Moves windows until no two require different values of a bit: threshold accepting (Dueck and
/// Scheuer, "Threshold accepting", 1990), in integers, so that every machine finds the same offsets.
fn search(next: &[Vec<usize>], states: usize) -> Option<Vec<u8>> {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let next = distinct(next);
    for _ in 0..STARTS {
        let mut offsets: Vec<u8> = Vec::new();
        while offsets.len() < states {
            let offset = random.below(OFFSETS);
            if !offsets.contains(&offset) {
                offsets.push(offset);
            }
        }
        let mut cost = conflicts(&next, &offsets, u32::MAX);
        for left in (0..MOVES).rev() {
            if cost == 0 {
                return Some(offsets);
            }
            let state = usize::from(random.below(u8::try_from(states).ok()?));
            let old = offsets[state];
            let offset = random.below(OFFSETS);
            if let Some(other) = offsets.iter().position(|&taken| taken == offset) {
                offsets[other] = old;
            }
            offsets[state] = offset;
            // A move may add up to five conflicts at the beginning, and none at the end.
            let allowed = cost + left * 6 / MOVES;
            let new = conflicts(&next, &offsets, allowed);
            if new <= allowed {
                cost = new;
            } else {
                if let Some(other) = offsets.iter().position(|&taken| taken == old) {
                    offsets[other] = offset;
                }
                offsets[state] = old;
            }
        }
    }
    None
}

/// A row of an automaton, prepared for [`conflicts`].
struct Row {
    /// The target of most states.
    usual: usize,
    /// The other states, each with its target.
    others: Vec<(usize, usize)>,
    /// The number of classes with this row.
    count: u32,
}

/// Returns the different rows. Rows with many targets come first, because they have most conflicts.
fn distinct(next: &[Vec<usize>]) -> Vec<Row> {
    let mut counts: BTreeMap<&[usize], u32> = BTreeMap::new();
    next.iter().for_each(|row| *counts.entry(row).or_default() += 1);
    let mut rows: Vec<(&[usize], u32)> = counts.into_iter().collect();
    rows.sort_by_cached_key(|(row, _)| Reverse(row.iter().collect::<BTreeSet<_>>().len()));
    let row = |(row, count): (&[usize], u32)| {
        let uses = |target: &usize| row.iter().filter(|it| *it == target).count();
        let usual = row.iter().copied().max_by_key(uses).unwrap_or(0);
        let others = row.iter().copied().enumerate().filter(|it| it.1 != usual).collect();
        Row { usual, others, count }
    };
    rows.into_iter().map(row).collect()
}

/// Returns the number of bits, in all rows, for which two windows require different values. More
/// than `allowed` are not counted to the end. Offsets are different.
fn conflicts(rows: &[Row], offsets: &[u8], allowed: u32) -> u32 {
    let all = offsets.iter().fold(0u64, |all, &offset| all | 1 << offset);
    let mut sum = 0;
    for Row { usual, others, count } in rows {
        // The offsets of the states that lead to the usual one.
        let (mut begins, mut ones, mut zeros) = (all, 0u64, 0u64);
        for &(state, to) in others {
            let (offset, value) = (offsets[state], u64::from(offsets[to]));
            begins &= !(1 << offset);
            ones |= value << offset;
            zeros |= (!value & 63) << offset;
        }
        // Their windows, bit by bit.
        let value = u64::from(offsets[*usual]);
        for bit in 0..WINDOW {
            let is_one = 0u64.wrapping_sub(value >> bit & 1);
            ones |= begins << bit & is_one;
            zeros |= begins << bit & !is_one;
        }
        sum += count * (ones & zeros).count_ones();
        if allowed < sum {
            break;
        }
    }
    sum
}

fn row_of(next: &[usize], offsets: &[u8]) -> u64 {
    let windows = next.iter().zip(offsets);
    windows.fold(0, |row, (&to, &offset)| row | u64::from(offsets[to]) << offset)
}

/// A pseudorandom generator (Marsaglia, "Xorshift RNGs", 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u8) -> u8 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let scaled = ((self.0 >> 33) * u64::from(bound)) >> 31;
        u8::try_from(scaled).expect("below a bound of eight bits")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::{ByteClasses, ByteSet};

    /// An automaton over a number of classes of bytes.
    fn dfa(classes: u8, next: Vec<Option<StateId>>, accepting: Vec<bool>) -> Dfa {
        let sets: Vec<ByteSet> = (1..classes).map(|byte| ByteSet::range(byte, byte)).collect();
        let classes = ByteClasses::of_sets(&sets);
        Dfa::from_table(classes, next, accepting)
    }

    /// Checks that the rows make the same step as the automaton, for every class of bytes and from
    /// every state, including the dead one.
    fn check(dfa: &Dfa, shift: &Shift) {
        let mut offsets = shift.offsets.clone();
        offsets.push(shift.dead);
        offsets.sort_unstable();
        offsets.dedup();
        assert_eq!(offsets.len(), dfa.state_count() + 1, "a state, an offset");
        assert!(offsets.iter().all(|&offset| offset < OFFSETS));
        for class in 0..dfa.classes().count() {
            assert_eq!(shift.step(shift.dead, class), shift.dead);
            for state in dfa.states() {
                let next = dfa.next_by_class(state, class);
                let expected = next.map_or(shift.dead, |next| shift.offsets[next.index()]);
                assert_eq!(shift.step(shift.offsets[state.index()], class), expected, "{dfa}");
            }
        }
    }

    /// A random automaton in which most bytes lead to few states, as in grammars.
    fn random_dfa(states: u8, classes: u8, random: &mut Random) -> Dfa {
        let entries = usize::from(states) * usize::from(classes);
        let usual = random.below(states);
        let next = (0..entries).map(|_| match random.below(8) {
            0 => None,
            1 => Some(StateId::new(random.below(states).into())),
            _ => Some(StateId::new(usual.into())),
        });
        let next = next.collect();
        dfa(classes, next, (0..states).map(|_| random.below(2) == 0).collect())
    }

    #[test]
    fn every_step_is_that_of_the_automaton() {
        let mut random = Random(9);
        let (mut searched, mut packed) = (0, 0);
        for states in 1..=13 {
            for classes in 1..=6 {
                for _ in 0..if states < 10 { 20 } else { 1 } {
                    let dfa = random_dfa(states, classes, &mut random);
                    let shift = shift(&dfa);
                    shift.iter().for_each(|shift| check(&dfa, shift));
                    assert!(9 < states || shift.is_some(), "they fit side by side");
                    searched += usize::from(9 < states);
                    packed += usize::from(9 < states && shift.is_some());
                }
            }
        }
        assert!(packed > searched / 2, "{packed} of {searched}");
    }

    /// The number of conflicts by the definition: bit by bit, window by window.
    fn conflicts_by_bits(next: &[Vec<usize>], offsets: &[u8]) -> u32 {
        let is_conflict = |row: &[usize], bit: u8| {
            let windows = row.iter().zip(offsets);
            let covering =
                windows.filter(|(_, offset)| (**offset..**offset + WINDOW).contains(&bit));
            let values = covering.map(|(&to, &offset)| offsets[to] >> (bit - offset) & 1);
            values.collect::<BTreeSet<_>>().len() == 2
        };
        let of_row = |row: &Vec<usize>| (0..64).filter(|&bit| is_conflict(row, bit)).count();
        next.iter().map(|row| u32::try_from(of_row(row)).unwrap()).sum()
    }

    #[test]
    fn conflicts_are_counted_as_defined() {
        let mut random = Random(5);
        for _ in 0..500 {
            let states = 1 + usize::from(random.below(16));
            let rows = 1 + usize::from(random.below(8));
            let mut offsets: Vec<u8> = Vec::new();
            while offsets.len() < states {
                let offset = random.below(OFFSETS);
                if !offsets.contains(&offset) {
                    offsets.push(offset);
                }
            }
            let targets = 1 + random.below(u8::try_from(states).unwrap());
            let mut row = || (0..states).map(|_| random.below(targets).into()).collect();
            let next: Vec<Vec<usize>> = (0..rows).map(|_| row()).collect();
            let found = conflicts(&distinct(&next), &offsets, u32::MAX);
            assert_eq!(found, conflicts_by_bits(&next, &offsets), "{next:?} {offsets:?}");
        }
    }

    #[test]
    fn the_same_each_time_and_none_that_is_large() {
        let mut random = Random(3);
        let small = random_dfa(11, 4, &mut random);
        assert_eq!(shift(&small), shift(&small));
        assert_eq!(shift(&random_dfa(16, 2, &mut random)), None);
    }
}
