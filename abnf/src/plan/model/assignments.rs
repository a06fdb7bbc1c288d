//! The lists of assignments that the edges of tagged automata make, as bytes.

use crate::automata::tagged::tdfa::{Register, Value};
use crate::plan::slots::{in_sequence, spare};
use std::collections::BTreeMap;

/// The lists of assignments, each once, by their offsets.
pub(super) struct Assignments {
    pub(super) bytes: Vec<u8>,
    offsets: BTreeMap<Vec<(u8, u8)>, u16>,
    spare: Register,
}

impl Assignments {
    /// The empty list alone. If there is a spare register it is the last one.
    pub(super) fn new(registers: usize) -> Self {
        let spare = spare(registers);
        Self { bytes: vec![0], offsets: BTreeMap::from([(Vec::new(), 0)]), spare }
    }

    /// The offset of a list. The caller has checked that there are not too many.
    pub(super) fn offset(&mut self, assign: &[(Register, Value)]) -> u16 {
        let (list, _) = in_sequence(assign, self.spare);
        let bytes = &mut self.bytes;
        *self.offsets.entry(list.clone()).or_insert_with(|| {
            let offset = small(bytes.len());
            bytes.push(u8::try_from(list.len()).expect("registers are counted before"));
            bytes.extend(list.iter().flat_map(|&(to, from)| [to, from]));
            offset
        })
    }
}

/// An offset or a number in 16 bits, as tables hold it.
pub(super) fn small(number: usize) -> u16 {
    u16::try_from(number).expect("there are fewer of them than transitions or states")
}
