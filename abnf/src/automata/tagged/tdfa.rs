//! The tagged automaton of a rule: the type, its interpreter and its listing.
// Long because the type, its interpreter and its listing share private fields.

use super::scans::Scan;
use crate::automata::dense::{Dense, Edge};
use crate::automata::dfa::Dfa;
use crate::automata::id::id;
use crate::automata::minimise;
use crate::bytes::ByteClasses;
use crate::grammar::RuleId;
use std::collections::BTreeSet;
use std::fmt;

pub use crate::automata::dense::StateId;

id! {
    /// A register, which holds an offset or none.
    pub struct Register;
}

/// The source of an assignment, or the value of a tag at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// No offset: the tag is absent.
    None,
    /// The offset of the byte about to be read, or the length at the end.
    Here,
    /// The value of a register before the edge.
    Register(Register),
}

/// Parallel assignments, each register once, in ascending order.
pub type Assignments = Vec<(Register, Value)>;

/// A transition.
pub type Transition = Edge<Assignments>;

/// The condition under which a part is present.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Presence {
    /// In every text.
    Always,
    /// If this slot holds an offset.
    Slot(usize),
    /// If the text has more than this number of bytes.
    Longer(u32),
    /// If the text has fewer than this number of bytes.
    Shorter(u32),
}

/// The offset at which a part begins or ends, if it is present.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TagOffset {
    /// This many bytes after the beginning of the text.
    FromStart(u32),
    /// This many bytes before the end of the text.
    FromEnd(u32),
    /// This many bytes after the offset in a slot, or before it if negative.
    Slot {
        /// The slot.
        slot: usize,
        /// The number of bytes after it.
        plus: i32,
    },
}

/// A part, and how it is read from the slots.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Located {
    /// The part's name.
    pub name: String,
    /// Whether every text has it.
    pub mandatory: bool,
    /// Its rules, except those that no text has; at most one is present in a text. Empty for a part
    /// that is not located.
    pub variants: Vec<Variant>,
}

/// A rule of a part, and how its text is read from the slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Variant {
    /// The rule.
    pub rule: RuleId,
    /// The condition under which the part is a text of this rule.
    pub present: Presence,
    /// The beginning of the text.
    pub begin: TagOffset,
    /// The end of the text.
    pub end: TagOffset,
    /// The beginning and the end, where they are at a fixed distance from an end of the whole text.
    pub fixed: [Option<TagOffset>; 2],
}

/// The parts that are possible or certain in a state, for messages.
///
/// Parts are given by their numbers in the automaton.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Context {
    /// The parts that the next byte may belong to, or that may just have ended.
    pub possible: BTreeSet<usize>,
    /// The innermost part that is certain; `None` if no part is.
    pub certain: Option<usize>,
    /// The name of the innermost rule that is certain at any depth, if it is not that part.
    pub inner: Option<String>,
}

impl Context {
    /// Returns the context with other numbers of parts, without those that have none.
    #[must_use]
    pub fn renumbered(&self, number: impl Fn(usize) -> Option<usize>) -> Self {
        Self {
            possible: self.possible.iter().filter_map(|&part| number(part)).collect(),
            certain: self.certain.and_then(number),
            inner: self.inner.clone(),
        }
    }
}

/// A deterministic automaton whose edges store offsets in registers, with one byte of
/// lookahead (Laurikari, "NFAs with tagged transitions", 2000; Trofimovich, "Tagged
/// deterministic finite automata with lookahead", 2017).
///
/// It accepts the language of the [`Dfa`] of the same rule, and every
/// state leads to the end of some text (except the only state of the empty language).
/// At the end of a text, registers determine the slots, and slots the parts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tdfa {
    /// Assignments on the edges, and the value of each slot at the ends.
    pub(crate) dense: Dense<Assignments, Vec<Value>>,
    pub(crate) registers: usize,
    pub(crate) slots: usize,
    pub(crate) parts: Vec<Located>,
    pub(crate) contexts: Vec<Context>,
    /// How the slots, without those that are only registers, follow from the bytes of a text; empty if
    /// they do not.
    pub(crate) scans: Vec<Scan>,
}

impl Tdfa {
    /// The state in which every text begins; all registers hold none.
    pub const START: StateId = Dfa::START;

    /// Returns the number of states, at least one.
    pub fn state_count(&self) -> usize {
        self.dense.state_count()
    }

    /// Returns the number of registers.
    pub fn register_count(&self) -> usize {
        self.registers
    }

    /// Returns the classes of bytes that the automaton treats alike.
    pub fn classes(&self) -> &ByteClasses {
        self.dense.classes()
    }

    /// Returns the number of slots.
    pub fn slot_count(&self) -> usize {
        self.slots
    }

    /// Returns how the parts are read from the slots, in the order of the request.
    pub fn parts(&self) -> &[Located] {
        &self.parts
    }

    /// Returns the value of each slot if the text ends in a state; `None` if the state does not
    /// accept.
    pub fn ends(&self, state: StateId) -> Option<&[Value]> {
        self.dense.end(state).map(Vec::as_slice)
    }

    /// Returns the automaton without contexts, which may have fewer states.
    #[must_use]
    pub fn without_contexts(&self) -> Self {
        let contexts = vec![Context::default(); self.contexts.len()];
        Self { contexts, ..self.clone() }.minimal()
    }

    /// Returns the automaton with as few states as its registers allow, in canonical order.
    /// States with different contexts are not merged.
    #[must_use]
    pub(super) fn minimal(&self) -> Self {
        let context = |state: StateId| &self.contexts[state.index()];
        let (dense, stands_for) = minimise::minimal(&self.dense, context);
        let contexts = stands_for.into_iter().map(|state| context(state).clone()).collect();
        let (parts, scans) = (self.parts.clone(), self.scans.clone());
        Self { dense, parts, contexts, scans, ..*self }
    }

    /// Returns the DFA with the same states that accepts the same texts.
    pub fn underlying_dfa(&self) -> Dfa {
        self.dense.underlying_dfa()
    }

    /// Returns the context of a state.
    pub fn context(&self, state: StateId) -> &Context {
        &self.contexts[state.index()]
    }

    /// Returns the edge of a state for a byte.
    pub fn next(&self, state: StateId, byte: u8) -> Option<&Transition> {
        self.dense.edge(state, byte)
    }

    /// Begins a walk through a text.
    pub fn walk(&self) -> Walk<'_> {
        Walk {
            tdfa: self,
            state: Some(Self::START),
            registers: vec![None; self.register_count()],
            offset: 0,
        }
    }

    /// Locates each part in the text; `None` for an absent part. Returns `None` if the
    /// text is not in the language. Takes time linear in the text.
    pub fn locate(&self, text: &[u8]) -> Option<Vec<Option<PartSpan>>> {
        let mut walk = self.walk();
        text.iter().for_each(|&byte| walk.step(byte));
        walk.parts()
    }
}

/// A part in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartSpan {
    /// The rule whose text it is.
    pub rule: RuleId,
    /// The offset of its first byte.
    pub begin: usize,
    /// The offset after its last byte.
    pub end: usize,
}

/// The interpreter: a walk through a text that arrives byte by byte.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    tdfa: &'a Tdfa,
    /// `None` if no continuation matches.
    state: Option<StateId>,
    registers: Vec<Option<usize>>,
    offset: usize,
}

impl Walk<'_> {
    /// Reads a byte.
    pub fn step(&mut self, byte: u8) {
        let transition = self.state.and_then(|state| self.tdfa.next(state, byte));
        self.state = transition.map(|transition| transition.target);
        if let Some(transition) = transition {
            let given: Vec<(Register, Option<usize>)> =
                transition.output.iter().map(|&(to, given)| (to, self.value(given))).collect();
            for (to, given) in given {
                self.registers[to.index()] = given;
            }
        }
        self.offset += 1;
    }

    /// Returns the parts of the text that ends here; see [`Tdfa::locate`].
    pub fn parts(&self) -> Option<Vec<Option<PartSpan>>> {
        let slots = self.slots()?;
        let offset = |offset: TagOffset| match offset {
            TagOffset::FromStart(bytes) => bytes as usize,
            TagOffset::FromEnd(bytes) => self.offset - bytes as usize,
            TagOffset::Slot { slot, plus } => {
                let offset = slots[slot].expect("the slot that an offset follows from is set");
                offset.checked_add_signed(plus as isize).expect("offsets are within the text")
            }
        };
        let found = |variant: &Variant| {
            let is_present = match variant.present {
                Presence::Always => true,
                Presence::Slot(slot) => slots[slot].is_some(),
                Presence::Longer(bytes) => self.offset > bytes as usize,
                Presence::Shorter(bytes) => self.offset < bytes as usize,
            };
            is_present.then(|| PartSpan {
                rule: variant.rule,
                begin: offset(variant.begin),
                end: offset(variant.end),
            })
        };
        let parts = self.tdfa.parts.iter();
        Some(parts.map(|part| part.variants.iter().find_map(found)).collect())
    }

    /// Returns the value of each slot if the text ends here; `None` if it is not in the language.
    pub fn slots(&self) -> Option<Vec<Option<usize>>> {
        let ends = self.tdfa.ends(self.state?)?;
        Some(ends.iter().map(|&value| self.value(value)).collect())
    }

    fn value(&self, value: Value) -> Option<usize> {
        match value {
            Value::None => None,
            Value::Here => Some(self.offset),
            Value::Register(register) => self.registers[register.index()],
        }
    }
}

/// One line for each part with its offsets, then one line for each edge; `*` at accepting states
/// with the values of their slots.
impl fmt::Display for Tdfa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (states, classes) = (self.state_count(), self.classes().count());
        writeln!(
            f,
            "{states} states, {classes} byte classes, {} registers, {} slots",
            self.registers, self.slots
        )?;
        for part in &self.parts {
            for (i, variant) in part.variants.iter().enumerate() {
                let Variant { present, begin, end, .. } = variant;
                let which = if part.variants.len() > 1 { format!("/{i}") } else { String::new() };
                writeln!(f, "{}{which}: {begin}..{end} {present}", part.name)?;
            }
        }
        for state in self.dense.states() {
            let context = self.context(state);
            match self.dense.end(state) {
                Some(values) => {
                    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                    writeln!(f, "*{state:>4}: [{}]{}", values.join(" "), self.known(context))?;
                }
                None => writeln!(f, " {state:>4}:{}", self.known(context))?,
            }
            for (class, Edge { target, output }) in self.dense.row(state) {
                write!(f, "        {} -> {target}", self.classes().members(class))?;
                for (to, given) in output {
                    write!(f, " r{to}={given}")?;
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

impl Tdfa {
    /// Formats a context: the possible parts, with an exclamation mark at the certain one.
    fn known(&self, context: &Context) -> String {
        let shown = context.possible.iter().map(|&part| {
            let mark = if context.certain == Some(part) { "!" } else { "" };
            format!(" {}{mark}", self.parts[part].name)
        });
        shown.collect()
    }
}

impl fmt::Display for TagOffset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::FromStart(bytes) => write!(f, "{bytes}"),
            Self::FromEnd(0) => f.write_str("end"),
            Self::FromEnd(bytes) => write!(f, "end-{bytes}"),
            Self::Slot { slot, plus: 0 } => write!(f, "s{slot}"),
            Self::Slot { slot, plus } => write!(f, "s{slot}{plus:+}"),
        }
    }
}

impl fmt::Display for Presence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Always => f.write_str("always"),
            Self::Slot(slot) => write!(f, "if s{slot}"),
            Self::Longer(bytes) => write!(f, "if longer than {bytes}"),
            Self::Shorter(bytes) => write!(f, "if shorter than {bytes}"),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("-"),
            Self::Here => f.write_str("here"),
            Self::Register(register) => write!(f, "r{register}"),
        }
    }
}
