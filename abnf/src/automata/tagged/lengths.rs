//! Decides the presence of a tag by the length of the text.
//!
//! The fraction of a time is present in each text of more than eight bytes, and in no other. Such a
//! tag needs no register, not even for its presence. The lengths of the texts with the tag and of
//! those without it are compared over all derivations, so the decision holds for the preferred ones.

use super::steps::Step;
use super::tdfa::Presence;
use crate::automata::graph::components;
use crate::automata::nfa::{Nfa, StateId};
use std::collections::VecDeque;

/// The lengths of some texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lengths {
    least: u32,
    /// `None` if there is no greatest length.
    greatest: Option<u32>,
}

impl Lengths {
    fn or(self, other: Self) -> Self {
        let greatest = self.greatest.zip(other.greatest).map(|(one, other)| one.max(other));
        Self { least: self.least.min(other.least), greatest }
    }

    fn then(self, other: Self) -> Self {
        let greatest = self.greatest.zip(other.greatest).map(|(one, other)| one + other);
        Self { least: self.least + other.least, greatest }
    }
}

/// Returns the presence of each tag that the length decides. `meets` has the states that pass each
/// tag, at most one of which is on a path. All `live` states are on a path from the start to the end.
///
/// Takes O(t n) steps for t tags and n states.
pub(super) fn by_length(
    nfa: &Nfa,
    (forward, back): (&[Vec<Step>], &[Vec<Step>]),
    live: &[bool],
    meets: &[Vec<StateId>],
) -> Vec<Option<Presence>> {
    let graph = |edges: &[Vec<Step>]| {
        let nexts = |(state, steps): (usize, &Vec<Step>)| {
            let steps = steps.iter().filter(|it| live[state] && live[it.next.index()]);
            steps.copied().collect()
        };
        edges.iter().enumerate().map(nexts).collect::<Vec<Vec<Step>>>()
    };
    let (forward, back) = (Paths::new(graph(forward)), Paths::new(graph(back)));
    let (begin, end) = (forward.lengths(nfa.start, &[]), back.lengths(nfa.accept, &[]));
    let of_tag = |states: &Vec<StateId>| {
        let through = |it: &StateId| Some(begin[it.index()]?.then(end[it.index()]?));
        let with = states.iter().filter_map(through).reduce(Lengths::or)?;
        let without = forward.lengths(nfa.start, states)[nfa.accept.index()]?;
        match (with, without) {
            (_, Lengths { greatest: Some(longest), .. }) if longest < with.least => {
                Some(Presence::Longer(longest))
            }
            (Lengths { greatest: Some(longest), .. }, _) if longest < without.least => {
                Some(Presence::Shorter(without.least))
            }
            _ => None,
        }
    };
    meets.iter().map(of_tag).collect()
}

/// A graph of steps.
struct Paths {
    steps: Vec<Vec<Step>>,
    /// The strongly connected components, each before its successors, and whether one has a cycle
    /// that reads.
    components: Vec<(Vec<usize>, bool)>,
}

impl Paths {
    fn new(steps: Vec<Vec<Step>>) -> Self {
        let nexts = |steps: &Vec<Step>| steps.iter().map(|step| step.next.index()).collect();
        let graph: Vec<Vec<usize>> = steps.iter().map(nexts).collect();
        let mut number = vec![0; steps.len()];
        let components = components(&graph);
        for (index, component) in components.iter().enumerate() {
            component.iter().for_each(|&state| number[state] = index);
        }
        let reads = |component: &Vec<usize>| {
            let mut steps =
                component.iter().flat_map(|&from| steps[from].iter().map(move |it| (from, it)));
            steps.any(|(from, it)| it.bytes > 0 && number[from] == number[it.next.index()])
        };
        let components = components.into_iter().rev().map(|it| {
            let reads = reads(&it);
            (it, reads)
        });
        let components = components.collect();
        Self { steps, components }
    }

    /// Returns the lengths of the paths from a state to each state that do not enter the avoided
    /// ones. `None` if there is no path.
    fn lengths(&self, from: StateId, avoided: &[StateId]) -> Vec<Option<Lengths>> {
        let least = self.least(from, avoided);
        let mut greatest: Vec<Option<u32>> = vec![Some(0); self.steps.len()];
        for (component, reads) in &self.components {
            let reached = || component.iter().filter(|&&state| least[state].is_some());
            let entered = reached().map(|&state| greatest[state]).reduce(later).flatten();
            let entered = entered.filter(|_| !reads);
            for &state in reached() {
                greatest[state] = entered;
                for step in &self.steps[state] {
                    let known = &mut greatest[step.next.index()];
                    *known = later(*known, entered.map(|length| length + step.bytes));
                }
            }
        }
        let lengths = |(least, greatest): (Option<u32>, Option<u32>)| {
            least.map(|least| Lengths { least, greatest })
        };
        least.into_iter().zip(greatest).map(lengths).collect()
    }

    /// Returns the lengths of the shortest paths.
    fn least(&self, from: StateId, avoided: &[StateId]) -> Vec<Option<u32>> {
        let mut least = vec![None; self.steps.len()];
        let mut is_open = vec![true; self.steps.len()];
        avoided.iter().for_each(|state| is_open[state.index()] = false);
        let mut open = VecDeque::from([(from, 0)]);
        while let Some((state, length)) = open.pop_front() {
            if !std::mem::replace(&mut is_open[state.index()], false) {
                continue;
            }
            least[state.index()] = Some(length);
            for step in &self.steps[state.index()] {
                match step.bytes {
                    0 => open.push_front((step.next, length)),
                    bytes => open.push_back((step.next, length + bytes)),
                }
            }
        }
        least
    }
}

/// Returns the greater length; `None` stands for lengths without a greatest one.
fn later(one: Option<u32>, other: Option<u32>) -> Option<u32> {
    one.zip(other).map(|(one, other)| one.max(other))
}
