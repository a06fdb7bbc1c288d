//! The path of the result: RFC 2396 section 5.2, step 6; RFC 3986 sections 5.2.3 and 5.2.4.

use super::ResolveError;
use crate::dots::{self, Meaning, Outline};
use crate::output::{Each, Pieces, Separated};
use crate::resolution::{LeadingSlashes, Resolution, SurplusParents};
use crate::scan;
use crate::segments::SegmentTexts;
use crate::syntax::Syntax;
use crate::syntax::components::Components;
use core::fmt;

/// The text between the head and the tail of the result, not written yet.
#[derive(Clone, Copy, Debug)]
pub(super) enum Path<'a> {
    /// The path is part of the head and the tail.
    Nothing,
    /// The reference's own authority, and a path after it.
    Merged { authority: &'a str, guard: &'static str, merged: Merged<'a> },
}

/// A path without its dot segments, possibly merged from two paths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Merged<'a> {
    base: &'a str,
    /// The number of segments of the base's path before its last.
    before_last: usize,
    /// The path that follows these segments.
    rest: &'a str,
    /// The text before the first segment: a slash, or nothing.
    before: &'static str,
    /// The outline of the segments of both paths.
    outline: Outline,
}

/// The prefix of a path that starts with two slashes and follows no authority.
const GUARD: &str = "/.";

/// Merges the path of a reference, which does not start with a slash, with that of the base:
/// steps 6a to 6g of RFC 2396, sections 5.2.3 and 5.2.4 of RFC 3986, without writing the path.
///
/// A base with an authority but no path, `http://a`, is a gap in RFC 2396: by its steps, the
/// reference `g` becomes `http://ag`, which is another host. As the grammar only allows an abs-path
/// after an authority (section 3, `net_path`), the result is `http://a/g`, as RFC 3986 section
/// 5.2.3 says. A query alone still leaves the path empty, `http://a?y`, as the steps do.
#[inline]
pub(super) fn merge<'a, S: Syntax>(
    base: &Components<'a, S>,
    reference: &'a str,
    options: Resolution,
) -> Result<Path<'a>, ResolveError> {
    // 6a) All but the last segment of the base's path, 6b) then the reference's path. If that is
    // empty, `?y` keeps `/b/c/` of `/b/c/d`.
    let merged = Merged {
        base: base.path,
        before_last: SegmentTexts::new(base.path).count().saturating_sub(1),
        rest: reference,
        before: if is_rooted(base) { "/" } else { "" },
        outline: Outline::default(),
    };
    without_dots("", merged, base.authority.is_some(), options)
}

/// Returns whether a path that is merged with the base's starts with a slash.
#[inline]
fn is_rooted<S: Syntax>(base: &Components<'_, S>) -> bool {
    if base.path.is_empty() { base.authority.is_some() } else { base.path.starts_with('/') }
}

/// Removes the dot segments of a path, RFC 3986 section 5.2.4. `authority` precedes it.
#[inline]
pub(super) fn carry_out<'a>(
    authority: &'a str,
    path: &'a str,
    has_authority: bool,
    options: Resolution,
) -> Result<Path<'a>, ResolveError> {
    let (before, rest) = match path.strip_prefix('/') {
        Some(rest) => ("/", rest),
        None => ("", path),
    };
    let merged = Merged { base: "", before_last: 0, rest, before, outline: Outline::default() };
    without_dots(authority, merged, has_authority, options)
}

/// Removes dot segments by the outline of the path. `authority` precedes it.
#[inline]
fn without_dots<'a>(
    authority: &'a str,
    mut merged: Merged<'a>,
    has_authority: bool,
    options: Resolution,
) -> Result<Path<'a>, ResolveError> {
    let mut outline = Outline::of(merged.written(), dots::as_written);
    // 6g) Remaining leading `..` are an error; the options say how to handle it.
    match options.surplus_parents {
        SurplusParents::Refuse if outline.surplus() != 0 => {
            return Err(ResolveError::SurplusParents);
        }
        SurplusParents::Drop => outline = outline.without_surplus(),
        SurplusParents::Keep | SurplusParents::Refuse => (),
    }
    // RFC 3986 section 5.2.4: the slash after a removed first segment stays.
    if outline.was_emptied() {
        merged.before = "/";
    }
    merged.outline = outline;
    let mut segments = merged.segments();
    let first = segments.next();
    let doubled = match merged.before {
        "/" => first == Some("") && segments.next().is_some(),
        // Without a root, `.//b` is `/b`: another kind of path, but not an authority.
        _ => first == Some("") && segments.next() == Some("") && segments.next().is_some(),
    };
    let guard = guard(doubled && !has_authority, options)?;
    Ok(Path::Merged { authority, guard, merged })
}

#[inline]
fn guard(doubled: bool, options: Resolution) -> Result<&'static str, ResolveError> {
    match options.leading_slashes {
        _ if !doubled => Ok(""),
        LeadingSlashes::Refuse => Err(ResolveError::PathLikeAuthority),
        LeadingSlashes::Guard => Ok(GUARD),
    }
}

/// Merges the paths if the only dot segments are at the beginning of the reference, and none of
/// them is surplus, as for most references. Returns the length of a directory of the base's path,
/// and the offset in the reference of the text that follows it.
#[inline]
pub(super) fn join<S: Syntax>(
    base: &Components<'_, S>,
    reference: &Components<'_, S>,
) -> Option<(usize, usize)> {
    let mut directory = &base.path[..=scan::last(base.path, b'/')?];
    let mut rest = reference.path;
    if !directory.starts_with('/') || dots::are_in(directory, dots::as_written) {
        return None;
    }
    while rest.starts_with('.') {
        let (segment, after) = rest.split_once('/').unwrap_or((rest, ""));
        match dots::as_written(segment) {
            Meaning::Name => break,
            Meaning::Current => (),
            Meaning::Parent => {
                let end = scan::last(directory.strip_suffix('/')?, b'/')?;
                directory = &directory[..=end];
            }
        }
        rest = after;
    }
    // Without an authority before them, two leading slashes need other treatment.
    let doubled = directory == "/" && rest.starts_with('/') && base.authority.is_none();
    let is_left = doubled || dots::are_in(rest, dots::as_written);
    (!is_left).then(|| (directory.len(), reference.path_end() - rest.len()))
}

impl<'a> Merged<'a> {
    /// The segments as written. An empty path adds an empty segment.
    #[inline]
    fn written(self) -> impl Iterator<Item = &'a str> + Clone {
        SegmentTexts::new(self.base).take(self.before_last).chain(self.rest.split('/'))
    }

    /// The segments of the result: steps 6c to 6f.
    #[inline]
    fn segments(self) -> impl Iterator<Item = &'a str> + Clone {
        self.outline.left(self.written(), dots::as_written)
    }
}

impl Path<'_> {
    /// An upper bound of the length in bytes.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(super) fn capacity(&self) -> usize {
        match self {
            Path::Nothing => 0,
            Path::Merged { authority, guard, merged: Merged { base, rest, .. } } => {
                authority.len() + guard.len() + base.len() + "/".len() + rest.len()
            }
        }
    }
}

impl Pieces for Path<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        let Self::Merged { authority, guard, merged } = self else { return Ok(()) };
        each(authority)?;
        each(guard)?;
        let texts = merged.segments();
        Separated { before: merged.before, separator: "/", texts }.try_each(each)
    }
}
