//! The marks: the offsets in a text that slots can hold, and the units of both.

/// The value of a slot without an offset.
pub(super) const NONE: u32 = u32::MAX;

/// The maximum number of slots of an authority or a host.
pub(super) const INNER: usize = 8;

/// The slots of an authority or a host, and no later ones.
pub(super) type Inner = [u32; INNER];

/// The number of marks except those of an inner part.
pub(super) const OWN: usize = 17;

// Indices of the marks of a reference, then of an authority. The hierarchy is the text before the
// fragment.

pub(super) const SCHEME: usize = 1;
/// The beginning of a hierarchy without a scheme.
pub(super) const HIER: usize = 2;
pub(super) const SCHEME_END: usize = 3;
pub(super) const AUTHORITY: usize = 4;
pub(super) const AUTHORITY_END: usize = 5;
/// The beginning of a path with a leading slash.
pub(super) const ROOTED: usize = 6;
pub(super) const ROOTED_WITHOUT_AUTHORITY: usize = 7;
/// The beginning of a path without a leading slash.
pub(super) const ROOTLESS_AFTER_SCHEME: usize = 8;
pub(super) const ROOTLESS: usize = 9;
/// An empty path without an authority before it.
pub(super) const EMPTY: usize = 10;
pub(super) const PATH_END: usize = 11;
pub(super) const PATH_END_IF_ANY: usize = 12;
pub(super) const QUERY: usize = 13;
pub(super) const QUERY_END: usize = 14;
pub(super) const HIER_END_IF_ANY: usize = 15;
pub(super) const FRAGMENT: usize = 16;

pub(super) const SERVER: usize = 1;
pub(super) const USERINFO_END: usize = 2;
pub(super) const HOST: usize = 3;
pub(super) const HOST_IF_ANY: usize = 4;
pub(super) const HOST_END: usize = 5;
pub(super) const HOST_END_IF_ANY: usize = 6;
pub(super) const PORT_END: usize = 7;

/// The offsets that a slot can hold, each set if its part is present. They are followed by the
/// slots of an inner part, as offsets in the whole text, and then, for each of these slots that is
/// set, by the end of that inner part.
pub(super) type Marks = [u32; OWN + 2 * INNER];

#[inline]
pub(super) const fn mark(is_set: bool, offset: u32) -> u32 {
    if is_set { offset } else { NONE }
}

/// Combines the marks of a text with those of an inner part between two offsets.
#[inline(always)]
#[allow(clippy::inline_always, reason = "few of the marks are needed where rules are known")]
pub(super) const fn with_inner(own: [u32; OWN], inner: &Inner, begin: u32, end: u32) -> Marks {
    let mut marks = [NONE; OWN + 2 * INNER];
    let mut at = 0;
    while at < OWN {
        marks[at] = own[at];
        at += 1;
    }
    at = 0;
    while at < INNER {
        marks[OWN + at] = mark(inner[at] != NONE, begin.wrapping_add(inner[at]));
        marks[OWN + INNER + at] = mark(inner[at] != NONE, end);
        at += 1;
    }
    marks
}

/// Returns whether the text has too many bytes for its parts to be located.
#[inline]
pub(crate) const fn is_too_long(length: usize) -> bool {
    NONE as usize <= length
}

/// The sum is wrong only where the text is too long.
#[inline]
pub(super) const fn with_separator(length: Option<u32>) -> u32 {
    match length {
        Some(length) => length.wrapping_add(1),
        None => 0,
    }
}

/// Converts a length in bytes; wrong if the text is too long.
#[allow(clippy::cast_possible_truncation, reason = "the length of the whole text is checked")]
#[inline]
pub(super) const fn short(length: usize) -> u32 {
    length as u32
}
