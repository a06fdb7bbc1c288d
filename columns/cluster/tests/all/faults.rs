//! Executors that are killed while they work: the answer is right, or there is an error in time.
//!
//! No test waits for a time to pass: the folders of the executors show what they do. Deadlines are long, since
//! a busy machine may need minutes for a query; a query that hangs is late all the same.

use crate::cluster::{Cluster, Mode};
use crate::data::{HOSTS, PATHS, alone, messages, table, write};
use crate::process::{get, until};

#[test]
fn an_executor_is_lost_in_the_first_stage() {
    let mut cluster = Cluster::new(2, Mode::Ours);
    let urls = write(cluster.path("urls"), 16, 20_000);
    let query = cluster.sql(&urls, &["--deadline", "300"], HOSTS);
    until("executor 1 has written", || cluster.has_written(1, "1"));
    cluster.kill_executor(1);
    assert_eq!(table(&query.finish()), alone(&urls, HOSTS));
}

/// What the executor wrote for the second stage is lost. Either the engine makes it again, or the client submits
/// the query again.
#[test]
fn an_executor_is_lost_in_the_second_stage() {
    let mut cluster = Cluster::new(2, Mode::Ours);
    let urls = write(cluster.path("urls"), 16, 20_000);
    let mut query = cluster.sql(&urls, &["--deadline", "300"], PATHS);
    let mut has_begun = || (0..2).any(|it| cluster.has_begun(it, "2")) || !query.is_running();
    until("the second stage has begun", &mut has_begun);
    cluster.kill_executor(1);
    assert_eq!(table(&query.finish()), alone(&urls, PATHS));
}

#[test]
fn all_executors_are_lost() {
    let mut cluster = Cluster::new(1, Mode::Ours);
    let urls = write(cluster.path("urls"), 16, 20_000);
    let query = cluster.sql(&urls, &["--resubmissions", "0"], HOSTS);
    until("the executor has written", || cluster.has_written(0, "1"));
    cluster.kill_executor(0);
    let output = query.finish();
    assert_eq!(output.status.code(), Some(1));
    let messages = messages(&output);
    assert!(messages.contains("all executors were lost"), "{messages}");
    assert!(messages.contains("submitted once, without an answer"), "{messages}");
    assert_eq!(messages.lines().count(), 1, "{messages}");
}

/// A deadline is shorter than the work: the client cancels the query, submits it again, and gives up.
#[test]
fn a_query_is_late() {
    let cluster = Cluster::new(0, Mode::Ours);
    let urls = write(cluster.path("urls"), 1, 10);
    let options = ["--deadline", "1", "--resubmissions", "2", "--pause", "0"];
    let output = cluster.sql(&urls, &options, HOSTS).finish();
    assert_eq!(output.status.code(), Some(1));
    let late = "no answer within 1 seconds";
    let expected = format!(
        "abnf-cluster: {late}; the query is submitted again (1 of 2)\n\
         abnf-cluster: {late}; the query is submitted again (2 of 2)\n\
         abnf-cluster: submitted 3 times, without an answer: {late}\n"
    );
    assert_eq!(messages(&output), expected);
    let jobs = || get(cluster.port, "/api/jobs").unwrap().1;
    until("the queries are cancelled", || jobs().matches("ancelled").count() == 3);
}
