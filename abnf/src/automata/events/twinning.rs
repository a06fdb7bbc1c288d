//! Decides how long the events of threads that can win may differ: for a bounded number of bytes,
//! in a bounded number of events, or without a bound.
//!
//! Two threads of one state have *diverged* if the events on their paths differ. The events after
//! the first difference cannot be reported before one of the threads can no longer win. The events
//! of a text can therefore be reported with bounded lookahead exactly if no two diverged threads
//! return to themselves by one text while both can win: the twinning property (Choffrut, 1977),
//! here for an automaton without ambiguity. A search over pairs of threads decides it (Béal et al.,
//! "Squaring transducers", 2003).
//!
//! The search begins where the events of two threads first differ: at the edges, after one text, on
//! which they pass different events. Any two threads of a state have come from one thread, so every
//! such edge counts.
//!
//! If two diverged threads return to themselves but neither passes an event on the cycle, only the
//! number of bytes is unbounded: the number of unreported events is bounded, and so is the number
//! of their offsets.

use crate::automata::graph;
use crate::automata::tagged::priority::{PriorityDfa, StateId, Step, TagStringId};
use crate::budget::{Budget, TooLarge};
use std::collections::BTreeMap;
use std::ops::Range;

/// Two diverged threads of a state, the lower first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    state: StateId,
    threads: (usize, usize),
}

/// The quantity that is bounded while events are uncertain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delay {
    /// The bytes read meanwhile.
    Bytes,
    /// The events.
    Events,
    /// Neither.
    Unbounded,
}

/// Decides what is bounded. Steps are pairs and their edges.
pub(super) fn delay(priority: &PriorityDfa, budget: &mut Budget) -> Result<Delay, TooLarge> {
    let mut pairs = Pairs { priority, ids: BTreeMap::new(), found: Vec::new(), budget };
    pairs.diverge(PriorityDfa::START, priority.begin().iter().copied())?;
    for state in &priority.states {
        for step in &state.steps {
            pairs.diverge(step.target, step.threads.iter().map(|thread| thread.met))?;
        }
    }
    // The successors of each pair.
    let mut edges: graph::Graph = Vec::new();
    // The edges with an event.
    let mut eventful = Vec::new();
    while let Some(&pair) = pairs.found.get(edges.len()) {
        let mut targets = Vec::new();
        for step in &priority[pair.state].steps {
            pairs.budget.spend(1)?;
            for a in from(step, pair.threads.0) {
                for b in from(step, pair.threads.1) {
                    let next = Pair { state: step.target, threads: (a, b) };
                    let Some(target) = pairs.add(next)? else { continue };
                    targets.push(target);
                    if [a, b].iter().any(|&thread| priority.has_tags(step.threads[thread].met)) {
                        eventful.push((edges.len(), target));
                    }
                }
            }
        }
        edges.push(targets);
    }
    if !graph::has_cycle(&edges) {
        return Ok(Delay::Bytes);
    }
    let mut component_of = vec![0; edges.len()];
    for (index, component) in graph::components(&edges).into_iter().enumerate() {
        component.into_iter().for_each(|pair| component_of[pair] = index);
    }
    let on_a_cycle = |&(tail, head): &(usize, usize)| component_of[tail] == component_of[head];
    Ok(if eventful.iter().any(on_a_cycle) { Delay::Unbounded } else { Delay::Events })
}

/// Returns the threads that come from this one.
fn from(step: &Step, thread: usize) -> Range<usize> {
    step.threads.partition_point(|it| it.from < thread)
        ..step.threads.partition_point(|it| it.from <= thread)
}

/// The cost in steps of each pair, so that the step budget bounds memory.
const STEPS_PER_PAIR: usize = 4;

struct Pairs<'a> {
    priority: &'a PriorityDfa,
    ids: BTreeMap<Pair, usize>,
    found: Vec<Pair>,
    budget: &'a mut Budget,
}

impl Pairs<'_> {
    /// Adds the pairs of threads of a state that pass different events on the edge into it.
    fn diverge(
        &mut self,
        state: StateId,
        met: impl Iterator<Item = TagStringId>,
    ) -> Result<(), TooLarge> {
        let met: Vec<TagStringId> = met.collect();
        self.budget.spend(met.len())?;
        if met.iter().all(|&it| it == met[0]) {
            return Ok(());
        }
        for a in 0..met.len() {
            for b in (a + 1..met.len()).filter(|&b| met[a] != met[b]) {
                self.add(Pair { state, threads: (a, b) })?;
            }
        }
        Ok(())
    }

    /// Returns the number of a pair, if both threads can win.
    fn add(&mut self, pair: Pair) -> Result<Option<usize>, TooLarge> {
        self.budget.spend(1)?;
        let can_win = &self.priority[pair.state].can_win;
        if !can_win[pair.threads.0] || !can_win[pair.threads.1] {
            return Ok(None);
        }
        let next = self.found.len();
        let id = *self.ids.entry(pair).or_insert(next);
        if id == next {
            self.budget.spend(STEPS_PER_PAIR)?;
            self.found.push(pair);
        }
        Ok(Some(id))
    }
}
