//! Numbers for lists, such as the sets of states that a subset construction finds.
//!
//! Lists are compared with those of the same hash only. A map ordered by lists would compare a list
//! with a dozen others, and many sets of states have a long front in common. Numbers follow the
//! order of insertion, so no hash reaches the output.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Different lists, numbered from 0 in the order in which they were added.
#[derive(Clone, Debug)]
pub(in crate::automata) struct Interned<T> {
    lists: Vec<Box<[T]>>,
    /// The numbers of the lists with each hash.
    by_hash: BTreeMap<u64, Vec<usize>>,
}

impl<T> Default for Interned<T> {
    fn default() -> Self {
        Self { lists: Vec::new(), by_hash: BTreeMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Interned<T> {
    /// Returns the number of a list. It is [`len`](Self::len) before the call if the list is new.
    pub(in crate::automata) fn number(&mut self, list: &[T]) -> usize {
        let mut hasher = DefaultHasher::new();
        list.hash(&mut hasher);
        let numbers = self.by_hash.entry(hasher.finish()).or_default();
        if let Some(&known) = numbers.iter().find(|&&number| *self.lists[number] == *list) {
            return known;
        }
        numbers.push(self.lists.len());
        self.lists.push(list.into());
        self.lists.len() - 1
    }
}

impl<T> Interned<T> {
    /// Returns the number of lists.
    pub(in crate::automata) fn len(&self) -> usize {
        self.lists.len()
    }

    /// Returns the list with a number.
    pub(in crate::automata) fn list(&self, number: usize) -> &[T] {
        &self.lists[number]
    }
}

#[cfg(test)]
mod tests {
    use super::Interned;

    #[test]
    fn numbers_follow_the_first_insertion() {
        let mut interned = Interned::default();
        let lists: [&[u32]; 6] = [&[2, 1], &[], &[2], &[2, 1], &[1, 2], &[]];
        assert_eq!(lists.map(|list| interned.number(list)), [0, 1, 2, 0, 3, 1]);
        assert_eq!(interned.len(), 4);
        assert_eq!(interned.list(3), [1, 2]);
    }
}
