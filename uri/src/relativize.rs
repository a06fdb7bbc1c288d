//! References that resolve to a given URI: the inverse of resolution.

use crate::RelSegment;
use crate::dots::{self, Meaning};
use crate::output::{Each, Pieces, Separated};
use crate::resolution::DotSegments;
use crate::segments::SegmentTexts;
use crate::syntax::components::{Components, is_relative, recombine};
use crate::syntax::layout::{Lengths, Measured, whole};
use crate::syntax::types::bases;
use crate::syntax::{Rfc2396, Syntax};
use core::fmt;

macro_rules! relativizing {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty) => {
        impl<'a> $of::$view<'a> {
            /// A relative reference that, with this URI as the base, resolves to exactly the text
            /// of the target: the inverse of [`resolve`](Self::resolve).
            ///
            /// The reference is a relative path (`../g`) if one leads to the target, else an
            /// absolute path (`/../g`), else a network path (`//h/g`). The result is `None` if the
            /// schemes differ, if one of the URIs is opaque or its path has no leading slash, if
            /// only the base has an authority, if the target has neither an authority nor a path,
            /// or if the target has no scheme. In these cases, only the target itself is a
            /// reference to the target.
            ///
            /// Nothing is normalised. If the base's path has dot segments before its last segment,
            /// or the target's path has dot segments, no relative path leads to the target, because
            /// resolution would remove them; in RFC 3986, no reference leads to a target with dot
            /// segments, and the result is `None`. A reference to the base itself is its last
            /// segment; an empty reference would mean the current document. An authority may be
            /// empty: from `file://tools/a` to `file:///b`, the reference is `///b`, which some
            /// programs read as the path `/b` of the base's host.
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
            pub fn relativize(
                self,
                target: impl Into<Components<'a, $syntax>>,
            ) -> Option<Relativized<'a, $syntax>> {
                relativize(&self.components(), target.into())
            }
        }
    };
}
bases!(relativizing);

/// A relative reference, not written yet. Made by `relativize` of a base, such as
/// [`AbsoluteUri::relativize`](crate::AbsoluteUri::relativize).
#[derive(Clone, Copy, Debug)]
pub struct Relativized<'a, S = Rfc2396> {
    /// The target's components, without those that are inherited.
    components: Components<'a, S>,
    path: RelativePath,
}

whole!(Relativized becomes Reference, ReferenceBuf);

/// The form of the target's path.
#[derive(Clone, Copy, Debug)]
enum RelativePath {
    /// As it is.
    Whole,
    /// A number of `..`, then the target's segments without some leading ones, after a `.` if these
    /// alone would be read as something else.
    Tail { parents: usize, common: usize, dot: Option<&'static str> },
}

#[inline]
fn relativize<'a, S: Syntax>(
    base: &Components<'a, S>,
    target: Components<'a, S>,
) -> Option<Relativized<'a, S>> {
    if target.scheme.is_none()
        || base.scheme != target.scheme
        || is_relative(base.path)
        || is_relative(target.path)
        || (S::RESOLUTION.carries_out(DotSegments::All)
            && dots::are_in(target.path, dots::as_written))
    {
        return None;
    }
    let network_path = Components { scheme: None, ..target };
    let inherited = Components { authority: None, ..network_path };
    if base.authority == target.authority {
        // A relative path lacks a leading slash if neither the base's path nor an authority
        // supplies it.
        let rooted = base.authority.is_some() || !base.path.is_empty();
        if rooted && let Some(path) = tail(base.path, target.path) {
            return Some(Relativized { components: inherited, path });
        }
        if is_absolute_path_alone(target.path) {
            return Some(Relativized { components: inherited, path: RelativePath::Whole });
        }
    }
    let path = RelativePath::Whole;
    target.authority.is_some().then_some(Relativized { components: network_path, path })
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
fn tail(base: &str, target: &str) -> Option<RelativePath> {
    if target.is_empty() {
        return None;
    }
    // Resolution takes all segments of the base except the last.
    let base = SegmentTexts::new(base);
    let levels = base.clone().count().saturating_sub(1);
    let base = base.take(levels);
    let target = SegmentTexts::new(target);
    let is_dots = |segment| dots::as_written(segment) != Meaning::Name;
    if base.clone().any(is_dots) || target.clone().any(is_dots) {
        return None;
    }
    // The target's last segment is always written.
    let last = target.clone().count().saturating_sub(1);
    let pairs = base.zip(target.clone().take(last));
    let common = pairs.take_while(|(base, target)| base == target).count();
    let parents = levels - common;
    let first = target.clone().nth(common).unwrap_or_default();
    // Without a `..` before it, an empty segment would make the path absolute or empty, and one
    // with a colon would start with a scheme.
    let dot = (parents == 0 && !RelSegment::is_match(first)).then_some(".");
    Some(RelativePath::Tail { parents, common, dot })
}

impl<S: Syntax> Pieces for Relativized<'_, S> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        let Components { scheme, authority, path, query, fragment, .. } = self.components;
        let path = RelativePathOf(path, self.path);
        recombine(each, scheme, authority.map(|it| it.text), path, query, fragment)
    }
}

impl<S: Syntax> Measured for Relativized<'_, S> {
    #[inline]
    fn lengths(&self) -> Option<Lengths> {
        Some(self.components.lengths())
    }
}

/// A path with the form in which to write it.
struct RelativePathOf<'a>(&'a str, RelativePath);

impl Pieces for RelativePathOf<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        let Self(path, RelativePath::Tail { parents, common, dot }) = self else {
            return each(self.0);
        };
        let up = core::iter::repeat_n("..", parents);
        let texts = dot.into_iter().chain(up).chain(SegmentTexts::new(path).skip(common));
        Separated { before: "", separator: "/", texts }.try_each(each)
    }
}
