//! The outgoing edges of a state: its run, and what leaves it.

use super::code_points::{self, CodePoints};
use super::crossings::{Region, region};
use super::sweep;
use super::{MAX_DETOUR, MAX_DETOURS, StateId};
use crate::automata::tagged::tdfa::{Register, Tdfa, Value};
use crate::bytes::ByteSet;
use std::collections::BTreeMap;

/// The outgoing edges of states, computed once for each state.
pub(super) struct Finder<'a> {
    pub(super) tdfa: &'a Tdfa,
    pub(super) start: StateId,
    /// The other states in which texts begin.
    others: &'a [StateId],
    all: BTreeMap<StateId, Outgoing>,
}

/// The outgoing edges of a state.
#[derive(Clone)]
pub(super) struct Outgoing {
    /// The run of the state.
    pub(super) stay: Option<Stay>,
    /// All other edges, including those of the first bytes of detours, but not those of the first
    /// bytes of characters.
    pub(super) edges: Vec<AutomatonEdge>,
    /// The first states of regions that the table can cross, with the regions.
    pub(super) regions: Vec<(StateId, Region)>,
}

/// The run of a state.
#[derive(Clone)]
pub(super) struct Stay {
    /// The bytes that lead back to the state without assignments.
    pub(super) bytes: ByteSet,
    /// Detours: the first byte, and the sets of the others.
    pub(super) detours: Vec<sweep::Detour>,
    /// The characters that lead back to the state without assignments.
    pub(super) code_points: CodePoints,
}

/// An [`Edge`](super::Edge) to a state of the automaton, by bytes or by characters.
#[derive(Clone, PartialEq)]
pub(super) struct AutomatonEdge {
    pub(super) bytes: ByteSet,
    pub(super) code_points: CodePoints,
    pub(super) assign: Vec<(Register, Value)>,
    pub(super) target: StateId,
}

impl Outgoing {
    /// Returns the states that come next, with the bytes that lead to them alone: the targets of the
    /// edges, except large regions, and the landings of large regions.
    pub(super) fn successors(&self) -> impl Iterator<Item = (ByteSet, StateId)> {
        let large = || self.regions.iter().filter(|(_, region)| region.is_large);
        let near = self.edges.iter().map(|edge| (edge.bytes, edge.target));
        let near = near.filter(move |(_, target)| large().all(|(entry, _)| entry != target));
        let landings = large().flat_map(|(_, region)| region.landings.iter());
        near.chain(landings.map(|&landing| (ByteSet::EMPTY, landing)))
    }

    /// Returns the detours of the run.
    pub(super) fn detours(&self) -> &[sweep::Detour] {
        self.stay.as_ref().map_or(&[], |stay| &stay.detours)
    }

    /// Returns whether an edge begins a detour of the run.
    pub(super) fn begins_detour(&self, edge: &AutomatonEdge) -> bool {
        let is_first = |byte| ByteSet::range(byte, byte) == edge.bytes;
        self.detours().iter().any(|detour| is_first(detour.0))
    }
}

impl<'a> Finder<'a> {
    pub(super) fn new(tdfa: &'a Tdfa, start: StateId, others: &'a [StateId]) -> Self {
        Self { tdfa, start, others, all: BTreeMap::new() }
    }

    pub(super) fn outgoing(&mut self, state: StateId) -> &Outgoing {
        if !self.all.contains_key(&state) {
            let outgoing = self.found(state);
            self.all.insert(state, outgoing);
        }
        &self.all[&state]
    }

    fn found(&self, state: StateId) -> Outgoing {
        let tdfa = self.tdfa;
        // Texts that begin in another start take only the edges that all starts have.
        let agree = |byte| {
            let next = |state| tdfa.next(state, byte);
            state != self.start || self.others.iter().all(|&other| next(other) == next(state))
        };
        let mut edges = edges_of(tdfa, state, agree);
        let is_loop = |edge: &AutomatonEdge| edge.target == state && edge.assign.is_empty();
        let loops = edges.iter().find(|edge| is_loop(edge)).map(|edge| edge.bytes);
        // They do not stay in this state either.
        let bytes = loops.filter(|_| state != self.start || self.others.is_empty());
        edges.retain(|edge| !is_loop(edge));

        let all = edges.iter().map(|edge| edge.bytes).fold(ByteSet::EMPTY, ByteSet::union);
        let first = all.intersection(ByteSet::range(0xC2, 0xF4));
        let mut by_characters = code_points::by_characters(tdfa, state, first);
        let ascii = ByteSet::range(0, 0x7F);
        let can_stay = bytes.is_some_and(|bytes| bytes.is_subset(ascii));
        by_characters.retain(|it| can_stay || it.target != state);
        let mut code_points = CodePoints::new();
        for edge in by_characters {
            let begun = code_points::first_bytes(&edge.code_points);
            edges.iter_mut().for_each(|it| it.bytes = it.bytes.minus(begun));
            if edge.target == state && edge.assign.is_empty() {
                code_points = edge.code_points;
            } else {
                let code_points::CharacterEdge { code_points, assign, target } = edge;
                edges.push(AutomatonEdge { bytes: ByteSet::EMPTY, code_points, assign, target });
            }
        }
        edges.retain(|edge| !edge.bytes.is_empty() || !edge.code_points.is_empty());

        let stay = bytes.map(|bytes| {
            let detours = detours(tdfa, state, bytes, &edges);
            Stay { bytes, detours, code_points }
        });
        let mut outgoing = Outgoing { stay, edges, regions: Vec::new() };
        if self.end(state).is_some() {
            let left = outgoing.edges.iter().filter(|edge| !outgoing.begins_detour(edge));
            let entries = left.filter(|edge| edge.code_points.is_empty()).map(|edge| edge.target);
            let regions = entries.filter_map(|entry| Some((entry, region(tdfa, entry)?)));
            outgoing.regions = regions.collect();
        }
        outgoing
    }

    /// Returns the values of the slots if a text ends in a state; `None` if the state does not accept,
    /// or if the state is the start and not all starts do so.
    pub(super) fn end(&self, state: StateId) -> Option<Vec<Value>> {
        let end = self.tdfa.ends(state);
        let agree = |&other: &StateId| self.tdfa.ends(other) == end;
        let is_common = state != self.start || self.others.iter().all(agree);
        end.filter(|_| is_common).map(<[Value]>::to_vec)
    }
}

/// Returns the edges of a state by some bytes, one for each target and list of assignments.
fn edges_of(tdfa: &Tdfa, state: StateId, has: impl Fn(u8) -> bool) -> Vec<AutomatonEdge> {
    type Assignments<'a> = &'a [(Register, Value)];
    let mut bytes_of: BTreeMap<(StateId, Assignments<'_>), ByteSet> = BTreeMap::new();
    for byte in (0..=255).filter(|&byte| has(byte)) {
        if let Some(edge) = tdfa.next(state, byte) {
            bytes_of.entry((edge.target, edge.output.as_slice())).or_default().insert(byte);
        }
    }
    let edge = |((target, assign), bytes): ((StateId, &[_]), ByteSet)| AutomatonEdge {
        bytes,
        code_points: CodePoints::new(),
        assign: assign.to_vec(),
        target,
    };
    let mut edges: Vec<AutomatonEdge> = bytes_of.into_iter().map(edge).collect();
    edges.sort_by_key(|edge| edge.bytes.iter().next());
    edges
}

/// Returns the detours of a run over the bytes `stay`: the first byte, and the sets of the others.
fn detours(
    tdfa: &Tdfa,
    state: StateId,
    stay: ByteSet,
    edges: &[AutomatonEdge],
) -> Vec<sweep::Detour> {
    let silent = edges.iter().filter(|edge| edge.target != state && edge.assign.is_empty());
    let found = silent.filter(|edge| edge.bytes.len() == 1).filter_map(|edge| {
        let rest = path_back(tdfa, state, edge.target, MAX_DETOUR - 1)?;
        let inside = rest.iter().all(|set| set.is_subset(stay));
        inside.then_some((edge.bytes.iter().next()?, rest))
    });
    found.take(MAX_DETOURS).collect()
}

/// Returns the sets of bytes by which a path without assignments leads back, if it has at most
/// `max` bytes.
fn path_back(tdfa: &Tdfa, home: StateId, from: StateId, max: usize) -> Option<Vec<ByteSet>> {
    let edges = edges_of(tdfa, from, |_| true);
    let silent = || edges.iter().filter(|edge| edge.assign.is_empty());
    if let Some(edge) = silent().find(|edge| edge.target == home) {
        return Some(vec![edge.bytes]);
    }
    if max == 1 {
        return None;
    }
    // Only if there is no other edge: otherwise few texts take this path.
    let mut others = silent().filter(|edge| edge.target != from);
    let (edge, None) = (others.next()?, others.next()) else { return None };
    let mut rest = path_back(tdfa, home, edge.target, max - 1)?;
    rest.insert(0, edge.bytes);
    Some(rest)
}
