//! The limits that keep every run finite. Each is explicit, and exceeding one is an error
//! that names the limit and the rule.
//!
//! The cost of a rule is limited for that rule alone, so that its automata are the same
//! whatever else the grammar contains. A run costs at most [`Limits::rules`] times as much. If
//! that is too much, a limit whose name begins with `total` bounds the sum; exceeding it is an
//! error about all rules.

/// Parts that are not listed get this fraction of [`Limits::subset_work`]. Otherwise a rule with
/// difficult parts could take seconds, and a grammar can have many of them.
pub const UNLISTED_SHARE: usize = 8;

/// Upper bounds. The defaults fit most published grammars; if a rule needs more, its
/// error names the limit to raise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes in one grammar file.
    pub source_bytes: usize,
    /// Bytes in a grammar file and its imports. A file that is imported under two names
    /// counts twice.
    pub total_source_bytes: usize,
    /// Imports of a run.
    pub imports: usize,
    /// Bytes in a rulename.
    pub name_bytes: usize,
    /// Depth of nested groups and options in one rule.
    pub nesting: usize,
    /// Rules that one run makes automata for.
    pub rules: usize,
    /// States of one rule's NFA.
    pub nfa_states: usize,
    /// States of one rule's DFA, before minimisation. A rule of the general engine, with the rules that
    /// it calls, may reach [`MAX_SHARES`] times this number.
    pub dfa_states: usize,
    /// Steps of one determinisation: NFA states visited, and table entries made.
    /// The members of a recursive component share [`MAX_SHARES`] times as many. Parts that
    /// are not listed in the spec get an eighth of it.
    pub subset_work: usize,
    /// Steps of the determinisations of all rules of a run, except those for parts. Nested rules
    /// count more than once while their results are kept. If the limit is exceeded, no rule has
    /// an automaton, whatever the order of the rules.
    pub total_subset_work: usize,
    /// Steps of the search for ambiguity in one rule. If it is exceeded, the result is
    /// "unknown", which is not an error.
    pub ambiguity_steps: usize,
    /// Pairs of states in the search for a text in which two rules differ. A shortest witness
    /// has at most as many bytes as there are pairs.
    pub compared_pairs: usize,
    /// Rules of one module of generated code.
    pub exported_rules: usize,
    /// Entries of one transition table: of the matcher of a rule, or of the automaton that
    /// locates one or all of its parts. Rules and parts with larger tables are left out.
    pub table_entries: usize,
    /// Entries of all transition tables of one module of generated code.
    pub total_table_entries: usize,
}

/// A field of [`Limits`], for messages and options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LimitName {
    /// [`Limits::source_bytes`]
    SourceBytes,
    /// [`Limits::total_source_bytes`]
    TotalSourceBytes,
    /// [`Limits::imports`]
    Imports,
    /// [`Limits::name_bytes`]
    NameBytes,
    /// [`Limits::nesting`]
    Nesting,
    /// [`Limits::rules`]
    Rules,
    /// [`Limits::nfa_states`]
    NfaStates,
    /// [`Limits::dfa_states`]
    DfaStates,
    /// [`Limits::subset_work`]
    SubsetWork,
    /// [`Limits::total_subset_work`]
    TotalSubsetWork,
    /// [`Limits::ambiguity_steps`]
    AmbiguitySteps,
    /// [`Limits::compared_pairs`]
    ComparedPairs,
    /// [`Limits::exported_rules`]
    ExportedRules,
    /// [`Limits::table_entries`]
    TableEntries,
    /// [`Limits::total_table_entries`]
    TotalTableEntries,
}

impl LimitName {
    /// All limits, in the order of the fields.
    pub const ALL: [Self; 15] = [
        Self::SourceBytes,
        Self::TotalSourceBytes,
        Self::Imports,
        Self::NameBytes,
        Self::Nesting,
        Self::Rules,
        Self::NfaStates,
        Self::DfaStates,
        Self::SubsetWork,
        Self::TotalSubsetWork,
        Self::AmbiguitySteps,
        Self::ComparedPairs,
        Self::ExportedRules,
        Self::TableEntries,
        Self::TotalTableEntries,
    ];

    /// The name of the field.
    pub fn field(self) -> &'static str {
        match self {
            Self::SourceBytes => "source_bytes",
            Self::TotalSourceBytes => "total_source_bytes",
            Self::Imports => "imports",
            Self::NameBytes => "name_bytes",
            Self::Nesting => "nesting",
            Self::Rules => "rules",
            Self::NfaStates => "nfa_states",
            Self::DfaStates => "dfa_states",
            Self::SubsetWork => "subset_work",
            Self::TotalSubsetWork => "total_subset_work",
            Self::AmbiguitySteps => "ambiguity_steps",
            Self::ComparedPairs => "compared_pairs",
            Self::ExportedRules => "exported_rules",
            Self::TableEntries => "table_entries",
            Self::TotalTableEntries => "total_table_entries",
        }
    }

    /// Returns the greatest value that a program should accept from its user. A run that
    /// reaches all ceilings needs a few gigabytes and some minutes, and cannot overflow its stack.
    pub fn ceiling(self) -> usize {
        match self {
            // Spans count in 32 bits.
            Self::SourceBytes | Self::TotalSourceBytes | Self::AmbiguitySteps => 1 << 30,
            Self::Imports => 10_000,
            // Names are compared pairwise, and rules become files.
            Self::NameBytes | Self::ExportedRules => 1 << 16,
            // The tree is walked by recursion.
            Self::Nesting => 256,
            Self::Rules => 1 << 22,
            Self::NfaStates => 10_000_000,
            Self::DfaStates => 1_000_000,
            Self::SubsetWork => 1 << 29,
            Self::TotalSubsetWork => 1 << 31,
            // A pair takes some fifty bytes.
            Self::ComparedPairs => 1 << 25,
            Self::TableEntries | Self::TotalTableEntries => 1 << 26,
        }
    }
}

impl Limits {
    /// Returns the value of a limit.
    pub fn get(&self, name: LimitName) -> usize {
        match name {
            LimitName::SourceBytes => self.source_bytes,
            LimitName::TotalSourceBytes => self.total_source_bytes,
            LimitName::Imports => self.imports,
            LimitName::NameBytes => self.name_bytes,
            LimitName::Nesting => self.nesting,
            LimitName::Rules => self.rules,
            LimitName::NfaStates => self.nfa_states,
            LimitName::DfaStates => self.dfa_states,
            LimitName::SubsetWork => self.subset_work,
            LimitName::TotalSubsetWork => self.total_subset_work,
            LimitName::AmbiguitySteps => self.ambiguity_steps,
            LimitName::ComparedPairs => self.compared_pairs,
            LimitName::ExportedRules => self.exported_rules,
            LimitName::TableEntries => self.table_entries,
            LimitName::TotalTableEntries => self.total_table_entries,
        }
    }

    /// Returns the number of states that a rule of the general engine may reach, with the rules that
    /// it calls.
    pub fn called_states(&self) -> usize {
        self.dfa_states.saturating_mul(MAX_SHARES)
    }

    /// Sets a limit.
    pub fn set(&mut self, name: LimitName, value: usize) {
        let field = match name {
            LimitName::SourceBytes => &mut self.source_bytes,
            LimitName::TotalSourceBytes => &mut self.total_source_bytes,
            LimitName::Imports => &mut self.imports,
            LimitName::NameBytes => &mut self.name_bytes,
            LimitName::Nesting => &mut self.nesting,
            LimitName::Rules => &mut self.rules,
            LimitName::NfaStates => &mut self.nfa_states,
            LimitName::DfaStates => &mut self.dfa_states,
            LimitName::SubsetWork => &mut self.subset_work,
            LimitName::TotalSubsetWork => &mut self.total_subset_work,
            LimitName::AmbiguitySteps => &mut self.ambiguity_steps,
            LimitName::ComparedPairs => &mut self.compared_pairs,
            LimitName::ExportedRules => &mut self.exported_rules,
            LimitName::TableEntries => &mut self.table_entries,
            LimitName::TotalTableEntries => &mut self.total_table_entries,
        };
        *field = value;
    }
}

/// The maximum number of states of a table: entries are `u16`, and the dead state and the bound
/// above the last state have numbers too.
pub const MAX_TABLE_STATES: usize = u16::MAX as usize - 2;

/// The number of [`Limits::subset_work`] budgets that the members of a recursive component
/// share. The members use each other, so the cost of one cannot be separated from the others.
pub const MAX_SHARES: usize = 8;

impl Default for Limits {
    fn default() -> Self {
        Self {
            source_bytes: 16 << 20,
            total_source_bytes: 64 << 20,
            imports: 256,
            name_bytes: 1024,
            nesting: 128,
            rules: 1 << 18,
            nfa_states: 100_000,
            dfa_states: 10_000,
            subset_work: 1 << 25,
            total_subset_work: 1 << 30,
            ambiguity_steps: 1 << 24,
            compared_pairs: 1 << 21,
            exported_rules: 1 << 12,
            table_entries: 1 << 18,
            total_table_entries: 1 << 22,
        }
    }
}
