//! Makes [`Trees`] of patterns: the tables that find the derivation of a text.
//!
//! Every rule that a tree shows is an automaton of its own, and references are calls. Small rules
//! that no tree shows are copied into their users ([`mod@inline`]), within a bound on the growth.
//! The size is linear in the grammar. Branches are in the order of preference ([`mod@branches`]).
//! Each state has the set of bytes that can follow it in any context (the sets FIRST and FOLLOW of
//! LL(1) parsers: Lewis and Stearns, "Syntax-directed transduction", 1968), which leaves few
//! alternatives open for most grammars.
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
use inline::inline;
use std::collections::{BTreeMap, BTreeSet};

mod branches;
pub mod derive;
mod inline;

/// The tables that find the derivation of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trees {
    /// The shown rules, by number.
    pub shown: Vec<RuleId>,
    /// The numbers of the shown rules inside of which a tree shows no rule.
    pub leaves: Vec<u16>,
    /// For each rule, shown rules first, the state in which its texts begin, and whether it
    /// derives the empty text.
    pub rules: Vec<(u16, bool)>,
    /// The operation of each state: 0 ends the rule, 1 reads a byte of a set and continues in a
    /// state, 2 branches to the targets from one index up to another, 3 calls a rule and continues
    /// in a state, 4 is as 2, but without preference, 5 is as 3, for a rule without shown rules
    /// inside.
    pub states: Vec<[u16; 3]>,
    /// The targets of branches, the preferred one first.
    pub targets: Vec<u16>,
    /// Sets of bytes.
    pub sets: Vec<ByteSet>,
    /// For each state, the set of bytes that can follow it.
    pub before: Vec<u16>,
    /// For each state, whether a text can end there.
    pub last: Vec<bool>,
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
    let context = Lookahead::new(&net);
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
                let what = if net.by_count.contains(&StateId::new(index)) { 4 } else { 2 };
                [what, first, number(made.targets.len())?]
            }
            State::Call { rule, next } => {
                let what = if showing.contains(rule) { 3 } else { 5 };
                [what, number_of[rule], number(next.index())?]
            }
            State::Enter { .. } | State::Leave(_) => unreachable!("there are no brackets yet"),
        });
        made.before.push(sets.number(context.before(index))?);
        made.last.push(context.ends[index]);
    }
    made.sets = sets.list;
    Ok(made)
}

impl Trees {
    /// Hides the rules inside of some of the shown rules.
    #[must_use]
    pub fn with_leaves(mut self, leaves: &BTreeSet<RuleId>) -> Self {
        let shown = self.shown.iter().zip(0..);
        self.leaves = shown.filter(|it| leaves.contains(it.0)).map(|it| it.1).collect();
        for state in &mut self.states {
            if let [what @ 3, rule, _] = state
                && self.leaves.contains(rule)
            {
                *what = 5;
            }
        }
        self
    }
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

/// The lookahead sets of each state.
struct Lookahead {
    /// For each state, whether its rule can end there without a byte.
    ends: Vec<bool>,
    /// For each state, the bytes that its rule can continue with.
    first: Vec<ByteSet>,
    /// For each state, the bytes that can follow its rule.
    follow: Vec<ByteSet>,
}

impl Lookahead {
    fn new(net: &Net) -> Self {
        let count = net.states.len();
        let ends = vec![false; count];
        let (first, follow) = (vec![ByteSet::EMPTY; count], vec![ByteSet::EMPTY; count]);
        let mut found = Self { ends, first, follow };
        found.complete(net);
        // The states of each rule, which share the set FOLLOW of the rule.
        let members: BTreeMap<RuleId, Vec<StateId>> =
            net.rules.iter().map(|(&rule, ends)| (rule, net.reached(ends.start))).collect();
        let mut is_new = true;
        let mut of_rule: BTreeMap<RuleId, ByteSet> = BTreeMap::new();
        while is_new {
            is_new = false;
            for (caller, states) in &members {
                let behind = of_rule.get(caller).copied().unwrap_or_default();
                for state in states {
                    let State::Call { rule, next } = net.states[state.index()] else { continue };
                    let follow = of_rule.entry(rule).or_default();
                    let mut more = follow.union(found.first[next.index()]);
                    if found.ends[next.index()] {
                        more = more.union(behind);
                    }
                    is_new |= more != *follow;
                    *follow = more;
                }
            }
        }
        for (rule, states) in members {
            let follow = of_rule.get(&rule).copied().unwrap_or_default();
            for state in states {
                found.follow[state.index()] = follow;
            }
        }
        found
    }

    /// Computes the set FIRST of each state within its rule.
    fn complete(&mut self, net: &Net) {
        let mut is_new = true;
        while is_new {
            is_new = false;
            // States are created from the end of a rule to its beginning.
            for (index, state) in net.states.iter().enumerate() {
                let (ends, first) = match state {
                    State::Byte { set, .. } => (false, *set),
                    State::Split(targets) => targets
                        .iter()
                        .map(|it| self.of(*it))
                        .fold((false, ByteSet::EMPTY), |(ends, first), (other, more)| {
                            (ends || other, first.union(more))
                        }),
                    State::Call { rule, next } => {
                        let (ends, first) = self.of(net.rules[rule].start);
                        let (after, more) = self.of(*next);
                        if ends { (after, first.union(more)) } else { (false, first) }
                    }
                    State::End => (true, ByteSet::EMPTY),
                    State::Enter { .. } | State::Leave(_) => (false, ByteSet::EMPTY),
                };
                is_new |= (ends, first) != (self.ends[index], self.first[index]);
                (self.ends[index], self.first[index]) = (ends, first);
            }
        }
    }

    fn of(&self, state: StateId) -> (bool, ByteSet) {
        (self.ends[state.index()], self.first[state.index()])
    }

    /// Returns the bytes that can follow a state.
    fn before(&self, state: usize) -> ByteSet {
        let first = self.first[state];
        if self.ends[state] { first.union(self.follow[state]) } else { first }
    }
}

#[cfg(test)]
mod tests;
