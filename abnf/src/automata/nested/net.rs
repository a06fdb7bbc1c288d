//! Makes the [`Net`] of patterns: nested rules as automata that call each other.
//!
//! A nested rule is a nondeterministic automaton whose states read a byte, branch, or call another
//! nested rule and continue at its end (a recursive transition network: Woods, "Transition network
//! grammars for natural language analysis", 1970). The regular rules that it uses are copied into
//! it, as in [`crate::automata::nfa`]. Every grammar has a net, whatever its recursion.
// Long because all forms of recursion become states in one construction.

use crate::automata::dfa::Dfa;
use crate::automata::id::id;
use crate::automata::nfa::{self, Fragment, Nfa, NfaError, PatternOf};
use crate::automata::pattern::{Pattern, references};
use crate::bytes::ByteSet;
use crate::grammar::RuleId;
use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};

id! {
    /// A state of a [`Net`].
    pub struct StateId;
}

id! {
    /// A bracket of a [`Net`].
    pub struct BracketId;
}

id! {
    /// An exit of a bracket of a [`Net`].
    pub struct ExitId;
}

/// A state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Reads one byte of the set and continues.
    Byte {
        /// The bytes.
        set: ByteSet,
        /// The next state.
        next: StateId,
    },
    /// Continues in one of these states without reading, the first one preferred.
    Split(Vec<StateId>),
    /// Reads a text of a nested rule and continues.
    Call {
        /// The rule.
        rule: RuleId,
        /// The next state.
        next: StateId,
    },
    /// Reads a bracket, from the byte that opens it to the byte that closes it, and continues.
    Enter {
        /// The bracket.
        bracket: BracketId,
        /// The exits of the bracket.
        exits: Vec<ExitId>,
        /// The next state for each exit.
        next: Vec<StateId>,
    },
    /// The end of the contents of a bracket, before the closing byte.
    Leave(ExitId),
    /// The end of a rule.
    End,
}

/// The first and the last state of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    /// The state in which its texts begin.
    pub start: StateId,
    /// The state in which its texts end, which has no transitions.
    pub end: StateId,
}

/// The part of the net after an opening byte, up to its exits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// The bytes that open it.
    pub open: ByteSet,
    /// The state after the byte that opens it.
    pub start: StateId,
}

/// Automata that call each other, over shared states. No two rules share a state.
#[derive(Clone, Debug, Default)]
pub struct Net {
    /// The states.
    pub states: Vec<State>,
    /// The rules.
    pub rules: BTreeMap<RuleId, Ends>,
    /// The brackets that [`mod@super::brackets`] has found; empty before.
    pub brackets: Vec<Bracket>,
    /// The bytes that close a bracket at each of the exits.
    pub exits: Vec<ByteSet>,
    /// The number of rules of the grammar.
    of_grammar: usize,
    /// The branches that choose a number of repetitions before the first of them is read.
    pub(in crate::automata) by_count: BTreeSet<StateId>,
    /// For each rule that is not in the grammar, the rule that it was made for.
    owners: BTreeMap<RuleId, RuleId>,
}

/// The rules made for one repetition, by their number of copies of its body.
#[derive(Default)]
struct Counts {
    exactly: BTreeMap<u32, RuleId>,
    up_to: BTreeMap<u32, RuleId>,
}

/// The limits of the construction of a rule.
struct Scope {
    rule: RuleId,
    /// The greatest number of states of the rule.
    own: usize,
    /// The greatest number of states of the net with the rule.
    limit: usize,
    fragments: BTreeMap<RuleId, Option<Fragment>>,
}

impl Scope {
    /// Estimates the number of states of a pattern.
    fn size(&self, pattern: &Pattern) -> u64 {
        let sum = |items: &[Pattern]| {
            items.iter().map(|item| self.size(item)).fold(1, u64::saturating_add)
        };
        match pattern {
            Pattern::Empty | Pattern::Prose(_) | Pattern::Error => 0,
            Pattern::Set(_) => 1,
            Pattern::Concat(items) | Pattern::Alt(items) => sum(items),
            Pattern::Repeat { min, max, body } => {
                let count = u64::from(max.unwrap_or(min.saturating_add(1)).max(1));
                // Larger repetitions become calls.
                (self.size(body) + 1).saturating_mul(count).min(2 * MAX_REPEATED)
            }
            Pattern::Within(body, dfa) => self.size(body).saturating_mul(dfa.state_count() as u64),
            Pattern::Rule(rule) => self.fragments[rule].as_ref().map_or(1, Fragment::size),
        }
    }
}

impl State {
    /// Returns the targets of the state, the preferred one first.
    pub fn targets(&self) -> &[StateId] {
        match self {
            Self::Byte { next, .. } | Self::Call { next, .. } => std::slice::from_ref(next),
            Self::Split(targets) | Self::Enter { next: targets, .. } => targets,
            Self::Leave(_) | Self::End => &[],
        }
    }

    /// Returns the state with other numbers for its targets.
    pub(in crate::automata) fn renumbered(&self, of: impl Fn(StateId) -> StateId) -> Self {
        match self {
            Self::Byte { set, next } => Self::Byte { set: *set, next: of(*next) },
            Self::Split(targets) => Self::Split(targets.iter().map(|&to| of(to)).collect()),
            Self::Call { rule, next } => Self::Call { rule: *rule, next: of(*next) },
            Self::Enter { bracket, exits, next } => Self::Enter {
                bracket: *bracket,
                exits: exits.clone(),
                next: next.iter().map(|&to| of(to)).collect(),
            },
            Self::Leave(exit) => Self::Leave(*exit),
            Self::End => Self::End,
        }
    }
}

/// A repetition of more states than this is divided into rules of its own, which call each other.
const MAX_REPEATED: u64 = 1024;

/// The states of a net that a search has visited. A number for each search is cheaper than a set.
pub(super) struct Visited {
    /// The search that visited each state last.
    last: Vec<u32>,
    search: u32,
}

impl Visited {
    pub(super) fn new(states: usize) -> Self {
        Self { last: vec![0; states], search: 0 }
    }

    /// Forgets all states.
    pub(super) fn begin(&mut self) {
        self.search += 1;
    }

    /// Adds a state. Returns whether it is new.
    pub(super) fn insert(&mut self, state: StateId) -> bool {
        std::mem::replace(&mut self.last[state.index()], self.search) != self.search
    }
}

/// Returns the `live` states reachable from `stack` without reading that do more than branch, in
/// order.
pub(super) fn closed(
    states: &[State],
    live: &[bool],
    mut stack: Vec<StateId>,
    visited: &mut Visited,
) -> Vec<StateId> {
    visited.begin();
    let mut found = Vec::new();
    while let Some(state) = stack.pop() {
        if live[state.index()] && visited.insert(state) {
            match &states[state.index()] {
                State::Split(targets) => stack.extend(targets),
                _ => found.push(state),
            }
        }
    }
    found.sort_unstable();
    found
}

impl Net {
    /// Makes a net without rules, for a grammar of `of_grammar` rules. Rules that the net adds are
    /// numbered after those.
    pub fn new(of_grammar: usize) -> Self {
        Self { of_grammar, ..Self::default() }
    }

    /// Returns the rule of the grammar that a rule is, or was made for.
    pub fn owner(&self, rule: RuleId) -> RuleId {
        self.owners.get(&rule).copied().unwrap_or(rule)
    }

    /// Adds the automaton of a rule, with at most `limit` states. `fragment` returns the automata
    /// of rules to copy and `None` for rules to call.
    ///
    /// # Errors
    ///
    /// If `fragment` fails, or if there would be too many states.
    pub fn add<E: From<NfaError>>(
        &mut self,
        patterns: &PatternOf<'_>,
        rule: RuleId,
        limit: usize,
        fragment: &mut dyn FnMut(RuleId) -> Result<Option<Fragment>, E>,
    ) -> Result<(), E> {
        let mut used = Vec::new();
        references(&patterns[rule], &mut used);
        let mut fragments = BTreeMap::new();
        for used in used {
            if let Entry::Vacant(entry) = fragments.entry(used) {
                entry.insert(fragment(used)?);
            }
        }
        let (own, limit) = (limit, self.states.len().saturating_add(limit));
        let end = self.push(State::End);
        let start = self.build(&patterns[rule], end, &Scope { rule, own, limit, fragments })?;
        self.rules.insert(rule, Ends { start, end });
        Ok(())
    }

    pub(super) fn push(&mut self, state: State) -> StateId {
        self.states.push(state);
        StateId::new(self.states.len() - 1)
    }

    /// Builds a pattern followed by `out`, and returns its first state.
    fn build(
        &mut self,
        pattern: &Pattern,
        out: StateId,
        scope: &Scope,
    ) -> Result<StateId, NfaError> {
        if scope.limit < self.states.len() {
            return Err(NfaError::TooLarge(scope.own));
        }
        Ok(match pattern {
            Pattern::Empty => out,
            Pattern::Set(set) => self.push(State::Byte { set: *set, next: out }),
            Pattern::Concat(items) => {
                items.iter().rev().try_fold(out, |out, item| self.build(item, out, scope))?
            }
            Pattern::Alt(items) => {
                let firsts = items.iter().map(|item| self.build(item, out, scope));
                let firsts = firsts.collect::<Result<_, _>>()?;
                self.push(State::Split(firsts))
            }
            Pattern::Repeat { min, max, body } => {
                let mut first = out;
                let size = scope.size(body);
                match max {
                    None => {
                        first = self.push(State::Split(Vec::new()));
                        let body = self.build(body, first, scope)?;
                        self.states[first.index()] = State::Split(vec![body, out]);
                    }
                    Some(max) if MAX_REPEATED < size.saturating_mul(u64::from(max - min)) => {
                        let rule = self.up_to(body, max - min, scope, &mut Counts::default())?;
                        first = self.push(State::Call { rule, next: out });
                    }
                    Some(max) => {
                        for _ in *min..*max {
                            let body = self.build(body, first, scope)?;
                            first = self.push(State::Split(vec![body, out]));
                        }
                    }
                }
                if MAX_REPEATED < size.saturating_mul(u64::from(*min)) {
                    let rule = self.exactly(body, *min, scope, &mut Counts::default())?;
                    return Ok(self.push(State::Call { rule, next: first }));
                }
                (0..*min).try_fold(first, |first, _| self.build(body, first, scope))?
            }
            Pattern::Within(..) => {
                // A call inside has no automaton without calls, however large.
                let too_large = || NfaError::TooLarge(scope.own);
                let fragment = |used| scope.fragments[&used].clone().ok_or_else(too_large);
                let nfa = nfa::definition(pattern, scope.own, &mut { fragment })?;
                self.copy_nfa(&nfa, out)
            }
            Pattern::Rule(rule) => match &scope.fragments[rule] {
                None => self.push(State::Call { rule: *rule, next: out }),
                Some(Fragment::Dfa(dfa, _)) => self.copy_dfa(dfa, out),
                Some(Fragment::Nfa(nfa)) => self.copy_nfa(nfa, out),
            },
            Pattern::Prose(text) => return Err(NfaError::Prose(text.clone())),
            Pattern::Error => return Err(NfaError::Error),
        })
    }

    /// Returns the rule for exactly `count` texts of the body, which calls rules for the two
    /// halves. `known` contains the existing rules.
    fn exactly(
        &mut self,
        body: &Pattern,
        count: u32,
        scope: &Scope,
        known: &mut Counts,
    ) -> Result<RuleId, NfaError> {
        if let Some(&rule) = known.exactly.get(&count) {
            return Ok(rule);
        }
        let end = self.push(State::End);
        let start =
            if scope.size(body).saturating_mul(u64::from(count)) <= MAX_REPEATED || count == 1 {
                (0..count).try_fold(end, |next, _| self.build(body, next, scope))?
            } else {
                let rule = self.exactly(body, count - count / 2, scope, known)?;
                let next = self.push(State::Call { rule, next: end });
                let rule = self.exactly(body, count / 2, scope, known)?;
                self.push(State::Call { rule, next })
            };
        let rule = self.own(scope.rule, Ends { start, end });
        known.exactly.insert(count, rule);
        Ok(rule)
    }

    /// As [`exactly`](Self::exactly), for at most `count` texts. The division of a number into
    /// halves is unique, so the rule adds no ambiguity.
    fn up_to(
        &mut self,
        body: &Pattern,
        count: u32,
        scope: &Scope,
        known: &mut Counts,
    ) -> Result<RuleId, NfaError> {
        if let Some(&rule) = known.up_to.get(&count) {
            return Ok(rule);
        }
        let end = self.push(State::End);
        let start =
            if scope.size(body).saturating_mul(u64::from(count)) <= MAX_REPEATED || count == 1 {
                (0..count).try_fold(end, |next, _| {
                    let first = self.build(body, next, scope)?;
                    Ok::<_, NfaError>(self.push(State::Split(vec![first, end])))
                })?
            } else {
                let half = count / 2;
                let rule = self.up_to(body, count - half - 1, scope, known)?;
                let next = self.push(State::Call { rule, next: end });
                let rule = self.exactly(body, half + 1, scope, known)?;
                let many = self.push(State::Call { rule, next });
                let rule = self.up_to(body, half, scope, known)?;
                let few = self.push(State::Call { rule, next: end });
                let split = self.push(State::Split(vec![many, few]));
                self.by_count.insert(split);
                split
            };
        let rule = self.own(scope.rule, Ends { start, end });
        known.up_to.insert(count, rule);
        Ok(rule)
    }

    /// Adds a rule made for another one.
    fn own(&mut self, owner: RuleId, ends: Ends) -> RuleId {
        let number = u32::try_from(self.of_grammar + self.owners.len());
        let rule = RuleId(number.expect("rules are numbered in 32 bits"));
        self.owners.insert(rule, owner);
        self.rules.insert(rule, ends);
        rule
    }

    fn copy_dfa(&mut self, dfa: &Dfa, out: StateId) -> StateId {
        let before = self.states.len();
        let copy = |index: usize| StateId::new(before + index);
        self.states.extend(dfa.states().map(|_| State::Split(Vec::new())));
        for (state, edges) in dfa.edges() {
            let mut targets: Vec<StateId> = edges
                .into_iter()
                .map(|(set, target)| self.push(State::Byte { set, next: copy(target.index()) }))
                .collect();
            targets.extend(dfa.is_accepting(state).then_some(out));
            self.states[before + state.index()] = State::Split(targets);
        }
        copy(Dfa::START.index())
    }

    fn copy_nfa(&mut self, nfa: &Nfa, out: StateId) -> StateId {
        let before = self.states.len();
        let copy = |state: nfa::StateId| StateId::new(before + state.index());
        for (id, state) in nfa.numbered() {
            let copied = match state {
                nfa::State::Byte { set, next } => State::Byte { set: *set, next: copy(*next) },
                nfa::State::Split(targets) => {
                    let ends = (id == nfa.accept).then_some(out);
                    State::Split(targets.iter().copied().map(copy).chain(ends).collect())
                }
                nfa::State::Tag { next, .. } => State::Split(vec![copy(*next)]),
            };
            self.states.push(copied);
        }
        copy(nfa.start)
    }

    /// Returns the states reachable from `start` within its rule, in order of number.
    pub(in crate::automata) fn reached(&self, start: StateId) -> Vec<StateId> {
        self.reached_from([start])
    }

    /// As [`reached`](Self::reached), from any of these states.
    pub(super) fn reached_from(&self, starts: impl IntoIterator<Item = StateId>) -> Vec<StateId> {
        self.reached_without(starts, None)
    }

    /// As [`reached_from`](Self::reached_from), on paths that avoid one state.
    pub(super) fn reached_without(
        &self,
        starts: impl IntoIterator<Item = StateId>,
        without: Option<StateId>,
    ) -> Vec<StateId> {
        let mut found = BTreeSet::new();
        let mut stack: Vec<StateId> = starts.into_iter().collect();
        while let Some(state) = stack.pop() {
            if Some(state) != without && found.insert(state) {
                stack.extend(self.states[state.index()].targets());
            }
        }
        found.into_iter().collect()
    }
}
