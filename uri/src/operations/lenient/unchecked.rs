//! Resolves texts that need not be references.

use crate::operations::output::{self, Each, Pieces};
use crate::operations::resolve::{self, Resolved};
use crate::syntax::components::Components;
use crate::syntax::layout::Located;
use crate::{Resolution, Scheme};
use core::fmt;

/// A grammar in which nothing is opaque. No text is compared with its rules.
#[cfg(feature = "rfc3986")]
type Later = crate::syntax::Rfc3986;
#[cfg(not(feature = "rfc3986"))]
type Later = crate::syntax::Rfc3987;

/// Resolves a text as RFC 3986 section 5.2 resolves references, even if it or the base is none.
/// `None` if the base has no scheme.
///
/// Both texts are split as in appendix B, except that a text begins with a scheme only if the RFC
/// allows its characters. Nothing is checked, escaped or repaired; parse the result if it must be a
/// URI or an IRI. For references, the result is that of [`resolve`](crate::rfc3986::Uri::resolve).
/// Takes time proportional to the length of both texts, or slightly more (`n log n`) for hundreds
/// of segments with dot segments among them.
///
/// ```
/// use uri::lenient;
///
/// let target = lenient::resolve("http://a/b", "c d").unwrap();
/// assert_eq!(target.to_string(), "http://a/c d");
/// assert!(lenient::resolve("/a", "b").is_none());
/// ```
#[must_use]
#[inline]
pub fn resolve<'a>(base: &'a str, reference: &'a str) -> Option<ResolvedText<'a>> {
    let base = split(base);
    base.scheme?;
    let resolved = resolve::resolve(&base, &split(reference), Resolution::RFC3986);
    resolved.ok().map(ResolvedText)
}

/// The text that [`resolve`] returns, not written yet.
#[derive(Clone, Copy)]
pub struct ResolvedText<'a>(Resolved<'a, Later>);

impl ResolvedText<'_> {
    /// Returns the length of the text in bytes. Takes as long as writing the text.
    #[must_use]
    #[inline]
    pub fn text_len(&self) -> usize {
        output::length(*self)
    }
}

impl Pieces for ResolvedText<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        self.0.try_each(each)
    }
}

/// Writes the text, to any [`core::fmt::Write`].
impl fmt::Display for ResolvedText<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        output::display(f, self)
    }
}

impl fmt::Debug for ResolvedText<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ResolvedText({self})")
    }
}

output::compares! { [] ResolvedText<'_> }

/// Splits a text at the delimiters of RFC 3986 appendix B.
#[inline]
fn split(text: &str) -> Components<'_, Later> {
    let scheme = text.split_once(':').map(|(scheme, _)| scheme).filter(|it| Scheme::is_match(it));
    let rest = &text[scheme.map_or(0, |scheme| scheme.len() + ":".len())..];
    let (rest, fragment) = split_off(rest, '#');
    let (rest, query) = split_off(rest, '?');
    let (authority, path) = match rest.strip_prefix("//") {
        Some(rest) => {
            let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            (Some(Located::of_text(authority)), path)
        }
        None => (None, rest),
    };
    Components { text, scheme, authority, path, query, fragment, ..Components::EMPTY }
}

/// Splits a text at the first delimiter.
#[inline]
fn split_off(text: &str, delimiter: char) -> (&str, Option<&str>) {
    match text.split_once(delimiter) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}
