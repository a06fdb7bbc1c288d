//! The limits that keep every run finite: each is explicit, and passing one is
//! an error that names it.

/// Upper bounds for one run. The defaults fit every published grammar we know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes in one grammar file.
    pub source_bytes: usize,
    /// Depth of nested groups and options in one rule.
    pub nesting: usize,
    /// States of one rule's NFA.
    pub nfa_states: usize,
    /// States of the NFAs of all rules of a run.
    pub total_nfa_states: usize,
    /// States of one rule's DFA, before minimisation.
    pub dfa_states: usize,
    /// Work of determinisation over the whole run: NFA states visited, and entries
    /// of the tables made.
    pub subset_work: usize,
    /// Steps of the search for ambiguous rules over the whole run; past it the
    /// answer is unknown, which is no error.
    pub ambiguity_steps: usize,
    /// Rules of one module of generated code.
    pub exported_rules: usize,
    /// Entries of the transition tables of one module of generated code.
    pub table_entries: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            source_bytes: 16 << 20,
            nesting: 128,
            nfa_states: 100_000,
            total_nfa_states: 4_000_000,
            dfa_states: 10_000,
            subset_work: 1 << 25,
            ambiguity_steps: 1 << 26,
            exported_rules: 1 << 12,
            table_entries: 1 << 22,
        }
    }
}
