//! Finds automata that share one table, with a start for each.
//!
//! A rule is often another one with or without a few first bytes: in RFC 2396 a `reference` is a
//! `URI-reference` or begins with a question mark. Then all states except the start are equal,
//! and the same code matches both. [Joined](crate::plan::parts::join) automata have some states of
//! their own: in RFC 3986 the table of `URI-reference` has 186 states, and three more for `URI` and
//! `relative-ref`, which have code of their own.

use crate::automata::dense::{Dense, StateId};
use crate::automata::graph::reached;
use crate::automata::minimise::common_blocks;
use crate::automata::tagged::tdfa::{Located, Tdfa, Transition};
use crate::plan::format::locator_excess;
use std::collections::BTreeMap;

/// An automaton with a further start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::plan) struct Joined {
    /// The automaton. Its first states are those of the base.
    pub(in crate::plan) tdfa: Tdfa,
    /// The start of the other automaton.
    pub(in crate::plan) start: StateId,
    /// Whether the bytes that lead both starts to the same state, with the same assignments, lead to
    /// all states of the other automaton. Then code for the base reads its texts too.
    pub(in crate::plan) shares_code: bool,
}

/// Returns `base` with the states of `other` that it lacks. `None` if the registers or the order of
/// the parts differ, or if tables cannot hold the result.
///
/// Takes time O(m log n) for m edges and n states of both.
pub(in crate::plan) fn joined(base: &Tdfa, other: &Tdfa) -> Option<Joined> {
    if base.registers != other.registers || base.slots != other.slots {
        return None;
    }
    let parts = all_parts(&base.parts, &other.parts)?;
    let (base, other) = (&with_parts(base, &parts), &with_parts(other, &parts));
    let classes = base.classes().refined(other.classes());
    let bytes = classes.representatives();
    let count = base.state_count();
    let context = |index: usize, state| [base, other][index].context(state);
    let [of_base, of_other] = common_blocks([&base.dense, &other.dense], context);
    let mut state_of: BTreeMap<usize, StateId> = BTreeMap::new();
    for (index, &block) in of_base.iter().enumerate() {
        state_of.entry(block).or_insert(StateId::new(index));
    }
    let mut lacking = Vec::new();
    for (state, &block) in other.dense.states().zip(&of_other) {
        let new = StateId::new(count + lacking.len());
        state_of.entry(block).or_insert_with(|| {
            lacking.push(state);
            new
        });
    }
    let known = |state: StateId| state_of[&of_other[state.index()]];
    let edge = |state, byte| {
        let Transition { target, output } = other.next(state, byte)?.clone();
        Some(Transition { target: known(target), output })
    };
    let (mut next, mut ends, mut contexts) =
        (Vec::new(), base.dense.ends.clone(), base.contexts.clone());
    for state in base.dense.states() {
        next.extend(bytes.iter().map(|&byte| base.next(state, byte).cloned()));
    }
    for &state in &lacking {
        next.extend(bytes.iter().map(|&byte| edge(state, byte)));
        ends.push(other.dense.end(state).cloned());
        contexts.push(other.context(state).clone());
    }
    let tdfa = Tdfa { dense: Dense { classes, next, ends }, contexts, ..base.clone() };
    let start = known(Tdfa::START);
    let shares_code = reach_all(&tdfa, start, &bytes);
    let fits = locator_excess(&tdfa).is_none();
    fits.then_some(Joined { tdfa, start, shares_code })
}

/// Returns the parts of two automata in an order that is that of both.
fn all_parts(one: &[Located], two: &[Located]) -> Option<Vec<Located>> {
    let (mut one, mut two, mut all) = (one, two, Vec::new());
    let is_in = |part: &Located, parts: &[Located]| parts.iter().any(|it| it.name == part.name);
    while let (Some((first, others)), Some((second, more))) = (one.split_first(), two.split_first())
    {
        if first.name == second.name {
            (one, two) = (others, more);
            all.push(first.clone());
        } else if !is_in(first, two) {
            one = others;
            all.push(first.clone());
        } else if !is_in(second, one) {
            two = more;
            all.push(second.clone());
        } else {
            return None;
        }
    }
    all.extend(one.iter().chain(two).cloned());
    Some(all)
}

/// Returns the automaton with more parts, which are in no context.
fn with_parts(tdfa: &Tdfa, all: &[Located]) -> Tdfa {
    let index = |part: usize| all.iter().position(|it| it.name == tdfa.parts[part].name);
    let contexts = tdfa.contexts.iter().map(|context| context.renumbered(index)).collect();
    Tdfa { parts: all.to_vec(), contexts, ..tdfa.clone() }
}

/// Returns whether the edges that two starts share lead to all states that follow the second.
fn reach_all(tdfa: &Tdfa, start: StateId, bytes: &[u8]) -> bool {
    let of_start = bytes.iter().map(|&byte| (tdfa.next(Tdfa::START, byte), tdfa.next(start, byte)));
    let of_start: Vec<_> = of_start.collect();
    let same = of_start.iter().filter(|(one, two)| one == two).filter_map(|(_, two)| *two);
    let reached = reached(tdfa.state_count(), same.map(|edge| edge.target.index()), |state| {
        tdfa.dense.successors(StateId::new(state)).map(StateId::index)
    });
    of_start.iter().filter_map(|(_, two)| *two).all(|edge| reached[edge.target.index()])
}

#[cfg(test)]
mod tests {
    use super::super::plain;
    use super::*;
    use crate::testing::{dfa, texts};

    /// The texts that an automaton accepts from a state.
    fn accepts(tdfa: &Tdfa, start: StateId, text: &[u8]) -> bool {
        let end = text.iter().try_fold(start, |state, &byte| Some(tdfa.next(state, byte)?.target));
        end.is_some_and(|end| tdfa.ends(end).is_some())
    }

    #[track_caller]
    fn check(base: &str, other: &str, more: usize, shares_code: bool) {
        let (base, other) = (plain(&dfa(base, "r")), plain(&dfa(other, "r")));
        let both = joined(&base, &other).expect("neither has parts");
        assert_eq!(both.tdfa.state_count() - base.state_count(), more);
        assert_eq!(both.shares_code, shares_code);
        for text in texts(b"abcd", 4) {
            let [of_base, of_other] = [&base, &other].map(|it| accepts(it, Tdfa::START, &text));
            let shown = text.escape_ascii();
            assert_eq!(accepts(&both.tdfa, Tdfa::START, &text), of_base, "{shown}");
            assert_eq!(accepts(&both.tdfa, both.start, &text), of_other, "{shown}");
        }
    }

    #[test]
    fn what_differs_in_the_first_byte_alone_shares_code() {
        let base = "r = *( \"a\" / \"bc\" ) / \"d\" \"bc\"\n";
        check(base, "r = [ \"a\" *( \"a\" / \"bc\" ) ] / \"d\" \"bc\"\n", 1, true);
        check(base, base, 0, true);
    }

    #[test]
    fn what_differs_later_shares_some_states() {
        let base = "r = *( \"a\" / \"bc\" )\n";
        check(base, "r = \"d\" *( \"a\" / \"bc\" )\n", 1, false);
        check(base, "r = \"d\" [ \"d\" ] *( \"a\" / \"bc\" )\n", 2, false);
        check(base, "r = \"c\" / \"ac\"\n", 3, false);
    }

    #[test]
    fn the_parts_of_both_keep_their_order() {
        let parts = |names: &[&str]| {
            let part = |name: &&str| Located {
                name: (*name).to_owned(),
                mandatory: false,
                variants: Vec::new(),
            };
            names.iter().map(part).collect::<Vec<_>>()
        };
        let all = |one: &[&str], two: &[&str]| {
            let all = all_parts(&parts(one), &parts(two))?;
            Some(all.into_iter().map(|part| part.name).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(all(&["b", "d"], &["a", "b", "c", "d"]).as_deref(), Some("a b c d"));
        assert_eq!(all(&["a", "b"], &["b", "c"]).as_deref(), Some("a b c"));
        assert_eq!(all(&[], &["a"]).as_deref(), Some("a"));
        assert_eq!(all(&["a", "b"], &["b", "a"]), None);
    }
}
