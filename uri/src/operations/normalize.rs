//! Normal forms and equivalence: RFC 3986 section 6.2.2, RFC 2396 section 6.

mod authority;
mod changes;
mod host;
mod ipv6;
mod path;
mod piece;
mod respell;
mod steps;
mod written;

pub use steps::Normalization;

use crate::IntoComponents;
use crate::operations::output::{self, All, Each, Pieces, Target};
use crate::operations::percent::Beyond;
use crate::operations::wording::section;
use crate::syntax::components::{Components, recombine};
use crate::syntax::layout::{Lengths, Measured, whole};
use crate::syntax::types::references;
use crate::syntax::{AnyReference, Rfc2396, Syntax};
use changes::Changes;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use piece::Piece;
use respell::{Case, Respell, Spelling};

/// A reference in a normal form, not written yet. Made by `normalize` of the views of
/// whole references.
///
/// Normal forms are compared, ordered and hashed without being written, so the type can be a key:
/// equivalent references are equal keys.
///
/// ```
/// use uri::Normalization;
/// use uri::rfc3986::UriReference;
///
/// let [a, b, c] = ["http://a", "HTTP://A:80/", "http://a/b/.."]
///     .map(|text| UriReference::new(text).normalize(Normalization::ALL));
/// assert!(a == b && b == c);
/// ```
///
/// `K` is a [`Kind`](crate::syntax::Kind): the normal form of a URI is a URI.
#[derive(Clone, Copy, Debug)]
pub struct Normalized<'a, S: Syntax = Rfc2396, K = AnyReference> {
    form: Form<'a, S>,
    kind: PhantomData<K>,
}

whole!(Normalized of its kind);

impl<'a, S: Syntax, K> Normalized<'a, S, K> {
    #[inline]
    fn new(components: Components<'a, S>, steps: Normalization) -> Self {
        Self { form: Form::new(components, steps), kind: PhantomData }
    }

    /// Replaces the default ports of [`Scheme::default_port`](crate::Scheme::default_port).
    ///
    /// ```
    /// use uri::Normalization;
    /// use uri::rfc3986::{Scheme, UriReference};
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
    pub fn with_default_port(mut self, default_port: fn(S::Scheme<'a>) -> Option<u16>) -> Self {
        let omits_port = self.form.omits_port(default_port);
        self.form.changes =
            self.form.changes.without(Changes::PORT).with_if(omits_port, Changes::PORT);
        self
    }
}

/// A normal form of any kind.
#[derive(Clone, Copy, Debug)]
struct Form<'a, S: Syntax> {
    components: Components<'a, S>,
    steps: Normalization,
    changes: Changes,
}

impl<'a, S: Syntax> Form<'a, S> {
    /// The characters beyond ASCII that all parts except the query can contain.
    const BEYOND: Beyond = match S::BEYOND_IN_QUERY {
        Beyond::Nothing => Beyond::Nothing,
        Beyond::Characters | Beyond::CharactersAndPrivate => Beyond::Characters,
    };

    #[inline]
    fn new(components: Components<'a, S>, steps: Normalization) -> Self {
        // Changed in place, because a copy of all fields waits until they are in memory.
        let mut form = Self { components, steps, changes: Changes::NONE };
        form.changes = form.changes();
        form
    }

    /// The form of the reference without text, which no step changes.
    #[inline]
    const fn empty(steps: Normalization) -> Self {
        Self { components: Components::EMPTY, steps, changes: Changes::NONE }
    }

    /// The spelling of text whose letters are case-sensitive.
    #[inline]
    fn spelling(&self) -> Spelling {
        Spelling::new(self.steps, S::UNRESERVED, Self::BEYOND)
    }

    /// The spelling of the query.
    #[inline]
    fn query_spelling(&self) -> Spelling {
        Spelling::new(self.steps, S::UNRESERVED, S::BEYOND_IN_QUERY)
    }

    /// Text whose letters become lower case if `steps` contains `lower_case`.
    #[inline]
    fn respell(self, text: &'a str, lower_case: Normalization) -> Respell<'a> {
        let case = if self.steps.contains(lower_case) { Case::Lower } else { Case::Kept };
        Respell::new(text, self.spelling(), case)
    }

    /// Text whose letters are case-sensitive.
    #[inline]
    fn escapes(self, text: &'a str) -> Respell<'a> {
        Respell::new(text, self.spelling(), Case::Kept)
    }

    #[inline]
    fn scheme(self) -> Option<Respell<'a>> {
        Some(self.respell(self.components.scheme?, Normalization::SCHEME_CASE))
    }

    #[inline]
    fn query(self) -> Option<Respell<'a>> {
        Some(Respell::new(self.components.query?, self.query_spelling(), Case::Kept))
    }

    #[inline]
    fn fragment(self) -> Option<Respell<'a>> {
        Some(self.escapes(self.components.fragment?))
    }
}

impl<S: Syntax> Pieces for Form<'_, S> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        self.visit(each)
    }

    #[inline]
    fn visit(&self, each: &mut Each<'_>) -> fmt::Result {
        if self.changes == Changes::NONE {
            return each(self.components.text);
        }
        recombine(
            each,
            self.scheme().map(All),
            self.authority(),
            All(self.path()),
            self.query().map(All),
            self.fragment().map(All),
        )
    }
}

impl<S: Syntax, K> Pieces for Normalized<'_, S, K> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        self.form.visit(each)
    }

    #[inline]
    fn visit(&self, each: &mut Each<'_>) -> fmt::Result {
        self.form.visit(each)
    }

    #[inline]
    fn write(&self, target: &mut impl Target) -> fmt::Result {
        self.form.write_form(target)
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn capacity(&self) -> Option<usize> {
        let added = if self.form.changes == Changes::NONE { 0 } else { "./".len() };
        Some(self.form.components.text.len() + added)
    }
}

impl<S: Syntax, K> Measured for Normalized<'_, S, K> {
    #[inline]
    fn lengths_in(&self, text: &str) -> Option<Lengths> {
        self.form.lengths_in(text)
    }
}

impl<S: Syntax> Form<'_, S> {
    #[inline]
    fn is(&self, other: &Self) -> bool {
        if self.changes == Changes::NONE && other.changes == Changes::NONE {
            return self.components.text == other.components.text;
        }
        self.compare(other) == Ordering::Equal
    }

    #[inline]
    fn compare(&self, other: &Self) -> Ordering {
        compare(self.scheme(), other.scheme())
            .then_with(|| authority::compare(self.authority(), other.authority()))
            .then_with(|| output::compare(self.path(), other.path()))
            .then_with(|| compare(self.query(), other.query()))
            .then_with(|| compare(self.fragment(), other.fragment()))
    }
}

/// Equal if the normal forms are the same text.
impl<'a, S: Syntax, K, L> PartialEq<Normalized<'a, S, L>> for Normalized<'a, S, K> {
    #[inline]
    fn eq(&self, other: &Normalized<'a, S, L>) -> bool {
        self.form.is(&other.form)
    }
}

impl<S: Syntax, K> Eq for Normalized<'_, S, K> {}

impl<S: Syntax, K> PartialOrd for Normalized<'_, S, K> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A total order that agrees with equality, but not with the order of the texts: references are
/// compared part by part, in the order scheme, authority, path, query, fragment. An absent part
/// comes first. A server comes before a registry name; two servers are compared by user
/// information, host and port. All other parts are compared by their texts.
impl<S: Syntax, K> Ord for Normalized<'_, S, K> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.form.compare(&other.form)
    }
}

impl<S: Syntax, K> Hash for Normalized<'_, S, K> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        output::hash(self.form, state);
    }
}

/// Compares two parts that may be absent.
#[inline]
fn compare<'a, 'b>(
    left: Option<impl Iterator<Item = Piece<'a>>>,
    right: Option<impl Iterator<Item = Piece<'b>>>,
) -> Ordering {
    match (left, right) {
        (Some(left), Some(right)) => output::compare(left, right),
        (left, right) => left.is_some().cmp(&right.is_some()),
    }
}

macro_rules! normal_forms {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty,
        [$rfc:ident $at:literal $reference:literal $uri:literal]) => {
        impl<'a> $of::$view<'a> {
            #[doc = concat!("The normal form by these steps, ", section!($rfc, "6", "6.2.2"), ";")]
            /// not written yet. Normalising a normal form again does not change it.
            ///
            /// ```
            /// use uri::Normalization;
            #[doc = concat!("use uri::", $at, $reference, ";")]
            ///
            #[doc = concat!("let reference = ", $reference, "::parse(\"HTTP://h:80/a/../%62\")?;")]
            /// assert_eq!(reference.normalize(Normalization::RFC3986), "http://h/b");
            /// # Ok::<(), uri::ParseError>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn normalize(self, steps: Normalization) -> Normalized<'a, $syntax, $kind> {
                if self.as_str().is_empty() {
                    return Normalized { form: Form::empty(steps), kind: PhantomData };
                }
                Normalized::new(self.into(), steps)
            }

            /// Returns whether the text is its own normal form.
            #[must_use]
            #[inline]
            pub fn is_normalized(self, steps: Normalization) -> bool {
                output::is(self.normalize(steps), self.as_str())
            }

            /// Returns whether both references have the same normal form,
            #[doc = concat!(section!($rfc, "6", "6.2.2"), ". Nothing is written, and nothing is")]
            /// allocated.
            ///
            /// References that are not equivalent may still identify the same resource.
            #[must_use]
            #[inline]
            pub fn is_equivalent(
                self,
                other: impl IntoComponents<'a, $syntax>,
                steps: Normalization,
            ) -> bool {
                let (own, other) = (self.components(), other.into_components());
                own.text == other.text || Form::new(own, steps).is(&Form::new(other, steps))
            }
        }
    };
}
references!(normal_forms);
