//! Expresses a set of bytes as a few range tests, for vector instructions that test many bytes at
//! once.
//!
//! A test checks whether a byte is in a range, optionally after setting a bit of the byte: with
//! 0x20 set, letters in both cases are one range. Choosing the fewest tests is the set cover
//! problem. The greedy choice (Chvátal, "A greedy heuristic for the set-covering problem", 1979) is
//! good enough for the sets of grammars, and never takes more tests than there are ranges.

use crate::bytes::ByteSet;

/// The test `low <= (byte | bit) <= high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RangeTest {
    /// The bit that is set first, or 0.
    pub bit: u8,
    /// The lowest byte.
    pub low: u8,
    /// The highest byte.
    pub high: u8,
}

impl RangeTest {
    /// Returns the bytes that pass the test.
    pub fn bytes(self) -> ByteSet {
        (0..=u8::MAX).filter(|byte| (self.low..=self.high).contains(&(byte | self.bit))).collect()
    }

    /// Returns the approximate number of instructions, including one to combine it with another test.
    fn cost(self) -> usize {
        2 + usize::from(self.bit != 0) + usize::from(self.low != self.high)
    }
}

/// Returns tests such that exactly the bytes of the set pass at least one of them.
///
/// Takes time quadratic in the number of ranges, which is at most 128.
pub fn range_tests(set: ByteSet) -> Vec<RangeTest> {
    let plain = ranges(set, 0);
    let bits = (0..8).map(|bit| 1 << bit);
    let all: Vec<_> = plain.iter().copied().chain(bits.flat_map(|bit| ranges(set, bit))).collect();
    let all: Vec<_> = all.into_iter().map(|test| (test, test.bytes())).collect();
    let mut chosen: Vec<(RangeTest, ByteSet)> = Vec::new();
    let mut found = ByteSet::EMPTY;
    while found != set {
        let gain = |it: &(RangeTest, ByteSet)| it.1.union(found).len();
        let cheap = |it: &(RangeTest, ByteSet)| std::cmp::Reverse(it.0.cost());
        let best = all.iter().max_by_key(|it| (gain(it), cheap(it)));
        let best = *best.expect("each byte of a set is in a range");
        found = found.union(best.1);
        chosen.push(best);
    }
    // Later tests may cover an earlier one.
    for index in (0..chosen.len()).rev() {
        let others = chosen.iter().enumerate().filter(|(other, _)| *other != index);
        if others.fold(ByteSet::EMPTY, |all, (_, it)| all.union(it.1)) == set {
            chosen.remove(index);
        }
    }
    let chosen: Vec<_> = chosen.into_iter().map(|it| it.0).collect();
    let cost = |list: &[RangeTest]| list.iter().map(|it| it.cost()).sum::<usize>();
    let mut best = if cost(&chosen) < cost(&plain) { chosen } else { plain };
    best.sort_unstable_by_key(|it| (it.low, it.bit));
    best
}

/// Returns the longest ranges of bytes with the bit set that are in the set both with and without
/// the bit.
fn ranges(set: ByteSet, bit: u8) -> Vec<RangeTest> {
    let mut ranges: Vec<RangeTest> = Vec::new();
    // Whether the range continues: a byte without the bit does not end it, since no such byte is
    // compared.
    let mut continues = false;
    for byte in (0..=u8::MAX).filter(|byte| byte & bit == bit) {
        let inside = set.contains(byte) && set.contains(byte ^ bit);
        match ranges.last_mut() {
            Some(last) if inside && continues => last.high = byte,
            _ if inside => ranges.push(RangeTest { bit, low: byte, high: byte }),
            _ => {}
        }
        continues = inside;
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::seeded;
    use proptest::prelude::*;

    fn shown(set: &[(u8, u8)]) -> Vec<String> {
        let set = set
            .iter()
            .fold(ByteSet::EMPTY, |all, &(low, high)| all.union(ByteSet::range(low, high)));
        let shown = range_tests(set).into_iter().map(|it| {
            let [low, high] = [it.low, it.high].map(|byte| byte.escape_ascii().to_string());
            format!("{:#x} {low}-{high}", it.bit)
        });
        shown.collect()
    }

    #[test]
    fn few_tests() {
        assert_eq!(shown(&[]), [""; 0]);
        assert_eq!(shown(&[(0, 255)]), ["0x0 \\x00-\\xff"]);
        assert_eq!(shown(&[(b'%', b'%')]), ["0x0 %-%"]);
        assert_eq!(
            shown(&[(b'0', b'9'), (b'A', b'F'), (b'a', b'f')]),
            ["0x0 0-9", "0x20 a-f"],
            "both cases at once"
        );
        assert_eq!(shown(&[(b'<', b'<'), (b'>', b'>')]), ["0x2 >->"], "one instruction less");
        assert_eq!(shown(&[(b'A', b'F'), (b'a', b'g')]), ["0x0 A-F", "0x0 a-g"], "no gain");
        // The range of letters is in another one that is needed.
        assert_eq!(shown(&[(b'@', b'Z'), (b'_', b'z')]), ["0x0 @-Z", "0x0 _-z"]);
    }

    /// Sets as grammars have them: a few ranges, some of them in both cases.
    fn sets() -> impl Strategy<Value = ByteSet> {
        let fold = prop::sample::select(vec![0, 0x20, 0x80]);
        let range = (any::<u8>(), 0..40_u8, fold).prop_map(|(low, width, fold)| {
            (low..=low.saturating_add(width)).flat_map(|byte| [byte, byte ^ fold]).collect()
        });
        let union = |ranges: Vec<ByteSet>| ranges.into_iter().fold(ByteSet::EMPTY, ByteSet::union);
        prop::collection::vec(range, 0..12).prop_map(union)
    }

    proptest! {
        #![proptest_config(seeded(300))]

        #[test]
        fn exactly_the_set(set in sets()) {
            let found = range_tests(set);
            let all = found.iter().fold(ByteSet::EMPTY, |all, it| all.union(it.bytes()));
            prop_assert_eq!(all, set);
            let cost = |list: &[RangeTest]| list.iter().map(|it| it.cost()).sum::<usize>();
            prop_assert!(cost(&found) <= cost(&ranges(set, 0)));
        }
    }
}
