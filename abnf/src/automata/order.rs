//! Decides whether the fields of data determine the order of the parts in a text.
//!
//! ```text
//! date = month "/" day / day "/" month   no: both texts have one month and one day
//! list = *( a / b )                      no, if `a` and `b` have a field each; yes, if one field
//!                                        has both
//! range = [ low ] "-" [ high ]           yes
//! ```
//!
//! The input is an [`Nfa`] in which each part is one tag without a text, and the field of each tag.
//! A field keeps the order of its own parts. So the order varies if the rule has two different words
//! of parts that agree in each field. That is undecidable: it is the ambiguity of automata with
//! several tapes, here one for each field, and includes Post's correspondence problem. The decision
//! is therefore conservative: it never misses such words, but may report some where there are none.
//!
//! Bytes read nothing, so the automaton of the parts has one path for each word. From each state in
//! which two paths can diverge, the search follows both at the same pace, since words that agree in
//! each field have the same length. For each field, it remembers the parts that only one of the paths
//! has passed. The other path must pass them, next among the parts of that field. A pair of paths is
//! dropped when the other one can no longer pass them, which is decided for each field alone. The
//! order varies if both paths end, or meet, with nothing left to be passed.
//!
//! Up to [`MAX_AHEAD`] parts of a field, that is exact. If a path is further ahead, the search forgets
//! the parts and their number, and lets the other path catch up at any time, with any parts: only then
//! does it report words that may not exist. The number of pairs is bounded by the budget alone, but few
//! pairs live long in practice.

use crate::automata::marked::{Marked, marked};
use crate::automata::nfa::{Nfa, State};
use crate::budget::{Budget, TooLarge};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The greatest number of parts of a field by which one of two paths may be ahead of the other.
const MAX_AHEAD: usize = 8;

/// Returns whether two words of parts can agree in each field. `field_of` is the field of each tag.
/// `None` if the budget is exceeded.
pub fn order_varies(nfa: &Nfa, field_of: &[usize], budget: &mut Budget) -> Option<bool> {
    let words = marked(&without_bytes(nfa), budget).ok()?;
    search(&words, field_of, budget).ok()
}

/// Replaces each byte by a step that reads nothing.
fn without_bytes(nfa: &Nfa) -> Nfa {
    let state = |state: &State| match state {
        State::Byte { set, .. } if set.is_empty() => State::Split(Vec::new()),
        State::Byte { next, .. } => State::Split(vec![*next]),
        State::Split(_) | State::Tag { .. } => state.clone(),
    };
    Nfa { states: nfa.states.iter().map(state).collect(), ..*nfa }
}

fn search(words: &Marked, field_of: &[usize], budget: &mut Budget) -> Result<bool, TooLarge> {
    let search = Search { words, field_of };
    let mut known = BTreeSet::new();
    let mut open = VecDeque::new();
    for state in &words.states {
        for (&x, &after_x) in &state.marks {
            for (&y, &after_y) in state.marks.range(x + 1..) {
                budget.spend(1)?;
                if search.field(x) == search.field(y) {
                    continue;
                }
                let ahead = [(0, x), (1, y)];
                let ahead = ahead
                    .map(|(path, part)| (search.field(part), Ahead::By(path, [Some(part)].into())));
                let pair = Pair { at: [after_x, after_y], ahead: ahead.into() };
                if search.is_possible(&pair, budget)? && known.insert(pair.clone()) {
                    open.push_back(pair);
                }
            }
        }
    }
    while let Some(pair) = open.pop_front() {
        if search.is_complete(&pair) {
            return Ok(true);
        }
        let [first, second] = pair.at.map(|at| &words.states[at].marks);
        for (&x, &after_x) in first {
            for half in search.passed(&pair, 0, x) {
                for (&y, &after_y) in second {
                    budget.spend(1 + half.ahead.len())?;
                    for next in search.passed(&half, 1, y) {
                        let next = Pair { at: [after_x, after_y], ..next };
                        if !known.contains(&next) && search.is_possible(&next, budget)? {
                            known.insert(next.clone());
                            open.push_back(next);
                        }
                    }
                }
            }
        }
    }
    Ok(false)
}

/// Two paths through the automaton of the parts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    /// The states that they have reached.
    at: [usize; 2],
    /// The fields in which one path is ahead of the other.
    ahead: BTreeMap<usize, Ahead>,
}

/// The parts of a field that one path has passed, and the other has not. The first number is the index of
/// the path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Ahead {
    /// These parts; `None` is any.
    By(usize, VecDeque<Option<u16>>),
    /// More than [`MAX_AHEAD`] parts.
    Far(usize),
}

struct Search<'a> {
    words: &'a Marked,
    field_of: &'a [usize],
}

impl Search<'_> {
    fn field(&self, part: u16) -> usize {
        self.field_of[usize::from(part)]
    }

    /// Lets one of the paths pass a part. Returns what may hold afterwards; nothing, if the other path has
    /// passed another part.
    fn passed(&self, pair: &Pair, path: usize, part: u16) -> Vec<Pair> {
        let field = self.field(part);
        let by = |first, parts: VecDeque<_>| match parts.len() {
            0 => None,
            1..=MAX_AHEAD => Some(Ahead::By(first, parts)),
            _ => Some(Ahead::Far(first)),
        };
        let after = match pair.ahead.get(&field) {
            None => vec![by(path, [Some(part)].into())],
            Some(Ahead::Far(first)) if *first == path => vec![Some(Ahead::Far(path))],
            Some(Ahead::Far(first)) => {
                vec![Some(Ahead::Far(*first)), by(*first, [None; MAX_AHEAD].into())]
            }
            Some(Ahead::By(first, parts)) => {
                let mut parts = parts.clone();
                if *first == path {
                    parts.push_back(Some(part));
                } else if parts.pop_front().flatten().is_some_and(|next| next != part) {
                    return Vec::new();
                }
                vec![by(*first, parts)]
            }
        };
        let with = |after: Option<Ahead>| {
            let mut pair = pair.clone();
            pair.ahead.remove(&field);
            pair.ahead.extend(after.map(|after| (field, after)));
            pair
        };
        after.into_iter().map(with).collect()
    }

    /// Returns whether each path can pass the parts of each field that only the other one has passed.
    fn is_possible(&self, pair: &Pair, budget: &mut Budget) -> Result<bool, TooLarge> {
        for (&field, ahead) in &pair.ahead {
            let (path, parts) = match ahead {
                Ahead::By(path, parts) => (path, parts),
                Ahead::Far(path) => (path, &[None; MAX_AHEAD + 1].into()),
            };
            if !self.can_pass(pair.at[1 - path], field, parts, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether some path from a state passes these parts of a field first, with any parts of
    /// other fields between them.
    fn can_pass(
        &self,
        from: usize,
        field: usize,
        parts: &VecDeque<Option<u16>>,
        budget: &mut Budget,
    ) -> Result<bool, TooLarge> {
        let mut states = BTreeSet::from([from]);
        for expected in parts {
            let mut nexts = BTreeSet::new();
            let mut stack: Vec<usize> = states.iter().copied().collect();
            while let Some(state) = stack.pop() {
                let marks = &self.words.states[state].marks;
                budget.spend(1 + marks.len())?;
                for (&part, &next) in marks {
                    if self.field(part) != field {
                        if states.insert(next) {
                            stack.push(next);
                        }
                    } else if expected.is_none_or(|expected| expected == part) {
                        nexts.insert(next);
                    }
                }
            }
            states = nexts;
        }
        Ok(!states.is_empty())
    }

    /// Returns whether both paths can end without a difference.
    fn is_complete(&self, Pair { at, ahead }: &Pair) -> bool {
        let are_ends = at.iter().all(|&at| self.words.states[at].is_end);
        ahead.is_empty() && (are_ends || at[0] == at[1])
    }
}

#[cfg(test)]
mod tests;
