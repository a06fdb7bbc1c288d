//! Ordered to [`Tdfa`]: determinisation with one byte of lookahead.
//!
//! A state stands for a state of [`Ordered`], a list of NFA states in the order of
//! preference, and for each place of it that can win the tags met since the last byte
//! and where the offset of each tag is: a configuration. The first configuration that
//! ends is the preferred derivation of the whole text (leftmost-greedy, Borsotti and
//! Trofimovich, "A closer look at TDFA", 2022). With lookahead the tags met since the
//! last byte get their offset on the next edge only, by those configurations that
//! read it.
//!
//! Three things keep the states few. Places that cannot win are left out. Tags of which
//! nothing has to be known are left out of the comparison: those that no way to this NFA
//! state has met, and those that every way on will meet. And a state is reached again
//! whenever its registers can be filled from those at hand, equal or not (a mapping,
//! where the papers ask for a bijection): an offset that is not there is a register
//! that holds none.

use super::contexts::Contexts;
use super::graph::steps;
use super::ordered::{Ordered, WordId};
use super::parts::TagSet;
use super::places::Places;
use super::tdfa::{Register, StateId, Tdfa, Transition, Value};
use crate::automata::determinise::TooLarge;
use crate::automata::nfa::{self, Nfa};
use crate::limits::Limits;
use std::collections::BTreeMap;

/// Stands for "no way to the end" among sets of tags.
const ALL: TagSet = TagSet::MAX;

/// Determinises an NFA with tags, noting those that have a slot. What the parts are
/// is left open. Beside the automaton there is for each register the slot that it is
/// made for.
///
/// `work` is what is left of the run's budget, counted in tags of configurations and
/// table entries.
pub(super) fn determinise(
    nfa: &Nfa,
    ordered: &Ordered,
    places: &Places,
    contexts: &Contexts,
    limits: &Limits,
    work: &mut usize,
) -> Result<(Tdfa, Vec<usize>), TooLarge> {
    let mut builder = Builder {
        ordered,
        met: ordered.words.iter().map(|word| word.iter().fold(0, |set, &t| set | 1 << t)).collect(),
        facts: Facts::of(nfa, places.noted()),
        states: Vec::new(),
        by_key: BTreeMap::new(),
        tag_of: Vec::new(),
        max_states: limits.dfa_states,
        work,
    };
    let unset = vec![Slot::None; places.of.len()];
    let begin = ordered.begin.iter().map(|&word| (unset.clone(), word));
    builder.enter(0, begin.enumerate())?;
    let mut made = Tdfa {
        classes: ordered.classes.clone(),
        next: Vec::new(),
        ends: Vec::new(),
        registers: 0,
        slots: places.slots.len(),
        parts: Vec::new(),
        contexts: Vec::new(),
    };
    while let Some(state) = builder.states.get(made.ends.len()).cloned() {
        let in_order = &ordered.states[state.ordered];
        for step in &in_order.next {
            let Some(step) = step else {
                made.next.push(None);
                continue;
            };
            let after = step.ways.iter().enumerate().filter_map(|(place, way)| {
                let from = state.configurations.iter().find(|one| one.place == way.from)?;
                Some((place, (from.after(), way.word)))
            });
            let (target, assign) = builder.enter(step.target, after)?;
            made.next.push(Some(Transition { target, assign }));
        }
        let end = state.configurations.iter().find(|one| Some(one.place) == in_order.end);
        let slots = places.slots.iter().map(|&tag| usize::from(tag));
        made.ends.push(end.map(|end| slots.map(|tag| end.value(tag)).collect()));
        let live = state.configurations.iter();
        made.contexts.push(contexts.of(live.map(|one| (in_order.list[one.place], one.pending))));
    }
    made.registers = builder.register_count();
    let slot = |tag: &usize| places.slots.iter().position(|&slot| usize::from(slot) == *tag);
    let slot_of = builder.tag_of.iter().map(|tag| slot(tag).expect("only slots are noted"));
    Ok((made, slot_of.collect()))
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
    /// In the list of the state.
    place: usize,
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

    /// Where the offsets are when a byte is read.
    fn after(&self) -> Vec<Slot> {
        let slots = self.slots.iter().enumerate();
        slots
            .map(|(tag, &slot)| if self.pending >> tag & 1 == 1 { Slot::Here } else { slot })
            .collect()
    }
}

#[derive(Clone)]
struct State {
    /// The number of the list.
    ordered: usize,
    /// Of the places that can win, in order of preference.
    configurations: Vec<Configuration>,
}

/// What two states must have in common to be one: the list, and the tags pending at each
/// place that can win.
type Key = (usize, Vec<TagSet>);

struct Builder<'a> {
    ordered: &'a Ordered,
    /// The tags of each word.
    met: Vec<TagSet>,
    facts: Facts,
    states: Vec<State>,
    by_key: BTreeMap<Key, Vec<StateId>>,
    /// For each register the tag that it is made for.
    tag_of: Vec<usize>,
    max_states: usize,
    work: &'a mut usize,
}

impl Builder<'_> {
    fn spend(&mut self, amount: usize) -> Result<(), TooLarge> {
        *self.work = self.work.checked_sub(amount).ok_or(TooLarge::Work)?;
        Ok(())
    }

    /// The state that is entered with these offsets before the byte, and these words
    /// after it, at its places; and what its registers are given.
    fn enter(
        &mut self,
        ordered: usize,
        places: impl Iterator<Item = (usize, (Vec<Slot>, WordId))>,
    ) -> Result<(StateId, Vec<(Register, Value)>), TooLarge> {
        let lists = self.ordered;
        let state = &lists.states[ordered];
        let mut configurations = Vec::new();
        for (place, (slots, word)) in places.filter(|&(place, _)| state.can_win[place]) {
            self.spend(1 + slots.len())?;
            let pending = self.met[word as usize];
            let slots = self.facts.known(state.list[place] as usize, pending, &slots);
            configurations.push(Configuration { place, pending, slots });
        }
        let key: Key = (ordered, configurations.iter().map(|one| one.pending).collect());
        let known = self.by_key.get(&key).map_or(&[][..], Vec::as_slice);
        let tried = known.len().saturating_mul(1 + configurations.len());
        *self.work = self.work.checked_sub(tried).ok_or(TooLarge::Work)?;
        for &id in known {
            if let Some(assign) = mapping(&configurations, &self.states[id as usize].configurations)
            {
                return Ok((id, assign));
            }
        }
        if self.states.len() >= self.max_states {
            return Err(TooLarge::States);
        }
        let own = self.with_own_registers(&state.list, &configurations);
        let assign = mapping(&configurations, &own).expect("the registers were made for it");
        let id = StateId::try_from(self.states.len()).expect("the limit is below 2^32");
        self.by_key.entry(key).or_default().push(id);
        self.states.push(State { ordered, configurations: own });
        Ok((id, assign))
    }

    fn register_count(&self) -> u32 {
        u32::try_from(self.tag_of.len()).expect("the work is limited below 2^32")
    }

    /// One register for each tag and place that its offset comes from.
    fn with_own_registers(
        &mut self,
        list: &[nfa::StateId],
        configurations: &[Configuration],
    ) -> Vec<Configuration> {
        let mut registers: BTreeMap<(usize, Slot), Register> = BTreeMap::new();
        let mut own = configurations.to_vec();
        for one in &mut own {
            let unset = self.facts.unset[list[one.place] as usize];
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

    /// The slots, less what does not matter or is certain at an NFA state.
    fn known(&self, state: usize, pending: TagSet, slots: &[Slot]) -> Vec<Slot> {
        let any = pending | self.will[state] | !self.noted;
        let unset = self.unset[state];
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
