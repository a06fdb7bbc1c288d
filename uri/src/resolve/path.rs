//! The path of the result: RFC 2396 section 5.2, step 6; RFC 3986 sections 5.2.3 and 5.2.4.

use super::{LeadingSlashes, Resolution, ResolveError, SurplusParents};
use crate::components::{Components, is_relative};
use crate::dots::{self, Meaning, Outline};
use crate::output::{Each, Pieces, Separated};
use crate::segments::SegmentTexts;
use crate::syntax::Syntax;
use core::fmt;

/// The path of the result, not written yet.
#[derive(Clone, Copy, Debug)]
pub(super) enum Path<'a> {
    /// The base's or the reference's, as it is.
    Whole(&'a str),
    /// One where dots stand at most in front of the reference: a directory of the base's path,
    /// with the slash at its end, and what is left of the reference.
    Joined {
        guard: &'static str,
        directory: &'a str,
        rest: &'a str,
    },
    Merged {
        guard: &'static str,
        merged: Merged<'a>,
    },
}

/// A path without its dot segments, or two that are merged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Merged<'a> {
    base: &'a str,
    /// How many segments the base's path has before its last.
    before_last: usize,
    /// The path that comes after these.
    rest: &'a str,
    /// What stands before the first segment: a slash, or nothing.
    before: &'static str,
    /// Of the segments of both.
    outline: Outline,
}

/// What stands before a path that starts with two slashes and has no authority before it.
const GUARD: &str = "/.";

/// Merges the path of a reference, which does not start with a slash, with that of the base:
/// steps 6a to 6g of RFC 2396, sections 5.2.3 and 5.2.4 of RFC 3986, without writing the path.
///
/// A base with an authority but no path, `http://a`, is a gap in RFC 2396: its steps make
/// `http://ag` of the reference `g`, which is another host. As the grammar has nothing but an
/// abs-path after an authority (section 3, `net_path`), the result is `http://a/g`, as RFC 3986
/// section 5.2.3 says. A query alone still leaves the path empty, `http://a?y`, as the steps do.
#[inline]
pub(super) fn merge<'a, S: Syntax>(
    base: &Components<'a, S>,
    reference: &'a str,
    options: Resolution,
) -> Result<Path<'a>, ResolveError> {
    if base.path.is_empty() && reference.is_empty() {
        return Ok(Path::Whole(""));
    }
    let has_authority = base.authority.is_some();
    let rootless = is_relative(base.path) || base.path.is_empty() && !has_authority;
    if !rootless && let Some((directory, rest)) = join(base.path, reference) {
        let doubled = directory == "/" && rest.starts_with('/');
        let guard = guard(doubled && !has_authority, options)?;
        return Ok(Path::Joined { guard, directory, rest });
    }
    // 6a) All but the last segment of the base's path, 6b) then the reference's path;
    // without one, `?y` leaves `/b/c/` of `/b/c/d`.
    let before_last = SegmentTexts::new(base.path).count().saturating_sub(1);
    let merged = Merged {
        base: base.path,
        before_last,
        rest: reference,
        before: if rootless { "" } else { "/" },
        outline: Outline::default(),
    };
    without_dots(merged, has_authority, options)
}

/// The path of components without its dot segments: RFC 3986 section 5.2.4.
#[inline]
pub(super) fn carry_out<'a, S: Syntax>(
    components: &Components<'a, S>,
    options: Resolution,
) -> Result<Path<'a>, ResolveError> {
    let path = components.path;
    if !dots::are_in(path, dots::as_written) {
        return Ok(Path::Whole(path));
    }
    let (before, rest) = match path.strip_prefix('/') {
        Some(rest) => ("/", rest),
        None => ("", path),
    };
    let merged = Merged { base: "", before_last: 0, rest, before, outline: Outline::default() };
    without_dots(merged, components.authority.is_some(), options)
}

/// The same with its outline, and with what stands before it.
#[inline]
fn without_dots(
    mut merged: Merged<'_>,
    has_authority: bool,
    options: Resolution,
) -> Result<Path<'_>, ResolveError> {
    let mut outline = Outline::of(merged.written(), dots::as_written);
    // 6g) What is left of `..` in front is an error, and how it is handled a choice.
    match options.surplus_parents {
        SurplusParents::Refuse if outline.surplus() != 0 => {
            return Err(ResolveError::SurplusParents);
        }
        SurplusParents::Drop => outline = outline.without_surplus(),
        SurplusParents::Keep | SurplusParents::Refuse => (),
    }
    // RFC 3986 section 5.2.4: the slash after a first segment that is removed stays.
    if outline.was_emptied() {
        merged.before = "/";
    }
    merged.outline = outline;
    let mut segments = merged.segments();
    let first = segments.next();
    let doubled = match merged.before {
        "/" => first == Some("") && segments.next().is_some(),
        // `.//b` is `/b` if it has no root, which is another kind of path, but not an authority.
        _ => first == Some("") && segments.next() == Some("") && segments.next().is_some(),
    };
    let guard = guard(doubled && !has_authority, options)?;
    Ok(Path::Merged { guard, merged })
}

#[inline]
fn guard(doubled: bool, options: Resolution) -> Result<&'static str, ResolveError> {
    match options.leading_slashes {
        _ if !doubled => Ok(""),
        LeadingSlashes::Refuse => Err(ResolveError::PathLikeAuthority),
        LeadingSlashes::Guard => Ok(GUARD),
    }
}

/// The merged path where the only dot segments are in front of the reference, and none of them is
/// surplus: most references have no others.
#[inline]
fn join<'a>(base: &'a str, reference: &'a str) -> Option<(&'a str, &'a str)> {
    let base = if base.is_empty() { "/" } else { base };
    let mut directory = &base[..=base.rfind('/')?];
    let mut rest = reference;
    if dots::are_in(directory, dots::as_written) {
        return None;
    }
    loop {
        let (segment, after) = rest.split_once('/').unwrap_or((rest, ""));
        match dots::as_written(segment) {
            Meaning::Name => break,
            Meaning::Current => (),
            Meaning::Parent => {
                let end = directory.strip_suffix('/')?.rfind('/')?;
                directory = &directory[..=end];
            }
        }
        rest = after;
    }
    (!dots::are_in(rest, dots::as_written)).then_some((directory, rest))
}

impl<'a> Merged<'a> {
    /// The segments as they are written. A path that adds nothing adds an empty segment.
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
    /// How many bytes it has, where that is known without looking at segments.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(super) fn capacity(&self) -> Option<usize> {
        match self {
            Path::Whole(path) => Some(path.len()),
            Path::Joined { guard, directory, rest } => {
                Some(guard.len() + directory.len() + rest.len())
            }
            Path::Merged { .. } => None,
        }
    }
}

impl Pieces for Path<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        match self {
            Path::Whole(path) => each(path),
            Path::Joined { guard, directory, rest } => {
                each(guard)?;
                each(directory)?;
                each(rest)
            }
            Path::Merged { guard, merged } => {
                each(guard)?;
                let texts = merged.segments();
                Separated { before: merged.before, separator: "/", texts }.try_each(each)
            }
        }
    }
}
