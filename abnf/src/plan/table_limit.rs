//! Limits the size of a single table, so that a Rust compiler can read it.
//!
//! A table that exceeds [`Limits::table_entries`] concerns its rule alone, which then has no type
//! or no parts.

use crate::automata::dense::Dense;
use crate::diagnostic::{Code, Diagnostic};
use crate::limits::{LimitName, Limits};

/// Refuses a table that is too large. `what` is the purpose of the table.
///
/// # Errors
///
/// If the table exceeds the limit.
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
    let error = Diagnostic::error(Code::TableLimit, message);
    Err(error.raise_to(LimitName::TableEntries, entries))
}

/// Returns the number of entries of a table, one for each state and class.
pub fn table_entries<E, F>(table: &Dense<E, F>) -> usize {
    table.state_count().saturating_mul(table.classes().count())
}
