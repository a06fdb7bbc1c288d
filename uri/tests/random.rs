//! A small generator of random data, the same in every run.

pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below a bound, by xorshift.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    /// A number of items between two bounds.
    pub(crate) fn some<T: Copy>(&mut self, items: &[T], least: usize, most: usize) -> Vec<T> {
        if items.is_empty() {
            return Vec::new();
        }
        let count = least + self.below(most - least + 1);
        (0..count).map(|_| items[self.below(items.len())]).collect()
    }
}
