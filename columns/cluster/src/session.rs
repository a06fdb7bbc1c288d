//! The state in which scheduler and executors resolve functions and files.

use crate::{rules, store};
use ballista_core::utils::default_session_builder;
use datafusion::error::Result;
use datafusion::execution::registry::FunctionRegistry;
use datafusion::execution::{SessionState, SessionStateBuilder};
use datafusion::prelude::SessionConfig;
use std::sync::Arc;

/// Returns the state of Ballista, with stores, and with the functions of the rules.
pub(crate) fn state(config: SessionConfig) -> Result<SessionState> {
    let mut state = SessionStateBuilder::new_from_existing(default_session_builder(config)?)
        .with_runtime_env(store::environment().build_arc()?)
        .build();
    for function in rules::functions()? {
        state.register_udf(Arc::new(function))?;
    }
    Ok(state)
}
