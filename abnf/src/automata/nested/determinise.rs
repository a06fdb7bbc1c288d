//! Makes a [`Pushdown`] automaton of frames: the subset construction with a stack.
//!
//! A state stands for the set of frame states that a text can reach. A byte that opens a bracket
//! pushes that set onto the stack and continues in all brackets that it can open; a byte that
//! closes some of them pops a set and continues after these brackets. This is the determinisation
//! of visibly pushdown automata (Alur and Madhusudan, "Visibly pushdown languages", 2004). The
//! contents of a bracket do not depend on the state in which it was entered, so instead of the
//! pairs of states of that construction, the set of closed brackets suffices. Unlike there, each
//! state has its own partition of the bytes into those that open, close, or do neither. If a byte
//! has two effects after one text, the rule is refused.
//!
//! With `n` frame states there can be 2ⁿ sets, and an entry for each pair of a set on the stack and a
//! set of closed brackets. Limits bound both.
// Long because the construction is one algorithm over one set of tables.

use super::frames::Frames;
use super::levels::Level;
use super::net::{ExitId, State, StateId as FrameState, Visited, closed};
use super::obstacle::{Obstacle, Reading};
use super::pushdown::{Move, Pushdown, StateId, SymbolId};
use crate::automata::graph;
use crate::budget::{Budget, TooLarge};
use crate::bytes::{ByteClasses, ByteSet};
use crate::grammar::RuleId;
use crate::limits::{Limits, MAX_SHARES};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The automaton of all rules that have one, and the reasons why others have none.
#[derive(Clone, Debug, Default)]
pub struct Determinised {
    /// Neither minimal nor canonical.
    pub pushdown: Pushdown,
    /// The other rules of the levels.
    pub refused: BTreeMap<RuleId, Obstacle>,
}

/// Determinises the frames of rules. `levels` are the levels of the net without brackets, and
/// `total` is the remaining total budget of the run.
///
/// Rules that use each other have one automaton or none, because each reaches the states of all
/// others. Each may reach as many states as [`Limits::dfa_states`] and [`Limits::table_entries`]
/// allow. A rule has the steps of [`Limits::subset_work`], and rules that use each other have
/// [`MAX_SHARES`] times as many together. An obstacle of a rule is an obstacle of all its users.
///
/// # Errors
///
/// If `total` is spent.
pub fn determinise(
    frames: &Frames,
    levels: &[Level],
    limits: &Limits,
    total: &mut Budget,
) -> Result<Determinised, TooLarge> {
    let mut builder = Builder::new(frames);
    let mut starts = BTreeMap::new();
    let mut refused: BTreeMap<RuleId, Obstacle> = BTreeMap::new();
    let mut kept = Explored::default();
    for Level { rules, calls, .. } in levels {
        let made = match calls.iter().find_map(|rule| refused.get(rule)) {
            Some(&why) => Err(why),
            None => builder.level(rules, limits, total)?,
        };
        match made {
            Ok((begin, explored)) => {
                starts.extend(begin);
                kept.states.extend(explored.states);
                kept.returns.extend(explored.returns);
            }
            Err(why) => refused.extend(rules.iter().map(|&rule| (rule, why))),
        }
    }
    Ok(Determinised { pushdown: builder.pushdown(&kept, &starts), refused })
}

/// The cost of reaching a state in a bracket, in addition to the cost of its size.
const VISIT: usize = 128;

/// The cost of an entry in steps of the total budget. Entries are stored until all rules are done.
const STEPS_PER_ENTRY: usize = 8;

/// The states that the texts of rules reach.
#[derive(Default)]
struct Explored {
    states: BTreeSet<StateId>,
    returns: BTreeMap<(StateId, SymbolId), StateId>,
}

/// The states of sets of frame states.
type StateOfSet = BTreeMap<Vec<FrameState>, StateId>;

/// The moves of a state.
#[derive(Clone)]
struct Row {
    /// The moves by class of bytes.
    moves: Vec<Option<Move>>,
    /// The distinct moves. They are stored because a state can be reached in many brackets.
    distinct: Rc<[Move]>,
}

struct Builder<'a> {
    frames: &'a Frames,
    live: Vec<bool>,
    visited: Visited,
    classes: ByteClasses,
    representatives: Vec<u8>,
    ids: BTreeMap<Vec<FrameState>, StateId>,
    /// For each state, the frame states that read, enter, leave or end.
    subsets: Vec<Vec<FrameState>>,
    rows: Vec<Option<Result<Row, Obstacle>>>,
    symbols: BTreeMap<Vec<ExitId>, SymbolId>,
    closed: Vec<Vec<ExitId>>,
    after: BTreeMap<(StateId, SymbolId), StateId>,
    /// The number of rows made.
    made: usize,
}

/// The start states of rules, and the states that their texts reach.
type Made = (BTreeMap<RuleId, StateId>, Explored);

impl<'a> Builder<'a> {
    fn new(frames: &'a Frames) -> Self {
        let set = |state: &State| match state {
            State::Byte { set, .. } => Some(*set),
            _ => None,
        };
        let mut sets: BTreeSet<ByteSet> = frames.states.iter().filter_map(set).collect();
        sets.extend(frames.brackets.iter().map(|it| it.open));
        sets.extend(&frames.exits);
        let classes = ByteClasses::of_sets(&sets);
        Self {
            frames,
            live: live(frames),
            visited: Visited::new(frames.states.len()),
            representatives: classes.representatives(),
            classes,
            ids: BTreeMap::new(),
            subsets: Vec::new(),
            rows: Vec::new(),
            symbols: BTreeMap::new(),
            closed: Vec::new(),
            after: BTreeMap::new(),
            made: 0,
        }
    }

    /// Explores rules that use each other. Fails only if `total` is spent.
    fn level(
        &mut self,
        rules: &[RuleId],
        limits: &Limits,
        total: &mut Budget,
    ) -> Result<Result<Made, Obstacle>, TooLarge> {
        let frames = self.frames;
        let start = |rule: &RuleId| Ok((*rule, self.state(vec![frames.rules[rule]?])));
        let starts: BTreeMap<RuleId, StateId> = match rules.iter().map(start).collect() {
            Ok(starts) => starts,
            Err(why) => return Ok(Err(why)),
        };
        let classes = class_count(frames, rules);
        let states = limits.dfa_states.min(limits.table_entries / classes);
        let shares = if rules.len() == 1 { 1 } else { MAX_SHARES };
        let steps = limits.subset_work.saturating_mul(shares);
        let mut own = Budget::new(steps, states);
        let made = self.made;
        let explored = self.explore(starts.values().copied(), &mut own);
        let entries = (self.made - made).saturating_mul(self.classes.count());
        total.spend(steps - own.steps())?;
        total.spend(entries.saturating_mul(STEPS_PER_ENTRY))?;
        Ok(explored.map(|explored| (starts, explored)))
    }

    /// Returns the state of the closure of frame states: all states reached from them without
    /// reading.
    fn state(&mut self, of: Vec<FrameState>) -> StateId {
        let subset = closed(&self.frames.states, &self.live, of, &mut self.visited);
        if let Some(&id) = self.ids.get(&subset) {
            return id;
        }
        let id = StateId::new(self.subsets.len());
        self.ids.insert(subset.clone(), id);
        self.subsets.push(subset);
        self.rows.push(None);
        id
    }

    /// As [`state`](Self::state), with a cache: many bytes lead to the same sets.
    fn cached_state(&mut self, of: Vec<FrameState>, known: &mut StateOfSet) -> StateId {
        if let Some(&state) = known.get(&of) {
            return state;
        }
        let state = self.state(of.clone());
        known.insert(of, state);
        state
    }

    /// Returns the distinct moves of a state.
    fn moves(&mut self, state: StateId) -> Result<Rc<[Move]>, Obstacle> {
        if self.rows[state.index()].is_none() {
            self.made += 1;
            let row = self.row(state);
            self.rows[state.index()] = Some(row);
        }
        let row = self.rows[state.index()].as_ref().expect("it was made");
        row.as_ref().map(|row| row.distinct.clone()).map_err(|&why| why)
    }

    fn row(&mut self, state: StateId) -> Result<Row, Obstacle> {
        let mut known = StateOfSet::new();
        // The moves of bytes that all frame states treat alike are the same.
        let alike = ByteClasses::of_sets(&self.sets(state));
        let moves = alike.representatives().into_iter();
        let moves = moves.map(|byte| self.entry(state, byte, &mut known));
        let moves = moves.collect::<Result<Vec<_>, _>>()?;
        let moves = self.representatives.iter().map(|&byte| moves[alike.class(byte)]);
        let moves: Vec<Option<Move>> = moves.collect();
        let mut seen: BTreeSet<Move> = BTreeSet::new();
        let distinct = moves.iter().flatten().filter(|&&it| seen.insert(it)).copied().collect();
        Ok(Row { moves, distinct })
    }

    /// Returns the sets of bytes that a state reads, enters by or leaves by.
    fn sets(&self, state: StateId) -> BTreeSet<ByteSet> {
        let set = |reader: &FrameState| match &self.frames.states[reader.index()] {
            State::Byte { set, .. } => Some(*set),
            State::Enter { bracket, .. } => Some(self.frames.brackets[bracket.index()].open),
            State::Leave(exit) => Some(self.frames.exits[exit.index()]),
            _ => None,
        };
        self.subsets[state.index()].iter().filter_map(set).collect()
    }

    fn entry(
        &mut self,
        state: StateId,
        byte: u8,
        known: &mut StateOfSet,
    ) -> Result<Option<Move>, Obstacle> {
        let (mut within, mut opened, mut closed) = (Vec::new(), Vec::new(), Vec::new());
        for &reader in &self.subsets[state.index()] {
            match &self.frames.states[reader.index()] {
                State::Byte { set, next } if set.contains(byte) => within.push(*next),
                State::Enter { bracket, .. } => {
                    let entered = &self.frames.brackets[bracket.index()];
                    if entered.open.contains(byte) {
                        if let Some(why) = self.frames.obstacles[bracket.index()] {
                            return Err(why);
                        }
                        opened.push(entered.start);
                    }
                }
                State::Leave(exit) if self.frames.exits[exit.index()].contains(byte) => {
                    closed.push(*exit);
                }
                _ => {}
            }
        }
        let ways = [
            (!within.is_empty(), Reading::Within),
            (!opened.is_empty(), Reading::Opens),
            (!closed.is_empty(), Reading::Closes),
        ];
        let ways: Vec<Reading> = ways.iter().filter(|way| way.0).map(|way| way.1).collect();
        match ways[..] {
            [] => Ok(None),
            [Reading::Within] => Ok(Some(Move::Step(self.cached_state(within, known)))),
            [Reading::Opens] => Ok(Some(Move::Open(self.cached_state(opened, known)))),
            [Reading::Closes] => Ok(Some(Move::Close(self.symbol(closed)))),
            [one, other, ..] => Err(Obstacle::Ambiguous { byte, one, other }),
        }
    }

    fn symbol(&mut self, mut closed: Vec<ExitId>) -> SymbolId {
        closed.sort_unstable();
        closed.dedup();
        if let Some(&symbol) = self.symbols.get(&closed) {
            return symbol;
        }
        let symbol = SymbolId::new(self.closed.len());
        self.symbols.insert(closed.clone(), symbol);
        self.closed.push(closed);
        symbol
    }

    /// Returns the state after brackets that were opened in a state.
    fn after(&mut self, opened_in: StateId, symbol: SymbolId) -> StateId {
        if let Some(&known) = self.after.get(&(opened_in, symbol)) {
            return known;
        }
        let closed = &self.closed[symbol.index()];
        let mut next = Vec::new();
        for &reader in &self.subsets[opened_in.index()] {
            if let State::Enter { exits, next: after, .. } = &self.frames.states[reader.index()] {
                let left = exits.iter().zip(after);
                let left = left.filter(|(exit, _)| closed.binary_search(exit).is_ok());
                next.extend(left.map(|(_, after)| *after));
            }
        }
        let after = self.state(next);
        self.after.insert((opened_in, symbol), after);
        after
    }

    /// Explores the states that texts reach from `starts`. The order, and therefore the first
    /// obstacle, does not depend on earlier explorations.
    fn explore(
        &mut self,
        starts: impl IntoIterator<Item = StateId>,
        budget: &mut Budget,
    ) -> Result<Explored, Obstacle> {
        let mut found = Explored::default();
        let mut todo: Vec<(StateId, StateId)> = starts.into_iter().map(|it| (it, it)).collect();
        let outermost: BTreeSet<StateId> = todo.iter().map(|(start, _)| *start).collect();
        // The number of states outside of brackets, the maximum over all starts.
        let mut outer = 0;
        let mut inner: BTreeSet<StateId> = BTreeSet::new();
        // The states that texts reach between the first and the last byte of a bracket, by
        // the state after the first byte.
        let mut inside: BTreeMap<StateId, BTreeSet<StateId>> = BTreeMap::new();
        let mut brackets_of: BTreeMap<StateId, Vec<StateId>> = BTreeMap::new();
        let mut opened_in: BTreeMap<StateId, Vec<StateId>> = BTreeMap::new();
        let mut closed_by: BTreeMap<StateId, Vec<SymbolId>> = BTreeMap::new();
        while let Some((bracket, state)) = todo.pop() {
            let known = inside.entry(bracket).or_default();
            if !known.insert(state) {
                continue;
            }
            if outermost.contains(&bracket) {
                outer = outer.max(known.len());
            } else {
                inner.insert(state);
            }
            budget.admit(outer + inner.len() - 1).map_err(Obstacle::TooLarge)?;
            brackets_of.entry(state).or_default().push(bracket);
            let is_new = found.states.insert(state);
            let cost = VISIT + self.subsets[state.index()].len();
            budget.spend(cost).map_err(Obstacle::TooLarge)?;
            for &step in &*self.moves(state)? {
                match step {
                    Move::Step(next) => todo.push((bracket, next)),
                    Move::Open(next) => {
                        todo.push((next, next));
                        if is_new {
                            opened_in.entry(next).or_default().push(state);
                        }
                        for &symbol in closed_by.get(&next).into_iter().flatten() {
                            let after = self.after(state, symbol);
                            found.returns.insert((state, symbol), after);
                            todo.push((bracket, after));
                        }
                    }
                    Move::Close(symbol) => {
                        let closed = closed_by.entry(bracket).or_default();
                        if closed.contains(&symbol) {
                            continue;
                        }
                        closed.push(symbol);
                        for &opener in opened_in.get(&bracket).into_iter().flatten() {
                            let after = self.after(opener, symbol);
                            found.returns.insert((opener, symbol), after);
                            let outer = brackets_of.get(&opener).into_iter().flatten();
                            let outer: Vec<StateId> = outer.copied().collect();
                            budget.spend(outer.len()).map_err(Obstacle::TooLarge)?;
                            todo.extend(outer.into_iter().map(|outer| (outer, after)));
                        }
                    }
                }
            }
        }
        Ok(found)
    }

    /// Makes the automaton of the kept states, numbered from 0.
    fn pushdown(self, kept: &Explored, starts: &BTreeMap<RuleId, StateId>) -> Pushdown {
        let number: BTreeMap<StateId, StateId> =
            kept.states.iter().enumerate().map(|(new, &old)| (old, StateId::new(new))).collect();
        let moved = |to: &Move| match *to {
            Move::Step(to) => Move::Step(number[&to]),
            Move::Open(to) => Move::Open(number[&to]),
            Move::Close(symbol) => Move::Close(symbol),
        };
        let row = |&state: &StateId| {
            let row = self.rows[state.index()].as_ref().and_then(|row| row.as_ref().ok());
            let row = row.expect("every kept state has a row");
            row.moves.iter().map(|to| to.as_ref().map(moved)).collect()
        };
        let accepts = |&state: &StateId| {
            let readers = &self.subsets[state.index()];
            readers.iter().any(|it| self.frames.states[it.index()] == State::End)
        };
        let returns = kept.returns.iter();
        Pushdown {
            rows: kept.states.iter().map(row).collect(),
            accepting: kept.states.iter().map(accepts).collect(),
            returns: returns
                .map(|((at, symbol), to)| ((number[at], *symbol), number[to]))
                .collect(),
            starts: starts.iter().map(|(&rule, start)| (rule, number[start])).collect(),
            classes: self.classes,
        }
    }
}

/// Returns the number of classes of bytes that the frames of rules distinguish, with the brackets
/// in them.
fn class_count(frames: &Frames, rules: &[RuleId]) -> usize {
    let mut seen: BTreeSet<FrameState> = BTreeSet::new();
    let mut sets: BTreeSet<ByteSet> = BTreeSet::new();
    let mut stack: Vec<FrameState> =
        rules.iter().filter_map(|rule| frames.rules[rule].ok()).collect();
    while let Some(state) = stack.pop() {
        if !seen.insert(state) {
            continue;
        }
        let state = &frames.states[state.index()];
        stack.extend(state.targets());
        match state {
            State::Byte { set, .. } => {
                sets.insert(*set);
            }
            State::Enter { bracket, .. } if frames.obstacles[bracket.index()].is_none() => {
                let bracket = &frames.brackets[bracket.index()];
                sets.insert(bracket.open);
                stack.push(bracket.start);
            }
            State::Leave(exit) => {
                sets.insert(frames.exits[exit.index()]);
            }
            _ => {}
        }
    }
    ByteClasses::of_sets(&sets).count()
}

/// Returns for each state whether some text leads from it to the end of the frame.
fn live(frames: &Frames) -> Vec<bool> {
    // The exits by which each bracket can be left.
    let mut left: Vec<BTreeSet<ExitId>> = vec![BTreeSet::new(); frames.brackets.len()];
    // The round in which each state was last visited.
    let (mut seen, mut round) = (vec![0_usize; frames.states.len()], 0);
    loop {
        let targets = |state: &State| -> Vec<usize> {
            let targets = state.targets().iter().map(|it| it.index());
            match state {
                State::Byte { set, .. } => targets.filter(|_| !set.is_empty()).collect(),
                State::Enter { bracket, exits, .. } => {
                    // Entering a bracket with an obstacle is refused.
                    let is_unknown = frames.obstacles[bracket.index()].is_some();
                    let is_left =
                        |exit: &ExitId| is_unknown || left[bracket.index()].contains(exit);
                    let targets = targets.zip(exits).filter(|(_, exit)| is_left(exit));
                    targets.map(|(target, _)| target).collect()
                }
                _ => targets.collect(),
            }
        };
        let successors: graph::Graph = frames.states.iter().map(targets).collect();
        let mut has_changed = false;
        for (index, bracket) in frames.brackets.iter().enumerate() {
            if frames.obstacles[index].is_some() || bracket.open.is_empty() {
                continue;
            }
            round += 1;
            let mut stack = vec![bracket.start.index()];
            while let Some(state) = stack.pop() {
                if std::mem::replace(&mut seen[state], round) == round {
                    continue;
                }
                if let State::Leave(exit) = frames.states[state] {
                    let is_open = !frames.exits[exit.index()].is_empty();
                    has_changed |= is_open && left[index].insert(exit);
                }
                stack.extend(&successors[state]);
            }
        }
        if !has_changed {
            let is_end = |state: &State| match state {
                State::End => true,
                State::Leave(exit) => !frames.exits[exit.index()].is_empty(),
                _ => false,
            };
            let back = graph::reversed(&successors);
            let ends = (0..back.len()).filter(|&state| is_end(&frames.states[state]));
            return graph::reached(back.len(), ends, |state| back[state].iter().copied());
        }
    }
}
