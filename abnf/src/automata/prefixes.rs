//! Divides the texts of a language by the prefixes with which they begin.
//!
//! The texts with the longest prefix are separated first, by an intersection; the other prefixes
//! divide the remaining texts.

use crate::automata::determinise::determinise;
use crate::automata::dfa::Dfa;
use crate::automata::minimise::minimise;
use crate::automata::nfa::{Nfa, State, StateId};
use crate::automata::products::{complement, intersection};
use crate::budget::{Budget, TooLarge};
use crate::bytes::ByteSet;

/// Returns, for each prefix, the texts of which it is the longest one; and last, the texts without
/// any of the prefixes.
///
/// # Errors
///
/// If the budget is exceeded.
pub fn by_longest_prefix(
    dfa: &Dfa,
    prefixes: &[&[u8]],
    budget: &mut Budget,
) -> Result<Vec<Dfa>, TooLarge> {
    let mut order: Vec<usize> = (0..prefixes.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(prefixes[index].len()));
    let mut languages = vec![None; prefixes.len()];
    let mut left = minimise(dfa);
    for index in order {
        let begins = beginning_with(prefixes[index], budget)?;
        languages[index] = Some(minimise(&intersection(&left, &begins, budget)?));
        left = minimise(&intersection(&left, &complement(&begins), budget)?);
    }
    Ok(languages.into_iter().flatten().chain([left]).collect())
}

/// Returns the automaton of all texts with a prefix.
fn beginning_with(prefix: &[u8], budget: &mut Budget) -> Result<Dfa, TooLarge> {
    let end = StateId::new(prefix.len());
    let byte = |(index, &byte): (usize, &u8)| State::Byte {
        set: ByteSet::range(byte, byte),
        next: StateId::new(index + 1),
    };
    let any = StateId::new(prefix.len() + 1);
    let rest = [State::Split(vec![any]), State::Byte { set: ByteSet::range(0, 0xFF), next: end }];
    let states = prefix.iter().enumerate().map(byte).chain(rest);
    determinise(&Nfa { states: states.collect(), start: StateId::new(0), accept: end }, budget)
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
