//! The tagged automaton of a rule: the type, its interpreter and its listing.

use crate::bytes::ByteClasses;
use std::fmt;

/// A state of a [`Tdfa`].
pub type StateId = u32;

/// A place that holds an offset, or none.
pub type Register = u32;

/// What a register is given, or what a tag has at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// No offset: the tag is not met.
    None,
    /// The offset of the byte about to be read, or the length at the end.
    Here,
    /// What a register held before the edge.
    Register(Register),
}

/// What happens when a byte is read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Transition {
    /// The state after.
    pub target: StateId,
    /// Assignments, all made at once, each register once, in ascending order.
    pub assign: Vec<(Register, Value)>,
}

/// A deterministic automaton whose edges note offsets in registers, with one byte of
/// lookahead (Laurikari, "NFAs with tagged transitions", 2000; Trofimovich, "Tagged
/// deterministic finite automata with lookahead", 2017).
///
/// It accepts what the [`Dfa`](crate::dfa::Dfa) of the same rule accepts; states are
/// not minimal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tdfa {
    pub(crate) classes: ByteClasses,
    /// Row by row, one entry a class.
    pub(crate) next: Vec<Option<Transition>>,
    /// For accepting states, what each tag has.
    pub(crate) ends: Vec<Option<Vec<Value>>>,
    pub(crate) registers: u32,
}

impl Tdfa {
    /// The state in which every text begins; all registers hold none.
    pub const START: StateId = 0;

    /// How many states there are; at least one.
    pub fn state_count(&self) -> usize {
        self.ends.len()
    }

    /// How many registers there are.
    pub fn register_count(&self) -> usize {
        self.registers as usize
    }

    /// Which bytes it treats alike.
    pub fn classes(&self) -> &ByteClasses {
        &self.classes
    }

    /// The edge of a state and a byte.
    pub fn next(&self, state: StateId, byte: u8) -> Option<&Transition> {
        let entry = state as usize * self.classes.count() + self.classes.class(byte);
        self.next[entry].as_ref()
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

    /// The begin and the end of each part in the text, in bytes, none where the part
    /// is absent; nothing where the text is not in the language. Linear in the text.
    pub fn locate(&self, text: &[u8]) -> Option<Vec<Option<(usize, usize)>>> {
        let mut walk = self.walk();
        text.iter().for_each(|&byte| walk.step(byte));
        walk.parts()
    }
}

/// The interpreter: a walk through a text that arrives byte by byte.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    tdfa: &'a Tdfa,
    /// None where no continuation matches.
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
                transition.assign.iter().map(|&(to, given)| (to, self.value(given))).collect();
            for (to, given) in given {
                self.registers[to as usize] = given;
            }
        }
        self.offset += 1;
    }

    /// The parts of the text that ends here; see [`Tdfa::locate`].
    pub fn parts(&self) -> Option<Vec<Option<(usize, usize)>>> {
        let ends = self.tdfa.ends[self.state? as usize].as_ref()?;
        let place = |pair: &[Value]| self.value(pair[0]).zip(self.value(pair[1]));
        Some(ends.chunks_exact(2).map(place).collect())
    }

    fn value(&self, value: Value) -> Option<usize> {
        match value {
            Value::None => None,
            Value::Here => Some(self.offset),
            Value::Register(register) => self.registers[register as usize],
        }
    }
}

/// One line an edge, `*` at accepting states with what their tags have.
impl fmt::Display for Tdfa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (states, classes) = (self.state_count(), self.classes.count());
        writeln!(f, "{states} states, {classes} byte classes, {} registers", self.registers)?;
        for (state, ends) in self.ends.iter().enumerate() {
            match ends {
                Some(values) => {
                    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                    writeln!(f, "*{state:>4}: [{}]", values.join(" "))?;
                }
                None => writeln!(f, " {state:>4}:")?,
            }
            for (class, transition) in self.next[state * classes..][..classes].iter().enumerate() {
                let Some(Transition { target, assign }) = transition else { continue };
                write!(f, "        {} -> {target}", self.classes.members(class))?;
                for (to, given) in assign {
                    write!(f, " r{to}={given}")?;
                }
                writeln!(f)?;
            }
        }
        Ok(())
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
