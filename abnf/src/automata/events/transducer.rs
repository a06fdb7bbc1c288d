//! The transducer of a repeated part: the type, its interpreter and its listing.

use crate::automata::dense::{self, Dense};
use crate::automata::dfa::Dfa;
use crate::automata::minimise;
use crate::bytes::ByteClasses;
use std::fmt;

pub use crate::automata::dense::StateId;

/// What happens between two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EventKind {
    /// An occurrence begins.
    Open,
    /// It ends, and is one of the part's rule with this number. Told here and not where
    /// it begins, because what follows may say which rule it is.
    Close(u16),
}

/// What has become certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Event {
    /// What happened.
    pub kind: EventKind,
    /// How many bytes ago: 0 is after the byte of the edge (before the first byte, at
    /// the end of the text), 1 before that byte.
    pub age: u32,
}

/// What happens when a byte is read: which events have become certain, in the order in
/// which they happened.
pub type Edge = dense::Edge<Vec<Event>>;

/// A subsequential transducer: a deterministic automaton whose edges, and ends, tell
/// the occurrences of a part.
///
/// It accepts what the [`Dfa`](crate::automata::dfa::Dfa) of the same rule accepts. What it tells
/// of the beginning of a text holds if the whole text is accepted. From begin to end
/// it tells opens and closes by turns, in the order of the text. States are minimal and
/// have canonical numbers: equal functions have equal transducers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Transducer {
    /// What is certain before the first byte.
    pub(crate) begin: Vec<Event>,
    /// What becomes certain on the edges; at the ends, what is certain only there.
    pub(crate) dense: Dense<Vec<Event>, Vec<Event>>,
}

impl Transducer {
    /// The state in which every text begins.
    pub const START: StateId = Dfa::START;

    /// How many states there are; at least one.
    pub fn state_count(&self) -> usize {
        self.dense.state_count()
    }

    /// Which bytes it treats alike.
    pub fn classes(&self) -> &ByteClasses {
        self.dense.classes()
    }

    /// What is certain before the first byte.
    pub fn begin(&self) -> &[Event] {
        &self.begin
    }

    /// The edge of a state and a byte.
    pub fn next(&self, state: StateId, byte: u8) -> Option<&Edge> {
        self.dense.edge(state, byte)
    }

    /// The edge of a state and a class of bytes.
    pub fn next_by_class(&self, state: StateId, class: usize) -> Option<&Edge> {
        self.dense.edge_by_class(state, class)
    }

    /// For an accepting state, what is certain only if the text ends here.
    pub fn end(&self, state: StateId) -> Option<&[Event]> {
        self.dense.end(state).map(Vec::as_slice)
    }

    /// The DFA that accepts the same texts, state by state.
    pub fn underlying_dfa(&self) -> Dfa {
        self.dense.underlying_dfa()
    }

    /// The same function with the fewest states. Events are told at the earliest already,
    /// so that states with the same future have the same edges.
    pub(super) fn minimal(&self) -> Self {
        let (dense, _) = minimise::minimal(&self.dense, |_| ());
        Self { begin: self.begin.clone(), dense }
    }

    /// The greatest age of an event, in bytes: how far back an occurrence may lie when
    /// it is told.
    pub fn lookahead(&self) -> u32 {
        let edges = self.dense.next.iter().flatten().flat_map(|edge| &edge.output);
        let events = edges.chain(self.dense.ends.iter().flatten().flatten());
        events.map(|event| event.age).max().unwrap_or(0)
    }

    /// The occurrences in the text, in order: the rule's number in the part, begin and
    /// end in bytes. `None` if the text is not in the language. Linear in the text and
    /// the occurrences: the interpreter.
    pub fn occurrences(&self, text: &[u8]) -> Option<Vec<(usize, usize, usize)>> {
        let mut found = Found { open: None, closed: Vec::new() };
        found.add(&self.begin, 0);
        let mut state = Self::START;
        for (before, &byte) in text.iter().enumerate() {
            let edge = self.next(state, byte)?;
            found.add(&edge.output, before + 1);
            state = edge.target;
        }
        found.add(self.end(state)?, text.len());
        Some(found.closed)
    }
}

struct Found {
    open: Option<usize>,
    closed: Vec<(usize, usize, usize)>,
}

impl Found {
    fn add(&mut self, events: &[Event], here: usize) {
        for event in events {
            let offset = here - event.age as usize;
            match event.kind {
                EventKind::Open => self.open = Some(offset),
                EventKind::Close(variant) => {
                    let begin = self.open.take().expect("what closes was open");
                    self.closed.push((usize::from(variant), begin, offset));
                }
            }
        }
    }
}

/// One line an edge, `*` at accepting states with what happens at the end of a text.
/// The position of an event is relative to the position after the byte.
impl fmt::Display for Transducer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (states, classes) = (self.state_count(), self.classes().count());
        writeln!(f, "{states} states, {classes} byte classes, lookahead {}", self.lookahead())?;
        writeln!(f, ">    :{}", Events(&self.begin))?;
        for state in self.dense.states() {
            match self.dense.end(state) {
                Some(events) => writeln!(f, "*{state:>4}:{}", Events(events))?,
                None => writeln!(f, " {state:>4}:")?,
            }
            for (class, edge) in self.dense.row(state) {
                let members = self.classes().members(class);
                writeln!(f, "        {members} -> {}{}", edge.target, Events(&edge.output))?;
            }
        }
        Ok(())
    }
}

struct Events<'a>(&'a [Event]);

impl fmt::Display for Events<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for event in self.0 {
            match event.kind {
                EventKind::Open => f.write_str(" open")?,
                EventKind::Close(variant) => write!(f, " close {variant}")?,
            }
            if event.age > 0 {
                write!(f, "@-{}", event.age)?;
            }
        }
        Ok(())
    }
}
