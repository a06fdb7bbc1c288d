//! Whether all tables together stay of a size that a Rust compiler can read.
//!
//! To pass [`Limits::total_table_entries`](crate::limits::Limits::total_table_entries) is an
//! error, because no choice of what to leave out would depend on the single rules. The order
//! of the rules does not matter.

use super::context::Context;
use super::located::LocatedParts;
use super::named::NamedRule;
use super::table_limit::table_entries;
use crate::automata::dfa::Dfa;
use crate::diagnostic::{Diagnostic, Hint};
use crate::limits::LimitName;
use std::collections::BTreeSet;

/// The entries of the tables of some rules. What locates parts counts for each rule, even if
/// it is the same for two.
#[derive(Default)]
pub struct Total<'a> {
    entries: usize,
    /// Rules of one language share a matcher.
    matchers: BTreeSet<&'a Dfa>,
}

impl<'a> Total<'a> {
    /// Adds the tables of a rule with this language; what locates parts also matches.
    pub fn add(&mut self, language: &'a Dfa, parts: &LocatedParts) -> usize {
        let first = match &parts.tdfa {
            Some(tdfa) => table_entries(&tdfa.dense),
            None if self.matchers.insert(language) => table_entries(language),
            None => 0,
        };
        let others = parts.repeated.iter().map(|(_, it)| table_entries(&it.dense));
        let added = others.fold(first, usize::saturating_add);
        self.entries = self.entries.saturating_add(added);
        self.entries
    }
}

/// What all tables have at least: what locates the parts of a rule is no smaller than its
/// minimal automaton.
pub fn least_total(rules: &[NamedRule]) -> usize {
    let mut total = Total::default();
    let none = LocatedParts::default();
    rules.iter().fold(0, |_, rule| total.add(&rule.dfa, &none))
}

/// The error that says that all tables together are too large.
pub fn too_large(context: Context<'_>, rules: &[NamedRule]) -> Diagnostic {
    let limit = context.limits.total_table_entries;
    let message = format!("all tables together have more entries than {limit}, the limit");
    let error = Diagnostic::error("too-large-tables", message)
        .hint(Hint::RaiseLimit(LimitName::TotalTableEntries));
    match rules.iter().max_by_key(|rule| table_entries(&rule.dfa)) {
        None => error,
        Some(largest) => {
            let name = &context.grammar[largest.id()].name;
            error.hint(format!("export fewer rules; the largest matcher belongs to `{name}`"))
        }
    }
}
