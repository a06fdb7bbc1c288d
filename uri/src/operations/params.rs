//! The parameters of a segment, `name;param;param`. RFC 2396 section 3.3.

use crate::generated::runtime::View as _;
use crate::operations::output::{Each, Pieces, Separated, unwritten};
use crate::operations::segments::Separate;
use crate::operations::splice::Splice;
use crate::{Param, Segment};
use core::fmt;
use core::iter::FusedIterator;

impl<'a> Segment<'a> {
    /// The text before the parameters; the whole segment if there are none.
    ///
    /// ```
    /// use uri::{Param, Segment};
    ///
    /// let segment = Segment::parse("report;v=1.2;draft")?;
    /// assert_eq!(segment.name(), "report");
    /// let mut params = segment.params();
    /// let version = params.next().unwrap();
    /// assert_eq!((version.key(), version.value()), ("v", Some("1.2")));
    /// assert_eq!(params.next_back().unwrap(), "draft");
    /// assert_eq!(params.len(), 0);
    /// # Ok::<(), uri::ParseError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn name(self) -> &'a str {
        self.as_str().split_once(';').map_or(self.as_str(), |(name, _)| name)
    }

    /// The parameters, in order.
    #[must_use]
    #[inline]
    pub fn params(self) -> Params<'a> {
        Params { texts: Separate(self.as_str().split_once(';').map(|(_, params)| params)) }
    }

    /// With one more parameter at the end.
    ///
    /// ```
    /// use uri::{Param, Segment};
    ///
    /// let segment = Segment::new("a;b").with_pushed_param(Param::new("v=1"));
    /// assert_eq!(segment.to_string(), "a;b;v=1");
    /// ```
    #[must_use]
    #[inline]
    pub fn with_pushed_param(self, param: Param<'a>) -> ChangedSegment<'a> {
        ChangedSegment { segment: self, splice: Splice::insert(self.params().count(), param) }
    }

    /// Without the last parameter; `None` if there is no parameter.
    #[must_use]
    #[inline]
    pub fn with_popped_param(self) -> Option<ChangedSegment<'a>> {
        self.with_removed_param(self.params().count().checked_sub(1)?)
    }

    /// With one more parameter before the parameter of this index, counted from 0, or at the end if
    /// the index is the number of parameters; `None` if there are fewer.
    #[must_use]
    #[inline]
    pub fn with_inserted_param(self, index: usize, param: Param<'a>) -> Option<ChangedSegment<'a>> {
        self.spliced(Splice::insert(index, param))
    }

    /// Without the parameter of this index, counted from 0; `None` if the index is too large.
    #[must_use]
    #[inline]
    pub fn with_removed_param(self, index: usize) -> Option<ChangedSegment<'a>> {
        self.spliced(Splice::remove(index))
    }

    #[inline]
    fn spliced(self, splice: Splice<Param<'a>>) -> Option<ChangedSegment<'a>> {
        splice.fits(self.params().count()).then_some(ChangedSegment { segment: self, splice })
    }
}

/// An iterator over the parameters of a segment, from both ends. Made by [`Segment::params`].
#[derive(Clone)]
pub struct Params<'a> {
    texts: Separate<'a, b';'>,
}

impl<'a> Iterator for Params<'a> {
    type Item = Param<'a>;

    #[inline]
    fn next(&mut self) -> Option<Param<'a>> {
        self.texts.next().map(Param::of_part)
    }

    /// Exact; takes time proportional to the length of the remaining text.
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.texts.size_hint()
    }
}

impl<'a> DoubleEndedIterator for Params<'a> {
    #[inline]
    fn next_back(&mut self) -> Option<Param<'a>> {
        self.texts.next_back().map(Param::of_part)
    }
}

impl ExactSizeIterator for Params<'_> {}

impl FusedIterator for Params<'_> {}

impl fmt::Debug for Params<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

impl<'a> Param<'a> {
    /// The text before the first `=`, as written; the whole parameter if there is no `=`. RFC 2396
    /// section 3.3 reserves `=` for this use.
    #[must_use]
    #[inline]
    pub fn key(self) -> &'a str {
        self.as_str().split_once('=').map_or(self.as_str(), |(key, _)| key)
    }

    /// The text after the first `=`, as written; `None` if the parameter has no `=`.
    #[must_use]
    #[inline]
    pub fn value(self) -> Option<&'a str> {
        self.as_str().split_once('=').map(|(_, value)| value)
    }
}

/// A segment with other parameters, not written yet. Made by the methods of [`Segment`].
#[derive(Clone, Copy, Debug)]
pub struct ChangedSegment<'a> {
    segment: Segment<'a>,
    splice: Splice<Param<'a>>,
}

unwritten!([] ChangedSegment<'_> => crate::Segment, SegmentBuf);

impl Pieces for ChangedSegment<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        each(self.segment.name())?;
        let texts = self.splice.apply(self.segment.params()).map(Param::as_str);
        Separated { before: ";", separator: ";", texts }.try_each(each)
    }
}

/// Changes parameters in place. At the end, a change takes time proportional to the length of the
/// parameter, elsewhere to that of the segment. Each method returns whether it changed the segment:
/// it does not if there is no parameter of this index, or if the segment would be longer than 4
/// GiB.
#[cfg(feature = "alloc")]
impl crate::SegmentBuf {
    /// Adds a parameter at the end.
    ///
    /// ```
    /// use uri::{Param, SegmentBuf};
    ///
    /// let mut segment = SegmentBuf::parse("report")?;
    /// assert!(segment.push_param(Param::new("v=1.2")) && segment.push_param(Param::new("draft")));
    /// assert_eq!(segment, "report;v=1.2;draft");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    pub fn push_param(&mut self, param: Param<'_>) -> bool {
        self.insert_at(self.text.len(), param)
    }

    /// Removes the last parameter.
    #[inline]
    pub fn pop_param(&mut self) -> bool {
        let start = self.text.rfind(';');
        if let Some(start) = start {
            self.text.truncate(start);
        }
        start.is_some()
    }

    /// Adds a parameter before the parameter of this index, counted from 0, or at the end if the
    /// index is the number of parameters.
    #[inline]
    pub fn insert_param(&mut self, index: usize, param: Param<'_>) -> bool {
        // A parameter added at the end begins there.
        let starts = self.text.match_indices(';').map(|(start, _)| start);
        let start = starts.chain([self.text.len()]).nth(index);
        start.is_some_and(|start| self.insert_at(start, param))
    }

    /// Removes the parameter of this index, counted from 0.
    #[inline]
    pub fn remove_param(&mut self, index: usize) -> bool {
        let mut starts = self.text.match_indices(';').map(|(start, _)| start);
        let Some(start) = starts.nth(index) else { return false };
        let end = starts.next().unwrap_or(self.text.len());
        self.text.drain(start..end);
        true
    }

    /// Inserts a parameter with its semicolon where another begins, or at the end.
    #[inline]
    fn insert_at(&mut self, start: usize, param: Param<'_>) -> bool {
        let length = self.text.len() + ";".len() + param.as_str().len();
        let fits = !crate::syntax::layout::is_too_long(length);
        if fits {
            self.text.insert_str(start, param.as_str());
            self.text.insert(start, ';');
        }
        fits
    }
}
