//! Makes a [`Tdfa`] of a [`PriorityDfa`]: determinisation with one byte of lookahead.
//!
//! A state consists of a state of the [`PriorityDfa`], which is a list of threads in the order of
//! preference, and a configuration for each thread that can win: the tags passed since the last
//! byte, and the location of the offset of each tag. The first configuration that ends is the
//! preferred derivation of the whole text (leftmost-greedy, Borsotti and Trofimovich, "A closer
//! look at TDFA", 2022). With lookahead, tags passed since the last byte receive their offset only
//! on the next edge, in the configurations that read it.
//!
//! Three techniques limit the number of states. Threads that cannot win are dropped. Irrelevant
//! tags are not compared: those that no path to the NFA state passes, and those that every path
//! from it passes. And a state is reached again whenever its registers can be filled from those of
//! the previous state (a mapping, where the papers require a bijection); an absent offset is a
//! register that holds none.

use super::contexts::Contexts;
use super::fixed_tags::FixedTags;
use super::parts::TagSet;
use super::priority::{self, PriorityDfa, TagStringId};
use super::steps::steps;
use super::tdfa::{Register, Tdfa, Value};
use crate::automata::dense::{Dense, Edge, StateId};
use crate::automata::nfa::{self, Nfa};
use crate::budget::{Budget, TooLarge};
use std::collections::BTreeMap;

/// The set of tags that stands for "no path to the end".
const ALL: TagSet = TagSet::MAX;

/// The result of [`determinise`].
pub(super) struct Determinised {
    /// The automaton. Its parts are filled in later.
    pub(super) tdfa: Tdfa,
    /// The slot that each register is made for.
    pub(super) slot_of: Vec<usize>,
    /// The states in which texts begin, in the order of those of the [`PriorityDfa`]. The first is
    /// that of the automaton.
    pub(super) starts: Vec<StateId>,
}

/// Determinises an NFA with tags, and records those that have a slot.
///
/// The budget bounds the states, and the steps: tags of configurations and table entries.
pub(super) fn determinise(
    nfa: &Nfa,
    priority: &PriorityDfa,
    fixed: &FixedTags,
    contexts: &Contexts,
    budget: &mut Budget,
) -> Result<Determinised, TooLarge> {
    let mut builder = Builder {
        priority,
        met: priority.tag_strings.iter().map(|tags| set(tags)).collect(),
        facts: Facts::of(nfa, fixed.noted()),
        states: Vec::new(),
        by_key: BTreeMap::new(),
        tag_of: Vec::new(),
        budget,
    };
    let unset = vec![Slot::None; fixed.of.len()];
    let mut starts = Vec::new();
    for begin in &priority.begins {
        let threads = begin.met.iter().map(|&met| (unset.clone(), met));
        starts.push(builder.enter(begin.state, threads.enumerate())?.0);
    }
    let mut made = Dense::new(priority.classes.clone());
    let mut known = Vec::new();
    while let Some(state) = builder.states.get(made.ends.len()).cloned() {
        let in_order = &priority[state.priority];
        let mut edges = Vec::new();
        for step in &in_order.steps {
            let after = step.threads.iter().enumerate().filter_map(|(index, thread)| {
                let from = state.configuration(thread.from)?;
                Some((index, (from.after(), thread.met)))
            });
            let (target, output) = builder.enter(step.target, after)?;
            edges.push(Edge { target, output });
        }
        for edge in in_order.by_class(&edges) {
            builder.budget.spend(1 + edge.as_ref().map_or(0, |edge| edge.output.len()))?;
            made.next.push(edge);
        }
        let end = in_order.end.and_then(|thread| state.configuration(thread));
        let slots = fixed.slots.iter().map(|&tag| usize::from(tag));
        made.ends.push(end.map(|end| slots.map(|tag| end.value(tag)).collect()));
        let live = state.configurations.iter();
        known.push(contexts.of(live.map(|one| (in_order.list[one.thread], one.pending))));
    }
    let slot = |tag: &usize| fixed.slots.iter().position(|&slot| usize::from(slot) == *tag);
    let slot_of = builder.tag_of.iter().map(|tag| slot(tag).expect("only slots are recorded"));
    let slot_of = slot_of.collect();
    let tdfa = Tdfa {
        dense: made,
        registers: builder.tag_of.len(),
        slots: fixed.slots.len(),
        scans: fixed.scans.clone(),
        parts: Vec::new(),
        contexts: known,
    };
    Ok(Determinised { tdfa, slot_of, starts })
}

fn set(tags: &[u16]) -> TagSet {
    tags.iter().fold(0, |set, &tag| set | 1 << tag)
}

/// The location of the offset of a tag.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Slot {
    /// Irrelevant: the tag will be passed, or has been passed since the last byte.
    Any,
    /// There is no offset.
    None,
    /// The offset of the byte being read.
    Here,
    Register(Register),
}

#[derive(Clone, Debug)]
struct Configuration {
    /// Its index in the list of the state.
    thread: usize,
    /// The tags passed since the last byte.
    pending: TagSet,
    slots: Vec<Slot>,
}

impl Configuration {
    /// Returns the value of a tag if the text ends here.
    fn value(&self, tag: usize) -> Value {
        match self.slots[tag] {
            _ if self.pending >> tag & 1 == 1 => Value::Here,
            Slot::Any | Slot::None => Value::None,
            Slot::Here => unreachable!("states hold registers"),
            Slot::Register(register) => Value::Register(register),
        }
    }

    /// Returns the locations of the offsets when a byte is read.
    fn after(&self) -> Vec<Slot> {
        let slots = self.slots.iter().enumerate();
        slots
            .map(|(tag, &slot)| if self.pending >> tag & 1 == 1 { Slot::Here } else { slot })
            .collect()
    }
}

#[derive(Clone)]
struct State {
    /// The state of the priority automaton.
    priority: priority::StateId,
    /// The configurations of the threads that can win, in order of preference, which is that of their
    /// indices.
    configurations: Vec<Configuration>,
}

impl State {
    /// Returns the configuration of a thread, if the thread can win.
    fn configuration(&self, thread: usize) -> Option<&Configuration> {
        let index = self.configurations.binary_search_by_key(&thread, |one| one.thread).ok()?;
        Some(&self.configurations[index])
    }
}

/// The properties that merged states share: the list of threads, and the pending tags of each
/// thread that can win.
type Key = (priority::StateId, Vec<TagSet>);

struct Builder<'a> {
    priority: &'a PriorityDfa,
    /// The tags of each tag string.
    met: Vec<TagSet>,
    facts: Facts,
    states: Vec<State>,
    by_key: BTreeMap<Key, Vec<StateId>>,
    /// The tag that each register is made for.
    tag_of: Vec<usize>,
    budget: &'a mut Budget,
}

impl Builder<'_> {
    /// Returns the state whose threads have these offsets before the byte and pass these tags
    /// after it, and the assignments of its registers.
    fn enter(
        &mut self,
        priority: priority::StateId,
        threads: impl Iterator<Item = (usize, (Vec<Slot>, TagStringId))>,
    ) -> Result<(StateId, Vec<(Register, Value)>), TooLarge> {
        let lists = self.priority;
        let state = &lists[priority];
        let mut configurations = Vec::new();
        for (thread, (slots, met)) in threads.filter(|&(thread, _)| state.can_win[thread]) {
            self.budget.spend(1 + slots.len())?;
            let pending = self.met[met.index()];
            let slots = self.facts.known(state.list[thread], pending, &slots);
            configurations.push(Configuration { thread, pending, slots });
        }
        let key: Key = (priority, configurations.iter().map(|one| one.pending).collect());
        let known = self.by_key.get(&key).map_or(&[][..], Vec::as_slice);
        let tried = known.len().saturating_mul(1 + configurations.len());
        self.budget.spend(tried)?;
        for &id in known {
            if let Some(assign) = mapping(&configurations, &self.states[id.index()].configurations)
            {
                return Ok((id, assign));
            }
        }
        self.budget.admit(self.states.len())?;
        let own = self.with_own_registers(&state.list, &configurations);
        let assign =
            mapping(&configurations, &own).expect("the registers were made for this state");
        let id = StateId::new(self.states.len());
        self.by_key.entry(key).or_default().push(id);
        self.states.push(State { priority, configurations: own });
        Ok((id, assign))
    }

    /// Makes one register for each tag and source of its offset.
    fn with_own_registers(
        &mut self,
        list: &[nfa::StateId],
        configurations: &[Configuration],
    ) -> Vec<Configuration> {
        let mut registers: BTreeMap<(usize, Slot), Register> = BTreeMap::new();
        let mut own = configurations.to_vec();
        for one in &mut own {
            let unset = self.facts.unset[list[one.thread].index()];
            for (tag, slot) in one.slots.iter_mut().enumerate() {
                if *slot == Slot::Any || unset >> tag & 1 == 1 {
                    continue;
                }
                let register = registers.entry((tag, *slot)).or_insert_with(|| {
                    self.tag_of.push(tag);
                    Register::new(self.tag_of.len() - 1)
                });
                *slot = Slot::Register(*register);
            }
        }
        own
    }
}

/// Returns the assignments of the registers of a state, if each has a single value.
fn mapping(from: &[Configuration], to: &[Configuration]) -> Option<Vec<(Register, Value)>> {
    let mut given: BTreeMap<Register, Value> = BTreeMap::new();
    for (from, to) in from.iter().zip(to) {
        for (&slot, &wanted) in from.slots.iter().zip(&to.slots) {
            let Slot::Register(register) = wanted else { continue };
            let value = match slot {
                Slot::Any => continue,
                Slot::None => Value::None,
                Slot::Here => Value::Here,
                Slot::Register(register) => Value::Register(register),
            };
            if *given.entry(register).or_insert(value) != value {
                return None;
            }
        }
    }
    Some(given.into_iter().collect())
}

/// Facts about the tags at each NFA state.
struct Facts {
    /// The tags on no path from the start.
    unset: Vec<TagSet>,
    /// The tags on every path to the end; `ALL` if there is no path.
    will: Vec<TagSet>,
    /// The tags that have a slot.
    noted: TagSet,
}

impl Facts {
    fn of(nfa: &Nfa, noted: TagSet) -> Self {
        let mut met: Vec<Option<TagSet>> = vec![None; nfa.states.len()];
        let mut sources: Vec<Vec<nfa::StateId>> = vec![Vec::new(); nfa.states.len()];
        let mut stack = vec![(nfa.start, 0)];
        while let Some((state, tags)) = stack.pop() {
            let before = met[state.index()];
            let now = before.unwrap_or(0) | tags;
            if before == Some(now) {
                continue;
            }
            met[state.index()] = Some(now);
            for step in steps(&nfa[state]) {
                stack.push((step.next, now | step.tags));
                if before.is_none() {
                    sources[step.next.index()].push(state);
                }
            }
        }
        let mut will = vec![ALL; nfa.states.len()];
        let mut stack: Vec<nfa::StateId> = Vec::new();
        if met[nfa.accept.index()].is_some() {
            will[nfa.accept.index()] = 0;
            stack.extend(&sources[nfa.accept.index()]);
        }
        while let Some(state) = stack.pop() {
            let now = if state == nfa.accept {
                0
            } else {
                let ways = steps(&nfa[state]).into_iter();
                ways.map(|step| match will[step.next.index()] {
                    ALL => ALL,
                    will => will | step.tags,
                })
                .fold(ALL, |all, one| all & one)
            };
            if std::mem::replace(&mut will[state.index()], now) != now {
                stack.extend(&sources[state.index()]);
            }
        }
        Self { unset: met.into_iter().map(|met| !met.unwrap_or(0)).collect(), will, noted }
    }

    /// Returns the slots without those that are irrelevant or certain at an NFA state.
    fn known(&self, state: nfa::StateId, pending: TagSet, slots: &[Slot]) -> Vec<Slot> {
        let any = pending | self.will[state.index()] | !self.noted;
        let unset = self.unset[state.index()];
        slots
            .iter()
            .enumerate()
            .map(|(tag, &slot)| match (any >> tag & 1, unset >> tag & 1) {
                (1, _) => Slot::Any,
                (_, 1) => Slot::None,
                _ => slot,
            })
            .collect()
    }
}
