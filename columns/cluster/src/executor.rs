//! An executor: runs tasks, keeps what later stages read, and serves it to other executors and clients.
//!
//! SIGTERM and Ctrl-C end it gracefully: the scheduler learns that it ends, its running tasks finish, and its
//! ports close. Files that it wrote for a later stage are lost, and are made again elsewhere.

use crate::error::{Error, Result};
use crate::settings::Policy;
use crate::{session, store};
use ballista_core::extension::SessionConfigExt;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_executor::health::spawn_health_server;
use datafusion::prelude::SessionConfig;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::oneshot;

/// Options of an executor. Times are in seconds.
#[derive(Debug, clap::Args)]
pub struct Executor {
    /// Host and port of the scheduler
    #[arg(long, default_value = "localhost:50050")]
    scheduler: String,
    /// Address on which the ports are
    #[arg(long, default_value = "127.0.0.1")]
    bind: IpAddr,
    /// Name under which executors and clients reach this executor. By default, the address from which it
    /// connects to the scheduler
    #[arg(long)]
    external_host: Option<String>,
    /// Port from which others read results of tasks
    #[arg(long, default_value_t = 50051)]
    port: u16,
    /// Port at which the scheduler calls, with the policy `push`
    #[arg(long, default_value_t = 50052)]
    grpc_port: u16,
    /// Port of `/healthz` and `/readyz`, by HTTP. 0 for none
    #[arg(long, default_value_t = 50053)]
    health_port: u16,
    /// How tasks reach executors; the same as that of the scheduler
    #[arg(long, default_value = "pull")]
    policy: Policy,
    /// Tasks at once. 0 for the number of processors
    #[arg(long, default_value_t = 0)]
    vcores: usize,
    /// Bytes of memory for all tasks. 0 for no limit. By default, 70 percent of the memory of the machine or
    /// container
    #[arg(long)]
    memory: Option<u64>,
    /// Folder for results of tasks, which is created. By default, a temporary folder, which the process removes
    /// when it ends
    #[arg(long)]
    work_dir: Option<PathBuf>,
    /// Seconds between signs of life, with the policy `push`
    #[arg(long, default_value_t = 10)]
    heartbeat: u64,
    /// Seconds to wait for the scheduler at the start
    #[arg(long, default_value_t = 60)]
    connect_timeout: u16,
    /// Seconds between removals of old results. 0 for none
    #[arg(long, default_value_t = 3600)]
    clean_up: u64,
    /// Seconds after which results are old
    #[arg(long, default_value_t = 86_400)]
    keep_files: u64,
}

impl Executor {
    /// Runs until a signal ends the process.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no scheduler, or if a port or the folder cannot be used.
    pub async fn run(&self) -> Result<()> {
        let temporary;
        let folder = if let Some(folder) = &self.work_dir {
            folder.as_path()
        } else {
            temporary = tempfile::Builder::new().prefix("abnf-executor-").tempdir()?;
            temporary.path()
        };
        let (results, spilled) = (folder.join("results"), folder.join("spilled"));
        for folder in [&results, &spilled] {
            let created = std::fs::create_dir_all(folder);
            created.map_err(|error| Error::from(error).context(folder.display()))?;
        }
        let config = self.config(&results, spilled)?;
        let (stop, stopped) = oneshot::channel();
        let health = (self.health_port != 0).then(|| {
            let address = SocketAddr::new(self.bind, self.health_port);
            spawn_health_server(address, config.health.clone(), stopped)
        });
        let result = start_executor_process(Arc::new(config)).await;
        // This fails if the server did not start, or has ended.
        let _ = stop.send(());
        if let Some(health) = health {
            health.await.map_err(Error::new)??;
        }
        Ok(result?)
    }

    fn config(&self, results: &Path, spilled: PathBuf) -> Result<ExecutorProcessConfig> {
        let address = self.scheduler.rsplit_once(':');
        let (host, port) = address
            .and_then(|(host, port)| Some((host, port.parse().ok()?)))
            .ok_or_else(|| Error::new(format_args!("`{}` is not HOST:PORT", self.scheduler)))?;
        let work_dir = results
            .to_str()
            .ok_or_else(|| Error::new(format_args!("{} is not UTF-8", results.display())))?;
        // All functions of Ballista, which has fewer by default here than in the scheduler.
        let state = session::state(SessionConfig::new_with_ballista())?;
        let registry = BallistaFunctionRegistry::from(&state);
        Ok(ExecutorProcessConfig {
            bind_host: self.bind.to_string(),
            external_host: self.external_host.clone(),
            port: self.port,
            grpc_port: self.grpc_port,
            scheduler_host: host.to_owned(),
            scheduler_port: port,
            scheduler_connect_timeout_seconds: self.connect_timeout,
            vcores: self.vcores,
            memory_pool_size: self.memory,
            task_scheduling_policy: self.policy.into(),
            work_dir: Some(work_dir.to_owned()),
            executor_heartbeat_interval_seconds: self.heartbeat,
            job_data_clean_up_interval_seconds: self.clean_up,
            job_data_ttl_seconds: self.keep_files,
            override_function_registry: Some(Arc::new(registry)),
            override_config_producer: Some(Arc::new(SessionConfig::new_with_ballista)),
            override_runtime_producer: Some(Arc::new(move |_| {
                store::environment().with_temp_file_path(spilled.clone()).build_arc()
            })),
            ..ExecutorProcessConfig::default()
        })
    }
}
