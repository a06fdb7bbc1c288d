//! One attempt at a query: plans it, submits it, and waits for its answer until a deadline.
//!
//! What goes wrong is sorted by whether another attempt may help.

use crate::client::Sql;
use crate::context;
use crate::error::{Error, Result};
use ballista_core::execution_plans::DistributedQueryExec;
use ballista_core::serde::protobuf::job_status::Status;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{CancelJobParams, GetJobStatusParams};
use ballista_core::utils::{GrpcClientConfig, create_grpc_client_connection};
use datafusion::arrow::array::RecordBatch;
use datafusion::error::DataFusionError;
use datafusion::execution::TaskContext;
use datafusion::execution::context::SQLOptions;
use datafusion::physical_plan::{ExecutionPlan, collect};
use datafusion_proto::protobuf::LogicalPlanNode;
use std::future::pending;
use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tonic::transport::Channel;

/// Why an attempt has no answer.
pub(crate) enum Failure {
    /// The query is wrong, or was interrupted: no other attempt helps.
    Final(Error),
    /// There is no scheduler.
    Unreachable(Error),
    /// The scheduler refused the query, or the query failed. The query itself may be the reason.
    Failed(Error),
    /// The scheduler, or the executor with the answer, was lost.
    Lost(Error),
    /// There was no answer in time. The query was cancelled, if the scheduler had it.
    Late,
}

/// How long the scheduler may take to hear that a query is cancelled.
const CANCEL: Duration = Duration::from_secs(5);

/// How often the client looks for the number of a query that it cancels.
const TICK: Duration = Duration::from_millis(10);

/// How often the client looks whether the scheduler still knows the query.
const WATCH: Duration = Duration::from_secs(2);

/// Runs the query once, until `stop` is ready.
pub(crate) async fn run(
    sql: &Sql,
    mut stop: Pin<&mut impl Future<Output = io::Result<()>>>,
) -> Result<Vec<RecordBatch>, Failure> {
    let end = Instant::now() + Duration::from_secs(sql.deadline);
    let planned = tokio::select! {
        planned = timeout_at(end, plan(sql)) => planned,
        _ = stop.as_mut() => return Err(Failure::Final(Error::new("interrupted"))),
    };
    let Ok(planned) = planned else { return Err(Failure::Late) };
    let (plan, task) = planned.map_err(Failure::Final)?;
    let answer = async {
        connect(sql).await.map_err(Failure::Unreachable)?;
        let answer = collect(Arc::clone(&plan), task).await;
        answer.map_err(|error| failure(&plan, error))
    };
    let mut answer = pin!(answer);
    let failure = tokio::select! {
        result = timeout_at(end, answer.as_mut()) => match result {
            Ok(result) => return result,
            Err(_) => Failure::Late,
        },
        () = forgotten(sql, &plan) => {
            return Err(Failure::Lost(Error::new("the scheduler was started again")));
        }
        _ = stop => Failure::Final(Error::new("interrupted; the query is cancelled")),
    };
    // The scheduler may have taken a query whose number has not arrived yet.
    let numbered = async {
        while job(&plan).is_none() {
            sleep(TICK).await;
        }
    };
    tokio::select! {
        () = numbered => {}
        _ = answer => {}
        () = sleep(CANCEL) => {}
    }
    cancel(sql, &plan).await;
    Err(failure)
}

type Plan = (Arc<dyn ExecutionPlan>, Arc<TaskContext>);

/// Registers the tables, and plans the query as far as the client does: to a plan that submits it.
async fn plan(sql: &Sql) -> Result<Plan> {
    let context = context::new(sql).await?;
    for table in &sql.table {
        table.register(&context, sql.format).await?;
    }
    // What only reads may be submitted again.
    let options =
        SQLOptions::new().with_allow_ddl(false).with_allow_dml(false).with_allow_statements(false);
    let frame = context.sql_with_options(&sql.query, options).await?;
    let task = Arc::new(frame.task_ctx());
    Ok((frame.create_physical_plan().await?, task))
}

/// Connects to the scheduler, to learn in plain words if there is none.
async fn connect(sql: &Sql) -> Result<SchedulerGrpcClient<Channel>> {
    let url = format!("http://{}", sql.scheduler);
    let config = GrpcClientConfig::default();
    let channel = create_grpc_client_connection(url, &config).await.map_err(|error| {
        let mut cause: &dyn std::error::Error = &error;
        while let Some(source) = cause.source() {
            cause = source;
        }
        Error::new(cause).context(format_args!("no scheduler at {}", sql.scheduler))
    })?;
    Ok(SchedulerGrpcClient::new(channel))
}

/// Waits until the scheduler no longer knows the query. Ballista's client does not notice that.
async fn forgotten(sql: &Sql, plan: &Arc<dyn ExecutionPlan>) {
    let mut unknown = 0;
    while unknown < 2 {
        sleep(WATCH).await;
        let Some(job_id) = job(plan) else { continue };
        // Without a connection, the client notices by itself.
        let Ok(mut scheduler) = connect(sql).await else { continue };
        let answer = scheduler.get_job_status(GetJobStatusParams { job_id }).await;
        match answer.map(|it| it.into_inner().status.and_then(|it| it.status)) {
            // Schedulers forget finished queries after a while. The client is reading the answer.
            Ok(Some(Status::Successful(_))) => return pending().await,
            // Twice, as a query that has just been submitted may have no status yet.
            Ok(None) => unknown += 1,
            _ => unknown = 0,
        }
    }
}

/// Sorts the error of a query that the scheduler was given. Only a prefix shows that Ballista itself reports that the query failed.
fn failure(plan: &Arc<dyn ExecutionPlan>, error: DataFusionError) -> Failure {
    let error = match error {
        DataFusionError::Execution(message) => Error::new(message),
        error => error.into(),
    };
    match job(plan) {
        None => Failure::Failed(error),
        Some(job) => match error.after(&format!("Job {job} failed: ")) {
            Some(reason) => Failure::Failed(reason),
            None => Failure::Lost(error),
        },
    }
}

/// Cancels the query as well as possible: a scheduler that is lost has nothing to cancel.
async fn cancel(sql: &Sql, plan: &Arc<dyn ExecutionPlan>) {
    let Some(job_id) = job(plan) else { return };
    let request = async {
        let mut scheduler = connect(sql).await?;
        scheduler.cancel_job(CancelJobParams { job_id }).await.map_err(Error::new)
    };
    if !matches!(timeout(CANCEL, request).await, Ok(Ok(_))) {
        eprintln!("abnf-cluster: the scheduler did not hear that the query is cancelled");
    }
}

/// Returns the number of the query, if the scheduler took it.
fn job(plan: &Arc<dyn ExecutionPlan>) -> Option<String> {
    let query = plan.downcast_ref::<DistributedQueryExec<LogicalPlanNode>>()?;
    query.job_id().map(|job| job.as_str().to_owned())
}
