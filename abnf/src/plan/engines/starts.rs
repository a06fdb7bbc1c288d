//! Finds automata that differ only in how texts begin: they share one table, with a start for
//! each.
//!
//! A rule is often another one with or without a few first bytes: in RFC 2396 a `reference` is a
//! `URI-reference` or begins with a question mark. Then all states except the start are equal,
//! and the same code locates the parts.

use crate::automata::dense::{Dense, StateId};
use crate::automata::tagged::tdfa::{Tdfa, Transition};
use std::collections::BTreeMap;

/// Returns `base` with one more state, which behaves as the start of `other`; `None` if the two
/// automata differ in other states. The states after the starts must be reached by equal bytes.
///
/// Takes time linear in both automata.
pub(in crate::plan) fn with_start(base: &Tdfa, other: &Tdfa) -> Option<Tdfa> {
    let names = |tdfa: &Tdfa| tdfa.parts.iter().map(|it| it.name.clone()).collect::<Vec<_>>();
    let are_alike = base.registers == other.registers
        && base.slots == other.slots
        && names(base) == names(other)
        && base.state_count() + 1 < usize::from(u16::MAX);
    if !are_alike {
        return None;
    }
    let classes = base.classes().refined(other.classes());
    let bytes = classes.representatives();
    let same_of = same_states(base, other, &bytes)?;
    let start = bytes.iter().map(|&byte| {
        let Some(edge) = other.next(Tdfa::START, byte) else { return Some(None) };
        let target = *same_of.get(&edge.target)?;
        Some(Some(Transition { target, output: edge.output.clone() }))
    });
    let start = start.collect::<Option<Vec<_>>>()?;
    let rows =
        base.dense.states().flat_map(|state| bytes.iter().map(move |&byte| base.next(state, byte)));
    let next = rows.map(Option::<&Transition>::cloned).chain(start).collect();
    let mut ends = base.dense.ends.clone();
    ends.push(other.dense.end(Tdfa::START).cloned());
    let mut contexts = base.contexts.clone();
    contexts.push(other.context(Tdfa::START).clone());
    Some(Tdfa { dense: Dense { classes, next, ends }, contexts, ..base.clone() })
}

/// Returns, for each state of the other automaton after its start, the equivalent state.
fn same_states(base: &Tdfa, other: &Tdfa, bytes: &[u8]) -> Option<BTreeMap<StateId, StateId>> {
    let mut same_of = BTreeMap::new();
    let mut open = Vec::new();
    let mut meet = |one: &Transition, two: &Transition, open: &mut Vec<_>| {
        let known = *same_of.entry(two.target).or_insert_with(|| {
            open.push((one.target, two.target));
            one.target
        });
        one.output == two.output && known == one.target
    };
    for &byte in bytes {
        if let (Some(one), Some(two)) =
            (base.next(Tdfa::START, byte), other.next(Tdfa::START, byte))
        {
            // If the starts differ, the other one must lead to states that are also reached
            // elsewhere.
            if one.output == two.output && !meet(one, two, &mut open) {
                return None;
            }
        }
    }
    while let Some((one, two)) = open.pop() {
        if base.ends(one) != other.ends(two) || base.context(one) != other.context(two) {
            return None;
        }
        for &byte in bytes {
            match (base.next(one, byte), other.next(two, byte)) {
                (None, None) => {}
                (Some(one), Some(two)) if meet(one, two, &mut open) => {}
                _ => return None,
            }
        }
    }
    Some(same_of)
}

#[cfg(test)]
mod tests {
    use super::super::plain;
    use super::*;
    use crate::testing::dfa;

    #[test]
    fn what_differs_in_the_first_byte_alone_is_one_table() {
        let base = plain(&dfa("r = *( \"a\" / \"bc\" ) / \"d\" \"bc\"\n", "r"));
        let fewer = plain(&dfa("r = [ \"a\" *( \"a\" / \"bc\" ) ] / \"d\" \"bc\"\n", "r"));
        let both = with_start(&base, &fewer).expect("they differ in the first byte");
        assert_eq!(both.state_count(), base.state_count() + 1);
        let start = StateId::new(base.state_count());
        for (text, expected) in [("", true), ("abc", true), ("bca", false), ("dbc", true)] {
            let end =
                text.bytes().try_fold(start, |state, byte| Some(both.next(state, byte)?.target));
            let accepts = end.is_some_and(|end| both.ends(end).is_some());
            assert_eq!(accepts, expected, "{text}");
            assert_eq!(
                both.locate(text.as_bytes()).is_some(),
                base.locate(text.as_bytes()).is_some()
            );
        }
    }

    #[test]
    fn what_differs_elsewhere_is_not() {
        let base = plain(&dfa("r = *( \"a\" / \"bc\" )\n", "r"));
        for other in ["r = *\"a\" [ \"bc\" ]\n", "r = *( \"a\" / \"bd\" )\n", "r = \"e\" \"f\"\n"] {
            assert_eq!(with_start(&base, &plain(&dfa(other, "r"))), None, "{other}");
        }
    }
}
