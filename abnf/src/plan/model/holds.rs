//! The contents of data, which determine the form of its type.

/// The contents that determine the form of a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holds {
    /// Whether it borrows from the text.
    pub text: bool,
    /// Whether it contains lists or decoded text, which need `alloc`.
    pub list: bool,
    /// Whether it contains floats, which have no total equality.
    pub float: bool,
}

impl Holds {
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            text: self.text || other.text,
            list: self.list || other.list,
            float: self.float || other.float,
        }
    }
}
