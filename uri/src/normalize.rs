//! Normal forms and equivalence: RFC 2396 section 6.

mod authority;
mod path;
mod respell;
mod steps;

pub use steps::Normalization;

use crate::components::{Components, recombine};
use crate::output::{self, All, Each, Pieces, unwritten};
use crate::{AbsoluteUri, RelativeUri, Scheme, UriReference};
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use respell::Respell;

/// A reference in a normal form, not written yet. Made by `normalize` of the views of
/// whole references.
///
/// Normal forms are compared, ordered and hashed without being written. The type can
/// therefore be a key: references that are equivalent are equal here.
///
/// ```
/// use uri::{Normalization, UriReference};
///
/// let [a, b, c] = ["http://a", "HTTP://A:80/", "http://a/b/.."]
///     .map(|text| UriReference::new(text).normalize(Normalization::ALL));
/// assert!(a == b && b == c);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Normalized<'a> {
    components: Components<'a>,
    steps: Normalization,
    default_port: fn(Scheme<'_>) -> Option<u16>,
}

unwritten!(Normalized becomes UriReference, UriReferenceBuf);

impl<'a> Normalized<'a> {
    /// With other default ports than [`Scheme::default_port`] has.
    ///
    /// ```
    /// use uri::{Normalization, Scheme, UriReference};
    ///
    /// fn default_port(scheme: Scheme<'_>) -> Option<u16> {
    ///     let is_redis = scheme.as_str().eq_ignore_ascii_case("redis");
    ///     if is_redis { Some(6379) } else { scheme.default_port() }
    /// }
    /// let reference = UriReference::parse("redis://localhost:6379/0")?;
    /// let normalized = reference.normalize(Normalization::ALL).with_default_port(default_port);
    /// assert_eq!(normalized.to_string(), "redis://localhost/0");
    /// # Ok::<(), uri::ParseError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn with_default_port(mut self, default_port: fn(Scheme<'_>) -> Option<u16>) -> Self {
        self.default_port = default_port;
        self
    }

    /// Text in which only the steps that are given tell whether its letters are folded.
    #[inline]
    fn respell(self, text: &'a str, lower_case: Normalization) -> Respell<'a> {
        Respell::new(text, self.steps, self.steps.contains(lower_case))
    }

    /// Text in which the case of letters means something.
    #[inline]
    fn escapes(self, text: &'a str) -> Respell<'a> {
        Respell::new(text, self.steps, false)
    }

    #[inline]
    fn scheme(self) -> Option<Respell<'a>> {
        let scheme = self.components.scheme?;
        Some(self.respell(scheme.as_str(), Normalization::SCHEME_CASE))
    }

    #[inline]
    fn query(self) -> Option<Respell<'a>> {
        Some(self.escapes(self.components.query?.as_str()))
    }

    #[inline]
    fn fragment(self) -> Option<Respell<'a>> {
        Some(self.escapes(self.components.fragment?.as_str()))
    }
}

impl Pieces for Normalized<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        recombine(
            each,
            self.scheme().map(All),
            self.authority(),
            All(self.path()),
            self.query().map(All),
            self.fragment().map(All),
        )
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn capacity(&self) -> Option<usize> {
        Some(self.components.capacity())
    }
}

/// Equal if the normal forms are the same text.
impl PartialEq for Normalized<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Normalized<'_> {}

impl PartialOrd for Normalized<'_> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A total order that agrees with equality, but not the order of the texts: references are
/// compared part by part, in the order scheme, authority, path, query and fragment. An absent
/// part comes first. Of two authorities, a server comes before a registry name; two servers are
/// compared by user information, host and port, all other parts by their texts.
impl Ord for Normalized<'_> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        compare(self.scheme(), other.scheme())
            .then_with(|| authority::compare(self.authority(), other.authority()))
            .then_with(|| output::compare(self.path(), other.path()))
            .then_with(|| compare(self.query(), other.query()))
            .then_with(|| compare(self.fragment(), other.fragment()))
    }
}

impl Hash for Normalized<'_> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        output::hash(*self, state);
    }
}

/// Compares two parts that may be absent.
#[inline]
fn compare<'a, 'b>(
    left: Option<impl Iterator<Item = &'a str>>,
    right: Option<impl Iterator<Item = &'b str>>,
) -> Ordering {
    match (left, right) {
        (Some(left), Some(right)) => output::compare(left, right),
        (left, right) => left.is_some().cmp(&right.is_some()),
    }
}

macro_rules! normalize {
    ($($view:ident)+) => {$(
        impl<'a> $view<'a> {
            /// The normal form by these steps, RFC 2396 section 6; not written yet. The
            /// normal form of a normal form is itself.
            #[must_use]
            #[inline]
            pub fn normalize(self, steps: Normalization) -> Normalized<'a> {
                Normalized { components: self.into(), steps, default_port: |scheme| scheme.default_port() }
            }

            /// Whether the text is its own normal form.
            #[must_use]
            #[inline]
            pub fn is_normalized(self, steps: Normalization) -> bool {
                let mut rest = self.as_str();
                let same = self.normalize(steps).try_each(&mut |piece| {
                    rest = rest.strip_prefix(piece).ok_or(::core::fmt::Error)?;
                    Ok(())
                });
                same.is_ok() && rest.is_empty()
            }

            /// Whether the normal forms of both are the same text, RFC 2396 section 6.
            /// Nothing is written and nothing allocated.
            ///
            /// "No" does not say that they identify different resources.
            #[must_use]
            #[inline]
            pub fn is_equivalent(self, other: $view<'_>, steps: Normalization) -> bool {
                self.as_str() == other.as_str() || self.normalize(steps) == other.normalize(steps)
            }
        }
    )+};
}
normalize!(UriReference AbsoluteUri RelativeUri);
