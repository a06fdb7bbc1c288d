//! Wrong input: one line of error, exit status 1, and no panic.

use crate::cluster::{Cluster, Mode};
use crate::data::{messages, write, write_batch};
use crate::process::{Query, ports, program};
use datafusion::arrow::array::{ArrayRef, Int32Array};
use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::Arc;

/// Returns the message of a query that fails.
#[track_caller]
fn error(output: &Output) -> String {
    let messages = messages(output);
    assert_eq!(output.status.code(), Some(1), "{messages}");
    assert_eq!(messages.lines().count(), 1, "{messages}");
    for word in ["panicked", "RUST_BACKTRACE", "backtrace"] {
        assert!(!messages.contains(word), "{messages}");
    }
    messages.strip_prefix("abnf-cluster: ").unwrap().trim_end().to_owned()
}

/// What the client refuses before it needs a scheduler.
#[test]
fn queries_that_cannot_be_planned() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let urls = write(path("urls"), 1, 10);
    let numbers: ArrayRef = Arc::new(Int32Array::from(vec![1, 2]));
    write_batch(&path("numbers.parquet"), &[("url", numbers)]);
    fs::write(path("corrupt.parquet"), "PAR1 is what a file begins with, and no more").unwrap();
    fs::write(path("empty.parquet"), "").unwrap();
    fs::write(path("corrupt.json"), "{\"url\": \n").unwrap();
    fs::write(path("corrupt.csv"), b"url\n\xff\n").unwrap();
    fs::create_dir(path("nothing")).unwrap();
    fs::write(path("nothing").join("README"), "?").unwrap();
    let run = |file: &Path, options: &[&str], query: &str| {
        let [port] = ports();
        let mut command = program();
        command.args(["sql", "--scheduler", &format!("127.0.0.1:{port}")]);
        command.args(["--table", &format!("urls={}", file.display())]).args(options).arg(query);
        error(&Query::start(command).finish())
    };
    let host = "SELECT uri_host(url) FROM urls";
    for (file, query, expected) in [
        (path("numbers.parquet"), host, "uri_host takes text or bytes, not Int32"),
        (urls.clone(), "SELECT uri_hots(url) FROM urls", "Invalid function 'uri_hots'"),
        (urls.clone(), "SELECT uri_host(link) FROM urls", "No field named link"),
        (
            urls.clone(),
            "SELECT uri_host(url) FROM links",
            "table 'datafusion.public.links' not found",
        ),
        (urls.clone(), "SELECT", "Expected: an expression, found: EOF"),
        (urls.clone(), "", "No SQL statements"),
        (urls.clone(), "DROP TABLE urls", "DDL not supported"),
        (urls.clone(), "COPY urls TO '/nowhere/x.csv'", "DML not supported"),
        (urls.clone(), "SET datafusion.execution.batch_size = 1", "Statement not supported"),
        (path("missing.parquet"), host, "missing.parquet: no such file or folder"),
        (path("missing"), host, "missing: no such file or folder"),
        (path("nothing"), host, "nothing: Error during planning: No files found at"),
        (path("corrupt.parquet"), host, "Invalid Parquet file. Corrupt footer"),
        (path("empty.parquet"), host, "empty.parquet: no columns"),
        (path("corrupt.json"), host, "corrupt.json: "),
        (path("corrupt.csv"), host, "corrupt.csv: "),
        (
            "ftp://example.com/a.parquet".into(),
            host,
            "files are at paths, file:// or s3://, not at ftp://",
        ),
        ("s3://[/a.parquet".into(), host, "s3://[/a.parquet: "),
    ] {
        let message = run(&file, &[], query);
        assert!(message.contains(expected), "{query:?} {}: {message}", file.display());
    }
    for (setting, expected) in [
        ("datafusion.nothing=1", "the setting `datafusion.nothing=1`: "),
        ("datafusion.execution.batch_size=x", "the setting `datafusion.execution.batch_size=x`: "),
        ("batch_size", "the setting `batch_size` is not KEY=VALUE"),
    ] {
        let message = run(&urls, &["--set", setting], host);
        assert!(message.contains(expected), "{message}");
    }
    // Only the scheduler is missing: the client says so at once.
    let message = run(&urls, &[], host);
    assert!(message.starts_with("no scheduler at 127.0.0.1:"), "{message}");
    assert!(message.ends_with(": Connection refused (os error 111)"), "{message}");
}

/// What only executors notice: the file has columns, but its rows are damaged.
#[test]
fn rows_that_cannot_be_read() {
    let cluster = Cluster::new(1, Mode::Ours);
    let urls = write(cluster.path("urls"), 1, 1_000);
    let file = urls.join("0.parquet");
    let mut bytes = fs::read(&file).unwrap();
    bytes[8..2_000].fill(0xff);
    fs::write(&file, bytes).unwrap();
    let output = cluster.sql(&urls, &["--pause", "0"], "SELECT uri_host(url) FROM urls").finish();
    assert_eq!(output.status.code(), Some(1));
    let messages = messages(&output);
    let [first, last] = messages.lines().collect::<Vec<_>>()[..] else { panic!("{messages}") };
    assert!(first.contains("Parquet"), "{messages}");
    assert!(last.starts_with("abnf-cluster: failed twice for the same reason: "), "{messages}");
}

/// A process that listens, but is no scheduler.
#[test]
fn a_port_that_is_no_schedulers() {
    let cluster = Cluster::new(1, Mode::Ours);
    let urls = write(cluster.path("urls"), 1, 10);
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut command = program();
    command.args(["sql", "--scheduler", &listener.local_addr().unwrap().to_string()]);
    command.args(["--deadline", "1", "--resubmissions", "0"]);
    command.args(["--table", &format!("urls={}", urls.display()), "SELECT count(*) FROM urls"]);
    let message = error(&Query::start(command).finish());
    assert!(message.ends_with("no answer within 1 seconds"), "{message}");
}
