//! The fault test, many times: how often the engine survives by itself, how often the client submits a query
//! again, and how often an answer is wrong.
//!
//! Ignored, since a run takes some 20 seconds. `ABNF_CLUSTER_RUNS` is the number of runs.

use crate::cluster::{Cluster, Mode};
use crate::data::{HOSTS, PATHS, alone, messages, table, write};
use crate::process::until;
use std::path::PathBuf;
use std::time::Instant;

const FILES: usize = 16;
const ROWS: usize = 25_000;

/// What became of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The query ended before the executor was killed: the run does not count.
    Missed,
    /// The engine survived by itself.
    Survived,
    /// The client submitted the query again.
    Resubmitted,
    /// There was no answer, but an error.
    Failed,
    /// The answer was wrong.
    Wrong,
}

const ENDS: [End; 4] = [End::Survived, End::Resubmitted, End::Failed, End::Wrong];

/// A query, the stage in which it loses an executor, and its answer.
struct Case {
    mode: Mode,
    stage: u32,
    query: &'static str,
    urls: PathBuf,
    expected: String,
    /// Seconds that no attempt needs that makes progress.
    deadline: String,
}

impl Case {
    /// Runs the query in a new cluster, and kills an executor.
    fn run(&self) -> End {
        let mut cluster = Cluster::new(2, self.mode);
        let mut query = cluster.sql(&self.urls, &["--deadline", &self.deadline], self.query);
        let stage = self.stage.to_string();
        until("executor 1 has written", || cluster.has_written(1, "1"));
        until("the stage has begun", || (0..2).any(|it| cluster.has_begun(it, &stage)));
        cluster.kill_executor(1);
        let next = (self.stage + 1).to_string();
        if !query.is_running() || (0..2).any(|it| cluster.has_begun(it, &next)) {
            return End::Missed;
        }
        let output = query.finish();
        let messages = messages(&output);
        print!("{messages}");
        match output.status.success() {
            false => End::Failed,
            true if table(&output) != self.expected => End::Wrong,
            true if messages.contains("submitted again") => End::Resubmitted,
            true => End::Survived,
        }
    }
}

/// Runs as often as the environment says. Prints a line for each run, and then a row of counts.
fn repeat(mode: Mode, stage: u32, query: &'static str) {
    let runs: usize = std::env::var("ABNF_CLUSTER_RUNS").map_or(2, |runs| runs.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let urls = write(folder.path().join("urls"), FILES, ROWS);
    let expected = alone(&urls, query);
    let cluster = Cluster::new(2, mode);
    let begin = Instant::now();
    assert_eq!(table(&cluster.sql(&urls, &[], query).finish()), expected);
    let undisturbed = begin.elapsed().as_secs();
    drop(cluster);
    let deadline = (30 + 3 * undisturbed).to_string();
    println!("{mode:?}, undisturbed: {undisturbed} s, deadline {deadline} s");
    let case = Case { mode, stage, query, urls, expected, deadline };
    let mut ends = Vec::new();
    for _ in 0..3 * runs {
        let begin = Instant::now();
        let end = case.run();
        println!("{mode:?}, stage {stage}: {end:?} in {:.1} s", begin.elapsed().as_secs_f32());
        ends.extend((end != End::Missed).then_some(end));
        if ends.len() == runs {
            break;
        }
    }
    let counts = ENDS.map(|end| ends.iter().filter(|it| **it == end).count());
    println!("{mode:?}, stage {stage}, {} runs: {ENDS:?} = {counts:?}", ends.len());
    assert_eq!(ends.len(), runs);
    assert_eq!(counts[3], 0, "wrong answers");
}

#[test]
#[ignore = "takes minutes"]
fn ours_in_the_first_stage() {
    repeat(Mode::Ours, 1, HOSTS);
}

#[test]
#[ignore = "takes minutes"]
fn ours_in_the_second_stage() {
    repeat(Mode::Ours, 2, PATHS);
}

#[test]
#[ignore = "takes minutes"]
fn ballistas_in_the_second_stage() {
    repeat(Mode::Ballistas, 2, PATHS);
}
