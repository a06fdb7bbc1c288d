//! `cargo xtask regen`: from spec files to generated code that is checked in.
//!
//! These are `uri/src/generated`, from `uri-gen/uri.toml`, the folder `src/generated` of the crates in
//! `examples` that have an `abnfc.toml`, and the packages in `columns/syslog`. The command runs `abnfc
//! build` and `abnfc columns` as their users do. The folders contain exactly their output: other files
//! are removed, and are errors of a check.

use crate::program;
use anyhow::Context as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The crates that are generated from spec files alone.
pub(crate) const CRATES: [&str; 2] = ["examples/gallery", "examples/rfc3339"];

/// The folder with a crate and packages for columns.
pub(crate) const PACKAGES: &str = "columns/syslog";

/// The mode of a command that generates files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Updates the files.
    Write,
    /// Only reports differences.
    Check,
}

/// A generation job: its output and its inputs, relative to the root.
struct Job {
    spec: String,
    /// The folder to which the files of a build are relative.
    base: String,
    /// The command, with options.
    command: &'static [&'static str],
}

/// Writes the folders and reports which of their files have changed, or checks that they are up to
/// date.
///
/// Warnings are not shown, because the grammars keep the form that their authors gave them. `abnfc
/// check` shows the warnings.
pub(crate) fn run(root: &Path, mode: Mode) -> anyhow::Result<()> {
    let abnfc = program::abnfc(root)?;
    let mut stale = Vec::new();
    for job in jobs() {
        let found = build(&abnfc, root, &job, &["--check"])?;
        let flaws = String::from_utf8_lossy(&found.stdout).into_owned();
        let flaws = flaws.lines().map(|flaw| change(&job.base, flaw));
        match (mode, found.status.code()) {
            (_, Some(0)) => println!("{} is up to date", job.base),
            (Mode::Check, Some(1)) => stale.extend(flaws),
            (Mode::Write, Some(1)) if build(&abnfc, root, &job, &[])?.status.success() => {
                flaws.for_each(|change| println!("{change}"));
            }
            _ => anyhow::bail!("`abnfc {}` of {} failed", job.command[0], job.spec),
        }
    }
    let stale = stale.join("\n");
    anyhow::ensure!(
        stale.is_empty(),
        "generated code is not what the grammars give; `cargo xtask regen` would have\n{stale}"
    );
    Ok(())
}

/// Returns the jobs for all generated files that are checked in.
fn jobs() -> impl Iterator<Item = Job> {
    let job = |spec: String, base: &str, command| Job { spec, base: base.to_owned(), command };
    let uri = job("uri-gen/uri.toml".to_owned(), "uri/src", &["build"]);
    let of_crate = move |base: &str| job(format!("{base}/abnfc.toml"), base, &["build"]);
    let command = &["columns", "--adapters", "columns", "--output", PACKAGES];
    let packages = job(format!("{PACKAGES}/crate/abnfc.toml"), PACKAGES, command);
    [uri].into_iter().chain(CRATES.map(of_crate)).chain([packages])
}

/// Runs `abnfc` for a job; its messages go to standard error.
fn build(abnfc: &PathBuf, root: &Path, job: &Job, options: &[&str]) -> anyhow::Result<Output> {
    let mut command = Command::new(abnfc);
    command.args(job.command).args(["--quiet", "--spec", &job.spec]).args(options);
    command.current_dir(root).stderr(Stdio::inherit()).output().context("cannot run abnfc")
}

/// Describes a difference of a file, from a line of `abnfc build --check` or `abnfc columns --check`.
fn change(base: &str, flaw: &str) -> String {
    let (state, file) = flaw.split_once(' ').unwrap_or(("", flaw));
    let verb = if state == "superfluous" { "removed" } else { "wrote" };
    format!("{verb} {base}/{}", file.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree;

    #[test]
    fn changes_name_files_of_the_repository() {
        let change = |flaw| change("uri/src", flaw);
        let wrote = "wrote uri/src/generated/mod.rs";
        assert_eq!(change("stale        generated/mod.rs"), wrote);
        assert_eq!(change("missing      generated/mod.rs"), wrote);
        assert_eq!(change("superfluous  generated/a b"), "removed uri/src/generated/a b");
    }

    #[test]
    fn generated_code_is_fresh() {
        run(&tree::root(), Mode::Check).unwrap();
    }
}
