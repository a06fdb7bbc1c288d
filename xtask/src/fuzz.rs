//! `cargo xtask fuzz`: the fuzz targets of `tests/fuzz`, by cargo-fuzz.

use crate::tree;
use anyhow::Context as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const INSTALL: &str = "cargo-fuzz is needed: cargo install cargo-fuzz --locked --version 0.13.2";

/// Runs one target or all of them, each for so many seconds.
pub(crate) fn run(root: &Path, target: Option<&str>, seconds: u32) -> anyhow::Result<()> {
    let targets = targets(root)?;
    let chosen: Vec<&String> =
        targets.iter().filter(|name| target.is_none_or(|wanted| wanted == *name)).collect();
    if let (Some(target), true) = (target, chosen.is_empty()) {
        anyhow::bail!("no fuzz target {target}; there are {}", targets.join(", "));
    }
    let installed =
        Command::new("cargo").args(["fuzz", "--version"]).stderr(Stdio::null()).output();
    anyhow::ensure!(installed.is_ok_and(|output| output.status.success()), INSTALL);
    for name in chosen {
        eprintln!("fuzz target {name}, {seconds} seconds");
        let grown = format!("tests/fuzz/corpus/{name}");
        let seeds = format!("tests/corpus/{name}");
        fs::create_dir_all(root.join(&grown))?;
        let status = Command::new("cargo")
            // Without a sanitizer it works on stable Rust.
            // Dead code takes as long to compile as what is fuzzed.
            .args(["fuzz", "run", "--fuzz-dir", "tests/fuzz", "--sanitizer", "none"])
            .args(["--strip-dead-code=true", name])
            // New inputs go into the first folder; the second is only read.
            .arg(grown)
            .args(root.join(&seeds).is_dir().then_some(seeds))
            .arg("--")
            .arg(format!("-max_total_time={seconds}"))
            .current_dir(root)
            .status()
            .context("cannot run cargo")?;
        anyhow::ensure!(
            status.success(),
            "fuzz target {name} failed; the input is in tests/fuzz/artifacts/{name}"
        );
    }
    Ok(())
}

/// The names of the targets, sorted.
fn targets(root: &Path) -> anyhow::Result<Vec<String>> {
    let files = tree::files_below(&root.join("tests/fuzz/fuzz_targets"))?;
    let names = files.iter().filter_map(|file| file.strip_suffix(".rs")).map(str::to_owned);
    Ok(names.collect())
}
