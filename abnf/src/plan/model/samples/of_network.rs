//! Shortest texts of rules that need the general engine, as a least fixpoint over states.

use super::super::Unit;
use super::of_pushdown::with_rejected;
use super::{MAX_LENGTH, Samples, preferred};
use crate::automata::language::Language;
use crate::automata::nested::network::{Network, StateId};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A shortest known text from each state to the end of its rule.
type Shortest = Vec<Option<Rc<[u8]>>>;

/// A text in two pieces.
type Joined<'a> = (&'a [u8], &'a [u8]);

/// Searches a network, from the state in which the texts begin.
pub(super) fn samples(
    language: &Language,
    network: &Network,
    start: StateId,
    readable: Option<Vec<u8>>,
    unit: Unit,
) -> Samples {
    // One byte of each class, the preferred one.
    let mut seen = BTreeSet::new();
    let mut bytes = preferred();
    bytes.retain(|&byte| seen.insert(network.classes().class(byte)));
    let reached = network.reached(start);
    let shortest = fixed_point(network, &reached, &bytes, None);
    // The same for texts that call a rule.
    let calling = fixed_point(network, &reached, &bytes, Some(&shortest));
    let text = |of: &Shortest| of[start.index()].as_ref().map(|text| text.to_vec());
    let example = readable.or_else(|| text(&calling)).or_else(|| text(&shortest));
    with_rejected(language, unit, text(&shortest), example)
}

/// Returns the shortest texts, or, if the texts of calls are given, the shortest ones with a call.
///
/// Passes over all states would find the same texts. A state is skipped if none of its successors
/// has changed since the last visit.
fn fixed_point(
    network: &Network,
    reached: &[StateId],
    bytes: &[u8],
    of_calls: Option<&Shortest>,
) -> Shortest {
    let mut users: Vec<Vec<StateId>> = vec![Vec::new(); network.state_count()];
    for &state in reached {
        let read = bytes.iter().filter_map(|&byte| network.next(state, byte));
        let called =
            network.calls(state).iter().flat_map(|it| it.then.into_iter().chain([it.start]));
        let used: BTreeSet<StateId> = read.chain(called).collect();
        used.into_iter().for_each(|used| users[used.index()].push(state));
    }
    let mut known: Shortest = vec![None; network.state_count()];
    let mut is_due = vec![true; network.state_count()];
    loop {
        let mut has_changed = false;
        for &state in reached {
            if !std::mem::take(&mut is_due[state.index()]) {
                continue;
            }
            let is_end = of_calls.is_none() && network.is_accepting(state);
            let end = is_end.then_some((&[][..], &[][..]));
            let longer = read(network, &known, state, bytes);
            let longer = longer.chain(called(network, of_calls.unwrap_or(&known), state));
            let Some(best) = end.into_iter().chain(longer).min_by_key(length) else { continue };
            let old = known[state.index()].as_ref();
            if length(&best) <= MAX_LENGTH && old.is_none_or(|old| length(&best) < old.len()) {
                known[state.index()] = Some([best.0, best.1].concat().into());
                users[state.index()].iter().for_each(|user| is_due[user.index()] = true);
                has_changed = true;
            }
        }
        if !has_changed {
            return known;
        }
    }
}

fn length((first, rest): &Joined<'_>) -> usize {
    first.len() + rest.len()
}

/// Returns the texts that begin with a byte. The first of several texts of one length has the
/// preferred byte.
fn read<'a>(
    network: &'a Network,
    known: &'a Shortest,
    state: StateId,
    bytes: &'a [u8],
) -> impl Iterator<Item = Joined<'a>> {
    bytes.iter().filter_map(move |byte| {
        let rest = known[network.next(state, *byte)?.index()].as_ref()?;
        Some((std::slice::from_ref(byte), &rest[..]))
    })
}

/// Returns the texts that begin with a call.
fn called<'a>(
    network: &'a Network,
    known: &'a Shortest,
    state: StateId,
) -> impl Iterator<Item = Joined<'a>> {
    network.calls(state).iter().filter_map(move |call| {
        let first = known[call.start.index()].as_ref()?;
        let rest = match call.then {
            None => &[][..],
            Some(state) => &known[state.index()].as_ref()?[..],
        };
        Some((&first[..], rest))
    })
}
