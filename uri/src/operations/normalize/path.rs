//! The path of a normal form.

use super::piece::Piece;
use super::respell::Respell;
use super::{Changes, Form, Normalization};
use crate::operations::dots::{self, Left, Meaning, Outline, Removal};
use crate::operations::output::Target;
use crate::operations::schemes;
use crate::operations::segments::SegmentTexts;
use crate::syntax::Syntax;
use crate::syntax::components::{Components, is_relative};
use core::fmt;

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
            return self.whole(if self.changes.has(Changes::ROOT) { "/" } else { "" });
        }
        if self.changes.has(Changes::DOTS) { self.without_dots(path) } else { self.whole(path) }
    }

    /// The whole path, with its escapes respelled.
    #[inline]
    fn whole(self, path: &'a str) -> NormalPath<'a, S> {
        NormalPath { form: self, separator: "", text: self.escapes(path), segments: None }
    }

    /// Returns whether an empty path means `/`.
    #[inline]
    pub(super) fn is_root(&self) -> bool {
        self.steps.contains(Normalization::EMPTY_PATH)
            && self.components.authority.is_some()
            && self.components.scheme.is_some_and(schemes::empty_path_is_root)
    }

    /// Returns how segments are classified.
    #[inline]
    pub(super) fn meaning(&self) -> fn(&str) -> Meaning {
        if self.steps.contains(Normalization::UNRESERVED) {
            dots::unescaped
        } else {
            dots::as_written
        }
    }

    /// Returns whether `..` segments above the root are dropped.
    #[inline]
    fn drops_surplus(&self) -> bool {
        let Components { scheme, path, .. } = self.components;
        self.steps.contains(Normalization::SURPLUS_PARENTS)
            && (scheme.is_some() || !is_relative(path))
    }

    /// The path without dot segments, after the prefix that keeps it from being read as something
    /// else.
    #[inline]
    fn without_dots(self, path: &'a str) -> NormalPath<'a, S> {
        let meaning = self.meaning();
        let segments = SegmentTexts::new(path);
        let mut outline = Outline::of(segments.clone(), meaning);
        let is_rootless = self.components.is_rootless();
        let is_reference = !is_rootless && is_relative(path);
        if self.drops_surplus() {
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

impl<S: Syntax> Form<'_, S> {
    /// Writes the path without dot segments; see [`without_dots`](Self::without_dots) for the
    /// prefixes.
    pub(super) fn write_without_dots<T: Target>(&self, target: &mut T) -> fmt::Result {
        let path = self.components.path;
        let is_rootless = self.components.is_rootless();
        // After an authority, the path needs no other prefix than its slash.
        let is_simple = self.components.authority.is_some() && path.starts_with('/');
        if is_simple {
            target.push("/")?;
        }
        let start = target.written().len();
        let spelling = self.spelling();
        let write = |run: &str, target: &mut T| {
            if self.changes.has(Changes::ESCAPES) {
                spelling.write(run, target)
            } else {
                target.push(run)
            }
        };
        let mut removal =
            Removal::new(self.meaning(), write, target).dropping_surplus(self.drops_surplus());
        removal.add(path.strip_prefix('/').unwrap_or(path), target)?;
        if is_simple {
            return Ok(());
        }
        let left = &target.written()[start..];
        let prefix = if !is_rootless && is_relative(path) {
            let first = left.split(|&byte| byte == b'/').next().unwrap_or_default();
            if first.is_empty() || first.contains(&b':') { "./" } else { "" }
        } else if !is_rootless || removal.was_emptied() {
            let is_doubled = left.starts_with(b"/") && self.components.authority.is_none();
            if is_doubled { "/./" } else { "/" }
        } else if left.starts_with(b"//") {
            "/."
        } else {
            ""
        };
        if prefix.is_empty() { Ok(()) } else { target.insert(start, prefix) }
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
