//! Contracts the cycles of an NFA that read nothing into single states.
//!
//! All states of such a cycle reach each other without reading, so they accept the same texts from
//! there. The cycles are the strongly connected components of the steps that read nothing, so one
//! search finds them all in linear time ([`graph::components`]). The preferred derivation, however,
//! depends on the state in which a cycle is entered, so tagged automata keep these states
//! (see [`crate::automata::merge_bisimilar`]).

use crate::automata::graph;
use crate::automata::nfa::{Nfa, State, StateId};
use std::collections::BTreeSet;

/// Returns automata with the same languages without cycles that read nothing, for automata that
/// share their states. Drops tags.
pub(crate) fn contract_silent_cycles(nfas: &[Nfa]) -> Vec<Nfa> {
    let Some(first) = nfas.first() else { return Vec::new() };
    let silent: graph::Graph = first
        .states
        .iter()
        .map(|state| match state {
            State::Byte { .. } => Vec::new(),
            _ => state.targets().iter().map(|&target| target.index()).collect(),
        })
        .collect();
    let components = graph::components(&silent);
    let mut component_of = vec![0; silent.len()];
    for (index, component) in components.iter().enumerate() {
        component.iter().for_each(|&state| component_of[state] = index);
    }
    let of = |state: StateId| StateId::new(component_of[state.index()]);
    let contracted = |(index, component): (usize, &Vec<usize>)| match &component[..] {
        [single] if matches!(first.states[*single], State::Byte { .. }) => {
            match &first.states[*single] {
                State::Byte { set, next } => State::Byte { set: *set, next: of(*next) },
                _ => unreachable!("matched above"),
            }
        }
        _ => {
            let targets = component.iter().flat_map(|&state| first.states[state].targets());
            let targets: BTreeSet<StateId> = targets.map(|&target| of(target)).collect();
            State::Split(targets.into_iter().filter(|&to| to.index() != index).collect())
        }
    };
    let states: std::sync::Arc<[State]> = components.iter().enumerate().map(contracted).collect();
    nfas.iter()
        .map(|nfa| Nfa {
            states: std::sync::Arc::clone(&states),
            start: of(nfa.start),
            accept: of(nfa.accept),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::ByteSet;
    use crate::testing::{seeded, texts};
    use proptest::prelude::*;

    /// Two automata over `a` and `b` that share their states, with many silent steps.
    fn automata() -> impl Strategy<Value = [Nfa; 2]> {
        (2..8_usize).prop_flat_map(|count| {
            let id = || (0..count).prop_map(StateId::new);
            let byte = (prop::sample::select(vec![b'a', b'b']), id());
            let state = prop_oneof![
                byte.prop_map(|(byte, next)| State::Byte { set: ByteSet::range(byte, byte), next }),
                prop::collection::vec(id(), 0..4).prop_map(State::Split),
            ];
            let ends = prop::collection::vec(id(), 0..4).prop_map(State::Split);
            let others = prop::collection::vec(state, count - 1);
            ([id(), id()], ends, others).prop_map(|(starts, end, others)| {
                let states: std::sync::Arc<[State]> = std::iter::once(end).chain(others).collect();
                let accept = StateId::new(0);
                starts.map(|start| Nfa { states: std::sync::Arc::clone(&states), start, accept })
            })
        })
    }

    proptest! {
        #![proptest_config(seeded(500))]

        #[test]
        fn languages_stay_and_silent_cycles_go(nfas in automata()) {
            let contracted = contract_silent_cycles(&nfas);
            prop_assert_eq!(contracted.len(), nfas.len());
            for (before, after) in nfas.iter().zip(&contracted) {
                for text in texts(b"ab", 5) {
                    prop_assert_eq!(after.matches(&text), before.matches(&text));
                }
                let silent = |state: &State| match state {
                    State::Byte { .. } => Vec::new(),
                    _ => state.targets().iter().map(|&to| to.index()).collect(),
                };
                let silent: graph::Graph = after.states.iter().map(silent).collect();
                prop_assert!(!graph::has_cycle(&silent));
            }
        }
    }
}
