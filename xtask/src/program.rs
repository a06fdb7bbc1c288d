//! The program `abnfc`, and crates that it writes, for commands that measure or check them.

use anyhow::Context as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

/// Returns the path of `abnfc`: the variable `ABNFC`, or a new build.
pub(crate) fn abnfc(root: &Path) -> anyhow::Result<PathBuf> {
    std::env::var_os("ABNFC").map_or_else(|| build(root, "abnfc", ""), |path| Ok(path.into()))
}

/// Builds a program with the features of the workspace, so that artifacts of tests
/// are reused. Returns its path.
pub(crate) fn build(root: &Path, program: &str, features: &str) -> anyhow::Result<PathBuf> {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--quiet", "--workspace", "--bin", program, "--features", features]);
    let status = cargo.current_dir(root).status().context("cannot run cargo")?;
    anyhow::ensure!(status.success(), "{program} does not build");
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
    let name = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    Ok(root.join(folder).join("debug").join(name))
}

/// Writes the crate of a grammar into a new folder. The crate has the name of the folder.
pub(crate) fn emit(
    abnfc: &Path,
    grammar: &Path,
    imports: &[String],
    folder: &Path,
) -> anyhow::Result<Output> {
    let mut command = Command::new(abnfc);
    command.arg("build").arg(grammar).arg("-o").arg(folder);
    // The files of several grammars may have the same name.
    command.arg("--name").arg(folder.file_name().context("the folder has a name")?);
    command.args(imports.iter().flat_map(|import| ["--import", import]));
    Ok(command.output()?)
}

/// Writes a text into a file in a folder that may not exist yet.
pub(crate) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::create_dir_all(path.parent().context("a file in a folder")?)?;
    fs::write(path, text).with_context(|| path.display().to_string())
}

/// Wall-clock seconds, and seconds of all processors if the system reports them.
#[derive(Clone, Copy)]
pub(crate) struct Spent {
    pub(crate) wall: f64,
    pub(crate) processors: Option<f64>,
}

/// Runs a command and measures its time.
pub(crate) fn timed(command: &mut Command) -> anyhow::Result<Spent> {
    let (start, before) = (Instant::now(), processor_seconds());
    let output = command.output().context("cannot run cargo")?;
    let wall = start.elapsed().as_secs_f64();
    let message = String::from_utf8_lossy(&output.stderr);
    anyhow::ensure!(output.status.success(), "{command:?} fails:\n{message}");
    Ok(Spent { wall, processors: before.zip(processor_seconds()).map(|(a, b)| b - a) })
}

/// The processor time of all child processes so far. Linux reports it in hundredths of a
/// second; see proc(5).
fn processor_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is a name in parentheses, which can contain any character.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |i: usize| fields.get(i)?.parse::<f64>().ok();
    // Fields 16 and 17 of the manual; the first field here is number 3.
    Some((ticks(13)? + ticks(14)?) / 100.0)
}
