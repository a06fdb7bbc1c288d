//! Numbers of one kind of thing, which the compiler does not take for those of another.
//!
//! An automaton keeps its states in a list and names them by their index. The state of a DFA,
//! of the NFA it came from, a register and a tag string would all be `u32`; a type of its own
//! for each makes every crossing from one to another visible.

/// Declares the type of the numbers of one kind of thing. All of them fit into 32 bits, as the
/// budgets bound what is built far below.
macro_rules! id {
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident;) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visibility struct $name(u32);

        impl $name {
            /// The number of what has this index in its list.
            ///
            /// # Panics
            ///
            /// If the index does not fit into 32 bits.
            $visibility fn new(index: usize) -> Self {
                let number = u32::try_from(index);
                Self(number.expect(concat!(stringify!($name), "s are numbered in 32 bits")))
            }

            /// The index in lists with an entry for each.
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
