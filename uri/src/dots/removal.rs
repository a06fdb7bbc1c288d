//! Removes dot segments from a path while the rest is written to a [`Target`], which takes time
//! proportional to the length of the path.
//!
//! The result is that of [`Outline::left`](super::Outline::left). A `..` removes the last segment
//! from the text written so far, as RFC 3986 section 5.2.4 describes. Segments are written in runs,
//! and only when a segment follows that is not adjacent to them, so that most `..` shorten a slice
//! of the path and not the text.

use super::Meaning;
use crate::output::Target;
use crate::scan;
use core::fmt;

/// Writes a run of segments.
pub(crate) type Write<'w> = dyn Fn(&str, &mut dyn Target) -> fmt::Result + 'w;

/// A removal of dot segments.
pub(crate) struct Removal<'w> {
    meaning: fn(&str) -> Meaning,
    /// Whether `..` segments above the root are dropped.
    drops_surplus: bool,
    write: &'w Write<'w>,
    /// The end of the leading `..` in the target, which no later `..` removes.
    floor: usize,
    /// Whether at some point after a name no segment remained.
    emptied: bool,
}

impl<'w> Removal<'w> {
    /// Writes names with `write`, which must write each slash as it is and add none.
    #[inline]
    pub(crate) fn new(
        meaning: fn(&str) -> Meaning,
        write: &'w Write<'w>,
        target: &dyn Target,
    ) -> Self {
        let floor = target.written().len();
        Self { meaning, drops_surplus: false, write, floor, emptied: false }
    }

    /// Drops `..` segments that lead above the root.
    #[inline]
    pub(crate) fn dropping_surplus(self, drops_surplus: bool) -> Self {
        Self { drops_surplus, ..self }
    }

    /// Adds segments. Each ends with a slash, except the last segment of the path.
    #[inline]
    pub(crate) fn add(&mut self, path: &str, target: &mut dyn Target) -> fmt::Result {
        let mut at = 0;
        // Names that are not written yet.
        let mut kept = 0..0;
        while at < path.len() {
            let rest = &path[at..];
            let mut length = names(rest);
            let mut meaning = Meaning::Name;
            if length == 0 {
                let end = rest.bytes().position(|byte| byte == b'/');
                meaning = (self.meaning)(&rest[..end.unwrap_or(rest.len())]);
                length = end.map_or(rest.len(), |end| end + "/".len());
            }
            match meaning {
                Meaning::Name if kept.end == at => kept.end += length,
                Meaning::Name => {
                    self.write(&path[kept], target)?;
                    kept = at..at + length;
                }
                Meaning::Current => {}
                Meaning::Parent if !kept.is_empty() => {
                    kept.end = kept.start + before_last(path[kept.clone()].as_bytes());
                    self.emptied |= kept.is_empty() && target.written().len() == self.floor;
                }
                Meaning::Parent if self.floor < target.written().len() => {
                    let end = self.floor + before_last(&target.written()[self.floor..]);
                    target.truncate(end);
                    self.emptied |= end == self.floor;
                }
                Meaning::Parent if self.drops_surplus => {}
                Meaning::Parent => {
                    target.push(if rest[..length].ends_with('/') { "../" } else { ".." })?;
                    self.floor = target.written().len();
                }
            }
            at += length;
        }
        self.write(&path[kept], target)
    }

    #[inline]
    fn write(&self, run: &str, target: &mut dyn Target) -> fmt::Result {
        if run.is_empty() { Ok(()) } else { (self.write)(run, target) }
    }

    /// Returns whether at some point all names, including the first of the path, were cancelled.
    #[inline]
    pub(crate) fn was_emptied(&self) -> bool {
        self.emptied
    }
}

/// Returns the length of the names at the front of a path. They end before a segment that may be a
/// dot segment: one that begins with a dot, or with an escape.
#[inline]
fn names(path: &str) -> usize {
    let is_dot = |byte| byte == b'.' || byte == b'%';
    if path.bytes().next().is_some_and(is_dot) {
        return 0;
    }
    let slash = scan::first_pair(path, |before, byte| (before == b'/') & is_dot(byte));
    slash.map_or(path.len(), |slash| slash + "/".len())
}

/// Returns the length of segments without the last one. Each ends with a slash.
#[inline]
fn before_last(segments: &[u8]) -> usize {
    let [rest @ .., _] = segments else { return 0 };
    scan::last(rest, b'/').map_or(0, |slash| slash + "/".len())
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::super::{Outline, as_written, unescaped};
    use super::*;
    use crate::output::Buffer;
    use alloc::vec::Vec;

    /// Removes the dot segments by the outline, and with both ways of dividing the path.
    fn check(path: &str, meaning: fn(&str) -> Meaning, drops_surplus: bool) {
        let mut outline = Outline::of(path.split('/'), meaning);
        if drops_surplus {
            outline = outline.without_surplus();
        }
        let expected = outline.left(path.split('/'), meaning).collect::<Vec<_>>().join("/");
        for divided in path.match_indices('/').map(|(at, _)| at + 1).chain([0]) {
            let mut buffer = [0; 4096];
            let mut target = Buffer::new(&mut buffer);
            let mut removal = Removal::new(meaning, &|run, target| target.push(run), &target)
                .dropping_surplus(drops_surplus);
            removal.add(&path[..divided], &mut target).unwrap();
            removal.add(&path[divided..], &mut target).unwrap();
            assert_eq!(removal.was_emptied(), outline.was_emptied(), "{path}");
            assert_eq!(target.into_text(), expected, "{path}, divided at {divided}");
        }
    }

    #[test]
    fn removal_agrees_with_the_outline() {
        const SEGMENTS: [&str; 8] =
            ["", "a", ".", "..", ".b", "%2e", "%2E.", "a-long-name-of-a-segment"];
        for number in 0..8_usize.pow(5) {
            let digits = (0..5).map(|place| number / 8_usize.pow(place) % 8);
            let segments: Vec<_> = digits.map(|digit| SEGMENTS[digit]).collect();
            let path = segments.join("/");
            for meaning in [as_written, unescaped] {
                check(&path, meaning, number % 2 == 0);
            }
        }
        for path in [["a/"; 300].concat() + &["../"; 299].concat(), ["a/../b/."; 90].join("/")] {
            check(&path, as_written, true);
        }
    }
}
