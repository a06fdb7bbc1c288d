//! Data to text.
//!
//! A text consists of parts and of fillers between them. The compiler has a [`Graph`] for each rule
//! with parts: an edge writes a filler and a part, or ends the text. [`super::search`] finds a path
//! on which all the data is written.
//!
//! **A text is accepted only if reading it returns the same data.** Data that contains delimiters
//! therefore never becomes parts of its own.

use super::alloc::format;
use super::alloc::string::String;
use super::alloc::vec::Vec;
use super::rule::{Rule, View};
use super::search::{Stuck, search};
use super::text::parse_bytes;
use super::write_error::{Why, WriteError};
use core::fmt::Debug;

/// The texts of a rule as a graph of its parts.
#[derive(Clone, Copy, Debug)]
pub struct Graph<'a> {
    /// The name of the rule.
    pub rule: &'a str,
    /// The fields of its data.
    pub fields: &'a [Field<'a>],
    /// The field of each symbol.
    pub symbols: &'a [u16],
    /// The edges of each node. The text begins at node 0.
    pub nodes: &'a [&'a [Edge<'a>]],
}

/// An edge of a graph.
#[derive(Clone, Copy, Debug)]
pub struct Edge<'a> {
    /// The fillers, the preferred one first.
    pub fillers: &'a [&'a [u8]],
    /// What follows the filler.
    pub then: Then,
}

/// A symbol, which stands for a part, and the node after it; `None` is the end of the text.
pub type Then = Option<(u16, u16)>;

/// A field of a record.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it contains.
    pub kind: Kind,
    /// Whether all of it must be written; otherwise the text of another field may contain it.
    pub is_needed: bool,
}

/// What a field contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A value.
    One,
    /// A value, or none.
    Optional,
    /// Any number of values.
    List,
    /// Whether a literal is present, which can be in several places.
    Flag,
    /// Which literal is present; it can be in several places.
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

    /// Reads a text and returns the first field in which its data differs; the number of fields if
    /// the text does not match.
    fn difference(&self, text: &[u8]) -> Option<usize>;
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
}

impl Default for Output {
    fn default() -> Self {
        Self::new(Pass::Shortest)
    }
}

impl Output {
    fn new(pass: Pass) -> Self {
        Self { text: Vec::new(), pass, spelling: 0, steps: MAX_STEPS }
    }
}

/// A search. Each finds more texts than the one before, and takes longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// With the shortest fillers.
    Shortest,
    /// With fillers that keep parts apart.
    Apart,
    /// With all fillers. Data inside of other data is read back, too.
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
    Within(String),
}

/// The greatest number of steps of one search, with those inside.
pub(crate) const MAX_STEPS: usize = 1 << 22;

/// Reads a text that was read back.
pub(crate) fn parsed<'a, V: View<'a>>(text: &'a [u8]) -> V {
    parse_bytes(text).expect("the text was read back")
}

/// Returns whether two pieces of data are equal, or differ only in that NaN is not equal to itself.
pub fn is_same<T: PartialEq + Debug>(one: &T, other: &T) -> bool {
    let has_nan = |data: &T| data.ne(data);
    one == other || has_nan(one) && has_nan(other) && format!("{one:?}") == format!("{other:?}")
}

/// Returns a text that is read as the same data.
///
/// # Errors
///
/// If there is none, or none was found within the limit on steps.
pub fn text<R: Record>(record: &R) -> Result<Vec<u8>, WriteError> {
    let mut differs = None;
    let error = |field, why| WriteError::new(record.graph().rule, field, why);
    let name = |field: usize| record.graph().fields.get(field).map_or("", |it| it.name).into();
    let mut stuck = Stuck::default();
    for pass in [Pass::Shortest, Pass::Apart, Pass::All] {
        let mut out = Output::new(pass);
        let accept = &mut |text: &[u8]| {
            let difference = record.difference(text);
            differs = difference.or(differs);
            difference.is_none()
        };
        match search(record, &mut out, accept) {
            Ok(()) => return Ok(out.text),
            Err(found) => stuck = found,
        }
        // Other searches cannot write a value that has no text either.
        if pass == Pass::Shortest
            && let Some(path) = faulty(record)
        {
            return Err(error(path, Why::Value));
        }
    }
    Err(match (stuck, differs) {
        (Stuck { is_limit: true, .. }, _) => error(String::new(), Why::Limit),
        (_, Some(field)) => error(name(field), Why::Other),
        (Stuck { field, .. }, None) => error(name(field), Why::Together),
    })
}

/// Returns the path to the first value without a text.
fn faulty<R: Record>(record: &R) -> Option<String> {
    let Graph { fields, symbols, .. } = record.graph();
    let values = (0..fields.len())
        .flat_map(|field| (0..record.count(field)).map(move |index| (field, index)));
    values.into_iter().find_map(|(field, index)| {
        let mut fault = None;
        let of_field = (0..symbols.len()).filter(|&it| usize::from(symbols[it]) == field);
        for symbol in of_field {
            let mut out = Output::new(Pass::Explain);
            match record.spell(symbol, index, &mut out) {
                Ok(()) => return None,
                Err(within @ Fault::Within(_)) => fault = Some(within),
                Err(here) => fault = fault.or(Some(here)),
            }
        }
        let Field { name, kind, .. } = fields[field];
        let place = if kind == Kind::List { format!("{name}[{index}]") } else { name.into() };
        Some(match fault? {
            Fault::Here => place,
            Fault::Within(path) => format!("{place}.{path}"),
        })
    })
}

/// Appends the text of data inside of other data.
///
/// # Errors
///
/// If it has none.
pub fn inner<R: Record>(record: &R, out: &mut Output) -> Result<(), Fault> {
    match out.pass {
        Pass::Shortest | Pass::Apart => search(record, out, &mut |_| true).map_err(|_| Fault::Here),
        Pass::All => {
            let mut left = core::mem::take(&mut out.spelling);
            let accept = &mut |text: &[u8]| {
                let is_accepted = record.difference(text).is_none();
                let is_it = is_accepted && left == 0;
                left = left.saturating_sub(is_accepted.into());
                is_it
            };
            search(record, out, accept).map_err(|_| Fault::Here)
        }
        Pass::Explain => match text(record) {
            Ok(text) => literal(&text, out),
            Err(error) if error.field().is_empty() => Err(Fault::Here),
            Err(error) => Err(Fault::Within(error.into_field())),
        },
    }
}

/// Appends a text of a rule.
pub(crate) fn verbatim<P: Rule>(text: &[u8], out: &mut Output) -> Result<(), Fault> {
    if P::is_match(text) { literal(text, out) } else { Err(Fault::Here) }
}

/// Appends a text that has one spelling.
///
/// # Errors
///
/// If this spelling is to be left out.
pub fn literal(text: &[u8], out: &mut Output) -> Result<(), Fault> {
    if out.spelling > 0 {
        return Err(Fault::Here);
    }
    out.text.extend_from_slice(text);
    Ok(())
}
