//! The memory that finding the occurrences of a part takes.

use crate::automata::events::Transducer;

/// The memory of an iterator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// A number of offsets of uncertain events.
    Offsets(usize),
    /// All occurrences. The iterator reads the whole text first, and needs `alloc`.
    All,
}

/// Returns the memory that the iterator of a transducer needs.
pub(super) fn keeps(transducer: &Transducer) -> Keeps {
    if transducer.is_run_twice() { Keeps::All } else { Keeps::Offsets(transducer.register_count()) }
}
