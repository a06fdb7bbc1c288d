//! Writes data as text.
//!
//! A text consists of parts and of fillers between them. The compiler makes a [`Graph`] for each rule
//! with parts: an edge writes a filler and a part, or ends the text. [`super::search`] finds a path
//! on which all the data is written.
//!
//! **A text is accepted only if reading it returns the same data.** Data that contains delimiters
//! therefore never becomes parts of its own.

use super::alloc::format;
use super::alloc::string::String;
use super::alloc::vec::Vec;
use super::detours::{self, MAX_WORK};
use super::direct;
use super::graph::{Fault, Graph, Output, Pass, Record};
use super::rule::{Rule, Unit as _, View};
use super::search::{Stuck, search};
use super::spellings::literal;
#[cfg(feature = "parts")]
use super::tagged::is_too_long;
use super::text::parse_bytes;
use super::write_error::{MAX_STEPS, Why, WriteError};
use core::fmt::Debug;

/// Parses a text that is known to match, because it was read back.
pub(crate) fn parsed<'a, V: View<'a>>(text: &'a [u8]) -> V {
    parse_bytes(text).expect("the text was read back")
}

/// Returns the view of a text that is known to match. `None` if it is too long for its parts to be located.
pub(crate) fn located<'a, V: View<'a>>(text: &'a V::Unit) -> Option<V> {
    debug_assert!(V::is_match(text.bytes()), "{text:?} does not match");
    #[cfg(feature = "parts")]
    if is_too_long(text.bytes()) {
        return None;
    }
    Some(V::of_part(text))
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
pub fn text(record: &dyn Record) -> Result<Vec<u8>, WriteError> {
    let found = texts(record, 1, MAX_STEPS);
    let found = found.map_err(|(field, why)| WriteError::new(record.graph().rule, field, why))?;
    Ok(found.into_iter().next().unwrap_or_default())
}

/// Returns texts that are read as the same data: at least one and at most `most`. Each search takes
/// at most `steps` steps.
///
/// # Errors
///
/// As for [`text`]: the path to the field, and the reason.
pub(crate) fn texts(
    record: &dyn Record,
    most: usize,
    steps: usize,
) -> Result<Vec<Vec<u8>>, (String, Why)> {
    let mut differs = None;
    let name = |field: usize| record.graph().fields.get(field).map_or("", |it| it.name).into();
    let mut stuck = Stuck::default();
    let mut found: Vec<Vec<u8>> = Vec::new();
    let mut accept = |text: &[u8]| {
        let difference = record.difference(text);
        differs = differs.or(difference);
        if difference.is_none() && !found.iter().any(|known| known == text) {
            found.push(text.to_vec());
        }
        found.len() == most
    };
    for pass in [Pass::Shortest, Pass::Apart] {
        let mut out = Output { steps, ..Output::new(pass) };
        match search(record, &mut out, &mut accept) {
            Ok(()) => return Ok(found),
            Err(end) => stuck = end,
        }
        // No other search can write a value that has no text.
        if pass == Pass::Shortest
            && let Some(fault) = faulty(record)
        {
            return Err(fault);
        }
    }
    let mut out = Output { steps: MAX_WORK, ..Output::new(Pass::All) };
    if detours::search(record, &mut out, &mut accept).is_ok() || !found.is_empty() {
        return Ok(found);
    }
    Err(match (stuck, differs) {
        (_, Some(field)) => (name(field), Why::Other),
        (Stuck { is_limit: true, .. }, _) => (String::new(), Why::Limit),
        (Stuck { field, is_absent: true, .. }, None) => (name(field), Why::Absent),
        (Stuck { field, .. }, None) => (name(field), Why::Together),
    })
}

/// Returns the path to the first value without a text, and the reason. If a field inside of the value is
/// at fault, the path leads to this field.
pub(crate) fn faulty(record: &dyn Record) -> Option<(String, Why)> {
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
                Err(within @ Fault::Within(..)) => fault = Some(within),
                Err(here) => fault = fault.or(Some(here)),
            }
        }
        let place = fields[field].step(index);
        Some(match fault? {
            Fault::Here => (place, Why::Value),
            // The data is one value, and its place has no name.
            Fault::Within(path, why) if place.is_empty() => (path, why),
            Fault::Within(path, why) => (format!("{place}.{path}"), why),
        })
    })
}

/// Appends the text of data inside of other data.
///
/// # Errors
///
/// If it has none.
#[inline]
pub fn inner<R: Record>(record: &R, out: &mut Output) -> Result<(), Fault> {
    if out.pass == Pass::Shortest && direct::write(record, out) {
        return Ok(());
    }
    searched(record, out)
}

/// As [`inner`], for data that the direct way does not write.
fn searched(record: &dyn Record, out: &mut Output) -> Result<(), Fault> {
    match out.pass {
        Pass::Shortest | Pass::Apart => search(record, out, &mut |_| true).map_err(|_| Fault::Here),
        Pass::All => {
            let mut left = core::mem::take(&mut out.spelling);
            let mut known: Vec<Vec<u8>> = Vec::new();
            let accept = &mut |text: &[u8]| {
                if known.iter().any(|it| it == text) || record.difference(text).is_some() {
                    return false;
                }
                let is_it = left == 0;
                left = left.saturating_sub(1);
                known.push(text.to_vec());
                is_it
            };
            detours::search_inside(record, out, accept).map_err(|_| Fault::Here)
        }
        Pass::Explain => match text(record) {
            Ok(text) => literal(&text, out),
            Err(error) if error.field().is_empty() => Err(Fault::Here),
            Err(error) => {
                let (path, why) = error.into_field();
                Err(Fault::Within(path, why))
            }
        },
    }
}

/// Appends a text of a rule that has one spelling.
pub(crate) fn verbatim<P: Rule>(text: &[u8], out: &mut Output) -> Result<(), Fault> {
    exact(text, P::is_match, out)
}

/// Appends a text that has one spelling, if it matches.
///
/// # Errors
///
/// If it does not, or if this spelling is to be left out.
pub fn exact(
    text: &[u8],
    is_match: impl FnOnce(&[u8]) -> bool,
    out: &mut Output,
) -> Result<(), Fault> {
    if out.spelling > 0 || !is_match(text) {
        return Err(Fault::Here);
    }
    out.text.extend_from_slice(text);
    Ok(())
}
