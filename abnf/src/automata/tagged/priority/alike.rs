//! Which bytes the same threads read: a partition for each list of threads.
//!
//! Many lists read the same sets of bytes, so partitions are found by the numbers of their sets.

use crate::automata::nfa::{self, Nfa};
use crate::bytes::{ByteClasses, ByteSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The bytes that an NFA treats alike, in all of its states and in some of them.
pub(super) struct Alike {
    /// The classes of all states.
    pub(super) classes: ByteClasses,
    sets: Vec<ByteSet>,
    /// For each state that reads a byte, the number of its set.
    set_of: Vec<Option<usize>>,
    /// Partitions by the numbers of sets, in ascending order.
    known: BTreeMap<Vec<usize>, Rc<Together>>,
}

/// The classes of bytes that the same threads read.
pub(super) struct Together {
    /// A byte of each class.
    pub(super) bytes: Vec<u8>,
    /// The class of the bytes of each class of all states.
    pub(super) of_classes: Vec<u8>,
}

impl Alike {
    pub(super) fn new(nfa: &Nfa) -> Self {
        let set = |state: nfa::StateId| match &nfa[state] {
            nfa::State::Byte { set, .. } => Some(*set),
            nfa::State::Split(_) | nfa::State::Tag { .. } => None,
        };
        let reachable = nfa.reachable();
        let sets: BTreeSet<ByteSet> = reachable.iter().filter_map(|&state| set(state)).collect();
        let sets: Vec<ByteSet> = sets.into_iter().collect();
        let mut set_of = vec![None; nfa.states.len()];
        for state in reachable {
            set_of[state.index()] = set(state).and_then(|set| sets.binary_search(&set).ok());
        }
        let classes = ByteClasses::of_sets(&sets);
        Self { classes, sets, set_of, known: BTreeMap::new() }
    }

    /// Returns the classes of bytes that the same threads of a list read.
    pub(super) fn together(&mut self, list: &[nfa::StateId]) -> Rc<Together> {
        let mut sets: Vec<usize> =
            list.iter().filter_map(|state| self.set_of[state.index()]).collect();
        sets.sort_unstable();
        sets.dedup();
        if let Some(known) = self.known.get(&sets) {
            return Rc::clone(known);
        }
        let classes = ByteClasses::of_sets(sets.iter().map(|&set| &self.sets[set]));
        let representatives = self.classes.representatives().into_iter();
        let made = Rc::new(Together {
            bytes: classes.representatives(),
            of_classes: representatives.map(|byte| classes.map()[usize::from(byte)]).collect(),
        });
        self.known.insert(sets, Rc::clone(&made));
        made
    }
}
