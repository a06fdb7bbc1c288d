//! Which places of a rule lead to its ends, asked from the ends.
//!
//! Where a rule begins with itself, it may end at many offsets, of which few lead on: to try
//! each of them is slow, to go back from where the rule around it must end is not.

use super::alloc::collections::BTreeSet;
use super::alloc::vec;
use super::alloc::vec::Vec;
use super::chart::{Chart, Grammar, State};

/// Places of one rule: a state and an offset.
pub(crate) type Places = BTreeSet<(u16, u32)>;

/// A grammar and the calls of a text, the other way round.
pub(crate) struct Backward {
    /// By state the states that lead to it, as ranges of the list.
    first: Vec<u32>,
    sources: Vec<u16>,
    /// By rule the state in which it ends.
    last: Vec<u16>,
    /// By offset the calls that end there, as ranges of the list.
    first_call: Vec<u32>,
    /// Rules and where they begin, the latter in order.
    calls: Vec<(u16, u32)>,
}

#[allow(clippy::cast_possible_truncation, reason = "states and ends have limits")]
impl Backward {
    /// Takes time proportional to the chart.
    pub(crate) fn new(grammar: Grammar<'_>, chart: &Chart, length: usize) -> Self {
        let states = grammar.states.len();
        let mut edges = Vec::new();
        for state in 0..states as u16 {
            match grammar.state(state) {
                State::End => {}
                State::Byte { next, .. } | State::Call { next, .. } => edges.push((next, state)),
                State::Split { first, last } => {
                    edges.extend(grammar.targets(first, last).iter().map(|&to| (to, state)));
                }
            }
        }
        let (first, sources) = by_key(states, || edges.iter().map(|&(to, it)| (to.into(), it)));
        let (first_call, calls) = by_key(length + 1, || {
            chart.calls().flat_map(|(rule, begin, ends)| {
                ends.iter().map(move |&end| (end as usize, (rule, begin)))
            })
        });
        Self { first, sources, last: last_states(grammar), first_call, calls }
    }

    /// The places from `from` on that lead to one of these ends of a rule; `None` if they are
    /// not found in so many steps.
    pub(crate) fn places(
        &self,
        grammar: Grammar<'_>,
        text: &[u8],
        (rule, ends): (u16, &[u32]),
        from: u32,
        steps: usize,
    ) -> Option<Places> {
        let mut steps = steps.checked_sub(ends.len())?;
        let mut found = Places::new();
        let mut open = Vec::new();
        let mut add = |open: &mut Vec<_>, (state, offset): (u16, u32)| {
            let byte = text.get(offset as usize).copied();
            let is_new = grammar.fits(state, byte) && found.insert((state, offset));
            open.extend(is_new.then_some((state, offset)));
        };
        for &end in ends {
            add(&mut open, (self.last[usize::from(rule)], end));
        }
        while let Some((state, offset)) = open.pop() {
            let [first, last] = [0, 1].map(|more| self.first[usize::from(state) + more] as usize);
            for &source in &self.sources[first..last] {
                steps = steps.checked_sub(1)?;
                match grammar.state(source) {
                    State::Split { .. } => add(&mut open, (source, offset)),
                    State::Byte { set, .. } => {
                        if from < offset && grammar.contains(set, text[offset as usize - 1]) {
                            add(&mut open, (source, offset - 1));
                        }
                    }
                    State::Call { rule, .. } => {
                        for &(called, begin) in self.ended(offset).iter().rev() {
                            steps = steps.checked_sub(1)?;
                            if begin < from {
                                break;
                            }
                            if called == rule {
                                add(&mut open, (source, begin));
                            }
                        }
                    }
                    State::End => {}
                }
            }
        }
        Some(found)
    }

    /// The calls that end at an offset.
    fn ended(&self, offset: u32) -> &[(u16, u32)] {
        let [first, last] = [0, 1].map(|more| self.first_call[offset as usize + more] as usize);
        &self.calls[first..last]
    }
}

/// By rule the state in which it ends; another one for rules without texts.
#[allow(clippy::cast_possible_truncation, reason = "states have a limit")]
fn last_states(grammar: Grammar<'_>) -> Vec<u16> {
    let mut last = vec![0; grammar.rules.len()];
    let mut seen = vec![false; grammar.states.len()];
    for (rule, &(start, _)) in grammar.rules.iter().enumerate() {
        let mut open = vec![start];
        while let Some(state) = open.pop() {
            if core::mem::replace(&mut seen[usize::from(state)], true) {
                continue;
            }
            match grammar.state(state) {
                State::End => last[rule] = state,
                State::Byte { next, .. } | State::Call { next, .. } => open.push(next),
                State::Split { first, last } => open.extend(grammar.targets(first, last)),
            }
        }
    }
    last
}

/// Values by their keys, which are below a number: the ranges of each key, and the list, in which
/// values of one key stand in order.
#[allow(clippy::cast_possible_truncation, reason = "values are fewer than their limits")]
fn by_key<T: Copy + Default, I: Iterator<Item = (usize, T)>>(
    keys: usize,
    values: impl Fn() -> I,
) -> (Vec<u32>, Vec<T>) {
    let mut first = vec![0_u32; keys + 1];
    let mut count = 0;
    for (key, _) in values() {
        first[key] += 1;
        count += 1;
    }
    let mut sum = 0;
    for slot in &mut first {
        sum += core::mem::replace(slot, sum);
    }
    let mut list = vec![T::default(); count];
    for (key, value) in values() {
        list[first[key] as usize] = value;
        first[key] += 1;
    }
    // Each is now where the next one begins.
    first.rotate_right(1);
    first[0] = 0;
    (first, list)
}
