//! The limits that keep every run finite. Each is explicit, and a construction that passes
//! one is an error that names the limit and the rule.
//!
//! What a rule may cost is limited for that rule alone: no rule takes anything from
//! another, and its automata are the same whatever else the grammar holds. A run costs at
//! most [`Limits::rules`] times as much.

/// Upper bounds. The defaults fit most published grammars; where a rule needs more, its
/// error says which limit to raise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes in one grammar file.
    pub source_bytes: usize,
    /// Depth of nested groups and options in one rule.
    pub nesting: usize,
    /// Rules that one run makes automata for.
    pub rules: usize,
    /// States of one rule's NFA.
    pub nfa_states: usize,
    /// States of one rule's DFA, before minimisation.
    pub dfa_states: usize,
    /// Steps of one determinisation: NFA states visited, and entries of the tables made.
    /// The members of a recursive component share [`MAX_SHARES`] times as many.
    pub subset_work: usize,
    /// Steps of the search for ambiguity in one rule; past it the answer is unknown,
    /// which is no error.
    pub ambiguity_steps: usize,
    /// Pairs of states in the search for texts in which two rules differ; such a text has no
    /// more bytes than there are pairs.
    pub compared_pairs: usize,
    /// Entries of the transition tables of one module of generated code.
    pub table_entries: usize,
}

/// How many budgets of [`Limits::subset_work`] the members of a recursive component have
/// in total. The members use each other, so that what one of them costs is a matter of
/// all.
pub const MAX_SHARES: usize = 8;

impl Default for Limits {
    fn default() -> Self {
        Self {
            source_bytes: 16 << 20,
            nesting: 128,
            rules: 1 << 18,
            nfa_states: 100_000,
            dfa_states: 10_000,
            subset_work: 1 << 25,
            ambiguity_steps: 1 << 24,
            compared_pairs: 1 << 21,
            table_entries: 1 << 22,
        }
    }
}
