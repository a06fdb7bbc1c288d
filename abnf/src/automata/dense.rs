//! The generic deterministic automaton: byte classes, rows, ends.
//!
//! A [`Dfa`](crate::automata::dfa::Dfa) has no outputs on its edges and ends; a tagged automaton
//! has assignments and slot values there, a transducer has events. This module contains everything
//! that does not depend on the outputs: the table, its minimisation (in
//! [`crate::automata::minimise`]), and the underlying DFA.

use crate::automata::id::id;
use crate::bytes::ByteClasses;

id! {
    /// A state of a [`Dense`] automaton.
    pub struct StateId;
}

/// A transition.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge<E> {
    /// The next state.
    pub target: StateId,
    /// The output of the edge.
    pub output: E,
}

/// A deterministic automaton over bytes without a dead state: a missing edge rejects. `E`
/// is the output of an edge, `F` that of an end.
///
/// It is trimmed: every state is reached from the start and reaches an end (except the
/// start of the empty language). A missing edge is therefore the first byte after which no
/// continuation matches.
// See note [trimmed automata].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dense<E, F> {
    pub(crate) classes: ByteClasses,
    /// The rows of all states, one entry for each class.
    pub(crate) next: Vec<Option<Edge<E>>>,
    /// For each state the output at the end of the text; `None` if the state does not accept.
    pub(crate) ends: Vec<Option<F>>,
}

impl<E, F> Dense<E, F> {
    /// The state in which every text begins.
    pub const START: StateId = StateId(0);

    /// Makes an automaton without states.
    pub(crate) fn new(classes: ByteClasses) -> Self {
        Self { classes, next: Vec::new(), ends: Vec::new() }
    }

    /// Returns the classes of bytes that the automaton treats alike.
    pub fn classes(&self) -> &ByteClasses {
        &self.classes
    }

    /// Returns the number of states, at least one.
    pub fn state_count(&self) -> usize {
        self.ends.len()
    }

    /// Iterates over all states, the start first.
    pub fn states(&self) -> impl Iterator<Item = StateId> + use<E, F> {
        (0..self.ends.len()).map(StateId::new)
    }

    /// Returns the edge of a state for a class of bytes.
    pub fn edge_by_class(&self, state: StateId, class: usize) -> Option<&Edge<E>> {
        self.next[state.index() * self.classes.count() + class].as_ref()
    }

    /// Returns the edge of a state for a byte.
    pub fn edge(&self, state: StateId, byte: u8) -> Option<&Edge<E>> {
        self.edge_by_class(state, self.classes.class(byte))
    }

    /// Iterates over the edges of a state, with their classes.
    pub fn row(&self, state: StateId) -> impl Iterator<Item = (usize, &Edge<E>)> {
        let width = self.classes.count();
        let row = &self.next[state.index() * width..][..width];
        row.iter().enumerate().filter_map(|(class, edge)| Some((class, edge.as_ref()?)))
    }

    /// Returns the output if the text ends in a state; `None` if the state does not accept.
    pub fn end(&self, state: StateId) -> Option<&F> {
        self.ends[state.index()].as_ref()
    }

    /// Iterates over the targets of a state, one for each class with an edge.
    pub fn successors(&self, state: StateId) -> impl Iterator<Item = StateId> + '_ {
        self.row(state).map(|(_, edge)| edge.target)
    }

    /// Returns whether the language is empty.
    pub fn is_empty(&self) -> bool {
        self.ends.iter().all(Option::is_none)
    }

    /// Returns the automaton without outputs.
    pub fn underlying_dfa(&self) -> Dense<(), ()> {
        let edge = |edge: &Edge<E>| Edge { target: edge.target, output: () };
        Dense {
            classes: self.classes.clone(),
            next: self.next.iter().map(|entry| entry.as_ref().map(edge)).collect(),
            ends: self.ends.iter().map(|end| end.as_ref().map(|_| ())).collect(),
        }
    }
}
