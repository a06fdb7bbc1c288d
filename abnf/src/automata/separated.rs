//! Languages in which a byte, such as the `_` of `1_000`, is ignored.

use crate::automata::determinise::determinise;
use crate::automata::dfa::{Dfa, StateId};
use crate::automata::minimise::minimise;
use crate::automata::nfa::{self, Nfa, State};
use crate::budget::{Budget, TooLarge};
use crate::bytes::{ByteClasses, ByteSet};
use std::collections::{BTreeMap, VecDeque};

/// Returns the minimal automaton of the texts without the byte.
///
/// # Errors
///
/// If the budget is exceeded.
pub fn without_byte(dfa: &Dfa, byte: u8, budget: &mut Budget) -> Result<Dfa, TooLarge> {
    let nfa = nfa::of_dfa(dfa);
    let mut states = nfa.states.to_vec();
    for index in 0..states.len() {
        let State::Byte { set, next } = states[index] else { continue };
        if set.contains(byte) {
            let set = set.iter().filter(|&other| other != byte).collect();
            states.push(State::Byte { set, next });
            states[index] = State::Split(vec![nfa::StateId::new(states.len() - 1), next]);
        }
    }
    let erased = Nfa { states: states.into(), ..nfa };
    Ok(minimise(&determinise(&erased, budget)?))
}

/// Returns a shortest text of the automaton that is `text` without the byte. `None` if there is none.
pub fn with_byte(dfa: &Dfa, byte: u8, text: &[u8]) -> Option<Vec<u8>> {
    type Place = (usize, StateId);
    let start: Place = (0, Dfa::START);
    let mut before: BTreeMap<Place, Option<(u8, Place)>> = BTreeMap::from([(start, None)]);
    let mut queue = VecDeque::from([start]);
    while let Some(place @ (count, state)) = queue.pop_front() {
        if count == text.len() && dfa.is_accepting(state) {
            let mut found = Vec::new();
            let mut cursor = place;
            while let Some((byte, last)) = before[&cursor] {
                found.push(byte);
                cursor = last;
            }
            found.reverse();
            return Some(found);
        }
        let itself = text.get(count).map(|&next| (next, count + 1));
        for (read, count) in itself.into_iter().chain([(byte, count)]) {
            let Some(next) = dfa.next(state, read) else { continue };
            before.entry((count, next)).or_insert_with(|| {
                queue.push_back((count, next));
                Some((read, place))
            });
        }
    }
    None
}

/// Returns the minimal automaton of the texts with the byte inserted anywhere, any number of times.
/// No text of the automaton has the byte itself.
pub fn with_byte_anywhere(dfa: &Dfa, byte: u8) -> Dfa {
    let classes = dfa.classes().refined(&ByteClasses::of_sets([&ByteSet::range(byte, byte)]));
    let next = dfa.states().flat_map(|state| {
        let next = |read| if read == byte { Some(state) } else { dfa.next(state, read) };
        classes.representatives().into_iter().map(next).collect::<Vec<_>>()
    });
    let next = next.collect();
    let accepting = dfa.states().map(|state| dfa.is_accepting(state)).collect();
    minimise(&Dfa::from_table(classes, next, accepting))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{dfa, texts};
    use std::collections::BTreeSet;

    fn without(text: &[u8]) -> Vec<u8> {
        text.iter().copied().filter(|&byte| byte != b'_').collect()
    }

    /// Compares with all texts of at most six bytes.
    #[test]
    fn the_byte_is_ignored() {
        let all = texts(b"12_", 6);
        for definition in [
            "1*\"1\" *( \"_\" 1*2\"2\" )",
            "*3( \"1\" / \"_\" )",
            "\"_\" \"1\" \"_\" \"2\" / \"11\"",
            "1*3\"1\" *( \"_\" 3\"1\" )",
            "*\"12\"",
            "\"_\"",
        ] {
            let dfa = dfa(&format!("r = {definition}\n"), "r");
            let erased = without_byte(&dfa, b'_', &mut Budget::new(10_000, 100)).unwrap();
            let of_rule = all.iter().filter(|it| dfa.check(it).is_ok());
            let expected: BTreeSet<Vec<u8>> = of_rule.clone().map(|it| without(it)).collect();
            let is_plain = |it: &&Vec<u8>| it.len() <= 3 && !it.contains(&b'_');
            for text in all.iter().filter(is_plain) {
                assert_eq!(erased.check(text).is_ok(), expected.contains(text), "{definition}");
                let shortest = of_rule.clone().find(|it| without(it) == *text);
                let found = with_byte(&dfa, b'_', text);
                assert!(found.iter().all(|it| dfa.check(it).is_ok() && without(it) == *text));
                assert_eq!(found.map(|it| it.len()), shortest.map(Vec::len), "{definition}");
            }
            let inserted = with_byte_anywhere(&erased, b'_');
            for text in &all {
                let expected = erased.check(&without(text)).is_ok();
                assert_eq!(inserted.check(text).is_ok(), expected, "{definition}");
            }
        }
    }

    #[test]
    fn the_budget_is_kept() {
        let dfa = dfa("r = *( \"1\" / \"2_\" ) \"1\" 6( \"1\" / \"_2\" )\n", "r");
        let erased = without_byte(&dfa, b'_', &mut Budget::new(100_000, 20));
        assert_eq!(erased.unwrap_err(), TooLarge::States);
    }
}
