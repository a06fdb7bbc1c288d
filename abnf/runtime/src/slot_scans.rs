//! Slots that follow from the last byte of a text, or from the first byte of a set, so that no tagged
//! automaton has to read the text.

use super::byte_set::ByteSet;
use super::tagged::short;

/// How a slot follows from the bytes of a text that matches.
pub enum Scan {
    /// By the first byte of a set.
    First {
        /// The offset at which the search begins.
        from: usize,
        /// The bytes; the first byte of this set is at the offset in the slot.
        set: ByteSet,
        /// The content of the slot if there is none of them: that of a slot, or the length of the text.
        otherwise: Option<u32>,
    },
    /// By the last byte.
    Last {
        /// The bytes after the offset in the slot, if the last byte is in the set.
        inside: usize,
        /// The last bytes.
        set: ByteSet,
        /// The bytes after the offset in the slot, if the last byte is not in the set.
        outside: usize,
    },
}

/// The constant by which slots are found: the kind of each scan, and in parentheses its numbers and
/// its set.
macro_rules! scans {
    ($($kind:ident $scan:tt),+) => {
        const SCANS: &'static [runtime::slot_scans::Scan] =
            &[$(runtime::slot_scans::scan!($kind $scan)),+];
    };
}
pub(crate) use scans;

/// A scan.
macro_rules! scan {
    (or_end($from:literal $set:literal)) => {
        runtime::slot_scans::Scan::First {
            from: $from,
            set: runtime::byte_set::ByteSet::of_class($set),
            otherwise: ::core::option::Option::None,
        }
    };
    (or_unset($from:literal $set:literal)) => {
        runtime::slot_scans::Scan::First {
            from: $from,
            set: runtime::byte_set::ByteSet::of_class($set),
            otherwise: ::core::option::Option::Some(runtime::tagged::NONE),
        }
    };
    (by_last($inside:literal $set:literal $outside:literal)) => {
        runtime::slot_scans::Scan::Last {
            inside: $inside,
            set: runtime::byte_set::ByteSet::of_class($set),
            outside: $outside,
        }
    };
}
pub(crate) use scan;

/// Fills the slots of a text that is not too long. Their content is meaningless if it does not match.
#[inline]
pub(crate) fn fill(scans: &[Scan], text: &[u8], slots: &mut [u32]) {
    for (slot, scan) in slots.iter_mut().zip(scans) {
        *slot = match *scan {
            Scan::First { from, ref set, otherwise } => {
                let mut rest = text.iter().skip(from);
                match rest.position(|&byte| set.contains(byte)) {
                    Some(offset) => short(from + offset),
                    None => otherwise.unwrap_or(short(text.len())),
                }
            }
            Scan::Last { inside, ref set, outside } => {
                let is_inside = text.last().is_some_and(|&byte| set.contains(byte));
                short(text.len().saturating_sub(if is_inside { inside } else { outside }))
            }
        };
    }
}
