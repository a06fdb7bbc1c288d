//! Decides whether each number of a rule has one numeral, which is easily written.
//!
//! Such a numeral has the digits of the number, and zeros before them up to a width: `07` of two
//! digits, or `7` of one. The rule then has the numerals of all numbers of a range, or of a set.

use crate::automata::dfa::{Dfa, StateId};
use crate::bytes::ByteSet;
use std::collections::BTreeMap;

/// The greatest number of digits.
const MAX_DIGITS: usize = 20;

/// The numerals of a rule, each with zeros up to a width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Padded {
    /// The least number of digits.
    pub width: u8,
    /// The numbers.
    pub numbers: Numbers,
}

/// The numbers that have a numeral.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// All between two, inclusive.
    Range(u64, u64),
    /// Those whose bits are set.
    Set(u128),
}

/// Returns the numerals of a rule whose texts are decimal digits, if they have this form.
pub fn padded(dfa: &Dfa) -> Option<Padded> {
    let digits = ByteSet::range(b'0', b'9');
    if !dfa.states().all(|state| dfa.expected(state).is_subset(digits)) {
        return None;
    }
    let all = counts(dfa, BTreeMap::from([(Dfa::START, 1)]))?;
    let zeros = match dfa.next(Dfa::START, b'0') {
        Some(state) => counts(dfa, BTreeMap::from([(state, 1)]))?,
        None => Vec::new(),
    };
    let width = all.iter().position(|&count| count > 0)?;
    // A numeral with more digits has no zero before them, so no number has two numerals.
    if width == 0 || zeros.iter().skip(width).any(|&count| count > 0) {
        return None;
    }
    let total: u128 = all.iter().sum();
    let found = |numbers| Some(Padded { width: u8::try_from(width).ok()?, numbers });
    let is_numeral = |number: &u128| dfa.check(format!("{number:0width$}").as_bytes()).is_ok();
    let (least, greatest) = (bound(dfa, &all, Order::Least), bound(dfa, &all, Order::Greatest));
    if let (Ok(least), Ok(greatest)) = (u64::try_from(least), u64::try_from(greatest))
        && u128::from(greatest) - u128::from(least) + 1 == total
    {
        return found(Numbers::Range(least, greatest));
    }
    let set = (0..u128::BITS).filter(|&bit| is_numeral(&bit.into()));
    let set = set.fold(0_u128, |set, bit| set | 1 << bit);
    if u128::from(set.count_ones()) == total { found(Numbers::Set(set)) } else { None }
}

/// Returns the number of texts of each length that lead from some states to an end. `None` if there
/// are longer ones than [`MAX_DIGITS`].
fn counts(dfa: &Dfa, from: BTreeMap<StateId, u128>) -> Option<Vec<u128>> {
    let mut layer = from;
    let mut counts = Vec::new();
    while !layer.is_empty() {
        if counts.len() > MAX_DIGITS {
            return None;
        }
        let ends = layer.iter().filter(|(state, _)| dfa.is_accepting(**state));
        counts.push(ends.map(|(_, count)| count).sum());
        let mut next: BTreeMap<StateId, u128> = BTreeMap::new();
        for (&state, count) in &layer {
            for to in (b'0'..=b'9').filter_map(|byte| dfa.next(state, byte)) {
                *next.entry(to).or_default() += count;
            }
        }
        layer = next;
    }
    Some(counts)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Least,
    Greatest,
}

/// Returns the least or the greatest number. A longer numeral has a greater number.
fn bound(dfa: &Dfa, counts: &[u128], order: Order) -> u128 {
    let mut lengths = (0..counts.len()).filter(|&length| counts[length] > 0);
    let length = if order == Order::Least { lengths.next() } else { lengths.next_back() };
    let mut number = 0;
    let mut state = Dfa::START;
    for left in (0..length.unwrap_or(0)).rev() {
        let leads = |(_, to): &(u8, StateId)| {
            let counts = counts_from(dfa, *to);
            counts.get(left).is_some_and(|&count| count > 0)
        };
        let nexts = (b'0'..=b'9').filter_map(|byte| Some((byte, dfa.next(state, byte)?)));
        let mut nexts = nexts.filter(leads);
        let next = if order == Order::Least { nexts.next() } else { nexts.next_back() };
        let Some((byte, to)) = next else { break };
        number = 10 * number + u128::from(byte - b'0');
        state = to;
    }
    number
}

fn counts_from(dfa: &Dfa, state: StateId) -> Vec<u128> {
    counts(dfa, BTreeMap::from([(state, 1)])).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Numbers, Padded, padded};
    use crate::automata::determinise::determinise;
    use crate::automata::dfa::Dfa;
    use crate::automata::minimise::minimise;
    use crate::automata::nfa::{self, NfaError};
    use crate::automata::numeral_range::numerals_in;
    use crate::automata::pattern::Pattern;
    use crate::budget::Budget;
    use crate::bytes::ByteSet;
    use crate::testing::{seeded, texts};
    use proptest::prelude::*;
    use proptest::test_runner::TestRunner;
    use std::cell::Cell;
    use std::collections::BTreeMap;

    fn dfa(texts: &[String]) -> Dfa {
        let text = |text: &String| {
            let set = |byte| Pattern::Set(ByteSet::range(byte, byte));
            Pattern::Concat(text.bytes().map(set).collect())
        };
        let pattern = Pattern::Alt(texts.iter().map(text).collect());
        let nfa = nfa::definition(&pattern, usize::MAX, &mut |_| Err(NfaError::Error));
        let mut budget = Budget::new(usize::MAX, usize::MAX);
        let dfa = determinise(&nfa.expect("no rule is used"), &mut budget);
        minimise(&dfa.expect("the automaton is small"))
    }

    /// Returns the numerals that a rule is said to have.
    fn numerals(Padded { width, numbers }: Padded) -> BTreeMap<u64, String> {
        let is_number = |number: &u64| match numbers {
            Numbers::Range(least, greatest) => (least..=greatest).contains(number),
            Numbers::Set(set) => *number < 128 && set >> number & 1 == 1,
        };
        let width = usize::from(width);
        let all = (0..=2000).filter(is_number);
        all.map(|number| (number, format!("{number:0width$}"))).collect()
    }

    #[test]
    fn numerals_are_those_of_the_rule() {
        let found = Cell::new([0; 2]);
        let width = |text: &u16| format!("{text:0width$}", width = usize::from(text % 3));
        let numbers = prop_oneof![
            (0..20_u16, 0..300_u16, 1..4_usize).prop_map(|(first, count, width)| {
                (first..first + count).map(|it| format!("{it:0width$}")).collect::<Vec<_>>()
            }),
            prop::collection::vec((0..140_u16).prop_map(|it| format!("{it:02}")), 1..20),
            prop::collection::vec((0..12_u16).prop_map(move |it| width(&it)), 1..6),
        ];
        let run = TestRunner::new(seeded(300)).run(&numbers, |texts| {
            prop_assume!(!texts.is_empty());
            let dfa = dfa(&texts);
            let mut expected: BTreeMap<u64, Vec<String>> = BTreeMap::new();
            for text in texts {
                let all = expected.entry(text.parse().unwrap()).or_default();
                if !all.contains(&text) {
                    all.push(text);
                }
            }
            let Some(made) = padded(&dfa) else { return Ok(()) };
            let mut counts = found.get();
            counts[usize::from(matches!(made.numbers, Numbers::Set(_)))] += 1;
            found.set(counts);
            let made = numerals(made).into_iter().map(|(number, text)| (number, vec![text]));
            prop_assert_eq!(made.collect::<BTreeMap<_, _>>(), expected);
            Ok(())
        });
        run.unwrap_or_else(|error| panic!("{error}"));
        assert!(found.get().iter().all(|&count| count > 50), "{:?}", found.get());
    }

    #[test]
    fn ranges_and_sets_of_numbers_are_found() {
        let two = |numbers: &[u64]| numbers.iter().map(|it| format!("{it:02}")).collect::<Vec<_>>();
        let all: Vec<u64> = (0..60).collect();
        let range = |least, greatest| Numbers::Range(least, greatest);
        let found = padded(&dfa(&two(&all)));
        assert_eq!(found, Some(Padded { width: 2, numbers: range(0, 59) }));
        let found = padded(&dfa(&two(&[1, 3, 5, 7, 8, 10, 12])));
        assert_eq!(found, Some(Padded { width: 2, numbers: Numbers::Set(0b1_0101_1010_1010) }));
        // Any number of zeros can precede these.
        assert_eq!(padded(&numerals_in(&(0..=59), 10)), None);
        let greatest = u64::MAX.to_string();
        let plain = |text: &Vec<u8>| text.len() == 1 || !text.starts_with(b"0");
        let some: Vec<String> = texts(b"0123456789", 2)
            .into_iter()
            .filter(|it| !it.is_empty() && plain(it))
            .map(|it| String::from_utf8(it).unwrap())
            .collect();
        assert_eq!(padded(&dfa(&some)), Some(Padded { width: 1, numbers: range(0, 99) }));
        let most = padded(&dfa(&[greatest]));
        let width = 20;
        assert_eq!(most, Some(Padded { width, numbers: range(u64::MAX, u64::MAX) }));
    }
}
