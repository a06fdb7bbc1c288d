//! Random decisions: `SplitMix64` (Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
//! 2014). A seed gives the same decisions on every machine.

#[derive(Clone, Debug)]
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number below a small bound; 0 if the bound is 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        // The remainder is below `bound`.
        usize::try_from(self.next() % bound.max(1) as u64).unwrap_or(0)
    }

    /// Returns `true` in one of `times` cases.
    pub(super) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns one of the items, which are not empty.
    pub(super) fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}
