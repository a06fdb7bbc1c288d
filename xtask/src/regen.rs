//! `cargo xtask regen`: from `uri-gen/uri.toml` to `uri/src/generated`.
//!
//! The work is that of `abnfc build`, which is run as its users run it. The folder holds
//! exactly what it gives: other files are removed, and are an error of a check.

use anyhow::Context as _;
use std::path::Path;
use std::process::Command;

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

/// Writes the folder, or checks that it is up to date.
///
/// Warnings are not shown: the grammars stay as their authors wrote them. `abnfc check`
/// shows them.
pub(crate) fn run(root: &Path, mode: Mode) -> anyhow::Result<()> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["run", "--quiet", "--package", "abnfc", "--"]);
    command.args(["build", "--quiet", "--spec", "uri-gen/uri.toml"]).current_dir(root);
    if mode == Mode::Check {
        command.arg("--check");
    }
    let status = command.status().context("cannot run cargo")?;
    match (mode, status.code()) {
        (_, Some(0)) => println!("{OWNED} is up to date"),
        (Mode::Check, Some(1)) => {
            anyhow::bail!("{OWNED} is not what the grammars give; run `cargo xtask regen`")
        }
        _ => anyhow::bail!("`abnfc build` failed"),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree;

    #[test]
    fn the_uri_crate_is_fresh() {
        run(&tree::root(), Mode::Check).unwrap();
    }
}
