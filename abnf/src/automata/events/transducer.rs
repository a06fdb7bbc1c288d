//! The transducer of a repeated part: the type, its interpreter and its listing.

use crate::automata::dense::{self, Dense};
use crate::automata::dfa::Dfa;
use crate::automata::id::id;
use crate::automata::minimise;
use crate::bytes::ByteClasses;
use std::fmt;

pub use crate::automata::dense::StateId;

id! {
    /// A register, which keeps the offset of an unreported event.
    pub struct Register;
}

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EventKind {
    /// An occurrence begins.
    Open,
    /// An occurrence ends, and belongs to the part's rule with this number. The rule is reported at
    /// the end, because the beginning may not determine it.
    Close(u16),
    /// Nothing is reported: a register is assigned the offset of a possible event.
    Keep(Register),
    /// The following events belong to the next thread, which comes from the thread of this number
    /// in the previous state. Only for transducers that are run twice.
    From(u16),
}

/// The offset of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Offset {
    /// The offset in a register.
    Kept(Register),
    /// This number of bytes before the current offset, which is the one after the byte of the edge,
    /// before the first byte, or at the end of the text.
    Ago(u32),
}

/// An event that has become certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Event {
    /// The kind.
    pub kind: EventKind,
    /// The offset.
    pub offset: Offset,
}

/// A transition (see `threads` for transducers that are run twice): the events that become certain,
/// in the order of the text, and then the assignments of registers, in order.
pub type Edge = dense::Edge<Vec<Event>>;

/// A subsequential transducer: a deterministic automaton whose edges and ends report
/// the occurrences of a part.
///
/// It accepts the language of the [`Dfa`](crate::automata::dfa::Dfa) of the same rule. Events that
/// it reports for a prefix are valid if the whole text is accepted. Open and close events
/// alternate, in the order of the text. States are minimal and have canonical numbers: without
/// registers, equal functions have equal transducers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Transducer {
    /// The events that are certain before the first byte.
    pub(crate) begin: Vec<Event>,
    /// The events that become certain on the edges, and at the ends those that are certain only
    /// there.
    pub(crate) dense: Dense<Vec<Event>, Vec<Event>>,
}

impl Transducer {
    /// The state in which every text begins.
    pub const START: StateId = Dfa::START;

    /// Returns the number of states, at least one.
    pub fn state_count(&self) -> usize {
        self.dense.state_count()
    }

    /// Returns the classes of bytes that the transducer treats alike.
    pub fn classes(&self) -> &ByteClasses {
        self.dense.classes()
    }

    /// Returns the events that are certain before the first byte.
    pub fn begin(&self) -> &[Event] {
        &self.begin
    }

    /// Returns the edge of a state for a byte.
    pub fn next(&self, state: StateId, byte: u8) -> Option<&Edge> {
        self.dense.edge(state, byte)
    }

    /// Returns the edge of a state for a class of bytes.
    pub fn next_by_class(&self, state: StateId, class: usize) -> Option<&Edge> {
        self.dense.edge_by_class(state, class)
    }

    /// Returns the events of an accepting state that are certain only if the text ends there.
    pub fn end(&self, state: StateId) -> Option<&[Event]> {
        self.dense.end(state).map(Vec::as_slice)
    }

    /// Returns the DFA with the same states that accepts the same texts.
    pub fn underlying_dfa(&self) -> Dfa {
        self.dense.underlying_dfa()
    }

    /// Returns the transducer with the fewest states for the same function. Events are reported as
    /// early as possible, so states with the same future have the same edges.
    pub(super) fn minimal(&self) -> Self {
        let (dense, _) = minimise::minimal(&self.dense, |_| ());
        Self { begin: self.begin.clone(), dense }
    }

    /// Returns the greatest age of a reported event in bytes, not counting offsets in
    /// registers.
    pub fn lookahead(&self) -> u32 {
        let ages = self.events().map(|event| match event.offset {
            Offset::Ago(age) => age,
            Offset::Kept(_) => 0,
        });
        ages.max().unwrap_or(0)
    }

    /// Returns the number of registers: 0 if bounded lookahead suffices.
    pub fn register_count(&self) -> usize {
        let registers = self.events().map(|event| match event.kind {
            EventKind::Keep(register) => register.index() + 1,
            EventKind::Open | EventKind::Close(_) | EventKind::From(_) => 0,
        });
        registers.max().unwrap_or(0)
    }

    /// Returns whether the edges state the predecessors of threads, so that texts are read twice.
    pub fn is_run_twice(&self) -> bool {
        self.begin.iter().any(|event| matches!(event.kind, EventKind::From(_)))
    }

    fn events(&self) -> impl Iterator<Item = &Event> {
        let edges = self.dense.next.iter().flatten().flat_map(|edge| &edge.output);
        self.begin.iter().chain(edges).chain(self.dense.ends.iter().flatten().flatten())
    }
}

/// One line for each edge, `*` at accepting states with the events at the end of a text.
/// The offset of an event is relative to the offset after the byte.
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
            match event.offset {
                Offset::Ago(0) => {}
                Offset::Ago(age) => write!(f, "@-{age}")?,
                Offset::Kept(register) => write!(f, "@r{register}")?,
            }
        }
        Ok(())
    }
}
