//! Decides which branch the rest of a text takes: adaptive lookahead with full context (Parr,
//! Harwell and Fisher, "Adaptive LL(*) parsing: the power of dynamic analysis", 2014).
//!
//! A *configuration* is a state and the stack of the rules around it. Each branch of a split starts
//! with a set of configurations, and the sets read the following bytes side by side. The branch is
//! decided as soon as
//!
//! - only one set is not empty: every derivation takes its branch; or
//! - the first set that is not empty, with all that it reaches without reading, includes the others.
//!   Whatever the rest of the text is, the first branch can then read it if another one can, so it
//!   is the preferred one. An example is the white space between `}` and `]` in JSON, which can
//!   belong to either.
//!
//! The sets that are compared are the states of an automaton that is built lazily. A decision that
//! recurs, as for each element of a list, therefore takes a few loads for each byte. Stacks are
//! lists with shared tails, and equal stacks have the same number.

use super::alloc::collections::BTreeMap;
use super::alloc::vec::Vec;
use super::chart::{Grammar, State};
use super::item_set::{Item, ItemSet};

/// The number of the stack below the rule of the whole text, which is empty.
pub(crate) const ROOT: u32 = 0;

/// The maximum number of configurations that a branch reaches without reading.
const MAX_REACHED: usize = 1 << 10;

/// The maximum number of states of the automaton.
const MAX_STATES: usize = 1 << 12;

/// The maximum number of stacks, and of configurations in states of the automaton.
const MAX_STORED: usize = 1 << 21;

/// The number of edges from which on a state has an edge for each byte.
const FEW_EDGES: usize = 16;

/// The stacks of rules, by number, which begin after [`ROOT`].
pub(crate) struct Stacks {
    /// The state with which the rule around continues, and the stack without the last rule.
    list: Vec<Item>,
    numbers: BTreeMap<Item, u32>,
}

/// The automaton of the sets that have been compared.
pub(crate) struct Lookahead<'g> {
    grammar: Grammar<'g>,
    pub(crate) stacks: Stacks,
    /// The states in which decisions begin, by the split and the stack.
    starts: BTreeMap<Item, Option<u32>>,
    states: Vec<Compared>,
    numbers: BTreeMap<(u32, Vec<Member>), u32>,
    /// The number of configurations in states.
    stored: usize,
    /// The number of steps that are left.
    budget: usize,
}

/// A configuration of a branch.
type Member = (u16, Item);

/// Sets of configurations, side by side.
struct Compared {
    /// The configurations that read, by branch.
    reading: Vec<Member>,
    /// The branches for which the text can end here.
    ending: Vec<u16>,
    /// The decision.
    decision: Decision,
    /// The edges that have been computed, by the next byte; or all 256.
    edges: Vec<(u8, Edge)>,
}

/// A decision between the targets of a split.
#[derive(Clone, Copy)]
struct Decision {
    /// The range of its targets.
    targets: (u16, u16),
    /// Whether an earlier target is preferred to a later one.
    is_ordered: bool,
    /// The number of the decision.
    number: u32,
}

#[derive(Clone, Copy)]
enum Edge {
    Unknown,
    To(u32),
    /// The branch, or `None` if it cannot be decided.
    Decided(Option<u16>),
}

impl Stacks {
    pub(crate) fn new() -> Self {
        Self { list: Vec::new(), numbers: BTreeMap::new() }
    }

    /// Returns the number of a stack with one more rule, after which `next` follows; `None` if
    /// there are too many.
    #[allow(clippy::cast_possible_truncation, reason = "stacks have a limit")]
    pub(crate) fn push(&mut self, next: u16, stack: u32) -> Option<u32> {
        if let Some(known) = self.numbers.get(&(next, stack)) {
            return Some(*known);
        }
        if self.list.len() == MAX_STORED {
            return None;
        }
        self.list.push((next, stack));
        let number = self.list.len() as u32;
        self.numbers.insert((next, stack), number);
        Some(number)
    }
}

impl Compared {
    fn edge(&self, byte: u8) -> Edge {
        let found = match self.edges.len() {
            256 => self.edges.get(usize::from(byte)),
            _ => self.edges.iter().find(|(of, _)| *of == byte),
        };
        found.map_or(Edge::Unknown, |(_, edge)| *edge)
    }

    fn set(&mut self, byte: u8, edge: Edge) {
        if self.edges.len() == FEW_EDGES {
            let known = core::mem::take(&mut self.edges);
            self.edges = (0..=255).map(|byte| (byte, Edge::Unknown)).collect();
            for (byte, edge) in known {
                self.set(byte, edge);
            }
        }
        if self.edges.len() == 256 {
            self.edges[usize::from(byte)].1 = edge;
        } else {
            self.edges.push((byte, edge));
        }
    }
}

/// All methods return `None` if the branch cannot be decided, or if the budget is spent.
#[allow(clippy::cast_possible_truncation, reason = "states and branches have limits")]
impl<'g> Lookahead<'g> {
    pub(crate) fn new(grammar: Grammar<'g>, budget: usize) -> Self {
        Self {
            grammar,
            stacks: Stacks::new(),
            starts: BTreeMap::new(),
            states: Vec::new(),
            numbers: BTreeMap::new(),
            stored: 0,
            budget,
        }
    }

    /// Returns the target of a split that the rest of the text takes, of those with the indices
    /// from `first` to `last`. `stack` is that of the rule of the split.
    pub(crate) fn decide(
        &mut self,
        split: u16,
        (first, last): (u16, u16),
        stack: u32,
        rest: &[u8],
    ) -> Option<u16> {
        self.spend(1)?;
        let mut at = match self.starts.get(&(split, stack)) {
            Some(start) => (*start)?,
            None => self.start(split, (first, last), stack)?,
        };
        for &byte in rest {
            self.spend(1)?;
            let edge = match self.states[at as usize].edge(byte) {
                Edge::Unknown => {
                    let edge = self.read(at, byte)?;
                    self.states[at as usize].set(byte, edge);
                    edge
                }
                known => known,
            };
            match edge {
                Edge::To(next) => at = next,
                Edge::Decided(answer) => return answer,
                Edge::Unknown => return None,
            }
        }
        let Compared { ending, decision, .. } = &self.states[at as usize];
        match ending[..] {
            [] => None,
            [_, _, ..] if !decision.is_ordered => None,
            [first, ..] => Some(self.target(*decision, first)),
        }
    }

    fn target(&self, decision: Decision, branch: u16) -> u16 {
        self.grammar.targets(decision.targets.0, decision.targets.1)[usize::from(branch)]
    }

    fn spend(&mut self, steps: usize) -> Option<()> {
        self.budget = self.budget.checked_sub(steps)?;
        Some(())
    }

    /// Makes the state in which a decision begins.
    fn start(&mut self, split: u16, targets: (u16, u16), stack: u32) -> Option<u32> {
        self.starts.insert((split, stack), None);
        let number = self.starts.len() as u32;
        let is_ordered = !self.grammar.is_by_count(split);
        let decision = Decision { targets, is_ordered, number };
        let all = self.grammar.targets(targets.0, targets.1);
        let members = all.iter().zip(0..).map(|(to, branch)| (branch, (*to, stack))).collect();
        let start = self.add(decision, members)?;
        self.starts.insert((split, stack), Some(start));
        Some(start)
    }

    /// Reads one byte from a state.
    fn read(&mut self, at: u32, byte: u8) -> Option<Edge> {
        let Compared { reading, decision, .. } = &self.states[at as usize];
        let (decision, mut members, steps) = (*decision, Vec::new(), reading.len());
        for &(branch, (state, stack)) in reading {
            if let State::Byte { set, next } = self.grammar.state(state)
                && self.grammar.contains(set, byte)
            {
                members.push((branch, (next, stack)));
            }
        }
        self.spend(steps)?;
        members.sort_unstable();
        members.dedup();
        let Some(&(branch, _)) = members.first() else { return Some(Edge::Decided(None)) };
        let others = members.partition_point(|(of, _)| *of == branch);
        if others == members.len() {
            return Some(Edge::Decided(Some(self.target(decision, branch))));
        }
        if decision.is_ordered {
            let mut reached = ItemSet::default();
            for (_, item) in &members[..others] {
                reached.add(*item);
            }
            self.close(&mut reached)?;
            if members[others..].iter().all(|(_, item)| reached.contains(*item)) {
                return Some(Edge::Decided(Some(self.target(decision, branch))));
            }
        }
        self.add(decision, members).map(Edge::To)
    }

    /// Returns the state of sorted configurations, and makes it if there is none.
    fn add(&mut self, decision: Decision, members: Vec<Member>) -> Option<u32> {
        let key = (decision.number, members);
        if let Some(known) = self.numbers.get(&key) {
            return Some(*known);
        }
        if self.states.len() == MAX_STATES {
            return None;
        }
        let (mut reading, mut ending) = (Vec::new(), Vec::new());
        for members in key.1.chunk_by(|(one, _), (other, _)| one == other) {
            let branch = members[0].0;
            let mut reached = ItemSet::default();
            for (_, item) in members {
                reached.add(*item);
            }
            if self.close(&mut reached)? {
                ending.push(branch);
            }
            let reads = |item: &&Item| matches!(self.grammar.state(item.0), State::Byte { .. });
            reading.extend(reached.list.iter().filter(reads).map(|item| (branch, *item)));
        }
        self.stored += reading.len() + key.1.len();
        if MAX_STORED < self.stored {
            return None;
        }
        let number = self.states.len() as u32;
        self.states.push(Compared { reading, ending, decision, edges: Vec::new() });
        self.numbers.insert(key, number);
        Some(number)
    }

    /// Adds to a set all that it reaches without reading. Returns whether the text can end.
    fn close(&mut self, reached: &mut ItemSet) -> Option<bool> {
        let mut can_end = false;
        let mut index = 0;
        while let Some(&(state, stack)) = reached.list.get(index) {
            index += 1;
            match self.grammar.state(state) {
                State::Byte { .. } => {}
                State::End if stack == ROOT => can_end = true,
                State::End => _ = reached.add(self.stacks.list[stack as usize - 1]),
                State::Split { first, last } => {
                    for &to in self.grammar.targets(first, last) {
                        reached.add((to, stack));
                    }
                }
                State::Call { rule, next } => {
                    let inside = self.stacks.push(next, stack)?;
                    reached.add((self.grammar.rules[usize::from(rule)].0, inside));
                }
            }
            if MAX_REACHED < reached.list.len() {
                return None;
            }
        }
        self.spend(index)?;
        Some(can_end)
    }
}
