//! Repository chores: `cargo xtask`.
//!
//! The only program that writes into the repository. Every command is a module; the
//! steps of CI are those of the script `.ci/run`.

mod bench;
mod crates;
#[cfg(test)]
mod documents;
mod findings;
mod fuzz;
mod miri;
mod neon;
mod npm;
mod outside;
mod playground;
mod program;
mod regen;
mod size;
mod tidy;
mod tree;

use crate::regen::Mode;
use anyhow::Context as _;
use clap::{CommandFactory as _, Parser, Subcommand};
use std::path::Path;
use std::process::{Command, ExitCode};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Repository chores")]
struct Cli {
    #[command(subcommand)]
    chore: Option<Chore>,
}

#[derive(Subcommand)]
enum Chore {
    /// Write uri/src/generated and the generated crates of examples as their spec files say
    Regen {
        /// Write nothing; fail when a file is stale, missing or superfluous
        #[arg(long)]
        check: bool,
    },
    /// Run the fuzz targets of tests/fuzz
    Fuzz {
        /// The target [default: all of them at once]
        target: Option<String>,
        /// How long to run each target
        #[arg(long, default_value_t = 60)]
        seconds: u32,
    },
    /// Compare the speed of the generated code with that of other libraries
    Bench(bench::Options),
    /// Measure generated code: lines, seconds of rustc, bytes of programs
    Size(size::Options),
    /// Build, test and lint crates of all grammars in a folder
    Crates(crates::Options),
    /// Print a table of the grammars in a folder: rules, errors, seconds, memory
    Outside(outside::Options),
    /// Compare parsers of other projects with the rules of RFCs
    Findings(findings::Options),
    /// Build the playground, a folder for any web server
    Playground(playground::Options),
    /// Build the package for JavaScript, a folder for `npm publish`
    Npm(npm::Options),
    /// Run the unsafe code of the run-time under Miri
    Miri,
    /// Test the NEON code of the run-time under QEMU
    Neon,
    /// Check rules about the files of the repository
    Tidy,
    /// Test the workspace columns: engines, and the package for Python
    Columns,
    /// Run all checks of CI
    Ci,
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<()> {
    let root = tree::root();
    match cli.chore {
        None => Ok(Cli::command().print_help()?),
        Some(Chore::Regen { check: true }) => regen::run(&root, Mode::Check),
        Some(Chore::Regen { check: false }) => regen::run(&root, Mode::Write),
        Some(Chore::Fuzz { target, seconds }) => fuzz::run(&root, target.as_deref(), seconds),
        Some(Chore::Bench(options)) => bench::run(&root, &options),
        Some(Chore::Size(options)) => size::run(&root, &options),
        Some(Chore::Crates(options)) => crates::run(&root, &options),
        Some(Chore::Outside(options)) => outside::run(&root, &options),
        Some(Chore::Findings(options)) => findings::run(&root, &options),
        Some(Chore::Playground(options)) => playground::run(&root, &options),
        Some(Chore::Npm(options)) => npm::run(&root, &options),
        Some(Chore::Miri) => miri::run(&root),
        Some(Chore::Neon) => neon::run(&root),
        Some(Chore::Tidy) => tidy::run(&root),
        Some(Chore::Columns) => script(&root, ".ci/columns"),
        Some(Chore::Ci) => script(&root, ".ci/run"),
    }
}

/// Runs a script of steps.
fn script(root: &Path, path: &str) -> anyhow::Result<()> {
    let status = Command::new("bash")
        .arg(path)
        .current_dir(root)
        .status()
        .with_context(|| format!("bash is needed to run {path}"))?;
    anyhow::ensure!(status.success(), "{path} failed");
    Ok(())
}
