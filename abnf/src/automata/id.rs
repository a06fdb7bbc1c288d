//! Newtypes for indices, so that indices of different kinds cannot be confused.
//!
//! An automaton stores its states in a list and refers to them by index. The states of a DFA and
//! of its NFA, registers and tag strings would all be `u32`; a newtype
//! for each makes every conversion visible.

/// Declares a newtype for the indices of one kind. All indices fit into 32 bits, since
/// budgets keep all sizes far below that.
macro_rules! id {
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident;) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visibility struct $name(u32);

        impl $name {
            /// Makes the id of the item at this index of its list.
            ///
            /// # Panics
            ///
            /// If the index does not fit into 32 bits.
            $visibility fn new(index: usize) -> Self {
                let number = u32::try_from(index);
                Self(number.expect(concat!(stringify!($name), "s are numbered in 32 bits")))
            }

            /// Returns the index of the item in lists with an entry for each item.
            $visibility const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&self.0, f)
            }
        }
    };
}

pub(crate) use id;
