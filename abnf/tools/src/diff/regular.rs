//! Two automata to several texts that only one of them accepts.

use abnfc::automata::compare::{legibility, legible};
use abnfc::automata::dfa::{Dfa, StateId};
use std::collections::BTreeMap;

/// The states of two automata after a text; `None` if no continuation matches.
type Pair = (Option<StateId>, Option<StateId>);

/// Returns the first texts that only one automaton accepts, at most `count` for each, in the order of
/// length and then of legibility; one text stands for all with bytes of the same classes. The search
/// enters at most `limit` pairs of states and then returns what it has found.
///
/// A pair that `count` texts have reached is not entered again: whatever follows a later text follows
/// each of them.
pub(super) fn texts(a: &Dfa, b: &Dfa, count: usize, limit: usize) -> [Vec<Vec<u8>>; 2] {
    let classes = a.classes().refined(b.classes());
    let mut bytes: Vec<u8> = classes.sets().iter().map(legible).collect();
    bytes.sort_by_key(|&byte| legibility(byte));
    let mut found = [Vec::new(), Vec::new()];
    let mut visits: BTreeMap<Pair, usize> = BTreeMap::new();
    let mut entered = 0;
    let mut level = vec![(Vec::new(), (Some(Dfa::START), Some(Dfa::START)))];
    while !level.is_empty() {
        for (text, pair) in &level {
            let accepts =
                |dfa: &Dfa, state: Option<StateId>| state.is_some_and(|it| dfa.is_accepting(it));
            let side = match (accepts(a, pair.0), accepts(b, pair.1)) {
                (true, false) => &mut found[0],
                (false, true) => &mut found[1],
                _ => continue,
            };
            if side.len() < count {
                side.push(text.clone());
            }
        }
        let [is_full_a, is_full_b] = found.each_ref().map(|texts| texts.len() == count);
        if is_full_a && is_full_b {
            break;
        }
        let mut longer = Vec::new();
        for (text, pair) in &level {
            for &byte in &bytes {
                let next = (
                    pair.0.and_then(|state| a.next(state, byte)),
                    pair.1.and_then(|state| b.next(state, byte)),
                );
                let is_needed = match next {
                    (None, None) => false,
                    (Some(_), None) => !is_full_a,
                    (None, Some(_)) => !is_full_b,
                    (Some(_), Some(_)) => true,
                };
                let visits = visits.entry(next).or_default();
                if !is_needed || count <= *visits {
                    continue;
                }
                if limit <= entered {
                    return found;
                }
                *visits += 1;
                entered += 1;
                longer.push(([text.as_slice(), &[byte]].concat(), next));
            }
        }
        level = longer;
    }
    found
}
