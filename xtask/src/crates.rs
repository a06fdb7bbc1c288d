//! `cargo xtask crates`: builds and tests crates of all grammars in a folder.
//!
//! For each grammar, `abnfc build` writes a crate of the rules that compile; the crate must pass
//! its tests and be clean under clippy. The crates are one workspace with one target folder, so
//! that cargo builds several at a time.

use crate::program::{self, abnfc, emit};
use crate::tree;
use anyhow::Context as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The options of the command.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// A folder of grammars
    folder: PathBuf,
    /// Also build the crates for this target, which may lack `std`
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
    /// Skip large grammars, and the examples in documentation
    #[arg(long)]
    quick: bool,
}

/// The maximum size of a small grammar in bytes.
const MAX_SMALL: usize = 2000;

/// The result for a grammar.
enum Outcome {
    /// Its crate is a member of the workspace, with this name.
    Built(String),
    /// The first line of the messages of `abnfc`.
    Refused { by: &'static str, why: String },
}

/// Builds and checks the crates. An error if one fails, or if `build` refuses what `check` accepts.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<()> {
    let grammars = &options.folder;
    anyhow::ensure!(grammars.is_dir(), "there is no folder {}", grammars.display());
    let abnfc = abnfc(root)?;
    let temp = tempfile::tempdir()?;
    program::write(
        &temp.path().join("Cargo.toml"),
        "[workspace]\nresolver = \"3\"\nmembers = [\"crates/*\"]\n",
    )?;
    let mut outcomes = Vec::new();
    for path in tree::files_below(grammars)? {
        let bytes = fs::read(grammars.join(&path))?;
        if !options.quick || bytes.len() <= MAX_SMALL {
            let outcome = member(&abnfc, &grammars.join(&path), &package(&path), temp.path())?;
            outcomes.push((path, outcome));
        }
    }
    let is_built = |outcome: &(String, Outcome)| matches!(outcome.1, Outcome::Built(_));
    anyhow::ensure!(outcomes.iter().any(is_built), "no grammar gives a crate");

    let tests: &[&str] = if options.quick { &["--lib", "--tests"] } else { &[] };
    let clippy = ["--all-targets", "--", "-Dwarnings"];
    // All crates together; if anything fails, it is found below, crate by crate.
    let tested = cargo(temp.path(), &["test", "--workspace", "--no-fail-fast"], tests)?;
    let linted = cargo(temp.path(), &["clippy", "--workspace", "--keep-going"], &clippy)?;
    let is_clean = tested.status.success() && linted.status.success();
    let [mut fine, mut refused, mut failed] = [0; 3];
    for (path, outcome) in &outcomes {
        let name = match outcome {
            Outcome::Built(name) => name,
            Outcome::Refused { by, why } => {
                println!("{path}: refused by {by}: {why}");
                refused += usize::from(*by == "check");
                failed += usize::from(*by == "build");
                continue;
            }
        };
        let failure = if is_clean {
            None
        } else {
            let tested = cargo(temp.path(), &["test", "--package", name], tests)?;
            let linted = cargo(temp.path(), &["clippy", "--package", name], &clippy)?;
            [tested, linted].into_iter().find(|output| !output.status.success())
        };
        if let Some(Output { stdout, stderr, .. }) = failure {
            let (out, err) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
            println!("{path}: fails\n{out}{err}");
            failed += 1;
        } else {
            println!("{path}: passes");
            fine += 1;
        }
    }
    if let Some(target) = &options.target {
        let output = cargo(temp.path(), &["build", "--workspace", "--target", target], &[])?;
        let message = String::from_utf8_lossy(&output.stderr);
        anyhow::ensure!(
            output.status.success(),
            "the crates do not build for {target}:\n{message}"
        );
    }
    println!("{fine} crates pass, {failed} fail, {refused} grammars have errors");
    anyhow::ensure!(failed == 0, "{failed} grammars fail");
    Ok(())
}

/// Makes the crate of a grammar a member of the workspace. If `build` refuses the grammar, `check`
/// must too.
fn member(abnfc: &Path, grammar: &Path, name: &str, workspace: &Path) -> anyhow::Result<Outcome> {
    fs::create_dir_all(workspace.join("crates"))?;
    let folder = workspace.join("crates").join(name);
    let build = emit(abnfc, grammar, &[], &folder)?;
    // A command that does not end is a bug.
    anyhow::ensure!(build.status.code().is_some(), "abnfc build {} crashes", grammar.display());
    if !build.status.success() {
        let check = Command::new(abnfc).arg("check").arg(grammar).output()?;
        let by = if check.status.success() { "build" } else { "check" };
        let text = String::from_utf8_lossy(&build.stderr);
        let why =
            text.lines().find(|line| line.starts_with("error")).unwrap_or("no error is reported");
        return Ok(Outcome::Refused { by, why: why.to_owned() });
    }
    let path = folder.join("Cargo.toml");
    let manifest: toml::Table =
        fs::read_to_string(&path)?.parse().context("the crate's manifest")?;
    // The manifest declares a workspace of its own; here the crate is a member of another one.
    let members = manifest.iter().filter(|(section, _)| *section != "workspace");
    let manifest: toml::Table =
        members.map(|(name, value)| (name.clone(), value.clone())).collect();
    fs::write(&path, toml::to_string(&manifest)?)?;
    Ok(Outcome::Built(name.to_owned()))
}

/// A package's name from a path.
fn package(path: &str) -> String {
    let path = path.rsplit_once('.').map_or(path, |(path, _)| path);
    let sign = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    format!("g-{}", path.chars().map(sign).collect::<String>())
}

fn cargo(workspace: &Path, command: &[&str], arguments: &[&str]) -> anyhow::Result<Output> {
    let mut cargo = Command::new("cargo");
    cargo.arg(command[0]).arg("--quiet").args(&command[1..]).args(arguments);
    cargo.current_dir(workspace).env("CARGO_TARGET_DIR", workspace.join("target"));
    cargo.env("CARGO_PROFILE_DEV_DEBUG", "0").output().context("cannot run cargo")
}
