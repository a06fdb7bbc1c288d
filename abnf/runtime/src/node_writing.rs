//! Writes the data of recursive rules as text.
//!
//! Each rule has a graph of its own, as in [`super::writing`]. Data of recursive rules is visited in
//! post-order, on a stack of its own instead of the call stack: when the text of a value is searched,
//! the data inside of it has texts already.
//!
//! The first attempts write all data with the shortest fillers, or with fillers that keep parts
//! apart, and read back the whole text. They take time linear in the data if no search meets dead
//! ends: then [`super::node_direct`] appends all texts in place. If the text has other data, or a search
//! fails, the last attempts read back the text of each piece of data and try other fillers, which takes
//! that time for each level. The first of them keeps one text for the data around, and the second one up
//! to [`MAX_TEXTS`].
//!
//! Where the compiler has proved that the first text need not be read back, code writes it, in calls of
//! which at most [`MAX_CALLS`] are inside each other. What it cannot write is left to the attempts above.

use super::alloc::rc::Rc;
use super::alloc::string::String;
use super::alloc::vec;
use super::alloc::vec::Vec;
use super::direct;
use super::graph::{Fault, Graph, Inside, Output, Pass, Record};
use super::nests::NodeRecord;
use super::node_data::MAX_LEVELS;
use super::node_direct::{self, STEPS_FOR_VALUE};
use super::rule::{Unit, View};
use super::search::search;
use super::write_error::{MAX_STEPS, Why, WriteError};
use super::writing::{faulty, texts};

/// The greatest number of texts of a piece of data that are tried in the data around.
const MAX_TEXTS: usize = 4;

/// The greatest number of calls inside each other when code writes data.
const MAX_CALLS: u8 = 128;

/// Data on the stack.
struct Level<R> {
    record: R,
    /// The number of values before those of each field.
    before: Vec<usize>,
    /// The field and the index of the value that was visited last. `None` at first.
    at: Option<(usize, usize)>,
    /// The texts of the data inside of each value that was visited, if there is such data.
    texts: Vec<Option<Texts>>,
}

/// The texts of a piece of data, the preferred one first.
type Texts = Rc<[Vec<u8>]>;

impl<R: NodeRecord> Level<R> {
    fn new(record: R) -> Self {
        let mut sum = 0;
        let counts = (0..record.graph().fields.len()).map(|field| record.count(field));
        let before = counts.map(|count| {
            sum += count;
            sum - count
        });
        Self { before: before.collect(), record, at: None, texts: Vec::new() }
    }

    /// Visits the next value with data of a recursive rule inside, and returns that data.
    fn descend(&mut self) -> Option<R> {
        loop {
            let (mut field, mut index) =
                self.at.map_or((0, 0), |(field, index)| (field, index + 1));
            while field < self.before.len() && index == self.record.count(field) {
                (field, index) = (field + 1, 0);
            }
            if field == self.before.len() {
                return None;
            }
            self.at = Some((field, index));
            match self.record.inside(field, index) {
                None => self.texts.push(None),
                inside => return inside,
            }
        }
    }

    /// Returns the step to the value that was visited last.
    fn step(&self) -> String {
        let (field, index) = self.at.unwrap_or_default();
        self.record.graph().fields.get(field).map_or_else(String::new, |it| it.step(index))
    }
}

impl<R: NodeRecord> Record for Level<R> {
    fn graph(&self) -> &Graph<'_> {
        self.record.graph()
    }

    fn count(&self, field: usize) -> usize {
        self.record.count(field)
    }

    fn spell(&self, symbol: usize, index: usize, out: &mut Output) -> Result<(), Fault> {
        let field = usize::from(self.graph().symbols[symbol]);
        if let Some(Some(texts)) = self.texts.get(self.before[field] + index) {
            out.inside = Inside::Texts(Rc::clone(texts));
        }
        self.record.spell(symbol, index, out)
    }

    fn difference(&self, text: &[u8]) -> Option<usize> {
        self.record.difference(text)
    }
}

/// An attempt.
#[derive(Clone, Copy)]
enum Attempt {
    /// With one filler of each edge, which is that of a search.
    OneFiller(Pass),
    /// With all fillers, and with each text read back. Keeps up to this number of texts.
    ReadBack(usize),
}

/// Returns a text that is read as the same data.
///
/// # Errors
///
/// If there is none, if none was found within the limit on steps, or if the data is too deep.
pub fn compared<R: NodeRecord + Copy>(record: R) -> Result<Vec<u8>, WriteError> {
    for pass in [Pass::Shortest, Pass::Apart] {
        let text = match node_direct::text(record, pass) {
            None => attempt(record, Attempt::OneFiller(pass))?,
            text => text,
        };
        if let Some(text) = text
            && record.difference(&text).is_none()
        {
            return Ok(text);
        }
    }
    let one = attempt(record, Attempt::ReadBack(1));
    let found = one.or_else(|_| attempt(record, Attempt::ReadBack(MAX_TEXTS)));
    Ok(found?.unwrap_or_default())
}

/// As [`compared`], if the compiler has proved that a text of the rule on the direct way is read as the
/// same data.
pub fn decided<R: NodeRecord + Copy>(record: R) -> Result<Vec<u8>, WriteError> {
    match in_code(record).or_else(|| node_direct::text(record, Pass::Shortest)) {
        Some(text) => Ok(text),
        None => compared(record),
    }
}

/// Writes all data, from the inside to the outside. `None` if a search fails that another attempt
/// may not.
fn attempt<R: NodeRecord>(record: R, attempt: Attempt) -> Result<Option<Vec<u8>>, WriteError> {
    let mut around: Vec<Level<R>> = Vec::new();
    let mut level = Level::new(record);
    loop {
        if let Some(inner) = level.descend() {
            around.push(level);
            if around.len() == MAX_LEVELS {
                return Err(WriteError::new(around[0].graph().rule, String::new(), Why::Depth));
            }
            level = Level::new(inner);
            continue;
        }
        let found = match attempt {
            Attempt::OneFiller(pass) => with_one_filler(&level, pass, steps(&level)),
            Attempt::ReadBack(most) => {
                let most = if around.is_empty() { 1 } else { most };
                texts(&level, most, steps(&level)).map(Some)
            }
        };
        let Some(texts) = found.map_err(|(field, why)| error(&around, &level, &field, why))? else {
            return Ok(None);
        };
        match around.pop() {
            Some(outer) => level = outer,
            None => return Ok(texts.into_iter().next()),
        }
        level.texts.push(Some(texts.into()));
    }
}

/// Returns a text that a search with one filler of each edge finds. `None` if there is none, although
/// each value has a text.
fn with_one_filler(
    record: &dyn Record,
    pass: Pass,
    steps: usize,
) -> Result<Option<Vec<Vec<u8>>>, (String, Why)> {
    let mut out = Output { steps, ..Output::new(pass) };
    let is_direct = pass == Pass::Shortest && direct::walk(record, &mut out);
    if is_direct || search(record, &mut out, &mut |_| true).is_ok() {
        return Ok(Some(vec![out.text]));
    }
    match faulty(record) {
        Some(fault) => Err(fault),
        None => Ok(None),
    }
}

fn steps<R: NodeRecord>(level: &Level<R>) -> usize {
    MAX_STEPS.saturating_add(STEPS_FOR_VALUE.saturating_mul(level.texts.len()))
}

/// The error of data inside of other data.
fn error<R: NodeRecord>(
    around: &[Level<R>],
    level: &Level<R>,
    field: &str,
    why: Why,
) -> WriteError {
    let mut path = String::new();
    let steps = around.iter().map(Level::step).chain([field.into()]);
    for step in steps.filter(|step| !step.is_empty()) {
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(&step);
    }
    let outermost = around.first().unwrap_or(level);
    // Only the rule of the innermost data has no text.
    let rule = if why == Why::Value { outermost } else { level };
    WriteError::new(rule.graph().rule, path, why)
}

/// Appends the text of the data inside of the value that is spelled, or notes that it comes next. `code` is the
/// code that writes this data.
///
/// # Errors
///
/// If this text is to be left out, and there is no other, or if code cannot write it.
#[inline]
pub fn inside(
    code: impl FnOnce(&mut Output) -> Option<bool>,
    out: &mut Output,
) -> Result<(), Fault> {
    let Output { text, inside, spelling, .. } = out;
    match inside {
        Inside::Texts(texts) => text.extend_from_slice(texts.get(*spelling).ok_or(Fault::Here)?),
        Inside::Next(is_next) => *is_next = true,
        Inside::Code(levels) => {
            let around = levels.take().ok_or(Fault::Here)?;
            *levels = Some(around.checked_sub(1).ok_or(Fault::Here)?);
            if code(out) != Some(true) {
                out.inside = Inside::Code(None);
            }
            match &mut out.inside {
                Inside::Code(Some(left)) => *left = around,
                _ => return Err(Fault::Here),
            }
        }
    }
    Ok(())
}

/// Returns the text that code writes on the direct way. `None` if there is no code, or the way is a dead
/// end, or the data is too deep for the call stack.
fn in_code<R: Record>(record: R) -> Option<Vec<u8>> {
    let mut out = Output { inside: Inside::Code(Some(MAX_CALLS)), ..Output::new(Pass::Shortest) };
    let is_complete = record.straight(&mut out)?;
    // After a failure, other edges may have been taken.
    (is_complete && matches!(out.inside, Inside::Code(Some(_)))).then_some(out.text)
}

/// Makes a view of a text that has been read back.
pub(crate) fn known<'a, V: View<'a>>(text: &'a [u8]) -> V {
    V::of_part(V::Unit::of_bytes(text).expect("the text was read back"))
}
