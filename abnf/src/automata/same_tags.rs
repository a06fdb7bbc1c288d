//! Decides whether two automata with tags read their common texts with the same tags.
//!
//! ```text
//! written = <0 "a" >0 "b"        <0 … >0: the tags around a part
//! all     = <0 1*"a" >0 *"b" / "a" <1 "b" >1
//! ```
//!
//! The common text `ab` has a run with other tags. The search goes through pairs of states that some text
//! reaches, and remembers whether the tags of the two runs have differed so far. A run has the same tags as
//! another one if, at each offset of the text, it passes the same tags in the same order. This is the
//! squaring construction by which a transducer is shown to be a function (Béal, Carton, Prieur,
//! Sakarovitch, "Squaring transducers", 2003), for two transducers. It takes time in the product of their
//! sizes.

use crate::automata::nfa::{Nfa, State, StateId};
use crate::budget::{Budget, TooLarge};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The greatest number of tags at one offset.
const MAX_TAGS: usize = 16;

/// Returns whether each run of one automaton for a text passes the same tags at the same offsets as each
/// run of the other one for this text.
///
/// # Errors
///
/// If the budget is spent, where each pair of transitions takes a step, or if a run passes more than
/// [`MAX_TAGS`] tags at one offset.
pub fn have_same_tags(one: &Nfa, other: &Nfa, budget: &mut Budget) -> Result<bool, TooLarge> {
    let mut sides = [Side::new(one), Side::new(other)];
    let mut known: BTreeSet<(StateId, StateId, bool)> = BTreeSet::new();
    let mut open = vec![(one.start, other.start, false)];
    while let Some((from_one, from_other, differ)) = open.pop() {
        let [of_one, of_other] = &mut sides;
        let (to_one, to_other) =
            (of_one.exits(from_one, budget)?, of_other.exits(from_other, budget)?);
        for (tags, at_one) in to_one.iter() {
            for (other_tags, at_other) in to_other.iter() {
                budget.spend(1)?;
                let differ = differ || tags != other_tags;
                if !known.insert((*at_one, *at_other, differ)) {
                    continue;
                }
                let is_end = *at_one == one.accept && *at_other == other.accept;
                if is_end && differ {
                    return Ok(false);
                }
                open.extend(step(&one[*at_one], &other[*at_other]).map(|(a, b)| (a, b, differ)));
            }
        }
    }
    Ok(true)
}

/// Returns the states after a byte that both states read, if there is one.
fn step(one: &State, other: &State) -> Option<(StateId, StateId)> {
    let (State::Byte { set, next }, State::Byte { set: other_set, next: other_next }) =
        (one, other)
    else {
        return None;
    };
    (!set.intersection(*other_set).is_empty()).then_some((*next, *other_next))
}

/// The ways from a state to the states that read a byte, or to the end, with the tags on each.
type Exits = Rc<[(Vec<u16>, StateId)]>;

/// One of the automata.
struct Side<'a> {
    nfa: &'a Nfa,
    /// Whether some text of the automaton passes a state.
    useful: Vec<bool>,
    known: BTreeMap<StateId, Exits>,
}

impl<'a> Side<'a> {
    fn new(nfa: &'a Nfa) -> Self {
        Self { nfa, useful: nfa.useful(), known: BTreeMap::new() }
    }

    fn exits(&mut self, from: StateId, budget: &mut Budget) -> Result<Exits, TooLarge> {
        if let Some(known) = self.known.get(&from) {
            return Ok(Rc::clone(known));
        }
        let mut seen: BTreeSet<(Vec<u16>, StateId)> = BTreeSet::new();
        let mut open = vec![(Vec::new(), from)];
        let mut found = Vec::new();
        while let Some((tags, at)) = open.pop() {
            if !self.useful[at.index()] || !seen.insert((tags.clone(), at)) {
                continue;
            }
            budget.spend(1)?;
            match &self.nfa[at] {
                State::Byte { .. } => found.push((tags, at)),
                State::Tag { .. } if tags.len() == MAX_TAGS => return Err(TooLarge::Work),
                State::Tag { tag, next } => open.push(([&tags[..], &[*tag]].concat(), *next)),
                State::Split(targets) => {
                    open.extend(targets.iter().map(|&target| (tags.clone(), target)));
                    if at == self.nfa.accept {
                        found.push((tags, at));
                    }
                }
            }
        }
        let found: Exits = found.into();
        self.known.insert(from, Rc::clone(&found));
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::nfa::surrounded;
    use crate::testing::dfa;

    fn same(one: &[Nfa], other: &[Nfa]) -> Result<bool, TooLarge> {
        have_same_tags(&sequence(one), &sequence(other), &mut Budget::new(100_000, 1000))
    }

    /// One automaton after the other.
    fn sequence(all: &[Nfa]) -> Nfa {
        let mut states = vec![State::Split(Vec::new())];
        let accept = StateId::new(0);
        let start = all.iter().rev().fold(accept, |next, nfa| nfa.append_to(&mut states, next));
        Nfa { states: states.into(), start, accept }
    }

    #[test]
    fn tags_of_common_texts_are_compared() {
        let part = |text: &str, tag| surrounded(&dfa(&format!("r = {text}\n"), "r"), tag, 9);
        // The first part takes one letter or two.
        let two = [part("1*\"a\"", 0), part("*\"a\" \"b\"", 1)];
        assert_eq!(same(&two, &two), Ok(false));
        assert_eq!(same(&[part("\"a\"", 0), part("\"b\"", 1)], &two), Ok(true));
        assert_eq!(same(&[part("\"a\"", 0), part("\"ab\"", 1)], &two), Ok(false));
        // Both parts begin with the same letters; the last one decides.
        let days = [part("\"Tue\"", 0), part("\"Thu\"", 1)];
        assert_eq!(same(&days[..1], &days[1..]), Ok(true));
        assert_eq!(same(&[part("\"x\"", 0)], &[part("\"x\"", 1)]), Ok(false));
        // A part may be empty.
        let maybe = [part("*\"a\"", 0), part("*\"b\"", 1)];
        assert_eq!(same(&maybe, &maybe), Ok(true));
    }

    #[test]
    fn parts_without_text_that_repeat_are_too_many() {
        let part = surrounded(&dfa("r = *\"a\"\n", "r"), 0, 1);
        let mut states = vec![State::Split(Vec::new())];
        let start = part.append_to(&mut states, StateId::new(0));
        states[0] = State::Split(vec![start]);
        let nfa = Nfa { states: states.into(), start, accept: StateId::new(0) };
        let found = have_same_tags(&nfa, &nfa, &mut Budget::new(100_000, 1000));
        assert_eq!(found, Err(TooLarge::Work));
    }
}
