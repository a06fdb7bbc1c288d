//! Natural numbers of any size, as far as counting texts needs them.

use super::super::random::Random;
use std::cmp::Ordering;

/// A number by its digits of 64 bits, the least first, without zeros at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Natural(Vec<u64>);

impl From<u64> for Natural {
    fn from(value: u64) -> Self {
        Self(if value == 0 { Vec::new() } else { vec![value] })
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        let digits = || self.0.iter().rev().cmp(other.0.iter().rev());
        self.0.len().cmp(&other.0.len()).then_with(digits)
    }
}

impl Natural {
    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn words(&self) -> usize {
        self.0.len()
    }

    /// Adds a product.
    pub(super) fn add_product(&mut self, number: &Self, factor: u64) {
        let mut carry: u128 = 0;
        for i in 0.. {
            if number.0.len() <= i && carry == 0 {
                break;
            }
            if self.0.len() <= i {
                self.0.push(0);
            }
            let product = u128::from(number.0.get(i).copied().unwrap_or(0)) * u128::from(factor);
            // At most (2^64 - 1)^2 + 2 * (2^64 - 1), which is 2^128 - 1.
            let sum = product + u128::from(self.0[i]) + carry;
            self.0[i] = low(sum);
            carry = sum >> 64;
        }
        self.trim();
    }

    /// Takes away a number that is not greater.
    pub(super) fn subtract(&mut self, number: &Self) {
        let mut borrow = false;
        for i in 0..self.0.len() {
            let other = number.0.get(i).copied().unwrap_or(0);
            let (once, first) = self.0[i].overflowing_sub(other);
            let (twice, second) = once.overflowing_sub(u64::from(borrow));
            self.0[i] = twice;
            borrow = first || second;
        }
        self.trim();
    }

    /// A number below this one, each as likely as any other; 0 if this is 0.
    pub(super) fn below(&self, random: &mut Random) -> Self {
        let Some(&greatest) = self.0.last() else { return Self::default() };
        let mask = u64::MAX >> greatest.leading_zeros();
        loop {
            let mut digits: Vec<u64> = self.0.iter().map(|_| random.next_u64()).collect();
            digits.last_mut().into_iter().for_each(|last| *last &= mask);
            let mut number = Self(digits);
            number.trim();
            if number < *self {
                return number;
            }
        }
    }

    fn trim(&mut self) {
        while self.0.pop_if(|last| *last == 0).is_some() {}
    }
}

fn low(value: u128) -> u64 {
    u64::try_from(value & u128::from(u64::MAX)).expect("64 bits")
}

#[cfg(test)]
mod tests {
    use super::Natural;
    use crate::sample::Random;
    use crate::testing::seeded;
    use proptest::prelude::*;

    fn natural(value: u128) -> Natural {
        let mut natural = Natural::from(super::low(value));
        let mut high = Natural::default();
        // 2^64 times the upper half.
        high.add_product(&Natural::from(super::low(value >> 64)), 1 << 63);
        natural.add_product(&high, 2);
        natural
    }

    /// Few bits or many, so that carries go far.
    fn values() -> impl Strategy<Value = u128> {
        (any::<u128>(), 0..128_u32, any::<bool>())
            .prop_map(|(value, shift, high)| if high { !(value >> shift) } else { value >> shift })
    }

    proptest! {
        #![proptest_config(seeded(2000))]

        #[test]
        fn numbers_are_those_of_the_machine(a in values(), b in values(), factor: u64) {
            prop_assert_eq!(natural(a).cmp(&natural(b)), a.cmp(&b));
            let (less, more) = (a.min(b), a.max(b));
            let mut difference = natural(more);
            difference.subtract(&natural(less));
            prop_assert_eq!(&difference, &natural(more - less));
            // Back again.
            difference.add_product(&natural(less), 1);
            prop_assert_eq!(&difference, &natural(more));
            let (narrow, small) = (a >> 64, b >> 1);
            let mut sum = natural(small >> 1);
            sum.add_product(&natural(narrow), factor >> 2);
            prop_assert_eq!(sum, natural((small >> 1) + narrow * u128::from(factor >> 2)));
        }
    }

    #[test]
    fn each_number_below_a_bound_is_drawn() {
        let bound = natural(5 << 64);
        let mut random = Random::new(1);
        let mut seen = [0; 5];
        for _ in 0..1000 {
            let number = bound.below(&mut random);
            assert!(number < bound);
            seen[usize::try_from(number.0.get(1).copied().unwrap_or(0)).unwrap()] += 1;
        }
        assert!(seen.iter().all(|&times| 150 < times), "{seen:?}");
    }
}
