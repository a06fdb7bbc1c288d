//! Ordered to [`Transducer`]: events are told when all that can win agree on them.
//!
//! A state is a state of [`Ordered`] with the events not told yet of each place that
//! can win. What all of them begin with is told on the edge into the state. Where
//! bounded lookahead suffices there are finitely many.

use super::transducer::{Edge, Event, StateId, Transducer, What};
use crate::automata::determinise::TooLarge;
use crate::automata::tagged::ordered::Ordered;
use std::collections::BTreeMap;

/// Makes at most `max_states` states. `work` is what is left of the budget, counted in
/// events and entries of the table. To be called where the twins [`agree`]; else it
/// ends at the limits.
///
/// [`agree`]: super::twins::agree
pub(super) fn delay(
    ordered: &Ordered,
    max_states: usize,
    work: &mut usize,
) -> Result<Transducer, TooLarge> {
    let mut builder =
        Builder { ordered, states: Vec::new(), ids: BTreeMap::new(), max_states, work };
    let no_events: &[Event] = &[];
    let begin = ordered.begin.iter().map(|&word| (no_events, word));
    let begin = builder.enter(0, begin.enumerate())?.events;
    let classes = ordered.classes.clone();
    let mut made = Transducer { classes, begin, next: Vec::new(), ends: Vec::new() };
    while let Some((id, pending)) = builder.states.get(made.ends.len()).cloned() {
        let state = &ordered.states[id];
        let end = state.end.and_then(|place| pending[place].clone());
        made.ends.push(end);
        for step in &state.next {
            let edge = match step {
                Some(step) => {
                    let ways = step.ways.iter().enumerate().filter_map(|(place, way)| {
                        Some((place, (pending[way.from].as_deref()?, way.word)))
                    });
                    Some(builder.enter(step.target, ways)?)
                }
                None => None,
            };
            made.next.push(edge);
        }
    }
    Ok(made)
}

/// Tag 0 opens, tag `n + 1` closes as rule `n`.
fn what(tag: u16) -> What {
    tag.checked_sub(1).map_or(What::Open, What::Close)
}

/// For each place of a state that can win the events not told, with their ages.
type Pending = Vec<Option<Vec<Event>>>;

struct Builder<'a> {
    ordered: &'a Ordered,
    states: Vec<(usize, Pending)>,
    ids: BTreeMap<(usize, Pending), StateId>,
    max_states: usize,
    work: &'a mut usize,
}

impl Builder<'_> {
    /// The edge to a state that is entered with these events before the byte and these
    /// words after it at its places.
    fn enter<'e>(
        &mut self,
        state: usize,
        places: impl Iterator<Item = (usize, (&'e [Event], u32))>,
    ) -> Result<Edge, TooLarge> {
        let can_win = &self.ordered.states[state].can_win;
        let mut pending: Pending = vec![None; can_win.len()];
        for (place, (events, word)) in places.filter(|&(place, _)| can_win[place]) {
            let word = &self.ordered.words[word as usize];
            self.spend(4 * (events.len() + word.len()))?;
            let older = events.iter().map(|event| Event { age: event.age + 1, ..*event });
            let now = word.iter().map(|&tag| Event { what: what(tag), age: 0 });
            pending[place] = Some(older.chain(now).collect());
        }
        self.spend(4 * pending.len())?;
        let events = take_common(&mut pending);
        let key = (state, pending);
        if let Some(&target) = self.ids.get(&key) {
            return Ok(Edge { target, events });
        }
        if self.states.len() >= self.max_states {
            return Err(TooLarge::States);
        }
        let target = StateId::try_from(self.states.len()).expect("the limit is below 2^32");
        self.states.push(key.clone());
        self.ids.insert(key, target);
        Ok(Edge { target, events })
    }

    fn spend(&mut self, amount: usize) -> Result<(), TooLarge> {
        *self.work = self.work.checked_sub(amount).ok_or(TooLarge::Work)?;
        Ok(())
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
