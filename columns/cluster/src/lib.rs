//! Scheduler, executor and client of [Ballista](https://datafusion.apache.org/ballista/), the distributed engine
//! of `DataFusion`, that know the SQL functions of generated crates.
//!
//! The program `abnf-cluster` has a command for each of them. Plans refer to functions by their names, so all
//! three register the same functions: those of [`rules::RULES`]. To add a rule, add a line there, and its crate to
//! the manifest.
//!
//! # Who may connect
//!
//! Everybody who reaches a port: Ballista 55 has neither authentication nor, for the servers that this crate
//! starts, encryption. A client of the scheduler can run any plan, which reads and writes what the executors can
//! read and write. Ports belong into a private network. By default, all processes listen on the loopback
//! interface.
//!
//! # What survives
//!
//! | lost | what happens |
//! |---|---|
//! | an executor | after `--executor-timeout`, its tasks run again elsewhere, and stages whose files are lost are repeated |
//! | all executors | after `--no-executors-grace`, the query fails, and the client submits it again |
//! | the scheduler | running queries fail, and the client submits them again; executors register with the next scheduler at the address |
//! | an answer that is late | after `--deadline`, the client cancels the query, and submits it again |
//!
//! The scheduler keeps its state in memory: after a restart, it knows no query and no session. [`client`] submits
//! a query again only because it refuses those that write.

mod attempt;
pub mod client;
mod context;
pub mod error;
pub mod executor;
pub mod rules;
pub mod scheduler;
mod session;
pub mod settings;
mod signals;
mod store;
mod tables;
