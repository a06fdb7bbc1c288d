//! [`PriorityDfa`] to [`Transducer`]: events are told when all that can win agree on them.
//!
//! A state is a state of the [`PriorityDfa`] with the events not told yet of each thread
//! that can win. What all of them begin with is told on the edge into the state. Where an
//! event happened is known by its age if bounded lookahead suffices, and then there are
//! finitely many states.
//!
//! Else registers keep the offsets of events not told yet, and there are finitely many
//! states if the number of these events is bounded: a streaming string transducer (Alur and
//! Černý, "Expressiveness of streaming string transducers", 2010) whose registers hold
//! positions only. A register holds the same offset in all threads of a state, and the
//! registers are in the order of their offsets. Two states are therefore one exactly if
//! their events and the numbers of their registers are equal.

use super::transducer::{Edge, Event, EventKind, Place, Register, StateId, Transducer};
use crate::automata::dense::Dense;
use crate::automata::tagged::priority::{self, PriorityDfa, TagStringId};
use crate::budget::{Budget, TooLarge};
use std::collections::{BTreeMap, BTreeSet};

/// Steps for each element of what is kept, so that memory is bounded with the steps.
const KEPT: usize = 4;

/// How offsets of events are kept that are not told yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// As ages, in the state.
    Ages,
    /// In registers.
    Offsets,
}

/// The budget bounds the states, and the steps: events and entries of the table. Where
/// [what is kept](super::twinning::Delay) has no bound the construction ends only there.
pub(super) fn delayed(
    priority: &PriorityDfa,
    keep: Keep,
    budget: &mut Budget,
) -> Result<Transducer, TooLarge> {
    let mut builder = Builder { priority, keep, states: Vec::new(), ids: BTreeMap::new(), budget };
    let no_events: &[Event] = &[];
    let begin = priority.begin.iter().map(|&met| (no_events, met));
    let begin = builder.enter(PriorityDfa::START, begin.enumerate())?.output;
    let mut made = Dense::new(priority.classes.clone());
    while let Some((id, pending)) = builder.states.get(made.ends.len()).cloned() {
        let state = &priority[id];
        let end = state.end.and_then(|thread| pending[thread].clone());
        made.ends.push(end);
        for step in &state.next {
            let edge = match step {
                Some(step) => {
                    let threads = step.threads.iter().enumerate().filter_map(|(index, thread)| {
                        Some((index, (pending[thread.from].as_deref()?, thread.met)))
                    });
                    Some(builder.enter(step.target, threads)?)
                }
                None => None,
            };
            made.next.push(edge);
        }
    }
    Ok(Transducer { begin, dense: made })
}

/// Tag 0 opens, tag `n + 1` closes as rule `n`.
pub(super) fn kind(tag: u16) -> EventKind {
    tag.checked_sub(1).map_or(EventKind::Open, EventKind::Close)
}

/// For each thread of a state that can win the events not told, with their ages.
type Pending = Vec<Option<Vec<Event>>>;

struct Builder<'a> {
    priority: &'a PriorityDfa,
    keep: Keep,
    states: Vec<(priority::StateId, Pending)>,
    ids: BTreeMap<(priority::StateId, Pending), StateId>,
    budget: &'a mut Budget,
}

impl Builder<'_> {
    /// The edge to a state that is entered with these events before the byte and these
    /// tags met after it in its threads.
    fn enter<'e>(
        &mut self,
        state: priority::StateId,
        threads: impl Iterator<Item = (usize, (&'e [Event], TagStringId))>,
    ) -> Result<Edge, TooLarge> {
        let can_win = &self.priority[state].can_win;
        let mut pending: Pending = vec![None; can_win.len()];
        for (thread, (events, met)) in threads.filter(|&(thread, _)| can_win[thread]) {
            let met = &self.priority.tag_strings[met.index()];
            self.budget.spend(KEPT * (events.len() + met.len()))?;
            let older = events.iter().map(|event| Event { place: older(event.place), ..*event });
            let now = met.iter().map(|&tag| Event { kind: kind(tag), place: Place::Ago(0) });
            pending[thread] = Some(older.chain(now).collect());
        }
        self.budget.spend(KEPT * pending.len())?;
        let mut events = take_common(&mut pending);
        if self.keep == Keep::Offsets {
            events.extend(keep_offsets(&mut pending));
        }
        let key = (state, pending);
        if let Some(&target) = self.ids.get(&key) {
            return Ok(Edge { target, output: events });
        }
        self.budget.admit(self.states.len())?;
        let target = StateId::new(self.states.len());
        self.states.push(key.clone());
        self.ids.insert(key, target);
        Ok(Edge { target, output: events })
    }
}

/// The same place after one more byte.
fn older(place: Place) -> Place {
    match place {
        Place::Ago(age) => Place::Ago(age + 1),
        Place::Kept(register) => Place::Kept(register),
    }
}

/// Gives each offset that events have the register of its rank, and returns how these
/// registers are filled from those of the state before. No register is read after it is filled,
/// because a rank never grows.
fn keep_offsets(pending: &mut Pending) -> Vec<Event> {
    let events = || pending.iter().flatten().flatten();
    let places: BTreeSet<Place> = events().map(|event| event.place).collect();
    let rank: BTreeMap<Place, Register> =
        places.iter().enumerate().map(|(rank, &place)| (place, Register::new(rank))).collect();
    for event in pending.iter_mut().flatten().flatten() {
        event.place = Place::Kept(rank[&event.place]);
    }
    let moved = rank.into_iter().filter(|&(place, rank)| place != Place::Kept(rank));
    moved.map(|(place, rank)| Event { kind: EventKind::Keep(rank), place }).collect()
}

/// Takes off what all sequences begin with.
fn take_common(pending: &mut Pending) -> Vec<Event> {
    let mut sequences = pending.iter().flatten();
    let mut common = sequences.next().cloned().unwrap_or_default();
    for sequence in sequences {
        let same = common.iter().zip(sequence).take_while(|(a, b)| a == b).count();
        common.truncate(same);
    }
    for sequence in pending.iter_mut().flatten() {
        sequence.drain(..common.len());
    }
    common
}
