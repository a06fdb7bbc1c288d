//! The scheduler: plans queries, and hands out their tasks.
//!
//! One port serves everything: executors and clients by gRPC; `/healthz`, `/readyz`; and the REST API of Ballista
//! with `/api/state`, `/api/executors`, `/api/jobs`, and `/api/metrics` for Prometheus. SIGTERM and Ctrl-C end the
//! process at once: a scheduler has nothing to save, and clients submit their queries again.

use crate::error::Result;
use crate::settings::Policy;
use crate::{session, signals};
use ballista_core::extension::SessionConfigExt;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use datafusion::prelude::SessionConfig;
use std::net::SocketAddr;
use std::sync::Arc;

/// Options of the scheduler. Times are in seconds.
#[derive(Debug, clap::Args)]
pub struct Scheduler {
    /// Address and port for executors, clients, health, metrics and the REST API
    #[arg(long, default_value = "127.0.0.1:50050")]
    bind: SocketAddr,
    /// Name under which executors reach the scheduler, with the policy `push`
    #[arg(long, default_value = "localhost")]
    external_host: String,
    /// How tasks reach executors; the same as that of the executors
    #[arg(long, default_value = "pull")]
    policy: Policy,
    /// Seconds of silence after which an executor is lost. Executors that pull tasks do so at least every 5
    /// seconds; with the policy `push`, more than their heartbeat
    #[arg(long, default_value_t = 30)]
    executor_timeout: u64,
    /// Seconds between searches for lost executors
    #[arg(long, default_value_t = 5)]
    executor_check: u64,
    /// Seconds to wait for an executor after the last one was lost. Then running queries fail
    #[arg(long, default_value_t = 60)]
    no_executors_grace: u64,
    /// Seconds for which an executor that ends may finish its tasks
    #[arg(long, default_value_t = 30)]
    termination_grace: u64,
    /// Failures after which a task is not repeated
    #[arg(long, default_value_t = 4)]
    task_failures: usize,
    /// Failures after which a stage is not repeated
    #[arg(long, default_value_t = 4)]
    stage_failures: usize,
    /// Executors without which `/readyz` answers 503
    #[arg(long, default_value_t = 1)]
    ready_executors: usize,
    /// Seconds for which executors keep the files of a finished query
    #[arg(long, default_value_t = 300)]
    keep_files: u64,
    /// Whether to serve the REST API. It shows queries, and can cancel them
    #[arg(long, default_value_t = true, action = clap::ArgAction::Set)]
    rest_api: bool,
}

impl Scheduler {
    /// Runs until a signal ends the process.
    ///
    /// # Errors
    ///
    /// Returns an error if the port cannot be used.
    pub async fn run(&self) -> Result<()> {
        let config = self.config();
        let cluster = BallistaCluster::new_from_config(&config).await?;
        tokio::select! {
            result = start_server(cluster, self.bind, Arc::new(config)) => Ok(result?),
            result = signals::stop() => Ok(result?),
        }
    }

    fn config(&self) -> SchedulerConfig {
        SchedulerConfig {
            bind_host: self.bind.ip().to_string(),
            bind_port: self.bind.port(),
            external_host: self.external_host.clone(),
            scheduling_policy: self.policy.into(),
            executor_timeout_seconds: self.executor_timeout,
            expire_dead_executor_interval_seconds: self.executor_check,
            no_executors_grace_period_seconds: self.no_executors_grace,
            executor_termination_grace_period: self.termination_grace,
            task_max_failures: self.task_failures,
            stage_max_failures: self.stage_failures,
            min_ready_executors: self.ready_executors,
            finished_job_data_clean_up_interval_seconds: self.keep_files,
            disable_rest_api: !self.rest_api,
            override_config_producer: Some(Arc::new(SessionConfig::new_with_ballista)),
            override_session_builder: Some(Arc::new(session::state)),
            ..SchedulerConfig::default()
        }
    }
}
