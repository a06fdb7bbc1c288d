//! Finds the brackets of a net: pairs of bytes between which rules embed themselves.
//!
//! Most nesting is delimited by an opening and a closing byte. The part of the net between two such
//! bytes becomes a [`Bracket`]: reading the first byte pushes, reading the second pops. The
//! choice of brackets does not change the language; it only decides whether
//! [`mod@super::determinise`] succeeds. Pairs such as `(` and `)` are tried first: they become
//! brackets of a rule if they are balanced on all paths through it. Rules that still embed
//! themselves get any two bytes that enclose a call on every path.

use super::levels::levels;
use super::net::{Bracket, BracketId, ExitId, Net, State, StateId};
use crate::automata::graph;
use crate::bytes::ByteSet;
use crate::grammar::RuleId;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The usual pairs that become brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairs {
    /// Those around recursive calls.
    AroundRecursion,
    /// All pairs, so that no byte of a pair has two meanings.
    Everywhere,
}

/// The number of bytes before a call, and after it, that are tried if there is no usual pair.
const MAX_TRIED: usize = 8;

/// The usual pairs of bytes.
const PAIRS: [(u8, u8); 4] = [(b'(', b')'), (b'[', b']'), (b'{', b'}'), (b'<', b'>')];

/// Finds brackets for the rules that embed themselves.
pub fn brackets(mut net: Net, pairs: Pairs) -> Net {
    if pairs == Pairs::Everywhere {
        let starts: Vec<StateId> = net.rules.values().map(|it| it.start).collect();
        starts.iter().for_each(|&start| enclose_pairs(&mut net, start, &[]));
        // Brackets may contain other brackets.
        let mut done = 0;
        while let Some(start) = net.brackets.get(done).map(|bracket| bracket.start) {
            enclose_pairs(&mut net, start, &[]);
            done += 1;
        }
    }
    for level in levels(&net).into_iter().filter(|level| level.recursion.is_none()) {
        for rule in &level.rules {
            let start = net.rules[rule].start;
            enclose_pairs(&mut net, start, &level.rules);
        }
    }
    for level in levels(&net).into_iter().filter(|level| level.recursion.is_none()) {
        for &rule in &level.rules {
            while let Some((open, close)) = pair(&net, rule, &level.rules) {
                enclose(&mut net, &[open], &[close]);
            }
        }
    }
    net
}

/// Makes brackets of the usual pairs that are balanced on all paths from the start of a rule or
/// another bracket. If there are `members`, one of them must be called inside.
fn enclose_pairs(net: &mut Net, start: StateId, members: &[RuleId]) {
    for (open, close) in PAIRS {
        enclose_pair(net, start, ByteSet::range(open, open), ByteSet::range(close, close), members);
    }
}

fn enclose_pair(
    net: &mut Net,
    start: StateId,
    opening: ByteSet,
    closing: ByteSet,
    members: &[RuleId],
) {
    let Some(depth) = depths(net, start, opening, closing) else { return };
    let has_set = |state: &StateId, wanted| set(net, *state) == Some(wanted);
    let is_inside = |(state, &depth): (&StateId, &usize)| match &net.states[state.index()] {
        State::Call { rule, .. } => depth > 0 && members.contains(rule),
        _ => false,
    };
    if members.is_empty() || depth.iter().any(is_inside) {
        let mut opens: Vec<StateId> =
            depth.keys().copied().filter(|it| has_set(it, opening)).collect();
        // Inner brackets come first.
        opens.sort_by_key(|state| std::cmp::Reverse(depth[state]));
        let closes: Vec<StateId> =
            depth.keys().copied().filter(|it| has_set(it, closing)).collect();
        enclose(net, &opens, &closes);
    }
}

/// Returns the number of open brackets in each state that is reachable from `start`; `None` if it
/// depends on the path, or if the brackets are not balanced.
fn depths(
    net: &Net,
    start: StateId,
    opening: ByteSet,
    closing: ByteSet,
) -> Option<BTreeMap<StateId, usize>> {
    let mut depth: BTreeMap<StateId, usize> = BTreeMap::from([(start, 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(state) = queue.pop_front() {
        let here = depth[&state];
        let there = match &net.states[state.index()] {
            State::Byte { set, .. } if *set == opening => here + 1,
            State::Byte { set, .. } if *set == closing => here.checked_sub(1)?,
            State::End | State::Leave(_) if here > 0 => return None,
            _ => here,
        };
        for &next in net.states[state.index()].targets() {
            match depth.get(&next) {
                Some(&known) if known != there => return None,
                Some(_) => {}
                None => {
                    depth.insert(next, there);
                    queue.push_back(next);
                }
            }
        }
    }
    Some(depth)
}

/// Returns a state that reads an opening byte and one that reads a closing byte around a call of a
/// member in a rule: the pair with the most calls of members inside, then the one with the fewest
/// states.
///
/// Every path through the call must pass both states, so the first is one of the call's dominators,
/// and the second one of its dominators in the reversed graph.
fn pair(net: &Net, rule: RuleId, members: &[RuleId]) -> Option<(StateId, StateId)> {
    let ends = net.rules[&rule];
    let states = net.reached(ends.start);
    let is_call = |state: &StateId| match &net.states[state.index()] {
        State::Call { rule, .. } => members.contains(rule),
        _ => false,
    };
    let calls: Vec<usize> = (0..states.len()).filter(|&index| is_call(&states[index])).collect();
    if calls.is_empty() {
        return None;
    }
    let index = |state: &StateId| states.binary_search(state).expect("the state is reachable");
    let targets = |state: &StateId| net.states[state.index()].targets().iter().map(index).collect();
    let graph: graph::Graph = states.iter().map(targets).collect();
    let before = graph::dominators(&graph, index(&ends.start));
    let after = match states.binary_search(&ends.end) {
        Ok(end) => graph::dominators(&graph::reversed(&graph), end),
        Err(_) => return None,
    };
    let mut tried = BTreeSet::new();
    let mut best = None;
    for call in calls {
        for open in readers(net, &states, &before, call) {
            for close in readers(net, &states, &after, call) {
                if !tried.insert((open, close)) {
                    continue;
                }
                let Some(inside) = inside(net, ends.start, open, close) else { continue };
                let covered = inside.iter().filter(|it| is_call(it)).count();
                let score = (covered, std::cmp::Reverse(inside.len()));
                if covered > 0 && best.as_ref().is_none_or(|(known, _)| score > *known) {
                    best = Some((score, (open, close)));
                }
            }
        }
    }
    best.map(|(_, pair)| pair)
}

/// Returns the nearest states that read a byte on every path to a state, given by index.
fn readers<'a>(
    net: &'a Net,
    states: &'a [StateId],
    dominator: &'a [Option<usize>],
    of: usize,
) -> impl Iterator<Item = StateId> + 'a {
    let next = |&state: &usize| dominator[state].filter(|&before| before != state);
    let chain = std::iter::successors(next(&of), next).map(|index| states[index]);
    chain.filter(|&state| set(net, state).is_some()).take(MAX_TRIED)
}

fn set(net: &Net, state: StateId) -> Option<ByteSet> {
    match net.states[state.index()] {
        State::Byte { set, .. } => Some(set),
        _ => None,
    }
}

/// Returns the states between two readers; `None` if a path leads in or out without them.
fn inside(net: &Net, start: StateId, open: StateId, close: StateId) -> Option<Vec<StateId>> {
    let State::Byte { next: opened, .. } = net.states[open.index()] else { return None };
    let State::Byte { next: closed, .. } = net.states[close.index()] else { return None };
    let inside = net.reached_without([opened], Some(close));
    if open == close
        || inside.binary_search(&open).is_ok()
        || inside.iter().any(|it| net.states[it.index()] == State::End)
    {
        return None;
    }
    let outside = net.reached_without([start, closed], Some(open));
    let is_outside = |state: &StateId| outside.binary_search(state).is_ok();
    (!is_outside(&close) && !inside.iter().any(is_outside)).then_some(inside)
}

/// Makes brackets that `opens` open and `closes` close. Openings of inner brackets come first.
fn enclose(net: &mut Net, opens: &[StateId], closes: &[StateId]) {
    let mut after: BTreeMap<ExitId, StateId> = BTreeMap::new();
    for close in closes {
        let State::Byte { set, next } = net.states[close.index()] else { continue };
        let exit = ExitId::new(net.exits.len());
        net.exits.push(set);
        net.states[close.index()] = State::Leave(exit);
        after.insert(exit, next);
    }
    for open in opens {
        let State::Byte { set, next: start } = net.states[open.index()] else { continue };
        let exit = |state: StateId| match &net.states[state.index()] {
            State::Leave(exit) => Some(*exit),
            _ => None,
        };
        let exits: Vec<ExitId> = net.reached(start).into_iter().filter_map(exit).collect();
        let next = exits.iter().map(|exit| after[exit]).collect();
        let bracket = BracketId::new(net.brackets.len());
        net.states[open.index()] = State::Enter { bracket, exits, next };
        net.brackets.push(Bracket { open: set, start });
    }
}
