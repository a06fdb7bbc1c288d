//! An automaton to a regular expression over bytes, by the elimination of its states (Brzozowski and
//! `McCluskey`, "Signal flow graph techniques for sequential circuit state diagrams", 1963). Removing a
//! state replaces each pair of an incoming and an outgoing edge by one edge around the state. The state
//! with the fewest such pairs is removed next.

use super::Regex;
use super::expand::{MAX_DEPTH, MAX_NODES, alt, concat, repeat};
use abnfc::automata::dfa::{Dfa, StateId};
use abnfc::bytes::ByteSet;
use abnfc::grammar::ValueSet;
use std::collections::{BTreeMap, BTreeSet};

/// The expressions between pairs of states.
type Edges = BTreeMap<(usize, usize), Regex>;

/// Returns the expression. `None` if it has more than [`MAX_NODES`] nodes or [`MAX_DEPTH`] levels.
pub(super) fn eliminate(dfa: &Dfa) -> Option<Regex> {
    // An additional state before the start and one after the ends, so that no other state begins or ends
    // a text.
    let (first, last) = (dfa.state_count(), dfa.state_count() + 1);
    let mut edges = Edges::from([((first, Dfa::START.index()), Regex::Empty)]);
    for (state, targets) in dfa.edges() {
        for (set, to) in targets {
            edges.insert((state.index(), to.index()), Regex::Set(values(&set)));
        }
        if dfa.is_accepting(state) {
            edges.insert((state.index(), last), Regex::Empty);
        }
    }
    let mut left: BTreeSet<usize> = dfa.states().map(StateId::index).collect();
    let mut nodes = edges.len();
    while let Some(&state) = left.iter().min_by_key(|&&state| (ways(&edges, state), state)) {
        left.remove(&state);
        let into: Vec<(usize, Regex)> =
            taken(&mut edges, |(from, to)| to == state && from != state)
                .into_iter()
                .map(|((from, _), regex)| (from, regex))
                .collect();
        let out: Vec<(usize, Regex)> = taken(&mut edges, |(from, to)| from == state && to != state)
            .into_iter()
            .map(|((_, to), regex)| (to, regex))
            .collect();
        let around = edges.remove(&(state, state)).unwrap_or(Regex::Nothing);
        let around = repeat(0, None, around);
        for (from, before) in &into {
            for (to, after) in &out {
                let through = concat([before.clone(), around.clone(), after.clone()]);
                let (size, depth) = size_and_depth(&through);
                nodes += size;
                if MAX_NODES < nodes || MAX_DEPTH < depth {
                    return None;
                }
                let other = edges.remove(&(*from, *to)).unwrap_or(Regex::Nothing);
                edges.insert((*from, *to), alt([through, other]));
            }
        }
    }
    Some(edges.remove(&(first, last)).unwrap_or(Regex::Nothing))
}

/// Returns the number of pairs of edges through a state.
fn ways(edges: &Edges, state: usize) -> usize {
    let into = edges.keys().filter(|(from, to)| *to == state && *from != state).count();
    let out = edges.keys().filter(|(from, to)| *from == state && *to != state).count();
    into * out
}

/// Removes and returns the edges that fulfil a condition.
fn taken(edges: &mut Edges, is_taken: impl Fn((usize, usize)) -> bool) -> Edges {
    let keys: Vec<(usize, usize)> = edges.keys().copied().filter(|&key| is_taken(key)).collect();
    keys.into_iter().filter_map(|key| edges.remove_entry(&key)).collect()
}

fn values(set: &ByteSet) -> ValueSet {
    ValueSet::new(set.ranges().into_iter().map(|(low, high)| (low.into(), high.into())))
}

/// Returns the numbers of nodes and levels of an expression.
fn size_and_depth(regex: &Regex) -> (usize, usize) {
    let mut todo = vec![(regex, 1)];
    let (mut size, mut depth) = (0, 0);
    while let Some((regex, level)) = todo.pop() {
        size += 1;
        depth = depth.max(level);
        match regex {
            Regex::Concat(items) | Regex::Alt(items) => {
                todo.extend(items.iter().map(|item| (item, level + 1)));
            }
            Regex::Repeat(_, _, body) => todo.push((body, level + 1)),
            Regex::Nothing | Regex::Empty | Regex::Set(_) => (),
        }
    }
    (size, depth)
}
