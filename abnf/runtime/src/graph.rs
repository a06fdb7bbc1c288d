//! The interface between data and the search that writes it: records, and the graphs of their
//! rules.

use super::alloc::format;
#[cfg(feature = "node_writers")]
use super::alloc::rc::Rc;
use super::alloc::string::String;
use super::alloc::vec::Vec;
use super::dfa::{DEAD, Dfa};
use super::write_error::{MAX_STEPS, Why};

/// The texts of a rule as a graph of its parts.
#[derive(Clone, Copy, Debug)]
pub struct Graph<'a> {
    /// The name of the rule.
    pub rule: &'a str,
    /// The fields of its data.
    pub fields: &'a [Field<'a>],
    /// The field of each symbol.
    pub symbols: &'a [u16],
    /// The alternative of each symbol that is one of a choice; if absent, these are unknown.
    pub alternatives: &'a [Option<u16>],
    /// The edges of each node. The text begins at node 0.
    pub nodes: &'a [&'a [Edge<'a>]],
}

/// An edge of a graph.
#[derive(Clone, Copy, Debug)]
pub struct Edge<'a> {
    /// The fillers, the preferred one first.
    pub fillers: &'a [&'a [u8]],
    /// The symbol and the node after the filler.
    pub then: Then,
}

/// A symbol, which stands for a part, and the node after it; `None` is the end of the text.
pub type Then = Option<(u16, u16)>;

/// A field of a record.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its content.
    pub kind: Kind,
    /// Whether all of it must be written; otherwise the text of another field may contain it.
    pub is_needed: bool,
}

impl Field<'_> {
    /// Returns the step to a value in a path.
    pub(crate) fn step(&self, index: usize) -> String {
        match self.kind {
            Kind::List => format!("{}[{index}]", self.name),
            _ => self.name.into(),
        }
    }
}

/// The content of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A value.
    One,
    /// A value, or none.
    Optional,
    /// Any number of values.
    List,
    /// Whether a literal, which the rule can have in several places, is present.
    Flag,
    /// Which literal is present. The rule can have the literal in several places.
    Which,
    /// Which literal is present, if one is.
    WhichIfAny,
}

/// Data that has a text.
pub trait Record {
    /// The texts of the rule.
    fn graph(&self) -> &Graph<'_>;

    /// The number of values in a field.
    fn count(&self, field: usize) -> usize;

    /// Appends a text of a symbol that has a value of its field.
    fn spell(&self, symbol: usize, index: usize, out: &mut Output) -> Result<(), Fault>;

    /// Does the same as [`super::direct::write`], in code. `None` if there is no code.
    fn straight(&self, _: &mut Output) -> Option<bool> {
        None
    }

    /// The automaton of the texts, if they are those of a rule that has one.
    fn automaton(&self) -> Option<&dyn Automaton> {
        None
    }

    /// Reads a text and returns the first field in which its data differs; the number of fields if
    /// the text does not match.
    fn difference(&self, text: &[u8]) -> Option<usize>;
}

/// The automaton of a rule. A text of the rule begins with each text that leads to a state.
pub trait Automaton {
    /// Returns the state in which texts begin.
    fn start(&self) -> usize;

    /// Returns the state after one more byte. `None` if no text continues with it.
    fn next(&self, state: usize, byte: u8) -> Option<usize>;

    /// Returns whether a text can end in a state.
    fn is_end(&self, state: usize) -> bool;
}

impl Automaton for Dfa {
    fn start(&self) -> usize {
        self.start.into()
    }

    fn next(&self, state: usize, byte: u8) -> Option<usize> {
        let (next, _) = self.edge(u16::try_from(state).ok()?, byte);
        (next != DEAD).then(|| next.into())
    }

    fn is_end(&self, state: usize) -> bool {
        u16::try_from(state).is_ok_and(|state| self.accepts(state))
    }
}

#[cfg(feature = "node_writers")]
impl<R: Record + ?Sized> Record for &R {
    fn graph(&self) -> &Graph<'_> {
        (**self).graph()
    }

    fn count(&self, field: usize) -> usize {
        (**self).count(field)
    }

    fn spell(&self, symbol: usize, index: usize, out: &mut Output) -> Result<(), Fault> {
        (**self).spell(symbol, index, out)
    }

    fn straight(&self, out: &mut Output) -> Option<bool> {
        (**self).straight(out)
    }

    fn automaton(&self) -> Option<&dyn Automaton> {
        (**self).automaton()
    }

    fn difference(&self, text: &[u8]) -> Option<usize> {
        (**self).difference(text)
    }
}

/// The text written so far, by one of several searches.
#[derive(Clone, Debug)]
pub struct Output {
    /// The text.
    pub text: Vec<u8>,
    /// The search.
    pub pass: Pass,
    /// The number of spellings of the next value to leave out.
    pub spelling: usize,
    /// The number of steps that are left.
    pub steps: usize,
    /// The data of a recursive rule that the next value is or contains.
    #[cfg(feature = "node_writers")]
    pub inside: Inside,
}

/// Data of a recursive rule inside of other data.
#[cfg(feature = "node_writers")]
#[derive(Clone, Debug)]
pub enum Inside {
    /// It has these texts.
    Texts(Rc<[Vec<u8>]>),
    /// It has no text yet. Whether it is the next to be written.
    Next(bool),
    /// It is written by code, which may call itself this many times more. `None` after data that code could
    /// not write.
    Code(Option<u8>),
}

impl Default for Output {
    fn default() -> Self {
        Self::new(Pass::Shortest)
    }
}

impl Output {
    pub(crate) fn new(pass: Pass) -> Self {
        Self {
            text: Vec::new(),
            pass,
            spelling: 0,
            steps: MAX_STEPS,
            #[cfg(feature = "node_writers")]
            inside: Inside::Next(false),
        }
    }
}

/// A search. Each finds more texts than the one before, and takes longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// With the shortest fillers.
    Shortest,
    /// With fillers that keep parts apart.
    Apart,
    /// With other fillers and spellings, by [`super::detours`]. Data inside of other data is read back,
    /// too.
    All,
    /// As the last one, to find the field that has no text.
    Explain,
}

/// The reason why a value cannot be written as a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The symbol has no text with this value.
    Here,
    /// A field of the value, by its path, is at fault.
    Within(String, Why),
}
