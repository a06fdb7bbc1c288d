//! Makes the [`PriorityDfa`] of a tagged NFA: the subset construction over lists in order of
//! preference.
//!
//! A state is the list of the NFA states, each a reader or the end, that a text
//! reaches, the preferred one first: its threads. Of two paths to one NFA state, the later
//! can never win and is dropped. The tags on the paths are not part of the state, so
//! the number of states is finite; they are on the edges.
//!
//! A thread *can win* if some rest of the text is accepted by this thread and not by
//! any earlier one. This is reachability in the finished automaton, which
//! is simpler than the search for coverage that it takes on the NFA.
//!
//! The mailbox of [`super`](crate::automata::tagged) after a letter has these threads, in this order.
//! Tags 1, 2 and 3 are the end of the user, and the beginning and the end of the host:
//!
//! ```text
//! thread  reads next                      a letter leads to            `@` leads to   the end
//! 0       another letter of the user      0, and by tag 1 to 1         -              -
//! 1       `@`                             -                            2, by tag 2    -
//! 2       another byte of the host        2, and by tag 3 to 3         -              -
//! 3       nothing: the text ends          -                            -              wins
//! ```
//!
//! The list after one more letter is the same, so it is the same state. Lists are exponential in
//! number, and more than the sets of the subset construction because they are ordered; the budget
//! bounds them.
//!
//! Bytes that the same threads read share an edge, so the work depends on the different edges of a
//! state, not on the classes of bytes of the whole rule. The NFA states that one state reaches
//! without reading are listed once. What an earlier thread has reached is dropped from the list of
//! a later one; this is exact, because whatever such a state reaches is then in the list as well.

mod alike;
mod thread_listing;

use self::alike::Alike;
use super::tag_strings::{KEPT, PrefixId, TagString, TagStrings};
use crate::automata::graph;
use crate::automata::id::id;
use crate::automata::nfa::{self, Nfa};
use crate::budget::{Budget, TooLarge};
use crate::bytes::ByteClasses;
use std::collections::BTreeMap;
use std::ops::Index;
use std::rc::Rc;

pub(crate) use super::tag_strings::TagStringId;

/// A deterministic automaton over lists of threads.
pub(crate) struct PriorityDfa {
    pub(crate) classes: ByteClasses,
    /// The sequences of tags between two bytes, each once.
    pub(crate) tag_strings: Vec<TagString>,
    /// Where texts begin, at least one.
    pub(crate) begins: Vec<Begin>,
    /// The states, at least one.
    pub(crate) states: Vec<State>,
}

impl PriorityDfa {
    /// The state in which every text begins.
    pub(crate) const START: StateId = StateId(0);

    /// Returns the tags that each thread of the first state has passed before the first byte.
    pub(crate) fn begin(&self) -> &[TagStringId] {
        &self.begins[0].met
    }

    /// Returns whether a tag string contains a tag.
    pub(crate) fn has_tags(&self, met: TagStringId) -> bool {
        !self.tag_strings[met.index()].is_empty()
    }
}

impl Index<StateId> for PriorityDfa {
    type Output = State;

    fn index(&self, state: StateId) -> &State {
        &self.states[state.index()]
    }
}

/// A state in which texts begin.
pub(crate) struct Begin {
    pub(crate) state: StateId,
    /// The tags that each of its threads has passed before the first byte.
    pub(crate) met: Vec<TagStringId>,
}

id! {
    /// A state of a [`PriorityDfa`].
    pub(crate) struct StateId;
}

pub(crate) struct State {
    /// The NFA state of each thread.
    pub(crate) list: Rc<[nfa::StateId]>,
    /// The thread that wins if the text ends here.
    pub(crate) end: Option<usize>,
    /// For each thread, whether it can win.
    pub(crate) can_win: Vec<bool>,
    /// The different edges.
    pub(crate) steps: Vec<Step>,
    /// The index of the edge for each class; `None` if no continuation is accepted.
    pub(crate) next: Vec<Option<u8>>,
}

impl State {
    /// Returns the value of the edge for each class, given those of the different edges.
    pub(crate) fn by_class<T: Clone>(&self, of_steps: &[T]) -> impl Iterator<Item = Option<T>> {
        self.next.iter().map(|step| step.map(|step| of_steps[usize::from(step)].clone()))
    }
}

pub(crate) struct Step {
    pub(crate) target: StateId,
    /// For each thread of the target, in order; sources are in ascending order too.
    pub(crate) threads: Vec<Thread>,
}

/// The origin of a thread of the target.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Thread {
    /// The thread of the previous state.
    pub(crate) from: usize,
    /// The tags passed after the byte.
    pub(crate) met: TagStringId,
}

/// Makes the automaton. The budget bounds the states, and the steps: NFA states visited and entries
/// made.
pub(crate) fn priority_dfa(nfa: &Nfa, budget: &mut Budget) -> Result<PriorityDfa, TooLarge> {
    priority_dfa_from(nfa, &[nfa.start], budget)
}

/// As [`priority_dfa`], for texts that begin in one of several states. The start of the NFA
/// reaches all of them.
pub(crate) fn priority_dfa_from(
    nfa: &Nfa,
    starts: &[nfa::StateId],
    budget: &mut Budget,
) -> Result<PriorityDfa, TooLarge> {
    let mut alike = Alike::new(nfa);
    let mut builder = Builder {
        nfa,
        useful: nfa.useful(),
        closures: vec![None; nfa.states.len()],
        lists: Vec::new(),
        by_list: BTreeMap::new(),
        strings: TagStrings::default(),
        seen: vec![0; nfa.states.len()],
        round: 0,
        budget,
    };
    let mut begins = Vec::new();
    for &start in starts {
        let step = builder.step(&[(0, start)])?;
        let met = step.threads.iter().map(|thread| thread.met).collect();
        begins.push(Begin { state: step.target, met });
    }
    let mut states = Vec::new();
    while let Some(list) = builder.lists.get(states.len()).cloned() {
        builder.budget.spend(alike.classes.count() + list.len())?;
        let together = alike.together(&list);
        let mut steps = Vec::new();
        let mut edges = Vec::new();
        for &byte in &together.bytes {
            let step = builder.step(&read(nfa, &list, byte))?;
            let edge = u8::try_from(steps.len()).expect("one for each byte at most");
            edges.push((!step.threads.is_empty()).then_some(edge));
            steps.extend(Some(step).filter(|step| !step.threads.is_empty()));
        }
        let next = together.of_classes.iter().map(|&class| edges[usize::from(class)]).collect();
        let end = list.iter().position(|&state| state == nfa.accept);
        let can_win = vec![false; list.len()];
        states.push(State { list, end, can_win, steps, next });
    }
    find_winners(&mut states);
    Ok(PriorityDfa { classes: alike.classes, tag_strings: builder.strings.used, begins, states })
}

/// Returns the NFA states that the threads reach by a byte, with the indices of the threads.
fn read(nfa: &Nfa, list: &[nfa::StateId], byte: u8) -> Vec<(usize, nfa::StateId)> {
    let after = |(thread, &state): (usize, &nfa::StateId)| match &nfa[state] {
        nfa::State::Byte { set, next } if set.contains(byte) => Some((thread, *next)),
        _ => None,
    };
    list.iter().enumerate().filter_map(after).collect()
}

/// Finds the threads that can win, backwards from the ends: a thread can win if a thread that comes
/// from it can.
fn find_winners(states: &mut [State]) {
    // Threads are numbered consecutively, state by state.
    let mut first = vec![0];
    for state in &*states {
        first.push(first[first.len() - 1] + state.list.len());
    }
    let mut back: graph::Graph = vec![Vec::new(); first[states.len()]];
    let mut ends = Vec::new();
    for (id, state) in states.iter().enumerate() {
        ends.extend(state.end.map(|thread| first[id] + thread));
        for step in &state.steps {
            for (index, thread) in step.threads.iter().enumerate() {
                back[first[step.target.index()] + index].push(first[id] + thread.from);
            }
        }
    }
    let can_win = graph::reached(back.len(), ends, |thread| back[thread].iter().copied());
    for (id, state) in states.iter_mut().enumerate() {
        state.can_win = can_win[first[id]..first[id + 1]].to_vec();
    }
}

/// A state that is reached without reading, and the tags on the path.
type Reached = (nfa::StateId, PrefixId);

struct Builder<'a> {
    nfa: &'a Nfa,
    /// For each NFA state, whether some accepting path contains it.
    useful: Vec<bool>,
    /// For each NFA state, once it is known: the readers and the end that it reaches without reading,
    /// in order of preference.
    closures: Vec<Option<Rc<[Reached]>>>,
    lists: Vec<Rc<[nfa::StateId]>>,
    by_list: BTreeMap<Rc<[nfa::StateId]>, StateId>,
    strings: TagStrings,
    /// The round in which each NFA state was last visited.
    seen: Vec<u32>,
    round: u32,
    budget: &'a mut Budget,
}

impl Builder<'_> {
    /// Returns the edge to all states reached without reading, in order of preference.
    fn step(&mut self, after: &[(usize, nfa::StateId)]) -> Result<Step, TooLarge> {
        // Making a closure is a round of its own.
        for &(_, state) in after {
            self.closure(state)?;
        }
        self.round += 1;
        let mut list = Vec::new();
        let mut threads = Vec::new();
        for &(from, state) in after {
            let closure = self.closure(state)?;
            self.budget.spend(1 + closure.len())?;
            for &(state, met) in &*closure {
                if std::mem::replace(&mut self.seen[state.index()], self.round) != self.round {
                    list.push(state);
                    threads.push(Thread { from, met: self.strings.used(met, self.budget)? });
                }
            }
        }
        self.budget.spend(1 + KEPT * list.len())?;
        let target = self.state(list)?;
        Ok(Step { target, threads })
    }

    /// Returns what a state reaches without reading.
    fn closure(&mut self, state: nfa::StateId) -> Result<Rc<[Reached]>, TooLarge> {
        if let Some(known) = &self.closures[state.index()] {
            return Ok(Rc::clone(known));
        }
        self.round += 1;
        let mut closure = Vec::new();
        let mut stack = vec![(state, TagStrings::EMPTY)];
        while let Some((state, met)) = stack.pop() {
            self.budget.spend(1)?;
            let seen = &mut self.seen[state.index()];
            if !self.useful[state.index()] || std::mem::replace(seen, self.round) == self.round {
                continue;
            }
            if matches!(self.nfa[state], nfa::State::Byte { .. }) || state == self.nfa.accept {
                self.budget.spend(KEPT)?;
                closure.push((state, met));
            }
            match &self.nfa[state] {
                nfa::State::Byte { .. } => (),
                nfa::State::Tag { tag, next } => stack.push((*next, self.strings.push(met, *tag))),
                nfa::State::Split(targets) => {
                    self.budget.spend(targets.len())?;
                    stack.extend(targets.iter().rev().map(|&way| (way, met)));
                }
            }
        }
        let closure: Rc<[Reached]> = closure.into();
        self.closures[state.index()] = Some(Rc::clone(&closure));
        Ok(closure)
    }

    fn state(&mut self, list: Vec<nfa::StateId>) -> Result<StateId, TooLarge> {
        if let Some(&id) = self.by_list.get(&list[..]) {
            return Ok(id);
        }
        self.budget.admit(self.lists.len())?;
        let id = StateId::new(self.lists.len());
        let list: Rc<[nfa::StateId]> = list.into();
        self.by_list.insert(Rc::clone(&list), id);
        self.lists.push(list);
        Ok(id)
    }
}

impl PriorityDfa {
    /// The interpreter: returns all tags of the preferred derivation of the text, each with its
    /// offset. `None` if the text is not in the language.
    #[cfg(test)]
    pub(crate) fn tags(&self, text: &[u8]) -> Option<Vec<(u16, usize)>> {
        let with = |mut met: Vec<(u16, usize)>, tags: TagStringId, offset: usize| {
            met.extend(self.tag_strings[tags.index()].iter().map(|&tag| (tag, offset)));
            met
        };
        let mut state = Self::START;
        let mut threads: Vec<Vec<(u16, usize)>> =
            self.begin().iter().map(|&tags| with(Vec::new(), tags, 0)).collect();
        for (offset, &byte) in text.iter().enumerate() {
            let step = usize::from(self[state].next[self.classes.class(byte)]?);
            let step = &self[state].steps[step];
            let after =
                |thread: &Thread| with(threads[thread.from].clone(), thread.met, offset + 1);
            threads = step.threads.iter().map(after).collect();
            state = step.target;
        }
        Some(threads.swap_remove(self[state].end?))
    }
}
