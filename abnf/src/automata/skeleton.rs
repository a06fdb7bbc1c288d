//! Makes the [`Skeleton`] of a rule: the texts between its parts.
//!
//! ```text
//! date = year "-" month [ "-" day ]
//!
//!        year        "-" month        "-" day        ""
//! ▶ (0) ───────▶ (1) ─────────▶ (2) ─────────▶ (3) ─────▶ end
//!                                │  ""
//!                                └─────▶ end
//! ```
//!
//! The input is an [`Nfa`] in which each part is replaced by a tag. The number of the tag is that
//! of the part's rule. A node of the skeleton is a set of positions after a part, or the start of the
//! text; the set keeps choices open that a later part decides, as in `year month31 day31 / year
//! month30 day30`.
//! An edge writes a *filler*, a text that no part determines, and then a part, or it ends the text.
//!
//! A filler is the shortest text that leads from one position to the next; if there are several,
//! the preferred one. An edge has further fillers, each the shortest one among those that begin
//! with some other byte, because two parts with the first filler between them may be read as
//! something else. If the spec gives texts for rules, the shortest filler with these texts comes first.
//!
//! The search from each node is breadth-first over the states of the NFA, so the time is at most
//! their product, times a constant.

use crate::automata::merge_bisimilar::merge_bisimilar;
use crate::automata::nfa::{Nfa, State, StateId};
use crate::automata::tagged::replaced::{GIVEN, OTHER};
use crate::budget::{Budget, TooLarge};
use crate::bytes::ByteSet;
use std::collections::{BTreeMap, BTreeSet};

/// The texts between the parts of a rule, as a graph. Node 0 is the start of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skeleton {
    /// The edges of each node, shorter fillers first, then in the order of preference.
    pub nodes: Vec<Vec<Edge>>,
}

/// A continuation after a part, or after the start of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The fillers, the shortest one first. Each byte may be any of its set.
    pub fillers: Vec<Vec<ByteSet>>,
    /// The part after the filler, and the node after the part. `None` is the end of the text.
    pub then: Option<Step>,
}

/// A part in a skeleton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of its rule.
    pub symbol: u16,
    /// The node after it.
    pub node: usize,
}

/// Returns the NFA that replaces a part: a tag, without text.
pub fn hollow(tag: u16) -> Nfa {
    let [start, accept] = [0, 1].map(StateId::new);
    let states = [State::Tag { tag, next: accept }, State::Split(Vec::new())];
    Nfa { states: states.into(), start, accept }
}

/// Makes the skeleton of an NFA with a tag for each part, and the tags [`GIVEN`] and [`OTHER`] in rules
/// with given texts.
///
/// A node is a set of positions, as in the construction of subsets: edges with the same fillers and
/// the same part are one edge. Where that takes more than [`MAX_SETS`] nodes for each position, each
/// node is one position.
///
/// # Errors
///
/// If the budget is spent; each state of a search is a step, and each node a state.
pub fn skeleton(nfa: &Nfa, budget: &mut Budget) -> Result<Skeleton, TooLarge> {
    let nfa = &merge_bisimilar(nfa);
    let tags = nfa.states.iter().filter(|state| matches!(state, State::Tag { .. })).count();
    match nodes(nfa, join, MAX_SETS * (tags + 1), budget)? {
        Some(nodes) => Ok(Skeleton { nodes }),
        None => Ok(Skeleton { nodes: nodes(nfa, keep, usize::MAX, budget)?.unwrap_or_default() }),
    }
}

/// The greatest number of nodes for each position.
const MAX_SETS: usize = 2;

/// The fillers of an edge, and the part after them with the positions after it.
type Sets = (Vec<Vec<ByteSet>>, Option<(u16, Vec<StateId>)>);

/// Returns the edges of each node. `None` if there are more than `most` nodes. `add` adds an edge to
/// those of a node.
fn nodes(
    nfa: &Nfa,
    add: fn(&mut Vec<Sets>, Sets),
    most: usize,
    budget: &mut Budget,
) -> Result<Option<Vec<Vec<Edge>>>, TooLarge> {
    let mut number: BTreeMap<Vec<StateId>, usize> = BTreeMap::from([(vec![nfa.start], 0)]);
    let mut places = vec![vec![nfa.start]];
    let mut nodes = Vec::new();
    while nodes.len() < places.len() {
        if places.len() > most {
            return Ok(None);
        }
        budget.admit(nodes.len())?;
        let mut sets = Vec::new();
        for (target, fillers) in fillers(nfa, &places[nodes.len()], budget)? {
            let then = match nfa[target] {
                State::Tag { tag, next } => Some((tag, vec![next])),
                _ => None,
            };
            add(&mut sets, (fillers, then));
        }
        let mut node = |positions: Vec<StateId>| {
            let mut key = positions.clone();
            key.sort_unstable();
            *number.entry(key).or_insert_with(|| {
                places.push(positions);
                places.len() - 1
            })
        };
        let edge = |(fillers, then): Sets| {
            let step = |(symbol, positions)| Step { symbol, node: node(positions) };
            Edge { fillers, then: then.map(step) }
        };
        nodes.push(sets.into_iter().map(edge).collect());
    }
    Ok(Some(nodes))
}

/// Adds an edge to the one with the same fillers and the same part, if there is one.
fn join(sets: &mut Vec<Sets>, (fillers, then): Sets) {
    let symbol = |then: &Option<(u16, _)>| then.as_ref().map(|(symbol, _)| *symbol);
    let is_it = |(known, other): &&mut Sets| *known == fillers && symbol(other) == symbol(&then);
    match sets.iter_mut().find(is_it) {
        Some((_, Some((_, positions)))) => {
            let new = then.into_iter().flat_map(|(_, positions)| positions);
            new.for_each(|it| {
                if !positions.contains(&it) {
                    positions.push(it);
                }
            });
        }
        _ => sets.push((fillers, then)),
    }
}

/// Adds an edge of its own.
fn keep(sets: &mut Vec<Sets>, edge: Sets) {
    sets.push(edge);
}

/// The greatest number of fillers of an edge, without one that has given texts.
pub const MAX_FILLERS: usize = 4;

/// The greatest number of first bytes, or sets of them, for which further fillers are searched.
const MAX_BEGINS: usize = 8;

type Fillers = Vec<(StateId, Vec<Vec<ByteSet>>)>;

/// Returns the tags that can follow some states, and the end if it can, with the fillers before them.
fn fillers(nfa: &Nfa, from: &[StateId], budget: &mut Budget) -> Result<Fillers, TooLarge> {
    let begin = || from.iter().map(|&state| Reached { state, before: None }).collect();
    let mut found: Fillers = Vec::new();
    let mut search = Search::new(nfa, Given::Avoided);
    let mut layer = search.layer(begin(), budget)?;
    let after_one = layer.readers.clone();
    while !layer.is_empty() {
        found.extend(layer.targets.iter().map(|&(state, at)| (state, vec![search.path(at)])));
        layer = search.layer(layer.readers, budget)?;
    }
    // Search again from each first byte. This search may return to the states before that byte.
    let mut passed = search.passed;
    for first in after_one.into_iter().take(MAX_BEGINS) {
        let mut again = Search { passed, ..Search::new(nfa, Given::Avoided) };
        let mut layer = again.layer(vec![first], budget)?;
        while !layer.is_empty() {
            for &(state, at) in &layer.targets {
                let known = found.iter_mut().find(|(target, _)| *target == state);
                let (_, fillers) = known.expect("the first search has found it");
                let path = again.path(at);
                if fillers.len() < MAX_FILLERS && !fillers.contains(&path) {
                    fillers.push(path);
                }
            }
            layer = again.layer(layer.readers, budget)?;
        }
        passed = again.passed;
    }
    for (_, fillers) in &mut found {
        fillers.sort_by_key(Vec::len);
    }
    if !nfa.states.iter().any(|state| matches!(state, State::Tag { tag: GIVEN, .. })) {
        return Ok(found);
    }
    // A rule that contains parts has them in other texts only.
    let mut search = Search::new(nfa, Given::Required);
    let mut layer = search.layer(begin(), budget)?;
    while !layer.is_empty() {
        for &(state, at) in &layer.targets {
            let known = found.iter_mut().find(|(target, _)| *target == state);
            let Some((_, fillers)) = known else { continue };
            let path = search.path(at);
            fillers.retain(|it| *it != path);
            fillers.insert(0, path);
        }
        layer = search.layer(layer.readers, budget)?;
    }
    Ok(found)
}

/// The texts of rules for which the spec gives one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Given {
    /// Any text.
    Avoided,
    /// The given text alone.
    Required,
}

/// A state, and the byte before it: an index of [`Search::passed`].
#[derive(Clone, Copy)]
struct Reached {
    state: StateId,
    before: Option<usize>,
}

/// The states that texts of one length reach.
struct Layer {
    /// The tags and the end, in the order of preference.
    targets: Vec<(StateId, Option<usize>)>,
    /// The states after one more byte.
    readers: Vec<Reached>,
}

impl Layer {
    fn is_empty(&self) -> bool {
        self.targets.is_empty() && self.readers.is_empty()
    }
}

struct Search<'a> {
    nfa: &'a Nfa,
    given: Given,
    seen: BTreeSet<StateId>,
    /// The bytes passed, each with the one before it.
    passed: Vec<(ByteSet, Option<usize>)>,
}

impl<'a> Search<'a> {
    fn new(nfa: &'a Nfa, given: Given) -> Self {
        Self { nfa, given, seen: BTreeSet::new(), passed: Vec::new() }
    }

    /// Returns the states reached from others without reading, except those that earlier layers
    /// have reached.
    fn layer(&mut self, from: Vec<Reached>, budget: &mut Budget) -> Result<Layer, TooLarge> {
        let mut made = Layer { targets: Vec::new(), readers: Vec::new() };
        let mut stack = from;
        stack.reverse();
        while let Some(Reached { state, before }) = stack.pop() {
            if !self.seen.insert(state) {
                continue;
            }
            budget.spend(1)?;
            if state == self.nfa.accept {
                made.targets.push((state, before));
            }
            match &self.nfa[state] {
                State::Tag { tag: tag @ (GIVEN | OTHER), next } => {
                    if (*tag == GIVEN) == (self.given == Given::Required) {
                        stack.push(Reached { state: *next, before });
                    }
                }
                State::Tag { .. } => made.targets.push((state, before)),
                State::Split(targets) => {
                    stack.extend(targets.iter().rev().map(|&state| Reached { state, before }));
                }
                State::Byte { set, .. } if set.is_empty() => {}
                State::Byte { set, next } => {
                    self.passed.push((*set, before));
                    let before = Some(self.passed.len() - 1);
                    made.readers.push(Reached { state: *next, before });
                }
            }
        }
        Ok(made)
    }

    fn path(&self, last: Option<usize>) -> Vec<ByteSet> {
        let bytes = std::iter::successors(last, |&index| self.passed[index].1);
        let mut path: Vec<ByteSet> = bytes.map(|index| self.passed[index].0).collect();
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests;
