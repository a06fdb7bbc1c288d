//! Makes [`Trees`] of patterns: the tables that find the derivation of a text.
//!
//! Every rule that a tree shows is an automaton of its own, and references are calls. Small rules
//! that no tree shows are copied into their users ([`mod@inline`]), within a bound on the growth.
//! The size is linear in the grammar. Branches are in the order of preference ([`mod@branches`]).
//! Each state has the set of bytes that can follow it in any context ([`mod@next_bytes`]), which
//! leaves few alternatives open for most grammars. Loops that take every byte they can read are
//! marked ([`mod@greedy`]).
//!
//! If the rest of the text decides each branch, the run-time predicts the derivation in one pass,
//! within a budget (`prediction`, `lookahead`). It reads any other text in two passes:
//!
//! | pass | result |
//! |---|---|
//! | `chart` | for each rule and offset, the offsets at which its text can end |
//! | `derivation` | the preferred derivation: the walk takes the first branch from which the end of the text can be reached; the ends of a called rule are known before its text is entered |
//!
//! The chart stores only calls and ends while a single alternative is open. The walk steps over
//! rules without shown rules inside whose end is known. A derivation never makes a cycle without
//! reading: it does not visit a state of a rule twice at one offset, nor call a rule inside itself
//! with the same begin and the same possible ends. If left recursion leaves several derivations,
//! this determines the preferred one.
//!
//! The compiler has no interpreter of its own for trees: [`mod@derive`] calls the run-time. The
//! conformance tests compare it with an independent program.

use super::nested::net::{Net, State, StateId};
use super::nfa::NfaError;
use super::pattern::{Patterns, references};
use crate::bytes::ByteSet;
use crate::grammar::RuleId;
use branches::join_branches;
use greedy::greedy_loops;
use inline::inline;
use next_bytes::NextBytes;
use std::collections::{BTreeMap, BTreeSet};

mod branches;
pub mod derive;
mod greedy;
mod inline;
mod next_bytes;

/// The tables that find the derivation of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trees {
    /// The shown rules, by number.
    pub shown: Vec<RuleId>,
    /// A bit for each shown rule: whether a tree shows no rule inside of it.
    pub leaves: Vec<u64>,
    /// For each rule, shown rules first, the state in which its texts begin, and whether it
    /// derives the empty text.
    pub rules: Vec<(u16, bool)>,
    /// The operation of each state: 0 ends the rule, 1 reads a byte of a set and continues in a
    /// state, 2 branches to the targets from one index up to another, 3 calls a rule and continues
    /// in a state, 4 is as 2, but without preference, 5 is as 3, for a rule without shown rules
    /// inside, and 6 is as 2, for a [greedy loop](greedy).
    pub states: Vec<[u16; 3]>,
    /// The targets of branches, the preferred one first.
    pub targets: Vec<u16>,
    /// Sets of bytes.
    pub sets: Vec<ByteSet>,
    /// For each state, the set of bytes that can follow it.
    pub before: Vec<u16>,
    /// A bit for each state: whether a text can end there.
    pub last: Vec<u64>,
}

/// The error for more states than the numbers of the tables allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// Makes the tables for `shown` rules, none of which needs prose or an erroneous element.
///
/// # Errors
///
/// If there are too many states.
pub fn trees(
    patterns: &Patterns,
    rules_of_grammar: usize,
    shown: &[RuleId],
) -> Result<Trees, TooLarge> {
    let patterns = inline(patterns, rules_of_grammar, shown);
    let mut net = net(&patterns, rules_of_grammar, shown)?;
    join_branches(&mut net);
    let mut number_of: BTreeMap<RuleId, u16> = BTreeMap::new();
    let hidden = net.rules.keys().filter(|rule| !shown.contains(rule));
    for rule in shown.iter().chain(hidden) {
        number_of.insert(*rule, number(number_of.len())?);
    }
    let context = NextBytes::new(&net, |_, _| true);
    let greedy = greedy_loops(&net);
    let showing = showing(&net, shown);
    let mut sets = Sets::default();
    let mut made = Trees { shown: shown.to_vec(), ..Trees::default() };
    made.rules = vec![(0, false); number_of.len()];
    for (rule, ends) in &net.rules {
        let is_nullable = context.ends[ends.start.index()];
        made.rules[usize::from(number_of[rule])] = (number(ends.start.index())?, is_nullable);
    }
    for (index, state) in net.states.iter().enumerate() {
        made.states.push(match state {
            State::End => [0, 0, 0],
            State::Byte { set, next } => [1, sets.number(*set)?, number(next.index())?],
            State::Split(targets) => {
                let first = number(made.targets.len())?;
                for target in targets {
                    made.targets.push(number(target.index())?);
                }
                let id = StateId::new(index);
                let what = match (net.by_count.contains(&id), greedy.contains(&id)) {
                    (true, _) => 4,
                    (false, true) => 6,
                    (false, false) => 2,
                };
                [what, first, number(made.targets.len())?]
            }
            State::Call { rule, next } => {
                let what = if showing.contains(rule) { 3 } else { 5 };
                [what, number_of[rule], number(next.index())?]
            }
            State::Enter { .. } | State::Leave(_) => unreachable!("there are no brackets yet"),
        });
        made.before.push(sets.number(context.before(index))?);
    }
    made.sets = sets.list;
    made.last = bits(context.ends);
    Ok(made)
}

impl Trees {
    /// Hides the rules inside of some of the shown rules.
    #[must_use]
    pub fn with_leaves(mut self, leaves: &BTreeSet<RuleId>) -> Self {
        self.leaves = bits(self.shown.iter().map(|rule| leaves.contains(rule)));
        let shown = &self.shown;
        for state in &mut self.states {
            if let [what @ 3, rule, _] = state
                && shown.get(usize::from(*rule)).is_some_and(|it| leaves.contains(it))
            {
                *what = 5;
            }
        }
        self
    }
}

/// Returns words with a bit for each item, the lowest first.
fn bits(items: impl IntoIterator<Item = bool>) -> Vec<u64> {
    let mut words = Vec::new();
    for (index, item) in items.into_iter().enumerate() {
        if index % 64 == 0 {
            words.push(0);
        }
        *words.last_mut().expect("a word was pushed") |= u64::from(item) << (index % 64);
    }
    words
}

fn number(index: usize) -> Result<u16, TooLarge> {
    u16::try_from(index).map_err(|_| TooLarge)
}

/// Makes the automata of the shown rules and of all rules that they use.
fn net(patterns: &Patterns, rules_of_grammar: usize, shown: &[RuleId]) -> Result<Net, TooLarge> {
    let mut net = Net::new(rules_of_grammar);
    let mut open: Vec<RuleId> = shown.iter().rev().copied().collect();
    while let Some(rule) = open.pop() {
        if net.rules.contains_key(&rule) {
            continue;
        }
        let limit = usize::from(u16::MAX).saturating_sub(net.states.len());
        let called = &mut |_| Ok::<_, NfaError>(None);
        net.add(patterns, rule, limit, called).map_err(|_| TooLarge)?;
        references(&patterns[rule], &mut open);
    }
    Ok(net)
}

/// Returns the rules with shown rules inside.
fn showing(net: &Net, shown: &[RuleId]) -> BTreeSet<RuleId> {
    let mut callers: BTreeMap<RuleId, Vec<RuleId>> = BTreeMap::new();
    for (caller, ends) in &net.rules {
        for state in net.reached(ends.start) {
            if let State::Call { rule, .. } = net.states[state.index()] {
                callers.entry(rule).or_default().push(*caller);
            }
        }
    }
    let mut open: Vec<RuleId> =
        shown.iter().filter_map(|it| callers.get(it)).flatten().copied().collect();
    let mut found = BTreeSet::new();
    while let Some(rule) = open.pop() {
        if found.insert(rule) {
            open.extend(callers.get(&rule).into_iter().flatten());
        }
    }
    found
}

/// A collection of distinct sets.
#[derive(Default)]
struct Sets {
    list: Vec<ByteSet>,
    number_of: BTreeMap<ByteSet, u16>,
}

impl Sets {
    fn number(&mut self, set: ByteSet) -> Result<u16, TooLarge> {
        if let Some(&number) = self.number_of.get(&set) {
            return Ok(number);
        }
        let new = number(self.list.len())?;
        self.list.push(set);
        self.number_of.insert(set, new);
        Ok(new)
    }
}

#[cfg(test)]
mod tests;
