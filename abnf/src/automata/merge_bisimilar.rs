//! Nfa to Nfa: states with the same future become one.
//!
//! The coarsest bisimulation: two states are one if they do the same and go on to states
//! that are one, in the same order. What a text can do from here on does not change, nor
//! what is preferred, nor which tags are met. The copies of an automaton that stand for
//! the uses of a rule fall together again where what follows them is the same.
//!
//! States on cycles that read nothing stay as they are. There the way round is cut off
//! when it comes back to a state where it has been, so that it matters which states are
//! one: the mandatory first `x` of `1*x` may read nothing before the second reads
//! something, while an optional one that reads nothing is none.

use crate::automata::graph;
use crate::automata::nfa::{Nfa, State, StateId};
use crate::automata::refine::{Edge, coarsest};
use crate::bytes::ByteSet;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Merges states that have the same future. Takes time of the states times their
/// logarithm.
#[must_use]
pub(crate) fn merge_bisimilar(nfa: &Nfa) -> Nfa {
    merge_all(std::slice::from_ref(nfa)).swap_remove(0)
}

/// As [`merge_bisimilar`], for the automata of a component, which share their states: each
/// pass over the states serves all of them. States that none of them reaches go.
#[must_use]
pub(crate) fn merge_all(nfas: &[Nfa]) -> Vec<Nfa> {
    let nfas = skip(nfas);
    let Some(first) = nfas.first() else { return nfas };
    // An end may be out of reach; it is kept all the same.
    let accepts: BTreeSet<StateId> = nfas.iter().map(|nfa| nfa.accept).collect();
    let ids = kept(&nfas, &accepts);
    let mut index_of: Vec<Option<usize>> = vec![None; first.states.len()];
    ids.iter().enumerate().for_each(|(index, &id)| index_of[id.index()] = Some(index));

    // What a state does is its kind; where it goes on are its edges, in order.
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
    let known = |id: StateId| of(id).expect("what is reached is kept");
    let mut states: Vec<State> = vec![State::Split(Vec::new()); count];
    for &id in &ids {
        states[known(id).index()] = match &first[id] {
            State::Byte { set, next } => State::Byte { set: *set, next: known(*next) },
            State::Tag { tag, next } => State::Tag { tag: *tag, next: known(*next) },
            State::Split(targets) => {
                // A way that was there before is never the preferred one.
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

/// The states that some automaton reaches, and the ends of all, in order of number.
fn kept(nfas: &[Nfa], accepts: &BTreeSet<StateId>) -> Vec<StateId> {
    let Some(first) = nfas.first() else { return Vec::new() };
    let targets = |state: usize| first.states[state].targets().iter().map(|&to| to.index());
    let starts = nfas.iter().map(|nfa| nfa.start.index());
    let mut reached = graph::reached(first.states.len(), starts, targets);
    accepts.iter().for_each(|&accept| reached[accept.index()] = true);
    first.ids().filter(|&id| reached[id.index()]).collect()
}

/// Which states lie on cycles that read nothing, or between two of them.
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
    /// With the number of an end, because each end is its own.
    Split(Option<StateId>, usize),
}

/// Targets past branches that have one way only.
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
        // A cycle of such branches goes nowhere; any state of it stands for it.
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
