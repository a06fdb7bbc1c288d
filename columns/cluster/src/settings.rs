//! Settings: of arguments, then of the environment, then of a file, then built in.
//!
//! Every option of a command is declared once, as a field of [`Scheduler`], [`Executor`] or [`Sql`], whose comment
//! is the text of `--help`. The option `--executor-timeout` of `scheduler` is also the variable
//! `ABNF_SCHEDULER_EXECUTOR_TIMEOUT`, and the key `executor-timeout` in the table `[scheduler]` of the file that
//! `--config` names.
//!
//! Values of the file replace those that are built in, before arguments and variables are read. So they are
//! checked as arguments are, and `--help` shows them.

use crate::error::{Error, Result};
use crate::{client::Sql, executor::Executor, scheduler::Scheduler};
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// SQL over many machines, with functions for the rules of grammars.
///
/// An option `--NAME` of a command is also the variable `ABNF_COMMAND_NAME`, and the key `NAME` in the command's
/// table of the file. Arguments win over variables, and variables over the file.
#[derive(Debug, Parser)]
#[command(name = "abnf-cluster", version)]
pub struct Settings {
    /// A file of settings, in TOML: a table for each command
    #[arg(long, global = true, env = "ABNF_CLUSTER_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// The command
    #[command(subcommand)]
    pub role: Role,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Role {
    /// Plan queries, and hand out their tasks
    Scheduler(Scheduler),
    /// Run tasks
    Executor(Executor),
    /// Run a query, and print its table
    Sql(Sql),
}

/// The ways in which tasks reach executors. Scheduler and executors must agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Policy {
    /// Executors pull tasks. Survives lost executors more often
    Pull,
    /// The scheduler pushes tasks
    Push,
}

impl From<Policy> for ballista_core::config::TaskSchedulingPolicy {
    fn from(policy: Policy) -> Self {
        match policy {
            Policy::Pull => Self::PullStaged,
            Policy::Push => Self::PushStaged,
        }
    }
}

impl Settings {
    /// Reads the environment, the file, and arguments, which begin with the name of the program.
    ///
    /// # Errors
    ///
    /// Returns the error of wrong arguments, variables or settings of the file, or a request for help, which
    /// [`clap::Error::exit`] prints.
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let arguments: Vec<OsString> = arguments.into_iter().collect();
        let mut command = with_variables(Self::command());
        if let Some(path) = file_of(&command, &arguments) {
            command = with_file(command, &path).map_err(|error| {
                let message = error.context(path.display());
                Self::command().error(ErrorKind::InvalidValue, message)
            })?;
        }
        Self::from_arg_matches(&command.try_get_matches_from(&arguments)?)
    }
}

/// Gives each option of each command its variable.
fn with_variables(command: Command) -> Command {
    command.mut_subcommands(|command| {
        let role = command.get_name().to_uppercase();
        command.mut_args(|option| {
            let Some(name) = option.get_long() else { return option };
            let name = name.replace('-', "_").to_uppercase();
            option.env(format!("ABNF_{role}_{name}"))
        })
    })
}

/// Finds the option `--config`, or its variable, in arguments that may be wrong otherwise.
fn file_of(command: &Command, arguments: &[OsString]) -> Option<PathBuf> {
    let matches = command.clone().ignore_errors(true).try_get_matches_from(arguments).ok()?;
    let within = matches.subcommand().and_then(|(_, within)| config(within));
    within.or_else(|| config(&matches))
}

fn config(matches: &ArgMatches) -> Option<PathBuf> {
    matches.try_get_one::<PathBuf>("config").ok()?.cloned()
}

/// Makes the values of a file those that are built in.
fn with_file(mut command: Command, path: &Path) -> Result<Command> {
    let text = std::fs::read_to_string(path)?;
    let tables: Table =
        text.parse().map_err(|error: toml::de::Error| Error::new(error.message()))?;
    for (role, table) in tables {
        let Value::Table(table) = table else {
            return Err(Error::new(format_args!("`{role}` is not in a table")));
        };
        if command.find_subcommand(&role).is_none() {
            return Err(Error::new(format_args!("there is no command `{role}`")));
        }
        for (key, value) in table {
            let has_key = |option: &Arg| option.get_long() == Some(&key) && key != "config";
            let within = command.find_subcommand(&role);
            let option = within.and_then(|it| it.get_arguments().find(|it| has_key(it)));
            let Some(id) = option.map(|option| option.get_id().clone()) else {
                return Err(Error::new(format_args!("`{role}` has no setting `{key}`")));
            };
            let values = texts(&value)
                .ok_or_else(|| Error::new(format_args!("`{role}.{key}` is of a wrong type")))?;
            command = command
                .mut_subcommand(&role, |it| it.mut_arg(id, |option| option.default_values(values)));
        }
    }
    Ok(command)
}

/// Writes a value as arguments would be written; an array has several.
fn texts(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::String(text) => Some(vec![text.clone()]),
        Value::Integer(_) | Value::Boolean(_) | Value::Float(_) => Some(vec![value.to_string()]),
        Value::Array(values) => {
            values.iter().map(texts).collect::<Option<Vec<_>>>().map(|it| it.concat())
        }
        Value::Table(_) | Value::Datetime(_) => None,
    }
}
