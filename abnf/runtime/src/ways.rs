//! Sets of ways to read a text: a state, and the call that it belongs to.

use super::alloc::vec::Vec;

/// A state, and the call that it belongs to.
pub(crate) type Way = (u16, u32);

/// A set of ways, in the order in which they were added.
#[derive(Default)]
pub(crate) struct Ways {
    pub(crate) list: Vec<Way>,
    /// Where many are: a table of one more than their index, by their hash, with room for
    /// twice as many.
    table: Vec<u32>,
}

#[allow(clippy::cast_possible_truncation, reason = "ways are fewer than their limit")]
impl Ways {
    /// Up to this many, looking at all is the fastest way to find one.
    const FEW: usize = 16;

    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.table.clear();
    }

    pub(crate) fn add(&mut self, way: Way) {
        if self.list.len() < Self::FEW {
            if !self.list.contains(&way) {
                self.list.push(way);
            }
            return;
        }
        if self.table.len() <= 2 * self.list.len() {
            self.table.clear();
            self.table.resize(4 * self.list.len().next_power_of_two(), 0);
            for index in 0..self.list.len() {
                let slot = self.slot(self.list[index]);
                self.table[slot] = index as u32 + 1;
            }
        }
        let slot = self.slot(way);
        if self.table[slot] == 0 {
            self.list.push(way);
            self.table[slot] = self.list.len() as u32;
        }
    }

    /// Where a way stands in the table, or would stand.
    fn slot(&self, way: Way) -> usize {
        let mask = self.table.len() - 1;
        let key = (u64::from(way.0) << 32 | u64::from(way.1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut slot = (key >> 32) as usize & mask;
        while let Some(index) = self.table[slot].checked_sub(1) {
            if self.list[index as usize] == way {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }
}
