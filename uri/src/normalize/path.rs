//! The path of a normal form.

use super::respell::Respell;
use super::{Normalization, Normalized};
use crate::dots::{self, Left, Outline};
use crate::segments::SegmentTexts;
use crate::{RelSegment, UriPath};

/// The pieces of a path in its new spelling.
pub(super) struct NormalPath<'a> {
    form: Normalized<'a>,
    /// To be given before the rest of a segment, if it is not empty.
    separator: &'static str,
    /// What is left of a segment, or of the whole path.
    text: Respell<'a>,
    /// The segments that follow.
    segments: Option<Left<SegmentTexts<'a>>>,
}

impl<'a> Normalized<'a> {
    #[inline]
    pub(super) fn path(self) -> NormalPath<'a> {
        let path = self.components.path;
        let whole = |text| NormalPath {
            form: self,
            separator: "",
            text: self.escapes(text),
            segments: None,
        };
        match path {
            None => whole(if self.is_root() { "/" } else { "" }),
            Some(UriPath::AbsPath(_) | UriPath::RelPath(_))
                if self.steps.contains(Normalization::DOT_SEGMENTS) =>
            {
                self.without_dots()
            }
            Some(path) => whole(path.as_str()),
        }
    }

    /// Whether the path, which is empty, means `/`.
    #[inline]
    fn is_root(self) -> bool {
        self.steps.contains(Normalization::EMPTY_PATH)
            && self.components.authority.is_some()
            && self.components.scheme.is_some_and(crate::Scheme::empty_path_is_root)
    }

    /// The path without dot segments, after the prefix that it needs in order to be read as
    /// the same path.
    #[inline]
    fn without_dots(self) -> NormalPath<'a> {
        let unescapes = self.steps.contains(Normalization::UNRESERVED);
        let meaning = if unescapes { dots::unescaped } else { dots::as_written };
        let segments = SegmentTexts::new(self.components.path);
        let mut outline = Outline::of(segments.clone(), meaning);
        let absolute = matches!(self.components.path, Some(UriPath::AbsPath(_)));
        if absolute && self.steps.contains(Normalization::SURPLUS_PARENTS) {
            outline = outline.without_surplus();
        }
        let mut left = outline.left(segments, meaning);
        let first = left.next().unwrap_or_default();
        let separator = if !absolute {
            if RelSegment::is_match(first) { "" } else { "./" }
        } else if first.is_empty()
            && self.components.authority.is_none()
            && left.clone().next().is_some()
        {
            "/./"
        } else {
            "/"
        };
        NormalPath { form: self, separator, text: self.escapes(first), segments: Some(left) }
    }
}

impl<'a> Iterator for NormalPath<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        loop {
            if !self.separator.is_empty() {
                return Some(core::mem::take(&mut self.separator));
            }
            if let Some(piece) = self.text.next() {
                return Some(piece);
            }
            let segment = self.segments.as_mut()?.next()?;
            self.separator = "/";
            self.text = self.form.escapes(segment);
        }
    }
}
