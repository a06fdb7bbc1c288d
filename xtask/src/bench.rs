//! `cargo xtask bench`: the benchmarks, which are the programs `peers`, `bulk`, `operations`, `values` and
//! `formats` of the package `conformance`. The feature `bench` adds the libraries to compare with.

use anyhow::Context as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The options of the benchmark.
#[derive(clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Options {
    /// Run few texts and rounds without optimisation, to check that everything works
    #[arg(long)]
    quick: bool,
    /// Grammars, separated by commas: rfc2396, rfc3986, rfc3987, rfc3339, rfc8259, rfc5322,
    /// rfc5646, rfc9110, semver
    #[arg(long, value_name = "NAMES")]
    suites: Option<String>,
    /// Modes to measure: validate, parse, parts [default: all]
    #[arg(long, value_name = "MODE")]
    only: Option<String>,
    /// Contestants, separated by commas; the reference contestant is always included
    #[arg(long, value_name = "NAMES")]
    contestants: Option<String>,
    /// Corpora, separated by commas, or groups of them: real, made, long
    #[arg(long, value_name = "NAMES")]
    corpora: Option<String>,
    /// Number of rounds
    #[arg(long, value_name = "N")]
    rounds: Option<String>,
    /// Target processor, such as x86-64-v3 [default: the baseline of the architecture]
    #[arg(long, value_name = "CPU")]
    target_cpu: Option<String>,
    /// Features of the emitted crates
    #[arg(long, value_name = "NAMES")]
    features: Option<String>,
    /// Measure whole files with one text on each line, by one thread and by two, instead
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["quick", "write"])]
    bulk: Vec<PathBuf>,
    /// Measure the operations of `uri` and other libraries instead; `--only` then takes a part of a
    /// name
    #[arg(long, conflicts_with_all = ["bulk", "write"])]
    operations: bool,
    /// Measure reading and writing of data by generated code and other libraries instead; `--only`
    /// then takes a part of a name
    #[arg(long, conflicts_with_all = ["bulk", "operations", "write"])]
    values: bool,
    /// Measure texts of formats by generated matchers and by the crates that people use instead;
    /// `--only` then takes a part of a name
    #[arg(long, conflicts_with_all = ["bulk", "operations", "values", "write"])]
    formats: bool,
    /// Write the figures into the folder `docs/speed`
    #[arg(long)]
    write: bool,
}

/// The folder of figures.
const OWNED: &str = "docs/speed";

impl Options {
    /// The arguments of the program.
    fn arguments(&self) -> Vec<&str> {
        let mut arguments = Vec::new();
        if self.quick {
            arguments.push("--quick");
        }
        if self.write {
            arguments.extend(["--write", OWNED]);
        }
        let with_value = [
            ("--suites", &self.suites),
            ("--only", &self.only),
            ("--contestants", &self.contestants),
            ("--corpora", &self.corpora),
            ("--rounds", &self.rounds),
            ("--target-cpu", &self.target_cpu),
            ("--features", &self.features),
        ];
        for (name, value) in with_value {
            arguments.extend(value.iter().flat_map(|value| [name, value]));
        }
        arguments
    }
}

/// Builds the program and runs it.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<()> {
    let program = match options {
        Options { operations: true, .. } => "operations",
        Options { values: true, .. } => "values",
        Options { formats: true, .. } => "formats",
        Options { bulk, .. } if !bulk.is_empty() => "bulk",
        _ => "peers",
    };
    if options.quick {
        return quick(root, program, options);
    }
    let features = options.features.iter().fold("bench".to_owned(), |all, it| all + "," + it);
    let mut cargo = Command::new("cargo");
    cargo.args(["run", "--quiet", "--package", "conformance", "--bin", program]);
    cargo.args(["--features", &features, "--profile", "peers"]);
    if let Some(cpu) = &options.target_cpu {
        // A separate target folder, so that switching processors does not compile everything again.
        cargo.args(["--target-dir", &format!("target/{cpu}")]);
        cargo.env("RUSTFLAGS", format!("-Ctarget-cpu={cpu}"));
    }
    cargo.arg("--").current_dir(root);
    if options.bulk.is_empty() {
        cargo.args(options.arguments());
    } else {
        // Paths are relative to the user's working directory.
        let absolute: Result<Vec<_>, _> = options.bulk.iter().map(std::path::absolute).collect();
        cargo.args(absolute.context("no current folder")?);
    }
    let status = cargo.status();
    anyhow::ensure!(status.context("cannot run cargo")?.success(), "the benchmark failed");
    Ok(())
}

/// Runs the program that a test of the whole workspace with the feature `bench` has built.
fn quick(root: &Path, program: &str, options: &Options) -> anyhow::Result<()> {
    let programs = crate::program::build(root, program, "conformance/bench")?;
    let status = Command::new(programs).args(options.arguments()).current_dir(root).status();
    anyhow::ensure!(status.context("cannot run it")?.success(), "the benchmark failed");
    Ok(())
}
