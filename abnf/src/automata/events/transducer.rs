//! The transducer of a repeated part: the type, its interpreter and its listing.

use crate::automata::dense::{self, Dense};
use crate::automata::dfa::Dfa;
use crate::automata::id::id;
use crate::automata::minimise;
use crate::bytes::ByteClasses;
use std::fmt;

pub use crate::automata::dense::StateId;

id! {
    /// A register, which keeps the offset of an event that is not told yet.
    pub struct Register;
}

/// What happens between two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EventKind {
    /// An occurrence begins.
    Open,
    /// It ends, and is one of the part's rule with this number. Told here and not where
    /// it begins, because what follows may say which rule it is.
    Close(u16),
    /// Nothing is told: a register is given an offset at which something may have happened.
    Keep(Register),
    /// What follows is about the next thread, which comes from the thread of this number in
    /// the state before: the transducer is run twice.
    From(u16),
}

/// Where something happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// At the offset in a register.
    Kept(Register),
    /// So many bytes ago: 0 is after the byte of the edge (before the first byte, at
    /// the end of the text), 1 before that byte.
    Ago(u32),
}

/// What has become certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Event {
    /// What happened.
    pub kind: EventKind,
    /// Where.
    pub place: Place,
}

/// What happens when a byte is read (see `threads` for those that are run twice): which events have
/// become certain, in the order in which they happened, and then which registers are given an
/// offset, one after the other.
pub type Edge = dense::Edge<Vec<Event>>;

/// A subsequential transducer: a deterministic automaton whose edges, and ends, tell
/// the occurrences of a part.
///
/// It accepts what the [`Dfa`](crate::automata::dfa::Dfa) of the same rule accepts. What it tells
/// of the beginning of a text holds if the whole text is accepted. From begin to end
/// it tells opens and closes by turns, in the order of the text. States are minimal and
/// have canonical numbers: without registers, equal functions have equal transducers.
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
    /// it is told, unless a register holds its offset.
    pub fn lookahead(&self) -> u32 {
        let ages = self.events().map(|event| match event.place {
            Place::Ago(age) => age,
            Place::Kept(_) => 0,
        });
        ages.max().unwrap_or(0)
    }

    /// How many registers it has: none if bounded lookahead suffices.
    pub fn register_count(&self) -> usize {
        let registers = self.events().map(|event| match event.kind {
            EventKind::Keep(register) => register.index() + 1,
            EventKind::Open | EventKind::Close(_) | EventKind::From(_) => 0,
        });
        registers.max().unwrap_or(0)
    }

    /// Whether it says from which thread each thread comes, and is run twice.
    pub fn is_run_twice(&self) -> bool {
        self.begin.iter().any(|event| matches!(event.kind, EventKind::From(_)))
    }

    fn events(&self) -> impl Iterator<Item = &Event> {
        let edges = self.dense.next.iter().flatten().flat_map(|edge| &edge.output);
        self.begin.iter().chain(edges).chain(self.dense.ends.iter().flatten().flatten())
    }
}

/// One line an edge, `*` at accepting states with what happens at the end of a text.
/// The position of an event is relative to the position after the byte.
impl fmt::Display for Transducer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (states, classes) = (self.state_count(), self.classes().count());
        write!(f, "{states} states, {classes} byte classes, ")?;
        match self.register_count() {
            0 if self.is_run_twice() => writeln!(f, "run twice")?,
            0 => writeln!(f, "lookahead {}", self.lookahead())?,
            registers => writeln!(f, "{registers} registers")?,
        }
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
                EventKind::Keep(register) => write!(f, " r{register}=here")?,
                EventKind::From(thread) => write!(f, " {thread}:")?,
            }
            match event.place {
                Place::Ago(0) => {}
                Place::Ago(age) => write!(f, "@-{age}")?,
                Place::Kept(register) => write!(f, "@r{register}")?,
            }
        }
        Ok(())
    }
}
