//! A scheduler and executors on the loopback interface, with a folder for files and results.

use crate::process::{Process, Query, get, ports, program, until};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// How a cluster schedules and plans.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mode {
    /// The settings of `abnf-cluster`: executors pull tasks, and all stages are planned at once.
    Ours,
    /// The settings of Ballista: the scheduler pushes tasks, and each stage is planned after those before it.
    Ballistas,
}

pub(crate) struct Cluster {
    pub(crate) port: u16,
    mode: Mode,
    scheduler: Option<Process>,
    executors: Vec<Option<Process>>,
    folder: TempDir,
}

impl Cluster {
    /// Starts a cluster, and waits until the scheduler knows each executor.
    pub(crate) fn new(executors: usize, mode: Mode) -> Self {
        let [port] = ports();
        let folder = tempfile::tempdir().unwrap();
        let mut cluster = Self { port, mode, scheduler: None, executors: Vec::new(), folder };
        cluster.start_scheduler(executors);
        for _ in 0..executors {
            cluster.start_executor();
        }
        cluster.wait();
        cluster
    }

    /// Waits until the scheduler knows `--ready-executors` executors.
    pub(crate) fn wait(&self) {
        until("the scheduler is ready", || get(self.port, "/readyz").is_some_and(|it| it.0 == 200));
    }

    pub(crate) fn start_scheduler(&mut self, executors: usize) {
        let mut scheduler = program();
        scheduler.args(["scheduler", "--bind", &format!("127.0.0.1:{}", self.port)]);
        scheduler.args(["--policy", self.policy(), "--ready-executors", &executors.to_string()]);
        scheduler.args(["--executor-timeout", "10", "--executor-check", "2"]);
        scheduler.args(["--no-executors-grace", "12", "--termination-grace", "10"]);
        self.scheduler = Some(Process::quiet(scheduler));
    }

    pub(crate) fn kill_scheduler(&mut self) {
        self.scheduler = None;
    }

    pub(crate) fn take_scheduler(&mut self) -> Process {
        self.scheduler.take().unwrap()
    }

    /// Starts one more executor, and returns the port at which it says how it is.
    pub(crate) fn start_executor(&mut self) -> u16 {
        let [port, grpc_port, health_port] = ports();
        let mut executor = program();
        executor.args(["executor", "--scheduler", &self.scheduler()]);
        executor.args(["--port", &port.to_string(), "--grpc-port", &grpc_port.to_string()]);
        executor.args(["--health-port", &health_port.to_string(), "--vcores", "1"]);
        executor.args(["--policy", self.policy(), "--heartbeat", "2", "--memory", "0"]);
        executor.arg("--work-dir").arg(self.work(self.executors.len()));
        self.executors.push(Some(Process::quiet(executor)));
        health_port
    }

    pub(crate) fn kill_executor(&mut self, executor: usize) {
        self.executors[executor] = None;
    }

    pub(crate) fn take_executor(&mut self, executor: usize) -> Process {
        self.executors[executor].take().unwrap()
    }

    fn policy(&self) -> &'static str {
        match self.mode {
            Mode::Ours => "pull",
            Mode::Ballistas => "push",
        }
    }

    pub(crate) fn scheduler(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Starts a query over the table `urls`.
    pub(crate) fn sql(&self, urls: &Path, options: &[&str], query: &str) -> Query {
        let adaptive = matches!(self.mode, Mode::Ballistas).to_string();
        let mut command = program();
        command.args(["sql", "--scheduler", &self.scheduler(), "--adaptive", &adaptive]);
        command.args(["--table", &format!("urls={}", urls.display()), "--partitions", "8"]);
        // Each executor gets tasks.
        command.args(["--set", "ballista.scheduler.max_partitions_per_task=1"]);
        command.args(options).arg(query);
        Query::start(command)
    }

    fn work(&self, executor: usize) -> PathBuf {
        self.path(&format!("work-{executor}"))
    }

    /// Returns whether an executor has a folder for a stage of some query.
    pub(crate) fn has_begun(&self, executor: usize, stage: &str) -> bool {
        self.jobs(executor).iter().any(|job| job.join(stage).exists())
    }

    /// Returns whether an executor has written something of a stage.
    pub(crate) fn has_written(&self, executor: usize, stage: &str) -> bool {
        self.jobs(executor).iter().any(|job| has_data(&job.join(stage)))
    }

    fn jobs(&self, executor: usize) -> Vec<PathBuf> {
        let jobs = std::fs::read_dir(self.work(executor).join("results"));
        jobs.map(|jobs| jobs.flatten().map(|job| job.path()).collect()).unwrap_or_default()
    }
}

fn has_data(folder: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| match entry.metadata() {
        Ok(it) if it.is_dir() => has_data(&entry.path()),
        Ok(it) => it.len() > 0,
        Err(_) => false,
    })
}
