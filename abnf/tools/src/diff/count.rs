//! Two automata to [`Count`]s: the numbers of texts of each length that only one of them accepts.
//!
//! The texts that lead to each pair of states are counted for one length after the other. Both automata
//! are deterministic, so no text is counted twice.

use abnfc::automata::compare::Comparison;
use abnfc::automata::dfa::{Dfa, StateId};
use std::collections::BTreeMap;

/// The numbers of texts of one length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Only in the first language.
    pub only_a: u128,
    /// Only in the second.
    pub only_b: u128,
    /// In both.
    pub both: u128,
}

/// The minimum number of lengths that are counted, even if shorter texts show the difference.
const LENGTHS: usize = 5;

/// The maximum number of pairs of states and classes of bytes in a search.
const MAX_STEPS: usize = 1 << 20;

/// Returns the counts of the lengths from 0 to that of the longer witness, and of at least five
/// lengths. Empty if a number exceeds 128 bits, or if the steps are spent before the length of that
/// witness.
pub(super) fn counts(a: &Dfa, b: &Dfa, witnesses: &Comparison) -> Vec<Count> {
    let texts = [&witnesses.only_left, &witnesses.only_right];
    let needed = 1 + texts.into_iter().flatten().map(Vec::len).max().unwrap_or(0);
    let mut counts = Vec::new();
    let mut steps = 0;
    let classes = a.classes().refined(b.classes());
    let classes: Vec<(u8, u128)> = classes
        .sets()
        .iter()
        .zip(classes.representatives())
        .map(|(set, byte)| (byte, set.len() as u128))
        .collect();
    let mut texts: BTreeMap<Pair, u128> =
        BTreeMap::from([((Some(Dfa::START), Some(Dfa::START)), 1)]);
    while counts.len() < needed.max(LENGTHS) {
        let Some(count) = ends(a, b, &texts) else { break };
        counts.push(count);
        steps += texts.len() * classes.len();
        if MAX_STEPS < steps {
            break;
        }
        let Some(longer) = longer(a, b, &texts, &classes) else { break };
        texts = longer;
    }
    if counts.len() < needed { Vec::new() } else { counts }
}

/// The states of two automata after a text; `None` if no continuation matches.
type Pair = (Option<StateId>, Option<StateId>);

/// Returns the numbers of texts that are a byte longer, by their last states. `None` if a number is too large.
fn longer(
    a: &Dfa,
    b: &Dfa,
    texts: &BTreeMap<Pair, u128>,
    classes: &[(u8, u128)],
) -> Option<BTreeMap<Pair, u128>> {
    let mut longer = BTreeMap::new();
    for (&(at_a, at_b), &count) in texts {
        for &(byte, size) in classes {
            let next = (
                at_a.and_then(|state| a.next(state, byte)),
                at_b.and_then(|state| b.next(state, byte)),
            );
            if next != (None, None) {
                let sum: &mut u128 = longer.entry(next).or_default();
                *sum = sum.checked_add(count.checked_mul(size)?)?;
            }
        }
    }
    Some(longer)
}

/// Returns the numbers of texts of one length in the languages. `None` if a number is too large.
fn ends(a: &Dfa, b: &Dfa, texts: &BTreeMap<Pair, u128>) -> Option<Count> {
    let mut ends = Count::default();
    for (&(at_a, at_b), &count) in texts {
        let in_a = at_a.is_some_and(|state| a.is_accepting(state));
        let in_b = at_b.is_some_and(|state| b.is_accepting(state));
        let sum = match (in_a, in_b) {
            (true, true) => &mut ends.both,
            (true, false) => &mut ends.only_a,
            (false, true) => &mut ends.only_b,
            (false, false) => continue,
        };
        *sum = sum.checked_add(count)?;
    }
    Some(ends)
}
