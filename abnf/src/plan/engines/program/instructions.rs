//! The type of programs: the states and runs that become code.

use super::super::sweep;
use super::code_points::CodePoints;
use crate::automata::dense::StateId;
use crate::automata::tagged::tdfa::{Register, Value};
use crate::bytes::ByteSet;

/// The states of an automaton that become code. `S` is the type of states: the identifiers of the
/// automaton, or the numbers in its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program<S = StateId> {
    /// The sets of bytes that runs test, each once.
    pub sets: Vec<ByteSet>,
    /// The sets of characters beyond ASCII that runs and edges test, each once.
    pub code_points: Vec<CodePoints>,
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
    /// Whether the table reads from here up to an accepting state. Nothing else is then in the state.
    pub is_crossed: bool,
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

/// A transition by a set of bytes or of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The bytes; empty if the transition is by characters.
    pub bytes: ByteSet,
    /// The index of the set of characters beyond ASCII.
    pub code_points: Option<usize>,
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
    /// The index of the set of characters beyond ASCII that are also skipped. The set of bytes is then
    /// ASCII.
    pub code_points: Option<usize>,
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

impl State {
    /// Returns the first state of a region that the table crosses.
    pub(super) fn crossed(id: StateId) -> Self {
        Self { id, is_crossed: true, sweep: None, run: None, edges: Vec::new(), end: None }
    }
}

impl<S> Program<S> {
    /// Returns the detours of a run: the first byte, and the sets of the others.
    pub fn detours(&self, run: &Run) -> Vec<sweep::Detour> {
        let sets = |rest: &[usize]| rest.iter().map(|&set| self.sets[set]).collect();
        run.detours.iter().map(|detour| (detour.byte, sets(&detour.rest))).collect()
    }

    /// Returns whether the program reads characters beyond ASCII at once.
    pub fn reads_characters(&self) -> bool {
        !self.code_points.is_empty()
    }
}

impl Program {
    /// Replaces states by their numbers in a table. `number_of` has the number of each state of the
    /// automaton.
    #[must_use]
    pub fn numbered(self, number_of: &[u16]) -> Program<u16> {
        let Self { sets, code_points, runs, states, of, registers, slots } = self;
        let numbered = |State { id, is_crossed, sweep, run, edges, end }: State| {
            let id = number_of[id.index()];
            State { id, is_crossed, sweep, run, edges, end }
        };
        let states = states.into_iter().map(numbered).collect();
        Program { sets, code_points, runs, states, of, registers, slots }
    }
}

impl Program {
    /// Returns the index of a run, after adding the run if it is missing.
    pub(super) fn index_of_run(
        &mut self,
        set: ByteSet,
        detours: Vec<sweep::Detour>,
        code_points: CodePoints,
        length: Length,
    ) -> usize {
        let set = index_in(&mut self.sets, set);
        let detours = detours.into_iter().map(|(byte, rest)| Detour {
            byte,
            rest: rest.into_iter().map(|set| index_in(&mut self.sets, set)).collect(),
        });
        let detours = detours.collect();
        let code_points = self.index_of_code_points(code_points);
        index_in(&mut self.runs, Run { set, detours, code_points, length })
    }

    /// Returns the index of a set of characters, after adding the set if it is missing; `None` if the
    /// set is empty.
    pub(super) fn index_of_code_points(&mut self, set: CodePoints) -> Option<usize> {
        (!set.is_empty()).then(|| index_in(&mut self.code_points, set))
    }
}

/// Returns the index of a value in a list, after adding the value if it is missing.
pub(super) fn index_in<T: PartialEq>(list: &mut Vec<T>, value: T) -> usize {
    list.iter().position(|known| *known == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    })
}
