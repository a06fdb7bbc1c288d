//! Kinds of disagreements in words.

use abnfc_tools::conform::Kind;

/// A kind without the name of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum KindName {
    /// The program accepts what the rule does not match
    Accepts,
    /// The program rejects what the rule matches
    Rejects,
    /// The program reports another part
    Part,
    /// The program reports other data
    Value,
    /// The program hangs, dies, floods its output or is not understood
    Fault,
}

impl KindName {
    pub(super) fn of(kind: &Kind) -> Self {
        match kind {
            Kind::Accepts => Self::Accepts,
            Kind::Rejects => Self::Rejects,
            Kind::Part(_) => Self::Part,
            Kind::Value => Self::Value,
            Kind::Hangs | Kind::Dies | Kind::Floods | Kind::Unclear => Self::Fault,
        }
    }

    /// Returns the name of the kind with this [`keyword`]. `None` if no finding can have the keyword.
    pub(super) fn of_keyword(keyword: &str) -> Option<Self> {
        match keyword {
            "accepts" => Some(Self::Accepts),
            "rejects" => Some(Self::Rejects),
            "value" => Some(Self::Value),
            "hangs" | "dies" | "floods" | "unclear" => Some(Self::Fault),
            _ => {
                let part = keyword.strip_prefix(PART)?;
                (!part.is_empty()).then_some(Self::Part)
            }
        }
    }
}

/// What precedes the name of a part.
pub(super) const PART: &str = "part ";

/// The word for a kind, and the part.
pub(super) fn keyword(kind: &Kind) -> String {
    match kind {
        Kind::Accepts => "accepts".to_owned(),
        Kind::Rejects => "rejects".to_owned(),
        Kind::Part(part) => format!("{PART}{part}"),
        Kind::Value => "value".to_owned(),
        Kind::Hangs => "hangs".to_owned(),
        Kind::Dies => "dies".to_owned(),
        Kind::Floods => "floods".to_owned(),
        Kind::Unclear => "unclear".to_owned(),
    }
}

/// Returns a fault in words.
pub(super) fn fault(kind: &Kind, detail: &str) -> String {
    let words = match kind {
        Kind::Hangs => {
            "no answer in time; does it write its output at once, and read until a line ends?"
        }
        Kind::Dies => "it ended without an answer",
        Kind::Floods => "it writes too much",
        _ => "its answer is not understood",
    };
    if detail.is_empty() { words.to_owned() } else { format!("{words}: {detail}") }
}
