//! Removes the dot segments `.` and `..` from a path: steps 6c to 6g of RFC 2396 section 5.2, and
//! RFC 3986 section 5.2.4.
//!
//! The RFC removes patterns from a string buffer. The result can be defined without one: a `..`
//! cancels the nearest preceding segment that is not cancelled yet, just as brackets match. A `..`
//! without such a segment is surplus, and all surplus `..` precede the remaining segments. An
//! iterator can therefore return the remaining segments in order: a segment remains if no later
//! `..` cancels it.
//!
//! One pass over all segments computes the [`Outline`]: the number of surplus `..`, and for each of
//! the first 64 segments a bit that is set if the segment remains. Most paths have no more
//! segments.
//!
//! Longer paths are processed in windows of 64. How many segments of a window are cancelled depends
//! on all segments after it; a pass over these for each window would take quadratic time. So before
//! a window is processed, the rest of the path is halved repeatedly down to the window, and the
//! number of preceding segments that each right half cancels is kept on a stack: `n` segments take
//! `O(n log n)` time at worst, and no memory beyond the stack.
//!
//! Where the result is written to a buffer or a string, a [`Removal`] takes linear time instead.

mod removal;

pub(crate) use removal::Removal;

use crate::operations::percent::split_escape;
use crate::operations::scan;

/// The meaning of a complete segment of a path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// `.`, the current level of the hierarchy.
    Current,
    /// `..`, the level above.
    Parent,
    /// Any other: a name.
    Name,
}

/// Classifies segments as they are written: `%2E` is a name.
#[inline]
pub(crate) fn as_written(segment: &str) -> Meaning {
    match segment {
        "." => Meaning::Current,
        ".." => Meaning::Parent,
        _ => Meaning::Name,
    }
}

/// Returns whether a segment of the path is `.` or `..` as it is written.
#[expect(clippy::needless_bitwise_bool, reason = "the compiler makes no vectors of what is lazy")]
#[inline]
pub(crate) fn are_in(path: &str) -> bool {
    let may_be = path.starts_with('.')
        || scan::any_pair(path, |before, byte| (before == b'/') & (byte == b'.'));
    may_be && any_segment(path, as_written)
}

/// Returns whether a segment of the path is `.` or `..` if `%2E` is a dot.
#[expect(clippy::needless_bitwise_bool, reason = "the compiler makes no vectors of what is lazy")]
#[inline]
pub(crate) fn are_in_unescaped(path: &str) -> bool {
    let may_be = path.starts_with('.')
        || scan::any_pair(path, |before, byte| {
            (before == b'/') & (byte == b'.') | (before == b'%') & (byte == b'2')
        });
    may_be && any_segment(path, unescaped)
}

#[inline]
fn any_segment(path: &str, meaning: fn(&str) -> Meaning) -> bool {
    let mut rest = path;
    loop {
        if first(rest, meaning) != Meaning::Name {
            return true;
        }
        let Some(slash) = scan::first(rest.as_bytes(), b'/') else { return false };
        rest = &rest[slash + "/".len()..];
    }
}

/// Classifies the first segment of a path.
#[inline]
pub(crate) fn first(path: &str, meaning: fn(&str) -> Meaning) -> Meaning {
    /// No dot segment is longer.
    const LONGEST: usize = "%2E%2E".len();

    if !may_begin(path) {
        return Meaning::Name;
    }
    let end = path.bytes().take(LONGEST + 1).position(|byte| byte == b'/').unwrap_or(path.len());
    if end <= LONGEST { meaning(&path[..end]) } else { Meaning::Name }
}

/// Returns whether a text begins with a dot, or with what may be an escaped dot.
#[inline]
fn may_begin(text: &str) -> bool {
    matches!(text.as_bytes(), [b'.', ..] | [b'%', b'2', ..])
}

/// Classifies segments as if unreserved characters were not escaped: `%2E` is a dot.
#[inline]
pub(crate) fn unescaped(segment: &str) -> Meaning {
    let mut rest = segment.as_bytes();
    let mut dots = 0;
    while let Some((&byte, after)) = rest.split_first() {
        let (octet, after) = split_escape(rest).unwrap_or((byte, after));
        if octet != b'.' {
            return Meaning::Name;
        }
        rest = after;
        dots += 1;
    }
    match dots {
        1 => Meaning::Current,
        2 => Meaning::Parent,
        _ => Meaning::Name,
    }
}

/// The number of segments of a window: one for each bit of a word.
const WINDOW: usize = u64::BITS as usize;

/// The maximum number of halvings: a text has less than 2^32 segments, and two paths are merged.
const HALVINGS: usize = 32;

/// Facts about all segments of a path, computed before its remaining segments are iterated.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outline {
    count: usize,
    /// The number of `..` without a segment to cancel.
    surplus: usize,
    /// The number of segments that remain.
    names: usize,
    /// The segments that remain, one bit for each, if the path fits in a window.
    survivors: u64,
    /// Whether the last segment was a dot segment, so that the path ends with a slash.
    trailing: bool,
    /// Whether at some point after a name no segment remained.
    emptied: bool,
}

impl Outline {
    #[inline]
    pub(crate) fn of<'a>(
        segments: impl Iterator<Item = &'a str>,
        meaning: fn(&str) -> Meaning,
    ) -> Self {
        let mut outline = Self::default();
        segments.for_each(|segment| outline.push(meaning(segment)));
        outline
    }

    /// Adds a segment.
    #[inline]
    pub(crate) fn push(&mut self, meaning: Meaning) {
        self.trailing = match meaning {
            Meaning::Name => {
                if self.count < WINDOW {
                    self.survivors |= 1 << self.count;
                }
                self.names += 1;
                false
            }
            Meaning::Current => true,
            Meaning::Parent if 0 < self.names => {
                self.survivors = without_last(self.survivors);
                self.names -= 1;
                self.emptied |= self.names == 0;
                true
            }
            Meaning::Parent => {
                self.surplus += 1;
                false
            }
        };
        self.count += 1;
    }

    /// Returns the number of leading `..`, which had no segment to cancel.
    #[inline]
    pub(crate) fn surplus(&self) -> usize {
        self.surplus
    }

    /// Returns whether at some point all names, including the first of the path, were cancelled.
    #[inline]
    pub(crate) fn was_emptied(&self) -> bool {
        self.emptied
    }

    /// Drops the surplus `..`; a path of nothing else then ends with a slash.
    #[inline]
    pub(crate) fn without_surplus(self) -> Self {
        Self { surplus: 0, trailing: self.trailing || self.names == 0, ..self }
    }

    /// Returns the remaining segments of the path from which this outline was computed: surplus
    /// `..`, the names that are not cancelled, and an empty segment if the path ended with a `.` or
    /// `..` that has been removed.
    #[inline]
    pub(crate) fn left<'a, I>(self, segments: I, meaning: fn(&str) -> Meaning) -> Left<I>
    where
        I: Iterator<Item = &'a str> + Clone,
    {
        let Self { count, surplus, survivors, trailing, .. } = self;
        let mut ranges = [(0, 0); HALVINGS];
        ranges[0] = (count, 0);
        let (at, height) = if count <= WINDOW { (count, 0) } else { (0, 1) };
        let window = Window { length: at, survivors };
        Left { segments, meaning, surplus, trailing, window, at, ranges, height }
    }
}

/// The remaining segments of a path. Made by [`Outline::left`].
#[derive(Clone)]
pub(crate) struct Left<I> {
    segments: I,
    meaning: fn(&str) -> Meaning,
    /// The number of leading `..` still to be returned.
    surplus: usize,
    /// Whether an empty segment is still to be returned at the end.
    trailing: bool,
    window: Window,
    /// The index of the first segment after the window.
    at: usize,
    /// Ranges after the window, the nearest last: the index where the range ends, and the number of
    /// segments before that index that the rest of the path cancels.
    ranges: [(usize, usize); HALVINGS],
    height: usize,
}

/// Segments still to be processed, and a bit for each of them that remains.
#[derive(Clone)]
struct Window {
    length: usize,
    survivors: u64,
}

impl<'a, I: Iterator<Item = &'a str> + Clone> Left<I> {
    /// Moves to the next window, if there is one.
    #[inline]
    fn advance(&mut self) -> bool {
        let Some(top) = self.height.checked_sub(1) else { return false };
        self.height = top;
        let (mut end, mut cancels) = self.ranges[top];
        while WINDOW < end - self.at {
            let middle = self.at + (end - self.at) / 2;
            self.ranges[self.height] = (end, cancels);
            self.height += 1;
            let right = self.segments.clone().skip(middle - self.at).take(end - middle);
            let right = Outline::of(right, self.meaning);
            cancels = right.surplus + cancels.saturating_sub(right.names);
            end = middle;
        }
        let length = end - self.at;
        let mut survivors = Outline::of(self.segments.clone().take(length), self.meaning).survivors;
        for _ in 0..cancels.min(WINDOW) {
            survivors = without_last(survivors);
        }
        self.window = Window { length, survivors };
        self.at = end;
        true
    }
}

impl<'a, I: Iterator<Item = &'a str> + Clone> Iterator for Left<I> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        if let Some(rest) = self.surplus.checked_sub(1) {
            self.surplus = rest;
            return Some("..");
        }
        while 0 < self.window.length || self.advance() {
            while let Some(rest) = self.window.length.checked_sub(1) {
                self.window.length = rest;
                let segment = self.segments.next();
                let survives = self.window.survivors & 1 == 1;
                self.window.survivors >>= 1;
                if survives {
                    return segment;
                }
            }
        }
        core::mem::take(&mut self.trailing).then_some("")
    }
}

/// The bits without the highest one.
#[inline]
fn without_last(bits: u64) -> u64 {
    match bits.checked_ilog2() {
        Some(last) => bits & !(1 << last),
        None => bits,
    }
}
