//! Signals that end processes, and what a process says about itself before.

use crate::cluster::{Cluster, Mode};
use crate::data::{HOSTS, alone, table, write};
use crate::process::{get, until};

#[test]
fn health_metrics_and_the_end() {
    let mut cluster = Cluster::new(1, Mode::Ours);
    let health = cluster.start_executor();
    until("the executor is ready", || get(health, "/readyz").is_some_and(|it| it.0 == 200));
    assert_eq!(get(health, "/healthz").unwrap().0, 200);
    let urls = write(cluster.path("urls"), 1, 10);
    table(&cluster.sql(&urls, &[], HOSTS).finish());
    for (path, expected) in [
        ("/healthz", "ok"),
        ("/readyz", "ready: 2 executors registered"),
        ("/api/state", "version"),
        ("/api/executors", "127.0.0.1"),
        ("/api/jobs", "job_id"),
        ("/api/metrics", "job_completed_total 1"),
    ] {
        let (status, body) = get(cluster.port, path).unwrap();
        assert_eq!(status, 200, "{path}");
        assert!(body.contains(expected), "{path}: {body}");
    }
    // An executor that ends says so: the scheduler does not wait for a time-out.
    assert_eq!(cluster.take_executor(0).terminate(), Some(0));
    assert_eq!(cluster.take_executor(1).terminate(), Some(0));
    until("the scheduler is not ready", || get(cluster.port, "/readyz").unwrap().0 == 503);
    assert_eq!(get(health, "/healthz"), None);
    assert_eq!(cluster.take_scheduler().terminate(), Some(0));
}

#[test]
fn an_executor_ends_while_a_query_runs() {
    let mut cluster = Cluster::new(2, Mode::Ours);
    let urls = write(cluster.path("urls"), 16, 20_000);
    let query = cluster.sql(&urls, &["--deadline", "300"], HOSTS);
    until("executor 1 has written", || cluster.has_written(1, "1"));
    assert_eq!(cluster.take_executor(1).terminate(), Some(0));
    assert_eq!(table(&query.finish()), alone(&urls, HOSTS));
}

/// The client cancels its query before it ends.
#[test]
fn a_client_ends_while_its_query_runs() {
    let cluster = Cluster::new(0, Mode::Ours);
    let urls = write(cluster.path("urls"), 1, 10);
    let query = cluster.sql(&urls, &[], HOSTS);
    let jobs = || get(cluster.port, "/api/jobs").unwrap().1;
    until("the query is planned", || jobs().contains("Running"));
    let output = query.interrupt().finish();
    assert_eq!(output.status.code(), Some(1));
    let message = crate::data::messages(&output);
    assert_eq!(message, "abnf-cluster: interrupted; the query is cancelled\n");
    until("the query is cancelled", || jobs().contains("ancelled"));
}
