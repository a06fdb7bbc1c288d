//! Tagged Nfa to [`Tdfa`]: determinisation with one byte of lookahead.
//!
//! A state stands for a list of configurations in the order of preference: a state of
//! the NFA that reads a byte or ends, the tags met since the last byte, and for each
//! tag where its offset is. Of two configurations with one NFA state the later can
//! never win and is dropped, so that the first one that ends is the preferred
//! derivation of the whole text (leftmost-greedy closure, Borsotti and Trofimovich,
//! "A closer look at TDFA", 2022). With lookahead the tags met since the last byte get
//! their offset on the next edge only, by those configurations that read it.
//!
//! Two things keep the states few. Tags of which nothing has to be known are left out
//! of the comparison: those that no way to this NFA state has met, and those that
//! every way on will meet. And a state is reached again whenever its registers can be
//! filled from those at hand, equal or not (a mapping, where the papers ask for a
//! bijection): an offset that is not there is a register that holds none.

use super::contexts::Contexts;
use super::graph::steps;
use super::parts::TagSet;
use super::places::Places;
use super::tdfa::{Register, StateId, Tdfa, Transition, Value};
use crate::bytes::{ByteClasses, ByteSet};
use crate::determinise::TooLarge;
use crate::limits::Limits;
use crate::nfa::{self, Nfa, State};
use std::collections::{BTreeMap, BTreeSet};

/// Stands for "no way to the end" among sets of tags.
const ALL: TagSet = TagSet::MAX;

/// Determinises an NFA with tags, noting those that have a slot. What the parts are
/// is left open. Beside the automaton there is for each register the slot that it is
/// made for.
///
/// `work` is what is left of the run's budget, counted in tags of configurations and
/// table entries.
pub fn determinise(
    nfa: &Nfa,
    places: &Places,
    contexts: &Contexts,
    limits: &Limits,
    work: &mut usize,
) -> Result<(Tdfa, Vec<usize>), TooLarge> {
    let tags = places.of.len();
    let classes = ByteClasses::of_sets(&sets(nfa));
    let representatives = classes.representatives();
    let facts = Facts::of(nfa, places.noted());
    let mut builder = Builder {
        nfa,
        facts: &facts,
        states: Vec::new(),
        by_key: BTreeMap::new(),
        tag_of: Vec::new(),
        seen: vec![0; nfa.states.len()],
        round: 0,
        max_states: limits.dfa_states,
        work,
    };
    builder.state(vec![(nfa.start, vec![Slot::None; tags])])?;
    let mut made = Tdfa {
        classes,
        next: Vec::new(),
        ends: Vec::new(),
        registers: 0,
        slots: places.slots.len(),
        parts: Vec::new(),
        contexts: Vec::new(),
    };
    let mut done = 0;
    while let Some(configurations) = builder.states.get(done).cloned() {
        for &byte in &representatives {
            let after = read(nfa, &configurations, byte);
            let (target, assign) = builder.state(after)?;
            let is_dead = builder.states[target as usize].is_empty();
            made.next.push((!is_dead).then_some(Transition { target, assign }));
        }
        let end = configurations.iter().find(|one| one.state == nfa.accept);
        let slots = places.slots.iter().map(|&tag| usize::from(tag));
        made.ends.push(end.map(|end| slots.map(|tag| end.value(tag)).collect()));
        made.contexts.push(contexts.of(configurations.iter().map(|one| (one.state, one.pending))));
        done += 1;
    }
    made.registers = builder.register_count();
    let slot = |tag: &usize| places.slots.iter().position(|&slot| usize::from(slot) == *tag);
    let slot_of = builder.tag_of.iter().map(|tag| slot(tag).expect("only slots are noted"));
    Ok((without_dead_states(&made), slot_of.collect()))
}

/// Where the offset of a tag is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Slot {
    /// It does not matter: the tag will be met, or has been since the last byte.
    Any,
    /// There is none.
    None,
    /// It is the offset of the byte being read.
    Here,
    Register(Register),
}

#[derive(Clone, Debug)]
struct Configuration {
    state: nfa::StateId,
    /// Met since the last byte.
    pending: TagSet,
    slots: Vec<Slot>,
}

impl Configuration {
    /// What a tag has if the text ends here.
    fn value(&self, tag: usize) -> Value {
        match self.slots[tag] {
            _ if self.pending >> tag & 1 == 1 => Value::Here,
            Slot::Any | Slot::None => Value::None,
            Slot::Here => unreachable!("states hold registers"),
            Slot::Register(register) => Value::Register(register),
        }
    }
}

/// Where the configurations are after a byte, before what follows without reading.
fn read(nfa: &Nfa, configurations: &[Configuration], byte: u8) -> Vec<(nfa::StateId, Vec<Slot>)> {
    configurations
        .iter()
        .filter_map(|one| match &nfa.states[one.state as usize] {
            State::Byte { set, next } if set.contains(byte) => {
                let slots = one.slots.iter().enumerate().map(|(tag, &slot)| {
                    if one.pending >> tag & 1 == 1 { Slot::Here } else { slot }
                });
                Some((*next, slots.collect()))
            }
            _ => None,
        })
        .collect()
}

struct Builder<'a> {
    nfa: &'a Nfa,
    facts: &'a Facts,
    states: Vec<Vec<Configuration>>,
    by_key: BTreeMap<Vec<(nfa::StateId, TagSet)>, Vec<StateId>>,
    /// For each register the tag that it is made for.
    tag_of: Vec<usize>,
    /// In which round an NFA state was last visited.
    seen: Vec<u32>,
    round: u32,
    max_states: usize,
    work: &'a mut usize,
}

impl Builder<'_> {
    fn spend(&mut self, amount: usize) -> Result<(), TooLarge> {
        *self.work = self.work.checked_sub(amount).ok_or(TooLarge::Work)?;
        Ok(())
    }

    /// The state of a list of configurations, and what its registers are given.
    fn state(
        &mut self,
        after: Vec<(nfa::StateId, Vec<Slot>)>,
    ) -> Result<(StateId, Vec<(Register, Value)>), TooLarge> {
        let configurations = self.closure(after)?;
        let key: Vec<(nfa::StateId, TagSet)> =
            configurations.iter().map(|one| (one.state, one.pending)).collect();
        let known = self.by_key.get(&key).map_or(&[][..], Vec::as_slice);
        let tried = known.len().saturating_mul(1 + configurations.len());
        *self.work = self.work.checked_sub(tried).ok_or(TooLarge::Work)?;
        for &id in known {
            if let Some(assign) = mapping(&configurations, &self.states[id as usize]) {
                return Ok((id, assign));
            }
        }
        if self.states.len() >= self.max_states {
            return Err(TooLarge::States);
        }
        let own = self.with_own_registers(&configurations);
        let assign = mapping(&configurations, &own).expect("the registers were made for it");
        let id = StateId::try_from(self.states.len()).expect("the limit is below 2^32");
        self.by_key.entry(key).or_default().push(id);
        self.states.push(own);
        Ok((id, assign))
    }

    fn register_count(&self) -> u32 {
        u32::try_from(self.tag_of.len()).expect("the work is limited below 2^32")
    }

    /// One register for each tag and place that its offset comes from.
    fn with_own_registers(&mut self, configurations: &[Configuration]) -> Vec<Configuration> {
        let mut registers: BTreeMap<(usize, Slot), Register> = BTreeMap::new();
        let mut own = configurations.to_vec();
        for one in &mut own {
            let unset = self.facts.unset[one.state as usize];
            for (tag, slot) in one.slots.iter_mut().enumerate() {
                if *slot == Slot::Any || unset >> tag & 1 == 1 {
                    continue;
                }
                let register = registers.entry((tag, *slot)).or_insert_with(|| {
                    self.tag_of.push(tag);
                    self.register_count() - 1
                });
                *slot = Slot::Register(*register);
            }
        }
        own
    }

    /// All configurations reached without reading, in order of preference.
    fn closure(
        &mut self,
        after: Vec<(nfa::StateId, Vec<Slot>)>,
    ) -> Result<Vec<Configuration>, TooLarge> {
        self.round += 1;
        let mut found = Vec::new();
        self.spend(1)?;
        for (state, slots) in after {
            let mut stack = vec![(state, 0)];
            while let Some((state, pending)) = stack.pop() {
                let at = state as usize;
                self.spend(1)?;
                if self.facts.will[at] == ALL
                    || std::mem::replace(&mut self.seen[at], self.round) == self.round
                {
                    continue;
                }
                let reads = matches!(self.nfa.states[at], State::Byte { .. });
                if reads || state == self.nfa.accept {
                    self.spend(slots.len())?;
                    let slots = self.known(at, pending, &slots);
                    found.push(Configuration { state, pending, slots });
                }
                match &self.nfa.states[at] {
                    State::Byte { .. } => (),
                    State::Tag { tag, next } => stack.push((*next, pending | 1 << tag)),
                    State::Split(ways) => {
                        stack.extend(ways.iter().rev().map(|&way| (way, pending)));
                    }
                }
            }
        }
        Ok(found)
    }

    /// The slots, less what does not matter or is certain at an NFA state.
    fn known(&self, state: usize, pending: TagSet, slots: &[Slot]) -> Vec<Slot> {
        let any = pending | self.facts.will[state] | !self.facts.noted;
        let unset = self.facts.unset[state];
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

/// What each register of a state has to be given, if one value each will do.
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

/// What is certain about the tags at each NFA state.
struct Facts {
    /// Not met on any way from the start.
    unset: Vec<TagSet>,
    /// Met on every way to the end; `ALL` where there is none.
    will: Vec<TagSet>,
    /// Those that have a slot.
    noted: TagSet,
}

impl Facts {
    fn of(nfa: &Nfa, noted: TagSet) -> Self {
        let mut met: Vec<Option<TagSet>> = vec![None; nfa.states.len()];
        let mut sources: Vec<Vec<nfa::StateId>> = vec![Vec::new(); nfa.states.len()];
        let mut stack = vec![(nfa.start, 0)];
        while let Some((state, tags)) = stack.pop() {
            let before = met[state as usize];
            let now = before.unwrap_or(0) | tags;
            if before == Some(now) {
                continue;
            }
            met[state as usize] = Some(now);
            for step in steps(&nfa.states[state as usize]) {
                stack.push((step.next, now | step.tags));
                if before.is_none() {
                    sources[step.next as usize].push(state);
                }
            }
        }
        let mut will = vec![ALL; nfa.states.len()];
        let mut stack: Vec<nfa::StateId> = Vec::new();
        if met[nfa.accept as usize].is_some() {
            will[nfa.accept as usize] = 0;
            stack.extend(&sources[nfa.accept as usize]);
        }
        while let Some(state) = stack.pop() {
            let now = if state == nfa.accept {
                0
            } else {
                let ways = steps(&nfa.states[state as usize]).into_iter();
                ways.map(|step| match will[step.next as usize] {
                    ALL => ALL,
                    will => will | step.tags,
                })
                .fold(ALL, |all, one| all & one)
            };
            if std::mem::replace(&mut will[state as usize], now) != now {
                stack.extend(&sources[state as usize]);
            }
        }
        Self { unset: met.into_iter().map(|met| !met.unwrap_or(0)).collect(), will, noted }
    }
}

/// The sets of bytes that it reads.
pub(super) fn sets(nfa: &Nfa) -> BTreeSet<ByteSet> {
    let states = nfa.reachable().into_iter().map(|state| &nfa.states[state as usize]);
    states
        .filter_map(|state| match state {
            State::Byte { set, .. } => Some(*set),
            State::Split(_) | State::Tag { .. } => None,
        })
        .collect()
}

/// The state without configurations is where no edge leads.
fn without_dead_states(tdfa: &Tdfa) -> Tdfa {
    let width = tdfa.classes.count();
    let dead = |state: usize| {
        state != 0
            && tdfa.ends[state].is_none()
            && tdfa.next[state * width..][..width].iter().all(Option::is_none)
    };
    let mut number: Vec<Option<StateId>> = Vec::new();
    let mut count = 0;
    for state in 0..tdfa.ends.len() {
        number.push((!dead(state)).then_some(count));
        count += StateId::from(!dead(state));
    }
    let mut made =
        Tdfa { next: Vec::new(), ends: Vec::new(), contexts: Vec::new(), ..tdfa.clone() };
    for state in (0..tdfa.ends.len()).filter(|&state| number[state].is_some()) {
        made.contexts.push(tdfa.contexts[state].clone());
        made.ends.push(tdfa.ends[state].clone());
        let row = tdfa.next[state * width..][..width].iter();
        made.next.extend(row.map(|edge| {
            let edge = edge.as_ref()?;
            let target = number[edge.target as usize]?;
            Some(Transition { target, assign: edge.assign.clone() })
        }));
    }
    made
}
