//! Whether the tables of the matchers stay of a size that a Rust compiler can read.

use super::context::Context;
use super::named::NamedRule;
use crate::automata::dfa::Dfa;
use crate::diagnostic::{Diagnostic, Hint};
use crate::limits::LimitName;
use std::collections::BTreeSet;

/// How many entries the limit leaves for other tables.
///
/// # Errors
///
/// If the matchers pass the limit by themselves.
pub fn room(context: Context<'_>, rules: &[NamedRule]) -> Result<usize, Diagnostic> {
    let limit = context.limits.table_entries;
    let size = |dfa: &Dfa| dfa.state_count() * dfa.classes().count();
    // Rules of one language share a table.
    let distinct: BTreeSet<&Dfa> = rules.iter().map(|rule| &rule.dfa).collect();
    let entries: usize = distinct.into_iter().map(size).sum();
    limit.checked_sub(entries).ok_or_else(|| {
        let message =
            format!("the tables would have {entries} entries, more than the limit of {limit}");
        let error = Diagnostic::error("too-large-tables", message)
            .hint(Hint::RaiseLimit(LimitName::TableEntries));
        match rules.iter().max_by_key(|rule| size(&rule.dfa)) {
            None => error,
            Some(largest) => {
                let name = &context.grammar[largest.id()].name;
                error.hint(format!("export fewer rules; the largest table belongs to `{name}`"))
            }
        }
    })
}
