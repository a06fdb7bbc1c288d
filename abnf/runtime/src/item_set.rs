//! Sets of pairs of a state and a number: the call to which the state belongs, or the offset at
//! which the state is reached.

use super::alloc::vec::Vec;

/// A state of an automaton, and a call or an offset.
pub(crate) type Item = (u16, u32);

/// A set of items, in the order in which they were added.
#[derive(Default)]
pub(crate) struct ItemSet {
    /// The items. A loop over the indices of the list also visits the items that it adds.
    pub(crate) list: Vec<Item>,
    /// A hash table with linear probing, empty while the set is small: one more than the index in
    /// the list, or 0. It is at least twice as long as the list.
    table: Vec<u32>,
}

#[allow(clippy::cast_possible_truncation, reason = "items are fewer than the limits of parsers")]
impl ItemSet {
    /// Up to this size, comparing all items is the fastest way to find one.
    const SMALL: usize = 16;

    /// Removes all items and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.table.clear();
    }

    /// Removes all items but the first ones.
    #[cfg(feature = "general")]
    pub(crate) fn truncate(&mut self, length: usize) {
        self.list.truncate(length);
        self.table.clear();
        if Self::SMALL <= length {
            self.grow();
        }
    }

    /// Adds an item. Returns `false` if it is there already.
    #[inline]
    pub(crate) fn add(&mut self, item: Item) -> bool {
        if self.list.len() < Self::SMALL {
            let is_new = !self.list.contains(&item);
            if is_new {
                self.list.push(item);
            }
            return is_new;
        }
        if self.table.len() <= 2 * self.list.len() {
            self.grow();
        }
        let slot = self.slot(item);
        let is_new = self.table[slot] == 0;
        if is_new {
            self.list.push(item);
            self.table[slot] = self.list.len() as u32;
        }
        is_new
    }

    /// Returns whether the set has this item.
    pub(crate) fn contains(&self, item: Item) -> bool {
        if self.table.is_empty() {
            self.list.contains(&item)
        } else {
            self.table[self.slot(item)] != 0
        }
    }

    fn grow(&mut self) {
        self.table.clear();
        self.table.resize(4 * self.list.len().next_power_of_two(), 0);
        for index in 0..self.list.len() {
            let slot = self.slot(self.list[index]);
            self.table[slot] = index as u32 + 1;
        }
    }

    /// The slot of the item in the table, or the free slot for it.
    fn slot(&self, item: Item) -> usize {
        let mask = self.table.len() - 1;
        let key = (u64::from(item.0) << 32 | u64::from(item.1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut slot = (key >> 32) as usize & mask;
        while let Some(index) = self.table[slot].checked_sub(1) {
            if self.list[index as usize] == item {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }
}
