//! [`PriorityDfa`] to [`Transducer`]: events are told when all that can win agree on them.
//!
//! A state is a state of the [`PriorityDfa`] with the events not told yet of each thread
//! that can win. What all of them begin with is told on the edge into the state. If
//! bounded lookahead suffices there are finitely many states.

use super::transducer::{Edge, Event, EventKind, StateId, Transducer};
use crate::automata::dense::Dense;
use crate::automata::tagged::priority::{self, PriorityDfa, TagStringId};
use crate::budget::{Budget, TooLarge};
use std::collections::BTreeMap;

/// Steps for each element of what is kept, so that memory is bounded with the steps.
const KEPT: usize = 4;

/// The budget bounds the states, and the steps: events and entries of the table. Without
/// the [twinning property](super::twinning) the construction ends only there.
pub(super) fn delayed(priority: &PriorityDfa, budget: &mut Budget) -> Result<Transducer, TooLarge> {
    let mut builder = Builder { priority, states: Vec::new(), ids: BTreeMap::new(), budget };
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
fn kind(tag: u16) -> EventKind {
    tag.checked_sub(1).map_or(EventKind::Open, EventKind::Close)
}

/// For each thread of a state that can win the events not told, with their ages.
type Pending = Vec<Option<Vec<Event>>>;

struct Builder<'a> {
    priority: &'a PriorityDfa,
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
            let older = events.iter().map(|event| Event { age: event.age + 1, ..*event });
            let now = met.iter().map(|&tag| Event { kind: kind(tag), age: 0 });
            pending[thread] = Some(older.chain(now).collect());
        }
        self.budget.spend(KEPT * pending.len())?;
        let events = take_common(&mut pending);
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
