//! The deterministic automaton that all others are made of: byte classes, rows, ends.
//!
//! A [`Dfa`](crate::automata::dfa::Dfa) has nothing on its edges and ends; a tagged automaton
//! has assignments and the values of slots there, a transducer has events. What does not
//! depend on that is here: the table, its minimisation (in [`crate::automata::minimise`]), and
//! the DFA below the outputs.

use crate::automata::id::id;
use crate::bytes::ByteClasses;

id! {
    /// A state of a [`Dense`] automaton.
    pub struct StateId;
}

/// What happens when a byte is read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge<E> {
    /// The state after.
    pub target: StateId,
    /// What the edge does beside.
    pub output: E,
}

/// A deterministic automaton over bytes without a dead state: a missing edge rejects. `E`
/// is what its edges do, `F` what its ends do.
///
/// It is trimmed: every state is reached from the start and reaches an end (except the
/// start of the empty language). A missing edge is therefore the first byte after which no
/// continuation matches.
// See note [trimmed automata].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dense<E, F> {
    pub(crate) classes: ByteClasses,
    /// Row by row, one entry a class.
    pub(crate) next: Vec<Option<Edge<E>>>,
    /// For each state what happens if the text ends there; `None` where it cannot.
    pub(crate) ends: Vec<Option<F>>,
}

impl<E, F> Dense<E, F> {
    /// The state in which every text begins.
    pub const START: StateId = StateId(0);

    /// An automaton without states yet.
    pub(crate) fn new(classes: ByteClasses) -> Self {
        Self { classes, next: Vec::new(), ends: Vec::new() }
    }

    /// Which bytes it treats alike.
    pub fn classes(&self) -> &ByteClasses {
        &self.classes
    }

    /// How many states there are; at least one.
    pub fn state_count(&self) -> usize {
        self.ends.len()
    }

    /// All states, the start first.
    pub fn states(&self) -> impl Iterator<Item = StateId> + use<E, F> {
        (0..self.ends.len()).map(StateId::new)
    }

    /// The edge of a state and a class of bytes.
    pub fn edge_by_class(&self, state: StateId, class: usize) -> Option<&Edge<E>> {
        self.next[state.index() * self.classes.count() + class].as_ref()
    }

    /// The edge of a state and a byte.
    pub fn edge(&self, state: StateId, byte: u8) -> Option<&Edge<E>> {
        self.edge_by_class(state, self.classes.class(byte))
    }

    /// The edges of a state, with their classes.
    pub fn row(&self, state: StateId) -> impl Iterator<Item = (usize, &Edge<E>)> {
        let width = self.classes.count();
        let row = &self.next[state.index() * width..][..width];
        row.iter().enumerate().filter_map(|(class, edge)| Some((class, edge.as_ref()?)))
    }

    /// What happens if the text ends in a state; `None` if it cannot.
    pub fn end(&self, state: StateId) -> Option<&F> {
        self.ends[state.index()].as_ref()
    }

    /// The states after one more byte, whichever it is; one for each class.
    pub fn successors(&self, state: StateId) -> impl Iterator<Item = StateId> + '_ {
        self.row(state).map(|(_, edge)| edge.target)
    }

    /// Whether no text is in the language.
    pub fn is_empty(&self) -> bool {
        self.ends.iter().all(Option::is_none)
    }

    /// The same automaton without outputs.
    pub fn underlying_dfa(&self) -> Dense<(), ()> {
        let edge = |edge: &Edge<E>| Edge { target: edge.target, output: () };
        Dense {
            classes: self.classes.clone(),
            next: self.next.iter().map(|entry| entry.as_ref().map(edge)).collect(),
            ends: self.ends.iter().map(|end| end.as_ref().map(|_| ())).collect(),
        }
    }
}
