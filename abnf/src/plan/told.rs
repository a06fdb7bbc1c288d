//! Kinds of accessors, and parts without accessor. A leaf, shared by the stages.

/// The kind of an accessor: its source and its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// The text of a part that occurs at most once; its offsets are in slots.
    Slots,
    /// All occurrences, in order. This accessor and those below read the text again.
    Each,
    /// The literal that a text contains of a choice from which every text contains one.
    Which,
    /// The literal of a choice that a text contains, if it contains one.
    WhichIfAny,
    /// Whether a text contains a literal.
    Whether,
}

impl Told {
    /// Returns the accessor of a group of `literals` literals. `None` if a text can contain several
    /// of them.
    pub fn of_literals(literals: usize, count: Count) -> Option<Self> {
        match count {
            Count::Many => None,
            _ if literals == 1 => Some(Self::Whether),
            Count::One => Some(Self::Which),
            Count::Optional => Some(Self::WhichIfAny),
        }
    }
}

/// The number of occurrences of a part in a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Once.
    One,
    /// At most once.
    Optional,
    /// Any number of times.
    Many,
}

impl Count {
    /// Converts the minimal and the maximal number of occurrences, where 2 means any higher number.
    /// `None` if the part never occurs.
    pub fn of((min, max): (u8, u8)) -> Option<Self> {
        match (min, max) {
            (_, 0) => None,
            (1.., 1) => Some(Self::One),
            (0, 1) => Some(Self::Optional),
            _ => Some(Self::Many),
        }
    }
}

/// The maximal number of alternatives of an enum.
pub const MAX_ALTERNATIVES: usize = 64;

/// The maximal number of characters of a set that counts as a choice of literals.
pub const MAX_MARKS: usize = 8;

/// Parts without accessors, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lacking {
    /// Their names.
    pub parts: Vec<String>,
    /// The reason, as a clause.
    pub why: String,
}
