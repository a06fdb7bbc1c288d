//! The deterministic automaton of a regular rule: the type, its interpreter and
//! its listing.
//!
//! [`crate::automata::determinise`] builds it, [`crate::automata::minimise`] makes it minimal and
//! canonical.

use crate::automata::dense::{Dense, Edge};
use crate::bytes::{ByteClasses, ByteSet};
use crate::grammar::filter::Filter;
use std::fmt;

pub use crate::automata::dense::StateId;

/// A deterministic finite automaton over bytes, without outputs.
///
/// After `minimise` it is also minimal and canonical: states are numbered in
/// breadth-first order from the start (state 0) by class, and two bytes share a
/// class exactly if no state distinguishes them. Equal languages then give equal
/// automata.
pub type Dfa = Dense<(), ()>;

/// The position at which a text leaves the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The offset of the first byte after which no continuation matches; the
    /// length of the text if it ends too early.
    pub offset: usize,
    /// The state at the offset; [`Dfa::expected`] and [`Dfa::is_accepting`] give what was
    /// expected there.
    pub state: StateId,
}

impl Dfa {
    /// Makes an automaton from a table with a row for each state and an entry for each class, for
    /// tests. Every state must be reachable and, except the start, reach an accepting one.
    #[doc(hidden)]
    pub fn from_table(
        classes: ByteClasses,
        next: Vec<Option<StateId>>,
        accepting: Vec<bool>,
    ) -> Self {
        assert_eq!(next.len(), classes.count() * accepting.len());
        let edge = |target| Edge { target, output: () };
        Self {
            classes,
            next: next.into_iter().map(|target| target.map(edge)).collect(),
            ends: accepting.into_iter().map(|accepts| accepts.then_some(())).collect(),
        }
    }

    /// Returns the state after one more byte of this class.
    pub fn next_by_class(&self, state: StateId, class: usize) -> Option<StateId> {
        self.edge_by_class(state, class).map(|edge| edge.target)
    }

    /// Returns the state after one more byte.
    pub fn next(&self, state: StateId, byte: u8) -> Option<StateId> {
        self.next_by_class(state, self.classes.class(byte))
    }

    /// Returns whether a text that ends here is in the language.
    pub fn is_accepting(&self, state: StateId) -> bool {
        self.end(state).is_some()
    }

    /// Returns the bytes after which some continuation matches.
    pub fn expected(&self, state: StateId) -> ByteSet {
        (0..=255).filter(|&byte| self.next(state, byte).is_some()).collect()
    }

    /// Checks that the whole text is in the language. Takes time linear in the text.
    ///
    /// # Errors
    ///
    /// The position at which the text leaves the language.
    pub fn check(&self, text: &[u8]) -> Result<(), Mismatch> {
        let mut state = Self::START;
        for (offset, &byte) in text.iter().enumerate() {
            state = self.next(state, byte).ok_or(Mismatch { offset, state })?;
        }
        if self.is_accepting(state) { Ok(()) } else { Err(Mismatch { offset: text.len(), state }) }
    }

    /// Returns the length of the longest prefix in the language, if there is one.
    pub fn longest_prefix(&self, text: &[u8]) -> Option<usize> {
        let mut state = Self::START;
        let mut longest = self.is_accepting(state).then_some(0);
        for (offset, &byte) in text.iter().enumerate() {
            let Some(next) = self.next(state, byte) else { break };
            state = next;
            if self.is_accepting(state) {
                longest = Some(offset + 1);
            }
        }
        longest
    }

    /// Iterates over the transitions of each state, grouped by target, in the order
    /// of their smallest byte. Takes time linear in the table.
    pub fn edges(&self) -> impl Iterator<Item = (StateId, Vec<(ByteSet, StateId)>)> + '_ {
        let members = self.classes.sets();
        // For each target, its index among the edges of the current state.
        let mut index: Vec<Option<usize>> = vec![None; self.state_count()];
        self.states().map(move |state| {
            let mut edges: Vec<(ByteSet, StateId)> = Vec::new();
            for (class, set) in members.iter().enumerate() {
                let Some(target) = self.next_by_class(state, class) else { continue };
                if let Some(known) = index[target.index()] {
                    edges[known].0 = edges[known].0.union(*set);
                } else {
                    index[target.index()] = Some(edges.len());
                    edges.push((*set, target));
                }
            }
            for edge in &edges {
                index[edge.1.index()] = None;
            }
            (state, edges)
        })
    }
}

impl From<&Dfa> for Filter {
    fn from(dfa: &Dfa) -> Self {
        let number = |edge: &Edge<()>| u32::try_from(edge.target.index());
        let number = |edge| number(edge).expect("states are numbered in 32 bits");
        Self {
            classes: dfa.classes.clone(),
            next: dfa.next.iter().map(|edge| edge.as_ref().map(number)).collect(),
            accepting: dfa.ends.iter().map(Option::is_some).collect(),
        }
    }
}

impl From<&Filter> for Dfa {
    fn from(filter: &Filter) -> Self {
        let state = |number: &Option<u32>| number.map(|number| StateId::new(number as usize));
        let next = filter.next.iter().map(state).collect();
        Self::from_table(filter.classes.clone(), next, filter.accepting.clone())
    }
}

/// One line for each state, `*` at accepting ones, then its transitions.
impl fmt::Display for Dfa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} states, {} byte classes", self.state_count(), self.classes.count())?;
        for (state, edges) in self.edges() {
            let mark = if self.is_accepting(state) { '*' } else { ' ' };
            write!(f, "{mark}{state:>4}:")?;
            for (set, target) in edges {
                write!(f, " {set} -> {target}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
