//! Turns an [`Nfa`] with tags into [`Marked`], a deterministic automaton of texts with marks at
//! their pieces.
//!
//! This is the subset construction with tags as letters: a state stands for the states of the NFA
//! that a text with its marks can reach. Only states from which a text can end are kept, so each
//! path from the start can be completed.

use crate::automata::nfa::{Nfa, State, StateId};
use crate::budget::{Budget, TooLarge};
use crate::bytes::ByteSet;
use std::collections::{BTreeMap, BTreeSet};

/// An automaton that reads bytes and marks, from state 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// The states.
    pub states: Vec<MarkedState>,
}

/// A state of the automaton.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct MarkedState {
    /// The state after each byte, by disjoint sets of bytes.
    pub bytes: Vec<(ByteSet, usize)>,
    /// The state after each mark.
    pub marks: BTreeMap<u16, usize>,
    /// Whether the text may end.
    pub is_end: bool,
}

/// Makes the automaton of the texts of an NFA with its tags as marks.
///
/// # Errors
///
/// If the budget is exceeded.
pub fn marked(nfa: &Nfa, budget: &mut Budget) -> Result<Marked, TooLarge> {
    let useful = nfa.useful();
    let mut subsets = Subsets { nfa, useful, number: BTreeMap::new(), all: Vec::new(), budget };
    subsets.add([nfa.start])?;
    let mut states = Vec::new();
    while let Some(subset) = subsets.all.get(states.len()).cloned() {
        let mut state = MarkedState::default();
        let mut targets: BTreeMap<u8, BTreeSet<StateId>> = BTreeMap::new();
        let mut marks: BTreeMap<u16, BTreeSet<StateId>> = BTreeMap::new();
        for from in subset {
            state.is_end |= from == nfa.accept;
            match &nfa[from] {
                State::Byte { set, next } if subsets.useful[next.index()] => {
                    subsets.budget.spend(set.len())?;
                    for byte in set.iter() {
                        targets.entry(byte).or_default().insert(*next);
                    }
                }
                State::Tag { tag, next } => {
                    marks.entry(*tag).or_default().insert(*next);
                }
                State::Byte { .. } | State::Split(_) => {}
            }
        }
        let mut sets: BTreeMap<BTreeSet<StateId>, ByteSet> = BTreeMap::new();
        for (byte, targets) in targets {
            sets.entry(targets).or_insert(ByteSet::EMPTY).insert(byte);
        }
        for (targets, set) in sets {
            state.bytes.push((set, subsets.add(targets)?));
        }
        for (tag, targets) in marks {
            state.marks.insert(tag, subsets.add(targets)?);
        }
        states.push(state);
    }
    Ok(Marked { states })
}

/// The subsets that are reached.
struct Subsets<'a> {
    nfa: &'a Nfa,
    useful: Vec<bool>,
    number: BTreeMap<Vec<StateId>, usize>,
    all: Vec<Vec<StateId>>,
    budget: &'a mut Budget,
}

impl Subsets<'_> {
    /// Returns the number of the subset that some states reach without reading.
    fn add(&mut self, from: impl IntoIterator<Item = StateId>) -> Result<usize, TooLarge> {
        let mut seen: BTreeSet<StateId> = BTreeSet::new();
        let mut stack: Vec<StateId> = from.into_iter().collect();
        while let Some(state) = stack.pop() {
            if !self.useful[state.index()] || !seen.insert(state) {
                continue;
            }
            self.budget.spend(1)?;
            if let State::Split(targets) = &self.nfa[state] {
                stack.extend(targets);
            }
        }
        let is_kept = |state: &StateId| {
            *state == self.nfa.accept || !matches!(self.nfa[*state], State::Split(_))
        };
        let subset: Vec<StateId> = seen.into_iter().filter(is_kept).collect();
        if let Some(known) = self.number.get(&subset) {
            return Ok(*known);
        }
        self.budget.admit(self.all.len() + 1)?;
        self.all.push(subset.clone());
        self.number.insert(subset, self.all.len() - 1);
        Ok(self.all.len() - 1)
    }
}

impl Marked {
    /// Returns the states that this number of bytes reaches, each with a path that leads there.
    pub fn after(&self, from: usize, count: usize) -> BTreeMap<usize, Vec<ByteSet>> {
        let mut reached = BTreeMap::from([(from, Vec::new())]);
        for _ in 0..count {
            let mut nexts: BTreeMap<usize, Vec<ByteSet>> = BTreeMap::new();
            for (state, path) in &reached {
                for (set, next) in &self.states[*state].bytes {
                    nexts.entry(*next).or_insert_with(|| [&path[..], &[*set]].concat());
                }
            }
            reached = nexts;
        }
        reached
    }

    /// Returns the states after a mark, each with a shortest path of bytes to the mark, in the
    /// order of length.
    pub fn shortest(&self, from: usize, mark: u16) -> Vec<(usize, Vec<ByteSet>)> {
        let mut found: Vec<(usize, Vec<ByteSet>)> = Vec::new();
        // For each state in the order of the search, the set and the state before it.
        let mut order: Vec<(usize, Option<(ByteSet, usize)>)> = vec![(from, None)];
        let mut seen = BTreeSet::from([from]);
        let mut index = 0;
        while let Some(&(state, _)) = order.get(index) {
            if let Some(&next) = self.states[state].marks.get(&mark)
                && found.iter().all(|known| known.0 != next)
            {
                let before = std::iter::successors(order[index].1, |&(_, at)| order[at].1);
                let mut path: Vec<ByteSet> = before.map(|(set, _)| set).collect();
                path.reverse();
                found.push((next, path));
            }
            for &(set, next) in &self.states[state].bytes {
                if seen.insert(next) {
                    order.push((next, Some((set, index))));
                }
            }
            index += 1;
        }
        found
    }

    /// Returns the automaton with states of the same future merged (Moore, "Gedanken-experiments on
    /// sequential machines", 1956). Takes at most one round for each state, each in time linear in the
    /// automaton.
    #[must_use]
    pub fn minimised(&self) -> Self {
        let mut class = vec![0; self.states.len()];
        loop {
            let mut number = BTreeMap::new();
            let mut kept = Vec::new();
            let merged = self.states.iter().map(|state| {
                let state = state.renamed(&class);
                let next = number.len();
                *number.entry(state.clone()).or_insert_with(|| {
                    kept.push(state);
                    next
                })
            });
            let merged: Vec<usize> = merged.collect();
            if merged == class {
                return Self { states: kept };
            }
            class = merged;
        }
    }

    /// Returns the state after a text.
    pub fn walk(&self, from: usize, text: &[u8]) -> Option<usize> {
        text.iter().try_fold(from, |state, byte| {
            let mut edges = self.states[state].bytes.iter();
            edges.find(|(set, _)| set.contains(*byte)).map(|edge| edge.1)
        })
    }
}

impl MarkedState {
    /// Returns the state with new numbers for those after it; sets of bytes with the same one are joined.
    fn renamed(&self, number: &[usize]) -> Self {
        let mut sets: BTreeMap<usize, ByteSet> = BTreeMap::new();
        for (set, next) in &self.bytes {
            let known = sets.entry(number[*next]).or_insert(ByteSet::EMPTY);
            *known = known.union(*set);
        }
        let marks = self.marks.iter().map(|(&mark, &next)| (mark, number[next]));
        let bytes = sets.into_iter().map(|(next, set)| (set, next)).collect();
        Self { bytes, marks: marks.collect(), is_end: self.is_end }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::nfa::surrounded;
    use crate::testing::dfa;

    #[test]
    fn marks_are_letters() {
        let piece = surrounded(&dfa("r = 1*2( \"-\" / DIGIT )\n", "r"), 1, 0);
        let found = marked(&piece, &mut Budget::new(1000, 1000)).expect("it is small");
        let first = found.states[0].marks[&1];
        assert!(found.states[0].bytes.is_empty() && !found.states[0].is_end);
        let [(end, path)] = &found.shortest(first, 0)[..] else { panic!("{found:?}") };
        assert!(found.states[*end].is_end);
        assert_eq!(path.len(), 1);
        let second = found.walk(first, b"-").expect("it is a text");
        assert_eq!(found.after(first, 1).into_keys().collect::<Vec<_>>(), [second]);
        assert_eq!(found.walk(first, b"-1-"), None);
    }
}
