//! How the text of a rule tells its parts, and which it does not tell. A leaf, shared by the
//! stages.

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

    /// Of literals, as ABNF: those that may stand in several places, those of more choices than
    /// there are accessors for, and others that no accessor tells.
    pub fn of_literals(
        scattered: Vec<String>,
        beyond: Vec<String>,
        others: Vec<String>,
    ) -> Vec<Self> {
        let why = "where one may stand in several places, an accessor would not say in which";
        let scattered = (scattered, why.to_owned());
        let why = format!("no more than {MAX_CHOICES} choices of literals have accessors");
        let beyond = (beyond, why);
        let why = "a literal has none if it is a digit, one of very many, or tied to no part; a rule \
                   for it would be a part itself";
        let mut told: Vec<String> = Vec::new();
        let all = [scattered, beyond, (others, why.to_owned())].into_iter().map(|(texts, why)| {
            let mut parts = Vec::new();
            for text in texts {
                if !told.contains(&text) {
                    told.push(text.clone());
                    parts.push(text);
                }
            }
            Self { parts, why }
        });
        all.filter(|it| !it.parts.is_empty()).collect()
    }
}
