//! How the text of a rule tells its parts, and which it does not tell. A leaf, shared by the
//! stages.

use std::collections::{BTreeMap, BTreeSet};

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
    /// For so many literals of a choice; none if they stand in several places, and which of these
    /// has one could not be told.
    pub fn of_literals(literals: usize, count: Count, order: Order) -> Option<Self> {
        match count {
            Count::Many if literals == 1 || order == Order::Lost => None,
            Count::Many => Some(Self::Each),
            _ if literals == 1 => Some(Self::Whether),
            Count::One => Some(Self::Which),
            Count::Optional => Some(Self::WhichIfAny),
        }
    }
}

/// Whether a list of literals, in the order of a text, says where each stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// It does.
    Told,
    /// Some places may have one or none.
    Lost,
}

/// Which of several equal literals, or choices of the same literals, an accessor tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// What is counted.
    pub among: Among,
    /// Those that are meant, from 0, in the order of the definition; one but where alternatives
    /// share an accessor.
    pub indices: Vec<usize>,
    /// How many there are.
    pub count: usize,
}

/// What a [`Place`] counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// Each of them in the definition.
    Definition,
    /// Those that have accessors.
    Accessors,
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

/// More choices of literals than this in one definition have no accessors.
pub const MAX_CHOICES: usize = 8;

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

impl Lacking {
    /// Of literals, as ABNF, whose tables would make all tables together too large; none of none.
    pub fn of_total(literals: Vec<String>, limit: usize) -> Option<Self> {
        let why = format!(
            "with what tells literals, all tables together have more entries than {limit}, the limit"
        );
        (!literals.is_empty()).then_some(Self { parts: literals, why })
    }

    /// Of literals, as ABNF, each with the reason; of one that is given several times, the first
    /// counts.
    pub fn of_literals(literals: impl IntoIterator<Item = (String, Why)>) -> Vec<Self> {
        let mut known: BTreeSet<String> = BTreeSet::new();
        let mut all: BTreeMap<Why, Vec<String>> = BTreeMap::new();
        for (text, why) in literals {
            if known.insert(text.clone()) {
                all.entry(why).or_default().push(text);
            }
        }
        all.into_iter().map(|(why, parts)| Self { parts, why: why.clause() }).collect()
    }
}

/// Why a literal that tells something has no accessor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// It may be missing in each of several places.
    Scattered,
    /// It belongs to a choice beyond [`MAX_CHOICES`].
    Beyond,
    /// It is made of digits.
    Digits,
    /// It belongs to a choice of very many.
    Many,
    /// It stands there any number of times, one directly after the other.
    Repeated,
    /// Nothing of the above, and no part says whether it is there.
    Untied,
}

impl Why {
    fn clause(self) -> String {
        match self {
            Self::Scattered => {
                "where one may stand in several places, an accessor would not say in which".into()
            }
            Self::Beyond => {
                format!("no more than {MAX_CHOICES} choices of literals have accessors")
            }
            Self::Digits => {
                "digits count as part of a number; a rule for them would be a part itself".into()
            }
            Self::Many => format!(
                "no choice of more than {MAX_ALTERNATIVES} literals, or of {MAX_MARKS} characters, \
                 has an accessor; a rule for it would be a part itself"
            ),
            Self::Repeated => "only the text says how often one is repeated".into(),
            Self::Untied => {
                "no part beside such a literal says whether it is there; a rule for it would be a part \
                 itself"
                    .into()
            }
        }
    }
}
