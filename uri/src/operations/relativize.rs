//! References that resolve to a given URI: the inverse of resolution.

mod shortest;

use crate::operations::dots::{self, Meaning};
use crate::operations::output::{Each, Pieces, Separated};
use crate::operations::segments::SegmentTexts;
use crate::syntax::components::{Components, is_relative, recombine};
use crate::syntax::layout::{Lengths, Measured, whole};
#[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
use crate::syntax::types::later_bases;
use crate::syntax::{Form, Rfc2396, Syntax};
use crate::{AbsoluteUri, IntoComponents};
use core::fmt;
use shortest::shortest;

impl<'a> AbsoluteUri<'a> {
    /// A relative reference that, with this URI as the base, resolves to exactly the text of the
    /// target: the inverse of [`resolve`](Self::resolve). Takes time proportional to the length of
    /// both texts, or slightly more (`n log n`) if the base's path has hundreds of segments and dot
    /// segments among them.
    ///
    /// `None` means that the target itself is the reference to use: the schemes differ, or no
    /// relative reference resolves to the target. Nothing is normalised. An authority may be empty:
    /// from `file://tools/a` to `file:///b`, the reference is `///b`, which some programs read as
    /// the path `/b` of the base's host.
    ///
    /// The reference is a relative path (`../g`) if one leads to the target, else an absolute path
    /// (`/../g`), else a network path (`//h/g`). The result is also `None` if one of the URIs is
    /// opaque, if only the base has an authority, or if the target has neither an authority nor a
    /// path.
    ///
    /// If the base's path has dot segments before its last segment, or the target's path has dot
    /// segments, no relative path leads to the target, because resolution would remove them. A
    /// reference to the base itself is its last segment; an empty reference would mean the current
    /// document.
    ///
    /// ```
    /// use uri::{AbsoluteUri, UriReference};
    ///
    /// let base = AbsoluteUri::parse("http://a/b/c/d")?;
    /// let to = |target| Some(base.relativize(UriReference::new(target))?.to_string());
    /// assert_eq!(to("http://a/b/g?y#s").unwrap(), "../g?y#s");
    /// assert_eq!(to("http://a/b/c/d").unwrap(), "d");
    /// assert_eq!(to("http://a/b/c/g:h").unwrap(), "./g:h");
    /// assert_eq!(to("http://a/../g").unwrap(), "/../g");
    /// assert_eq!(to("http://b/g").unwrap(), "//b/g");
    /// assert_eq!(to("ftp://a/b"), None);
    /// # Ok::<(), uri::ParseError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn relativize(self, target: impl IntoComponents<'a, Rfc2396>) -> Option<Relativized<'a>> {
        relativize(&self.components(), target.into_components())
    }
}

/// Defines the inverse of resolution in the grammars since RFC 3986.
#[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
macro_rules! relativizing {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty,
        [$rfc:ident $at:literal $reference:literal $uri:literal]) => {
        impl<'a> $of::$view<'a> {
            /// The shortest relative reference that, with this value as the base, resolves to
            /// exactly the text of the target: the inverse of [`resolve`](Self::resolve). Takes
            /// time proportional to the length of both texts, or slightly more (`n log n`) if the
            /// base's path has hundreds of segments and dot segments among them.
            ///
            /// `None` means that the target itself is the reference to use: the schemes differ, no
            /// relative reference resolves to the target, or the target is shorter than all of
            /// them. Nothing is normalised. An authority may be empty: from `file://tools/a` to
            /// `file:///b`, the reference is `///b`, which some programs read as the path `/b` of
            /// the base's host.
            ///
            /// Among references of the same length, the first in this list is chosen:
            ///
            /// 1. without a path: `#x`, the empty reference or `?y#x`, if the paths are equal;
            /// 2. a relative path: `c`, `.`, `../c`, or `./b:c` and `.//c` where the first segment
            ///    would be a scheme or empty; if, without the dot segments of the base's path, both paths
            ///    start with a slash or neither does;
            /// 3. an absolute path: `/c`, or `/.//c` where `//c` would be an authority;
            /// 4. a network path: `//h/c`.
            ///
            /// Resolution removes dot segments. Only references without a path lead to a target
            /// that has them.
            ///
            /// ```
            #[doc = concat!("use uri::", $at, $uri, ";")]
            ///
            #[doc = concat!("let base = ", $uri, "::parse(\"http://a/b/c/d\")?;")]
            #[doc = concat!("let uri = ", $uri, "::new;")]
            /// let to = |target| Some(base.relativize(uri(target))?.to_string());
            /// assert_eq!(to("http://a/b/g?y#s").unwrap(), "../g?y#s");
            /// assert_eq!(to("http://a/b/c/d#s").unwrap(), "#s");
            /// assert_eq!(to("http://a/b/c/").unwrap(), ".");
            /// assert_eq!(to("http://a/g").unwrap(), "/g");
            /// assert_eq!(to("http://b/g").unwrap(), "//b/g");
            /// assert_eq!(to("ftp://a/b"), None);
            /// # Ok::<(), uri::ParseError>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn relativize(
                self,
                target: impl IntoComponents<'a, $syntax>,
            ) -> Option<Relativized<'a, $syntax>> {
                relativize(&self.components(), target.into_components())
            }
        }
    };
}
#[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
later_bases!(relativizing);

/// A relative reference, not written yet. Made by `relativize` of a base, such as `rfc3986::Uri` or
/// [`AbsoluteUri`](crate::AbsoluteUri::relativize).
#[derive(Clone, Copy, Debug)]
pub struct Relativized<'a, S = Rfc2396> {
    /// The target's components, without those that are inherited. The path is that of `path`.
    components: Components<'a, S>,
    path: RelativePath<'a>,
}

whole!(Relativized becomes Reference, ReferenceBuf);

/// The path of a reference, in three pieces.
#[derive(Clone, Copy, Debug, Default)]
struct RelativePath<'a> {
    /// The number of leading `..`.
    parents: usize,
    /// The text after these: a slash, or a `.` that keeps the rest from being read as something
    /// else.
    between: &'static str,
    /// A part of the target's path.
    rest: &'a str,
}

#[inline]
fn relativize<'a, S: Syntax>(
    base: &Components<'a, S>,
    target: Components<'a, S>,
) -> Option<Relativized<'a, S>> {
    if target.scheme.is_none() || base.scheme != target.scheme {
        return None;
    }
    match S::FORM {
        Form::New => shortest(base, target),
        Form::Old | Form::OldWithQueryAlone => without_base_itself(base, target),
    }
}

/// The reference in RFC 2396, where a reference without a path means the current document.
#[inline]
fn without_base_itself<'a, S: Syntax>(
    base: &Components<'a, S>,
    target: Components<'a, S>,
) -> Option<Relativized<'a, S>> {
    if is_relative(base.path) || is_relative(target.path) {
        return None;
    }
    let network_path = Components { scheme: None, ..target };
    let inherited = Components { authority: None, ..network_path };
    let whole = RelativePath::whole(target.path);
    if base.authority == target.authority {
        // A relative path lacks a leading slash if neither the base's path nor an authority
        // supplies it.
        let rooted = base.authority.is_some() || !base.path.is_empty();
        if rooted && let Some(path) = tail(base.path, target.path) {
            return Some(Relativized { components: inherited, path });
        }
        if is_absolute_path_alone(target.path) {
            return Some(Relativized { components: inherited, path: whole });
        }
    }
    target.authority.is_some().then_some(Relativized { components: network_path, path: whole })
}

/// Returns whether the path is an absolute path even without an authority before it: `//a` would be
/// an authority, and the empty path the current document.
#[inline]
fn is_absolute_path_alone(path: &str) -> bool {
    let mut segments = SegmentTexts::new(path);
    let first = segments.next();
    first.is_some_and(|first| !first.is_empty() || segments.next().is_none())
}

/// Returns the relative path, if one resolves to the target's path.
#[inline]
fn tail<'a>(base: &str, target: &'a str) -> Option<RelativePath<'a>> {
    if target.is_empty() {
        return None;
    }
    // Resolution takes all segments of the base except the last.
    let base = SegmentTexts::new(base);
    let levels = base.clone().count().saturating_sub(1);
    let base = base.take(levels);
    let is_dots = |segment| dots::as_written(segment) != Meaning::Name;
    if base.clone().any(is_dots) || SegmentTexts::new(target).any(is_dots) {
        return None;
    }
    let (parents, rest) = descend(base, target);
    let between = match parents {
        0 if needs_dot(rest) => "./",
        0 => "",
        _ => "/",
    };
    Some(RelativePath { parents, between, rest })
}

/// Returns the number of levels from the innermost of nested directories up to one that contains
/// the target, and the rest of the target's path from there. Its last segment is always part of the
/// rest.
#[inline]
fn descend<'a, 'b>(
    directories: impl Iterator<Item = &'b str>,
    target: &'a str,
) -> (usize, &'a str) {
    let mut rest = SegmentTexts::new(target);
    let mut parents = 0;
    for directory in directories {
        let mut after = rest.clone();
        if parents == 0 && after.next() == Some(directory) && after.0.is_some() {
            rest = after;
        } else {
            parents += 1;
        }
    }
    (parents, rest.0.unwrap_or_default())
}

/// Returns whether a relative path without a `..` needs a `.` before it: an empty first segment
/// would make the path absolute or empty, and one with a colon would start with a scheme.
#[inline]
fn needs_dot(path: &str) -> bool {
    let first = path.split('/').next().unwrap_or_default();
    first.is_empty() || first.contains(':')
}

impl<'a> RelativePath<'a> {
    #[inline]
    fn whole(path: &'a str) -> Self {
        Self { rest: path, ..Self::default() }
    }

    /// The length in bytes.
    #[inline]
    fn length(&self) -> usize {
        let parents = (self.parents * "../".len()).saturating_sub("/".len());
        parents + self.between.len() + self.rest.len()
    }
}

impl<S: Syntax> Pieces for Relativized<'_, S> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        let Components { scheme, authority, query, fragment, .. } = self.components;
        recombine(each, scheme, authority.map(|it| it.text), self.path, query, fragment)
    }
}

impl<S: Syntax> Measured for Relativized<'_, S> {
    #[inline]
    fn lengths(&self) -> Option<Lengths> {
        Some(self.components.lengths())
    }
}

impl Pieces for RelativePath<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        let Self { parents, between, rest } = self;
        let texts = core::iter::repeat_n("..", parents);
        Separated { before: "", separator: "/", texts }.try_each(each)?;
        each(between)?;
        each(rest)
    }
}
