//! Contexts: the parts that a message can name at an error.
//!
//! After a prefix, the rest of the text may complete one of several derivations. A part is
//! **possible** if in one of them the next byte belongs to it, or it ended with the last one; it is
//! **certain** if that holds in all of them and the next byte belongs to it in one. Messages name
//! the innermost certain part: after `h:80` in a host with a port it is the port, but not in a
//! whole URI, because `h:80a` is a registry name. After the four digits of a year that only a
//! hyphen can follow, it is the date: the year is complete and correct.

use super::parts::{KIND, Part, TagSet, Tags};
use super::steps::steps_back;
use super::tdfa::Context;
use crate::automata::nfa::{Nfa, State, StateId};
use crate::automata::shape::Shapes;
use std::collections::BTreeSet;

/// The facts from which the contexts of an automaton follow. Sets of parts are bits.
pub(super) struct Contexts {
    /// For each state of the NFA, the parts around it.
    inside: Vec<u64>,
    /// For each tag, the parts that it ends.
    ended_by: Vec<u64>,
    /// The parts that messages can name.
    named: u64,
    /// For each part, the parts that can be around it.
    around: Vec<u64>,
}

impl Contexts {
    /// Computes the facts about an NFA with the tags of the parts. Messages do not name a part of
    /// several rules if it is called [`KIND`], or if all its rules are parts themselves.
    pub(super) fn new(shapes: &Shapes, nfa: &Nfa, parts: &[Part], tags: &[Tags]) -> Self {
        let is_named = named(parts);
        let bits = |test: &dyn Fn(usize) -> bool| {
            (0..parts.len()).filter(|&i| test(i)).fold(0, |bits, i| bits | 1 << i)
        };
        let floor = shapes.floor(parts.iter().flat_map(|part| &part.rules));
        let below = parts.iter().map(|part| {
            let below = shapes.reached_above(floor, part.rules.iter().copied(), |_| true);
            let is_below = |other: usize| parts[other].rules.iter().all(|r| below.contains(r));
            bits(&is_below)
        });
        let below: Vec<u64> = below.collect();
        Self {
            inside: inside(nfa, tags),
            ended_by: (0..super::parts::MAX_TAGS)
                .map(|tag| bits(&|part| usize::from(tags[part].close) == tag))
                .collect(),
            named: bits(&|part| is_named[part]),
            around: (0..parts.len()).map(|i| bits(&|other| below[other] >> i & 1 == 1)).collect(),
        }
    }

    /// Returns the context of a set of derivations, each in a state, with the tags passed since
    /// the last byte.
    pub(super) fn of(&self, derivations: impl Iterator<Item = (StateId, TagSet)>) -> Context {
        let (mut possible, mut certain, mut goes_on) = (0, self.named, 0);
        for (state, mut met) in derivations {
            let inside = self.inside[state.index()];
            let mut here = inside;
            while met != 0 {
                here |= self.ended_by[met.trailing_zeros() as usize];
                met &= met - 1;
            }
            possible |= here & self.named;
            certain &= here;
            goes_on |= inside;
        }
        certain &= goes_on;
        let parts = |set: u64| (0..self.around.len()).filter(move |part| set >> part & 1 == 1);
        // Of parts that are around each other, such as equal ones, the first counts.
        let innermost = parts(certain).find(|&part| certain & !self.around[part] == 0);
        Context { possible: parts(possible).collect(), certain: innermost, inner: None }
    }
}

/// Returns for each part whether messages can name it.
pub(super) fn named(parts: &[Part]) -> Vec<bool> {
    let single: BTreeSet<_> =
        parts.iter().filter(|part| part.rules.len() == 1).flat_map(|part| &part.rules).collect();
    let is_named = |part: &Part| {
        part.rules.len() == 1
            || part.name != KIND && !part.rules.iter().all(|rule| single.contains(rule))
    };
    parts.iter().map(is_named).collect()
}

/// Returns for each state the parts around it, a bit each: those that end on a
/// path from the state without beginning on it.
fn inside(nfa: &Nfa, tags: &[Tags]) -> Vec<u64> {
    let bit = |part: Option<usize>| part.map_or(0, |part| 1_u64 << part);
    let ended_by = |tag: u16| bit(tags.iter().position(|tags| tags.close == tag));
    let begun_by =
        |tag: u16| bit(tags.iter().position(|tags| tags.opens.iter().any(|open| open.1 == tag)));
    let back = steps_back(nfa);
    let mut inside = vec![0; nfa.states.len()];
    let mut stack: Vec<StateId> = Vec::new();
    for (id, state) in nfa.numbered() {
        if let State::Tag { tag, .. } = state {
            inside[id.index()] |= ended_by(*tag);
            stack.push(id);
        }
    }
    while let Some(state) = stack.pop() {
        for step in &back[state.index()] {
            let begun = match &nfa[step.next] {
                State::Tag { tag, .. } => begun_by(*tag),
                State::Byte { .. } | State::Split(_) => 0,
            };
            let now = inside[step.next.index()] | inside[state.index()] & !begun;
            if std::mem::replace(&mut inside[step.next.index()], now) != now {
                stack.push(step.next);
            }
        }
    }
    inside
}
