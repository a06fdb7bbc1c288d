//! The words of spec files: keys, and the values that are one of a few words. Reader and
//! writer take them from here.

use crate::grammar::Encoding;
use crate::limits::Limits;
use crate::spec::{Dialect, Engine, Locate};

/// Of the root alone, beside those of [`GRAMMAR`].
pub(super) const ROOT: [&str; 4] = ["limits", "module", "modules", "package"];

/// Of every grammar.
pub(super) const GRAMMAR: [&str; 10] = [
    "dialect", "encoding", "engine", "export", "extract", "grammar", "imports", "locate", "rules",
    "title",
];

/// Of the table `package`.
pub(super) const PACKAGE: [&str; 5] = ["description", "license", "name", "repository", "version"];

/// Of an import.
pub(super) const IMPORT: [&str; 2] = ["file", "rules"];

/// Of a rule.
pub(super) const RULE: [&str; 5] = ["docs", "engine", "locate", "parts", "type"];

/// Of a part.
pub(super) const PART: [&str; 3] = ["name", "rules", "type"];

pub(super) const DIALECTS: [(&str, Dialect); 3] =
    [("auto", Dialect::Auto), ("abnf", Dialect::Abnf), ("bnf", Dialect::Bnf)];

pub(super) const ENCODINGS: [(&str, Encoding); 2] =
    [("octets", Encoding::Octets), ("utf8", Encoding::Utf8)];

pub(super) const ENGINES: [(&str, Engine); 4] = [
    ("auto", Engine::Auto),
    ("table", Engine::Table),
    ("shift", Engine::Shift),
    ("code", Engine::Code),
];

pub(super) const LOCATES: [(&str, Locate); 3] = [
    ("at-once", Locate::AtOnce),
    ("outermost", Locate::Outermost),
    ("on-demand", Locate::OnDemand),
];

/// A limit by its key.
type Limit = (&'static str, fn(&mut Limits) -> &mut usize);

pub(super) const LIMITS: [Limit; 8] = [
    ("source-bytes", |limits| &mut limits.source_bytes),
    ("nesting", |limits| &mut limits.nesting),
    ("nfa-states", |limits| &mut limits.nfa_states),
    ("total-nfa-states", |limits| &mut limits.total_nfa_states),
    ("dfa-states", |limits| &mut limits.dfa_states),
    ("subset-work", |limits| &mut limits.subset_work),
    ("ambiguity-steps", |limits| &mut limits.ambiguity_steps),
    ("table-entries", |limits| &mut limits.table_entries),
];

/// The word of a value.
pub(super) fn word<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
    let found = words.iter().find(|(_, other)| other == value);
    found.map(|(word, _)| *word).expect("every value has its word")
}
