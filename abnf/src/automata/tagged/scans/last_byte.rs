//! Finds slots whose distance from the end of a text follows from its last byte.

use super::super::steps::{Step, steps, steps_back};
use super::{MAX_FROM, Scan};
use crate::automata::graph::reached;
use crate::automata::nfa::{Nfa, State};
use crate::bytes::ByteSet;
use std::collections::{BTreeMap, BTreeSet};

/// Returns how the offset of a tag that every text has follows from the last byte, if it does.
pub(super) fn scan(nfa: &Nfa, tag: u16) -> Option<Scan> {
    let back = Back::of(nfa, tag);
    let last = back.silent([nfa.accept.index()]);
    if back.is_repeated(nfa) || last.iter().any(|&it| back.is_tag[it] || it == nfa.start.index()) {
        return None;
    }
    let mut before_byte: BTreeMap<u8, BTreeSet<usize>> = BTreeMap::new();
    for state in back.before(&last) {
        let State::Byte { set, .. } = &nfa.states[state] else { continue };
        set.iter().for_each(|byte| _ = before_byte.entry(byte).or_default().insert(state));
    }
    let mut bytes_before: BTreeMap<BTreeSet<usize>, Vec<u8>> = BTreeMap::new();
    for (byte, states) in before_byte {
        bytes_before.entry(states).or_default().push(byte);
    }
    let mut distances: BTreeMap<u32, Vec<u8>> = BTreeMap::new();
    for (states, mut bytes) in bytes_before {
        distances.entry(back.distance(states, nfa.start.index())?).or_default().append(&mut bytes);
    }
    let mut distances = distances.into_iter();
    let (first, bytes) = distances.next()?;
    let (second, _) = distances.next().unwrap_or((first, Vec::new()));
    let set: ByteSet = bytes.into_iter().collect();
    distances.next().is_none().then_some(Scan::Last { distances: [first, second], set })
}

/// The steps to each state that texts reach, without those from before the tag.
struct Back {
    /// By bytes, 0 or 1.
    steps: [Vec<Vec<usize>>; 2],
    is_tag: Vec<bool>,
}

impl Back {
    fn of(nfa: &Nfa, tag: u16) -> Self {
        let count = nfa.states.len();
        let met = reached(count, [nfa.start.index()], |state| nexts(nfa, state));
        let is_tag = (0..count).map(|state| {
            let State::Tag { tag: it, .. } = nfa.states[state] else { return false };
            it == tag && met[state]
        });
        let is_tag: Vec<bool> = is_tag.collect();
        let back = steps_back(nfa);
        let steps = [0, 1].map(|bytes| {
            let to = |(state, steps): (usize, &Vec<Step>)| {
                let steps = steps.iter().filter(|step| step.bytes == bytes && !is_tag[state]);
                steps.map(|step| step.next.index()).filter(|&from| met[from]).collect()
            };
            back.iter().enumerate().map(to).collect()
        });
        Self { steps, is_tag }
    }

    /// Returns the states from which these are reached without reading.
    fn silent(&self, states: impl IntoIterator<Item = usize>) -> BTreeSet<usize> {
        let [silent, _] = &self.steps;
        let reached = reached(silent.len(), states, |state| silent[state].clone());
        (0..silent.len()).filter(|&state| reached[state]).collect()
    }

    /// Returns the states before one byte.
    fn before(&self, states: &BTreeSet<usize>) -> BTreeSet<usize> {
        states.iter().flat_map(|&state| &self.steps[1][state]).copied().collect()
    }

    /// Returns whether a text passes the tag more than once.
    fn is_repeated(&self, nfa: &Nfa) -> bool {
        let tags = || (0..self.is_tag.len()).filter(|&state| self.is_tag[state]);
        let after = tags().flat_map(|state| nexts(nfa, state));
        let later = reached(self.is_tag.len(), after, |state| nexts(nfa, state));
        tags().any(|state| later[state])
    }

    /// Returns the number of bytes between the tag and the end of a text whose last byte is read in one of
    /// these states, if there is one such number.
    fn distance(&self, states: BTreeSet<usize>, start: usize) -> Option<u32> {
        let (mut layer, mut found) = (self.silent(states), None);
        for distance in 1..=MAX_FROM {
            let is_here = layer.iter().any(|&state| self.is_tag[state]);
            let has_none = layer.contains(&start) && !self.is_tag[start];
            if has_none || is_here && found.is_some() {
                return None;
            }
            found = found.or(is_here.then_some(distance));
            layer = self.silent(self.before(&layer));
            if layer.is_empty() {
                return found;
            }
        }
        None
    }
}

/// Returns the states after a state.
fn nexts(nfa: &Nfa, state: usize) -> Vec<usize> {
    steps(&nfa.states[state]).iter().map(|step| step.next.index()).collect()
}
