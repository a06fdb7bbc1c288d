//! Decides which branch the rest of a text takes: adaptive lookahead with full context (Parr,
//! Harwell and Fisher, "Adaptive LL(*) parsing: the power of dynamic analysis", 2014).
//!
//! A *configuration* is a state and the stack of the rules around it. From each branch of a split
//! starts a set of configurations; the sets read the following bytes side by side. The question is
//! answered as soon as
//!
//! - only one set is not empty: every derivation takes its branch; or
//! - the first set that is not empty, with all that it reaches without reading, includes the others.
//!   Whatever the rest of the text is, the first branch can then read it if another one can, so it
//!   is the preferred one. An example is the white space between `}` and `]` in JSON, which can
//!   belong to either.
//!
//! The sets that are compared are the states of an automaton that is built while it is used, so
//! that a question that comes again, for each element of a list, costs a few loads for each byte.
//! Stacks are lists with shared tails, and equal stacks have the same number.

use super::alloc::collections::BTreeMap;
use super::alloc::vec;
use super::alloc::vec::Vec;
use super::chart::{Grammar, State};
use super::item_set::{Item, ItemSet};

/// The number of the stack of the rule of the whole text, and the state after that rule: none.
pub(crate) const ROOT: u32 = 0;

/// The maximum number of configurations that a branch reaches without reading.
const MAX_REACHED: usize = 1 << 10;

/// The maximum number of states of the automaton.
const MAX_STATES: usize = 1 << 12;

/// The number of edges of a state, which a new one takes from the budget as steps.
const EDGES: usize = 256;

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Every derivation takes the branch to this state.
    Only(u16),
    /// The branch to this state is possible if any is, so it is the preferred one, unless it comes
    /// round to a split that was passed since the last byte: [`Lookahead::passed`] has this number.
    Preferred(u16, u32),
}

/// The stacks of rules, by number.
pub(crate) struct Stacks {
    /// The state with which the rule around continues, and the stack without the last rule.
    list: Vec<Item>,
    numbers: BTreeMap<Item, u32>,
}

/// The automaton of the sets that have been compared.
pub(crate) struct Lookahead<'g> {
    grammar: Grammar<'g>,
    pub(crate) stacks: Stacks,
    /// The states in which questions begin, by the split and the stack.
    starts: BTreeMap<Item, Option<u32>>,
    states: Vec<Compared>,
    numbers: BTreeMap<(u32, Vec<Member>), u32>,
    /// For each branch of each question, the splits that it passes before it reads; `None` if one
    /// is passed in two contexts.
    passed: Vec<Option<Vec<u16>>>,
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
    /// The question.
    asked: Asked,
    /// By the next byte.
    edges: Vec<Edge>,
}

/// The split that asks.
#[derive(Clone, Copy)]
struct Asked {
    /// The range of its targets.
    targets: (u16, u16),
    /// Whether an earlier target is preferred to a later one.
    is_ordered: bool,
    /// The index of its first branch in [`Lookahead::passed`].
    number: u32,
}

#[derive(Clone, Copy)]
enum Edge {
    Unknown,
    To(u32),
    Decided(Option<Answer>),
}

impl Stacks {
    pub(crate) fn new() -> Self {
        Self { list: vec![(0, ROOT)], numbers: BTreeMap::new() }
    }

    /// Returns the number of a stack with one more rule, after which `next` follows.
    #[allow(clippy::cast_possible_truncation, reason = "there are fewer stacks than steps")]
    pub(crate) fn push(&mut self, next: u16, stack: u32) -> u32 {
        *self.numbers.entry((next, stack)).or_insert_with(|| {
            self.list.push((next, stack));
            self.list.len() as u32 - 1
        })
    }
}

/// All methods return `None` if there is no answer, or the budget is spent.
#[allow(clippy::cast_possible_truncation, reason = "states and branches have limits")]
impl<'g> Lookahead<'g> {
    pub(crate) fn new(grammar: Grammar<'g>, budget: usize) -> Self {
        Self {
            grammar,
            stacks: Stacks::new(),
            starts: BTreeMap::new(),
            states: Vec::new(),
            numbers: BTreeMap::new(),
            passed: Vec::new(),
            budget,
        }
    }

    /// Returns which of the targets of a split, from `first` up to `last`, the rest of the text
    /// takes. `stack` is that of the rule of the split.
    pub(crate) fn decide(
        &mut self,
        split: u16,
        (first, last): (u16, u16),
        stack: u32,
        rest: &[u8],
    ) -> Option<Answer> {
        let mut at = match self.starts.get(&(split, stack)) {
            Some(start) => (*start)?,
            None => self.start(split, (first, last), stack)?,
        };
        for &byte in rest {
            self.spend(1)?;
            let edge = self.states[at as usize].edges[usize::from(byte)];
            let edge = match edge {
                Edge::Unknown => {
                    let edge = self.read(at, byte)?;
                    self.states[at as usize].edges[usize::from(byte)] = edge;
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
        let Compared { ending, asked, .. } = &self.states[at as usize];
        match ending[..] {
            [] => None,
            [only] => Some(Answer::Only(self.target(*asked, only))),
            [first, ..] => asked.is_ordered.then(|| self.preferred(*asked, first)),
        }
    }

    /// Returns the splits that a branch passes before it reads a byte; `None` if one of them is
    /// passed in two contexts.
    pub(crate) fn passed(&self, number: u32) -> Option<&[u16]> {
        self.passed[number as usize].as_deref()
    }

    fn preferred(&self, asked: Asked, branch: u16) -> Answer {
        Answer::Preferred(self.target(asked, branch), asked.number + u32::from(branch))
    }

    fn target(&self, asked: Asked, branch: u16) -> u16 {
        self.grammar.targets(asked.targets.0, asked.targets.1)[usize::from(branch)]
    }

    /// Takes steps from the budget.
    pub(crate) fn spend(&mut self, steps: usize) -> Option<()> {
        self.budget = self.budget.checked_sub(steps)?;
        Some(())
    }

    /// Makes the state in which a question begins.
    fn start(&mut self, split: u16, targets: (u16, u16), stack: u32) -> Option<u32> {
        self.starts.insert((split, stack), None);
        let number = self.passed.len() as u32;
        let is_ordered = !self.grammar.is_by_count(split);
        let asked = Asked { targets, is_ordered, number };
        let all = self.grammar.targets(targets.0, targets.1);
        let members = all.iter().zip(0..).map(|(to, branch)| (branch, (*to, stack))).collect();
        self.passed.resize(self.passed.len() + all.len(), Some(Vec::new()));
        let start = self.add(asked, members, true)?;
        self.starts.insert((split, stack), Some(start));
        Some(start)
    }

    /// Reads one byte from a state.
    fn read(&mut self, at: u32, byte: u8) -> Option<Edge> {
        let Compared { reading, asked, .. } = &self.states[at as usize];
        let (asked, mut members, steps) = (*asked, Vec::new(), reading.len());
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
            return Some(Edge::Decided(Some(Answer::Only(self.target(asked, branch)))));
        }
        if asked.is_ordered {
            let mut reached = ItemSet::default();
            members[..others].iter().for_each(|(_, item)| _ = reached.add(*item));
            self.close(&mut reached)?;
            if members[others..].iter().all(|(_, item)| reached.contains(*item)) {
                return Some(Edge::Decided(Some(self.preferred(asked, branch))));
            }
        }
        self.add(asked, members, false).map(Edge::To)
    }

    /// Makes the state for configurations, in order, unless it is known.
    fn add(&mut self, asked: Asked, members: Vec<Member>, is_start: bool) -> Option<u32> {
        let key = (asked.number, members);
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
            members.iter().for_each(|(_, item)| _ = reached.add(*item));
            if self.close(&mut reached)? {
                ending.push(branch);
            }
            for &(state, stack) in &reached.list {
                match self.grammar.state(state) {
                    State::Byte { .. } => reading.push((branch, (state, stack))),
                    State::Split { .. } if is_start => {
                        self.pass(asked.number + u32::from(branch), state);
                    }
                    _ => {}
                }
            }
        }
        self.spend(EDGES)?;
        let number = self.states.len() as u32;
        self.states.push(Compared { reading, ending, asked, edges: vec![Edge::Unknown; EDGES] });
        self.numbers.insert(key, number);
        Some(number)
    }

    /// Notes a split that a branch passes before it reads.
    fn pass(&mut self, number: u32, split: u16) {
        let passed = &mut self.passed[number as usize];
        if let Some(list) = passed {
            if list.contains(&split) {
                *passed = None;
            } else {
                list.push(split);
            }
        }
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
                State::End => _ = reached.add(self.stacks.list[stack as usize]),
                State::Split { first, last } => {
                    for &to in self.grammar.targets(first, last) {
                        reached.add((to, stack));
                    }
                }
                State::Call { rule, next } => {
                    let inside = self.stacks.push(next, stack);
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
