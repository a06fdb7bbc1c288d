//! Sets of numbers of states, for unions of many sets that overlap: one bit for each number.

const BITS: usize = u64::BITS as usize;

/// A set of numbers. Takes space proportional to the greatest one.
#[derive(Clone, Debug, Default)]
pub(super) struct StateSet {
    words: Vec<u64>,
}

impl StateSet {
    /// Adds a number.
    pub(super) fn insert(&mut self, number: usize) {
        let word = number / BITS;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (number % BITS);
    }

    /// Adds the numbers of another set.
    pub(super) fn extend(&mut self, other: &Self) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Returns whether a number is in the set.
    pub(super) fn contains(&self, number: usize) -> bool {
        self.words.get(number / BITS).is_some_and(|word| word >> (number % BITS) & 1 == 1)
    }

    /// Returns how many numbers are in the set.
    pub(super) fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the length of the set, which [`extend`](Self::extend) takes time proportional to.
    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    /// Iterates over the numbers in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let bits = |(index, &word): (usize, &u64)| {
            let left = std::iter::successors(Some(word), |left| Some(left & (left - 1)));
            let left = left.take(word.count_ones() as usize);
            left.map(move |left| index * BITS + left.trailing_zeros() as usize)
        };
        self.words.iter().enumerate().flat_map(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_at_the_borders_of_words_are_kept() {
        let set = |numbers: &[usize]| {
            let mut set = StateSet::default();
            numbers.iter().for_each(|&it| set.insert(it));
            set
        };
        let mut all = set(&[0, 63]);
        all.extend(&set(&[63, 64, 191]));
        all.extend(&set(&[1]));
        assert_eq!(all.iter().collect::<Vec<_>>(), [0, 1, 63, 64, 191]);
        assert_eq!((all.count(), all.words()), (5, 3));
        assert!(all.contains(64) && !all.contains(65) && !all.contains(1000));
    }
}
