//! Files of texts that are the same in every run, and what one process answers.

use datafusion::arrow::array::{ArrayRef, RecordBatch, StringArray};
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::prelude::{ParquetReadOptions, SessionContext};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Arc;

/// The hosts of valid URLs: the second stage has little to do.
pub(crate) const HOSTS: &str = "SELECT uri_host(url) AS host, count(*) AS n FROM urls \
    WHERE uri_is_match(url) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10";

/// Hosts and paths; most pairs occur once, so that the second stage has as much to do as the first.
pub(crate) const PATHS: &str = "SELECT uri_host(url) AS host, uri_path(url) AS path, count(*) AS n \
    FROM urls GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT 10";

/// Texts: URLs, some other texts, and some nulls.
fn text(row: usize) -> Option<String> {
    match row % 11 {
        0 => None,
        1 => Some(format!("not a uri {row}")),
        _ => {
            Some(format!("https://host-{}.example.com/path/{row}?q={}#f", row * row % 97, row % 7))
        }
    }
}

/// Writes files of Parquet with a column `url` into a new folder, which it returns.
pub(crate) fn write(folder: PathBuf, files: usize, rows: usize) -> PathBuf {
    fs::create_dir(&folder).unwrap();
    for file in 0..files {
        let texts = (0..rows).map(|row| text(row * 31 + file * 7));
        let array: ArrayRef = Arc::new(texts.collect::<StringArray>());
        write_batch(&folder.join(format!("{file}.parquet")), &[("url", array)]);
    }
    folder
}

/// Writes a file of Parquet.
pub(crate) fn write_batch(path: &Path, columns: &[(&str, ArrayRef)]) {
    let batch = RecordBatch::try_from_iter(columns.iter().cloned()).unwrap();
    let mut writer =
        ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

/// Returns what one process without a cluster answers.
pub(crate) fn alone(urls: &Path, query: &str) -> String {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let context = SessionContext::new();
        for function in abnf_cluster::rules::functions().unwrap() {
            context.register_udf(function);
        }
        let options = ParquetReadOptions::default();
        context.register_parquet("urls", urls.to_str().unwrap(), options).await.unwrap();
        let batches = context.sql(query).await.unwrap().collect().await.unwrap();
        pretty_format_batches(&batches).unwrap().to_string()
    })
}

/// Returns the table that a query printed.
#[track_caller]
pub(crate) fn table(output: &Output) -> String {
    assert!(output.status.success(), "{}", messages(output));
    String::from_utf8(output.stdout.clone()).unwrap().trim_end().to_owned()
}

/// Returns what a query printed on standard error.
pub(crate) fn messages(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}
