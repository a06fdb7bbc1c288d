//! The minimiser against the table-filling algorithm (Hopcroft and Ullman 1979,
//! section 3.4; Moore 1956), which is slow and simple, on random automata.

use abnfc::automata::dfa::{Dfa, StateId};
use abnfc::automata::minimise::minimise;
use abnfc::bytes::ByteClasses;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::collections::{BTreeMap, VecDeque};

/// A complete automaton over a few letters, before anything is trimmed.
#[derive(Clone, Debug)]
struct Table {
    /// The letter of each byte.
    letters: Vec<usize>,
    /// One row for each state, one entry for each letter.
    next: Vec<Vec<Option<usize>>>,
    accepting: Vec<bool>,
}

fn table() -> impl Strategy<Value = Table> {
    (1..14_usize, 1..5_usize).prop_flat_map(|(states, letters)| {
        let target = prop_oneof![3 => (0..states).prop_map(Some), 1 => Just(None)];
        let row = prop::collection::vec(target, letters);
        // If few states accept, many states are not equivalent to any other.
        (
            prop::collection::vec(0..letters, 256),
            prop::collection::vec(row, states),
            prop::collection::vec(prop::bool::weighted(0.3), states),
        )
            .prop_map(|(letters, next, accepting)| Table { letters, next, accepting })
    })
}

impl Table {
    fn width(&self) -> usize {
        self.next[0].len()
    }

    /// The shortest path to each state from the start, and whether the state leads to acceptance.
    fn useful(&self) -> Vec<bool> {
        let mut reached = vec![false; self.next.len()];
        reached[0] = true;
        let mut leads = self.accepting.clone();
        for _ in 0..self.next.len() {
            for state in 0..self.next.len() {
                for &target in self.next[state].iter().flatten() {
                    reached[target] |= reached[state];
                    leads[state] |= leads[target];
                }
            }
        }
        reached.iter().zip(&leads).map(|(&reached, &leads)| reached && leads).collect()
    }

    /// The automaton without useless states, with one class for each letter in use.
    fn trimmed(&self) -> Dfa {
        let useful = self.useful();
        let mut kept: Vec<usize> = (0..self.next.len()).filter(|&state| useful[state]).collect();
        if !useful[0] {
            // The language is empty.
            kept = vec![0];
        }
        let labels: [usize; 256] = self.letters.clone().try_into().expect("256");
        let classes = ByteClasses::from_labels(&labels);
        let number: BTreeMap<usize, StateId> =
            kept.iter().enumerate().map(|(new, &state)| (state, StateId::new(new))).collect();
        let mut next = Vec::new();
        for &state in &kept {
            for byte in classes.representatives() {
                let target = self.next[state][self.letters[usize::from(byte)]];
                let target = target.filter(|&target| useful[target]);
                next.push(target.map(|target| number[&target]));
            }
        }
        let accepting = kept.iter().map(|&state| self.accepting[state]).collect();
        Dfa::from_table(classes, next, accepting)
    }

    /// A larger automaton of the same language: each state occurs twice, edges lead to either copy
    /// as `coins` decide, the order differs, and letters with two bytes are split.
    fn bloated(&self, coins: &[bool]) -> Self {
        let mut coin = coins.iter().copied().cycle();
        let states = self.next.len();
        // The start stays 0; the order of the others is reversed.
        let place = |copy: usize| match copy {
            0 => 0,
            _ => 2 * states - copy,
        };
        let mut next = vec![Vec::new(); 2 * states];
        let mut accepting = vec![false; 2 * states];
        for copy in 0..2 * states {
            let original = copy % states;
            accepting[place(copy)] = self.accepting[original];
            for letter in 0..2 * self.width() {
                let target = self.next[original][letter % self.width()];
                let copy_of =
                    |target| place(target + if coin.next().unwrap() { states } else { 0 });
                next[place(copy)].push(target.map(copy_of));
            }
        }
        let letters = self.letters.iter().enumerate();
        let letters = letters.map(|(byte, letter)| letter + self.width() * (byte % 2)).collect();
        Self { letters, next, accepting }
    }
}

/// Returns the pairs of states that some text distinguishes, by filling the table of pairs. A
/// missing transition goes to a state that accepts nothing, the last one.
fn distinguishable(dfa: &Dfa) -> Vec<Vec<bool>> {
    let dead = dfa.state_count();
    let accepts = |state: usize| state != dead && dfa.is_accepting(StateId::new(state));
    let step = |state: usize, class: usize| {
        let next = if state == dead { None } else { dfa.next_by_class(StateId::new(state), class) };
        next.map_or(dead, StateId::index)
    };
    let mut apart: Vec<Vec<bool>> =
        (0..=dead).map(|a| (0..=dead).map(|b| accepts(a) != accepts(b)).collect()).collect();
    loop {
        let mut changed = false;
        for a in 0..=dead {
            for b in 0..=dead {
                let tells = |class| {
                    let (a, b) = (step(a, class), step(b, class));
                    apart[a][b]
                };
                if !apart[a][b] && (0..dfa.classes().count()).any(tells) {
                    apart[a][b] = true;
                    changed = true;
                }
            }
        }
        if !changed {
            return apart;
        }
    }
}

/// Returns the number of classes of states that no text distinguishes.
fn kinds(dfa: &Dfa) -> usize {
    let apart = distinguishable(dfa);
    (0..dfa.state_count()).filter(|&a| (0..a).all(|b| apart[a][b])).count()
}

/// Walks both automata side by side over all bytes.
fn same_language(left: &Dfa, right: &Dfa) -> bool {
    let mut seen = std::collections::BTreeSet::new();
    let mut open = vec![(Some(Dfa::START), Some(Dfa::START))];
    let accepts = |dfa: &Dfa, state: Option<StateId>| state.is_some_and(|s| dfa.is_accepting(s));
    while let Some((a, b)) = open.pop() {
        if !seen.insert((a, b)) {
            continue;
        }
        if accepts(left, a) != accepts(right, b) {
            return false;
        }
        for byte in 0..=255 {
            let a = a.and_then(|a| left.next(a, byte));
            let b = b.and_then(|b| right.next(b, byte));
            if (a, b) != (None, None) {
                open.push((a, b));
            }
        }
    }
    true
}

/// States are numbered as a breadth-first walk by byte meets them.
fn is_in_breadth_first_order(dfa: &Dfa) -> bool {
    let mut order = vec![Dfa::START];
    let mut queue = VecDeque::from([Dfa::START]);
    while let Some(state) = queue.pop_front() {
        for byte in 0..=255 {
            if let Some(next) = dfa.next(state, byte)
                && !order.contains(&next)
            {
                order.push(next);
                queue.push_back(next);
            }
        }
    }
    order == dfa.states().collect::<Vec<_>>()
}

/// Two bytes share a class exactly if no state distinguishes them.
fn has_fewest_classes(dfa: &Dfa) -> bool {
    (0..=255).all(|a| {
        (0..=255).all(|b| {
            let alike = dfa.states().all(|state| dfa.next(state, a) == dfa.next(state, b));
            alike == (dfa.classes().class(a) == dfa.classes().class(b))
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default()
    })]

    #[test]
    fn minimal_and_of_the_same_language(table in table()) {
        let dfa = table.trimmed();
        let minimal = minimise(&dfa);
        prop_assert!(same_language(&dfa, &minimal), "{dfa}{minimal}");
        prop_assert_eq!(minimal.state_count(), kinds(&dfa), "{}{}", dfa, minimal);
        prop_assert!(is_in_breadth_first_order(&minimal), "{minimal}");
        prop_assert!(has_fewest_classes(&minimal), "{minimal}");
    }

    #[test]
    fn canonical(table in table(), coins in prop::collection::vec(any::<bool>(), 97)) {
        let minimal = minimise(&table.trimmed());
        let bloated = table.bloated(&coins).trimmed();
        prop_assert!(minimal.state_count() <= bloated.state_count());
        prop_assert_eq!(&minimise(&bloated), &minimal, "{}", bloated);
        prop_assert_eq!(&minimise(&minimal), &minimal);
    }

    #[test]
    fn equal_exactly_where_the_languages_are(left in table(), right in table()) {
        let (left, right) = (left.trimmed(), right.trimmed());
        prop_assert_eq!(minimise(&left) == minimise(&right), same_language(&left, &right));
    }
}
