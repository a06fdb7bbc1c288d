//! [`PriorityDfa`] to a [`Transducer`] that is run twice: what remains where any number of events
//! may be uncertain.
//!
//! Forwards, each edge is noted. Backwards, the thread that wins is followed from the end of
//! the text to its begin: each edge says of each thread of its target from which thread it
//! comes and what it has met (Frisch and Cardelli, "Greedy regular expression matching", ICALP
//! 2004; Kearns, "Extending regular expressions with context operators and parse extraction",
//! 1991). This takes memory in proportion to the text, and linear time.
//!
//! What an edge says about a thread is a [`EventKind::From`] with the events after it. Threads
//! that cannot win have no numbers.

use super::delayed::kind;
use super::transducer::{Event, EventKind, Place, Transducer};
use crate::automata::dense::{Dense, Edge, StateId};
use crate::automata::tagged::priority::{PriorityDfa, State, TagStringId};
use crate::budget::{Budget, TooLarge};

/// The steps of the budget are entries of the table and what stands on its edges.
pub(super) fn threads(priority: &PriorityDfa, budget: &mut Budget) -> Result<Transducer, TooLarge> {
    let met = |tags: TagStringId| {
        let tags = priority.tag_strings[tags.index()].iter();
        tags.map(|&tag| Event { kind: kind(tag), place: Place::Ago(0) })
    };
    let first = &priority[PriorityDfa::START];
    let begin = priority.begin.iter().zip(&first.can_win).filter(|(_, can_win)| **can_win);
    let begin = begin.flat_map(|(&tags, _)| std::iter::once(from(0)).chain(met(tags))).collect();
    let mut dense = Dense::new(priority.classes.clone());
    for state in &priority.states {
        for step in &state.next {
            budget.spend(1)?;
            let Some(step) = step else {
                dense.next.push(None);
                continue;
            };
            let mut output = Vec::new();
            let can_win = &priority[step.target].can_win;
            for (thread, _) in step.threads.iter().zip(can_win).filter(|(_, can_win)| **can_win) {
                output.push(from(number(state, thread.from)));
                output.extend(met(thread.met));
            }
            budget.spend(output.len())?;
            dense.next.push(Some(Edge { target: StateId::new(step.target.index()), output }));
        }
        dense.ends.push(state.end.map(|thread| vec![from(number(state, thread))]));
    }
    Ok(Transducer { begin, dense })
}

fn from(thread: usize) -> Event {
    let thread = u16::try_from(thread).unwrap_or(u16::MAX);
    Event { kind: EventKind::From(thread), place: Place::Ago(0) }
}

/// The number of a thread that can win among those that can.
fn number(state: &State, thread: usize) -> usize {
    state.can_win[..thread].iter().filter(|can_win| **can_win).count()
}
