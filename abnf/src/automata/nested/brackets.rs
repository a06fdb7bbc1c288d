//! Net to Net: the bytes between which rules embed themselves become brackets.
//!
//! Most nesting stands between a byte that opens and a byte that closes. What stands between such
//! bytes becomes a [`Bracket`]: reading the first byte pushes, reading the second pops. The
//! language stays what it was, whichever brackets are chosen; the choice decides only whether
//! [`mod@super::determinise`] succeeds. Pairs such as `(` and `)` are tried first: they become
//! brackets of a rule if they are balanced on all ways through it. For rules that still embed
//! themselves after that, any two bytes will do that stand around a call on every way.

use super::levels::levels;
use super::net::{Bracket, BracketId, ExitId, Net, State, StateId};
use crate::automata::graph;
use crate::bytes::ByteSet;
use crate::grammar::RuleId;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Which of the usual pairs become brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairs {
    /// Those around calls by which rules embed themselves.
    AroundRecursion,
    /// All of them, so that no byte of a pair has two meanings.
    Everywhere,
}

/// How many bytes before a call, and how many after it, are tried where no pair is usual.
const MAX_TRIED: usize = 8;

/// The bytes that usually belong together.
const PAIRS: [(u8, u8); 4] = [(b'(', b')'), (b'[', b']'), (b'{', b'}'), (b'<', b'>')];

/// Finds brackets for the rules that embed themselves.
pub fn brackets(mut net: Net, pairs: Pairs) -> Net {
    if pairs == Pairs::Everywhere {
        let starts: Vec<StateId> = net.rules.values().map(|it| it.start).collect();
        starts.iter().for_each(|&start| enclose_pairs(&mut net, start, &[]));
        // What stands in brackets may have others in it.
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

/// Makes brackets of the usual pairs that are balanced on all ways through a rule or another
/// bracket, which begins in this state. If there are `members`, one of them must be called inside.
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
        // What is inside of another bracket comes first.
        opens.sort_by_key(|state| std::cmp::Reverse(depth[state]));
        let closes: Vec<StateId> =
            depth.keys().copied().filter(|it| has_set(it, closing)).collect();
        enclose(net, &opens, &closes);
    }
}

/// How many brackets are open in each state that this one leads to; `None` if that depends on
/// the way, or not all that is opened is closed.
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

/// A state that reads what opens a bracket and one that reads what closes it, around a call of
/// a member in a rule: the pair with the most such calls inside, then the one with the fewest
/// states.
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
    let index = |state: &StateId| states.binary_search(state).expect("it is reached");
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

/// The nearest states that read a byte on every way to a state, by its index.
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

/// The states between two readers; `None` if a way leads in or out that reads none of the two.
fn inside(net: &Net, start: StateId, open: StateId, close: StateId) -> Option<Vec<StateId>> {
    let State::Byte { next, .. } = net.states[open.index()] else { return None };
    let inside = net.reached_without([next], Some(close));
    if open == close
        || inside.binary_search(&open).is_ok()
        || inside.iter().any(|it| net.states[it.index()] == State::End)
    {
        return None;
    }
    let outside = net.reached_without([start], Some(open));
    let is_outside = |state: &StateId| outside.binary_search(state).is_ok();
    (!is_outside(&close) && !inside.iter().any(is_outside)).then_some(inside)
}

/// Makes brackets of what these states open and these close. What opens a bracket inside of
/// another comes first.
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
