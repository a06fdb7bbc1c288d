//! Changes segments of an owned reference in place.
//!
//! A non-empty path stays non-empty at each change, and keeps its leading slash if it has one, so
//! the parts before the path do not change. An empty path gets its first segment as it would in a
//! builder.

use super::check::{self, Around};
use super::splice::{InPlace, replace, set_tail};
use super::{BuildError, Builder};
use crate::IntoPart;
use crate::operations::scan;
use crate::operations::segments::SegmentTexts;
use crate::operations::splice::Splice;
use crate::syntax::layout::Bounds;
use crate::syntax::types::references;
use crate::syntax::{Part, Syntax, Whole};
use core::ops::Range;

macro_rules! change_segments {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty, $names:tt) => {
        /// Changes segments in place. After an error, the old text is kept; see [`BuildError`] for
        /// the errors. At the end of the path, a change takes time proportional to the length of
        /// the text that is added, removed, or follows the path; elsewhere, to the length of the
        /// whole text.
        impl $of::$buf {
            /// Adds a segment at the end of the path; it replaces an empty last segment.
            #[inline]
            pub fn push_segment<'p>(
                &mut self,
                segment: impl IntoPart<$of::Segment<'p>>,
            ) -> Result<(), BuildError> {
                InPlace::<$of::$view<'_>, _>::of(&mut self.text, &mut self.slots)
                    .push_segment(segment.into_part())
            }

            /// Removes the last segment of the path; an absolute path keeps its `/`. The only
            /// segment of a relative path stays: [`BuildError::FirstSegment`].
            #[inline]
            pub fn pop_segment(&mut self) -> Result<(), BuildError> {
                InPlace::<$of::$view<'_>, _>::of(&mut self.text, &mut self.slots).pop_segment()
            }

            /// Adds a segment before the segment of this index, counted from 0.
            #[inline]
            pub fn insert_segment<'p>(
                &mut self,
                index: usize,
                segment: impl IntoPart<$of::Segment<'p>>,
            ) -> Result<(), BuildError> {
                InPlace::<$of::$view<'_>, _>::of(&mut self.text, &mut self.slots)
                    .insert_segment(index, segment.into_part())
            }

            /// Removes the segment of this index, counted from 0.
            #[inline]
            pub fn remove_segment(&mut self, index: usize) -> Result<(), BuildError> {
                InPlace::<$of::$view<'_>, _>::of(&mut self.text, &mut self.slots)
                    .remove_segment(index)
            }

            /// Sets the segment of this index, counted from 0.
            #[inline]
            pub fn set_segment<'p>(
                &mut self,
                index: usize,
                segment: impl IntoPart<$of::Segment<'p>>,
            ) -> Result<(), BuildError> {
                InPlace::<$of::$view<'_>, _>::of(&mut self.text, &mut self.slots)
                    .set_segment(index, segment.into_part())
            }
        }
    };
}
references!(change_segments);

impl<R: Whole, const N: usize> InPlace<'_, R, N> {
    #[inline]
    pub(super) fn push_segment(
        &mut self,
        segment: <R::Syntax as Syntax>::Segment<'_>,
    ) -> Result<(), BuildError> {
        let segment = segment.text();
        let bounds = self.bounds();
        let path = bounds.path(self.text);
        if path.is_empty() {
            return self.insert_first_segment(segment);
        }
        if bounds.is_opaque::<R::Syntax>(path) {
            return Err(BuildError::OpaqueWithoutSegments);
        }
        let before = if path.ends_with('/') { "" } else { "/" };
        let end = bounds.path_end;
        self.splice_path(bounds, end..end, [before, segment])
    }

    #[inline]
    pub(super) fn pop_segment(&mut self) -> Result<(), BuildError> {
        let bounds = self.bounds();
        let path = bounds.path(self.text);
        if bounds.is_opaque::<R::Syntax>(path) {
            return Err(BuildError::OpaqueWithoutSegments);
        }
        let kept = match scan::last(path.as_bytes(), b'/') {
            Some(0) => "/".len(),
            Some(slash) => slash,
            None if path.is_empty() => return Err(BuildError::NoSuchSegment),
            // A relative path of one segment.
            None => return Err(BuildError::FirstSegment),
        };
        self.splice_path(bounds, bounds.path_start + kept..bounds.path_end, [""; 2])
    }

    #[inline]
    pub(super) fn insert_segment(
        &mut self,
        index: usize,
        segment: <R::Syntax as Syntax>::Segment<'_>,
    ) -> Result<(), BuildError> {
        let bounds = self.bounds();
        let segment = segment.text();
        if bounds.path(self.text).is_empty() && index == 0 {
            return self.insert_first_segment(segment);
        }
        self.check_segments(Splice::insert(index, segment))?;
        let (at, new) = match self.segment(index) {
            Some(range) => (range.start, [segment, "/"]),
            None => (bounds.path_end, ["/", segment]),
        };
        self.splice_path(bounds, at..at, new)
    }

    #[inline]
    pub(super) fn remove_segment(&mut self, index: usize) -> Result<(), BuildError> {
        let bounds = self.bounds();
        self.check_segments(Splice::remove(index))?;
        let Range { start, end } = self.segment(index).ok_or(BuildError::NoSuchSegment)?;
        // Includes the slash after the segment, or else the slash before it, but keeps the slash of
        // `/a`.
        let range = match () {
            () if end < bounds.path_end => start..end + "/".len(),
            () if index == 0 => start..end,
            () => start - "/".len()..end,
        };
        self.splice_path(bounds, range, [""; 2])
    }

    #[inline]
    pub(super) fn set_segment(
        &mut self,
        index: usize,
        segment: <R::Syntax as Syntax>::Segment<'_>,
    ) -> Result<(), BuildError> {
        let segment = segment.text();
        self.check_segments(Splice::replace(index, segment))?;
        let range = self.segment(index).ok_or(BuildError::NoSuchSegment)?;
        self.splice_path(self.bounds(), range, [segment, ""])
    }

    /// Inserts the first segment of an empty path, after a slash if there is an authority.
    #[inline]
    fn insert_first_segment(&mut self, segment: &str) -> Result<(), BuildError> {
        self.check_segments(Splice::insert(0, segment))?;
        let old = self.components();
        let before = if old.authority.is_some() { "/" } else { "" };
        let (start, lengths) = (old.path_start(), old.lengths());
        replace(self, start..start, [before, segment], lengths)
    }

    /// Checks whether the segments of the path can be changed like this.
    #[inline]
    fn check_segments(&self, splice: Splice<&str>) -> Result<(), BuildError> {
        let Bounds { has_scheme: scheme, has_authority: authority, has_query: query, .. } =
            self.bounds();
        let path = Builder::from(self.components()).splice(splice).path;
        check::check_path::<R::Syntax>(path, Around { scheme, authority, query })
    }

    /// The range of the segment with this index.
    #[inline]
    fn segment(&self, index: usize) -> Option<Range<usize>> {
        let bounds = self.bounds();
        let path = bounds.path(self.text);
        let mut rest = SegmentTexts::new(path);
        let before = rest.by_ref().take(index).map(|segment| segment.len() + "/".len());
        let before: usize = usize::from(path.starts_with('/')) + before.sum::<usize>();
        let start = bounds.path_start + before;
        rest.next().map(|segment| start..start + segment.len())
    }

    /// Replaces a range of a non-empty path by two pieces that neither add nor remove a leading
    /// slash.
    #[inline]
    fn splice_path(
        &mut self,
        bounds: Bounds,
        range: Range<usize>,
        new: [&str; 2],
    ) -> Result<(), BuildError> {
        let added = new[0].len() + new[1].len();
        let [path_end, query_end] =
            [bounds.path_end, bounds.query_end].map(|end| end - range.len() + added);
        set_tail(self, range, new, Bounds { path_end, query_end, ..bounds })
    }
}
