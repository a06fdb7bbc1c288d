//! Makes an NFA deterministic: the subset construction (Rabin and Scott, "Finite automata and
//! their decision problems", 1959), over byte classes.
//!
//! A DFA state stands for the set of NFA states that a text can reach. Only the readers among them
//! and the end matter, so the set is stored as the sorted readers and a flag for the end.
//!
//! With `n` readers there can be 2ⁿ sets: the rule that reads any bytes, an `a` and `n` more bytes
//! needs about that many. For each set and each class of bytes, the targets of the readers are
//! closed under the steps that read nothing, in time linear in the NFA. The budget bounds the number
//! of DFA states, and also this work, because a small DFA can need large sets.

use crate::automata::dfa::{Dfa, StateId};
use crate::automata::graph;
use crate::automata::nfa::{self, Nfa};
use crate::budget::{Budget, TooLarge};
use crate::bytes::{ByteClasses, ByteSet};
use std::collections::{BTreeMap, BTreeSet};

/// Determinises an NFA. The result is trimmed, but neither minimal nor canonical.
///
/// The budget bounds the states of the DFA and the steps: NFA states visited, and entries
/// of the table made.
// See note [trimmed automata].
pub fn determinise(nfa: &Nfa, budget: &mut Budget) -> Result<Dfa, TooLarge> {
    let reached = nfa.reachable();
    let sets: BTreeSet<ByteSet> = reached
        .iter()
        .filter_map(|&state| match &nfa[state] {
            nfa::State::Byte { set, .. } => Some(*set),
            nfa::State::Split(_) | nfa::State::Tag { .. } => None,
        })
        .collect();
    budget.spend(reached.len())?;
    let classes = ByteClasses::of_sets(&sets);
    let representatives = classes.representatives();
    let classes_of: BTreeMap<ByteSet, Vec<usize>> = sets
        .iter()
        .map(|set| {
            let inside = |class: &usize| set.contains(representatives[*class]);
            (*set, (0..classes.count()).filter(inside).collect())
        })
        .collect();

    let mut builder = Builder {
        nfa,
        ids: BTreeMap::new(),
        subsets: Vec::new(),
        accepting: Vec::new(),
        seen: vec![0; nfa.states.len()],
        round: 0,
        budget,
    };
    builder.state(vec![nfa.start])?;
    let mut next: Vec<Option<StateId>> = Vec::new();
    let mut done = 0;
    while done < builder.subsets.len() {
        builder.budget.spend(classes.count())?;
        let mut targets: Vec<Vec<nfa::StateId>> = vec![Vec::new(); classes.count()];
        let readers = std::mem::take(&mut builder.subsets[done]);
        for &reader in &readers {
            if let nfa::State::Byte { set, next } = &nfa[reader] {
                for &class in &classes_of[set] {
                    targets[class].push(*next);
                }
            }
        }
        // Classes with the same targets share the closure.
        let mut found: BTreeMap<Vec<nfa::StateId>, StateId> = BTreeMap::new();
        for mut target in targets {
            if target.is_empty() {
                next.push(None);
                continue;
            }
            target.sort_unstable();
            target.dedup();
            builder.budget.spend(target.len())?;
            let id = if let Some(id) = found.get(&target) {
                *id
            } else {
                let id = builder.state(target.clone())?;
                found.insert(target, id);
                id
            };
            next.push(Some(id));
        }
        done += 1;
    }
    Ok(trim(&Dfa::from_table(classes, next, builder.accepting)))
}

struct Builder<'a> {
    nfa: &'a Nfa,
    ids: BTreeMap<(Vec<nfa::StateId>, bool), StateId>,
    /// The readers of each DFA state. Building the row of the state takes them out.
    subsets: Vec<Vec<nfa::StateId>>,
    accepting: Vec<bool>,
    /// The round in which each NFA state was last visited: cheaper than clearing a set for each
    /// closure.
    seen: Vec<u32>,
    round: u32,
    budget: &'a mut Budget,
}

impl Builder<'_> {
    /// Returns the DFA state of the closure of NFA states: all states reached from them without
    /// reading.
    fn state(&mut self, mut stack: Vec<nfa::StateId>) -> Result<StateId, TooLarge> {
        self.round += 1;
        let mut readers = Vec::new();
        let mut accepting = false;
        let mut visited = 0;
        while let Some(state) = stack.pop() {
            if std::mem::replace(&mut self.seen[state.index()], self.round) == self.round {
                continue;
            }
            visited += 1;
            accepting |= state == self.nfa.accept;
            match &self.nfa[state] {
                nfa::State::Byte { .. } => readers.push(state),
                nfa::State::Split(targets) => {
                    visited += targets.len();
                    stack.extend(targets);
                }
                nfa::State::Tag { next, .. } => stack.push(*next),
            }
        }
        self.budget.spend(visited)?;
        readers.sort_unstable();
        if let Some(&id) = self.ids.get(&(readers.clone(), accepting)) {
            return Ok(id);
        }
        self.budget.admit(self.subsets.len())?;
        let id = StateId::new(self.subsets.len());
        self.ids.insert((readers.clone(), accepting), id);
        self.subsets.push(readers);
        self.accepting.push(accepting);
        Ok(id)
    }
}

/// Removes the states that cannot reach an accepting one, except the start.
pub fn trim(dfa: &Dfa) -> Dfa {
    let successors = |state| dfa.successors(state).map(StateId::index).collect();
    let successors: graph::Graph = dfa.states().map(successors).collect();
    let back = graph::reversed(&successors);
    let accepting = dfa.states().filter(|&state| dfa.is_accepting(state));
    let accepting = accepting.map(StateId::index);
    let live = graph::reached(back.len(), accepting, |state| back[state].iter().copied());
    let kept = |&state: &StateId| live[state.index()] || state == Dfa::START;
    let mut number: Vec<Option<StateId>> = vec![None; dfa.state_count()];
    for (new, state) in dfa.states().filter(kept).enumerate() {
        number[state.index()] = Some(StateId::new(new));
    }
    let mut next = Vec::new();
    for state in dfa.states().filter(kept) {
        for class in 0..dfa.classes().count() {
            let target = dfa.next_by_class(state, class);
            let target = target.filter(|&target| live[target.index()]);
            next.push(target.and_then(|target| number[target.index()]));
        }
    }
    let accepting = dfa.states().filter(kept).map(|state| dfa.is_accepting(state)).collect();
    Dfa::from_table(dfa.classes().clone(), next, accepting)
}
