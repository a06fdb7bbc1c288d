//! Replaces pieces of a whole reference in its buffer. Growing at the end of the text takes time
//! proportional to the length of the new text; any other change, to that of the text after it.

use super::BuildError;
use crate::ParseError;
use crate::generated::runtime::View as _;
use crate::syntax::Whole;
use crate::syntax::components::Components;
use crate::syntax::layout::{self, Bounds, Lengths};
use alloc::string::String;
use core::marker::PhantomData;
use core::ops::Range;

/// The text and the slots of an owned reference that is being changed.
pub(super) struct InPlace<'t, R, const N: usize> {
    pub(super) text: &'t mut String,
    pub(super) slots: &'t mut [u32; N],
    rule: PhantomData<R>,
}

impl<'t, R: Whole, const N: usize> InPlace<'t, R, N> {
    #[inline]
    pub(super) fn of(text: &'t mut String, slots: &'t mut [u32; N]) -> Self {
        Self { text, slots, rule: PhantomData }
    }

    /// The components, without reading the text again.
    #[inline]
    pub(super) fn components(&self) -> Components<'_, R::Syntax> {
        R::components(self.text, self.slots)
    }

    /// Returns the bounds of the components.
    #[inline]
    pub(super) fn bounds(&self) -> Bounds {
        Bounds::of::<R, R::Syntax, N>(self.text, self.slots)
    }
}

/// Parses a text and returns its slots.
pub(super) fn slots<R: Whole, const N: usize>(text: &str) -> Result<[u32; N], ParseError> {
    let mut view = R::View::try_from(text)?;
    let slots = view.contents().1;
    Ok(core::array::from_fn(|slot| slots[slot]))
}

/// Replaces a range by two pieces. The parts have been checked, and have these lengths in the new
/// text. Nothing changes if the rule has no text with these parts, or if the text is too long.
#[inline]
pub(super) fn replace<R: Whole, const N: usize>(
    whole: &mut InPlace<'_, R, N>,
    range: Range<usize>,
    new: [&str; 2],
    lengths: Lengths,
) -> Result<(), BuildError> {
    if !lengths.fit::<R, R::Syntax, N>(length_with(whole.text, &range, new)) {
        return refused(whole, range, new, lengths);
    }
    put(whole.text, range, new);
    *whole.slots = lengths.slots::<R, R::Syntax, N>(whole.text);
    Ok(())
}

/// As [`replace`], for a range at or after the start of the path; `bounds` are those of the new
/// text. A non-empty path stays non-empty, and keeps or lacks a leading slash as before.
#[inline]
pub(super) fn set_tail<R: Whole, const N: usize>(
    whole: &mut InPlace<'_, R, N>,
    range: Range<usize>,
    new: [&str; 2],
    bounds: Bounds,
) -> Result<(), BuildError> {
    let length = length_with(whole.text, &range, new);
    if layout::is_too_long(length) || !bounds.fit::<R, R::Syntax, N>() {
        return reparsed(whole, range, new);
    }
    put(whole.text, range, new);
    bounds.set_tail::<R, R::Syntax, N>(whole.text, whole.slots);
    Ok(())
}

/// Sets or removes the port of a reference that has a host. `None` if the port's position is
/// unknown without locating the parts of the authority.
#[inline]
pub(super) fn set_port<R: Whole, const N: usize>(
    whole: &mut InPlace<'_, R, N>,
    port: Option<&str>,
) -> Option<Result<(), BuildError>> {
    let old = layout::port::<R, R::Syntax, N>(whole.slots)?;
    let range = old.0..old.1;
    let new = port.map_or([""; 2], |port| [":", port]);
    if layout::is_too_long(length_with(whole.text, &range, new)) {
        return Some(reparsed(whole, range, new));
    }
    put(whole.text, range, new);
    let length = port.map_or(0, |port| ":".len() + port.len());
    layout::set_port::<R, R::Syntax, N>(whole.text, whole.slots, old, length);
    Some(Ok(()))
}

/// Replaces a range by two pieces. The text never grows beyond the longer of the old and the new
/// one.
#[inline]
fn put(text: &mut String, range: Range<usize>, [first, second]: [&str; 2]) {
    let start = range.start;
    if range.end == text.len() {
        text.truncate(start);
        text.push_str(first);
        text.push_str(second);
        return;
    }
    if !range.is_empty() {
        text.drain(range);
    }
    for piece in [second, first] {
        if !piece.is_empty() {
            text.insert_str(start, piece);
        }
    }
}

/// The length of the text with a range replaced by two pieces.
#[inline]
fn length_with(text: &str, range: &Range<usize>, [first, second]: [&str; 2]) -> usize {
    text.len() - range.len() + first.len() + second.len()
}

/// Returns the error of a change after which the rule has no text with these parts.
#[cold]
fn refused<R: Whole, const N: usize>(
    whole: &mut InPlace<'_, R, N>,
    range: Range<usize>,
    new: [&str; 2],
    lengths: Lengths,
) -> Result<(), BuildError> {
    match lengths.has_scheme() {
        true if !layout::allows_scheme::<R, R::Syntax, N>() => Err(BuildError::NoScheme),
        false if layout::requires_scheme::<R, R::Syntax, N>() => Err(BuildError::SchemeNeeded),
        _ => reparsed(whole, range, new),
    }
}

/// Parses the changed text to find the error.
#[cold]
fn reparsed<R: Whole, const N: usize>(
    whole: &mut InPlace<'_, R, N>,
    range: Range<usize>,
    new: [&str; 2],
) -> Result<(), BuildError> {
    let mut text = whole.text.clone();
    put(&mut text, range, new);
    *whole.slots = slots::<R, N>(&text)?;
    *whole.text = text;
    Ok(())
}
