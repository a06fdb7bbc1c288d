//! Makes a [`Transducer`] of a [`PriorityDfa`] that is run twice, for parts with any number of
//! uncertain events.
//!
//! The forward pass records each edge. The backward pass follows the winning thread from the end of
//! the text to its beginning: each edge states for each thread of its target the thread from which
//! it comes and the events that it has passed (Frisch and Cardelli, "Greedy regular expression
//! matching", ICALP 2004; Kearns, "Extending regular expressions with context operators and parse
//! extraction", 1991). This takes memory proportional to the text, and linear time.
//!
//! The entry of a thread is an [`EventKind::From`], followed by the events of the thread. Threads
//! that cannot win have no numbers.

use super::delayed::kind;
use super::transducer::{Event, EventKind, Offset, Transducer};
use crate::automata::dense::{Dense, Edge, StateId};
use crate::automata::tagged::priority::{PriorityDfa, State, TagStringId};
use crate::budget::{Budget, TooLarge};

/// Makes the transducer. The steps of the budget are entries of the table and events on its edges.
pub(super) fn threads(priority: &PriorityDfa, budget: &mut Budget) -> Result<Transducer, TooLarge> {
    let met = |tags: TagStringId| {
        let tags = priority.tag_strings[tags.index()].iter();
        tags.map(|&tag| Event { kind: kind(tag), offset: Offset::Ago(0) })
    };
    let first = &priority[PriorityDfa::START];
    let begin = priority.begin().iter().zip(&first.can_win).filter(|(_, can_win)| **can_win);
    let begin = begin.flat_map(|(&tags, _)| std::iter::once(from(0)).chain(met(tags))).collect();
    let mut dense = Dense::new(priority.classes.clone());
    for state in &priority.states {
        budget.spend(state.next.len())?;
        let mut edges = Vec::new();
        for step in &state.steps {
            let mut output = Vec::new();
            let can_win = &priority[step.target].can_win;
            for (thread, _) in step.threads.iter().zip(can_win).filter(|(_, can_win)| **can_win) {
                output.push(from(number(state, thread.from)));
                output.extend(met(thread.met));
            }
            edges.push(Edge { target: StateId::new(step.target.index()), output });
        }
        for edge in state.by_class(&edges) {
            budget.spend(edge.as_ref().map_or(0, |edge| edge.output.len()))?;
            dense.next.push(edge);
        }
        dense.ends.push(state.end.map(|thread| vec![from(number(state, thread))]));
    }
    Ok(Transducer { begin, dense })
}

fn from(thread: usize) -> Event {
    let thread = u16::try_from(thread).unwrap_or(u16::MAX);
    Event { kind: EventKind::From(thread), offset: Offset::Ago(0) }
}

/// Returns the number of a thread among the threads that can win.
fn number(state: &State, thread: usize) -> usize {
    state.can_win[..thread].iter().filter(|can_win| **can_win).count()
}
