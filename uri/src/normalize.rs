//! Normal forms and equivalence: RFC 2396 section 6, RFC 3986 section 6.2.2.

mod authority;
mod path;
mod respell;
mod steps;
mod written;

pub use steps::Normalization;

use crate::dots;
use crate::generated::runtime::View as _;
use crate::output::{self, All, Each, Pieces, Target};
use crate::syntax::components::{Components, recombine};
use crate::syntax::layout::{Lengths, Measured, whole};
use crate::syntax::types::references;
use crate::syntax::{AnyReference, Part, Rfc2396, Syntax};
use crate::{scan, schemes};
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use respell::{Respell, Spelling};

/// A reference in a normal form, not written yet. Made by `normalize` of the views of
/// whole references.
///
/// Normal forms are compared, ordered and hashed without being written, so the type can be a key:
/// equivalent references are equal keys.
///
/// ```
/// use uri::{Normalization, UriReference};
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
    pub fn with_default_port(mut self, default_port: fn(S::Scheme<'a>) -> Option<u16>) -> Self {
        let omits_port = self.form.omits_port(default_port);
        let others = Changes(self.form.changes.0 & !Changes::PORT.0);
        self.form.changes = others.with_if(omits_port, Changes::PORT);
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

/// A set of changes that the steps may make to a text. Most texts are in their normal form.
///
/// A number, because fields that are written one by one are slow to copy together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Changes(u8);

impl Changes {
    const NONE: Self = Self(0);
    /// Letters of the scheme or the authority.
    const CASE: Self = Self(1);
    const ESCAPES: Self = Self(1 << 1);
    /// The address in brackets that is the host.
    const ADDRESS: Self = Self(1 << 2);
    /// The port, which is omitted.
    const PORT: Self = Self(1 << 3);
    /// The empty path, which means `/`.
    const ROOT: Self = Self(1 << 4);
    const DOTS: Self = Self(1 << 5);

    /// The changes after which the host may have another length.
    const OF_HOST: Self = Self(Self::ESCAPES.0 | Self::ADDRESS.0);
    /// The changes after which parts other than the path may have other lengths.
    const OF_LENGTHS: Self = Self(Self::OF_HOST.0 | Self::PORT.0);

    /// The same with this change, if it is one.
    #[inline]
    fn with_if(self, is_change: bool, change: Self) -> Self {
        Self(self.0 | if is_change { change.0 } else { 0 })
    }

    /// Returns whether a change is in both sets.
    #[inline]
    fn has(self, changes: Self) -> bool {
        self.0 & changes.0 != 0
    }
}

impl<'a, S: Syntax> Form<'a, S> {
    #[inline]
    fn new(components: Components<'a, S>, steps: Normalization) -> Self {
        let default_port = |scheme: S::Scheme<'a>| schemes::default_port(scheme.text());
        let form = Self { components, steps, changes: Changes::NONE };
        let Components { text, authority, path, .. } = components;
        let front = &text[..components.path_start()];
        let has_upper = scan::any(front, |byte| byte.is_ascii_uppercase());
        let has_escape = scan::any(text, |byte| byte == b'%');
        let changes = Changes::NONE
            .with_if(has_upper, Changes::CASE)
            .with_if(has_escape && form.spelling().changes_escapes(text), Changes::ESCAPES)
            .with_if(authority.is_some_and(|it| it.has_brackets::<S>()), Changes::ADDRESS)
            .with_if(form.omits_port(default_port), Changes::PORT)
            .with_if(path.is_empty() && form.is_root(), Changes::ROOT)
            .with_if(form.has_dots(), Changes::DOTS);
        Self { changes, ..form }
    }

    /// Returns whether a step omits the port.
    #[inline]
    fn omits_port(&self, default_port: fn(S::Scheme<'a>) -> Option<u16>) -> bool {
        let Some(port) = self.components.authority.and_then(|it| it.port::<S>()) else {
            return false;
        };
        if port.is_empty() {
            return self.steps.contains(Normalization::EMPTY_PORT);
        }
        // The port has only digits, so parsing fails only if it is too large.
        self.steps.contains(Normalization::DEFAULT_PORT)
            && port.parse().is_ok_and(|port: u16| {
                let scheme = self.components.scheme.map(S::Scheme::of_part);
                scheme.and_then(default_port) == Some(port)
            })
    }

    /// Returns whether the path has dot segments that a step removes.
    #[inline]
    fn has_dots(&self) -> bool {
        self.steps.contains(Normalization::DOT_SEGMENTS)
            && !self.components.is_opaque()
            && dots::are_in(self.components.path, self.meaning())
    }

    /// The spelling of text whose letters are case-sensitive.
    #[inline]
    fn spelling(&self) -> Spelling {
        Spelling::new(self.steps, S::UNRESERVED)
    }

    /// Text whose letters become lower case if `steps` contains `lower_case`.
    #[inline]
    fn respell(self, text: &'a str, lower_case: Normalization) -> Respell<'a> {
        Respell::new(text, self.spelling().lower_case(self.steps.contains(lower_case)))
    }

    /// Text whose letters are case-sensitive.
    #[inline]
    fn escapes(self, text: &'a str) -> Respell<'a> {
        Respell::new(text, self.spelling())
    }

    #[inline]
    fn scheme(self) -> Option<Respell<'a>> {
        Some(self.respell(self.components.scheme?, Normalization::SCHEME_CASE))
    }

    #[inline]
    fn query(self) -> Option<Respell<'a>> {
        Some(self.escapes(self.components.query?))
    }

    #[inline]
    fn fragment(self) -> Option<Respell<'a>> {
        Some(self.escapes(self.components.fragment?))
    }
}

impl<S: Syntax> Pieces for Form<'_, S> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
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
        self.form.try_each(each)
    }

    #[inline]
    fn write(self, target: &mut impl Target) -> fmt::Result {
        self.form.write_form(target)
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn capacity(&self) -> Option<usize> {
        Some(self.form.components.text.len() + "./".len())
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
    left: Option<impl Iterator<Item = &'a str>>,
    right: Option<impl Iterator<Item = &'b str>>,
) -> Ordering {
    match (left, right) {
        (Some(left), Some(right)) => output::compare(left, right),
        (left, right) => left.is_some().cmp(&right.is_some()),
    }
}

macro_rules! normal_forms {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty) => {
        impl<'a> $of::$view<'a> {
            /// The normal form by these steps, RFC 2396 section 6, RFC 3986 section 6.2.2; not
            /// written yet. Normalising a normal form again does not change it.
            #[must_use]
            #[inline]
            pub fn normalize(self, steps: Normalization) -> Normalized<'a, $syntax, $kind> {
                Normalized::new(self.into(), steps)
            }

            /// Returns whether the text is its own normal form.
            #[must_use]
            #[inline]
            pub fn is_normalized(self, steps: Normalization) -> bool {
                output::is(self.normalize(steps), self.as_str())
            }

            /// Returns whether both references have the same normal form, RFC 2396 section 6, RFC
            /// 3986 section 6.2.2. Nothing is written, and nothing is allocated.
            ///
            /// References that are not equivalent may still identify the same resource.
            #[must_use]
            #[inline]
            pub fn is_equivalent(
                self,
                other: impl Into<Components<'a, $syntax>>,
                steps: Normalization,
            ) -> bool {
                let (own, other) = (self.components(), other.into());
                own.text == other.text || Form::new(own, steps).is(&Form::new(other, steps))
            }
        }
    };
}
references!(normal_forms);
