//! Sets of bytes, as errors report them.

/// A set of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    /// The empty set.
    pub(crate) const EMPTY: Self = Self([0; 4]);

    /// The set with one more byte.
    pub(crate) const fn with(mut self, byte: u8) -> Self {
        self.0[(byte >> 6) as usize] |= 1 << (byte & 63);
        self
    }

    /// The set with the bytes from `low` to `high`, both included.
    pub(crate) const fn with_range(mut self, low: u8, high: u8) -> Self {
        let mut byte = low;
        while byte < high {
            self = self.with(byte);
            byte += 1;
        }
        self.with(high)
    }

    /// The bytes of a character class: see [`next_range`].
    #[allow(dead_code, reason = "a grammar may have no rule that is one byte")]
    pub(crate) const fn of_class(mut class: &[u8]) -> Self {
        let mut set = Self::EMPTY;
        while let Some(([first, last], rest)) = next_range(class) {
            set = set.with_range(first, last);
            class = rest;
        }
        set
    }

    /// The bytes that are in at least one of two sets.
    #[cfg(any(feature = "general", feature = "encoded"))]
    pub(crate) const fn union(self, other: Self) -> Self {
        let mut words = self.0;
        let mut index = 0;
        while index < words.len() {
            words[index] |= other.0[index];
            index += 1;
        }
        Self(words)
    }

    /// The set without the bytes of another.
    pub(crate) const fn without(self, other: Self) -> Self {
        let (kept, lost) = (self.0, other.0);
        Self([kept[0] & !lost[0], kept[1] & !lost[1], kept[2] & !lost[2], kept[3] & !lost[3]])
    }

    /// Returns the set as 256 bits.
    #[cfg(feature = "trees")]
    #[cfg(feature = "alloc")]
    pub(crate) const fn words(self) -> [u64; 4] {
        self.0
    }

    /// Returns whether the byte is in the set.
    #[must_use]
    pub const fn contains(self, byte: u8) -> bool {
        self.0[(byte >> 6) as usize] >> (byte & 63) & 1 == 1
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the number of bytes in the set, 0 to 256.
    #[must_use]
    pub const fn len(self) -> usize {
        let [a, b, c, d] = self.0;
        (a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()) as usize
    }

    /// Iterates over the bytes of the set in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..=255).filter(move |&byte| self.contains(byte))
    }
}

/// Returns the first and the last byte of the first range of a character class, and the rest of the
/// class.
///
/// A class is a list of ranges such as `0-9` and of single bytes. There are no escapes; a `-` that
/// is a member, and not the middle of a range, comes first.
pub(crate) const fn next_range(class: &[u8]) -> Option<([u8; 2], &[u8])> {
    match class {
        [first, b'-', last, rest @ ..] => Some(([*first, *last], rest)),
        [byte, rest @ ..] => Some(([*byte, *byte], rest)),
        [] => None,
    }
}
