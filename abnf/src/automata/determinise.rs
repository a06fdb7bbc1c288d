//! Nfa to [`Dfa`]: the subset construction (Rabin and Scott, "Finite automata and
//! their decision problems", 1959), over byte classes.
//!
//! A DFA state stands for the NFA states that a text can reach, kept as the sorted
//! readers among them and whether the end is among them. How much it may build is
//! bounded: by states, and by the work of finding them, because a small DFA can
//! need large subsets.

use crate::automata::dfa::{Dfa, StateId};
use crate::automata::nfa::{self, Nfa};
use crate::bytes::{ByteClasses, ByteSet};
use std::collections::{BTreeMap, BTreeSet};

/// Which bound was passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLarge {
    /// More DFA states than allowed.
    States,
    /// More work than was left.
    Work,
}

/// Determinises; the result is trimmed, but neither minimal nor canonical.
// See note [trimmed automata].
///
/// `max_states` bounds the states of the DFA. `work` is what is left of the run's
/// budget, counted in NFA states visited and table entries made, and is lowered by
/// what was used.
pub fn determinise(nfa: &Nfa, max_states: usize, work: &mut usize) -> Result<Dfa, TooLarge> {
    let reached = nfa.reachable();
    let sets: BTreeSet<ByteSet> = reached
        .iter()
        .filter_map(|&state| match &nfa.states[state as usize] {
            nfa::State::Byte { set, .. } => Some(*set),
            nfa::State::Split(_) | nfa::State::Tag { .. } => None,
        })
        .collect();
    spend(work, reached.len())?;
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
        max_states,
        work,
    };
    builder.state(vec![nfa.start])?;
    let mut next: Vec<Option<StateId>> = Vec::new();
    let mut done = 0;
    while done < builder.subsets.len() {
        spend(builder.work, classes.count())?;
        let mut targets: Vec<Vec<nfa::StateId>> = vec![Vec::new(); classes.count()];
        let readers = std::mem::take(&mut builder.subsets[done]);
        for &reader in &readers {
            if let nfa::State::Byte { set, next } = &nfa.states[reader as usize] {
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
            spend(builder.work, target.len())?;
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
    Ok(trim(&Dfa { classes, next, accepting: builder.accepting }))
}

fn spend(work: &mut usize, amount: usize) -> Result<(), TooLarge> {
    *work = work.checked_sub(amount).ok_or(TooLarge::Work)?;
    Ok(())
}

struct Builder<'a> {
    nfa: &'a Nfa,
    ids: BTreeMap<(Vec<nfa::StateId>, bool), StateId>,
    /// The readers of each state; taken out when its row is built.
    subsets: Vec<Vec<nfa::StateId>>,
    accepting: Vec<bool>,
    /// In which round an NFA state was last visited.
    seen: Vec<u32>,
    round: u32,
    max_states: usize,
    work: &'a mut usize,
}

impl Builder<'_> {
    /// The state for these NFA states and all reached from them without reading.
    fn state(&mut self, mut stack: Vec<nfa::StateId>) -> Result<StateId, TooLarge> {
        self.round += 1;
        let mut readers = Vec::new();
        let mut accepting = false;
        let mut visited = 0;
        while let Some(state) = stack.pop() {
            if std::mem::replace(&mut self.seen[state as usize], self.round) == self.round {
                continue;
            }
            visited += 1;
            accepting |= state == self.nfa.accept;
            match &self.nfa.states[state as usize] {
                nfa::State::Byte { .. } => readers.push(state),
                nfa::State::Split(targets) => {
                    visited += targets.len();
                    stack.extend(targets);
                }
                nfa::State::Tag { next, .. } => stack.push(*next),
            }
        }
        spend(self.work, visited)?;
        readers.sort_unstable();
        if let Some(&id) = self.ids.get(&(readers.clone(), accepting)) {
            return Ok(id);
        }
        if self.subsets.len() >= self.max_states {
            return Err(TooLarge::States);
        }
        let id = StateId::try_from(self.subsets.len()).expect("the limit is below 2^32");
        self.ids.insert((readers.clone(), accepting), id);
        self.subsets.push(readers);
        self.accepting.push(accepting);
        Ok(id)
    }
}

/// Without the states from which no accepting one is reached, the start excepted.
fn trim(dfa: &Dfa) -> Dfa {
    let width = dfa.classes.count();
    let mut sources: Vec<Vec<StateId>> = vec![Vec::new(); dfa.state_count()];
    for state in dfa.states() {
        for target in dfa.next[state as usize * width..][..width].iter().flatten() {
            sources[*target as usize].push(state);
        }
    }
    let mut live = dfa.accepting.clone();
    let mut stack: Vec<StateId> = dfa.states().filter(|&state| dfa.is_accepting(state)).collect();
    while let Some(state) = stack.pop() {
        for &source in &sources[state as usize] {
            if !std::mem::replace(&mut live[source as usize], true) {
                stack.push(source);
            }
        }
    }
    let mut kept = 0;
    let number: Vec<Option<StateId>> = dfa
        .states()
        .map(|state| {
            (live[state as usize] || state == Dfa::START).then(|| {
                kept += 1;
                kept - 1
            })
        })
        .collect();
    let mut trimmed = Dfa { classes: dfa.classes.clone(), next: Vec::new(), accepting: Vec::new() };
    for state in dfa.states().filter(|&state| number[state as usize].is_some()) {
        trimmed.accepting.push(dfa.is_accepting(state));
        let row = &dfa.next[state as usize * width..][..width];
        trimmed.next.extend(row.iter().map(|target| {
            target
                .filter(|&target| live[target as usize])
                .and_then(|target| number[target as usize])
        }));
    }
    trimmed
}
