//! Merges states of an NFA with the same future.
//!
//! The coarsest bisimulation: two states are merged if they have the same kind and lead to merged
//! states in the same order. The continuations of a text, their preference and their tags do not
//! change. The copies of an automaton for the uses of a rule are merged again if the same states
//! follow them.
//!
//! States on cycles that read nothing are not merged. A path on such a cycle is cut off
//! when it returns to a visited state, so the identity of the states
//! matters: the mandatory first `x` of `1*x` may read nothing before the second reads
//! something, whereas an optional one that reads nothing does not occur.

use crate::automata::graph;
use crate::automata::nfa::{Nfa, State, StateId};
use crate::automata::refine::{Edge, coarsest};
use crate::bytes::ByteSet;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Merges states that have the same future, in time O(n log n).
#[must_use]
pub(crate) fn merge_bisimilar(nfa: &Nfa) -> Nfa {
    merge_all(std::slice::from_ref(nfa)).swap_remove(0)
}

/// As [`merge_bisimilar`], for the automata of a component, which share their states: each
/// pass over the states serves all of them. Unreachable states are removed.
#[must_use]
pub(crate) fn merge_all(nfas: &[Nfa]) -> Vec<Nfa> {
    let nfas = skip(nfas);
    let Some(first) = nfas.first() else { return nfas };
    // An end is kept even if it is unreachable.
    let accepts: BTreeSet<StateId> = nfas.iter().map(|nfa| nfa.accept).collect();
    let ids = kept(&nfas, &accepts);
    let mut index_of: Vec<Option<usize>> = vec![None; first.states.len()];
    ids.iter().enumerate().for_each(|(index, &id)| index_of[id.index()] = Some(index));

    // The label of a state is its kind; its edges lead to its targets, in order.
    let on_cycle = on_silent_cycles(first, &ids, &index_of);
    let mut kinds: BTreeMap<(Kind, Option<usize>), usize> = BTreeMap::new();
    let mut kind_of = Vec::new();
    let mut edges = Vec::new();
    for (tail, &id) in ids.iter().enumerate() {
        let state = &first[id];
        let kind = match state {
            State::Byte { set, .. } => Kind::Byte(*set),
            State::Tag { tag, .. } => Kind::Tag(*tag),
            State::Split(targets) => {
                Kind::Split(accepts.contains(&id).then_some(id), targets.len())
            }
        };
        let number = kinds.len();
        let own = on_cycle[tail].then_some(tail);
        kind_of.push(*kinds.entry((kind, own)).or_insert(number));
        for (label, &target) in state.targets().iter().enumerate() {
            edges.extend(index_of[target.index()].map(|head| Edge { tail, label, head }));
        }
    }
    let block = coarsest(&kind_of, &edges);
    let count = block.iter().max().map_or(0, |max| max + 1);
    let of = |id: StateId| {
        let index = index_of[id.index()]?;
        Some(StateId::new(block[index]))
    };
    let known = |id: StateId| of(id).expect("reached states are kept");
    let mut states: Vec<State> = vec![State::Split(Vec::new()); count];
    for &id in &ids {
        states[known(id).index()] = match &first[id] {
            State::Byte { set, next } => State::Byte { set: *set, next: known(*next) },
            State::Tag { tag, next } => State::Tag { tag: *tag, next: known(*next) },
            State::Split(targets) => {
                // A repeated target is never the preferred one.
                let mut seen = BTreeSet::new();
                let ways = targets.iter().filter_map(|&target| of(target));
                State::Split(ways.filter(|&way| seen.insert(way)).collect())
            }
        };
    }
    let states: Arc<[State]> = states.into();
    let merged = |nfa: &Nfa| Nfa {
        states: Arc::clone(&states),
        start: known(nfa.start),
        accept: known(nfa.accept),
    };
    nfas.iter().map(merged).collect()
}

/// Returns the reachable states and the ends of all automata, in order of number.
fn kept(nfas: &[Nfa], accepts: &BTreeSet<StateId>) -> Vec<StateId> {
    let Some(first) = nfas.first() else { return Vec::new() };
    let targets = |state: usize| first.states[state].targets().iter().map(|&to| to.index());
    let starts = nfas.iter().map(|nfa| nfa.start.index());
    let mut reached = graph::reached(first.states.len(), starts, targets);
    accepts.iter().for_each(|&accept| reached[accept.index()] = true);
    first.ids().filter(|&id| reached[id.index()]).collect()
}

/// Returns for each state whether it is on a cycle that reads nothing, or between two of them.
fn on_silent_cycles(nfa: &Nfa, ids: &[StateId], index_of: &[Option<usize>]) -> Vec<bool> {
    let silent = |&id: &StateId| match &nfa[id] {
        State::Byte { .. } => Vec::new(),
        state => state.targets().iter().filter_map(|&to| index_of[to.index()]).collect(),
    };
    graph::between_cycles(&ids.iter().map(silent).collect::<Vec<_>>())
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Byte(ByteSet),
    Tag(u16),
    /// With the number of the end, because ends are never merged.
    Split(Option<StateId>, usize),
}

/// Skips branches with a single target.
fn skip(nfas: &[Nfa]) -> Vec<Nfa> {
    let Some(first) = nfas.first() else { return Vec::new() };
    let accepts: BTreeSet<StateId> = nfas.iter().map(|nfa| nfa.accept).collect();
    let single = |id: StateId| match &first[id] {
        State::Split(targets) if targets.len() == 1 && !accepts.contains(&id) => Some(targets[0]),
        _ => None,
    };
    let mut to: Vec<Option<StateId>> = vec![None; first.states.len()];
    let mut past = |id: StateId| {
        let mut way = Vec::new();
        let mut cursor = id;
        // A cycle of such branches is a dead end; any of its states represents it.
        while let (None, Some(next)) = (to[cursor.index()], single(cursor)) {
            if way.len() > first.states.len() {
                break;
            }
            way.push(cursor);
            cursor = next;
        }
        let end = to[cursor.index()].unwrap_or(cursor);
        for seen in way {
            to[seen.index()] = Some(end);
        }
        end
    };
    let states: Arc<[State]> = first
        .states
        .iter()
        .map(|state| match state {
            State::Byte { set, next } => State::Byte { set: *set, next: past(*next) },
            State::Tag { tag, next } => State::Tag { tag: *tag, next: past(*next) },
            State::Split(targets) => State::Split(targets.iter().map(|&t| past(t)).collect()),
        })
        .collect();
    nfas.iter()
        .map(|nfa| Nfa { states: Arc::clone(&states), start: past(nfa.start), accept: nfa.accept })
        .collect()
}
