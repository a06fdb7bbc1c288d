//! How many messages of a log have each severity, which programs write most of them, and what is wrong with
//! the other lines.
//!
//! Writes a file of 200,000 lines into a temporary folder, runs three queries over it, prints their tables,
//! and removes the folder.

use datafusion::arrow::array::{ArrayRef, RecordBatch, StringViewArray};
use datafusion::error::Result;
use datafusion::prelude::SessionContext;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::{env, fs, process};

const ROWS: usize = 200_000;

const QUERIES: [&str; 3] = [
    "SELECT syslog_values(line)['prival'] % 8 AS severity, count(*) AS messages
    FROM lines WHERE syslog_is_match(line) GROUP BY severity ORDER BY severity",
    "SELECT syslog_app_name(line) AS program, count(*) AS messages
    FROM lines WHERE syslog_is_match(line) GROUP BY program ORDER BY messages DESC, program LIMIT 3",
    "SELECT syslog_error(line)['offset'] AS offset, syslog_error(line)['message'] AS message, line
    FROM lines WHERE NOT syslog_is_match(line) ORDER BY line LIMIT 3",
];

#[tokio::main]
async fn main() -> Result<()> {
    let folder = env::temp_dir().join(format!("abnf-severities-{}", process::id()));
    fs::create_dir_all(&folder)?;
    let file = folder.join("messages.log");
    fs::write(&file, lines())?;
    let result = query(&file).await;
    fs::remove_dir_all(&folder)?;
    result
}

async fn query(file: &Path) -> Result<()> {
    let mut context = SessionContext::new();
    abnf_syslog_datafusion::register(&mut context)?;
    let text = fs::read_to_string(file)?;
    let lines: ArrayRef = Arc::new(StringViewArray::from_iter_values(text.lines()));
    context.register_batch("lines", RecordBatch::try_from_iter([("line", lines)])?)?;
    for query in QUERIES {
        context.sql(query).await?.show().await?;
    }
    Ok(())
}

/// A log in which some programs write more than others, and every thousandth line is wrong.
fn lines() -> String {
    let mut lines = String::new();
    for row in 0..ROWS {
        // The lower of two remainders: small ones are more frequent.
        let program = (row * 7919 % 12).min(row * 104_729 % 17);
        let priority = if row % 1000 == 999 { 192 } else { row * 31 % 192 };
        let second = row % 60;
        writeln!(
            lines,
            "<{priority}>1 2024-02-29T12:30:{second:02}Z host program{program} {row} - - text {row}"
        )
        .expect("a string grows");
    }
    lines
}
