//! Numbers the lists that transitions share.

use std::collections::BTreeMap;

/// Distinct lists, numbered in the order of their insertion. The first is empty.
pub(in crate::plan) struct Lists<T> {
    all: Vec<Vec<T>>,
    numbers: BTreeMap<Vec<T>, u16>,
}

impl<T: Clone + Ord> Lists<T> {
    pub(in crate::plan) fn new() -> Self {
        Self { all: vec![Vec::new()], numbers: BTreeMap::from([(Vec::new(), 0)]) }
    }

    /// Returns the number of a list. The caller has checked that there are at most 65535.
    pub(in crate::plan) fn number(&mut self, list: Vec<T>) -> u16 {
        let next = u16::try_from(self.all.len()).expect("lists are counted before");
        *self.numbers.entry(list.clone()).or_insert_with(|| {
            self.all.push(list);
            next
        })
    }

    /// Returns the lists, by number.
    pub(in crate::plan) fn finish(self) -> Vec<Vec<T>> {
        self.all
    }
}
