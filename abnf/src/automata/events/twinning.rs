//! How far the events of threads that can win differ: for a bounded time, or in a bounded
//! number of events, or without any bound.
//!
//! Two threads of one state have *diverged* if different events were met on the ways to
//! them. What happened since the first difference cannot be told before one of them can no
//! longer win. So the events of a text are told with bounded lookahead exactly if no two
//! threads that have diverged come back to themselves by one text, both able to win all
//! the while: the twinning property (Choffrut, 1977), here for an automaton without
//! ambiguity. Pairs of threads decide it (Béal et al., "Squaring transducers", 2003).
//!
//! If two such threads come back to themselves but no event is met on the way, neither by the
//! one nor by the other, then only the time is unbounded: the number of events that cannot be
//! told is bounded, and so is the number of their offsets.

use crate::automata::graph;
use crate::automata::tagged::priority::{PriorityDfa, StateId, Step, TagStringId};
use crate::budget::{Budget, TooLarge};
use std::collections::BTreeMap;
use std::ops::Range;

/// Two threads of a state, the lower first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    state: StateId,
    threads: (usize, usize),
    diverged: bool,
}

/// What is bounded while events cannot be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delay {
    /// The bytes read meanwhile.
    Bytes,
    /// The events.
    Events,
    /// Neither.
    Unbounded,
}

/// What is bounded. Steps are pairs and their edges.
pub(super) fn delay(priority: &PriorityDfa, budget: &mut Budget) -> Result<Delay, TooLarge> {
    let mut pairs = Pairs { priority, ids: BTreeMap::new(), found: Vec::new(), budget };
    pairs
        .siblings(PriorityDfa::START, 0..priority.begin.len(), &|thread| priority.begin[thread])?;
    for state in &priority.states {
        for step in state.next.iter().flatten() {
            let mut first = 0;
            for group in step.threads.chunk_by(|a, b| a.from == b.from) {
                let threads = first..first + group.len();
                first = threads.end;
                pairs.siblings(step.target, threads, &|thread| step.threads[thread].met)?;
            }
        }
    }
    // Where each pair that has diverged leads to.
    let mut edges: graph::Graph = Vec::new();
    // Those on which an event is met.
    let mut eventful = Vec::new();
    while let Some(&pair) = pairs.found.get(edges.len()) {
        let mut targets = Vec::new();
        for step in priority[pair.state].next.iter().flatten() {
            for a in from(step, pair.threads.0) {
                for b in from(step, pair.threads.1) {
                    let diverged = pair.diverged || step.threads[a].met != step.threads[b].met;
                    let next = Pair { state: step.target, threads: (a, b), diverged };
                    let Some(target) = pairs.add(next)?.filter(|_| pair.diverged) else { continue };
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

/// The threads that come from this one.
fn from(step: &Step, thread: usize) -> Range<usize> {
    step.threads.partition_point(|it| it.from < thread)
        ..step.threads.partition_point(|it| it.from <= thread)
}

/// Steps for each pair that is looked at, so that memory is bounded with the steps.
const STEPS_PER_PAIR: usize = 4;

struct Pairs<'a> {
    priority: &'a PriorityDfa,
    ids: BTreeMap<Pair, usize>,
    found: Vec<Pair>,
    budget: &'a mut Budget,
}

impl Pairs<'_> {
    /// The pairs among threads that come from one.
    fn siblings(
        &mut self,
        state: StateId,
        threads: Range<usize>,
        met: &dyn Fn(usize) -> TagStringId,
    ) -> Result<(), TooLarge> {
        for a in threads.clone() {
            for b in a + 1..threads.end {
                self.add(Pair { state, threads: (a, b), diverged: met(a) != met(b) })?;
            }
        }
        Ok(())
    }

    /// The number of a pair, if both can win.
    fn add(&mut self, pair: Pair) -> Result<Option<usize>, TooLarge> {
        self.budget.spend(STEPS_PER_PAIR)?;
        let can_win = &self.priority[pair.state].can_win;
        if !can_win[pair.threads.0] || !can_win[pair.threads.1] {
            return Ok(None);
        }
        let next = self.found.len();
        let id = *self.ids.entry(pair).or_insert(next);
        if id == next {
            self.found.push(pair);
        }
        Ok(Some(id))
    }
}
