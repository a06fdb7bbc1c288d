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
        match self.components.path {
            None => self.whole(if self.is_root() { "/" } else { "" }),
            Some(path @ (UriPath::AbsPath(_) | UriPath::RelPath(_)))
                if self.steps.contains(Normalization::DOT_SEGMENTS) =>
            {
                self.without_dots(path)
            }
            Some(path) => self.whole(path.as_str()),
        }
    }

    /// This path, with other escapes.
    #[inline]
    fn whole(self, path: &'a str) -> NormalPath<'a> {
        NormalPath { form: self, separator: "", text: self.escapes(path), segments: None }
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
    fn without_dots(self, path: UriPath<'a>) -> NormalPath<'a> {
        let unescapes = self.steps.contains(Normalization::UNRESERVED);
        let meaning = if unescapes { dots::unescaped } else { dots::as_written };
        let segments = SegmentTexts::new(Some(path));
        if !dots::are_in(path.as_str(), meaning) {
            return self.whole(path.as_str());
        }
        let mut outline = Outline::of(segments.clone(), meaning);
        let absolute = matches!(path, UriPath::AbsPath(_));
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
