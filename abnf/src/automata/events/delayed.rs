//! Makes a [`Transducer`] of a [`PriorityDfa`]: events are reported when all threads that can win
//! agree on them.
//!
//! A state consists of a state of the [`PriorityDfa`] and the unreported events of each thread
//! that can win. Their common prefix is reported on the edge into the state. If bounded
//! lookahead suffices, the offset of an event is stored as its age, and the number of states is
//! finite.
//!
//! The items of `list = item *( "," item )` with `item = 1*ALPHA` take one byte of lookahead. Events
//! have their age in brackets:
//!
//! ```text
//! after   threads, and the events that each has passed                        reported
//! `a`     another letter: -    `,`: close [0]    the end: close [0]           nothing
//! `,`     a letter: close [1], open [0]                                       close [1], open [0]
//! ```
//!
//! After `a`, the threads do not agree: the item may continue. After `,` only one thread is left, so
//! its events are certain.
//!
//! Otherwise registers keep the offsets of unreported events, and the number of states is finite if
//! their number is bounded: a streaming string transducer (Alur and
//! Černý, "Expressiveness of streaming string transducers", 2010) whose registers contain only
//! offsets. A register has the same offset in all threads of a state, and the
//! registers are in the order of their offsets. Two states are therefore equal exactly if
//! their events and the numbers of their registers are equal.

use super::transducer::{Edge, Event, EventKind, Offset, Register, StateId, Transducer};
use crate::automata::dense::Dense;
use crate::automata::tagged::priority::{self, PriorityDfa, TagStringId};
use crate::budget::{Budget, TooLarge};
use std::collections::{BTreeMap, BTreeSet};

/// The cost in steps of each stored element, so that the step budget bounds memory.
const KEPT: usize = 4;

/// The representation of the offsets of unreported events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// As ages, in the state.
    Ages,
    /// In registers.
    Offsets,
}

/// Makes the transducer. The budget bounds the states, and the steps: events and entries of the
/// table. If the [delay](super::twinning::Delay) is unbounded, the construction ends only when the
/// budget does.
pub(super) fn delayed(
    priority: &PriorityDfa,
    keep: Keep,
    budget: &mut Budget,
) -> Result<Transducer, TooLarge> {
    let mut builder = Builder { priority, keep, states: Vec::new(), ids: BTreeMap::new(), budget };
    let no_events: &[Event] = &[];
    let begin = priority.begin().iter().map(|&met| (no_events, met));
    let begin = builder.enter(PriorityDfa::START, begin.enumerate())?.output;
    let mut made = Dense::new(priority.classes.clone());
    while let Some((id, pending)) = builder.states.get(made.ends.len()).cloned() {
        let state = &priority[id];
        let end = state.end.and_then(|thread| pending[thread].clone());
        made.ends.push(end);
        let mut edges = Vec::new();
        for step in &state.steps {
            let threads = step.threads.iter().enumerate().filter_map(|(index, thread)| {
                Some((index, (pending[thread.from].as_deref()?, thread.met)))
            });
            edges.push(builder.enter(step.target, threads)?);
        }
        for edge in state.by_class(&edges) {
            builder.budget.spend(1 + edge.as_ref().map_or(0, |edge| edge.output.len()))?;
            made.next.push(edge);
        }
    }
    Ok(Transducer { begin, dense: made })
}

/// Returns the event of a tag: 0 opens, `n + 1` closes as rule `n`.
pub(super) fn kind(tag: u16) -> EventKind {
    tag.checked_sub(1).map_or(EventKind::Open, EventKind::Close)
}

/// The unreported events of each thread of a state that can win, with their ages.
type Pending = Vec<Option<Vec<Event>>>;

struct Builder<'a> {
    priority: &'a PriorityDfa,
    keep: Keep,
    states: Vec<(priority::StateId, Pending)>,
    ids: BTreeMap<(priority::StateId, Pending), StateId>,
    budget: &'a mut Budget,
}

impl Builder<'_> {
    /// Returns the edge to a state whose threads have these events before the byte and pass these
    /// tags after it.
    fn enter<'e>(
        &mut self,
        state: priority::StateId,
        threads: impl Iterator<Item = (usize, (&'e [Event], TagStringId))>,
    ) -> Result<Edge, TooLarge> {
        let can_win = &self.priority[state].can_win;
        let mut pending: Pending = vec![None; can_win.len()];
        for (thread, (events, met)) in threads.filter(|&(thread, _)| can_win[thread]) {
            let met = &self.priority.tag_strings[met.index()];
            self.budget.spend(events.len() + met.len())?;
            let older = events.iter().map(|event| Event { offset: older(event.offset), ..*event });
            let now = met.iter().map(|&tag| Event { kind: kind(tag), offset: Offset::Ago(0) });
            pending[thread] = Some(older.chain(now).collect());
        }
        self.budget.spend(pending.len())?;
        let mut events = take_common(&mut pending);
        if self.keep == Keep::Offsets {
            events.extend(keep_offsets(&mut pending));
        }
        let key = (state, pending);
        if let Some(&target) = self.ids.get(&key) {
            return Ok(Edge { target, output: events });
        }
        self.budget.admit(self.states.len())?;
        self.budget.spend(KEPT * size(&key.1))?;
        let target = StateId::new(self.states.len());
        self.states.push(key.clone());
        self.ids.insert(key, target);
        Ok(Edge { target, output: events })
    }
}

/// Returns the number of stored elements.
fn size(pending: &Pending) -> usize {
    pending.len() + pending.iter().flatten().map(Vec::len).sum::<usize>()
}

/// Returns the same offset, seen from one byte later.
fn older(offset: Offset) -> Offset {
    match offset {
        Offset::Ago(age) => Offset::Ago(age + 1),
        Offset::Kept(register) => Offset::Kept(register),
    }
}

/// Moves each offset of the events into the register of its rank, and returns the assignments of
/// these registers from those of the previous state. No register is read after it is assigned,
/// because a rank never grows.
fn keep_offsets(pending: &mut Pending) -> Vec<Event> {
    let events = || pending.iter().flatten().flatten();
    let offsets: BTreeSet<Offset> = events().map(|event| event.offset).collect();
    let rank: BTreeMap<Offset, Register> =
        offsets.iter().enumerate().map(|(rank, &offset)| (offset, Register::new(rank))).collect();
    for event in pending.iter_mut().flatten().flatten() {
        event.offset = Offset::Kept(rank[&event.offset]);
    }
    let moved = rank.into_iter().filter(|&(offset, rank)| offset != Offset::Kept(rank));
    moved.map(|(offset, rank)| Event { kind: EventKind::Keep(rank), offset }).collect()
}

/// Removes and returns the common prefix of all sequences.
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
