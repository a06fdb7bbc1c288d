//! Whether tables stay of a size that a Rust compiler can read: each of them, and all of them.
//!
//! A table that passes [`Limits::table_entries`] is a matter of its rule alone, which lacks
//! its type or its parts. All tables together pass [`Limits::total_table_entries`] or not,
//! whatever their order: that is an error, because no choice of what to leave out would
//! depend on the single rules.

use super::context::Context;
use super::located::LocatedParts;
use super::named::NamedRule;
use crate::automata::dense::Dense;
use crate::automata::dfa::Dfa;
use crate::diagnostic::{Diagnostic, Hint};
use crate::limits::{LimitName, Limits};
use std::collections::BTreeSet;

/// `what` says what needs the table.
///
/// # Errors
///
/// If the table is larger than one table may be.
pub fn refuse_table<E, F>(
    table: &Dense<E, F>,
    what: &str,
    limits: &Limits,
) -> Result<(), Diagnostic> {
    let (entries, limit) = (table_entries(table), limits.table_entries);
    if entries <= limit {
        return Ok(());
    }
    let message =
        format!("{what} takes a table of {entries} entries, more than the limit of {limit}");
    let error = Diagnostic::error("table-limit", message);
    Err(error.hint(Hint::RaiseLimit(LimitName::TableEntries)))
}

/// The entries of the tables of some rules.
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

fn table_entries<E, F>(table: &Dense<E, F>) -> usize {
    table.state_count().saturating_mul(table.classes().count())
}
