//! Kinds of accessors, and parts without accessors. A leaf, shared by the stages.

/// Where accessors find the parts of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocatedIn {
    /// In the text, by automata.
    Text,
    /// In the tree of a text, as nodes.
    Tree,
}

/// The contents of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Texts of rules, or alternatives of a definition, some of which may be literals.
    Texts,
    /// A literal of a group of literals, such as `[ "-" ]`. Its accessor returns which literal of
    /// the group it is, or whether the only literal is present.
    Literal,
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
    /// Converts the minimum and the maximum number of occurrences, where 2 means two or more.
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

/// The kind of an accessor that reads the text again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessorKind {
    /// Returns all occurrences, in order.
    Each,
    /// Returns which literal of a choice a text contains. Every text contains one.
    Which,
    /// Returns which literal of a choice a text contains, if it contains one.
    WhichIfAny,
    /// Returns whether a text contains a literal.
    Whether,
}

/// The maximum number of alternatives of an enum.
pub const MAX_ALTERNATIVES: usize = 64;

/// The maximum number of characters of a set that counts as a choice of literals.
pub const MAX_MARKS: usize = 8;

/// Parts without accessors, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lacking {
    /// Their names.
    pub parts: Vec<String>,
    /// The reason, as a clause.
    pub why: String,
}
