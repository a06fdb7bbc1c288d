//! Tests in SQL: text in, table out.

mod generated;
mod hand_written;
mod names;
#[path = "../../../layout/tests/all/rules.rs"]
#[allow(dead_code, reason = "one of the rules is enough for SQL")]
mod rules;

use abnf_layout::Columns;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::error::Result;
use datafusion::prelude::SessionContext;

/// Returns a context with the functions of the given rules, by their stems.
pub(crate) fn context(rules: &[(&str, &'static Columns)]) -> SessionContext {
    let mut context = SessionContext::new();
    for (stem, columns) in rules {
        abnf_datafusion::register(&mut context, stem, columns).unwrap();
    }
    context
}

/// Returns the rows that a query prints, without the frame.
pub(crate) async fn rows(context: &SessionContext, query: &str) -> Result<Vec<String>> {
    let batches = context.sql(query).await?.collect().await?;
    let table = pretty_format_batches(&batches)?.to_string();
    let lines = table.lines().filter(|line| line.starts_with('|')).skip(1);
    let cells =
        |line: &str| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>().join("|");
    Ok(lines.map(cells).collect())
}

/// Returns the message of a query's error, in one line.
pub(crate) async fn error(context: &SessionContext, query: &str) -> String {
    rows(context, query).await.unwrap_err().strip_backtrace()
}
