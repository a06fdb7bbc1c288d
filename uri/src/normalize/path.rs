//! The path of a normal form.

use super::piece::Piece;
use super::respell::Respell;
use super::{Form, Normalization};
use crate::dots::{self, Left, Outline};
use crate::schemes;
use crate::segments::SegmentTexts;
use crate::syntax::Syntax;
use crate::syntax::components::is_relative;

/// The pieces of a path in its new spelling.
pub(super) struct NormalPath<'a, S: Syntax> {
    form: Form<'a, S>,
    /// The text before the rest of a segment, if not empty.
    separator: &'static str,
    /// The rest of a segment, or of the whole path.
    text: Respell<'a>,
    /// The segments that follow.
    segments: Option<Left<SegmentTexts<'a>>>,
}

impl<'a, S: Syntax> Form<'a, S> {
    #[inline]
    pub(super) fn path(self) -> NormalPath<'a, S> {
        let path = self.components.path;
        if path.is_empty() {
            return self.whole(if self.is_root() { "/" } else { "" });
        }
        if !self.components.is_opaque() && self.steps.contains(Normalization::DOT_SEGMENTS) {
            self.without_dots(path)
        } else {
            self.whole(path)
        }
    }

    /// The whole path, with its escapes respelled.
    #[inline]
    fn whole(self, path: &'a str) -> NormalPath<'a, S> {
        NormalPath { form: self, separator: "", text: self.escapes(path), segments: None }
    }

    /// Returns whether an empty path means `/`.
    #[inline]
    fn is_root(self) -> bool {
        self.steps.contains(Normalization::EMPTY_PATH)
            && self.components.authority.is_some()
            && self.components.scheme.is_some_and(schemes::empty_path_is_root)
    }

    /// The path without dot segments, after the prefix that keeps it from being read as something
    /// else.
    #[inline]
    fn without_dots(self, path: &'a str) -> NormalPath<'a, S> {
        let unescapes = self.steps.contains(Normalization::UNRESERVED);
        let meaning = if unescapes { dots::unescaped } else { dots::as_written };
        if !dots::are_in(path, meaning) {
            return self.whole(path);
        }
        let segments = SegmentTexts::new(path);
        let mut outline = Outline::of(segments.clone(), meaning);
        let is_rootless = self.components.is_rootless();
        let is_reference = !is_rootless && is_relative(path);
        if !is_reference && self.steps.contains(Normalization::SURPLUS_PARENTS) {
            outline = outline.without_surplus();
        }
        let mut left = outline.left(segments, meaning);
        let first = left.next().unwrap_or_default();
        // RFC 3986 section 5.2.4: the slash after a removed first segment stays.
        let has_root = !is_rootless || outline.was_emptied();
        let has_authority = self.components.authority.is_some();
        let separator = if is_reference {
            if first.is_empty() || first.contains(':') { "./" } else { "" }
        } else if has_root {
            let doubled = first.is_empty() && !has_authority && left.clone().next().is_some();
            if doubled { "/./" } else { "/" }
        } else {
            let mut rest = left.clone();
            let doubled = first.is_empty() && rest.next() == Some("") && rest.next().is_some();
            if doubled { "/." } else { "" }
        };
        NormalPath { form: self, separator, text: self.escapes(first), segments: Some(left) }
    }
}

impl<'a, S: Syntax> Iterator for NormalPath<'a, S> {
    type Item = Piece<'a>;

    #[inline]
    fn next(&mut self) -> Option<Piece<'a>> {
        loop {
            if !self.separator.is_empty() {
                return Some(Piece::Text(core::mem::take(&mut self.separator)));
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
