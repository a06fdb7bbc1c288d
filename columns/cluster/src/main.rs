//! The program `abnf-cluster`. Its commands are described in the library.

use abnf_cluster::error::{Error, Result};
use abnf_cluster::settings::{Role, Settings};
use datafusion::arrow::util::pretty::pretty_format_batches;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Duration;
use tracing_subscriber::EnvFilter;

/// Plans are deep, and planners recursive.
const STACK: usize = 32 << 20;

/// How long tasks may take to end after a command has ended.
const END: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    let settings = Settings::read(std::env::args_os()).unwrap_or_else(|error| error.exit());
    match start(settings) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("abnf-cluster: {error}");
            ExitCode::FAILURE
        }
    }
}

fn start(settings: Settings) -> Result<()> {
    let level = if matches!(settings.role, Role::Sql(_)) { "off" } else { "info" };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(level));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(false)
        .with_writer(io::stderr)
        .init();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_stack_size(STACK)
        .build()?;
    let role = settings.role;
    // On a thread of the run-time, as this one has a small stack.
    let result = runtime.block_on(async { tokio::spawn(run(role)).await });
    runtime.shutdown_timeout(END);
    result.unwrap_or_else(|panic| Err(Error::new(panic)))
}

async fn run(role: Role) -> Result<()> {
    match role {
        Role::Scheduler(scheduler) => scheduler.run().await,
        Role::Executor(executor) => executor.run().await,
        Role::Sql(sql) => {
            let batches = sql.run().await?;
            let table = pretty_format_batches(&batches).map_err(Error::new)?;
            Ok(writeln!(io::stdout(), "{table}")?)
        }
    }
}
