//! The most frequent hosts of a file of URLs, and what is wrong with the other lines.
//!
//! Writes a CSV file of 200,000 URLs into a temporary folder, runs two queries, prints their tables, and
//! removes the folder. With the path of a file as an argument, writes that file, and runs no query.

use abnf_layout::{Columns, rule};
use datafusion::error::Result;
use datafusion::prelude::{CsvReadOptions, SessionContext};
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, process};

static URL: Columns = rule!(uri::rfc3986::columns::URI_REFERENCE);

const ROWS: usize = 200_000;

const HOSTS: &str = "
    SELECT uri_host(url) AS host, count(*) AS urls
    FROM urls WHERE uri_is_match(url)
    GROUP BY host ORDER BY urls DESC, host LIMIT 10";

const ERRORS: &str = "
    SELECT url, uri_error(url)['offset'] AS offset, uri_error(url)['message'] AS message
    FROM urls WHERE NOT uri_is_match(url)
    ORDER BY url LIMIT 3";

#[tokio::main]
async fn main() -> Result<()> {
    if let Some(file) = env::args_os().nth(1) {
        return Ok(fs::write(file, urls())?);
    }
    let folder = env::temp_dir().join(format!("abnf-query-{}", process::id()));
    fs::create_dir_all(&folder)?;
    let file = folder.join("urls.csv");
    fs::write(&file, urls())?;
    let result = query(&file).await;
    fs::remove_dir_all(&folder)?;
    result
}

async fn query(file: &Path) -> Result<()> {
    let mut context = SessionContext::new();
    abnf_datafusion::register(&mut context, "uri", &URL)?;
    context.register_csv("urls", &*file.to_string_lossy(), CsvReadOptions::new()).await?;
    for query in [HOSTS, ERRORS] {
        context.sql(query).await?.show().await?;
    }
    Ok(())
}

/// A column `url`: some hosts are more frequent than others, and every thousandth line is wrong.
fn urls() -> String {
    let mut lines = String::from("url\n");
    for row in 0..ROWS {
        // The lower of two remainders: small ones are more frequent.
        let host = (row * 7919 % 12).min(row * 104_729 % 17);
        let space = if row % 1000 == 999 { " " } else { "" };
        writeln!(lines, "https://www{host}.example.org/{space}pages/{row}?lang=en")
            .expect("a string grows");
    }
    lines
}
