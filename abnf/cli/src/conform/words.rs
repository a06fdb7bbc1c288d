//! Kinds of disagreements in words.

use abnfc_tools::conform::Kind;

/// The word for a kind, and the part.
pub(super) fn keyword(kind: &Kind) -> String {
    match kind {
        Kind::Accepts => "accepts".to_owned(),
        Kind::Rejects => "rejects".to_owned(),
        Kind::Part(part) => format!("part {part}"),
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
