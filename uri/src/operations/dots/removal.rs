//! Removes dot segments from a path while the rest is written to a [`Target`], which takes time
//! proportional to the length of the path.
//!
//! The result is that of [`Outline::left`](super::Outline::left). A `..` removes the last segment
//! from the text written so far, as RFC 3986 section 5.2.4 describes. Segments are written in runs,
//! and only when a segment follows that is not adjacent to them, so that most `..` shorten a slice
//! of the path and not the text.

use super::Meaning;
use crate::operations::output::Target;
use crate::operations::scan;
use core::fmt;

/// A removal of dot segments. `W` writes a run of segments.
pub(crate) struct Removal<W> {
    meaning: fn(&str) -> Meaning,
    /// Whether `..` segments above the root are dropped.
    drops_surplus: bool,
    write: W,
    /// The end of the leading `..` in the target, which no later `..` removes.
    floor: usize,
    /// Whether at some point after a name no segment remained.
    emptied: bool,
}

impl<W> Removal<W> {
    /// Writes names with `write`, which must write each slash as it is and add none.
    #[inline]
    pub(crate) fn new<T: Target>(meaning: fn(&str) -> Meaning, write: W, target: &T) -> Self
    where
        W: Fn(&str, &mut T) -> fmt::Result,
    {
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
    pub(crate) fn add<T: Target>(&mut self, path: &str, target: &mut T) -> fmt::Result
    where
        W: Fn(&str, &mut T) -> fmt::Result,
    {
        let mut at = 0;
        // Names that are not written yet.
        let mut kept = 0..0;
        while at < path.len() {
            let rest = &path[at..];
            let end = scan::first(rest.as_bytes(), b'/');
            let length = end.map_or(rest.len(), |slash| slash + "/".len());
            let meaning = if super::may_begin(rest) {
                (self.meaning)(&rest[..end.unwrap_or(length)])
            } else {
                Meaning::Name
            };
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
    fn write<T>(&self, run: &str, target: &mut T) -> fmt::Result
    where
        W: Fn(&str, &mut T) -> fmt::Result,
    {
        if run.is_empty() { Ok(()) } else { (self.write)(run, target) }
    }

    /// Returns whether at some point all names, including the first of the path, were cancelled.
    #[inline]
    pub(crate) fn was_emptied(&self) -> bool {
        self.emptied
    }
}

/// Returns the length of segments without the last one. Each ends with a slash.
#[inline]
fn before_last(segments: &[u8]) -> usize {
    let [rest @ .., _] = segments else { return 0 };
    scan::last(rest, b'/').map_or(0, |slash| slash + "/".len())
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::super::{Outline, are_in, are_in_unescaped, as_written, unescaped};
    use super::*;
    use crate::operations::output::Buffer;
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
            let push = |run: &str, target: &mut Buffer<'_>| target.push(run);
            let mut removal = Removal::new(meaning, push, &target).dropping_surplus(drops_surplus);
            removal.add(&path[..divided], &mut target).unwrap();
            removal.add(&path[divided..], &mut target).unwrap();
            assert_eq!(removal.was_emptied(), outline.was_emptied(), "{path}");
            assert_eq!(target.into_text(), expected, "{path}, divided at {divided}");
        }
    }

    #[test]
    fn removal_agrees_with_the_outline() {
        type Class = (fn(&str) -> Meaning, fn(&str) -> bool);
        const SEGMENTS: [&str; 8] =
            ["", "a", ".", "..", ".b", "%2e", "%2E.", "a-long-name-of-a-segment"];
        for number in 0..8_usize.pow(5) {
            let digits = (0..5).map(|place| number / 8_usize.pow(place) % 8);
            let segments: Vec<_> = digits.map(|digit| SEGMENTS[digit]).collect();
            let path = segments.join("/");
            let classes: [Class; 2] = [(as_written, are_in), (unescaped, are_in_unescaped)];
            for (meaning, are_in) in classes {
                check(&path, meaning, number % 2 == 0);
                let expected = path.split('/').any(|segment| meaning(segment) != Meaning::Name);
                assert_eq!(are_in(&path), expected, "{path}");
            }
        }
        for path in [["a/"; 300].concat() + &["../"; 299].concat(), ["a/../b/."; 90].join("/")] {
            check(&path, as_written, true);
        }
    }
}
