//! Tests that sweeps are correct for all short texts, and which bytes they skip.

use super::super::plain;
use super::*;
use crate::automata::dfa::Dfa;
use crate::bytes::ByteClasses;
use crate::testing::{dfa, seeded, texts};
use proptest::prelude::*;

const DETOUR: [(u8, &str); 1] = [(b'%', "01")];

fn detours() -> Vec<Detour> {
    DETOUR.iter().map(|(first, set)| (*first, vec![set.bytes().collect(); 2])).collect()
}

/// Returns the end of the run of a sweep.
fn skip(sweep: &Sweep, text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let whole = |(first, rest): &&Detour| {
            let behind = text.get(at + 1..at + 1 + rest.len());
            byte == *first
                && behind.is_some_and(|it| it.iter().zip(rest).all(|(it, set)| set.contains(*it)))
        };
        if sweep.bytes.contains(byte) {
            at += 1;
        } else if let Some((_, rest)) = sweep.detours.iter().find(whole) {
            at += 1 + rest.len();
        } else {
            break;
        }
    }
    at
}

/// Checks a sweep against the automaton, with a text.
fn check(tdfa: &Tdfa, from: StateId, sweep: &Sweep, text: &[u8]) {
    let next = |state, &byte: &u8| tdfa.next(state, byte).map(|edge| edge.target);
    let end = skip(sweep, text);
    let state = text[..end].iter().try_fold(from, next).expect("no byte is rejected");
    assert!(tdfa.ends(state).is_some(), "{text:?}");
    assert!(sweep.states.contains(&state), "{text:?}");
    let Some(&byte) = text.get(end) else { return };
    for (target, bytes) in &sweep.edges {
        if bytes.contains(byte) {
            assert_eq!(next(state, &byte), Some(*target), "{text:?}");
        }
    }
}

proptest! {
    #![proptest_config(seeded(300))]
    #[test]
    fn sweeps_agree_with_the_automaton(
        next in prop::collection::vec(prop::option::weighted(0.9, 0_usize..4), 4 * 5),
        ends in prop::collection::vec(prop::bool::weighted(0.8), 4),
    ) {
        let classes = ByteClasses::of_sets(&b"01a%".map(|byte| ByteSet::range(byte, byte)));
        let next = next.into_iter().map(|next| next.map(StateId::new)).collect();
        let tdfa = plain(&Dfa::from_table(classes, next, ends));
        for state in tdfa.dense.states() {
            if let Some(sweep) = sweep(&tdfa, state, &detours(), 1) {
                for text in texts(b"01a%#", 5) {
                    check(&tdfa, state, &sweep, &text);
                }
            }
        }
    }
}

/// The bytes of the sweep after a text, whether there are escapes, and the edges.
fn sweep_after(grammar: &str, before: &str) -> Option<(String, bool, Vec<String>)> {
    let tdfa = plain(&dfa(grammar, "r"));
    let next = |state, byte| tdfa.next(state, byte).map(|edge| edge.target);
    let from = before.bytes().try_fold(Tdfa::START, next).unwrap();
    let found = sweep(&tdfa, from, &detours(), 1)?;
    let edges = found.edges.values().map(ByteSet::to_string).collect();
    Some((found.bytes.to_string(), !found.detours.is_empty(), edges))
}

#[test]
fn parts_that_follow_each_other_are_one_sweep() {
    let grammar = "r = host [ \":\" *%x30-39 ] *( \"/\" *( host / \":\" ) ) [ \"#\" host ]\n\
                   host = *( %x61-7A / %x30-39 / esc )\n\
                   esc = \"%\" %x30-31 %x30-31\n";
    let expected = ("[/-9a-z]".to_string(), true, vec!["[#]".to_string()]);
    assert_eq!(sweep_after(grammar, ""), Some(expected.clone()));
    assert_eq!(sweep_after(grammar, "a"), Some(expected));
    // A port rejects letters, so the sweep in it skips none, even after the `/` that ends the port.
    assert_eq!(sweep_after(grammar, "a:1"), Some(("[/-9]".to_string(), false, vec!["[#]".into()])));
    assert_eq!(sweep_after(grammar, "a/"), None, "its run is all there is");
    assert_eq!(sweep_after(grammar, "%0"), None, "the text cannot end there");
}

#[test]
fn more_states_than_the_limit_are_no_sweep() {
    // All states accept, and `b` distinguishes them.
    let ring = |length: usize| {
        let grammar = format!("r = *\"a\" / *( {length}\"a\" ) \"b\"\n");
        Some(sweep(&plain(&dfa(&grammar, "r")), Tdfa::START, &[], 0)?.states.len())
    };
    assert_eq!(ring(MAX_STATES), Some(MAX_STATES));
    assert_eq!(ring(MAX_STATES + 1), None);
}
