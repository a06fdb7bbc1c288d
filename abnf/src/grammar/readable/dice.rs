//! Random decisions. A seed gives the same decisions on every machine.

use crate::random::Random;

#[derive(Clone, Debug)]
pub(super) struct Dice(Random);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }

    /// Returns a number below a small bound; 0 if the bound is 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        // The remainder is below `bound`.
        usize::try_from(self.0.next_u64() % bound.max(1) as u64).unwrap_or(0)
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
