//! Writes Parquet files with two columns: `id`, the number of the row, and `url`.

use abnf_columns_bench::Urls;
use arrow_array::builder::StringBuilder;
use arrow_array::{Array, ArrayRef, Int64Array, RecordBatch};
use clap::Parser;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::error::Error;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Writes Parquet files of URLs.
#[derive(Parser)]
struct Options {
    /// The folder to write to
    folder: PathBuf,
    /// The number of files
    #[arg(long, default_value_t = 5)]
    files: u64,
    /// The number of rows of a file
    #[arg(long, default_value_t = 2_000_000)]
    rows: usize,
    /// A file of lines from which the rows are taken, instead of being made up
    #[arg(long)]
    lines: Option<PathBuf>,
}

/// Rows that are written at once, and rows of a group.
const BATCH: usize = 50_000;
const GROUP: usize = 250_000;

fn main() -> Result<(), Box<dyn Error>> {
    let Options { folder, files, rows, lines } = Options::parse();
    let lines = lines.map(fs::read_to_string).transpose()?.unwrap_or_default();
    let lines: Vec<&str> = lines.lines().collect();
    fs::create_dir_all(&folder)?;
    let mut bytes = 0;
    for file in 0..files {
        let path = folder.join(format!("part-{file:03}.parquet"));
        bytes += write(&path, file, rows, &lines)
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    println!("{files} files of {rows} rows, {bytes} bytes of text");
    Ok(())
}

/// Writes a file, and returns how many bytes of text it has.
fn write(path: &Path, file: u64, rows: usize, lines: &[&str]) -> Result<usize, Box<dyn Error>> {
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?))
        .set_max_row_group_row_count(Some(GROUP))
        .set_dictionary_enabled(false)
        .build();
    let mut urls = Urls::of_lines(file + 1, lines);
    let mut writer: Option<ArrowWriter<File>> = None;
    let (mut out, mut bytes) = (Some(File::create(path)?), 0);
    for begin in (0..rows).step_by(BATCH) {
        let mut url = StringBuilder::new();
        urls.by_ref().take(BATCH.min(rows - begin)).for_each(|row| url.append_option(row));
        let url = url.finish();
        bytes += url.value_data().len();
        let first = i64::try_from(file)? * i64::try_from(rows)? + i64::try_from(begin)?;
        let id = Int64Array::from_iter_values((first..).take(url.len()));
        let columns: [(&str, ArrayRef); 2] = [("id", Arc::new(id)), ("url", Arc::new(url))];
        let batch = RecordBatch::try_from_iter(columns)?;
        if let Some(out) = out.take() {
            writer = Some(ArrowWriter::try_new(out, batch.schema(), Some(properties.clone()))?);
        }
        writer.as_mut().expect("made for the first batch").write(&batch)?;
    }
    if let Some(writer) = writer {
        writer.close()?;
    }
    Ok(bytes)
}
