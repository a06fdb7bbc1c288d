//! Sweeps: runs over several states of an automaton at once.
//!
//! `is_match` does not need to know the exact state while no reachable state rejects the byte.
//! After the scheme of RFC 3986, letters continue the host or the path, `/` leads to the path and
//! `?` to the query, and none of these bytes is rejected in any of the states that they lead to. One
//! test therefore covers the rest of most texts, although the automaton has a run for each part. If
//! another byte occurs, such as the `:` before a port, the text is read state by state from the
//! beginning of the sweep. A byte that leads to the same state from all states of the sweep, as `#`
//! does, is an edge of the sweep, for scanners that find its end.
//!
//! *Invariant:* all states that the bytes of the sweep reach accept, and none rejects one of these
//! bytes. The set grows class by class as long as the invariant holds, classes of many bytes first.
//! The result is not always the largest set, since two classes can each fit only without the other.

use crate::automata::dense::StateId;
use crate::automata::tagged::tdfa::Tdfa;
use crate::bytes::ByteSet;
use std::collections::BTreeMap;

/// The first byte, and the sets of the others.
pub type Detour = (u8, Vec<ByteSet>);

/// A run over several states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// The bytes.
    pub bytes: ByteSet,
    /// Sequences of other bytes that are also skipped.
    pub detours: Vec<Detour>,
    /// The states that these bytes can reach. All accept.
    pub states: Vec<StateId>,
    /// The bytes that lead from all of these states to one state, by that state.
    pub edges: BTreeMap<StateId, ByteSet>,
}

/// The maximum number of states of a sweep.
pub const MAX_STATES: usize = 16;

/// Returns the sweep from a state of an automaton without assignments, with at most `most` detours.
/// Its set has the bytes that lead back to the state, and more. `None` if the state does not
/// accept, or if no other state is reached.
///
/// Takes time proportional to 256 × [`MAX_STATES`] for each class of bytes, and to
/// 256 × [`MAX_STATES`]² for each detour.
pub fn sweep(tdfa: &Tdfa, from: StateId, detours: &[Detour], most: usize) -> Option<Sweep> {
    let stays = |byte| tdfa.next(from, byte).is_some_and(|edge| edge.target == from);
    let mut classes = tdfa.classes().sets();
    classes.sort_by_key(|class| std::cmp::Reverse(class.len()));
    let (stay, others): (Vec<ByteSet>, Vec<ByteSet>) =
        classes.iter().partition(|class| class.iter().all(stays));
    let mut bytes = stay.into_iter().fold(ByteSet::EMPTY, ByteSet::union);
    for class in others {
        let more = bytes.union(class);
        if reached(tdfa, from, more, &[]).is_some() {
            bytes = more;
        }
    }
    let mut taken: Vec<Detour> = Vec::new();
    let is_skipped =
        |byte, taken: &[Detour]| bytes.contains(byte) || taken.iter().any(|it| it.0 == byte);
    for detour in detours {
        let is_inside = detour.1.iter().all(|set| set.is_subset(bytes));
        let more = [taken.as_slice(), std::slice::from_ref(detour)].concat();
        if is_inside
            && !is_skipped(detour.0, &taken)
            && taken.len() < most
            && reached(tdfa, from, bytes, &more).is_some()
        {
            taken = more;
        }
    }
    let states = reached(tdfa, from, bytes, &taken).filter(|states| 1 < states.len())?;
    let mut edges: BTreeMap<StateId, ByteSet> = BTreeMap::new();
    for byte in (0..=255).filter(|&byte| !is_skipped(byte, &taken)) {
        if let Some(&[target]) = after(tdfa, &states, ByteSet::range(byte, byte)).as_deref() {
            edges.entry(target).or_default().insert(byte);
        }
    }
    Some(Sweep { bytes, detours: taken, states, edges })
}

/// Returns the states that any number of the bytes and detours lead to, if all accept and no byte
/// leads to the dead state; `None` if there are too many.
fn reached(tdfa: &Tdfa, from: StateId, bytes: ByteSet, detours: &[Detour]) -> Option<Vec<StateId>> {
    let mut met = vec![from];
    let mut next = 0;
    while let Some(&state) = met.get(next) {
        next += 1;
        tdfa.ends(state)?;
        let mut targets = after(tdfa, &[state], bytes)?;
        for (first, rest) in detours {
            let mut inside = after(tdfa, &[state], ByteSet::range(*first, *first))?;
            for &set in rest {
                inside = after(tdfa, &inside, set)?;
            }
            targets.extend(inside);
        }
        for target in targets {
            if !met.contains(&target) {
                met.push(target);
            }
        }
        if MAX_STATES < met.len() {
            return None;
        }
    }
    Some(met)
}

/// Returns the states after one of the bytes, each once, if no byte leads to the dead state;
/// `None` if there are too many.
fn after(tdfa: &Tdfa, states: &[StateId], bytes: ByteSet) -> Option<Vec<StateId>> {
    let mut targets = Vec::new();
    for &state in states {
        for byte in bytes.iter() {
            let target = tdfa.next(state, byte)?.target;
            if !targets.contains(&target) {
                targets.push(target);
            }
            if MAX_STATES < targets.len() {
                return None;
            }
        }
    }
    Some(targets)
}

#[cfg(test)]
mod tests;
