//! Pieces of a whole reference replaced in the buffer that holds it, so that a text that grows at
//! its end takes time in what is added, and any other in what follows the change.

use super::BuildError;
use crate::ParseError;
use crate::generated::runtime::View as _;
use crate::syntax::Whole;
use crate::syntax::components::Components;
use crate::syntax::layout::{self, Bounds, Lengths, Misfit};
use alloc::string::String;
use core::marker::PhantomData;
use core::ops::Range;

/// The text and the slots of an owned reference that is changed.
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

    /// Where the components lie.
    #[inline]
    pub(super) fn bounds(&self) -> Bounds {
        Bounds::of::<R, R::Syntax, N>(self.text, self.slots)
    }
}

/// The slots of a text that is parsed.
pub(super) fn slots<R: Whole, const N: usize>(text: &str) -> Result<[u32; N], ParseError> {
    let mut view = R::View::try_from(text)?;
    let slots = view.contents().1;
    Ok(core::array::from_fn(|slot| slots[slot]))
}

/// Puts two pieces into the place of a range. The parts of what is built have been checked, and
/// have these lengths in the new text; if that is none of the rule, or too long, everything stays.
#[inline]
pub(super) fn replace<R: Whole, const N: usize>(
    whole: &mut InPlace<'_, R, N>,
    range: Range<usize>,
    new: [&str; 2],
    lengths: Lengths,
) -> Result<(), BuildError> {
    if !lengths.fit::<R, R::Syntax, N>(length_with(whole.text, &range, new)) {
        return anew(whole, range, new, lengths.has_ends());
    }
    put(whole.text, range, new);
    *whole.slots = lengths.slots::<R, R::Syntax, N>(whole.text);
    Ok(())
}

/// As [`replace`], for a range after the beginning of the path; `bounds` are those of the new
/// text. A non-empty path stays non-empty, with or without a leading slash as before.
#[inline]
pub(super) fn set_tail<R: Whole, const N: usize>(
    whole: &mut InPlace<'_, R, N>,
    range: Range<usize>,
    new: [&str; 2],
    bounds: Bounds,
) -> Result<(), BuildError> {
    let length = length_with(whole.text, &range, new);
    if layout::is_too_long(length) || !bounds.fit::<R, R::Syntax, N>() {
        return anew(whole, range, new, [bounds.has_scheme, bounds.has_fragment]);
    }
    put(whole.text, range, new);
    bounds.set_tail::<R, R::Syntax, N>(whole.text, whole.slots);
    Ok(())
}

/// Sets or removes the port of a reference that has a host. `None` if that cannot be seen without
/// locating the parts of the authority.
#[inline]
pub(super) fn set_port<R: Whole, const N: usize>(
    whole: &mut InPlace<'_, R, N>,
    port: Option<&str>,
) -> Option<Result<(), BuildError>> {
    let old = layout::port::<R, R::Syntax, N>(whole.slots)?;
    let range = old.0..old.1;
    let new = port.map_or([""; 2], |port| [":", port]);
    if layout::is_too_long(length_with(whole.text, &range, new)) {
        let Bounds { has_scheme, has_fragment, .. } =
            Bounds::of::<R, R::Syntax, N>(whole.text, whole.slots);
        return Some(anew(whole, range, new, [has_scheme, has_fragment]));
    }
    put(whole.text, range, new);
    let length = port.map_or(0, |port| ":".len() + port.len());
    layout::set_port::<R, R::Syntax, N>(whole.text, whole.slots, old, length);
    Some(Ok(()))
}

/// Puts two pieces into the place of a range. The text grows by no more than that.
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

/// The length with two pieces in the place of a range.
#[inline]
fn length_with(text: &str, range: &Range<usize>, [first, second]: [&str; 2]) -> usize {
    text.len() - range.len() + first.len() + second.len()
}

/// Parses the changed text to find the error, unless the error is that texts of the
/// rule must have the component, or must not.
#[cold]
fn anew<R: Whole, const N: usize>(
    whole: &mut InPlace<'_, R, N>,
    range: Range<usize>,
    new: [&str; 2],
    [has_scheme, has_fragment]: [bool; 2],
) -> Result<(), BuildError> {
    match layout::misfit::<R, R::Syntax, N>(has_scheme, has_fragment) {
        Some(Misfit::Fragment) => return Err(BuildError::NoFragment),
        Some(Misfit::Scheme) if has_scheme => return Err(BuildError::NoScheme),
        Some(Misfit::Scheme) => return Err(BuildError::SchemeNeeded),
        None => {}
    }
    let mut text = whole.text.clone();
    put(&mut text, range, new);
    *whole.slots = slots::<R, N>(&text)?;
    *whole.text = text;
    Ok(())
}
