//! References that resolve to a given URI: the inverse of resolution.

use crate::components::{Components, recombine};
use crate::dots::{self, Meaning};
use crate::output::{Each, Pieces, Separated, unwritten};
use crate::segments::SegmentTexts;
use crate::{AbsoluteUri, Authority, Fragment, Query, RelSegment, Scheme, UriPath};
use core::fmt;

impl<'a> AbsoluteUri<'a> {
    /// A relative reference that resolves, with this URI as the base, to exactly the
    /// text of the target: the inverse of [`resolve`](Self::resolve), RFC 2396 section 5.2.
    ///
    /// The reference is a relative path (`../g`) if one leads to the target, else an absolute
    /// path (`/../g`), else a network path (`//h/g`). The result is `None` if the schemes differ,
    /// if one of the URIs is opaque, if only the base has an authority, or if the target has no
    /// scheme. In these cases, the target itself is the only reference to the target.
    ///
    /// Nothing is normalised. If the base's path has dot segments before its last segment, or
    /// the target's path has dot segments, no relative path leads to the target, because
    /// resolution would remove them. A reference to the base itself is its last segment; an
    /// empty reference would mean the current document.
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
    pub fn relativize(self, target: impl Into<Components<'a>>) -> Option<Relativized<'a>> {
        relativize(&self.into(), target.into())
    }
}

/// A relative reference, not written yet. Made by [`AbsoluteUri::relativize`].
#[derive(Clone, Copy, Debug)]
pub struct Relativized<'a> {
    /// The target's, without what is inherited.
    components: Components<'a>,
    path: RelativePath,
}

unwritten!(Relativized becomes UriReference, UriReferenceBuf);

/// How to write the target's path.
#[derive(Clone, Copy, Debug)]
enum RelativePath {
    /// As it is.
    Whole,
    /// A number of `..`, then the target's segments without some in front; after a `.` if
    /// those alone would be read as something else.
    Tail { parents: usize, common: usize, dot: Option<&'static str> },
}

#[inline]
fn relativize<'a>(base: &Components<'a>, target: Components<'a>) -> Option<Relativized<'a>> {
    let opaque = |path| matches!(path, Some(UriPath::OpaquePart(_)));
    if target.scheme.is_none()
        || base.scheme != target.scheme
        || opaque(base.path)
        || opaque(target.path)
    {
        return None;
    }
    let network_path = Components { scheme: None, ..target };
    let inherited = Components { authority: None, ..network_path };
    if base.authority == target.authority {
        if let Some(path) = tail(base.path, target.path) {
            return Some(Relativized { components: inherited, path });
        }
        if is_absolute_path_alone(target.path) {
            return Some(Relativized { components: inherited, path: RelativePath::Whole });
        }
    }
    let path = RelativePath::Whole;
    target.authority.is_some().then_some(Relativized { components: network_path, path })
}

/// Whether the path is one without an authority before it, too: without one, `//a`
/// would be an authority, and the empty path the current document.
#[inline]
fn is_absolute_path_alone(path: Option<UriPath<'_>>) -> bool {
    let mut segments = SegmentTexts::new(path);
    let first = segments.next();
    first.is_some_and(|first| !first.is_empty() || segments.next().is_none())
}

/// The relative path, if one resolves to the target's.
#[inline]
fn tail(base: Option<UriPath<'_>>, target: Option<UriPath<'_>>) -> Option<RelativePath> {
    target?;
    // Step 6a takes the base's segments but the last.
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
    // Without a `..` in front, an empty segment would make the path absolute or
    // empty, and one with a colon would start with a scheme.
    let dot = (parents == 0 && !RelSegment::is_match(first)).then_some(".");
    Some(RelativePath::Tail { parents, common, dot })
}

impl Pieces for Relativized<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        let Components { scheme, authority, path, query, fragment } = self.components;
        recombine(
            each,
            scheme.map(Scheme::as_str),
            authority.map(Authority::as_str),
            RelativePathOf(path, self.path),
            query.map(Query::as_str),
            fragment.map(Fragment::as_str),
        )
    }
}

/// A path, and how to write it.
struct RelativePathOf<'a>(Option<UriPath<'a>>, RelativePath);

impl Pieces for RelativePathOf<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        let Self(path, RelativePath::Tail { parents, common, dot }) = self else {
            return self.0.map(UriPath::as_str).try_each(each);
        };
        let up = core::iter::repeat_n("..", parents);
        let texts = dot.into_iter().chain(up).chain(SegmentTexts::new(path).skip(common));
        Separated { before: "", separator: "/", texts }.try_each(each)
    }
}
