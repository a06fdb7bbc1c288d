//! `cargo xtask fuzz`: the fuzz targets of `tests/fuzz`, by libFuzzer.
//!
//! The crate `libfuzzer-sys` brings libFuzzer, and rustc places the counters that libFuzzer
//! reads, so only a C++ compiler must be installed. There is no sanitizer, which
//! would take a nightly compiler, and the fuzzed code is safe. The targets are built in the
//! workspace with its profile for tests, so that they share build scripts and their dependencies
//! with other commands.

use crate::tree;
use anyhow::Context as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The flags of rustc for libFuzzer: a counter for each edge, and a call for each comparison.
const COVERAGE: [&str; 5] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// Runs one target or all of them at once, each for that many seconds.
pub(crate) fn run(root: &Path, target: Option<&str>, seconds: u32) -> anyhow::Result<()> {
    let targets = targets(root)?;
    let mut chosen = targets.clone();
    chosen.retain(|name| target.is_none_or(|wanted| wanted == name));
    if let (Some(target), true) = (target, chosen.is_empty()) {
        anyhow::bail!("no fuzz target {target}; there are {}", targets.join(", "));
    }
    let programs = build(root, &chosen)?;
    let start = |name: &String| start(root, &programs.join(name), name, seconds);
    let running: Vec<Child> = chosen.iter().map(start).collect::<Result<_, _>>()?;
    let mut failed = Vec::new();
    for (name, child) in chosen.iter().zip(running) {
        let output = child.wait_with_output()?;
        let log = String::from_utf8_lossy(&output.stderr);
        if output.status.success() {
            let last = log.lines().rev().find(|line| line.starts_with("Done ")).unwrap_or_default();
            eprintln!("fuzz target {name}: {last}");
        } else {
            eprintln!("fuzz target {name}:\n{log}");
            failed.push(format!("{name} failed; the input is in tests/fuzz/artifacts/{name}"));
        }
    }
    anyhow::ensure!(failed.is_empty(), "{}", failed.join("\n"));
    Ok(())
}

/// Builds the targets; returns the folder of the programs.
fn build(root: &Path, targets: &[String]) -> anyhow::Result<PathBuf> {
    let version = Command::new("rustc").arg("-vV").output().context("cannot run rustc")?;
    let version = String::from_utf8(version.stdout)?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.context("rustc does not report its host")?;
    let status = Command::new("cargo")
        // With an explicit target, the flags do not apply to build scripts. With the features
        // of the whole workspace, their dependencies are already built.
        .args(["build", "--workspace", "--target", host])
        .args(["--features", "conformance/fuzz,conformance/simd"])
        .args(targets.iter().flat_map(|name| ["--bin", name]))
        .env("RUSTFLAGS", COVERAGE.join(" "))
        .current_dir(root)
        .status()
        .context("cannot run cargo")?;
    anyhow::ensure!(status.success(), "the fuzz targets do not build");
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
    Ok(root.join(folder).join(host).join("debug"))
}

fn start(root: &Path, program: &Path, name: &str, seconds: u32) -> anyhow::Result<Child> {
    let grown = format!("tests/fuzz/corpus/{name}");
    let artifacts = format!("tests/fuzz/artifacts/{name}/");
    let seeds = format!("tests/corpus/{name}");
    fs::create_dir_all(root.join(&grown))?;
    fs::create_dir_all(root.join(&artifacts))?;
    let mut command = Command::new(program);
    // New inputs go into the first folder; the second is only read.
    command.arg(&grown).args(root.join(&seeds).is_dir().then_some(seeds));
    command.arg(format!("-artifact_prefix={artifacts}")).arg(format!("-max_total_time={seconds}"));
    command.current_dir(root).stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().with_context(|| format!("cannot run {}", program.display()))
}

fn targets(root: &Path) -> anyhow::Result<Vec<String>> {
    let files = tree::files_below(&root.join("tests/fuzz"))?;
    let files = files.iter().filter(|file| !file.contains('/'));
    Ok(files.filter_map(|file| file.strip_suffix(".rs").map(str::to_owned)).collect())
}
