//! Measures queries of DataFusion over the files that `urls` writes.
//!
//! All queries read the same files by the same number of threads. Queries for the exact rule give
//! the same answer, see `--answers`; `url` and regular expressions by hand have other languages.

mod functions;

use abnf_columns_bench::{measure, rounds};
use clap::Parser;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::common::Result;
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};
use std::fs;
use std::path::PathBuf;
use tokio::runtime::Builder;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Measures queries over Parquet files of URLs, in seconds of processor time and of the clock.
#[derive(Parser)]
struct Options {
    /// The folder of the files
    folder: PathBuf,
    /// How often each query runs
    #[arg(long, default_value_t = 4, value_parser = rounds)]
    rounds: usize,
    /// The number of threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// A file with the exact regular expression, as written by `abnfc export --to rust`
    #[arg(long)]
    regex: Option<PathBuf>,
    /// Only queries whose names contain this text
    #[arg(long, default_value = "")]
    only: String,
    /// Print the answers
    #[arg(long)]
    answers: bool,
}

fn main() -> Result<()> {
    let options = Options::parse();
    let regex = options.regex.as_ref().map(fs::read_to_string).transpose()?;
    let mut queries = queries(regex.as_deref().map(str::trim));
    queries.retain(|(name, _)| name.contains(&options.only));
    run(&options, &queries)
}

fn run(options: &Options, queries: &[(String, String)]) -> Result<()> {
    let threads = options.threads.max(1);
    let runtime = Builder::new_multi_thread().worker_threads(threads).enable_all().build()?;
    let config = SessionConfig::new().with_target_partitions(threads);
    let mut context = SessionContext::new_with_config(config);
    functions::register(&mut context)?;
    let folder = options.folder.to_string_lossy();
    runtime.block_on(context.register_parquet("urls", &*folder, ParquetReadOptions::new()))?;
    let answer = |query: &str| -> Result<String> {
        let batches = runtime.block_on(async { context.sql(query).await?.collect().await })?;
        Ok(pretty_format_batches(&batches)?.to_string())
    };
    let mut contestants: Vec<Box<dyn FnMut() -> Result<String> + '_>> = Vec::new();
    for (_, query) in queries {
        contestants.push(Box::new(|| answer(query)));
    }

    println!("| query, {threads} threads | processor, s | clock, s |");
    println!("|---|--:|--:|");
    for ((name, _), measured) in queries.iter().zip(measure(options.rounds, &mut contestants)) {
        let (cpu, wall) = (measured.cpu.as_secs_f64(), measured.wall.as_secs_f64());
        println!("| {name} | {cpu:.2} | {wall:.2} |");
        let table = measured.answer?;
        if options.answers {
            eprintln!("{name}\n{table}");
        }
    }
    Ok(())
}

/// Names and texts of the queries.
fn queries(exact: Option<&str>) -> Vec<(String, String)> {
    let quoted = |regex: &str| format!("'{}'", regex.replace('\'', "''"));
    let top = |host: &str, rows: &str| {
        format!(
            "SELECT {host} AS host, count(*) AS n FROM urls {rows} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10"
        )
    };
    let count = |condition: &str| format!("SELECT count(*) FROM urls WHERE {condition}");
    let group =
        |regex: &str, group: usize| format!("regexp_match(url, {})[{group}]", quoted(regex));
    let mut queries = vec![
        ("scan", "SELECT sum(octet_length(url)) FROM urls".to_owned()),
        ("is_match: this", count("uri_is_match(url)")),
        ("is_match: `uri`, row by row", count("row_is_match(url)")),
        ("is_match: fluent-uri", count("fluent_is_match(url)")),
        ("is_match: url", count("url_is_match(url)")),
        ("hosts: this", top("uri_host(url)", "")),
        ("hosts: this, of rows that match", top("uri_host(url)", "WHERE uri_is_match(url)")),
        ("hosts: `uri`, row by row", top("row_host(url)", "")),
        ("hosts: fluent-uri", top("fluent_host(url)", "")),
        ("hosts: url", top("url_host(url)", "")),
        ("hosts: regex, of the host", top(&group(abnf_columns_bench::peers::HOST, 1), "")),
        ("hosts: regex, appendix B", top(&group(abnf_columns_bench::peers::APPENDIX_B, 4), "")),
    ];
    if let Some(exact) = exact {
        queries.push((
            "is_match: regex, exact",
            count(&format!("regexp_like(url, {})", quoted(exact))),
        ));
    }
    queries.into_iter().map(|(name, query)| (name.to_owned(), query)).collect()
}
