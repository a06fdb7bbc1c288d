//! The model of generated code: the states of an automaton that most texts reach, and the bytes
//! that they skip.
//!
//! **States.** Code for a whole automaton is as long as the automaton: the 57 states of a
//! `URI-reference` took 4000 lines, most of them for hosts that are addresses and for user
//! information. Code therefore contains only the states that a breadth-first search from the start
//! reaches first, and only edges to later states, so no state needs a loop and each is written once.
//! Every other edge is an *exit*: the table continues in the same state, at the same byte, with the
//! same registers. Each edge of the code is an edge of the automaton, or a path of several bytes, so
//! code and table together accept the same texts for any choice of states.
//!
//! **Characters.** The characters beyond ASCII that lead from a state to another one are one edge, and
//! those that lead back to the state are part of its run ([`code_points`]). No state inside of a
//! character is code.
//!
//! **Crossings.** Some edges lead to states that the table reads, up to a state from which the code
//! continues ([`crossings`]).
//!
//! **Runs.** The bytes that lead from a state back to it, without an assignment, are its *run*, which
//! code skips at once. The run includes *detours*, paths of two or three bytes from the state back to
//! it, such as `%` and two hexadecimal digits, or in a host name a dot and a letter. The bytes of a
//! detour after its first must be in the set of the run. Each byte, with the one or two bytes after
//! it, then determines whether the run continues, independently of earlier bytes.
//!
//! **Sweeps.** In an automaton without assignments, the runs of several states are merged into a
//! *sweep* ([`super::sweep`]), which is tried before the state in which it begins. A state that
//! belongs to an earlier sweep has no sweep of its own, so that few bytes are swept twice. The
//! start and states with a short run, such as those of names, have none either, since a name mostly
//! ends with a byte that ends the sweep.
// Long because the model and the search for its runs are one algorithm.

pub mod code_points;
pub mod crossings;
mod instructions;
mod outgoing;

pub use instructions::{Detour, Edge, Length, Program, Run, State, Sweep};

use super::sweep;
use crate::automata::dense::StateId;
use crate::automata::graph::on_cycles;
use crate::automata::tagged::tdfa::Tdfa;
use crate::bytes::ByteSet;
use crossings::{Way, crossing};
use instructions::index_in;
use outgoing::{AutomatonEdge, Finder, Outgoing};
use std::collections::BTreeMap;

/// The maximum number of states of a program.
pub const MAX_STATES: usize = 20;

/// The maximum number of states among which those of the code are chosen.
const MAX_SEARCHED: usize = 64;

/// The maximum distance in bytes from a state of the code to a run.
const MAX_BETWEEN: usize = 3;

/// The longest detour, in bytes.
const MAX_DETOUR: usize = 3;

/// The maximum number of detours of a run; each costs a few instructions wherever the run begins.
const MAX_DETOURS: usize = 3;

/// The size of the smallest set whose runs are scanned many bytes at once.
const MIN_WIDE: usize = 70;

/// The maximum number of ASCII bytes that can end a long run.
const MAX_ENDS: usize = 2;

/// The maximum number of sets: each has a bit of the table.
pub const MAX_SETS: usize = 16;

/// Returns the program of an automaton; `None` if it has no runs, or too many sets.
///
/// Texts begin in `start`, and can also begin in the states `others`. The program's start has only
/// the edges that all of them have.
pub fn program(tdfa: &Tdfa, start: StateId, others: &[StateId]) -> Option<Program> {
    let mut found = Finder::new(tdfa, start, others);
    let states = found.likely();
    of_states(&states, &mut found)
}

/// Returns the program of some states.
fn of_states(states: &[StateId], found: &mut Finder<'_>) -> Option<Program> {
    let tdfa = found.tdfa;
    let order = with_crossing(reverse_postorder(states, found), found);
    let index_of: BTreeMap<StateId, usize> =
        order.iter().enumerate().map(|(index, it)| (it.0, index)).collect();
    let mut program = Program {
        sets: Vec::new(),
        code_points: Vec::new(),
        runs: Vec::new(),
        states: Vec::new(),
        of: tdfa.state_count(),
        registers: tdfa.registers,
        slots: tdfa.slots,
    };
    for (index, &(id, is_crossed)) in order.iter().enumerate() {
        if is_crossed {
            program.states.push(State::crossed(id));
            continue;
        }
        let Outgoing { stay, edges, .. } = found.outgoing(id).clone();
        let run = stay.map(|stay| {
            let length = length(stay.bytes, &stay.detours, &edges);
            program.index_of_run(stay.bytes, stay.detours, stay.code_points, length)
        });
        let later = edges.into_iter().filter_map(|edge| {
            let target = *index_of.get(&edge.target).filter(|&&target| index < target)?;
            let code_points = program.index_of_code_points(edge.code_points);
            Some(Edge { bytes: edge.bytes, code_points, assign: edge.assign, target })
        });
        let edges = later.collect();
        let end = found.end(id);
        program.states.push(State { id, is_crossed, sweep: None, run, edges, end });
    }
    if tdfa.registers == 0 {
        add_sweeps(&mut program, tdfa);
    }
    (!program.runs.is_empty() && program.sets.len() <= MAX_SETS).then_some(program)
}

/// Adds the first states of regions that the table [crosses](crossings), each with `true`, to states
/// in the order of the code.
fn with_crossing(order: Vec<StateId>, found: &mut Finder<'_>) -> Vec<(StateId, bool)> {
    let index = |state: &StateId| order.iter().position(|it| it == state);
    let mut ways = Vec::new();
    for (from, &state) in order.iter().enumerate() {
        for (entry, region) in &found.outgoing(state).regions {
            let landings = region.landings.iter().filter_map(index).filter(|&to| from < to);
            if let (None, Some(to)) = (index(entry), landings.min()) {
                ways.push(Way { from, entry: *entry, to });
            }
        }
    }
    let (at, entries) = crossing(&ways).unwrap_or_default();
    let mut all: Vec<(StateId, bool)> = order.into_iter().map(|state| (state, false)).collect();
    all.splice(at..at, entries.into_iter().map(|entry| (entry, true)));
    all
}

/// Adds sweeps to the states of a program of an automaton without assignments.
fn add_sweeps(program: &mut Program, tdfa: &Tdfa) {
    let mut detours: Vec<sweep::Detour> = Vec::new();
    for detour in program.runs.iter().flat_map(|run| program.detours(run)) {
        index_in(&mut detours, detour);
    }
    let mut swept: Vec<StateId> = Vec::new();
    for index in 1..program.states.len() {
        if MAX_SETS <= program.sets.len() {
            break;
        }
        let State { id, run, .. } = program.states[index];
        let is_short = run.is_some_and(|run| program.runs[run].length == Length::Short);
        if is_short || swept.contains(&id) {
            continue;
        }
        let found =
            sweep::sweep(tdfa, id, &detours, MAX_DETOURS).filter(|it| MIN_WIDE <= it.bytes.len());
        let Some(sweep::Sweep { bytes, detours, states, edges }) = found else { continue };
        let is_ascii = bytes.is_subset(ByteSet::range(0, 0x7F));
        let code_points = if is_ascii { code_points::among(tdfa, &states) } else { Vec::new() };
        swept.extend(states);
        let run = program.index_of_run(bytes, detours, code_points, Length::Rest);
        let later = edges.into_iter().filter_map(|(target, bytes)| {
            let target = program.states.iter().position(|state| state.id == target)?;
            (index < target).then(|| Edge { bytes, code_points: None, assign: Vec::new(), target })
        });
        let edges = later.collect();
        program.states[index].sweep = Some(Sweep { run, edges });
    }
}

/// Returns the expected length of a run over the bytes `stay`, by the edges that leave it. Only ASCII
/// bytes are counted, because the many others are rare in texts.
fn length(stay: ByteSet, detours: &[sweep::Detour], edges: &[AutomatonEdge]) -> Length {
    let bytes = edges.iter().flat_map(|edge| edge.bytes.iter());
    let ascii = bytes.filter(u8::is_ascii);
    let ends = ascii.filter(|byte| detours.iter().all(|detour| detour.0 != *byte)).count();
    if stay.len() < MIN_WIDE {
        Length::Short
    } else if MAX_ENDS < ends {
        Length::Medium
    } else {
        Length::Long
    }
}

/// Returns whether a program is likely to read most of a text: it exists, and no ASCII text returns
/// to one of its runs, or to a state from which it can leave the code, except after the first byte of
/// a detour.
///
/// Code has no loops except runs. Any other edge that leads back is the separator of a list, after
/// whose first element the table reads the text: the code for `Accept` of RFC 9110 is slower than the
/// table alone. Bytes beyond ASCII are rare. Takes time linear in the automaton.
pub fn reads_most(tdfa: &Tdfa) -> bool {
    let mut found = Finder::new(tdfa, Tdfa::START, &[]);
    let states = found.likely();
    let mut graph: Vec<Vec<usize>> = Vec::new();
    for state in tdfa.dense.states() {
        let first_of_detours: ByteSet = if states.contains(&state) {
            found.outgoing(state).detours().iter().map(|(byte, _)| *byte).collect()
        } else {
            ByteSet::EMPTY
        };
        let bytes = (0..=0x7F).filter(|&byte| !first_of_detours.contains(byte));
        let edges = bytes.filter_map(|byte| tdfa.next(state, byte));
        let others = edges.filter(|edge| edge.target != state || !edge.output.is_empty());
        let mut targets: Vec<usize> = others.map(|edge| edge.target.index()).collect();
        targets.dedup();
        graph.push(targets);
    }
    let on_cycles = on_cycles(&graph);
    let leads_back = states.iter().any(|&state| {
        let mut others = graph[state.index()].iter();
        let stays_in_code = others.all(|&other| states.iter().any(|it| it.index() == other));
        on_cycles.contains(&state.index())
            && (!stays_in_code || found.outgoing(state).stay.is_some())
    });
    !leads_back && of_states(&states, &mut found).is_some()
}

impl Finder<'_> {
    /// Returns the states that the search reaches first, except the states inside of detours, which
    /// are needed only for incomplete detours, and the states that are far from any run.
    fn likely(&mut self) -> Vec<StateId> {
        let near = self.breadth_first(MAX_SEARCHED, |_, _| true);
        let begun: Vec<(ByteSet, StateId)> =
            near.iter().flat_map(|&state| self.begun(state)).collect();
        let near =
            self.breadth_first(MAX_SEARCHED, |bytes, state| !begun.contains(&(bytes, state)));
        // For each state, the last run that is reached within the limit of bytes.
        let mut last: Vec<Option<usize>> = vec![None; near.len()];
        for _ in 0..=MAX_BETWEEN {
            last = (0..near.len()).map(|index| self.last_run(&near, index, &last)).collect();
        }
        // States that lead to a run that the search reaches later come first, and then others.
        let later = 1..near.len();
        let (mut useful, rest): (Vec<usize>, Vec<usize>) =
            later.filter(|&index| last[index].is_some()).partition(|&it| last[it] >= Some(it));
        useful.truncate(MAX_STATES - 1);
        useful.extend(rest.into_iter().take(MAX_STATES - 1 - useful.len()));
        self.breadth_first(MAX_STATES, |_, state| useful.iter().any(|&index| near[index] == state))
    }

    /// Returns the index of a state if it has a run, or else the last index that its edges lead to.
    fn last_run(
        &mut self,
        near: &[StateId],
        index: usize,
        last: &[Option<usize>],
    ) -> Option<usize> {
        let outgoing = self.outgoing(near[index]);
        if outgoing.stay.is_some() {
            return Some(index);
        }
        let next = outgoing.successors();
        next.filter_map(|(_, target)| last[near.iter().position(|&it| it == target)?]).max()
    }

    /// Returns the first `count` states in breadth-first order, among those that pass a filter.
    fn breadth_first(
        &mut self,
        max: usize,
        among: impl Fn(ByteSet, StateId) -> bool,
    ) -> Vec<StateId> {
        let mut met = vec![self.start];
        let mut next = 0;
        while next < met.len() && met.len() < max {
            let successors = self.outgoing(met[next]).successors();
            next += 1;
            for (bytes, target) in successors {
                if !met.contains(&target) && among(bytes, target) {
                    met.push(target);
                }
            }
        }
        met.truncate(max);
        met
    }

    /// Returns the first bytes of the detours of a state, and the states to which they lead.
    fn begun(&mut self, state: StateId) -> Vec<(ByteSet, StateId)> {
        let outgoing = self.outgoing(state);
        let first = outgoing.edges.iter().filter(|edge| outgoing.begins_detour(edge));
        first.map(|edge| (edge.bytes, edge.target)).collect()
    }
}

/// Returns the states in the reverse postorder of a depth-first search, in which most edges lead
/// forwards.
fn reverse_postorder(states: &[StateId], found: &mut Finder<'_>) -> Vec<StateId> {
    let mut left = Vec::new();
    let mut met = vec![found.start];
    let mut open = vec![(found.start, 0)];
    while let Some((state, next)) = open.pop() {
        let Some((_, target)) = found.outgoing(state).successors().nth(next) else {
            left.push(state);
            continue;
        };
        open.push((state, next + 1));
        if states.contains(&target) && !met.contains(&target) {
            met.push(target);
            open.push((target, 0));
        }
    }
    left.reverse();
    left
}

#[cfg(test)]
mod tests;
