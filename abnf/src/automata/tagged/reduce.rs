//! Nfa to Nfa: states with the same future become one.
//!
//! The coarsest bisimulation: two states are one where they do the same and go on
//! to states that are one, in the same order. What a text can do from here on does
//! not change, nor what is preferred, nor which tags are met; the automata that
//! are copied for each use of a rule fall together again where what follows is the
//! same.
//!
//! States on circles without reading stay as they are. There the way that goes round
//! is cut off when it comes back to a state where it has been, so that it matters
//! which states are one: the mandatory first `x` of `1*x` may read nothing before the
//! second reads something, while an optional one that reads nothing is none.

use crate::automata::nfa::{Nfa, State, StateId};
use crate::automata::refine::{Edge, coarsest};
use crate::bytes::ByteSet;
use std::collections::BTreeMap;

/// Merges states that have the same future. Takes time of the states times their
/// logarithm.
#[must_use]
pub(crate) fn reduce(nfa: &Nfa) -> Nfa {
    let nfa = skip(nfa);
    let ids = nfa.reachable();
    let mut place: BTreeMap<StateId, usize> =
        ids.iter().enumerate().map(|(place, &id)| (id, place)).collect();
    // The end may be out of reach; it is kept all the same.
    let ids: Vec<StateId> =
        if place.contains_key(&nfa.accept) { ids } else { [ids, vec![nfa.accept]].concat() };
    place.entry(nfa.accept).or_insert(ids.len() - 1);

    // What a state does is its kind; where it goes on are its edges, in order.
    let on_circle = on_circles(&nfa, &ids, &place);
    let mut kinds: BTreeMap<(Kind, Option<usize>), usize> = BTreeMap::new();
    let mut kind_of = Vec::new();
    let mut edges = Vec::new();
    for (tail, &id) in ids.iter().enumerate() {
        let state = &nfa.states[id as usize];
        let kind = match state {
            State::Byte { set, .. } => Kind::Byte(*set),
            State::Tag { tag, .. } => Kind::Tag(*tag),
            State::Split(targets) => Kind::Split(id == nfa.accept, targets.len()),
        };
        let number = kinds.len();
        let own = on_circle[tail].then_some(tail);
        kind_of.push(*kinds.entry((kind, own)).or_insert(number));
        for (label, target) in targets(state).iter().enumerate() {
            if let Some(&head) = place.get(target) {
                edges.push(Edge { tail, label, head });
            }
        }
    }
    let block = coarsest(&kind_of, &edges);
    let count = block.iter().max().map_or(0, |max| max + 1);
    let of = |id: StateId| StateId::try_from(block[place[&id]]).expect("fewer than before");
    let mut states: Vec<State> = vec![State::Split(Vec::new()); count];
    for &id in &ids {
        states[of(id) as usize] = match &nfa.states[id as usize] {
            State::Byte { set, next } => State::Byte { set: *set, next: of(*next) },
            State::Tag { tag, next } => State::Tag { tag: *tag, next: of(*next) },
            State::Split(targets) => {
                // A way that was there before is never the preferred one.
                let mut ways = Vec::new();
                for way in targets.iter().filter(|t| place.contains_key(t)).map(|&t| of(t)) {
                    if !ways.contains(&way) {
                        ways.push(way);
                    }
                }
                State::Split(ways)
            }
        };
    }
    Nfa { states: states.into(), start: of(nfa.start), accept: of(nfa.accept) }
}

/// Which states lie on circles without reading, or between two of them: those left
/// when states that such a way cannot leave, or cannot enter, are taken away.
fn on_circles(nfa: &Nfa, ids: &[StateId], place: &BTreeMap<StateId, usize>) -> Vec<bool> {
    let mut to: Vec<Vec<usize>> = vec![Vec::new(); ids.len()];
    let mut from = to.clone();
    for (tail, &id) in ids.iter().enumerate() {
        let state = &nfa.states[id as usize];
        if !matches!(state, State::Byte { .. }) {
            for head in targets(state).iter().filter_map(|target| place.get(target)) {
                to[tail].push(*head);
                from[*head].push(tail);
            }
        }
    }
    let mut left = vec![true; ids.len()];
    for (out, back) in [(&to, &from), (&from, &to)] {
        let mut degree: Vec<usize> =
            out.iter().map(|ways| ways.iter().filter(|&&way| left[way]).count()).collect();
        let mut stack: Vec<usize> = (0..ids.len()).filter(|&i| left[i] && degree[i] == 0).collect();
        while let Some(gone) = stack.pop() {
            left[gone] = false;
            for &neighbour in back[gone].iter().filter(|&&neighbour| left[neighbour]) {
                degree[neighbour] -= 1;
                if degree[neighbour] == 0 {
                    stack.push(neighbour);
                }
            }
        }
    }
    left
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Byte(ByteSet),
    Tag(u16),
    Split(bool, usize),
}

fn targets(state: &State) -> &[StateId] {
    match state {
        State::Byte { next, .. } | State::Tag { next, .. } => std::slice::from_ref(next),
        State::Split(targets) => targets,
    }
}

/// Targets past branches that have one way only.
fn skip(nfa: &Nfa) -> Nfa {
    let single = |id: StateId| match &nfa.states[id as usize] {
        State::Split(targets) if targets.len() == 1 && id != nfa.accept => Some(targets[0]),
        _ => None,
    };
    let mut to: Vec<Option<StateId>> = vec![None; nfa.states.len()];
    let mut past = |id: StateId| {
        let mut way = Vec::new();
        let mut at = id;
        // A circle of such branches goes nowhere; any state of it stands for it.
        while let (None, Some(next)) = (to[at as usize], single(at)) {
            if way.len() > nfa.states.len() {
                break;
            }
            way.push(at);
            at = next;
        }
        let end = to[at as usize].unwrap_or(at);
        for seen in way {
            to[seen as usize] = Some(end);
        }
        end
    };
    let states: Vec<State> = nfa
        .states
        .iter()
        .map(|state| match state {
            State::Byte { set, next } => State::Byte { set: *set, next: past(*next) },
            State::Tag { tag, next } => State::Tag { tag: *tag, next: past(*next) },
            State::Split(targets) => State::Split(targets.iter().map(|&t| past(t)).collect()),
        })
        .collect();
    Nfa { states: states.into(), start: past(nfa.start), accept: nfa.accept }
}
