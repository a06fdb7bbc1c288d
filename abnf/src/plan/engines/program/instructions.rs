//! What a program is: the states and runs that code is written of.

use super::super::sweep;
use crate::automata::dense::StateId;
use crate::automata::tagged::tdfa::{Register, Value};
use crate::bytes::ByteSet;

/// Some states of an automaton, to be written as code. `S` names the states: as the automaton
/// does, or by their numbers in its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program<S = StateId> {
    /// The sets of bytes that runs test, each once.
    pub sets: Vec<ByteSet>,
    /// The runs, each once.
    pub runs: Vec<Run>,
    /// The states; the first is the start, and edges lead to later ones.
    pub states: Vec<State<S>>,
    /// How many states the automaton has.
    pub of: usize,
    /// How many registers there are.
    pub registers: usize,
    /// The number of slots, at least `registers`; at the end they are the first registers.
    pub slots: usize,
}

/// A state of a [`Program`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State<S = StateId> {
    /// Which state of the automaton.
    pub id: S,
    /// The sweep that is tried first.
    pub sweep: Option<Sweep>,
    /// The index of the run that is skipped first.
    pub run: Option<usize>,
    /// Where the byte after it leads; the sets are disjoint. At any other byte the table goes
    /// on.
    pub edges: Vec<Edge>,
    /// What gives the slots where the text ends here. If there is none, the table says what
    /// that means.
    pub end: Option<Vec<Value>>,
}

/// A run over this state and others, all of which accept, or a part of that run. If it ends with
/// the text, the text matches; if it ends before a byte that no edge has, the text is read from
/// where the sweep began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// The index of the skipped run.
    pub run: usize,
    /// Where the byte after it leads, from all of the states.
    pub edges: Vec<Edge>,
}

/// What some bytes do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The bytes.
    pub bytes: ByteSet,
    /// Assignments, all made at once.
    pub assign: Vec<(Register, Value)>,
    /// The state after, by index among the program's.
    pub target: usize,
}

/// Bytes that need no step: they lead a state back to itself or, in a sweep, to one as good.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Run {
    /// The bytes, by index among the sets.
    pub set: usize,
    /// Sequences of other bytes that are also skipped.
    pub detours: Vec<Detour>,
    /// How its end is looked for.
    pub length: Length,
}

/// How long a run may well be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Length {
    /// Letters, digits and a few signs make names and numbers, which are short.
    Short,
    /// Many bytes end it, as delimiters between parts of an authority do.
    Medium,
    /// It probably extends to the end of the text, like that of a path.
    Long,
    /// As long, but its set lacks some of the bytes before it.
    Rest,
}

/// A way from a state back to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Detour {
    /// Its first byte.
    pub byte: u8,
    /// The sets of the one or two bytes after it.
    pub rest: Vec<usize>,
}

impl<S> Program<S> {
    /// The detours of one of its runs: first byte, and the sets after it.
    pub fn detours(&self, run: &Run) -> Vec<sweep::Detour> {
        let sets = |rest: &[usize]| rest.iter().map(|&set| self.sets[set]).collect();
        run.detours.iter().map(|detour| (detour.byte, sets(&detour.rest))).collect()
    }
}

impl Program {
    /// The same by the numbers of the states in a table: `number_of` has one for each state of
    /// the automaton.
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
    /// The index of a run, to which it is added if it is not there.
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

/// The index of a value in the list, to which it is added if it is not there.
pub(super) fn index_in<T: PartialEq>(list: &mut Vec<T>, value: T) -> usize {
    list.iter().position(|known| *known == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    })
}
