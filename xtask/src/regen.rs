//! `cargo xtask regen`: from `uri-gen/uri.toml` to `uri/src/generated`.
//!
//! The work is that of `abnfc build`, which is run as its users run it. The folder holds
//! exactly what it gives: other files are removed, and are an error of a check.

use anyhow::Context as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The folder that this command owns, as the spec file has it.
const OWNED: &str = "uri/src/generated";

/// Whether a command may change files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// It brings them up to date.
    Write,
    /// It only looks.
    Check,
}

/// Writes the folder and says which files of it have changed, or checks that it is up to date.
///
/// Warnings are not shown: the grammars stay as their authors wrote them. `abnfc check`
/// shows them.
pub(crate) fn run(root: &Path, mode: Mode) -> anyhow::Result<()> {
    let found = build(root, &["--check"])?;
    let flaws = String::from_utf8_lossy(&found.stdout);
    match (mode, found.status.code()) {
        (_, Some(0)) => println!("{OWNED} is up to date"),
        (Mode::Check, Some(1)) => {
            anyhow::bail!(
                "{OWNED} is not what the grammars give; run `cargo xtask regen`:\n{flaws}"
            )
        }
        (Mode::Write, Some(1)) if build(root, &[])?.status.success() => {
            flaws.lines().for_each(|flaw| println!("{}", change(flaw)));
        }
        _ => anyhow::bail!("`abnfc build` failed"),
    }
    Ok(())
}

/// Runs `abnfc build`; its messages go to standard error.
fn build(root: &Path, options: &[&str]) -> anyhow::Result<Output> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["run", "--quiet", "--package", "abnfc", "--"]);
    command.args(["build", "--quiet", "--spec", "uri-gen/uri.toml"]).args(options);
    command.current_dir(root).stderr(Stdio::inherit()).output().context("cannot run cargo")
}

/// What has become of a file with a flaw, from a line of `abnfc build --check`.
fn change(flaw: &str) -> String {
    let (state, file) = flaw.split_once(' ').unwrap_or(("", flaw));
    let verb = if state == "superfluous" { "removed" } else { "wrote" };
    let folder = OWNED.rsplit_once('/').map_or("", |(above, _)| above);
    format!("{verb} {folder}/{}", file.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree;

    #[test]
    fn changes_name_files_of_the_repository() {
        let wrote = "wrote uri/src/generated/mod.rs";
        assert_eq!(change("stale        generated/mod.rs"), wrote);
        assert_eq!(change("missing      generated/mod.rs"), wrote);
        assert_eq!(change("superfluous  generated/a b"), "removed uri/src/generated/a b");
    }

    #[test]
    fn the_uri_crate_is_fresh() {
        run(&tree::root(), Mode::Check).unwrap();
    }
}
