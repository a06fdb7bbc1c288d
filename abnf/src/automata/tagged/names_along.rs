//! The innermost rules that are certain in the states of a given automaton, for messages.
//!
//! An automaton that distinguishes all rules can be much larger than the given one. Here, the
//! derivations of all texts that lead to a state count at once: a pair of a state and of a state of the
//! NFA is visited once, so the time is linear in the product of both automata. If texts in different
//! rules lead to the same state, what is around all of them is certain.

use super::contexts::Contexts;
use super::named_parts::candidates;
use super::parts::{Depth, TagSet, tags};
use super::steps::steps;
use super::tdfa::Tdfa;
use super::{Tagging, tagged_nfa};
use crate::automata::nfa::{Nfa, State, StateId};
use crate::budget::{Budget, TooLarge};
use crate::grammar::RuleId;
use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};

/// The maximum number of steps for a rule. A grammar can have many rules.
const MAX_WORK: usize = 1 << 19;

/// A state of the NFA that reads a byte or accepts, and the tags passed since the last byte.
type Thread = (StateId, TagSet);

/// Returns for each state of an automaton of the rule the name of the innermost rule that is certain
/// there, at any depth. `None` if it has no rules inside that occur at most once, or if that takes too
/// many steps.
pub fn names_along(
    tagging: &Tagging<'_>,
    rule: RuleId,
    tdfa: &Tdfa,
    is_named: &dyn Fn(RuleId) -> bool,
) -> Option<Vec<Option<String>>> {
    let parts = candidates(tagging.grammar, tagging.shapes, rule, Depth::Any, is_named);
    if parts.is_empty() {
        return None;
    }
    let nfa = tagged_nfa(tagging, rule, &parts).ok()?;
    let contexts = Contexts::new(tagging.shapes, &nfa, &parts, &tags(&parts));
    let mut budget = Budget::new(MAX_WORK, usize::MAX);
    let threads = threads_along(&nfa, tdfa, &mut budget).ok()?;
    let name = |threads: BTreeSet<Thread>| {
        let part = contexts.of(threads.into_iter()).certain?;
        Some(parts[part].name.clone())
    };
    Some(threads.into_iter().map(name).collect())
}

/// Returns for each state of an automaton the threads of all texts that lead there.
fn threads_along(
    nfa: &Nfa,
    tdfa: &Tdfa,
    budget: &mut Budget,
) -> Result<Vec<BTreeSet<Thread>>, TooLarge> {
    let useful = nfa.useful();
    let members = tdfa.classes().sets();
    let mut closures: BTreeMap<StateId, Vec<Thread>> = BTreeMap::new();
    let mut threads = vec![BTreeSet::new(); tdfa.state_count()];
    let start = (Tdfa::START, nfa.start);
    let mut met = BTreeSet::from([start]);
    let mut queue = vec![start];
    while let Some((at, begin)) = queue.pop() {
        let closure = match closures.entry(begin) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => free.insert(closure(nfa, &useful, begin, budget)?),
        };
        for &(state, tags) in &*closure {
            budget.spend(1)?;
            threads[at.index()].insert((state, tags));
            let State::Byte { set, next } = &nfa[state] else { continue };
            for (class, edge) in tdfa.dense.row(at) {
                budget.spend(1)?;
                let is_read = !members[class].intersection(*set).is_empty();
                if is_read && useful[next.index()] && met.insert((edge.target, *next)) {
                    queue.push((edge.target, *next));
                }
            }
        }
    }
    Ok(threads)
}

/// Returns the threads that a state leads to without reading.
fn closure(
    nfa: &Nfa,
    useful: &[bool],
    begin: StateId,
    budget: &mut Budget,
) -> Result<Vec<Thread>, TooLarge> {
    let mut known = BTreeSet::from([(begin, 0)]);
    let mut stack = vec![(begin, 0)];
    let mut found = Vec::new();
    while let Some((state, tags)) = stack.pop() {
        budget.spend(1)?;
        if state == nfa.accept || matches!(nfa[state], State::Byte { .. }) {
            found.push((state, tags));
        }
        for step in steps(&nfa[state]).into_iter().filter(|step| step.bytes == 0) {
            let next = (step.next, tags | step.tags);
            if useful[step.next.index()] && known.insert(next) {
                stack.push(next);
            }
        }
    }
    Ok(found)
}
