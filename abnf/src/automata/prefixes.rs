//! Divides the texts of a language by the prefixes with which they begin.
//!
//! The automaton is read together with the prefixes, each of which still matches or does not. A text
//! belongs to the longest prefix that it begins with.

use crate::automata::determinise::determinise;
use crate::automata::dfa::{Dfa, StateId};
use crate::automata::minimise::minimise;
use crate::automata::nfa::{self, Nfa, State};
use crate::budget::{Budget, TooLarge};
use crate::bytes::ByteSet;
use std::collections::BTreeMap;

/// Returns for each prefix the texts of which it is the longest prefix, and as the last one the
/// texts without any.
///
/// # Errors
///
/// If the budget is exceeded.
pub fn by_longest_prefix(
    dfa: &Dfa,
    prefixes: &[&[u8]],
    budget: &mut Budget,
) -> Result<Vec<Dfa>, TooLarge> {
    let edges: BTreeMap<StateId, Vec<(ByteSet, StateId)>> = dfa.edges().collect();
    let start = Point { state: Dfa::START, read: Read::start(prefixes) };
    let mut number = BTreeMap::from([(start, 0)]);
    let mut points = vec![start];
    let mut steps: Vec<Vec<(ByteSet, usize)>> = Vec::new();
    while let Some(&Point { state, read }) = points.get(steps.len()) {
        let mut nexts: BTreeMap<Point, ByteSet> = BTreeMap::new();
        for (set, target) in &edges[&state] {
            for byte in set.iter() {
                let next = Point { state: *target, read: read.after(byte, prefixes) };
                nexts.entry(next).or_insert(ByteSet::EMPTY).insert(byte);
            }
        }
        budget.spend(nexts.len())?;
        let mut made = Vec::new();
        for (next, set) in nexts {
            let index = *number.entry(next).or_insert_with(|| {
                points.push(next);
                points.len() - 1
            });
            made.push((set, index));
        }
        budget.admit(points.len())?;
        steps.push(made);
    }
    let ends = |point: &Point, case: usize| {
        dfa.is_accepting(point.state) && point.read.longest.unwrap_or(prefixes.len()) == case
    };
    let of_case = |case| {
        let nfa = nfa(&steps, |index| ends(&points[index], case));
        determinise(&nfa, budget).map(|it| minimise(&it))
    };
    (0..=prefixes.len()).map(of_case).collect()
}

/// A state of the automaton and the prefixes before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Point {
    state: StateId,
    read: Read,
}

/// The prefixes of a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Read {
    /// The longest one.
    longest: Option<usize>,
    /// The number of bytes of the text, and a longer prefix that begins with them, if there is one.
    open: Option<(usize, usize)>,
}

impl Read {
    fn start(prefixes: &[&[u8]]) -> Self {
        let longest = prefixes.iter().position(|it| it.is_empty());
        let open = prefixes.iter().position(|it| !it.is_empty());
        Self { longest, open: open.map(|prefix| (0, prefix)) }
    }

    fn after(self, byte: u8, prefixes: &[&[u8]]) -> Self {
        let Some((count, prefix)) = self.open else { return self };
        let text = [&prefixes[prefix][..count], &[byte]].concat();
        let longer = |it: &&[u8]| it.len() > text.len() && it.starts_with(&text);
        Self {
            longest: prefixes.iter().position(|it| **it == *text).or(self.longest),
            open: prefixes.iter().position(longer).map(|prefix| (count + 1, prefix)),
        }
    }
}

/// Returns the automaton of these steps.
fn nfa(steps: &[Vec<(ByteSet, usize)>], is_end: impl Fn(usize) -> bool) -> Nfa {
    let accept = nfa::StateId::new(steps.len());
    let mut states = vec![State::Split(Vec::new()); steps.len() + 1];
    for (index, edges) in steps.iter().enumerate() {
        let mut targets: Vec<nfa::StateId> = is_end(index).then_some(accept).into_iter().collect();
        for &(set, next) in edges {
            targets.push(nfa::StateId::new(states.len()));
            states.push(State::Byte { set, next: nfa::StateId::new(next) });
        }
        states[index] = State::Split(targets);
    }
    Nfa { states: states.into(), start: nfa::StateId::new(0), accept }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::decodable::other_than;
    use crate::testing::dfa;

    #[test]
    fn the_longest_prefix_decides() {
        let dfa = dfa("r = \"a\" / %s\"ab\" / %s\"ac\" / %s\"abc\" / %s\"b\"\n", "r");
        let prefixes: [&[u8]; 3] = [b"a", b"ab", b"x"];
        let found = by_longest_prefix(&dfa, &prefixes, &mut Budget::new(1000, 1000));
        let [a, ab, x, none] = &found.expect("the budget suffices")[..] else { panic!("{dfa:?}") };
        assert_eq!(other_than(a, &["a", "ac"]), None);
        assert_eq!(other_than(ab, &["ab", "abc"]), None);
        assert!(x.is_empty());
        assert_eq!(other_than(none, &["A", "b"]), None);
        assert!(none.check(b"b").is_ok() && ab.check(b"abc").is_ok() && a.check(b"ac").is_ok());
    }
}
