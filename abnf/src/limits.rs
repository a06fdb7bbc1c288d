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
    /// Entries of the transition tables of one module of generated code.
    pub table_entries: usize,
}

/// A field of [`Limits`], for messages and options that speak of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LimitName {
    /// [`Limits::source_bytes`]
    SourceBytes,
    /// [`Limits::nesting`]
    Nesting,
    /// [`Limits::nfa_states`]
    NfaStates,
    /// [`Limits::total_nfa_states`]
    TotalNfaStates,
    /// [`Limits::dfa_states`]
    DfaStates,
    /// [`Limits::subset_work`]
    SubsetWork,
    /// [`Limits::ambiguity_steps`]
    AmbiguitySteps,
    /// [`Limits::table_entries`]
    TableEntries,
}

impl LimitName {
    /// All limits, in the order of the fields.
    pub const ALL: [Self; 8] = [
        Self::SourceBytes,
        Self::Nesting,
        Self::NfaStates,
        Self::TotalNfaStates,
        Self::DfaStates,
        Self::SubsetWork,
        Self::AmbiguitySteps,
        Self::TableEntries,
    ];

    /// The name of the field.
    pub fn field(self) -> &'static str {
        match self {
            Self::SourceBytes => "source_bytes",
            Self::Nesting => "nesting",
            Self::NfaStates => "nfa_states",
            Self::TotalNfaStates => "total_nfa_states",
            Self::DfaStates => "dfa_states",
            Self::SubsetWork => "subset_work",
            Self::AmbiguitySteps => "ambiguity_steps",
            Self::TableEntries => "table_entries",
        }
    }

    /// The greatest value that a program should take from its user: a run that reaches
    /// all of these needs a few gigabytes and some minutes, and its stack is safe.
    pub fn ceiling(self) -> usize {
        match self {
            // Spans count in 32 bits.
            Self::SourceBytes => 1 << 30,
            // The tree is walked by recursion.
            Self::Nesting => 256,
            Self::NfaStates => 10_000_000,
            Self::TotalNfaStates => 40_000_000,
            Self::DfaStates => 1_000_000,
            Self::SubsetWork => 1 << 29,
            Self::AmbiguitySteps => 1 << 32,
            Self::TableEntries => 1 << 26,
        }
    }
}

impl Limits {
    /// The value of a limit.
    pub fn get(&self, name: LimitName) -> usize {
        match name {
            LimitName::SourceBytes => self.source_bytes,
            LimitName::Nesting => self.nesting,
            LimitName::NfaStates => self.nfa_states,
            LimitName::TotalNfaStates => self.total_nfa_states,
            LimitName::DfaStates => self.dfa_states,
            LimitName::SubsetWork => self.subset_work,
            LimitName::AmbiguitySteps => self.ambiguity_steps,
            LimitName::TableEntries => self.table_entries,
        }
    }

    /// Sets a limit.
    pub fn set(&mut self, name: LimitName, value: usize) {
        let field = match name {
            LimitName::SourceBytes => &mut self.source_bytes,
            LimitName::Nesting => &mut self.nesting,
            LimitName::NfaStates => &mut self.nfa_states,
            LimitName::TotalNfaStates => &mut self.total_nfa_states,
            LimitName::DfaStates => &mut self.dfa_states,
            LimitName::SubsetWork => &mut self.subset_work,
            LimitName::AmbiguitySteps => &mut self.ambiguity_steps,
            LimitName::TableEntries => &mut self.table_entries,
        };
        *field = value;
    }
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
            table_entries: 1 << 22,
        }
    }
}
