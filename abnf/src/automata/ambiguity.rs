//! Decides whether an [`Nfa`] is ambiguous: whether it has two accepting paths for one text.
//!
//! The search explores the square of the automaton (Weber and Seidl, "On the degree of ambiguity of
//! finite automata", 1991): the pairs of states that one text reaches. Two paths that diverge and
//! meet again prove ambiguity, and so do two paths to one state that read nothing. Time and memory
//! are quadratic in the states at worst, within the budget.

use crate::automata::nfa::{Nfa, State, StateId};
use crate::budget::{Budget, TooLarge};
use crate::bytes::ByteSet;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The cost in steps of storing a state of an automaton.
pub const STEPS_PER_STATE: usize = 16;

/// The cost in steps of storing a pair.
const STEPS_PER_PAIR: usize = 4;

/// Returns whether two paths accept one text; `None` if the budget is exceeded.
pub fn ambiguous(nfa: &Nfa, budget: &mut Budget) -> Option<bool> {
    match search(nfa, budget) {
        Ok(()) => Some(false),
        Err(Stop::Ambiguous) => Some(true),
        Err(Stop::Limit) => None,
    }
}

/// The reason why the search ends before it has seen all pairs.
enum Stop {
    Ambiguous,
    Limit,
}

impl From<TooLarge> for Stop {
    fn from(_: TooLarge) -> Self {
        Self::Limit
    }
}

fn search(nfa: &Nfa, budget: &mut Budget) -> Result<(), Stop> {
    budget.spend(nfa.states.len().saturating_mul(STEPS_PER_STATE))?;
    let useful = nfa.useful();
    if !useful[nfa.start.index()] {
        return Ok(());
    }
    let mut steps = Steps {
        nfa,
        useful: &useful,
        of: vec![None; nfa.states.len()],
        seen: vec![0; nfa.states.len()],
        round: 0,
        budget,
    };
    let start = steps.from(nfa.start)?;
    let mut pairs = BTreeSet::new();
    let mut stack = Vec::new();
    for (i, &a) in start.iter().enumerate() {
        steps.budget.spend(start.len() - i)?;
        for &b in &start[i..] {
            if have_common_byte(nfa, a, b) {
                steps.budget.spend(STEPS_PER_PAIR)?;
                let pair = (a.min(b), a.max(b));
                pairs.insert(pair);
                stack.push(pair);
            }
        }
    }
    // All pairs of points that one text reaches. Every point can reach the end, so a text has two
    // accepting paths if paths that have diverged meet again, possibly at the end.
    while let Some((a, b)) = stack.pop() {
        let (Point::Reader(p), Point::Reader(q)) = (a, b) else { continue };
        let ((_, next_p), (_, next_q)) = (reader(nfa, p), reader(nfa, q));
        let (after_p, after_q) = (steps.from(next_p)?, steps.from(next_q)?);
        steps.budget.spend(after_p.len() * after_q.len())?;
        for &x in after_p.iter() {
            for &y in after_q.iter() {
                if x == y && a != b {
                    return Err(Stop::Ambiguous);
                }
                let pair = (x.min(y), x.max(y));
                if have_common_byte(nfa, x, y) && pairs.insert(pair) {
                    steps.budget.spend(STEPS_PER_PAIR)?;
                    stack.push(pair);
                }
            }
        }
    }
    Ok(())
}

/// A configuration between two bytes: before reading one, or at the end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Point {
    Reader(StateId),
    End,
}

fn reader(nfa: &Nfa, state: StateId) -> (ByteSet, StateId) {
    match &nfa[state] {
        State::Byte { set, next } => (*set, *next),
        State::Split(_) | State::Tag { .. } => unreachable!("a point is a reader"),
    }
}

/// Returns whether both points can read a common byte. Other pairs are dead ends.
fn have_common_byte(nfa: &Nfa, a: Point, b: Point) -> bool {
    match (a, b) {
        (Point::Reader(a), Point::Reader(b)) => {
            !reader(nfa, a).0.intersection(reader(nfa, b).0).is_empty()
        }
        _ => false,
    }
}

/// The points reached from states without reading.
struct Steps<'a> {
    nfa: &'a Nfa,
    useful: &'a [bool],
    of: Vec<Option<Arc<[Point]>>>,
    /// The round in which each state was last visited.
    seen: Vec<u32>,
    round: u32,
    budget: &'a mut Budget,
}

impl Steps<'_> {
    /// Returns the points reached from a state. Stops if two paths lead to one state, or a path
    /// forms a cycle, since the automaton is ambiguous then.
    fn from(&mut self, from: StateId) -> Result<Arc<[Point]>, Stop> {
        if let Some(points) = &self.of[from.index()] {
            return Ok(Arc::clone(points));
        }
        self.round += 1;
        let mut points = Vec::new();
        let mut stack = vec![from];
        while let Some(state) = stack.pop() {
            self.budget.spend(1)?;
            if !self.useful[state.index()] {
                continue;
            }
            if std::mem::replace(&mut self.seen[state.index()], self.round) == self.round {
                return Err(Stop::Ambiguous);
            }
            if state == self.nfa.accept {
                points.push(Point::End);
            }
            match &self.nfa[state] {
                State::Byte { .. } => points.push(Point::Reader(state)),
                State::Split(targets) => stack.extend(targets),
                State::Tag { next, .. } => stack.push(*next),
            }
        }
        let points: Arc<[Point]> = points.into();
        self.of[from.index()] = Some(Arc::clone(&points));
        Ok(points)
    }
}
