//! Random numbers that depend only on the seed.

/// A generator of random numbers: `SplitMix64` (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014). The sequence of a seed never changes.
///
/// Not suitable for secrets.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Makes a generator from a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next number, uniform over 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below a bound, exactly uniform; 0 if the bound is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        let Some(greatest) = bound.checked_sub(1) else { return 0 };
        let mask = u64::MAX.checked_shr(greatest.leading_zeros()).unwrap_or(0);
        loop {
            let number = self.next_u64() & mask;
            if number <= greatest {
                return number;
            }
        }
    }

    /// Returns one of the items, chosen uniformly. `None` if there are none.
    pub fn choose<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        let index = self.below(all.len() as u64);
        all.get(usize::try_from(index).ok()?)
    }
}
