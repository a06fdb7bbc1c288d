//! Makes the [`Network`] of a net, which the general engine walks.
//!
//! Each rule becomes a deterministic automaton over bytes and calls: the subset construction with
//! calls as letters. If the result is too large, the rule stays nondeterministic, and the engine
//! follows all its branches. A rule that derives the empty text is stepped over as well as called,
//! so no call needs to end where it began. A call that only the end of the caller follows is a
//! jump: right recursion takes no stack (the remedy of Leo, "A general context-free parsing
//! algorithm running in linear time on every LR(k) grammar without using lookahead", 1991, for an
//! engine whose stack is a graph).
// Long because the type, its subset construction and its listing belong together.

use super::levels::{levels, needed};
use super::net::{Net, State, StateId as NetState, Visited};
use super::prune::reaching_ends;
use super::state_set::StateSet;
use crate::automata::graph;
use crate::automata::id::id;
use crate::automata::refine::{Edge, coarsest};
use crate::budget::{Budget, TooLarge};
use crate::bytes::{ByteClasses, ByteSet};
use crate::grammar::RuleId;
use crate::limits::{Limits, MAX_TABLE_STATES};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::sync::Arc;

id! {
    /// A state of a [`Network`].
    pub struct StateId;
}

/// A call of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    /// The state in which the texts of the called rule begin.
    pub start: StateId,
    /// The state after the call; `None` if only the end of the caller follows.
    pub then: Option<StateId>,
}

/// Deterministic automata that call each other. Every state is on a path from the start of
/// a rule to the end of one of its texts, unless the rule has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Network {
    classes: ByteClasses,
    rows: Vec<Vec<Option<StateId>>>,
    calls: Vec<Vec<Call>>,
    accepting: Vec<bool>,
    starts: BTreeMap<RuleId, StateId>,
}

impl Network {
    /// Returns the classes of bytes that the network treats alike.
    pub fn classes(&self) -> &ByteClasses {
        &self.classes
    }

    /// Returns the coarsest classes of bytes that texts from `start` on do not distinguish.
    pub fn classes_from(&self, start: StateId) -> ByteClasses {
        let reached = self.reached(start);
        let column = |class| reached.iter().map(|state| self.rows[state.index()][class]).collect();
        self.classes.merged::<Vec<Option<StateId>>>(column)
    }

    /// Returns the number of states.
    pub fn state_count(&self) -> usize {
        self.rows.len()
    }

    /// Iterates over all states.
    pub fn states(&self) -> impl Iterator<Item = StateId> + use<> {
        (0..self.rows.len()).map(StateId::new)
    }

    /// Returns the state in which the texts of a rule begin, if the network has the rule.
    pub fn start(&self, rule: RuleId) -> Option<StateId> {
        self.starts.get(&rule).copied()
    }

    /// Returns the state after one more byte.
    pub fn next(&self, state: StateId, byte: u8) -> Option<StateId> {
        self.rows[state.index()][self.classes.class(byte)]
    }

    /// Returns the calls of a state.
    pub fn calls(&self, state: StateId) -> &[Call] {
        &self.calls[state.index()]
    }

    /// Returns whether the text of a rule can end in a state.
    pub fn is_accepting(&self, state: StateId) -> bool {
        self.accepting[state.index()]
    }

    /// Returns the bytes that a state reads itself.
    pub fn expected(&self, state: StateId) -> ByteSet {
        (0..=255).filter(|&byte| self.next(state, byte).is_some()).collect()
    }

    /// Returns the number of entries of the tables. `usize::MAX` if tables cannot number the states
    /// or the calls.
    pub fn table_entries(&self) -> usize {
        entries(self.rows.len(), self.call_count(), &self.classes)
    }

    fn call_count(&self) -> usize {
        self.calls.iter().map(Vec::len).sum()
    }

    /// Returns the numbers of the states after one more byte, in ascending order.
    pub fn successors(&self, state: StateId) -> Vec<usize> {
        let next = self.rows[state.index()].iter().flatten().map(|next| next.index());
        next.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Returns the states that texts reach from `start`.
    pub fn reached(&self, start: StateId) -> Vec<StateId> {
        let successors = |state: usize| {
            let next = self.rows[state].iter().flatten().copied();
            let called =
                self.calls[state].iter().flat_map(|it| it.then.into_iter().chain([it.start]));
            next.chain(called).map(StateId::index).collect::<Vec<_>>()
        };
        let reached = graph::reached(self.rows.len(), [start.index()], successors);
        self.states().filter(|state| reached[state.index()]).collect()
    }
}

fn entries(states: usize, calls: usize, classes: &ByteClasses) -> usize {
    if MAX_TABLE_STATES < states.max(calls) {
        return usize::MAX;
    }
    states.saturating_mul(classes.count()).saturating_add(calls)
}

/// Why a rule is not in the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// With the rules that it calls, it exceeds a limit.
    Rule(TooLarge),
    /// With the rules before it, it exceeds what tables can hold.
    Tables,
}

/// Makes the network of `rules` of a pruned net and all rules that they call. Also returns the
/// rules that are too large, where the cost of a rule includes the rules that it calls. `branching`
/// rules are known to be too large for the subset construction. `total` is the remaining total
/// budget of the run.
///
/// # Errors
///
/// If `total` is spent.
pub fn network(
    net: &Net,
    rules: &BTreeSet<RuleId>,
    branching: &BTreeSet<RuleId>,
    limits: &Limits,
    total: &mut Budget,
) -> Result<(Network, BTreeMap<RuleId, Excess>), TooLarge> {
    let mut builder = Builder::new(net);
    let of_rule = Budget::of_rule(limits);
    let owned = net.rules.keys().filter(|&&rule| branching.contains(&net.owner(rule)));
    builder.branching.extend(owned);
    let needed = needed(net, rules);
    for &rule in &needed {
        let start = builder.start(rule);
        let mut own = of_rule.clone();
        // Explore each rule without the rules that it calls, to find those that become branching.
        // Below, each rule is explored with all rules that it calls.
        if builder.explore(start, |_| false, &mut own).is_err() {
            builder.branching.insert(rule);
        }
        total.spend(of_rule.steps() - own.steps())?;
    }
    builder.forget();
    // The states of several rules, each of which is within its own limit.
    let of_all = Budget::new(limits.subset_work, limits.called_states());
    let mut refused: BTreeMap<RuleId, Excess> = BTreeMap::new();
    let mut reached: BTreeMap<RuleId, Arc<StateSet>> = BTreeMap::new();
    let mut found: Vec<Kept> = Vec::new();
    for level in levels(net).into_iter().filter(|it| needed.contains(&it.rules[0])) {
        let first = level.rules[0];
        // A rule is too large if it calls one that is.
        if let Some(&why) = level.calls.iter().find_map(|rule| refused.get(rule)) {
            refused.extend(level.rules.into_iter().map(|rule| (rule, why)));
            continue;
        }
        // Rules that call each other reach the same states.
        let start = builder.start(first);
        let mut own = of_all.clone();
        let is_own = |rule: RuleId| level.rules.binary_search(&rule).is_ok();
        let explored = builder.explore(start, is_own, &mut own);
        total.spend(of_all.steps() - own.steps())?;
        let mut states = StateSet::default();
        for called in &level.calls {
            states.extend(&reached[called]);
            total.spend(states.words())?;
        }
        let explored = explored.and_then(|own| {
            own.iter().for_each(|state| states.insert(state.index()));
            of_all.admit(states.count() - 1)
        });
        if let Err(why) = explored {
            refused.extend(level.rules.into_iter().map(|rule| (rule, Excess::Rule(why))));
            continue;
        }
        let asked = level.rules.iter().filter(|rule| rules.contains(rule));
        let starts: BTreeMap<RuleId, StateId> =
            asked.map(|&rule| (rule, builder.start(rule))).collect();
        let states = Arc::new(states);
        if !starts.is_empty() {
            found.push(Kept { starts, states: Arc::clone(&states) });
        }
        reached.extend(level.rules.into_iter().map(|rule| (rule, Arc::clone(&states))));
    }
    refused.retain(|rule, _| rules.contains(rule));
    let (made, others) = builder.fitting(&found, limits.total_table_entries);
    refused.extend(others.into_iter().map(|rule| (rule, Excess::Tables)));
    Ok((made, refused))
}

/// Rules that call each other, and the states that they reach.
struct Kept {
    starts: BTreeMap<RuleId, StateId>,
    states: Arc<StateSet>,
}

/// The cost of reaching a state, in addition to the cost of its size.
const VISIT: usize = 64;

/// The greatest number of net states that are reached without a byte, where bytes decide between
/// them.
const MAX_CLOSURE: usize = 512;

/// The net states of a state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Meaning {
    /// A set of them.
    All(Vec<NetState>),
    /// One whose branches are jumps.
    One(NetState),
    /// As [`One`](Self::One), with all states that the branches lead to, since bytes decide between
    /// them.
    Few(Vec<NetState>),
}

/// The moves of a state.
#[derive(Clone, Default)]
struct Moves {
    row: Vec<Option<StateId>>,
    /// The calls with the called rules; jumps to branches call none.
    calls: Vec<(Option<RuleId>, Call)>,
}

struct Builder<'a> {
    net: &'a Net,
    nullable: BTreeSet<RuleId>,
    classes: ByteClasses,
    representatives: Vec<u8>,
    /// The rules whose branches are jumps.
    branching: BTreeSet<RuleId>,
    ids: BTreeMap<Meaning, StateId>,
    meanings: Vec<Meaning>,
    moves: Vec<Option<Moves>>,
    visited: Visited,
}

impl<'a> Builder<'a> {
    fn new(net: &'a Net) -> Self {
        let set = |state: &State| match state {
            State::Byte { set, .. } => Some(*set),
            _ => None,
        };
        let sets: BTreeSet<ByteSet> = net.states.iter().filter_map(set).collect();
        let classes = ByteClasses::of_sets(&sets);
        Self {
            net,
            nullable: nullable(net),
            representatives: classes.representatives(),
            classes,
            branching: BTreeSet::new(),
            ids: BTreeMap::new(),
            meanings: Vec::new(),
            moves: Vec::new(),
            visited: Visited::new(net.states.len()),
        }
    }

    /// Forgets all states.
    fn forget(&mut self) {
        self.ids.clear();
        self.meanings.clear();
        self.moves.clear();
    }

    fn start(&mut self, rule: RuleId) -> StateId {
        let start = self.net.rules[&rule].start;
        if self.branching.contains(&rule) {
            return self.branch(start);
        }
        self.state(vec![start])
    }

    /// Returns the state of the closure of net states: all states reached from them without a byte
    /// or a call.
    fn state(&mut self, mut stack: Vec<NetState>) -> StateId {
        self.visited.begin();
        let mut subset = Vec::new();
        while let Some(state) = stack.pop() {
            if !self.visited.insert(state) {
                continue;
            }
            match &self.net.states[state.index()] {
                State::Split(targets) => stack.extend(targets),
                State::Call { rule, next } => {
                    subset.push(state);
                    stack.extend(self.nullable.contains(rule).then_some(*next));
                }
                _ => subset.push(state),
            }
        }
        subset.sort_unstable();
        self.number(Meaning::All(subset))
    }

    /// Returns the state of a net state whose branches are jumps, unless bytes decide between them.
    fn branch(&mut self, of: NetState) -> StateId {
        let meaning = self.few(of).map_or(Meaning::One(of), Meaning::Few);
        self.number(meaning)
    }

    /// Returns the net states that are reached from one without a byte, if each byte leaves one of
    /// them at most, and none calls.
    fn few(&self, of: NetState) -> Option<Vec<NetState>> {
        let mut seen: BTreeSet<NetState> = BTreeSet::new();
        let mut subset = Vec::new();
        let mut read = ByteSet::EMPTY;
        let mut stack = vec![of];
        while let Some(state) = stack.pop() {
            if !seen.insert(state) {
                continue;
            }
            if MAX_CLOSURE < seen.len() {
                return None;
            }
            match &self.net.states[state.index()] {
                State::Split(targets) => stack.extend(targets),
                State::Call { .. } => return None,
                State::Byte { set, .. } if !read.intersection(*set).is_empty() => return None,
                State::Byte { set, .. } => {
                    read = read.union(*set);
                    subset.push(state);
                }
                _ => subset.push(state),
            }
        }
        subset.sort_unstable();
        Some(subset)
    }

    fn number(&mut self, meaning: Meaning) -> StateId {
        if let Some(&id) = self.ids.get(&meaning) {
            return id;
        }
        let id = StateId::new(self.meanings.len());
        self.ids.insert(meaning.clone(), id);
        self.meanings.push(meaning);
        self.moves.push(None);
        id
    }

    fn moves(&mut self, state: StateId) -> Moves {
        if let Some(known) = &self.moves[state.index()] {
            return known.clone();
        }
        let moves = match self.meanings[state.index()].clone() {
            Meaning::All(subset) => self.moves_of_all(&subset),
            Meaning::One(of) => self.moves_of_one(of),
            Meaning::Few(subset) => self.moves_of_few(&subset),
        };
        self.moves[state.index()].insert(moves).clone()
    }

    fn moves_of_one(&mut self, of: NetState) -> Moves {
        let mut moves = Moves { row: vec![None; self.classes.count()], calls: Vec::new() };
        let net = self.net;
        let state = &net.states[of.index()];
        match state {
            State::Byte { set, next } => {
                let next = self.branch(*next);
                for (class, &byte) in self.representatives.iter().enumerate() {
                    moves.row[class] = set.contains(byte).then_some(next);
                }
            }
            State::Call { rule, next } => {
                let call = Call { start: self.start(*rule), then: Some(self.branch(*next)) };
                moves.calls.push((Some(*rule), call));
            }
            _ => {}
        }
        let jumps: &[NetState] = match state {
            State::Split(targets) => targets,
            State::Call { rule, next } if self.nullable.contains(rule) => {
                std::slice::from_ref(next)
            }
            _ => &[],
        };
        for &to in jumps {
            let start = self.branch(to);
            moves.calls.push((None, Call { start, then: None }));
        }
        moves
    }

    fn moves_of_few(&mut self, subset: &[NetState]) -> Moves {
        let mut moves = Moves { row: vec![None; self.classes.count()], calls: Vec::new() };
        let net = self.net;
        for &reader in subset {
            let State::Byte { set, next } = &net.states[reader.index()] else { continue };
            let next = self.branch(*next);
            for (class, &byte) in self.representatives.iter().enumerate() {
                if set.contains(byte) {
                    moves.row[class] = Some(next);
                }
            }
        }
        moves
    }

    fn moves_of_all(&mut self, subset: &[NetState]) -> Moves {
        let mut within: Vec<Vec<NetState>> = vec![Vec::new(); self.classes.count()];
        let mut called: BTreeMap<RuleId, Vec<NetState>> = BTreeMap::new();
        for &reader in subset {
            match &self.net.states[reader.index()] {
                State::Byte { set, next } => {
                    for (class, &byte) in self.representatives.iter().enumerate() {
                        if set.contains(byte) {
                            within[class].push(*next);
                        }
                    }
                }
                State::Call { rule, next } => called.entry(*rule).or_default().push(*next),
                _ => {}
            }
        }
        // Many bytes lead to the same set.
        let mut known: BTreeMap<Vec<NetState>, StateId> = BTreeMap::new();
        let target = |next: Vec<NetState>| match known.get(&next) {
            _ if next.is_empty() => None,
            Some(&state) => Some(state),
            None => Some(*known.entry(next.clone()).or_insert_with(|| self.state(next))),
        };
        let mut moves = Moves { row: within.into_iter().map(target).collect(), ..Moves::default() };
        for (rule, next) in called {
            let then = self.state(next);
            let is_end = |it: &NetState| self.net.states[it.index()] == State::End;
            let is_last = self.meanings[then.index()].states().iter().all(is_end);
            let call = Call { start: self.start(rule), then: (!is_last).then_some(then) };
            moves.calls.push((Some(rule), call));
        }
        moves
    }

    /// Returns the states that texts reach from `start`. `enters` decides whether those of a called
    /// rule are included.
    fn explore(
        &mut self,
        start: StateId,
        enters: impl Fn(RuleId) -> bool,
        budget: &mut Budget,
    ) -> Result<BTreeSet<StateId>, TooLarge> {
        let mut found = BTreeSet::new();
        let mut stack = vec![start];
        while let Some(state) = stack.pop() {
            if !found.insert(state) {
                continue;
            }
            budget.admit(found.len() - 1)?;
            budget.spend(VISIT + self.meanings[state.index()].states().len())?;
            let moves = self.moves(state);
            stack.extend(moves.row.iter().flatten());
            for (rule, call) in &moves.calls {
                stack.extend(call.then);
                stack.extend(rule.is_none_or(&enters).then_some(call.start));
            }
        }
        Ok(found)
    }

    /// Makes the network of levels, each after those that it calls, whose tables have at most this
    /// many entries. Also returns the rules of other levels: once there is no room for a level, only
    /// those are added that certainly fit.
    fn fitting(&self, levels: &[Kept], most: usize) -> (Network, Vec<RuleId>) {
        let of_first = |count: usize| self.network(&levels[..count].iter().collect::<Vec<_>>());
        let mut made = of_first(levels.len());
        if made.table_entries() <= most {
            return (made, Vec::new());
        }
        let counts: Vec<usize> = (1..=levels.len()).collect();
        let count = counts.partition_point(|&count| of_first(count).table_entries() <= most);
        made = of_first(count);
        let (mut states, mut calls) = (made.state_count(), made.call_count());
        let (first, rest) = levels.split_at(count);
        let mut chosen: Vec<&Kept> = first.iter().collect();
        let mut all = StateSet::default();
        first.iter().for_each(|level| all.extend(&level.states));
        let mut others = Vec::new();
        for level in rest {
            let new: Vec<usize> = level.states.iter().filter(|&it| !all.contains(it)).collect();
            let of_state =
                |&state: &usize| self.moves[state].as_ref().map_or(0, |it| it.calls.len());
            let more = (states + new.len(), calls + new.iter().map(of_state).sum::<usize>());
            if entries(more.0, more.1, &self.classes) <= most {
                (states, calls) = more;
                all.extend(&level.states);
                chosen.push(level);
            } else {
                others.extend(level.starts.keys().copied());
            }
        }
        (self.network(&chosen), others)
    }

    /// Makes the network of rules and the states that they reach: equivalent states merged, numbered
    /// breadth-first.
    fn network(&self, levels: &[&Kept]) -> Network {
        let mut all = StateSet::default();
        levels.iter().for_each(|level| all.extend(&level.states));
        let kept: Vec<StateId> = all.iter().map(StateId::new).collect();
        let starts: BTreeMap<RuleId, StateId> =
            levels.iter().flat_map(|it| &it.starts).map(|(&rule, &start)| (rule, start)).collect();
        let index = |state: StateId| kept.binary_search(&state).expect("it is kept");
        let moves = |at: usize| {
            self.moves[kept[at].index()].as_ref().expect("every kept state was explored")
        };
        let accepts = |at: usize| {
            let states = self.meanings[kept[at].index()].states();
            states.iter().any(|it| self.net.states[it.index()] == State::End)
        };
        let end = kept.len();
        // Branches are not merged, since several edges of one state have the same letter.
        let kind = |at: usize| match self.meanings[kept[at].index()] {
            Meaning::All(_) | Meaning::Few(_) => usize::from(accepts(at)),
            Meaning::One(_) => 3 + at,
        };
        let mut kinds: Vec<usize> = (0..end).map(kind).collect();
        kinds.push(2);
        let mut labels: BTreeMap<(Option<RuleId>, usize), usize> = BTreeMap::new();
        let mut edges = Vec::new();
        let mut edge = |tail: usize, label: (Option<RuleId>, usize), head: usize| {
            let number = labels.len();
            edges.push(Edge { tail, label: *labels.entry(label).or_insert(number), head });
        };
        for at in 0..end {
            for (class, next) in moves(at).row.iter().enumerate() {
                next.iter().for_each(|&next| edge(at, (None, class), index(next)));
            }
            for (jump, (rule, call)) in moves(at).calls.iter().enumerate() {
                match rule {
                    Some(rule) => edge(at, (Some(*rule), 0), call.then.map_or(end, index)),
                    None => edge(at, (None, self.classes.count() + jump), index(call.start)),
                }
            }
        }
        let block_of = coarsest(&kinds, &edges);
        let mut numbers: BTreeMap<usize, StateId> = BTreeMap::new();
        let mut queue = VecDeque::new();
        let mut number = |state: StateId, queue: &mut VecDeque<usize>| {
            let next = StateId::new(numbers.len());
            *numbers.entry(block_of[index(state)]).or_insert_with(|| {
                queue.push_back(index(state));
                next
            })
        };
        let mut made = Network { classes: self.classes.clone(), ..Network::default() };
        for (rule, start) in starts {
            made.starts.insert(rule, number(start, &mut queue));
        }
        while let Some(at) = queue.pop_front() {
            let row = moves(at).row.iter();
            let row = row.map(|next| next.map(|next| number(next, &mut queue))).collect();
            made.rows.push(row);
            let calls = moves(at).calls.iter().map(|(_, call)| Call {
                start: number(call.start, &mut queue),
                then: call.then.map(|then| number(then, &mut queue)),
            });
            let calls: BTreeSet<Call> = calls.collect();
            made.calls.push(calls.into_iter().collect());
            made.accepting.push(accepts(at));
        }
        made
    }
}

impl Meaning {
    fn states(&self) -> &[NetState] {
        match self {
            Self::All(states) | Self::Few(states) => states,
            Self::One(state) => std::slice::from_ref(state),
        }
    }
}

/// Returns the rules that derive the empty text.
fn nullable(net: &Net) -> BTreeSet<RuleId> {
    let reaches_end = reaching_ends(net, |_| false);
    let rules = net.rules.iter().filter(|(_, ends)| reaches_end[ends.start.index()]);
    rules.map(|(&rule, _)| rule).collect()
}

/// One line for each state, `*` at accepting ones, then its transitions and calls.
impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} states, {} byte classes", self.rows.len(), self.classes.count())?;
        let members = self.classes.sets();
        for state in self.states() {
            let mark = if self.is_accepting(state) { '*' } else { ' ' };
            write!(f, "{mark}{state:>4}:")?;
            let mut targets: BTreeMap<StateId, ByteSet> = BTreeMap::new();
            for (class, next) in self.rows[state.index()].iter().enumerate() {
                if let Some(next) = next {
                    let set = targets.entry(*next).or_insert(ByteSet::EMPTY);
                    *set = set.union(members[class]);
                }
            }
            for (target, set) in targets {
                write!(f, " {set} -> {target}")?;
            }
            for call in self.calls(state) {
                match call.then {
                    Some(then) => write!(f, " call {} -> {then}", call.start)?,
                    None => write!(f, " jump {}", call.start)?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
