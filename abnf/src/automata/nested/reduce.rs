//! Makes a part of a frame smaller.
//!
//! A rule that is called outside of brackets is copied to each call, so it should be small. It is
//! determinised and minimised, unless that makes it larger. A bracket, together with the exit by
//! which it is left, is a letter there.

use super::net::{BracketId, ExitId, State, StateId, Visited, closed};
use crate::automata::graph;
use crate::automata::refine::{Edge, coarsest};
use crate::bytes::{ByteClasses, ByteSet};
use std::collections::{BTreeMap, BTreeSet};

/// A part of an automaton, with its first state and its last one, which has no transitions.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) states: Vec<State>,
    pub(super) start: StateId,
    pub(super) end: StateId,
}

/// A byte of a class, or a bracket that is left by an exit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Letter {
    Byte(usize),
    Bracket(BracketId, ExitId),
}

/// A deterministic automaton: for each state its edges, and whether it accepts.
struct Deterministic {
    classes: ByteClasses,
    edges: Vec<BTreeMap<Letter, usize>>,
    accepting: Vec<bool>,
}

/// Returns the part or its minimal deterministic form, whichever is smaller.
pub(super) fn reduce(part: Part) -> Part {
    match determinise(&part) {
        None => part,
        Some(found) => {
            let made = spelled(&minimal(found));
            if made.states.len() < part.states.len() { made } else { part }
        }
    }
}

/// The subset construction; `None` if the result has more states than the part.
fn determinise(part: &Part) -> Option<Deterministic> {
    let count = part.states.len();
    let successors = |state: &State| -> Vec<usize> {
        let is_passable = !matches!(state, State::Byte { set, .. } if set.is_empty());
        let targets = state.targets().iter().filter(|_| is_passable);
        targets.map(|it| it.index()).collect()
    };
    let back = graph::reversed(&part.states.iter().map(successors).collect::<Vec<_>>());
    let live = graph::reached(count, [part.end.index()], |state| back[state].iter().copied());
    let set = |state: &State| match state {
        State::Byte { set, .. } => Some(*set),
        _ => None,
    };
    let sets: BTreeSet<ByteSet> = part.states.iter().filter_map(set).collect();
    let classes = ByteClasses::of_sets(&sets);
    let representatives = classes.representatives();
    let mut ids: BTreeMap<Vec<StateId>, usize> = BTreeMap::new();
    let mut subsets: Vec<Vec<StateId>> = Vec::new();
    // Most letters lead to one state.
    let mut of_one: Vec<Option<usize>> = vec![None; count];
    let mut steps = 0;
    let mut visited = Visited::new(count);
    let mut id = |of: Vec<StateId>, subsets: &mut Vec<Vec<StateId>>| {
        let one = if let [one] = of[..] { Some(one.index()) } else { None };
        if let Some(known) = one.and_then(|one| of_one[one]) {
            return Some(known);
        }
        let subset = closed(&part.states, &live, of, &mut visited);
        steps += subset.len();
        let found = *ids.entry(subset).or_insert_with_key(|subset| {
            subsets.push(subset.clone());
            subsets.len() - 1
        });
        if let Some(one) = one {
            of_one[one] = Some(found);
        }
        (steps <= MAX_STEPS).then_some(found)
    };
    id(vec![part.start], &mut subsets)?;
    let mut edges: Vec<BTreeMap<Letter, usize>> = Vec::new();
    let mut size = 0;
    while edges.len() < subsets.len() {
        let mut of_classes: Vec<Vec<StateId>> = vec![Vec::new(); representatives.len()];
        let mut of_brackets: BTreeMap<Letter, Vec<StateId>> = BTreeMap::new();
        for &state in &subsets[edges.len()] {
            match &part.states[state.index()] {
                State::Byte { set, next } => {
                    for (of_class, &byte) in of_classes.iter_mut().zip(&representatives) {
                        if set.contains(byte) {
                            of_class.push(*next);
                        }
                    }
                }
                State::Enter { bracket, exits, next } => {
                    for (&exit, &next) in exits.iter().zip(next) {
                        let letter = Letter::Bracket(*bracket, exit);
                        of_brackets.entry(letter).or_default().push(next);
                    }
                }
                _ => {}
            }
        }
        let mut row = BTreeMap::new();
        let of_classes = of_classes.into_iter().enumerate();
        let of_bytes = of_classes.map(|(class, next)| (Letter::Byte(class), next));
        for (letter, mut next) in of_bytes.chain(of_brackets) {
            next.retain(|next| live[next.index()]);
            if !next.is_empty() {
                row.insert(letter, id(next, &mut subsets)?);
            }
        }
        size += subsets[edges.len()].len();
        edges.push(row);
        if count < subsets.len() || MAX_SIZE * count < size {
            return None;
        }
    }
    let accepting = subsets.iter().map(|subset| subset.contains(&part.end)).collect();
    Some(Deterministic { classes, edges, accepting })
}

/// The greatest total size of all subsets, as a multiple of the size of the part.
const MAX_SIZE: usize = 16;

/// The greatest total size of the subsets that letters lead to, unless a letter leads to one state
/// again. Parts that need more seldom become small enough.
const MAX_STEPS: usize = 1 << 20;

/// Minimises the automaton.
fn minimal(automaton: Deterministic) -> Deterministic {
    let Deterministic { classes, edges, accepting } = automaton;
    let kinds: Vec<usize> = accepting.iter().map(|&it| usize::from(it)).collect();
    let mut labels = BTreeMap::new();
    let mut all = Vec::new();
    for (tail, row) in edges.iter().enumerate() {
        for (&letter, &head) in row {
            let number = labels.len();
            all.push(Edge { tail, label: *labels.entry(letter).or_insert(number), head });
        }
    }
    let block_of = coarsest(&kinds, &all);
    // Blocks by their first states, so that the start comes first.
    let mut number = BTreeMap::new();
    let mut members = Vec::new();
    for (state, block) in block_of.iter().enumerate() {
        number.entry(block).or_insert_with(|| {
            members.push(state);
            members.len() - 1
        });
    }
    let row = |&state: &usize| {
        let row = edges[state].iter();
        row.map(|(&letter, head)| (letter, number[&block_of[*head]])).collect()
    };
    let accepting = members.iter().map(|&state| accepting[state]).collect();
    Deterministic { classes, edges: members.iter().map(row).collect(), accepting }
}

/// Converts the automaton into states of a net.
fn spelled(automaton: &Deterministic) -> Part {
    let Deterministic { classes, edges, accepting } = automaton;
    let members = classes.sets();
    let mut states: Vec<State> = edges.iter().map(|_| State::Split(Vec::new())).collect();
    let end = StateId::new(states.len());
    states.push(State::End);
    for (index, row) in edges.iter().enumerate() {
        let mut sets: BTreeMap<usize, ByteSet> = BTreeMap::new();
        let mut brackets: BTreeMap<BracketId, Vec<(ExitId, StateId)>> = BTreeMap::new();
        for (letter, &target) in row {
            match *letter {
                Letter::Byte(class) => {
                    let set = sets.entry(target).or_insert(ByteSet::EMPTY);
                    *set = set.union(members[class]);
                }
                Letter::Bracket(bracket, exit) => {
                    brackets.entry(bracket).or_default().push((exit, StateId::new(target)));
                }
            }
        }
        let read = sets.into_iter().map(|(target, set)| {
            let next = StateId::new(target);
            State::Byte { set, next }
        });
        let entered = brackets.into_iter().map(|(bracket, exits)| {
            let (exits, next) = exits.into_iter().unzip();
            State::Enter { bracket, exits, next }
        });
        let mut targets = Vec::new();
        for state in read.chain(entered).collect::<Vec<_>>() {
            targets.push(StateId::new(states.len()));
            states.push(state);
        }
        targets.extend(accepting[index].then_some(end));
        states[index] = State::Split(targets);
    }
    Part { states, start: StateId::new(0), end }
}
