//! Builds the [`Nfa`] of a pattern: Thompson's construction with priorities.
//!
//! A state reads a byte of a set, or branches. The branches are in the order of
//! preference: the earlier alternative, one more repetition, the present option
//! (Thompson, "Regular expression search algorithm", 1968; Cox, "Regular expression
//! matching: the virtual machine approach", 2009). Acceptance does not depend on the
//! order.
//!
//! A reference to a finished rule becomes a copy of that rule's automaton, the smallest
//! [`Fragment`] that [`crate::automata::rules`] found. References of a regular
//! component to itself need no copy: in a right-linear component every rule has a
//! start state, in a left-linear one an end state, and a
//! reference is a branch to the former or from the latter. In any other component every
//! rule has both, and a reference is two branches: one to the start of the rule,
//! and one from its end to the state after the reference. The automaton does not remember
//! the reference at which it entered the rule, so it accepts the texts of the rule and perhaps
//! more: the superset of Mohri and Nederhof. It is used only if
//! [`mod@crate::automata::superset`] has proved that there are no more.
// Long because the construction for every form of recursion is one algorithm.

mod interpreter;
mod listing;
mod within;

use crate::automata::dfa::Dfa;
use crate::automata::graph;
use crate::automata::id::id;
use crate::automata::pattern::Pattern;
use crate::automata::shape::Recursion;
use crate::bytes::ByteSet;
use crate::grammar::RuleId;
use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::ops::Index;
use std::sync::Arc;
use within::within;

id! {
    /// A state of an [`Nfa`].
    pub struct StateId;
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
    /// Records the offset in the text, and continues without reading.
    Tag {
        /// The number of the tag.
        tag: u16,
        /// The next state.
        next: StateId,
    },
}

/// A nondeterministic automaton. The rules of a component share the states.
#[derive(Clone, Debug)]
pub struct Nfa {
    /// The states.
    pub states: Arc<[State]>,
    /// The state in which every text begins.
    pub start: StateId,
    /// The state in which texts of the language end; it may have transitions.
    pub accept: StateId,
}

impl Index<StateId> for Nfa {
    type Output = State;

    fn index(&self, state: StateId) -> &State {
        &self.states[state.index()]
    }
}

/// The automaton of a finished rule that is copied into its users.
#[derive(Clone, Debug)]
pub enum Fragment {
    /// Minimal, without preferences; with its [`dfa_size`].
    Dfa(Arc<Dfa>, u64),
    /// As constructed.
    Nfa(Nfa),
}

impl Fragment {
    /// Returns the number of states that a copy adds.
    pub fn size(&self) -> u64 {
        match self {
            Self::Dfa(_, size) => *size,
            Self::Nfa(nfa) => nfa.states.len() as u64,
        }
    }
}

/// Returns the number of states that a copy of a DFA adds: a branch for each state and a reader for
/// each edge.
pub fn dfa_size(dfa: &Dfa) -> u64 {
    dfa.edges().map(|(_, edges)| 1 + edges.len() as u64).sum()
}

/// The pattern of each rule.
pub type PatternOf<'a> = dyn Index<RuleId, Output = Pattern> + 'a;

/// The reason why a rule has no automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NfaError {
    /// It would have more states than this.
    TooLarge(usize),
    /// The rule needs this prose.
    Prose(String),
    /// The rule needs a definition with an error.
    Error,
}

/// Builds the automata of the rules of one component, in its order, over shared states.
///
/// `fragment` returns the automata of rules outside of the component.
///
/// # Errors
///
/// If `fragment` fails, or if there would be too many states.
pub fn nfa<E: From<NfaError>>(
    patterns: &PatternOf<'_>,
    component: &[RuleId],
    recursion: Recursion,
    limit: usize,
    fragment: &mut dyn FnMut(RuleId) -> Result<Fragment, E>,
) -> Result<Vec<Nfa>, E> {
    let definitions: Vec<&Pattern> = component.iter().map(|&rule| &patterns[rule]).collect();
    let mut builder = Builder::new(&definitions, component, limit, fragment)?;
    let ends = match recursion {
        Recursion::None | Recursion::Right => builder.right_linear(patterns, component),
        Recursion::Left => builder.left_linear(patterns, component),
        Recursion::Anywhere => builder.superset(patterns, component),
    };
    let states: Arc<[State]> = builder.states.into();
    let nfa = |(start, accept)| Nfa { states: Arc::clone(&states), start, accept };
    Ok(ends.into_iter().map(nfa).collect())
}

/// Builds the automaton of one definition; references to its own component are fragments too.
pub fn definition<E: From<NfaError>>(
    pattern: &Pattern,
    limit: usize,
    fragment: &mut dyn FnMut(RuleId) -> Result<Fragment, E>,
) -> Result<Nfa, E> {
    let mut builder = Builder::new(&[pattern], &[], limit, fragment)?;
    let accept = builder.placeholder();
    let start = builder.build(pattern, accept, &mut Jumps::default());
    Ok(Nfa { states: builder.states.into(), start, accept })
}

/// Returns an unambiguous NFA with the language of a DFA.
pub(crate) fn of_dfa(dfa: &Dfa) -> Nfa {
    let mut builder = Builder { states: Vec::new(), fragments: BTreeMap::new() };
    let accept = builder.placeholder();
    let start = builder.copy_dfa(dfa, accept);
    Nfa { states: builder.states.into(), start, accept }
}

/// Returns an NFA for the texts of a DFA between two tags.
pub(crate) fn surrounded(dfa: &Dfa, open: u16, close: u16) -> Nfa {
    let mut builder = Builder { states: Vec::new(), fragments: BTreeMap::new() };
    let accept = builder.placeholder();
    let last = builder.add(State::Tag { tag: close, next: accept });
    let first = builder.copy_dfa(dfa, last);
    let start = builder.add(State::Tag { tag: open, next: first });
    Nfa { states: builder.states.into(), start, accept }
}

/// Returns an NFA for the texts of several DFAs, each after a tag of its own and all before one.
pub(crate) fn surrounded_each<'a>(
    cases: impl IntoIterator<Item = (&'a Dfa, u16)>,
    close: u16,
) -> Nfa {
    let mut builder = Builder { states: Vec::new(), fragments: BTreeMap::new() };
    let accept = builder.placeholder();
    let last = builder.add(State::Tag { tag: close, next: accept });
    let starts = cases.into_iter().map(|(dfa, tag)| {
        let next = builder.copy_dfa(dfa, last);
        builder.add(State::Tag { tag, next })
    });
    let starts = starts.collect();
    let start = builder.add(State::Split(starts));
    Nfa { states: builder.states.into(), start, accept }
}

/// Returns an upper bound of the number of states that a pattern needs.
fn states_for<E: From<NfaError>>(
    pattern: &Pattern,
    of_rule: &mut dyn FnMut(RuleId) -> Result<u64, E>,
) -> Result<u64, E> {
    Ok(match pattern {
        Pattern::Empty => 0,
        Pattern::Set(_) => 1,
        Pattern::Concat(items) | Pattern::Alt(items) => {
            let mut sum = 1_u64;
            for item in items {
                sum = sum.saturating_add(states_for(item, of_rule)?);
            }
            sum
        }
        Pattern::Repeat { min, max, body } => {
            let copies = max.unwrap_or(min.saturating_add(1)).max(1);
            (states_for(body, of_rule)?.saturating_add(1)).saturating_mul(u64::from(copies))
        }
        Pattern::Within(body, dfa) => {
            (states_for(body, of_rule)?.saturating_add(3)).saturating_mul(dfa.state_count() as u64)
        }
        Pattern::Rule(rule) => of_rule(*rule)?,
        Pattern::Prose(text) => return Err(NfaError::Prose(text.clone()).into()),
        Pattern::Error => return Err(NfaError::Error.into()),
    })
}

struct Builder {
    states: Vec<State>,
    fragments: BTreeMap<RuleId, Fragment>,
}

/// The targets of references to the rules of a component.
#[derive(Default)]
struct Jumps {
    /// The start of each rule of the component. A reference to any other rule is a copy.
    starts: BTreeMap<RuleId, StateId>,
    /// The states after the references to each rule.
    after: BTreeMap<RuleId, Vec<StateId>>,
}

impl Builder {
    /// Makes a builder without states, but with the fragments of all rules that the definitions use
    /// outside of their component. Fails if there would be too many states.
    fn new<E: From<NfaError>>(
        definitions: &[&Pattern],
        component: &[RuleId],
        limit: usize,
        fragment: &mut dyn FnMut(RuleId) -> Result<Fragment, E>,
    ) -> Result<Self, E> {
        let mut fragments = BTreeMap::new();
        let mut size = 2 + component.len() as u64;
        let members: BTreeSet<RuleId> = component.iter().copied().collect();
        for definition in definitions {
            let added = states_for(definition, &mut |used| {
                if members.contains(&used) {
                    return Ok(1);
                }
                if let Entry::Vacant(entry) = fragments.entry(used) {
                    entry.insert(fragment(used)?);
                }
                Ok::<u64, E>(fragments[&used].size())
            })?;
            size = size.saturating_add(added);
            if size > limit as u64 {
                return Err(NfaError::TooLarge(limit).into());
            }
        }
        Ok(Self { states: Vec::new(), fragments })
    }

    fn add(&mut self, state: State) -> StateId {
        self.states.push(state);
        StateId::new(self.states.len() - 1)
    }

    /// Adds a state whose branches are set later.
    fn placeholder(&mut self) -> StateId {
        self.add(State::Split(Vec::new()))
    }

    fn branch_to(&mut self, state: StateId, targets: Vec<StateId>) {
        self.states[state.index()] = State::Split(targets);
    }

    /// Builds a right-linear component. Returns the start and end of each rule; all end in one
    /// state.
    fn right_linear(
        &mut self,
        patterns: &PatternOf<'_>,
        component: &[RuleId],
    ) -> Vec<(StateId, StateId)> {
        let accept = self.placeholder();
        let starts: BTreeMap<RuleId, StateId> =
            component.iter().map(|&rule| (rule, self.placeholder())).collect();
        let mut jumps = Jumps { starts: starts.clone(), ..Jumps::default() };
        for (&rule, &start) in &starts {
            // References into the component are last, so the end follows them.
            let first = self.build(&patterns[rule], accept, &mut jumps);
            self.branch_to(start, vec![first]);
        }
        component.iter().map(|rule| (starts[rule], accept)).collect()
    }

    /// Builds the superset of a component. Returns the start and end of each rule. The end of a
    /// rule continues after any reference to it.
    fn superset(
        &mut self,
        patterns: &PatternOf<'_>,
        component: &[RuleId],
    ) -> Vec<(StateId, StateId)> {
        let ends: BTreeMap<RuleId, (StateId, StateId)> = component
            .iter()
            .map(|&rule| (rule, (self.placeholder(), self.placeholder())))
            .collect();
        let starts = ends.iter().map(|(&rule, ends)| (rule, ends.0)).collect();
        let mut jumps = Jumps { starts, ..Jumps::default() };
        for (&rule, &(start, end)) in &ends {
            let first = self.build(&patterns[rule], end, &mut jumps);
            self.branch_to(start, vec![first]);
        }
        for (rule, behind) in jumps.after {
            self.branch_to(ends[&rule].1, behind);
        }
        component.iter().map(|rule| ends[rule]).collect()
    }

    /// Builds a left-linear component. Returns the start and end of each rule; all begin in one
    /// state.
    fn left_linear(
        &mut self,
        patterns: &PatternOf<'_>,
        component: &[RuleId],
    ) -> Vec<(StateId, StateId)> {
        let start = self.placeholder();
        let ends: BTreeMap<RuleId, StateId> =
            component.iter().map(|&rule| (rule, self.placeholder())).collect();
        let mut branches = Branches {
            from_start: Vec::new(),
            from_end: component.iter().map(|&rule| (rule, Vec::new())).collect(),
        };
        for (&rule, &end) in &ends {
            self.build_first(&patterns[rule], end, &mut branches);
        }
        self.branch_to(start, branches.from_start);
        for (rule, targets) in branches.from_end {
            self.branch_to(ends[&rule], targets);
        }
        component.iter().map(|rule| (start, ends[rule])).collect()
    }

    /// Builds a pattern at the beginning of its rule, followed by `out`.
    fn build_first(&mut self, pattern: &Pattern, out: StateId, branches: &mut Branches) {
        match pattern {
            Pattern::Rule(rule) if branches.from_end.contains_key(rule) => {
                branches.from_end.entry(*rule).or_default().push(out);
            }
            Pattern::Alt(items) => {
                for item in items {
                    self.build_first(item, out, branches);
                }
            }
            Pattern::Concat(items) => {
                let (first, rest) = items.split_first().expect("a concatenation has items");
                let mut none = Jumps::default();
                let items = rest.iter().rev();
                let out = items.fold(out, |out, item| self.build(item, out, &mut none));
                self.build_first(first, out, branches);
            }
            Pattern::Repeat { min, max: Some(1), body } => {
                self.build_first(body, out, branches);
                if *min == 0 {
                    branches.from_start.push(out);
                }
            }
            _ => {
                let first = self.build(pattern, out, &mut Jumps::default());
                branches.from_start.push(first);
            }
        }
    }

    /// Builds a pattern followed by `out`, and returns its first state. References to rules of
    /// `jumps` lead to the start of the rule, and `out` is recorded as their successor.
    fn build(&mut self, pattern: &Pattern, out: StateId, jumps: &mut Jumps) -> StateId {
        match pattern {
            Pattern::Empty => out,
            Pattern::Set(set) => self.add(State::Byte { set: *set, next: out }),
            Pattern::Concat(items) => {
                items.iter().rev().fold(out, |out, item| self.build(item, out, jumps))
            }
            Pattern::Alt(items) => {
                let firsts = items.iter().map(|item| self.build(item, out, jumps)).collect();
                self.add(State::Split(firsts))
            }
            Pattern::Repeat { min, max, body } => {
                let mut first = out;
                match max {
                    None => {
                        let again = self.placeholder();
                        let body = self.build(body, again, jumps);
                        self.branch_to(again, vec![body, out]);
                        first = again;
                    }
                    Some(max) => {
                        for _ in *min..*max {
                            let body = self.build(body, first, jumps);
                            first = self.add(State::Split(vec![body, out]));
                        }
                    }
                }
                (0..*min).fold(first, |first, _| self.build(body, first, jumps))
            }
            Pattern::Within(body, dfa) => {
                // A rule with a filter does not contain itself, so the body has no jumps.
                let fragments = std::mem::take(&mut self.fragments);
                let mut inner = Self { states: Vec::new(), fragments };
                let accept = inner.placeholder();
                let start = inner.build(body, accept, &mut Jumps::default());
                self.fragments = inner.fragments;
                let nfa = Nfa { states: inner.states.into(), start, accept };
                within(&nfa, dfa).append_to(&mut self.states, out)
            }
            Pattern::Rule(rule) => match jumps.starts.get(rule) {
                Some(start) => {
                    jumps.after.entry(*rule).or_default().push(out);
                    *start
                }
                None => self.copy(*rule, out),
            },
            Pattern::Prose(_) | Pattern::Error => unreachable!("states_for refuses prose"),
        }
    }

    fn copy(&mut self, rule: RuleId, out: StateId) -> StateId {
        match self.fragments[&rule].clone() {
            Fragment::Dfa(dfa, _) => self.copy_dfa(&dfa, out),
            Fragment::Nfa(nfa) => nfa.append_to(&mut self.states, out),
        }
    }

    fn copy_dfa(&mut self, dfa: &Dfa, out: StateId) -> StateId {
        let copies: Vec<StateId> = dfa.states().map(|_| self.placeholder()).collect();
        for (state, edges) in dfa.edges() {
            let mut targets: Vec<StateId> = edges
                .into_iter()
                .map(|(set, target)| self.add(State::Byte { set, next: copies[target.index()] }))
                .collect();
            if dfa.is_accepting(state) {
                targets.push(out);
            }
            self.branch_to(copies[state.index()], targets);
        }
        copies[Dfa::START.index()]
    }
}

struct Branches {
    from_start: Vec<StateId>,
    from_end: BTreeMap<RuleId, Vec<StateId>>,
}

impl State {
    /// Returns the targets of the state, the preferred one first.
    pub fn targets(&self) -> &[StateId] {
        match self {
            Self::Byte { next, .. } | Self::Tag { next, .. } => std::slice::from_ref(next),
            Self::Split(targets) => targets,
        }
    }

    /// Returns the targets that some text can reach: none for a state whose set of bytes is empty.
    fn passable(&self) -> &[StateId] {
        match self {
            Self::Byte { set, .. } if set.is_empty() => &[],
            _ => self.targets(),
        }
    }
}

impl Nfa {
    /// Iterates over all states by id.
    pub fn ids(&self) -> impl Iterator<Item = StateId> + use<> {
        (0..self.states.len()).map(StateId::new)
    }

    /// Iterates over all states with their ids.
    pub fn numbered(&self) -> impl Iterator<Item = (StateId, &State)> {
        self.ids().zip(self.states.iter())
    }

    /// Appends a copy of the automaton, whose end leads to the state `out`. Returns the start of the
    /// copy.
    pub(crate) fn append_to(&self, states: &mut Vec<State>, out: StateId) -> StateId {
        let before = states.len();
        let shifted = |state: StateId| StateId::new(before + state.index());
        states.extend(self.numbered().map(|(id, state)| match state {
            State::Byte { set, next } => State::Byte { set: *set, next: shifted(*next) },
            State::Split(targets) => {
                let ends = (id == self.accept).then_some(out);
                State::Split(targets.iter().copied().map(shifted).chain(ends).collect())
            }
            State::Tag { tag, next } => State::Tag { tag: *tag, next: shifted(*next) },
        }));
        shifted(self.start)
    }

    /// Returns all states that are reachable from the start, in order of number.
    pub fn reachable(&self) -> Vec<StateId> {
        let targets = |state: usize| self.states[state].targets().iter().map(|&to| to.index());
        let reached = graph::reached(self.states.len(), [self.start.index()], targets);
        self.ids().filter(|&state| reached[state.index()]).collect()
    }

    /// Returns for each state whether some accepting path contains it.
    pub fn useful(&self) -> Vec<bool> {
        let passable = |state: usize| self.states[state].passable().iter().map(|&to| to.index());
        let count = self.states.len();
        let forward = graph::reached(count, [self.start.index()], passable);
        let mut back = vec![Vec::new(); count];
        for from in (0..count).filter(|&from| forward[from]) {
            passable(from).for_each(|to| back[to].push(from));
        }
        let end = self.accept.index();
        let ends = Some(end).filter(|&end| forward[end]);
        graph::reached(count, ends, |state| back[state].iter().copied())
    }
}
