//! Runs a query over the lines of a file, which are the column `line` of the table `lines`:
//! `cargo run --example query -- FILE "SELECT count(*) FROM lines"`.
//
// This file is yours: `abnfc columns` wrote it once and never changes it.

use datafusion::arrow::array::{ArrayRef, BinaryViewArray, RecordBatch, StringViewArray};
use datafusion::error::Result;
use datafusion::prelude::SessionContext;
use std::process::ExitCode;
use std::sync::Arc;
use std::{env, fs};

#[tokio::main]
async fn main() -> Result<ExitCode> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [file, query] = &arguments[..] else {
        eprintln!("usage: query FILE QUERY");
        return Ok(ExitCode::from(2));
    };
    let lines = lines(&fs::read(file)?);
    let mut context = SessionContext::new();
    abnf_syslog_datafusion::register(&mut context)?;
    context.register_batch("lines", RecordBatch::try_from_iter([("line", lines)])?)?;
    context.sql(query).await?.show().await?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the lines as text, or as bytes if they are not UTF-8.
fn lines(file: &[u8]) -> ArrayRef {
    if let Ok(text) = str::from_utf8(file) {
        return Arc::new(StringViewArray::from_iter_values(text.lines()));
    }
    let lines = file.split_inclusive(|byte| *byte == b'\n');
    let lines = lines.map(|line| line.strip_suffix(b"\n").unwrap_or(line));
    let lines = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    Arc::new(BinaryViewArray::from_iter_values(lines))
}
