//! Operations on languages as automata: intersection and complement.

use crate::automata::determinise::trim;
use crate::automata::dfa::{Dfa, StateId};
use crate::budget::{Budget, TooLarge};
use std::collections::BTreeMap;

/// Returns an automaton of the texts that both automata accept. It is trimmed, but neither minimal
/// nor canonical.
///
/// # Errors
///
/// If texts reach more pairs of states than the budget allows states, or if the table of the pairs
/// has more entries than the budget allows steps.
pub fn intersection(left: &Dfa, right: &Dfa, budget: &mut Budget) -> Result<Dfa, TooLarge> {
    let classes = left.classes().refined(right.classes());
    let bytes = classes.representatives();
    let mut pairs = vec![(Dfa::START, Dfa::START)];
    let mut numbers = BTreeMap::from([(pairs[0], Dfa::START)]);
    let (mut next, mut accepting) = (Vec::new(), Vec::new());
    while let Some(&(a, b)) = pairs.get(accepting.len()) {
        budget.spend(bytes.len())?;
        accepting.push(left.is_accepting(a) && right.is_accepting(b));
        for &byte in &bytes {
            let Some(pair) = left.next(a, byte).zip(right.next(b, byte)) else {
                next.push(None);
                continue;
            };
            let new = StateId::new(pairs.len());
            let number = *numbers.entry(pair).or_insert(new);
            if number == new {
                budget.admit(pairs.len())?;
                pairs.push(pair);
            }
            next.push(Some(number));
        }
    }
    Ok(trim(&Dfa::from_table(classes, next, accepting)))
}

/// Returns an automaton of all other texts: any bytes that the automaton does not accept. It is
/// trimmed, but neither minimal nor canonical.
pub fn complement(dfa: &Dfa) -> Dfa {
    let other = StateId::new(dfa.state_count());
    let classes = dfa.classes().count();
    let mut next = Vec::new();
    for state in dfa.states() {
        let row = (0..classes).map(|class| dfa.next_by_class(state, class));
        next.extend(row.map(|target| Some(target.unwrap_or(other))));
    }
    next.extend(vec![Some(other); classes]);
    let accepting = dfa.states().map(|state| !dfa.is_accepting(state)).chain([true]).collect();
    trim(&Dfa::from_table(dfa.classes().clone(), next, accepting))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::minimise::minimise;
    use crate::testing::{dfa, texts};

    const ABC: [&str; 5] = [
        "a = *( \"a\" / \"b\" )\n",
        "a = *3%x61-63\n",
        "a = *( \"ab\" / \"c\" )\n",
        "a = %x61-62 *%x61-63\n",
        "a = *%x00-FF\n",
    ];

    fn budget() -> Budget {
        Budget::new(10_000, 100)
    }

    #[test]
    fn intersections_and_complements_are_exact() {
        let all = texts(b"abc", 5);
        for left in ABC.map(|text| dfa(text, "a")) {
            for right in ABC.map(|text| dfa(text, "a")) {
                let both = intersection(&left, &right, &mut budget()).unwrap();
                for text in &all {
                    let [left, right] = [&left, &right].map(|it| it.check(text).is_ok());
                    assert_eq!(both.check(text).is_ok(), left && right, "{text:?}");
                }
            }
            let other = complement(&left);
            for text in &all {
                assert_ne!(left.check(text).is_ok(), other.check(text).is_ok(), "{text:?}");
            }
            assert_eq!(minimise(&complement(&other)), left);
            let none = intersection(&left, &other, &mut budget()).unwrap();
            assert!(none.is_empty() && none.state_count() == 1);
        }
    }

    #[test]
    fn budgets_are_kept() {
        let [left, right] = ["a = *7%x61\n", "a = *9%x61\n"].map(|text| dfa(text, "a"));
        let states = |limit| intersection(&left, &right, &mut Budget::new(1_000, limit));
        assert_eq!(states(7).unwrap_err(), TooLarge::States);
        assert_eq!(states(8).unwrap().state_count(), 8);
        let work = intersection(&left, &right, &mut Budget::new(15, 1_000));
        assert_eq!(work.unwrap_err(), TooLarge::Work);
    }
}
