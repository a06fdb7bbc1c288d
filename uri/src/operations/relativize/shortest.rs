//! The shortest relative reference, in the grammars in which a reference without a path resolves to
//! the base: RFC 3986 section 5.2.2.

use super::{RelativePath, Relativized, descend, needs_dot};
use crate::operations::dots::{self, Outline};
use crate::syntax::Syntax;
use crate::syntax::components::Components;

/// Returns the shortest relative reference that resolves to the target, which has the scheme of the
/// base; `None` if the target itself is shorter or if there is none.
#[inline]
pub(super) fn shortest<'a, S: Syntax>(
    base: &Components<'a, S>,
    target: Components<'a, S>,
) -> Option<Relativized<'a, S>> {
    let network_path = Components { scheme: None, ..target };
    let inherited = Components { authority: None, ..network_path };
    let authority_of = |it: &Components<'a, S>| it.authority.map(|authority| authority.text);
    let same_authority = authority_of(base) == authority_of(&target);
    if same_authority && base.path == target.path {
        let path = RelativePath::default();
        if base.query == target.query {
            return Some(Relativized { components: Components { query: None, ..inherited }, path });
        }
        if target.query.is_some() {
            return Some(Relativized { components: inherited, path });
        }
    }
    let path = without_guard(&target);
    if dots::are_in(path) {
        return None;
    }
    let relative = if same_authority { relative_path(base, path) } else { None };
    let absolute = if same_authority { absolute_path(path) } else { None };
    match (relative, absolute) {
        (Some(path), Some(other)) => {
            let path = if other.length() < path.length() { other } else { path };
            Some(Relativized { components: inherited, path })
        }
        (None, Some(path)) => Some(Relativized { components: inherited, path }),
        // Neither has an authority, and neither path has a leading slash.
        (Some(path), None) => {
            let target_length = target.scheme_end() + target.path.len();
            let is_shortest = path.length() <= target_length;
            is_shortest.then_some(Relativized { components: inherited, path })
        }
        (None, None) => {
            let path = RelativePath::whole(path);
            target.authority.is_some().then_some(Relativized { components: network_path, path })
        }
    }
}

/// Returns the path before resolution inserts `/.` to keep it from being read as an authority, if
/// resolution does that.
#[inline]
fn without_guard<'a, S>(target: &Components<'a, S>) -> &'a str {
    match target.path.strip_prefix("/.") {
        Some(path) if target.authority.is_none() && path.starts_with("//") => path,
        _ => target.path,
    }
}

/// Returns the path as a reference without an authority, if it has a leading slash.
#[inline]
fn absolute_path(path: &str) -> Option<RelativePath<'_>> {
    let between = if path.starts_with("//") { "/." } else { "" };
    path.starts_with('/').then_some(RelativePath { parents: 0, between, rest: path })
}

/// Returns the shortest relative path that leads from the base to the path, if one does.
#[inline]
fn relative_path<'a, S>(base: &Components<'_, S>, path: &'a str) -> Option<RelativePath<'a>> {
    // A reference is appended to the base's path without its last segment: section 5.2.3.
    let directory = &base.path[..base.path.rfind('/').map_or(0, |last| last + "/".len())];
    let is_rooted = directory.starts_with('/') || base.authority.is_some();
    let segments = directory.strip_prefix('/').unwrap_or(directory).split('/');
    if !dots::are_in(directory) {
        return from_directory(segments, is_rooted, path);
    }
    let outline = Outline::of(segments.clone(), dots::as_written).without_surplus();
    // Section 5.2.4: the slash after a removed first segment stays.
    let is_rooted = is_rooted || outline.was_emptied();
    from_directory(outline.left(segments, dots::as_written), is_rooted, path)
}

/// Returns the shortest relative path that leads to the path from a directory without dot segments.
/// The segments of the directory end with an empty one, and a slash precedes them if it is rooted.
#[inline]
fn from_directory<'a, 'b>(
    mut segments: impl Iterator<Item = &'b str> + Clone,
    mut is_rooted: bool,
    path: &'a str,
) -> Option<RelativePath<'a>> {
    let mut levels = segments.clone().count().saturating_sub(1);
    if !is_rooted && 0 < levels && segments.clone().next() == Some("") {
        // A removed dot segment preceded this slash.
        segments.next();
        levels -= 1;
        is_rooted = true;
    }
    if is_rooted != path.starts_with('/') {
        return None;
    }
    let (parents, rest) = descend(segments.take(levels), path);
    if !is_rooted && 0 < levels && parents == levels {
        // The slash after the removed first segment would stay.
        return None;
    }
    // A dot segment at the end makes the path end with a slash.
    let between = match parents {
        0 if rest.is_empty() => ".",
        0 if needs_dot(rest) => "./",
        0 => "",
        _ if rest.is_empty() => "",
        _ => "/",
    };
    Some(RelativePath { parents, between, rest })
}
