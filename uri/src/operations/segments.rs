//! The segments of a path of any kind. RFC 3986 section 3.3, RFC 2396 section 3.3.

use crate::generated::runtime::View;
use crate::operations::wording::by_rfc;
use crate::syntax::{Rfc2396, Syntax};
use crate::{AbsPath, Path, RelPath, Segment};
use core::iter::FusedIterator;
use core::marker::PhantomData;

/// An iterator over the segments of a path, from both ends. Made by
/// [`Path::segments`](crate::Path::segments).
#[derive(Clone)]
pub struct Segments<'a, S = Rfc2396> {
    texts: SegmentTexts<'a>,
    syntax: PhantomData<S>,
}

impl<'a, S: Syntax> Segments<'a, S> {
    #[inline]
    fn new(path: &'a str) -> Self {
        Self { texts: SegmentTexts::new(path), syntax: PhantomData }
    }
}

impl<'a, S: Syntax> Iterator for Segments<'a, S> {
    type Item = S::Segment<'a>;

    #[inline]
    fn next(&mut self) -> Option<S::Segment<'a>> {
        self.texts.next().map(View::of_part)
    }

    /// Exact; takes time proportional to the length of the remaining path.
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.texts.size_hint()
    }
}

impl<'a, S: Syntax> DoubleEndedIterator for Segments<'a, S> {
    #[inline]
    fn next_back(&mut self) -> Option<S::Segment<'a>> {
        self.texts.next_back().map(View::of_part)
    }
}

impl<S: Syntax> ExactSizeIterator for Segments<'_, S> {}

impl<S: Syntax> FusedIterator for Segments<'_, S> {}

impl<S> core::fmt::Debug for Segments<'_, S> {
    #[inline]
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.texts.clone()).finish()
    }
}

/// Defines the methods of a kind of path. The arguments are its type, the grammar, a function that
/// returns the text of a path with a hierarchy, one that returns the text of a segment without its
/// parameters, and, for the documentation, the names that [`types`](crate::syntax::types) describes.
macro_rules! path {
    ($path:ident, $syntax:ident, $of:expr, $name:expr, [$rfc:ident $at:expr, $reference:literal]) => {
        impl<'a> $path<'a> {
            /// The segments of the path, in order.
            #[doc = by_rfc!($rfc, "An opaque part has none.", "The empty path has none.")]
            ///
            /// ```
            #[doc = concat!("use uri::", $at, $reference, ";")]
            ///
            #[doc = concat!("let reference = ", $reference, "::parse(\"http://a/b%20c/d;v=1\")?;")]
            #[doc = concat!("let path = reference.path()", by_rfc!($rfc, ".unwrap()", ""), ";")]
            /// let decoded: Vec<_> = path.segments().map(|it| it.decode().to_string()).collect();
            /// assert_eq!(decoded, ["b c", "d;v=1"]);
            /// assert_eq!(path.segments().next_back().unwrap().as_str(), "d;v=1");
            /// # Ok::<(), uri::ParseError>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn segments(self) -> Segments<'a, $syntax> {
                Segments::new($of(self))
            }

            /// The last segment; empty if the path ends with a slash.
            #[must_use]
            #[inline]
            pub fn last_segment(self) -> Option<<$syntax as Syntax>::Segment<'a>> {
                self.segments().next_back()
            }

            #[doc = concat!("The last segment as written", by_rfc!($rfc, ", without its parameters;", ";"))]
            /// `None` if it is empty, `.` or `..`, which do not name a file.
            #[must_use]
            #[inline]
            pub fn file_name(self) -> Option<&'a str> {
                let name = $name(self.last_segment()?);
                (!matches!(name, "" | "." | "..")).then_some(name)
            }

            /// The text after the last dot of the [file name](Self::file_name), as written; `None`
            /// if there is no dot, or nothing before it.
            ///
            /// ```
            #[doc = concat!("use uri::", $at, $reference, ";")]
            ///
            #[doc = concat!("let reference = ", $reference, "::parse(\"/pub/archive.tar.gz?a.b\")?;")]
            #[doc = concat!("let path = reference.path()", by_rfc!($rfc, ".unwrap()", ""), ";")]
            /// assert_eq!(path.file_name(), Some("archive.tar.gz"));
            /// assert_eq!(path.extension(), Some("gz"));
            /// # Ok::<(), uri::ParseError>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn extension(self) -> Option<&'a str> {
                let (stem, extension) = self.file_name()?.rsplit_once('.')?;
                (!stem.is_empty()).then_some(extension)
            }
        }
    };
}
path!(Path, Rfc2396, hierarchy, Segment::name, [rfc2396 "", "UriReference"]);
#[cfg(not(doctest))]
const _: () = {
    path!(AbsPath, Rfc2396, AbsPath::as_str, Segment::name, [rfc2396 "", "UriReference"]);
    path!(RelPath, Rfc2396, RelPath::as_str, Segment::name, [rfc2396 "", "UriReference"]);
};

/// The text of a path in which slashes separate.
#[inline]
fn hierarchy(path: Path<'_>) -> &str {
    match path {
        Path::OpaquePart(_) => "",
        path => path.as_str(),
    }
}

/// The same for the grammars in which every path has a hierarchy and no parameters.
macro_rules! later {
    ($($module:ident $feature:literal $syntax:ident $reference:literal)*) => {
        $(
            #[cfg(feature = $feature)]
            mod $module {
                use super::Segments;
                use crate::$module::{Path, Segment};
                use crate::operations::wording::by_rfc;
                use crate::syntax::{$syntax, Syntax};

                path!(
                    Path, $syntax, Path::as_str, Segment::as_str,
                    [$module concat!($feature, "::"), $reference]
                );
            }
        )*
    };
}
later! {
    rfc3986 "rfc3986" Rfc3986 "UriReference"
    rfc3987 "rfc3987" Rfc3987 "IriReference"
}

/// An iterator over the texts between separators of one ASCII byte, from both ends; `None` if there
/// are no texts.
#[derive(Clone)]
pub(crate) struct Separate<'a, const SEPARATOR: u8>(pub(crate) Option<&'a str>);

/// The segments of a path with a hierarchy, as texts.
pub(crate) type SegmentTexts<'a> = Separate<'a, b'/'>;

impl<'a> SegmentTexts<'a> {
    /// An empty path has no segments.
    #[inline]
    pub(crate) fn new(path: &'a str) -> Self {
        let text = if path.is_empty() { None } else { Some(path) };
        Self(text.map(|text| text.strip_prefix('/').unwrap_or(text)))
    }
}

impl<'a, const SEPARATOR: u8> Iterator for Separate<'a, SEPARATOR> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        let rest = self.0?;
        let (text, rest) = match rest.split_once(char::from(SEPARATOR)) {
            Some((text, rest)) => (text, Some(rest)),
            None => (rest, None),
        };
        self.0 = rest;
        Some(text)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let separators = |text: &str| text.bytes().filter(|&byte| byte == SEPARATOR).count();
        let count = self.0.map_or(0, |text| separators(text) + 1);
        (count, Some(count))
    }

    #[inline]
    fn count(self) -> usize {
        self.size_hint().0
    }
}

impl<'a, const SEPARATOR: u8> DoubleEndedIterator for Separate<'a, SEPARATOR> {
    #[inline]
    fn next_back(&mut self) -> Option<&'a str> {
        let rest = self.0?;
        let (rest, text) = match rest.rsplit_once(char::from(SEPARATOR)) {
            Some((rest, text)) => (Some(rest), text),
            None => (None, rest),
        };
        self.0 = rest;
        Some(text)
    }
}
