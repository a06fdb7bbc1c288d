//! Two DFAs to a [`Comparison`]: which texts only one of them accepts.
//!
//! A breadth-first search over pairs of states (Hopcroft and Karp, "A linear
//! algorithm for testing equivalence of finite automata", 1971, without the
//! merging), so that the witnesses are shortest. Exact, and linear in the pairs.

use crate::automata::dfa::{Dfa, StateId};
use crate::bytes::{ByteClasses, ByteSet};
use std::collections::{BTreeMap, VecDeque};

/// How two languages relate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// A shortest text that only the left one has.
    pub only_left: Option<Vec<u8>>,
    /// A shortest text that only the right one has.
    pub only_right: Option<Vec<u8>>,
}

/// A [`Comparison`] in one word, from the left one's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The same texts.
    Equal,
    /// The left one has fewer.
    Subset,
    /// The left one has more.
    Superset,
    /// Each has texts that the other has not.
    Differs,
}

impl Comparison {
    /// In one word.
    pub fn relation(&self) -> Relation {
        match (&self.only_left, &self.only_right) {
            (None, None) => Relation::Equal,
            (None, Some(_)) => Relation::Subset,
            (Some(_), None) => Relation::Superset,
            (Some(_), Some(_)) => Relation::Differs,
        }
    }
}

/// Compares two languages.
///
/// Among shortest witnesses the one is taken that comes first in the order of
/// [`legible`]; the result depends on the languages alone where the automata are
/// canonical.
pub fn compare(left: &Dfa, right: &Dfa) -> Comparison {
    let classes = joint_classes(left, right);
    let mut representatives: Vec<u8> =
        (0..classes.count()).map(|class| legible(&classes.members(class))).collect();
    representatives.sort_by_key(|&byte| legibility(byte));

    let start: Pair = (Some(Dfa::START), Some(Dfa::START));
    let mut before: BTreeMap<Pair, Option<(Pair, u8)>> = BTreeMap::from([(start, None)]);
    let mut queue = VecDeque::from([start]);
    let mut comparison = Comparison { only_left: None, only_right: None };
    while let Some(pair) = queue.pop_front() {
        let accepts =
            |dfa: &Dfa, state: Option<StateId>| state.is_some_and(|s| dfa.is_accepting(s));
        match (accepts(left, pair.0), accepts(right, pair.1)) {
            (true, false) if comparison.only_left.is_none() => {
                comparison.only_left = Some(text_to(&before, pair));
            }
            (false, true) if comparison.only_right.is_none() => {
                comparison.only_right = Some(text_to(&before, pair));
            }
            _ => (),
        }
        if comparison.only_left.is_some() && comparison.only_right.is_some() {
            break;
        }
        for &byte in &representatives {
            let next = (
                pair.0.and_then(|state| left.next(state, byte)),
                pair.1.and_then(|state| right.next(state, byte)),
            );
            if next != (None, None) && !before.contains_key(&next) {
                before.insert(next, Some((pair, byte)));
                queue.push_back(next);
            }
        }
    }
    comparison
}

/// A shortest text in the language, the first in the order of [`legible`].
pub fn shortest(dfa: &Dfa) -> Option<Vec<u8>> {
    let nothing = Dfa::from_table(ByteClasses::of_sets([]), vec![None], vec![false]);
    compare(dfa, &nothing).only_left
}

/// The member of a set that reads best: a letter, else a digit, else another
/// printable character, else the smallest.
pub fn legible(set: &ByteSet) -> u8 {
    set.iter().min_by_key(|&byte| legibility(byte)).expect("a byte class has members")
}

fn legibility(byte: u8) -> (u8, u8) {
    let rank = match byte {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        b'!'..=b'~' => 3,
        _ => 4,
    };
    (rank, byte)
}

/// None where the text has left the language.
type Pair = (Option<StateId>, Option<StateId>);

fn text_to(before: &BTreeMap<Pair, Option<(Pair, u8)>>, mut pair: Pair) -> Vec<u8> {
    let mut text = Vec::new();
    while let Some((previous, byte)) = before[&pair] {
        text.push(byte);
        pair = previous;
    }
    text.reverse();
    text
}

fn joint_classes(left: &Dfa, right: &Dfa) -> ByteClasses {
    let label = |byte: u8| (left.classes().class(byte), right.classes().class(byte));
    ByteClasses::from_labels(&std::array::from_fn(|byte| {
        label(u8::try_from(byte).expect("there are 256 bytes"))
    }))
}
