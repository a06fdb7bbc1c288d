//! The minimiser against Moore's algorithm on random automata with outputs.

use super::*;
use crate::bytes::{ByteClasses, ByteSet};
use crate::testing::seeded;
use proptest::prelude::*;

type Random = Dense<u8, u8>;

/// Trimmed automata: each state except the last has an edge to the next, and the last is an end.
fn automata() -> impl Strategy<Value = Random> {
    (1..10_usize).prop_flat_map(|count| {
        let target = (0..count).prop_map(StateId::new);
        let edge = prop::option::of((target, 0..2_u8));
        let end = prop::option::weighted(0.3, 0..2_u8);
        (
            prop::collection::vec(edge, 3 * count),
            prop::collection::vec(0..2_u8, count),
            prop::collection::vec(end, count),
        )
            .prop_map(move |(edges, chain, mut ends)| {
                let made = |edge: Option<(StateId, u8)>| {
                    edge.map(|(target, output)| Edge { target, output })
                };
                let mut next: Vec<Option<Edge<u8>>> = edges.into_iter().map(made).collect();
                for (state, &output) in chain.iter().enumerate().take(count - 1) {
                    let target = StateId::new(state + 1);
                    next[3 * state] = Some(Edge { target, output });
                }
                ends[count - 1].get_or_insert(0);
                let sets = [ByteSet::range(b'a', b'm'), ByteSet::range(b'n', b'z')];
                Dense { classes: ByteClasses::of_sets(&sets), next, ends }
            })
    })
}

/// The pairs of states that are equivalent on all texts (Moore 1956): those not distinguished by
/// their ends, their outputs, or the states after some byte.
fn equivalent(dense: &Random) -> Vec<Vec<bool>> {
    let count = dense.state_count();
    let mut same = vec![vec![true; count]; count];
    loop {
        let before = same.clone();
        for a in dense.states() {
            for b in dense.states() {
                let alike =
                    |class| match (dense.edge_by_class(a, class), dense.edge_by_class(b, class)) {
                        (Some(a), Some(b)) => {
                            a.output == b.output && before[a.target.index()][b.target.index()]
                        }
                        (None, None) => true,
                        _ => false,
                    };
                same[a.index()][b.index()] =
                    dense.end(a) == dense.end(b) && (0..dense.classes().count()).all(alike);
            }
        }
        if same == before {
            return same;
        }
    }
}

/// The outputs of the automaton for a text; `None` from the byte on with which it leaves the
/// language.
fn run(dense: &Random, text: &[u8]) -> Vec<Option<u8>> {
    let mut state = Some(Random::START);
    let mut done = Vec::new();
    for &byte in text {
        let edge = state.and_then(|state| dense.edge(state, byte));
        done.push(edge.map(|edge| edge.output));
        state = edge.map(|edge| edge.target);
    }
    done.push(state.and_then(|state| dense.end(state).copied()));
    done
}

proptest! {
    #![proptest_config(seeded(256))]

    #[test]
    fn the_result_is_minimal_and_does_the_same(
        dense in automata(),
        texts in prop::collection::vec("[a-z0]{0,12}", 20),
    ) {
        let (made, stands_for) = minimal(&dense, |_| ());
        let same = equivalent(&dense);
        let mut representatives: Vec<usize> = Vec::new();
        for state in dense.states().map(StateId::index) {
            let is_known = |&known: &usize| same[known][state];
            if !representatives.iter().any(is_known) {
                representatives.push(state);
            }
        }
        prop_assert_eq!(made.state_count(), representatives.len());
        prop_assert_eq!(stands_for.len(), made.state_count());
        for text in &texts {
            prop_assert_eq!(run(&made, text.as_bytes()), run(&dense, text.as_bytes()));
        }
        // Minimising again changes neither states nor their numbers nor classes.
        prop_assert_eq!(&minimal(&made, |_| ()).0, &made);
        // No two classes are alike.
        let column = |class: usize| -> Vec<_> {
            made.states().map(|state| made.edge_by_class(state, class).cloned()).collect()
        };
        for class in 0..made.classes().count() {
            prop_assert!((0..class).all(|other| column(other) != column(class)));
        }
    }

    #[test]
    fn states_of_different_kinds_are_not_merged(dense in automata()) {
        let (made, stands_for) = minimal(&dense, |state| state);
        prop_assert_eq!(made.state_count(), dense.state_count());
        for (state, &old) in stands_for.iter().enumerate() {
            let state = StateId::new(state);
            prop_assert_eq!(made.end(state), dense.end(old));
        }
    }
}
