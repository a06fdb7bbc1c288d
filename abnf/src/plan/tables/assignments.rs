//! Encodes the lists of assignments of tagged automata as bytes.

use crate::automata::tagged::tdfa::{Register, Value};
use crate::plan::parts::slots::{in_sequence, scratch};
use std::collections::BTreeMap;

/// Distinct lists of assignments, by offset.
pub(in crate::plan) struct Assignments {
    pub(in crate::plan) bytes: Vec<u8>,
    offsets: BTreeMap<Vec<(u8, u8)>, u16>,
    scratch: Register,
}

impl Assignments {
    /// Contains only the empty list. The scratch register, if there is one, is the last register.
    pub(in crate::plan) fn new(registers: usize) -> Self {
        let scratch = scratch(registers);
        Self { bytes: vec![0], offsets: BTreeMap::from([(Vec::new(), 0)]), scratch }
    }

    /// Returns the offset of a list. The caller has checked that there are not too many.
    pub(in crate::plan) fn offset(&mut self, assign: &[(Register, Value)]) -> u16 {
        let (list, _) = in_sequence(assign, self.scratch);
        let bytes = &mut self.bytes;
        *self.offsets.entry(list.clone()).or_insert_with(|| {
            let offset = small(bytes.len());
            bytes.push(u8::try_from(list.len()).expect("registers are counted before"));
            bytes.extend(list.iter().flat_map(|&(to, from)| [to, from]));
            offset
        })
    }
}

/// Converts an offset or a number to 16 bits.
pub(in crate::plan) fn small(number: usize) -> u16 {
    u16::try_from(number).expect("there are fewer of them than transitions or states")
}
