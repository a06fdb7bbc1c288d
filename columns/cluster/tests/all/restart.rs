//! A scheduler that is killed and started again: running queries are lost, executors are not.

use crate::cluster::{Cluster, Mode};
use crate::data::{HOSTS, alone, messages, table, write};
use crate::process::{get, until};

/// The client submits the query again, and the executors register with the new scheduler.
#[test]
fn the_scheduler_is_started_again() {
    for mode in [Mode::Ours, Mode::Ballistas] {
        let mut cluster = Cluster::new(2, mode);
        let urls = write(cluster.path("urls"), 16, 20_000);
        let query = cluster.sql(&urls, &["--resubmissions", "10", "--deadline", "300"], HOSTS);
        until("the executors work", || (0..2).any(|it| cluster.has_written(it, "1")));
        cluster.kill_scheduler();
        cluster.start_scheduler(2);
        let output = query.finish();
        assert_eq!(table(&output), alone(&urls, HOSTS), "{mode:?}");
        let messages = messages(&output);
        assert!(messages.contains("the query is submitted again (1 of 10)"), "{mode:?} {messages}");
        assert!(!messages.contains("no answer within"), "{mode:?} {messages}");
        // Both executors are known again, and the scheduler knows nothing of the first attempt.
        cluster.wait();
        let jobs = get(cluster.port, "/api/jobs").unwrap().1;
        assert_eq!(jobs.matches("job_id").count(), 1, "{mode:?} {jobs}");
    }
}

#[test]
fn the_scheduler_is_not_started_again() {
    let mut cluster = Cluster::new(1, Mode::Ours);
    let urls = write(cluster.path("urls"), 16, 20_000);
    let query = cluster.sql(&urls, &["--resubmissions", "1"], HOSTS);
    until("the executor works", || cluster.has_written(0, "1"));
    cluster.kill_scheduler();
    let output = query.finish();
    assert_eq!(output.status.code(), Some(1));
    let messages = messages(&output);
    let [first, last] = messages.lines().collect::<Vec<_>>()[..] else { panic!("{messages}") };
    assert!(first.ends_with("; the query is submitted again (1 of 1)"), "{messages}");
    let expected =
        format!("submitted 2 times, without an answer: no scheduler at {}", cluster.scheduler());
    assert!(last.contains(&expected), "{messages}");
}
