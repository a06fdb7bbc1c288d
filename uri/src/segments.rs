//! The segments of a path, whichever path it is. RFC 2396 section 3.3.

use crate::percent::Decode;
use crate::{AbsPathSegmentsIter, PathSegment, RelPathSegmentsIter, Segment, UriPath};
use core::iter::FusedIterator;

impl<'a> UriPath<'a> {
    /// The segments of a path, in order. An opaque part has none.
    ///
    /// ```
    /// use uri::UriReference;
    ///
    /// let path = UriReference::parse("http://a/b%20c/d;v=1")?.path().unwrap();
    /// let decoded: Vec<_> = path.segments().map(|segment| segment.decode().to_string()).collect();
    /// assert_eq!(decoded, ["b c", "d;v=1"]);
    /// # Ok::<(), uri::ParseError>(())
    /// ```
    #[must_use]
    pub fn segments(self) -> UriPathSegments<'a> {
        UriPathSegments(match self {
            Self::AbsPath(path) => Segments::Absolute(path.segments()),
            Self::RelPath(path) => Segments::Relative(path.segments()),
            Self::OpaquePart(_) => Segments::None,
        })
    }

    /// The last segment; empty if the path ends with a slash.
    #[must_use]
    pub fn last_segment(self) -> Option<PathSegment<'a>> {
        self.segments().last()
    }

    /// The last segment without its parameters, as it is written; `None` if it is empty, `.` or
    /// `..`, which do not name a file.
    #[must_use]
    pub fn file_name(self) -> Option<&'a str> {
        let name = self.last_segment()?.to_segment().name();
        (!matches!(name, "" | "." | "..")).then_some(name)
    }

    /// The text after the last dot of the [file name](Self::file_name), as it is written;
    /// `None` if there is no dot, or nothing before the dot.
    ///
    /// ```
    /// use uri::UriReference;
    ///
    /// let path = UriReference::parse("/pub/archive.tar.gz;v=1.0?a.b")?.path().unwrap();
    /// assert_eq!(path.file_name(), Some("archive.tar.gz"));
    /// assert_eq!(path.extension(), Some("gz"));
    /// # Ok::<(), uri::ParseError>(())
    /// ```
    #[must_use]
    pub fn extension(self) -> Option<&'a str> {
        let (stem, extension) = self.file_name()?.rsplit_once('.')?;
        (!stem.is_empty()).then_some(extension)
    }
}

impl<'a> PathSegment<'a> {
    /// The segment as text of the rule `segment`, which every first segment of a relative path
    /// matches.
    #[must_use]
    pub fn to_segment(self) -> Segment<'a> {
        match self {
            Self::Segment(segment) => segment,
            Self::RelSegment(segment) => Segment::new(segment.as_str()),
        }
    }

    /// The octets that the text stands for, RFC 2396 section 2.4.
    #[must_use]
    pub fn decode(self) -> Decode<'a> {
        match self {
            Self::Segment(segment) => segment.decode(),
            Self::RelSegment(segment) => segment.decode(),
        }
    }
}

/// The segments of a path, an iterator. Made by [`UriPath::segments`].
#[derive(Clone)]
pub struct UriPathSegments<'a>(Segments<'a>);

#[derive(Clone)]
enum Segments<'a> {
    Absolute(AbsPathSegmentsIter<'a>),
    Relative(RelPathSegmentsIter<'a>),
    None,
}

impl<'a> Iterator for UriPathSegments<'a> {
    type Item = PathSegment<'a>;

    fn next(&mut self) -> Option<PathSegment<'a>> {
        match &mut self.0 {
            Segments::Absolute(segments) => segments.next().map(PathSegment::Segment),
            Segments::Relative(segments) => segments.next(),
            Segments::None => None,
        }
    }
}

impl FusedIterator for UriPathSegments<'_> {}

impl core::fmt::Debug for UriPathSegments<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.clone().map(PathSegment::as_str)).finish()
    }
}

/// The segments of a path with a hierarchy, as texts. No segment has a slash, so that what stands
/// between two is one.
#[derive(Clone)]
pub(crate) struct SegmentTexts<'a>(Option<core::str::Split<'a, char>>);

impl<'a> SegmentTexts<'a> {
    /// An empty path has none.
    #[inline]
    pub(crate) fn new(path: &'a str) -> Self {
        let text = if path.is_empty() { None } else { Some(path) };
        Self(text.map(|text| text.strip_prefix('/').unwrap_or(text).split('/')))
    }
}

impl<'a> Iterator for SegmentTexts<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        self.0.as_mut()?.next()
    }
}
