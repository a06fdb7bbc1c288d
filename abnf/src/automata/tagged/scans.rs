//! Finds slots by looking at the last byte, or for a byte.
//!
//! The offset of a time has one byte if the last byte is a `Z`, and otherwise six; and it begins at the first
//! byte after the seconds that is no digit and no point. A matcher that is faster than a tagged automaton can
//! then check the text, and the slots are found without one. The last byte is preferred, since finding
//! another takes a loop that the processor cannot predict. All derivations agree on such a slot: it is at
//! the same distance from the end in each of them, or the bytes before it are different.

mod last_byte;

use super::steps::{Step, steps, steps_back};
use crate::automata::graph::reached;
use crate::automata::nfa::{Nfa, State, StateId};
use crate::bytes::ByteSet;

/// How a slot follows from the bytes of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scan {
    /// By the first byte of a set.
    First {
        /// The offset at which the search begins.
        from: u32,
        /// The bytes; the first byte of this set is at the offset in the slot.
        set: ByteSet,
        /// What the slot contains if there is none of them.
        otherwise: Otherwise,
    },
    /// By the last byte.
    Last {
        /// The bytes after the slot, if the last one is in the set, and if it is not.
        distances: [u32; 2],
        /// The last bytes.
        set: ByteSet,
    },
}

/// The content of a slot if no byte is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Otherwise {
    /// The length of the text.
    End,
    /// No offset.
    Unset,
}

/// The greatest offset at which a search begins, and the greatest distance from the end.
const MAX_FROM: u32 = 64;

/// The greatest number of states, and of slots, for which scans are tried.
const MAX_SIZE: [usize; 2] = [2048, 8];

/// Returns how each slot follows from the bytes of a text; empty if one does not.
pub(super) fn scans(nfa: &Nfa, slots: &[u16]) -> Vec<Scan> {
    if nfa.states.len() > MAX_SIZE[0] || slots.len() > MAX_SIZE[1] {
        return Vec::new();
    }
    slots.iter().map(|&tag| scan(nfa, tag)).collect::<Option<_>>().unwrap_or_default()
}

/// Returns how the offset of a tag follows from the bytes of a text, if it does. Takes
/// O([`MAX_FROM`] n) steps for n states and each last byte.
pub(super) fn scan(nfa: &Nfa, tag: u16) -> Option<Scan> {
    last_byte::scan(nfa, tag).or_else(|| first_byte(nfa, tag))
}

/// As [`scan`], by the first byte of a set.
pub(super) fn first_byte(nfa: &Nfa, tag: u16) -> Option<Scan> {
    let passes =
        |state: usize| matches!(nfa.states[state], State::Tag { tag: it, .. } if it == tag);
    let edges: Vec<Vec<Step>> = nfa.states.iter().map(steps).collect();
    let back = steps_back(nfa);
    let count = nfa.states.len();
    let nexts = |edges: &[Vec<Step>], state: usize| -> Vec<usize> {
        edges[state].iter().map(|step| step.next.index()).collect()
    };
    let avoiding = |edges: &[Vec<Step>], state: usize| {
        if passes(state) { Vec::new() } else { nexts(edges, state) }
    };
    // From states before the tag, some path leads to it.
    let tags = || (0..count).filter(|&state| passes(state));
    let leads = reached(count, tags(), |state| nexts(&back, state));
    let ends = reached(count, [nfa.accept.index()], |state| nexts(&back, state));
    let avoids = reached(count, [nfa.accept.index()], |state| avoiding(&back, state));
    let mut layer = silent(&edges, &passes, [nfa.start]);
    let mut from = 0;
    let is_here = |layer: &[bool]| tags().any(|state| layer[state] && ends[state]);
    while !is_here(&layer) {
        from += 1;
        layer = silent(&edges, &passes, after(&edges, &passes, &layer));
        if from > MAX_FROM || !layer.contains(&true) {
            return None;
        }
    }
    let later = reached(count, (0..count).filter(|&it| layer[it]), |state| avoiding(&edges, state));
    // The bytes that follow the tag.
    let behind = tags().filter(|&state| later[state]).flat_map(|state| nexts(&edges, state));
    let behind = silent(&edges, &|_| false, behind.map(StateId::new));
    let bytes = |state: usize| match &nfa.states[state] {
        State::Byte { set, next } => Some((*set, next.index())),
        State::Tag { .. } | State::Split(_) => None,
    };
    let followers = (0..count).filter(|&it| behind[it]).filter_map(bytes);
    let followers = followers.filter(|&(_, next)| ends[next]);
    let set: ByteSet = followers.flat_map(|(set, _)| set.iter().collect::<Vec<_>>()).collect();
    let others = (0..count).filter(|&it| later[it]).filter_map(bytes);
    let mut others = others.filter(|&(_, next)| leads[next] || avoids[next]);
    if others.any(|(other, _)| other.iter().any(|byte| set.contains(byte))) {
        return None;
    }
    let is_optional = avoids[nfa.start.index()] && !passes(nfa.start.index());
    let is_last = behind[nfa.accept.index()];
    let otherwise = match (is_optional, is_last) {
        (true, true) => return None,
        (true, false) => Otherwise::Unset,
        (false, _) => Otherwise::End,
    };
    Some(Scan::First { from, set, otherwise })
}

/// Returns the states that some states reach without reading and without leaving states of the tag.
fn silent(
    edges: &[Vec<Step>],
    passes: &dyn Fn(usize) -> bool,
    from: impl IntoIterator<Item = StateId>,
) -> Vec<bool> {
    reached(edges.len(), from.into_iter().map(StateId::index), |state| {
        let steps = edges[state].iter().filter(|it| it.bytes == 0 && !passes(state));
        steps.map(|step| step.next.index()).collect::<Vec<_>>()
    })
}

/// Returns the states after one more byte.
fn after(edges: &[Vec<Step>], passes: &dyn Fn(usize) -> bool, layer: &[bool]) -> Vec<StateId> {
    let states = (0..edges.len()).filter(|&state| layer[state] && !passes(state));
    let steps = states.flat_map(|state| edges[state].iter().filter(|step| step.bytes == 1));
    steps.map(|step| step.next).collect()
}
