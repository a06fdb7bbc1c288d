//! Whether the events of ways that can win differ for a bounded time only.
//!
//! Two places of one state are twins that have *parted* if different events were met on
//! the ways to them. What happened since the first difference cannot be told before
//! one of them can no longer win. So the events of a text are told with bounded
//! lookahead exactly if no two places that have parted come back to themselves by one
//! text, both able to win all the while: the twinning property (Choffrut, 1977), here
//! for an automaton without ambiguity. Pairs of places decide it (Béal et al.,
//! "Squaring transducers", 2003).

use crate::automata::determinise::TooLarge;
use crate::automata::tagged::ordered::{Ordered, Step};
use std::collections::BTreeMap;
use std::ops::Range;

/// Two places of a state, the lower first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    state: usize,
    places: (usize, usize),
    parted: bool,
}

/// Whether bounded lookahead suffices. `work` is what is left of the budget, counted in
/// pairs and their edges.
pub(super) fn agree(ordered: &Ordered, work: &mut usize) -> Result<bool, TooLarge> {
    let mut pairs = Pairs { ordered, ids: BTreeMap::new(), found: Vec::new(), work };
    pairs.siblings(0, 0..ordered.begin.len(), &|place| ordered.begin[place])?;
    for state in &ordered.states {
        for step in state.next.iter().flatten() {
            let mut first = 0;
            for group in step.ways.chunk_by(|a, b| a.from == b.from) {
                let places = first..first + group.len();
                first = places.end;
                pairs.siblings(step.target, places, &|place| step.ways[place].word)?;
            }
        }
    }
    // Where each pair that has parted leads to.
    let mut edges: Vec<Vec<usize>> = Vec::new();
    while let Some(&pair) = pairs.found.get(edges.len()) {
        let mut targets = Vec::new();
        for step in ordered.states[pair.state].next.iter().flatten() {
            for a in from(step, pair.places.0) {
                for b in from(step, pair.places.1) {
                    let parted = pair.parted || step.ways[a].word != step.ways[b].word;
                    let next = Pair { state: step.target, places: (a, b), parted };
                    targets.extend(pairs.add(next)?.filter(|_| pair.parted));
                }
            }
        }
        edges.push(targets);
    }
    Ok(!has_cycle(&edges))
}

/// The places that come from this one.
fn from(step: &Step, place: usize) -> Range<usize> {
    step.ways.partition_point(|way| way.from < place)
        ..step.ways.partition_point(|way| way.from <= place)
}

struct Pairs<'a> {
    ordered: &'a Ordered,
    ids: BTreeMap<Pair, usize>,
    found: Vec<Pair>,
    work: &'a mut usize,
}

impl Pairs<'_> {
    /// The pairs among places that come from one.
    fn siblings(
        &mut self,
        state: usize,
        places: Range<usize>,
        word: &dyn Fn(usize) -> u32,
    ) -> Result<(), TooLarge> {
        for a in places.clone() {
            for b in a + 1..places.end {
                self.add(Pair { state, places: (a, b), parted: word(a) != word(b) })?;
            }
        }
        Ok(())
    }

    /// The number of a pair, if both can win.
    fn add(&mut self, pair: Pair) -> Result<Option<usize>, TooLarge> {
        *self.work = self.work.checked_sub(4).ok_or(TooLarge::Work)?;
        let can_win = &self.ordered.states[pair.state].can_win;
        if !can_win[pair.places.0] || !can_win[pair.places.1] {
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

/// Takes away what nothing leads to, until only cycles and what follows are left.
fn has_cycle(edges: &[Vec<usize>]) -> bool {
    let mut into = vec![0_usize; edges.len()];
    edges.iter().flatten().for_each(|&target| into[target] += 1);
    let mut stack: Vec<usize> = (0..edges.len()).filter(|&node| into[node] == 0).collect();
    let mut left = edges.len();
    while let Some(node) = stack.pop() {
        left -= 1;
        for &target in &edges[node] {
            into[target] -= 1;
            if into[target] == 0 {
                stack.push(target);
            }
        }
    }
    0 < left
}
