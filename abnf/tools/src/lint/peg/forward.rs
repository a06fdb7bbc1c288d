//! Builds the automaton of the texts that a rule accepts as a parsing expression grammar.
//!
//! A nondeterministic automaton guesses the decisions of the parser: at each decision, it takes the
//! first choice, or skips it and promises that the first choice would not have matched. The promise is
//! kept if the first choice matches no prefix of the rest of the text; an automaton for the texts with
//! such a prefix is built before. The subset construction over points with their promises gives the
//! result: alternation (Chandra, Kozen and Stockmeyer, "Alternation", 1981), one negation at a time.

use super::expression::{PointId, Step, Stop};
use super::whole_graph::Points;
use abnfc::automata::determinise::trim;
use abnfc::automata::dfa::{Dfa, StateId};
use abnfc::automata::graph;
use abnfc::automata::minimise::minimise;
use abnfc::budget::{Budget, TooLarge};
use abnfc::bytes::ByteClasses;
use std::collections::BTreeMap;

/// The maximum number of states of an automaton before minimisation.
const STATES: usize = 5_000;

/// The maximum number of points with promises that are evaluated.
const STEPS: usize = 1 << 22;

/// Returns the texts that the rule accepts. Fails if a test depends on itself, or if a limit is
/// exceeded.
pub(super) fn forward(points: &Points) -> Result<Dfa, Stop> {
    let mut budget = Budget::new(STEPS, STATES);
    let mut made = Construction { points, classes: points.classes(), tests: BTreeMap::new() };
    for test in in_order(points, &mut budget)? {
        let dfa = made.texts(test, &mut budget)?;
        made.tests.insert(test, Test::of(dfa));
    }
    made.texts(points.start, &mut budget)
}

impl From<TooLarge> for Stop {
    fn from(_: TooLarge) -> Self {
        Self::Unknown
    }
}

/// Returns the tests of all decisions, each after the tests that it depends on.
fn in_order(points: &Points, budget: &mut Budget) -> Result<Vec<PointId>, Stop> {
    let tests: BTreeMap<PointId, usize> = {
        let test = |step: &Step| match step {
            Step::Choose(it) => Some(it.test),
            _ => None,
        };
        let mut all: Vec<PointId> = points.steps.iter().filter_map(test).collect();
        all.sort_unstable();
        all.dedup();
        all.into_iter().enumerate().map(|(at, test)| (test, at)).collect()
    };
    let mut makes: graph::Graph = Vec::new();
    for &test in tests.keys() {
        let reached = graph::reached(points.steps.len(), [test], |at| match &points.steps[at] {
            Step::End | Step::Any => Vec::new(),
            Step::Goto(to) | Step::Read(_, to) => vec![*to],
            Step::Choose(it) => vec![it.yes, it.no],
        });
        budget.spend(points.steps.len())?;
        let inside = |(at, step): (usize, &Step)| match step {
            Step::Choose(it) if reached[at] => Some(tests[&it.test]),
            _ => None,
        };
        makes.push(points.steps.iter().enumerate().filter_map(inside).collect());
    }
    if graph::has_cycle(&makes) {
        return Err(Stop::Unknown);
    }
    let ids: Vec<PointId> = tests.into_keys().collect();
    Ok(graph::components(&makes).into_iter().flatten().map(|at| ids[at]).collect())
}

/// The automaton of the texts that have a prefix which a test accepts.
struct Test {
    dfa: Dfa,
    /// The state from which every text is accepted.
    always: Option<StateId>,
}

impl Test {
    fn of(dfa: Dfa) -> Self {
        let is_always = |&state: &StateId| {
            dfa.is_accepting(state)
                && (0..dfa.classes().count())
                    .all(|class| dfa.next_by_class(state, class) == Some(state))
        };
        let always = dfa.states().find(is_always);
        Self { dfa, always }
    }
}

/// Tests that must not accept any prefix of the rest of the text, each with its state.
type Promises = Vec<(PointId, StateId)>;

/// The points of the guesses, with their promises.
type Subset = Vec<(PointId, Promises)>;

struct Construction<'a> {
    points: &'a Points,
    classes: ByteClasses,
    tests: BTreeMap<PointId, Test>,
}

impl Construction<'_> {
    /// Returns the texts that are accepted from a point.
    fn texts(&self, start: PointId, budget: &mut Budget) -> Result<Dfa, Stop> {
        let representatives = self.classes.representatives();
        let first = self.closed(vec![(start, Vec::new())], budget)?;
        let mut ids: BTreeMap<Subset, StateId> = BTreeMap::from([(first.clone(), Dfa::START)]);
        let mut subsets = vec![first];
        let mut next = Vec::new();
        let mut done = 0;
        while done < subsets.len() {
            for &byte in &representatives {
                budget.spend(1)?;
                let after = self.after(&subsets[done], byte);
                if after.is_empty() {
                    next.push(None);
                    continue;
                }
                let subset = self.closed(after, budget)?;
                if subset.is_empty() {
                    next.push(None);
                    continue;
                }
                let id = if let Some(&id) = ids.get(&subset) {
                    id
                } else {
                    budget.admit(subsets.len())?;
                    let id = StateId::new(subsets.len());
                    ids.insert(subset.clone(), id);
                    subsets.push(subset);
                    id
                };
                next.push(Some(id));
            }
            done += 1;
        }
        let accepting = subsets.iter().map(|subset| self.accepts(subset)).collect();
        let dfa = Dfa::from_table(self.classes.clone(), next, accepting);
        Ok(minimise(&trim(&dfa)))
    }

    /// Adds the points that are reached without reading; returns those that read or accept.
    fn closed(&self, mut stack: Subset, budget: &mut Budget) -> Result<Subset, Stop> {
        let mut found: BTreeMap<PointId, Vec<Promises>> = BTreeMap::new();
        while let Some((point, promises)) = stack.pop() {
            budget.spend(1 + promises.len())?;
            match &self.points.steps[point] {
                Step::Goto(to) => stack.push((*to, promises)),
                Step::Choose(it) => {
                    if let Some(more) = self.promised(&promises, it.test) {
                        stack.push((it.no, more));
                    }
                    stack.push((it.yes, promises));
                }
                // Every continuation is accepted.
                Step::Any if promises.is_empty() => return Ok(vec![(point, promises)]),
                Step::Any | Step::End | Step::Read(..) => {
                    let known = found.entry(point).or_default();
                    // A guess with more promises than another one at the same point is redundant.
                    let is_within = |less: &Promises, more: &Promises| {
                        less.iter().all(|it| more.binary_search(it).is_ok())
                    };
                    budget.spend(known.len())?;
                    if !known.iter().any(|it| is_within(it, &promises)) {
                        known.retain(|it| !is_within(&promises, it));
                        known.push(promises);
                    }
                }
            }
        }
        let sorted = |(point, mut all): (PointId, Vec<Promises>)| {
            all.sort_unstable();
            all.into_iter().map(move |promises| (point, promises))
        };
        Ok(found.into_iter().flat_map(sorted).collect())
    }

    /// Adds a promise. `None` if it cannot be kept.
    fn promised(&self, promises: &Promises, test: PointId) -> Option<Promises> {
        let Test { dfa, always } = &self.tests[&test];
        if *always == Some(Dfa::START) {
            return None;
        }
        let mut promises = promises.clone();
        if !dfa.is_empty()
            && let Err(at) = promises.binary_search(&(test, Dfa::START))
        {
            promises.insert(at, (test, Dfa::START));
        }
        Some(promises)
    }

    fn after(&self, subset: &Subset, byte: u8) -> Subset {
        let after = |(point, promises): &(PointId, Promises)| {
            let to = match &self.points.steps[*point] {
                Step::Read(set, to) if set.contains(byte) => *to,
                Step::Any => *point,
                _ => return None,
            };
            let mut left = Vec::with_capacity(promises.len());
            for &(test, state) in promises {
                let Test { dfa, always } = &self.tests[&test];
                match dfa.next(state, byte) {
                    // No continuation breaks the promise.
                    None => (),
                    Some(next) if *always == Some(next) => return None,
                    Some(next) => left.push((test, next)),
                }
            }
            left.sort_unstable();
            left.dedup();
            Some((to, left))
        };
        subset.iter().filter_map(after).collect()
    }

    fn accepts(&self, subset: &Subset) -> bool {
        let is_kept =
            |&(test, state): &(PointId, StateId)| !self.tests[&test].dfa.is_accepting(state);
        subset.iter().any(|(point, promises)| {
            matches!(self.points.steps[*point], Step::End | Step::Any)
                && promises.iter().all(is_kept)
        })
    }
}
