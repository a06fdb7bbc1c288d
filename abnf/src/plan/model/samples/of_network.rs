//! Shortest texts of rules that need the general engine, as a least fixpoint over states.

use super::super::Unit;
use super::of_pushdown::with_rejected;
use super::{MAX_LENGTH, Samples, preferred};
use crate::automata::language::Language;
use crate::automata::nested::network::{Call, Network, StateId};
use std::rc::Rc;

/// A shortest known text from each state to the end of its rule.
type Shortest = Vec<Option<Rc<[u8]>>>;

/// Searches a network, from the state in which the texts begin.
pub(super) fn samples(
    language: &Language,
    network: &Network,
    start: StateId,
    unit: Unit,
) -> Samples {
    let bytes = preferred();
    let shortest = fixed_point(network, |known, state| {
        let end = network.is_accepting(state).then(|| Rc::from([]));
        end.into_iter()
            .chain(read(network, known, state, &bytes))
            .chain(called(network, known, state))
            .collect()
    });
    // The same for texts that call a rule.
    let calling = fixed_point(network, |known, state| {
        read(network, known, state, &bytes)
            .into_iter()
            .chain(called(network, &shortest, state))
            .collect()
    });
    let text = |of: &Shortest| of[start.index()].as_ref().map(|text| text.to_vec());
    with_rejected(language, unit, text(&shortest), text(&calling).or_else(|| text(&shortest)))
}

fn fixed_point(network: &Network, found: impl Fn(&Shortest, StateId) -> Vec<Rc<[u8]>>) -> Shortest {
    let mut known: Shortest = vec![None; network.state_count()];
    loop {
        let mut has_changed = false;
        for state in network.states() {
            let best = found(&known, state).into_iter().min_by_key(|text| text.len());
            let Some(best) = best.filter(|text| text.len() <= MAX_LENGTH) else { continue };
            let old = &mut known[state.index()];
            if old.as_ref().is_none_or(|old| best.len() < old.len()) {
                *old = Some(best);
                has_changed = true;
            }
        }
        if !has_changed {
            return known;
        }
    }
}

/// Returns the texts that begin with a byte. The first of several texts of one length has the
/// preferred byte.
fn read(network: &Network, known: &Shortest, state: StateId, bytes: &[u8]) -> Vec<Rc<[u8]>> {
    let text = |&byte: &u8| {
        let rest = known[network.next(state, byte)?.index()].as_ref()?;
        Some([&[byte], &rest[..]].concat().into())
    };
    bytes.iter().filter_map(text).collect()
}

/// Returns the texts that begin with a call.
fn called(network: &Network, known: &Shortest, state: StateId) -> Vec<Rc<[u8]>> {
    let text = |call: &Call| {
        let first = known[call.start.index()].as_ref()?;
        match call.then {
            None => Some(Rc::clone(first)),
            Some(state) => Some([&first[..], &known[state.index()].as_ref()?[..]].concat().into()),
        }
    };
    network.calls(state).iter().filter_map(text).collect()
}
