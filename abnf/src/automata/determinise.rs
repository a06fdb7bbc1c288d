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
use std::collections::btree_map::Entry;
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
        ids: [BTreeMap::new(), BTreeMap::new()],
        subsets: Vec::new(),
        accepting: Vec::new(),
        of_one: vec![None; nfa.states.len()],
        stack: Vec::new(),
        seen: vec![0; nfa.states.len()],
        round: 0,
        budget,
    };
    builder.state(&[nfa.start])?;
    let mut next: Vec<Option<StateId>> = Vec::new();
    let mut targets: Vec<Vec<nfa::StateId>> = vec![Vec::new(); classes.count()];
    let mut done = 0;
    while done < builder.subsets.len() {
        builder.budget.spend(classes.count())?;
        targets.iter_mut().for_each(Vec::clear);
        let readers = std::mem::take(&mut builder.subsets[done]);
        for &reader in &readers {
            if let nfa::State::Byte { set, next } = &nfa[reader] {
                for &class in &classes_of[set] {
                    targets[class].push(*next);
                }
            }
        }
        // Classes with the same targets share the closure.
        let mut found: BTreeMap<&[nfa::StateId], StateId> = BTreeMap::new();
        for target in &mut targets {
            target.sort_unstable();
            target.dedup();
            let target: &[nfa::StateId] = target;
            builder.budget.spend(target.len())?;
            let id = match *target {
                [] => None,
                [one] => Some(builder.state_of_one(one, done)?),
                _ => Some(match found.entry(target) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(place) => *place.insert(builder.state(target)?.0),
                }),
            };
            next.push(id);
        }
        done += 1;
    }
    Ok(trim(&Dfa::from_table(classes, next, builder.accepting)))
}

struct Builder<'a> {
    nfa: &'a Nfa,
    /// The DFA states by their readers: those that do not accept, and those that do.
    ids: [BTreeMap<Vec<nfa::StateId>, StateId>; 2],
    /// The readers of each DFA state. Building the row of the state takes them out.
    subsets: Vec<Vec<nfa::StateId>>,
    accepting: Vec<bool>,
    /// The closure of each NFA state alone, if it is known.
    of_one: Vec<Option<Closure>>,
    /// The states to visit. Empty between searches.
    stack: Vec<nfa::StateId>,
    /// The round in which each NFA state was last visited: cheaper than clearing a set for each
    /// closure.
    seen: Vec<u32>,
    round: u32,
    budget: &'a mut Budget,
}

/// The DFA state of the closure of one NFA state.
#[derive(Clone, Copy)]
struct Closure {
    id: StateId,
    /// The steps of the search. They are spent once a row, so that the limits of rules do not depend on
    /// which closures are known.
    steps: usize,
    /// The row that needed it last.
    row: usize,
}

impl Builder<'_> {
    /// Returns the DFA state of the closure of one NFA state, for a row. Most classes lead to one state.
    fn state_of_one(&mut self, one: nfa::StateId, row: usize) -> Result<StateId, TooLarge> {
        if let Some(known) = &mut self.of_one[one.index()] {
            if std::mem::replace(&mut known.row, row) != row {
                self.budget.spend(known.steps)?;
            }
            return Ok(known.id);
        }
        let (id, steps) = self.state(&[one])?;
        self.of_one[one.index()] = Some(Closure { id, steps, row });
        Ok(id)
    }

    /// Returns the DFA state of the closure of NFA states: all states reached from them without
    /// reading. Also returns the steps of the search, which were spent.
    fn state(&mut self, of: &[nfa::StateId]) -> Result<(StateId, usize), TooLarge> {
        self.round += 1;
        let mut readers = Vec::new();
        let mut accepting = false;
        let mut visited = 0;
        self.stack.extend(of);
        while let Some(state) = self.stack.pop() {
            if std::mem::replace(&mut self.seen[state.index()], self.round) == self.round {
                continue;
            }
            visited += 1;
            accepting |= state == self.nfa.accept;
            match &self.nfa[state] {
                nfa::State::Byte { .. } => readers.push(state),
                nfa::State::Split(targets) => {
                    visited += targets.len();
                    self.stack.extend(targets);
                }
                nfa::State::Tag { next, .. } => self.stack.push(*next),
            }
        }
        self.budget.spend(visited)?;
        readers.sort_unstable();
        let ids = &mut self.ids[usize::from(accepting)];
        if let Some(&id) = ids.get(&readers[..]) {
            return Ok((id, visited));
        }
        self.budget.admit(self.subsets.len())?;
        let id = StateId::new(self.subsets.len());
        ids.insert(readers.clone(), id);
        self.subsets.push(readers);
        self.accepting.push(accepting);
        Ok((id, visited))
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

#[cfg(test)]
mod tests;
