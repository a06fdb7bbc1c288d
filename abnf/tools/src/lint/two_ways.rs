//! Finds a shortest text that an [`Nfa`] accepts by two paths.
//!
//! A breadth-first search over the square of the automaton: pairs of points that one text reaches, and
//! whether the two paths have diverged (after Weber and Seidl, "On the degree of ambiguity of finite
//! automata", 1991, as in [`abnfc::automata::ambiguity`], which decides without a text).

use abnfc::automata::compare::legible;
use abnfc::automata::nfa::{Nfa, State, StateId};
use abnfc::budget::{Budget, TooLarge};
use abnfc::bytes::ByteSet;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The cost of storing a pair or a state, in steps.
const STEPS_PER_ENTRY: usize = 4;

/// Returns a shortest text with two paths, the first in the order of [`legible`] bytes. `None` if every
/// text has a single path. Spends a step for each pair of points.
pub(super) fn two_ways(nfa: &Nfa, budget: &mut Budget) -> Result<Option<Vec<u8>>, TooLarge> {
    budget.spend(nfa.states.len().saturating_mul(STEPS_PER_ENTRY))?;
    let useful = nfa.useful();
    if !useful[nfa.start.index()] {
        return Ok(None);
    }
    let mut closures = Closures { nfa, useful, of: vec![None; nfa.states.len()], budget };
    let mut search = Search { found: Vec::new(), known: BTreeSet::new() };
    let start = closures.from(nfa.start)?;
    let mut end = search.spread(&start, None, closures.budget)?;
    let mut done = 0;
    while end.is_none() && done < search.found.len() {
        let Pair { a, b, parted } = search.found[done].pair;
        if let (Point::Reader(p), Point::Reader(q)) = (a, b) {
            let ((set_p, next_p), (set_q, next_q)) = (reader(nfa, p), reader(nfa, q));
            let both = set_p.intersection(set_q);
            if !both.is_empty() {
                let from = Some((done, legible(&both)));
                let (after_p, after_q) = (closures.from(next_p)?, closures.from(next_q)?);
                end = if parted || a != b {
                    search.cross(&after_p, &after_q, from, closures.budget)?
                } else {
                    search.spread(&after_p, from, closures.budget)?
                };
            }
        }
        done += 1;
    }
    Ok(end.map(|at| search.text_to(at)))
}

/// A point of a path: before reading, or at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Point {
    Reader(StateId),
    End,
}

/// The number of paths that lead to a point without reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PathCount {
    One,
    Several,
}

fn reader(nfa: &Nfa, state: StateId) -> (ByteSet, StateId) {
    match &nfa[state] {
        State::Byte { set, next } => (*set, *next),
        State::Split(_) | State::Tag { .. } => unreachable!("a point is a reader"),
    }
}

/// The points of two paths that have read the same text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    a: Point,
    b: Point,
    parted: bool,
}

struct Visited {
    pair: Pair,
    /// The index of the previous pair, and the byte that leads from it; `None` at the start.
    from: Option<(usize, u8)>,
}

struct Search {
    found: Vec<Visited>,
    known: BTreeSet<Pair>,
}

type Points = Arc<[(Point, PathCount)]>;

impl Search {
    /// Adds the continuations of a single path: one path, or two that diverge. Returns the end if the
    /// path has reached it.
    fn spread(
        &mut self,
        points: &Points,
        from: Option<(usize, u8)>,
        budget: &mut Budget,
    ) -> Result<Option<usize>, TooLarge> {
        let mut end = None;
        for (at, &(a, ways)) in points.iter().enumerate() {
            let parted = ways == PathCount::Several;
            end = end.or(self.add(Pair { a, b: a, parted }, from, budget)?);
            for &(b, _) in &points[at + 1..] {
                end = end.or(self.add(Pair { a, b, parted: true }, from, budget)?);
            }
        }
        Ok(end)
    }

    /// Adds the continuations of two paths.
    fn cross(
        &mut self,
        left: &Points,
        right: &Points,
        from: Option<(usize, u8)>,
        budget: &mut Budget,
    ) -> Result<Option<usize>, TooLarge> {
        let mut end = None;
        for &(a, _) in left.iter() {
            for &(b, _) in right.iter() {
                end = end.or(self.add(Pair { a, b, parted: true }, from, budget)?);
            }
        }
        Ok(end)
    }

    fn add(
        &mut self,
        Pair { a, b, parted }: Pair,
        from: Option<(usize, u8)>,
        budget: &mut Budget,
    ) -> Result<Option<usize>, TooLarge> {
        budget.spend(1)?;
        let pair = Pair { a: a.min(b), b: a.max(b), parted };
        // If only one path is at its end, the pair has no continuation.
        let is_dead = (a == Point::End) != (b == Point::End);
        if is_dead || !self.known.insert(pair) {
            return Ok(None);
        }
        budget.spend(STEPS_PER_ENTRY)?;
        self.found.push(Visited { pair, from });
        Ok((parted && (a, b) == (Point::End, Point::End)).then(|| self.found.len() - 1))
    }

    fn text_to(&self, at: usize) -> Vec<u8> {
        let mut text = Vec::new();
        let mut from = self.found[at].from;
        while let Some((before, byte)) = from {
            text.push(byte);
            from = self.found[before].from;
        }
        text.reverse();
        text
    }
}

/// The points reached from states without reading.
struct Closures<'a> {
    nfa: &'a Nfa,
    useful: Vec<bool>,
    of: Vec<Option<Points>>,
    budget: &'a mut Budget,
}

impl Closures<'_> {
    fn from(&mut self, from: StateId) -> Result<Points, TooLarge> {
        if let Some(points) = &self.of[from.index()] {
            return Ok(Arc::clone(points));
        }
        // The second visit shows a second path, which can be a cycle; further visits change nothing.
        let mut visits: BTreeMap<StateId, PathCount> = BTreeMap::new();
        let mut points: Vec<Point> = Vec::new();
        let mut stack = vec![from];
        while let Some(state) = stack.pop() {
            self.budget.spend(1)?;
            if !self.useful[state.index()] {
                continue;
            }
            match visits.get(&state) {
                None => _ = visits.insert(state, PathCount::One),
                Some(PathCount::One) => _ = visits.insert(state, PathCount::Several),
                Some(PathCount::Several) => continue,
            }
            match &self.nfa[state] {
                State::Byte { .. } => points.push(Point::Reader(state)),
                State::Split(targets) => stack.extend(targets.iter().rev()),
                State::Tag { next, .. } => stack.push(*next),
            }
            if state == self.nfa.accept {
                points.push(Point::End);
            }
        }
        points.sort_unstable();
        points.dedup();
        let ways = |point: Point| match point {
            Point::Reader(state) => visits[&state],
            Point::End => visits[&self.nfa.accept],
        };
        let points: Points = points.into_iter().map(|point| (point, ways(point))).collect();
        self.of[from.index()] = Some(Arc::clone(&points));
        Ok(points)
    }
}
