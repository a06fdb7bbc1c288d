//! The context of the client: its functions, and the settings of the engine.

use crate::client::Sql;
use crate::error::{Error, Result};
use crate::{rules, store};
use ballista::prelude::{SessionConfigExt, SessionContextExt};
use ballista_core::config::{BALLISTA_ADAPTIVE_PLANNER_ENABLED, BALLISTA_CLIENT_PULL};
use datafusion::execution::SessionStateBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};

/// Makes a context that submits to the scheduler. This does not connect to it.
pub(crate) async fn new(sql: &Sql) -> Result<SessionContext> {
    let mut config = SessionConfig::new_with_ballista()
        .with_target_partitions(sql.partitions)
        // Else the client learns the number of its query, which it needs to cancel it, at the end.
        .set_bool(BALLISTA_CLIENT_PULL, true)
        .set_bool(BALLISTA_ADAPTIVE_PLANNER_ENABLED, sql.adaptive);
    for setting in &sql.set {
        let (key, value) = setting
            .split_once('=')
            .ok_or_else(|| Error::new(format_args!("the setting `{setting}` is not KEY=VALUE")))?;
        let set = config.options_mut().set(key.trim(), value.trim());
        set.map_err(|error| Error::from(error).context(format_args!("the setting `{setting}`")))?;
    }
    let state = SessionStateBuilder::new()
        .with_config(config)
        .with_runtime_env(store::environment().build_arc()?)
        .with_default_features()
        .build();
    let url = format!("df://{}", sql.scheduler);
    let context = SessionContext::remote_with_state(&url, state).await?;
    // Not earlier: the context that submits queries has the functions of Ballista only.
    for function in rules::functions()? {
        context.register_udf(function);
    }
    Ok(context)
}
