//! Makes the [`Unambiguous`] transducer of a part: for each text of a rule exactly one path, which marks
//! where the occurrences of the part open and close.
//!
//! A state is a thread of a list of [`priority`] that can win. Each
//! thread has one predecessor, and one thread of the last list wins, so a text has one accepting path.
//! Nothing is delayed as in [`Transducer`](super::Transducer): the state is a guess, which the rest of
//! the text confirms. Two such transducers are compared by walking them side by side, because the
//! marks of both are known at the same offset (Béal, Carton, Prieur and Sakarovitch, "Squaring
//! transducers: an efficient procedure for deciding functionality and sequentiality", 2003).

use super::event_nfa;
use crate::automata::id::id;
use crate::automata::rules::too_large;
use crate::automata::tagged::Tagging;
use crate::automata::tagged::parts::Part;
use crate::automata::tagged::priority::{self, PriorityDfa, TagStringId, priority_dfa};
use crate::budget::{Budget, TooLarge};
use crate::bytes::ByteClasses;
use crate::diagnostic::Diagnostic;
use crate::grammar::RuleId;

id! {
    /// A state of an [`Unambiguous`] transducer.
    pub struct Thread;
}

/// A nondeterministic transducer in which each text of the language has one accepting path.
#[derive(Clone, Debug)]
pub struct Unambiguous {
    classes: ByteClasses,
    begins: Vec<Step>,
    states: Vec<State>,
    /// For each list of threads, the index of the edge for each class of bytes.
    rows: Vec<Vec<Option<u8>>>,
}

#[derive(Clone, Debug)]
struct State {
    row: usize,
    /// For each edge of the list, the steps of this thread.
    edges: Vec<Vec<Step>>,
    is_end: bool,
}

/// A step to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The state.
    pub target: Thread,
    /// The marks after the byte; for the first step, before all bytes.
    pub marks: Marks,
}

/// The marks at one offset of a text. Occurrences are outside of each other, so opening and closing marks
/// alternate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Whether the first mark is an opening one; false without marks.
    opens_first: bool,
    count: usize,
}

impl Marks {
    /// Returns whether there is no mark.
    pub fn is_empty(self) -> bool {
        self.count == 0
    }
}

/// Makes the transducer that marks the occurrences of a part in the texts of a rule. The part may occur
/// any number of times, including zero.
///
/// # Errors
///
/// As [`repeated`](super::repeated).
pub fn unambiguous(
    tagging: &Tagging<'_>,
    rule: RuleId,
    part: &Part,
) -> Result<Unambiguous, Diagnostic> {
    let nfa = event_nfa(tagging, rule, part)?;
    let budget = &mut Budget::of_rule(tagging.limits);
    let made = priority_dfa(&nfa, budget).and_then(|lists| of_lists(lists, budget));
    made.map_err(|why| too_large(tagging.grammar, rule, why, tagging.limits))
}

fn of_lists(lists: PriorityDfa, budget: &mut Budget) -> Result<Unambiguous, TooLarge> {
    // Threads are numbered consecutively, list by list, without those that cannot win.
    let mut number: Vec<Vec<Option<Thread>>> = Vec::new();
    let mut count = 0;
    for list in &lists.states {
        let mut next = |&can_win: &bool| {
            count += usize::from(can_win);
            can_win.then(|| Thread::new(count - 1))
        };
        number.push(list.can_win.iter().map(&mut next).collect());
    }
    let step = |list: priority::StateId, thread: usize, met: TagStringId| {
        let target = number[list.index()][thread]?;
        // Tag 0 opens an occurrence; all others close it.
        let tags = &lists.tag_strings[met.index()];
        let marks = Marks { opens_first: tags.first() == Some(&0), count: tags.len() };
        Some(Step { target, marks })
    };
    let begins = lists.begin().iter().enumerate();
    let begins = begins.filter_map(|(thread, &met)| step(PriorityDfa::START, thread, met));
    let begins = begins.collect();
    let mut states = Vec::new();
    for (row, list) in lists.states.iter().enumerate() {
        budget.spend(list.list.len().saturating_mul(1 + list.steps.len()))?;
        let mut edges: Vec<Vec<Vec<Step>>> = vec![Vec::new(); list.list.len()];
        for edge in &list.steps {
            edges.iter_mut().for_each(|of_thread| of_thread.push(Vec::new()));
            for (index, thread) in edge.threads.iter().enumerate() {
                let steps = edges[thread.from].last_mut().expect("the edge was added");
                steps.extend(step(edge.target, index, thread.met));
            }
        }
        let threads = edges.into_iter().enumerate().filter(|(thread, _)| list.can_win[*thread]);
        states.extend(threads.map(|(thread, edges)| State {
            row,
            edges,
            is_end: list.end == Some(thread),
        }));
    }
    let rows = lists.states.into_iter().map(|list| list.next).collect();
    Ok(Unambiguous { classes: lists.classes, begins, states, rows })
}

impl Unambiguous {
    /// Returns the classes of bytes that the transducer treats alike.
    pub fn classes(&self) -> &ByteClasses {
        &self.classes
    }

    /// Returns the first steps, before all bytes.
    pub fn begins(&self) -> &[Step] {
        &self.begins
    }

    /// Returns the steps of a state for a byte.
    pub fn next(&self, state: Thread, byte: u8) -> &[Step] {
        let State { row, edges, .. } = &self.states[state.index()];
        match self.rows[*row][self.classes.class(byte)] {
            Some(edge) => &edges[usize::from(edge)],
            None => &[],
        }
    }

    /// Returns whether a text that ends in the state is in the language.
    pub fn is_end(&self, state: Thread) -> bool {
        self.states[state.index()].is_end
    }

    /// Returns the begin and the end of each occurrence in the text, in order. `None` if the text is not
    /// in the language.
    pub fn occurrences(&self, text: &[u8]) -> Option<Vec<(usize, usize)>> {
        // For each offset the steps that lead there, each with the index of the one before it.
        let mut levels: Vec<Vec<(usize, Step)>> =
            vec![self.begins.iter().map(|&step| (0, step)).collect()];
        for &byte in text {
            let steps = levels.last().into_iter().flatten().enumerate();
            let next = |(index, (_, step)): (usize, &(usize, Step))| {
                self.next(step.target, byte).iter().map(move |&next| (index, next))
            };
            let next: Vec<_> = steps.flat_map(next).collect();
            levels.push(next);
        }
        let is_end = |(_, step): &(usize, Step)| self.is_end(step.target);
        let mut index = levels[text.len()].iter().position(is_end)?;
        let mut offsets = Vec::new();
        for (offset, level) in levels.iter().enumerate().rev() {
            let (before, step) = level[index];
            offsets.extend(std::iter::repeat_n(offset, step.marks.count));
            index = before;
        }
        offsets.reverse();
        Some(offsets.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect())
    }
}
