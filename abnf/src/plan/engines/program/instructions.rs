//! The type of programs: the states and runs that become code.

use super::super::sweep;
use crate::automata::dense::StateId;
use crate::automata::tagged::tdfa::{Register, Value};
use crate::bytes::ByteSet;

/// The states of an automaton that become code. `S` is the type of states: the identifiers of the
/// automaton, or the numbers in its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program<S = StateId> {
    /// The sets of bytes that runs test, each once.
    pub sets: Vec<ByteSet>,
    /// The runs, each once.
    pub runs: Vec<Run>,
    /// The states; the first is the start, and edges lead to later ones.
    pub states: Vec<State<S>>,
    /// The number of states of the automaton.
    pub of: usize,
    /// The number of registers.
    pub registers: usize,
    /// The number of slots, at least `registers`. At the end of a text, the first registers are the
    /// slots.
    pub slots: usize,
}

/// A state of a [`Program`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State<S = StateId> {
    /// The state of the automaton.
    pub id: S,
    /// The sweep that is tried first.
    pub sweep: Option<Sweep>,
    /// The index of the run that is skipped first.
    pub run: Option<usize>,
    /// The edges at the byte after the run; their sets are disjoint. At any other byte, the table
    /// continues.
    pub edges: Vec<Edge>,
    /// The values of the slots if the text ends in this state. If absent, the table decides.
    pub end: Option<Vec<Value>>,
}

/// A run over this state and other accepting states, or a part of that run. If the run ends with
/// the text, the text matches. If it ends before a byte without an edge, the text is read again from
/// the beginning of the sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// The index of the skipped run.
    pub run: usize,
    /// The edges at the byte after it that all of these states share.
    pub edges: Vec<Edge>,
}

/// A transition by a set of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The bytes.
    pub bytes: ByteSet,
    /// Assignments, executed simultaneously.
    pub assign: Vec<(Register, Value)>,
    /// The index of the next state in the program.
    pub target: usize,
}

/// Bytes that need no step: they lead a state back to itself or, in a sweep, to another state of the
/// sweep.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Run {
    /// The index of the set of bytes.
    pub set: usize,
    /// Sequences of other bytes that are also skipped.
    pub detours: Vec<Detour>,
    /// The expected length, which decides how the end is searched.
    pub length: Length,
}

/// The expected length of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Length {
    /// A few bytes: the set has letters, digits and a few signs, as in names and numbers.
    Short,
    /// Up to the next delimiter: many bytes can end the run, as in an authority.
    Medium,
    /// Probably to the end of the text, as in a path.
    Long,
    /// As `Long`, but some bytes before the run are not in its set.
    Rest,
}

/// A path from a state back to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Detour {
    /// Its first byte.
    pub byte: u8,
    /// The sets of the one or two bytes after it.
    pub rest: Vec<usize>,
}

impl<S> Program<S> {
    /// Returns the detours of a run: the first byte, and the sets of the others.
    pub fn detours(&self, run: &Run) -> Vec<sweep::Detour> {
        let sets = |rest: &[usize]| rest.iter().map(|&set| self.sets[set]).collect();
        run.detours.iter().map(|detour| (detour.byte, sets(&detour.rest))).collect()
    }
}

impl Program {
    /// Replaces states by their numbers in a table. `number_of` has the number of each state of the
    /// automaton.
    #[must_use]
    pub fn numbered(self, number_of: &[u16]) -> Program<u16> {
        let Self { sets, runs, states, of, registers, slots } = self;
        let numbered = |State { id, sweep, run, edges, end }: State| {
            let id = number_of[id.index()];
            State { id, sweep, run, edges, end }
        };
        let states = states.into_iter().map(numbered).collect();
        Program { sets, runs, states, of, registers, slots }
    }
}

impl Program {
    /// Returns the index of a run, after adding the run if it is missing.
    pub(super) fn index_of_run(
        &mut self,
        set: ByteSet,
        detours: Vec<sweep::Detour>,
        length: Length,
    ) -> usize {
        let set = index_in(&mut self.sets, set);
        let detours = detours.into_iter().map(|(byte, rest)| Detour {
            byte,
            rest: rest.into_iter().map(|set| index_in(&mut self.sets, set)).collect(),
        });
        let run = Run { set, detours: detours.collect(), length };
        index_in(&mut self.runs, run)
    }
}

/// Returns the index of a value in a list, after adding the value if it is missing.
pub(super) fn index_in<T: PartialEq>(list: &mut Vec<T>, value: T) -> usize {
    list.iter().position(|known| *known == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    })
}
