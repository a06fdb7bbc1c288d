//! Sets of values: the octets or code points that one element of a grammar matches.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A set of values as sorted, disjoint, non-adjacent inclusive ranges.
///
/// Never empty inside an [`Expr`](super::Expr). A set of alternatives that were written one by one,
/// such as `"<" / ">"`, also stores these alternatives in order; they affect neither its values nor
/// the equality of sets. Neither does the case in which a letter of both cases was written.
// Most sets are one character in both cases. A grammar of 16 MB can have 16 million
// sets, and an allocation for each would double its memory.
#[derive(Clone)]
pub struct ValueSet(Ranges);

#[derive(Clone)]
enum Ranges {
    One([(u32, u32); 1]),
    Two([(u32, u32); 2]),
    /// Both cases of a letter that was written as a capital.
    Capital([(u32, u32); 2]),
    Other(Vec<(u32, u32)>),
    Written(Box<Written>),
}

/// Alternatives of one character each.
#[derive(Clone)]
struct Written {
    ranges: Vec<(u32, u32)>,
    alternatives: Vec<ValueSet>,
}

/// Longer lists of alternatives are not stored.
const MAX_WRITTEN: usize = 256;

impl ValueSet {
    /// Makes a set of ranges in any order. Reversed ranges are dropped; the caller must report
    /// them.
    pub fn new(ranges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut ranges: Vec<_> = ranges.into_iter().filter(|(lo, hi)| lo <= hi).collect();
        ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for (lo, hi) in ranges {
            match merged.last_mut() {
                Some(last) if lo <= last.1.saturating_add(1) => last.1 = last.1.max(hi),
                _ => merged.push((lo, hi)),
            }
        }
        Self(match *merged {
            [one] => Ranges::One([one]),
            [one, two] => Ranges::Two([one, two]),
            _ => Ranges::Other(merged),
        })
    }

    /// Makes a set of one value.
    pub fn single(value: u32) -> Self {
        Self(Ranges::One([(value, value)]))
    }

    /// Makes the set of both cases of an ASCII letter, or of another character alone. Stores the case in which
    /// the letter is written.
    pub fn any_case(written: char) -> Self {
        if !written.is_ascii_alphabetic() {
            return Self::single(u32::from(written));
        }
        let [upper, lower] = [written.to_ascii_uppercase(), written.to_ascii_lowercase()];
        let ranges = [upper, lower].map(|case| (u32::from(case), u32::from(case)));
        Self(if written == upper { Ranges::Capital(ranges) } else { Ranges::Two(ranges) })
    }

    /// Makes a set of adjacent alternatives, and stores them if each is one character, where
    /// both cases of a letter count as one. Takes linear time, apart from sorting.
    pub fn of_alternatives(mut sets: Vec<Self>) -> Self {
        if let [_] = sets[..] {
            return sets.remove(0);
        }
        let set = Self::new(sets.iter().flat_map(Self::ranges).copied());
        let count: usize = sets.iter().map(|set| set.alternatives().len()).sum();
        if count > MAX_WRITTEN {
            return set;
        }
        let mut alternatives: Vec<Self> = Vec::new();
        for one in sets.iter().flat_map(Self::alternatives) {
            if one.character().is_none() {
                return set;
            }
            if !alternatives.contains(one) {
                alternatives.push(one.clone());
            }
        }
        match &alternatives[..] {
            [_] => alternatives.remove(0),
            _ => Self(Ranges::Written(Box::new(Written {
                ranges: set.ranges().to_vec(),
                alternatives,
            }))),
        }
    }

    /// Returns the alternatives as written, each a character, or the set itself if they are not
    /// stored.
    pub fn alternatives(&self) -> &[Self] {
        match &self.0 {
            Ranges::Written(written) => &written.alternatives,
            _ => std::slice::from_ref(self),
        }
    }

    /// Returns the only character of the set, or the capital of its only letter.
    pub fn character(&self) -> Option<u32> {
        let is_capital = |value: u32| u8::try_from(value).is_ok_and(|it| it.is_ascii_uppercase());
        match (self.alternatives(), self.ranges()) {
            ([_], &[(low, high)]) if low == high => Some(low),
            ([_], &[(a, b), (c, d)]) if a == b && c == d && is_capital(a) && c == a + 0x20 => {
                Some(a)
            }
            _ => None,
        }
    }

    /// Returns whether the set, or the first of its alternatives, is a letter that was written as a capital.
    pub fn begins_with_capital(&self) -> bool {
        match self.alternatives().first().map(|first| &first.0) {
            Some(Ranges::Capital(_)) => true,
            Some(&Ranges::One([(low, high)])) => {
                low == high && u8::try_from(low).is_ok_and(|it| it.is_ascii_uppercase())
            }
            _ => false,
        }
    }

    /// Returns the ranges, in order.
    pub fn ranges(&self) -> &[(u32, u32)] {
        match &self.0 {
            Ranges::One(ranges) => ranges,
            Ranges::Two(ranges) | Ranges::Capital(ranges) => ranges,
            Ranges::Other(ranges) => ranges,
            Ranges::Written(written) => &written.ranges,
        }
    }

    /// Returns the union of two sets.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self::new(self.ranges().iter().chain(other.ranges()).copied())
    }

    /// Returns the values that are not in another set.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let mut left = Vec::new();
        for &(start, high) in self.ranges() {
            let mut low = start;
            let mut is_used_up = false;
            for &(first, last) in other.ranges().iter().filter(|it| start <= it.1 && it.0 <= high) {
                if low < first {
                    left.push((low, first - 1));
                }
                is_used_up = high <= last;
                low = last.saturating_add(1);
            }
            if !is_used_up && low <= high {
                left.push((low, high));
            }
        }
        Self::new(left)
    }

    /// Returns the greatest value; `None` if the set is empty.
    pub fn max(&self) -> Option<u32> {
        self.ranges().last().map(|range| range.1)
    }
}

impl PartialEq for ValueSet {
    fn eq(&self, other: &Self) -> bool {
        self.ranges() == other.ranges()
    }
}
impl Eq for ValueSet {}
impl PartialOrd for ValueSet {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for ValueSet {
    fn cmp(&self, other: &Self) -> Ordering {
        self.ranges().cmp(other.ranges())
    }
}
impl Hash for ValueSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.ranges().hash(state);
    }
}
impl fmt::Debug for ValueSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ValueSet").field(&self.ranges()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(ranges: &[(u32, u32)]) -> ValueSet {
        ValueSet::new(ranges.iter().copied())
    }

    #[test]
    fn sets_less_sets() {
        let less = |ranges, taken| set(ranges).minus(&set(taken)).ranges().to_vec();
        assert_eq!(less(&[(1, 9)], &[(3, 4), (9, 12)]), [(1, 2), (5, 8)]);
        assert_eq!(less(&[(1, 2), (5, 9)], &[(0, 6)]), [(7, 9)]);
        assert_eq!(less(&[(3, 3)], &[(3, 3)]), []);
        assert_eq!(less(&[(0, u32::MAX)], &[(7, u32::MAX)]), [(0, 6)]);
        assert_eq!(less(&[(0, 0x10_FFFF)], &[(5, 0x10_FFFF)]), [(0, 4)]);
    }

    #[test]
    fn differences_of_sets_are_exact() {
        let subsets =
            |bits: u32| ValueSet::new((0..6).filter(|at| bits >> at & 1 == 1).map(|it| (it, it)));
        for a in 0..64 {
            for b in 0..64 {
                assert_eq!(subsets(a).minus(&subsets(b)), subsets(a & !b), "{a} {b}");
            }
        }
    }
}
