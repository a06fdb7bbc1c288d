//! The path of the result: RFC 2396 section 5.2, step 6; RFC 3986 sections 5.2.3 and 5.2.4.

use super::ResolveError;
use crate::operations::dots::{self, Meaning, Outline, Removal};
use crate::operations::output::{Each, Pieces, Separated, Target};
use crate::operations::resolution::{LeadingSlashes, Resolution, SurplusParents};
use crate::operations::scan;
use crate::syntax::Syntax;
use crate::syntax::components::Components;
use core::fmt;

/// The text between the head and the tail of the result, not written yet.
#[derive(Clone, Copy, Debug)]
pub(super) enum Path<'a> {
    /// The path is part of the head and the tail.
    Nothing,
    /// The reference's own authority, and a path after it.
    Merged { authority: &'a str, merged: Merged<'a> },
}

/// A path without its dot segments, possibly merged from two paths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Merged<'a> {
    /// Segments that precede the rest, each with a slash after it.
    directory: &'a str,
    /// The path that follows these segments.
    rest: &'a str,
    /// Whether a slash precedes the first segment.
    is_rooted: bool,
    /// Whether an authority precedes the path.
    has_authority: bool,
    /// Whether `..` segments above the root are dropped.
    drops_surplus: bool,
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
    let directory = scan::last(base.path.as_bytes(), b'/').map_or("", |slash| &base.path[..=slash]);
    let merged = Merged {
        directory: directory.strip_prefix('/').unwrap_or(directory),
        rest: reference,
        is_rooted: is_rooted(base),
        has_authority: base.authority.is_some(),
        drops_surplus: options.surplus_parents == SurplusParents::Drop,
    };
    checked("", merged, options)
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
    let rest = path.strip_prefix('/');
    let merged = Merged {
        directory: "",
        rest: rest.unwrap_or(path),
        is_rooted: rest.is_some(),
        has_authority,
        drops_surplus: options.surplus_parents == SurplusParents::Drop,
    };
    checked(authority, merged, options)
}

/// Returns the path, unless it is an error by the options. `authority` precedes it.
#[inline]
fn checked<'a>(
    authority: &'a str,
    merged: Merged<'a>,
    options: Resolution,
) -> Result<Path<'a>, ResolveError> {
    // 6g) Remaining leading `..` are an error; the options say how to handle it.
    if options.surplus_parents == SurplusParents::Refuse && merged.outline().surplus() != 0 {
        return Err(ResolveError::SurplusParents);
    }
    if options.leading_slashes == LeadingSlashes::Refuse && merged.by_outline().guard == GUARD {
        return Err(ResolveError::PathLikeAuthority);
    }
    Ok(Path::Merged { authority, merged })
}

/// Merges the paths if the only dot segments are at the beginning of the reference, and none of
/// them is surplus, as for most references. Returns the length of a directory of the base's path,
/// and the offset in the reference of the text that follows it.
#[inline]
pub(super) fn join<S: Syntax>(
    base: &Components<'_, S>,
    reference: &Components<'_, S>,
) -> Option<(usize, usize)> {
    let mut directory = &base.path[..=scan::last(base.path.as_bytes(), b'/')?];
    let mut rest = reference.path;
    if !directory.starts_with('/') || dots::are_in(directory) {
        return None;
    }
    while rest.starts_with('.') {
        match dots::first(rest, dots::as_written) {
            Meaning::Name => break,
            Meaning::Current => (),
            Meaning::Parent => {
                let end = scan::last(directory.strip_suffix('/')?.as_bytes(), b'/')?;
                directory = &directory[..=end];
            }
        }
        rest = scan::first(rest.as_bytes(), b'/').map_or("", |slash| &rest[slash + "/".len()..]);
    }
    // Without an authority before them, two leading slashes need other treatment.
    let doubled = directory == "/" && rest.starts_with('/') && base.authority.is_none();
    let is_left = doubled || dots::are_in(rest);
    (!is_left).then(|| (directory.len(), reference.path_end() - rest.len()))
}

/// A path in pieces.
struct ByOutline<I> {
    guard: &'static str,
    /// A slash, or nothing.
    before: &'static str,
    segments: I,
}

impl<'a> Merged<'a> {
    /// The segments as written. An empty path adds an empty segment.
    #[inline]
    fn written(self) -> impl Iterator<Item = &'a str> + Clone {
        let slashes = self.directory.bytes().filter(|&byte| byte == b'/').count();
        self.directory.split('/').take(slashes).chain(self.rest.split('/'))
    }

    #[inline]
    fn outline(self) -> Outline {
        let outline = Outline::of(self.written(), dots::as_written);
        if self.drops_surplus { outline.without_surplus() } else { outline }
    }

    /// The result in pieces: steps 6c to 6f.
    #[inline]
    fn by_outline(self) -> ByOutline<impl Iterator<Item = &'a str>> {
        let outline = self.outline();
        let is_rooted = self.is_rooted || outline.was_emptied();
        let segments = outline.left(self.written(), dots::as_written);
        let mut ahead = segments.clone();
        let mut is_empty = || ahead.next() == Some("");
        let has_slash = is_empty() && (is_rooted || is_empty()) && ahead.next().is_some();
        let before = if is_rooted { "/" } else { "" };
        ByOutline { guard: self.guard(has_slash), before, segments }
    }

    /// Writes the path without its dot segments.
    fn write<T: Target>(self, target: &mut T) -> fmt::Result {
        let start = target.written().len();
        if self.is_rooted {
            target.push("/")?;
        }
        let write = |run: &str, target: &mut T| target.push(run);
        let mut removal = Removal::new(dots::as_written, write, target);
        removal = removal.dropping_surplus(self.drops_surplus);
        removal.add(self.directory, target)?;
        removal.add(self.rest, target)?;
        if removal.was_emptied() && !self.is_rooted {
            target.insert(start, "/")?;
        }
        let guard = self.guard(target.written()[start..].starts_with(b"//"));
        if guard.is_empty() { Ok(()) } else { target.insert(start, guard) }
    }

    /// Returns the prefix of the path. RFC 3986 section 5.2.4: the slash after a removed first
    /// segment stays. Without a root, `.//b` is `/b`: another kind of path, but not an authority.
    #[inline]
    fn guard(self, has_two_slashes: bool) -> &'static str {
        if has_two_slashes && !self.has_authority { GUARD } else { "" }
    }
}

impl Path<'_> {
    /// An upper bound of the length in bytes.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(super) fn capacity(&self) -> usize {
        match self {
            Path::Nothing => 0,
            Path::Merged { authority, merged: Merged { directory, rest, .. } } => {
                GUARD.len() + authority.len() + "/".len() + directory.len() + rest.len()
            }
        }
    }

    /// Writes the path, in linear time.
    #[inline]
    pub(super) fn write(&self, target: &mut impl Target) -> fmt::Result {
        let Self::Merged { authority, merged } = self else { return Ok(()) };
        target.push(authority)?;
        merged.write(target)
    }
}

impl Pieces for Path<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        let Self::Merged { authority, merged } = self else { return Ok(()) };
        each(authority)?;
        let ByOutline { guard, before, segments } = merged.by_outline();
        each(guard)?;
        Separated { before, separator: "/", texts: segments }.try_each(each)
    }
}
