//! The client: runs a query by a cluster, and submits it again if the cluster loses it.
//!
//! Ballista 55 repeats the work of an executor that is lost, but not in every case: a query may fail, or wait for
//! ever. So each attempt has a deadline. A query that is late is cancelled, and submitted again, as is a query
//! that failed. That is safe, since the client refuses queries that write. A query that fails twice for the
//! same reason is not submitted again, nor is one for which there never was a scheduler.
//!
//! A table is printed when it is complete, so that its rows are those of one attempt.

use crate::attempt::{self, Failure};
use crate::error::{Error, Result};
use crate::signals;
use crate::tables::{Format, Source};
use datafusion::arrow::array::RecordBatch;
use std::pin::pin;
use std::time::Duration;

/// Options of a query. Times are in seconds.
#[derive(Debug, clap::Args)]
pub struct Sql {
    /// Host and port of the scheduler
    #[arg(long, default_value = "localhost:50050")]
    pub(crate) scheduler: String,
    /// A table: a file or folder under the same path on all machines, or in a bucket (`s3://BUCKET/PATH`). May be
    /// repeated
    #[arg(long, value_name = "NAME=PATH")]
    pub(crate) table: Vec<Source>,
    /// What the files contain. By default, what the ending of the path says, and Parquet for all other paths
    #[arg(long)]
    pub(crate) format: Option<Format>,
    /// Seconds after which an attempt is cancelled
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=31_536_000))]
    pub(crate) deadline: u64,
    /// How often to submit the query again if it fails or is late
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(..=100))]
    pub(crate) resubmissions: u32,
    /// Seconds to wait before the query is submitted again. Doubled each time, up to a minute
    #[arg(long, default_value_t = 1)]
    pub(crate) pause: u64,
    /// Whether to plan a stage only after those before it. Ballista 55 does not survive a lost executor with it
    #[arg(long, default_value_t = false, action = clap::ArgAction::Set)]
    pub(crate) adaptive: bool,
    /// Parts in which files are read and rows are shuffled
    #[arg(long, default_value_t = 16)]
    pub(crate) partitions: usize,
    /// A setting of DataFusion or Ballista. May be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// The query, which must not write
    pub(crate) query: String,
}

impl Sql {
    /// Runs the query, and returns its rows. Says on standard error when and why the query is submitted again.
    ///
    /// # Errors
    ///
    /// Returns an error if the query is wrong, if there is no scheduler, or if the last attempt failed too.
    pub async fn run(&self) -> Result<Vec<RecordBatch>> {
        // One for all attempts: a signal counts between them, too.
        let mut stop = pin!(signals::stop());
        let mut last = None;
        for attempt in 1.. {
            let error = match attempt::run(self, stop.as_mut()).await {
                Ok(batches) => return Ok(batches),
                Err(Failure::Final(error)) => return Err(error),
                // A scheduler that was there may come back.
                Err(Failure::Unreachable(error)) if attempt == 1 => return Err(error),
                Err(Failure::Unreachable(error) | Failure::Lost(error)) => error,
                Err(Failure::Failed(error)) => {
                    if last.replace(error.clone()).is_some_and(|last| last == error) {
                        return Err(error.context("failed twice for the same reason"));
                    }
                    error
                }
                Err(Failure::Late) => {
                    Error::new(format_args!("no answer within {} seconds", self.deadline))
                }
            };
            if attempt > self.resubmissions {
                let times =
                    if attempt == 1 { "once".to_owned() } else { format!("{attempt} times") };
                return Err(error.context(format!("submitted {times}, without an answer")));
            }
            let of = self.resubmissions;
            eprintln!("abnf-cluster: {error}; the query is submitted again ({attempt} of {of})");
            let pause = self.pause.saturating_mul(1 << (attempt - 1).min(6)).min(60);
            tokio::select! {
                () = tokio::time::sleep(Duration::from_secs(pause)) => {}
                _ = stop.as_mut() => return Err(Error::new("interrupted")),
            }
        }
        unreachable!("attempts are counted")
    }
}
