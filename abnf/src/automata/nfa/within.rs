//! Restricts an NFA to the texts that a DFA accepts: the product of both automata.
//!
//! The DFA has one path for each text. The paths of the NFA for the remaining texts, their order of
//! preference and their tags are therefore unchanged.

use super::{Nfa, State, StateId};
use crate::automata::dfa::{self, Dfa};
use crate::bytes::ByteSet;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Returns the NFA of the texts of both automata. Every state is on an accepting path, except
/// possibly the start and the end. Takes time linear in the pairs of states that texts reach.
pub(super) fn within(nfa: &Nfa, dfa: &Dfa) -> Nfa {
    let mut product = Product { states: Vec::new(), ids: BTreeMap::new(), open: Vec::new() };
    let accept = product.push();
    let start = product.id((nfa.start, Dfa::START));
    while let Some((pair, id)) = product.open.pop() {
        let (state, here) = pair;
        let made = match &nfa[state] {
            State::Tag { tag, next } => State::Tag { tag: *tag, next: product.id((*next, here)) },
            State::Byte { set, next } => product.reader(set, *next, dfa, here),
            State::Split(targets) => {
                let ends = state == nfa.accept && dfa.is_accepting(here);
                let targets = targets.iter().map(|&target| product.id((target, here)));
                State::Split(targets.chain(ends.then_some(accept)).collect())
            }
        };
        product.states[id.index()] = made;
    }
    useful(&Nfa { states: product.states.into(), start, accept })
}

/// A state of the NFA and one of the DFA.
type Pair = (StateId, dfa::StateId);

/// A product that is being built.
struct Product {
    states: Vec<State>,
    ids: BTreeMap<Pair, StateId>,
    /// The pairs whose states are still empty.
    open: Vec<(Pair, StateId)>,
}

impl Product {
    fn push(&mut self) -> StateId {
        self.states.push(State::Split(Vec::new()));
        StateId::new(self.states.len() - 1)
    }

    fn id(&mut self, pair: Pair) -> StateId {
        let new = StateId::new(self.states.len());
        match self.ids.entry(pair) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                entry.insert(new);
                self.open.push((pair, new));
                self.push()
            }
        }
    }

    /// Returns the state that reads a byte of the set, in a state of the DFA.
    fn reader(&mut self, set: &ByteSet, next: StateId, dfa: &Dfa, here: dfa::StateId) -> State {
        let mut sets: BTreeMap<dfa::StateId, ByteSet> = BTreeMap::new();
        for (class, edge) in dfa.row(here) {
            let bytes = dfa.classes().members(class).intersection(*set);
            if !bytes.is_empty() {
                let all = sets.entry(edge.target).or_default();
                *all = all.union(bytes);
            }
        }
        let mut readers = sets
            .into_iter()
            .map(|(there, set)| State::Byte { set, next: self.id((next, there)) })
            .collect::<Vec<_>>();
        if readers.len() == 1 {
            return readers.remove(0);
        }
        // The sets are disjoint, so their order does not matter.
        let readers = readers.into_iter().map(|reader| {
            self.states.push(reader);
            StateId::new(self.states.len() - 1)
        });
        State::Split(readers.collect())
    }
}

/// Removes the states that are on no accepting path, except the start and the end.
fn useful(nfa: &Nfa) -> Nfa {
    let useful = nfa.useful();
    let mut numbers: Vec<Option<StateId>> = vec![None; useful.len()];
    let is_kept = |id: &StateId| useful[id.index()] || [nfa.start, nfa.accept].contains(id);
    for (new, id) in nfa.ids().filter(is_kept).enumerate() {
        numbers[id.index()] = Some(StateId::new(new));
    }
    let number = |id: StateId| numbers[id.index()];
    let is_useful = |id: &&StateId| useful[id.index()];
    let state = |id: StateId| match &nfa[id] {
        State::Byte { set, next } if useful[id.index()] => {
            State::Byte { set: *set, next: number(*next).expect("it is useful") }
        }
        State::Tag { tag, next } if useful[id.index()] => {
            State::Tag { tag: *tag, next: number(*next).expect("it is useful") }
        }
        other => {
            let targets = other.targets().iter().filter(is_useful);
            State::Split(targets.filter_map(|&target| number(target)).collect())
        }
    };
    let states = nfa.ids().filter(is_kept).map(state).collect();
    let [start, accept] = [nfa.start, nfa.accept].map(|id| number(id).expect("it is kept"));
    Nfa { states, start, accept }
}

#[cfg(test)]
mod tests {
    use super::within;
    use crate::automata::nfa::of_dfa;
    use crate::automata::rules::automata;
    use crate::automata::shape::shape;
    use crate::limits::Limits;
    use crate::spec::ReadOptions;
    use crate::testing::{dfa, texts};

    /// The product accepts exactly the texts of both automata.
    #[track_caller]
    fn check(text: &str) {
        let read = crate::read("test", text.as_bytes(), &[], &ReadOptions::default()).unwrap();
        let grammar = read.resolved;
        let [left, right] = ["left", "right"].map(|name| grammar.find(name).unwrap());
        let made = automata(&grammar, &shape(&grammar), &[left, right], &Limits::default());
        let filter = made.dfa(right).unwrap();
        let product = within(&made.nfa(left).unwrap(), filter);
        for text in texts(b"abc", 6) {
            let expected = made.dfa(left).unwrap().check(&text).is_ok();
            assert_eq!(product.matches(&text), expected && filter.check(&text).is_ok(), "{text:?}");
        }
        let useful = product.useful();
        let is_kept = |id| id == product.start || id == product.accept;
        assert!(product.ids().all(|id| useful[id.index()] || is_kept(id)));
    }

    #[test]
    fn products_are_intersections() {
        check("left = *( \"a\" / \"b\" )\nright = *3%x61-63\n");
        check("left = *( \"a\" / %x61-63 \"b\" ) [ \"c\" ]\nright = *( \"ab\" / \"c\" )\n");
        check("left = 2*4( \"a\" [ \"b\" ] )\nright = %x61-62 *%x61-63\n");
        check("left = \"a\" / \"b\" left\nright = *( \"a\" / \"b\" )\n");
        // Nothing in common.
        check("left = 1*\"a\"\nright = *\"b\"\n");
        check("left = *\"a\"\nright = *\"b\"\n");
    }

    #[test]
    fn all_texts_restrict_nothing() {
        let all = dfa("all = *%x00-FF\n", "all");
        let some = dfa("some = 1*( \"a\" / \"bc\" )\n", "some");
        // The product has an end of its own.
        assert_eq!(within(&of_dfa(&some), &all).states.len(), of_dfa(&some).states.len() + 1);
    }
}
