//! Finds the states after which the slots of a text no longer change, if the text matches.
//!
//! A state of a tagged automaton is settled if it accepts, no later edge assigns anything, and
//! every state in which the text can end gives the slots the same values. If a text is known to
//! match, it need not be read beyond a settled state. In `path-absolute` of RFC 3986, the only
//! part is settled at the second slash.

use crate::automata::dense::StateId;
use crate::automata::graph::{Graph, components, reached, reversed};
use crate::automata::tagged::tdfa::{Tdfa, Value};

/// The values of the slots at the ends that are reachable from a state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End<'a> {
    /// No end is reachable.
    None,
    /// The same values at every end.
    Same(&'a [Value]),
    /// Different values at different ends.
    Different,
}

impl End<'_> {
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, end) | (end, Self::None) => end,
            (Self::Same(one), Self::Same(two)) if one == two => self,
            _ => Self::Different,
        }
    }
}

/// Returns whether the slots are settled, by state.
pub(in crate::plan) fn settled(tdfa: &Tdfa) -> Vec<bool> {
    let states: Vec<StateId> = tdfa.dense.states().collect();
    let successors = |&state| tdfa.dense.successors(state).map(StateId::index).collect();
    let graph: Graph = states.iter().map(successors).collect();
    let assigns = |state| tdfa.dense.row(state).any(|(_, edge)| !edge.output.is_empty());
    let assigning = states.iter().filter(|&&state| assigns(state)).map(|state| state.index());
    let back = reversed(&graph);
    let changes = reached(states.len(), assigning, |state| back[state].iter().copied());
    // Components come after those that are reachable from them.
    let mut ends = vec![End::None; states.len()];
    for component in components(&graph) {
        let own = |&state: &usize| tdfa.ends(states[state]).map_or(End::None, End::Same);
        let later = component.iter().flat_map(|&state| &graph[state]).map(|&state| ends[state]);
        let end = component.iter().map(own).chain(later).fold(End::None, End::or);
        component.iter().for_each(|&state| ends[state] = end);
    }
    let is_settled = |&state: &StateId| {
        let same = matches!(ends[state.index()], End::Same(_));
        same && !changes[state.index()] && tdfa.ends(state).is_some()
    };
    states.iter().map(is_settled).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::shape::shape;
    use crate::automata::tagged::parts::Part;
    use crate::automata::tagged::tests::for_each;
    use crate::automata::tagged::{Tagging, tagged};
    use crate::limits::Limits;
    use crate::spec::ReadOptions;
    use crate::testing::texts;
    use std::cell::Cell;

    /// Returns the number of bytes that are read until the slots of a text are settled.
    fn read(tdfa: &Tdfa, text: &[u8]) -> Option<(usize, StateId)> {
        let settled = settled(tdfa);
        let step = |state: &StateId, &byte: &u8| tdfa.next(*state, byte).map(|edge| edge.target);
        let mut state = Some(Tdfa::START);
        for (offset, byte) in text.iter().enumerate() {
            if settled[state?.index()] {
                return Some((offset, state?));
            }
            state = step(&state?, byte);
        }
        settled[state?.index()].then_some((text.len(), state?))
    }

    /// Like [`read`], for a text of the first rule, with the other rules as parts.
    fn bytes(grammar: &str, text: &str) -> Option<usize> {
        let read_grammar = crate::read("test", grammar.as_bytes(), &[], &ReadOptions::default());
        let grammar = read_grammar.unwrap_or_else(|errors| panic!("{errors}")).resolved;
        let (shapes, limits) = (shape(&grammar), Limits::default());
        let mut rules = grammar.own_rules();
        let (root, _) = rules.next().expect("there is a rule");
        let part = |name: &str, id| Part { name: name.to_owned(), rules: [id].into() };
        let parts: Vec<Part> = rules.map(|(id, rule)| part(rule.name.as_str(), id)).collect();
        let tagging = Tagging::new(&grammar, &shapes, &limits);
        let tdfa = tagged(&tagging, root, &parts).expect("the parts can be located");
        assert!(tdfa.locate(text.as_bytes()).is_some(), "{text}");
        Some(read(&tdfa, text.as_bytes())?.0)
    }

    #[test]
    fn slots_are_settled_after_the_last_part() {
        let path = "path = \"/\" [ first *( \"/\" *%x61-7A ) ]\nfirst = 1*%x61-7A\n";
        assert_eq!(bytes(path, "/ab/cd/ef"), Some(4));
        assert_eq!(bytes(path, "/ab"), None, "the part may continue");
        let list = "list = *%x61-7A [ \"#\" mark ]\nmark = *%x30-39\n";
        assert_eq!(bytes(list, "ab"), None, "a part may follow");
        assert_eq!(bytes(list, "ab#12"), Some(4), "the part begins at a byte that is read");
        let word = "word = one / two\none = 1*( \"xy\" )\ntwo = \"x\" *( \"yx\" )\n";
        assert_eq!(bytes(word, "xyxy"), None, "the end determines the part");
    }

    #[test]
    fn what_follows_changes_nothing() {
        let early = Cell::new(0);
        for_each(|tagging, rule, parts| {
            let Ok(tdfa) = tagged(tagging, rule, parts) else { return };
            for text in texts(b"ab", 6) {
                let mut walk = tdfa.walk();
                text.iter().for_each(|&byte| walk.step(byte));
                let (Some(slots), Some((end, state))) = (walk.slots(), read(&tdfa, &text)) else {
                    continue;
                };
                early.set(early.get() + usize::from(end < text.len()));
                let mut walk = tdfa.walk();
                text[..end].iter().for_each(|&byte| walk.step(byte));
                let at = |(value, slot): (&Value, _)| match value {
                    Value::Here => Some(text.len()),
                    Value::None | Value::Register(_) => slot,
                };
                let values = tdfa.ends(state).expect("it accepts");
                let settled: Vec<_> =
                    values.iter().zip(walk.slots().expect("it accepts")).map(at).collect();
                assert_eq!(settled, slots, "{}", text.escape_ascii());
            }
        });
        assert!(1000 <= early.get(), "{} texts are too few", early.get());
    }
}
