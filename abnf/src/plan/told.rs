//! How accessors find their parts, and which parts have no accessor. A leaf, shared by the stages.

/// How a part is found, and what its accessor gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// The text itself: slots have the place of a part that occurs once at most.
    Slots,
    /// Each occurrence, in order. From here on, the text is read when somebody asks.
    Each,
    /// Which of several literals every text has.
    Which,
    /// Which of several literals a text has, if it has one.
    WhichIfAny,
    /// Whether a text has a literal.
    Whether,
}

impl Told {
    /// The accessor of a group of `literals` literals. `None` if a text can contain several of them.
    pub fn of_literals(literals: usize, count: Count) -> Option<Self> {
        match count {
            Count::Many => None,
            _ if literals == 1 => Some(Self::Whether),
            Count::One => Some(Self::Which),
            Count::Optional => Some(Self::WhichIfAny),
        }
    }
}

/// How often a part occurs in a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Once.
    One,
    /// Once or not.
    Optional,
    /// Any number of times.
    Many,
}

impl Count {
    /// Of a part that occurs at least and at most so many times, where 2 stands for more; none if
    /// it never occurs.
    pub fn of((min, max): (u8, u8)) -> Option<Self> {
        match (min, max) {
            (_, 0) => None,
            (1.., 1) => Some(Self::One),
            (0, 1) => Some(Self::Optional),
            _ => Some(Self::Many),
        }
    }
}

/// More alternatives than this are no enum.
pub const MAX_ALTERNATIVES: usize = 64;

/// A set of more characters than this is no choice of literals.
pub const MAX_MARKS: usize = 8;

/// Parts that a type lacks, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lacking {
    /// Their names.
    pub parts: Vec<String>,
    /// A clause that says why.
    pub why: String,
}
