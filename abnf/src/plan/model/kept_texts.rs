//! Facts about the texts of rules that decide the form of their data.

/// The texts of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Texts {
    /// Outside of its parts.
    pub(super) remainder: Remainder,
    /// Whether it has one text alone, apart from the case of letters, which is no number.
    pub(super) is_single: bool,
}

/// How the text of a rule outside of its parts can vary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Remainder {
    /// In nothing but the case of letters.
    Fixed,
    /// In white space and punctuation, or the parts are those that the spec lists.
    Punctuation,
    /// In letters or digits, or in the order of the parts.
    Letters,
}
