//! The deterministic automaton of a regular rule: the type, its interpreter and
//! its listing.
//!
//! [`crate::automata::determinise`] builds it, [`crate::automata::minimise`] makes it minimal and
//! canonical.

use crate::bytes::{ByteClasses, ByteSet};
use std::fmt;

/// A state of a [`Dfa`].
pub type StateId = u32;

/// A deterministic finite automaton over bytes, without a dead state: a missing
/// transition rejects.
///
/// It is trimmed: every state is reached from the start and reaches an accepting
/// one (save the start of the empty language). A missing transition is therefore
/// the first byte after which no continuation matches.
///
/// After `minimise` it is also minimal and canonical: states are numbered in
/// breadth-first order from the start (state 0) by class, and two bytes share a
/// class exactly where no state tells them apart. Equal languages then give equal
/// automata.
// See note [trimmed automata].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dfa {
    pub(crate) classes: ByteClasses,
    /// Row by row, one entry a class.
    pub(crate) next: Vec<Option<StateId>>,
    pub(crate) accepting: Vec<bool>,
}

/// Where a text leaves the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Bytes before the first byte after which no continuation matches; the
    /// length of the text where it ends too early.
    pub offset: usize,
    /// The state there; [`Dfa::expected`] and [`Dfa::is_accepting`] say what
    /// could stand in its place.
    pub state: StateId,
}

impl Dfa {
    /// The state in which every text begins.
    pub const START: StateId = 0;

    /// From a table with a row for each state and an entry in it for each class,
    /// for tests. Every state is reached and, save the start, reaches an
    /// accepting one.
    #[doc(hidden)]
    pub fn from_table(
        classes: ByteClasses,
        next: Vec<Option<StateId>>,
        accepting: Vec<bool>,
    ) -> Self {
        assert_eq!(next.len(), classes.count() * accepting.len());
        Self { classes, next, accepting }
    }

    /// Which bytes it treats alike.
    pub fn classes(&self) -> &ByteClasses {
        &self.classes
    }

    /// How many states there are; at least one.
    pub fn state_count(&self) -> usize {
        self.accepting.len()
    }

    /// All states, the start first.
    pub fn states(&self) -> impl Iterator<Item = StateId> {
        0..StateId::try_from(self.accepting.len()).expect("states are numbered in 32 bits")
    }

    /// The state after one more byte of this class.
    pub fn next_by_class(&self, state: StateId, class: usize) -> Option<StateId> {
        self.next[state as usize * self.classes.count() + class]
    }

    /// The states after one more byte, whichever it is; one for each class.
    pub fn successors(&self, state: StateId) -> impl Iterator<Item = StateId> + '_ {
        (0..self.classes.count()).filter_map(move |class| self.next_by_class(state, class))
    }

    /// The state after one more byte.
    pub fn next(&self, state: StateId, byte: u8) -> Option<StateId> {
        self.next_by_class(state, self.classes.class(byte))
    }

    /// Whether a text that ends here is in the language.
    pub fn is_accepting(&self, state: StateId) -> bool {
        self.accepting[state as usize]
    }

    /// The bytes after which some continuation matches.
    pub fn expected(&self, state: StateId) -> ByteSet {
        (0..=255).filter(|&byte| self.next(state, byte).is_some()).collect()
    }

    /// Whether no text is in the language.
    pub fn is_empty(&self) -> bool {
        !self.accepting.contains(&true)
    }

    /// Whether the whole text is in the language, else where it leaves it.
    /// Linear in the text.
    pub fn check(&self, text: &[u8]) -> Result<(), Mismatch> {
        let mut state = Self::START;
        for (offset, &byte) in text.iter().enumerate() {
            state = self.next(state, byte).ok_or(Mismatch { offset, state })?;
        }
        if self.is_accepting(state) { Ok(()) } else { Err(Mismatch { offset: text.len(), state }) }
    }

    /// The length of the longest prefix in the language, if there is one.
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

    /// The transitions of each state, those to one target together, in the order
    /// of their smallest byte. Linear in the table.
    pub fn edges(&self) -> impl Iterator<Item = (StateId, Vec<(ByteSet, StateId)>)> + '_ {
        let members = self.classes.sets();
        // For each target its place among the edges of the state at hand.
        let mut place: Vec<Option<usize>> = vec![None; self.state_count()];
        self.states().map(move |state| {
            let mut edges: Vec<(ByteSet, StateId)> = Vec::new();
            for (class, set) in members.iter().enumerate() {
                let Some(target) = self.next_by_class(state, class) else { continue };
                if let Some(known) = place[target as usize] {
                    edges[known].0 = edges[known].0.union(*set);
                } else {
                    place[target as usize] = Some(edges.len());
                    edges.push((*set, target));
                }
            }
            for edge in &edges {
                place[edge.1 as usize] = None;
            }
            (state, edges)
        })
    }
}

/// One line a state, `*` at accepting ones, then its transitions.
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
