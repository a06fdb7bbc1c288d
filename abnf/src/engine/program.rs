//! What code is written of: an automaton whose states know the bytes they stay at.
//!
//! A state that some bytes lead back to, without an assignment, is a *run*: code skips
//! all of them at once. So are *detours*, paths of two or three bytes from the state back
//! to it, such as `%` and two hexadecimal digits, or in a host name a dot and a letter:
//! they are data to be skipped, not a way out. A detour is taken into the run only if the
//! bytes after its first are in the run's set. Then every byte tells by itself, and by the
//! one or two after it, whether the run goes on: nothing depends on what stands before.

use crate::bytes::ByteSet;
use crate::dfa::{Dfa, StateId};
use crate::tagged::tdfa::{Register, Tdfa, Value};
use std::collections::BTreeMap;

/// An automaton to be written as code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The sets of bytes that runs ask for, each once.
    pub sets: Vec<ByteSet>,
    /// The runs, each once.
    pub runs: Vec<Run>,
    /// The states; the first is the start.
    pub states: Vec<State>,
    /// How many registers there are.
    pub registers: u32,
    /// How many slots there are.
    pub slots: usize,
}

/// A state of a [`Program`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// What is skipped first, by place among the runs.
    pub run: Option<usize>,
    /// Where the byte after it leads; the sets are disjoint. A detour that does not end
    /// well begins here too.
    pub edges: Vec<Edge>,
    /// What gives the slots where the text ends here; none rejects.
    pub end: Option<Vec<Value>>,
}

/// What some bytes do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The bytes.
    pub bytes: ByteSet,
    /// Assignments, all made at once.
    pub assign: Vec<(Register, Value)>,
    /// The state after.
    pub target: StateId,
}

/// Bytes that change nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Run {
    /// The bytes, by place among the sets.
    pub set: usize,
    /// What else is skipped.
    pub detours: Vec<Detour>,
}

/// A way from a state back to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Detour {
    /// Its first byte.
    pub byte: u8,
    /// The set of that byte alone.
    pub first: usize,
    /// The sets of the one or two bytes after it.
    pub rest: Vec<usize>,
}

/// The longest detour, in bytes.
const LONGEST_DETOUR: usize = 3;

/// The most detours of one run; each costs a few instructions wherever the run begins.
const MOST_DETOURS: usize = 3;

/// The most sets: each has a bit of the table.
pub const MOST_SETS: usize = 16;

/// The program of an automaton without tags; none if it asks for too many sets.
pub fn of_dfa(dfa: &Dfa) -> Option<Program> {
    let next = |state, byte| Some((dfa.next(state, byte)?, Vec::new()));
    let ends: Vec<_> = dfa.states().map(|state| dfa.is_accepting(state).then(Vec::new)).collect();
    program(&next, &ends, 0, 0)
}

/// The program of a tagged automaton; none if it asks for too many sets.
pub fn of_tdfa(tdfa: &Tdfa) -> Option<Program> {
    let next = |state, byte| {
        let transition = tdfa.next(state, byte)?;
        Some((transition.target, transition.assign.clone()))
    };
    program(&next, &tdfa.ends, tdfa.registers, tdfa.slots)
}

type Next<'a> = dyn Fn(StateId, u8) -> Option<(StateId, Vec<(Register, Value)>)> + 'a;

fn program(
    next: &Next<'_>,
    ends: &[Option<Vec<Value>>],
    registers: u32,
    slots: usize,
) -> Option<Program> {
    let edges: Vec<Vec<Edge>> = (0..ends.len())
        .map(|state| Some(edges(next, StateId::try_from(state).ok()?)))
        .collect::<Option<_>>()?;
    let mut program =
        Program { sets: Vec::new(), runs: Vec::new(), states: Vec::new(), registers, slots };
    for (state, end) in ends.iter().enumerate() {
        let id = StateId::try_from(state).ok()?;
        let is_loop = |edge: &&Edge| edge.target == id && edge.assign.is_empty();
        let run = edges[state].iter().find(is_loop).map(|stay| {
            let ways = detours(id, stay.bytes, &edges);
            let set = number(&mut program.sets, stay.bytes);
            let detours = ways.into_iter().map(|(byte, rest)| Detour {
                byte,
                first: number(&mut program.sets, ByteSet::range(byte, byte)),
                rest: rest.into_iter().map(|set| number(&mut program.sets, set)).collect(),
            });
            let run = Run { set, detours: detours.collect() };
            number(&mut program.runs, run)
        });
        // After the run no byte of it follows.
        let leaving = edges[state].iter().filter(|edge| !is_loop(edge)).cloned().collect();
        program.states.push(State { run, edges: leaving, end: end.clone() });
    }
    (program.sets.len() <= MOST_SETS).then_some(program)
}

/// What leads out of a state, each target with each list of assignments once.
fn edges(next: &Next<'_>, state: StateId) -> Vec<Edge> {
    let mut edges: BTreeMap<(StateId, Vec<(Register, Value)>), ByteSet> = BTreeMap::new();
    for byte in 0..=255 {
        if let Some(to) = next(state, byte) {
            edges.entry(to).or_default().insert(byte);
        }
    }
    let mut edges: Vec<Edge> =
        edges.into_iter().map(|((target, assign), bytes)| Edge { bytes, assign, target }).collect();
    edges.sort_by_key(|edge| edge.bytes.iter().next());
    edges
}

/// The detours of a run over these bytes: first byte, and the sets after it.
fn detours(state: StateId, stay: ByteSet, edges: &[Vec<Edge>]) -> Vec<(u8, Vec<ByteSet>)> {
    let leaving = edges[state as usize].iter();
    let silent = leaving.filter(|edge| edge.target != state && edge.assign.is_empty());
    let found = silent.filter(|edge| edge.bytes.len() == 1).filter_map(|edge| {
        let rest = way_back(state, edge.target, edges, LONGEST_DETOUR - 1)?;
        let inside = rest.iter().all(|set| set.intersection(stay) == *set);
        inside.then_some((edge.bytes.iter().next()?, rest))
    });
    found.take(MOST_DETOURS).collect()
}

/// The sets of the bytes by which a path without assignments leads back, if it takes no
/// more than so many.
fn way_back(
    home: StateId,
    from: StateId,
    edges: &[Vec<Edge>],
    most: usize,
) -> Option<Vec<ByteSet>> {
    let silent = || edges[from as usize].iter().filter(|edge| edge.assign.is_empty());
    if let Some(edge) = silent().find(|edge| edge.target == home) {
        return Some(vec![edge.bytes]);
    }
    if most == 1 {
        return None;
    }
    // Only where there is no choice: elsewhere it is hardly the usual way.
    let mut ways = silent().filter(|edge| edge.target != from);
    let (edge, None) = (ways.next()?, ways.next()) else { return None };
    let mut rest = way_back(home, edge.target, edges, most - 1)?;
    rest.insert(0, edge.bytes);
    Some(rest)
}

/// The place of a value in the list, to which it is added if it is not there.
fn number<T: PartialEq>(list: &mut Vec<T>, value: T) -> usize {
    list.iter().position(|known| *known == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    })
}
