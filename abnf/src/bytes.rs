//! Sets of bytes and partitions of all bytes into classes.

pub mod escapes;
pub mod markdown;

use std::cmp::Reverse;
use std::fmt;

/// A set of bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    /// No byte.
    pub const EMPTY: Self = Self([0; 4]);

    /// All bytes.
    pub const ALL: Self = Self([u64::MAX; 4]);

    /// The bytes from `lo` to `hi`, both included.
    pub fn range(lo: u8, hi: u8) -> Self {
        let mut set = Self::EMPTY;
        for byte in lo..=hi {
            set.insert(byte);
        }
        set
    }

    /// Adds a byte.
    pub fn insert(&mut self, byte: u8) {
        self.0[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }

    /// Returns whether the set contains a byte.
    pub fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// Returns the number of bytes in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Iterates over the bytes in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        [0, 64, 128, 192].into_iter().zip(self.0).flat_map(|(first, word): (u8, u64)| {
            let is_left = |left: &u64| *left != 0;
            let without_lowest = move |left: &u64| Some(left & (left - 1)).filter(is_left);
            let left = std::iter::successors(Some(word).filter(is_left), without_lowest);
            let offset = |left: u64| u8::try_from(left.trailing_zeros()).expect("below 64");
            left.map(move |left| first + offset(left))
        })
    }

    /// Returns the bytes as maximal ranges in ascending order.
    pub fn ranges(&self) -> Vec<(u8, u8)> {
        let mut ranges: Vec<(u8, u8)> = Vec::new();
        for byte in self.iter() {
            match ranges.last_mut() {
                Some(last) if byte > 0 && last.1 == byte - 1 => last.1 = byte,
                _ => ranges.push((byte, byte)),
            }
        }
        ranges
    }

    /// Returns the bytes that are in at least one of the sets.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Returns the bytes that are in both sets.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// Returns the bytes that are not in `other`.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Returns whether `other` contains all bytes of the set.
    #[must_use]
    pub fn is_subset(self, other: Self) -> bool {
        self.intersection(other) == self
    }
}

impl FromIterator<u8> for ByteSet {
    fn from_iter<I: IntoIterator<Item = u8>>(bytes: I) -> Self {
        let mut set = Self::EMPTY;
        for byte in bytes {
            set.insert(byte);
        }
        set
    }
}

/// The form of listings: `[+\-.0-9A-Za-z]`, with `\xNN` for bytes that do not print.
impl fmt::Display for ByteSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (lo, hi) in self.ranges() {
            write!(f, "{}", Member(lo))?;
            if hi > lo {
                let dash = if hi - lo > 1 { "-" } else { "" };
                write!(f, "{dash}{}", Member(hi))?;
            }
        }
        f.write_str("]")
    }
}

impl fmt::Debug for ByteSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

struct Member(u8);

impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            b'\\' | b'-' | b'[' | b']' => write!(f, "\\{}", self.0 as char),
            b'!'..=b'~' => write!(f, "{}", self.0 as char),
            byte => write!(f, "\\x{byte:02X}"),
        }
    }
}

/// A partition of the 256 bytes into classes numbered from 0 by their smallest
/// byte.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ByteClasses {
    of: [u8; 256],
    count: usize,
}

/// All bytes in one class.
impl Default for ByteClasses {
    fn default() -> Self {
        Self::of_sets([])
    }
}

impl ByteClasses {
    /// The coarsest partition in which every set is a union of classes.
    pub fn of_sets<'a>(sets: impl IntoIterator<Item = &'a ByteSet>) -> Self {
        let mut classes = vec![ByteSet::range(0, u8::MAX)];
        for &set in sets {
            // Each class splits into the bytes inside and those outside of the set.
            for index in 0..classes.len() {
                let inside = classes[index].intersection(set);
                if !inside.is_empty() && inside != classes[index] {
                    classes.push(classes[index].minus(set));
                    classes[index] = inside;
                }
            }
        }
        // Classes are numbered by their smallest bytes. With its bits reversed, the class that has the smaller
        // one is the greater number.
        let order = |class: &ByteSet| Reverse(class.0.map(u64::reverse_bits));
        classes.sort_unstable_by_key(order);
        let mut of = [0; 256];
        for (class, number) in classes.iter().zip(0..=u8::MAX) {
            for (mut word, of) in class.0.into_iter().zip(of.as_chunks_mut::<64>().0) {
                while word != 0 {
                    of[word.trailing_zeros() as usize] = number;
                    word &= word - 1;
                }
            }
        }
        Self { of, count: classes.len() }
    }

    /// The partition in which two bytes share a class exactly if their labels are equal.
    pub fn from_labels<T: Ord + Copy>(labels: &[T; 256]) -> Self {
        let mut numbers = std::collections::BTreeMap::new();
        let of = std::array::from_fn(|byte| {
            let next = numbers.len();
            u8::try_from(*numbers.entry(labels[byte]).or_insert(next)).expect("at most 256 classes")
        });
        Self { of, count: numbers.len() }
    }

    /// The coarsest common refinement of two partitions.
    #[must_use]
    pub fn refined(&self, other: &Self) -> Self {
        Self::from_labels(&std::array::from_fn(|byte| (self.of[byte], other.of[byte])))
    }

    /// The partition in which classes with equal labels are one.
    #[must_use]
    pub fn merged<T: Ord>(&self, label: impl Fn(usize) -> T) -> Self {
        let mut numbers = std::collections::BTreeMap::new();
        let mut number = |label| {
            let next = numbers.len();
            *numbers.entry(label).or_insert(next)
        };
        let merged: Vec<usize> = (0..self.count).map(|class| number(label(class))).collect();
        Self::from_labels(&self.of.map(|class| merged[usize::from(class)]))
    }

    /// Returns the number of classes, 1 to 256.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The class of a byte.
    pub fn class(&self, byte: u8) -> usize {
        usize::from(self.of[usize::from(byte)])
    }

    /// The map from byte to class.
    pub fn map(&self) -> &[u8; 256] {
        &self.of
    }

    /// The smallest byte of each class, in order of classes.
    pub fn representatives(&self) -> Vec<u8> {
        let mut found = vec![None; self.count];
        for byte in 0..=255 {
            found[self.class(byte)].get_or_insert(byte);
        }
        found.into_iter().map(|byte| byte.expect("no class is empty")).collect()
    }

    /// The bytes of each class, in order of classes.
    pub fn sets(&self) -> Vec<ByteSet> {
        let mut sets = vec![ByteSet::EMPTY; self.count];
        for byte in 0..=255 {
            sets[self.class(byte)].insert(byte);
        }
        sets
    }

    /// Returns the number of classes of [`refined`](Self::refined).
    pub fn refined_count(&self, other: &Self) -> usize {
        let mut rows = [ByteSet::EMPTY; 256];
        for (a, b) in self.of.iter().zip(&other.of) {
            rows[usize::from(*a)].insert(*b);
        }
        rows[..self.count].iter().map(ByteSet::len).sum()
    }

    /// The bytes of a class.
    pub fn members(&self, class: usize) -> ByteSet {
        (0..=255).filter(|&byte| self.class(byte) == class).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refined_classes_are_counted_without_making_them() {
        let sets = [(0, 9), (5, 200), (b'a', b'z'), (b'a', b'f'), (255, 255), (0, 255)];
        let classes: Vec<ByteClasses> =
            sets.iter().map(|&(lo, hi)| ByteClasses::of_sets([&ByteSet::range(lo, hi)])).collect();
        for (i, a) in classes.iter().enumerate() {
            for b in &classes[..=i] {
                let both = a.refined(b);
                assert_eq!(a.refined_count(b), both.count());
                assert_eq!(both.refined_count(a), both.count());
            }
            let members: Vec<ByteSet> = (0..a.count()).map(|class| a.members(class)).collect();
            assert_eq!(a.sets(), members);
        }
        let each = ByteClasses::from_labels(&std::array::from_fn(|byte| byte));
        assert_eq!(each.refined_count(&each), 256);
    }
}
