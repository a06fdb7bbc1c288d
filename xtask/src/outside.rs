//! `cargo xtask outside`: a table of grammars of others: how many of their rules compile, why the
//! others do not, and what a crate costs.
//!
//! For each file below a folder, it runs `abnfc rules`, `abnfc check` and `abnfc build`, and prints a
//! row of Markdown. The grammars need not be in the repository; the table has only figures.

use crate::program::abnfc;
use crate::tree;
use anyhow::Context as _;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The options of the command.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// A folder of grammars
    folder: PathBuf,
}

/// Prints the table, and the sums.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<()> {
    let abnfc = abnfc(root)?;
    let temp = tempfile::tempdir()?;
    println!("| grammar | rules | compiled | reasons for the rest | s | MB | lines |");
    println!("|---|--:|--:|---|--:|--:|--:|");
    let (mut all, mut compiled) = (0, 0);
    for path in tree::files_below(&options.folder)? {
        let grammar = options.folder.join(&path);
        let rules =
            lines(&Command::new(&abnfc).args(["rules", "--format=json"]).arg(&grammar).output()?)?;
        let lost = rules.iter().filter(|rule| rule["engine"].is_null()).count();
        let found =
            lines(&Command::new(&abnfc).args(["check", "--format=json"]).arg(&grammar).output()?)?;
        let Cost { seconds, megabytes, lines: of_code } = cost(&abnfc, &grammar, temp.path())?;
        println!(
            "| {} | {} | {} | {} | {seconds:.2} | {megabytes} | {of_code} |",
            path.trim_end_matches(".abnf"),
            rules.len(),
            rules.len() - lost,
            reasons(&rules, &found),
        );
        all += rules.len();
        compiled += rules.len() - lost;
    }
    println!("\n{compiled} of {all} rules compile.");
    Ok(())
}

/// Returns the values of JSON, one on each line.
fn lines(output: &Output) -> anyhow::Result<Vec<Value>> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(|line| serde_json::from_str(line).context("the output is JSON")).collect()
}

/// Returns the codes of the findings by which rules are lost, with their numbers, and the number of
/// rules that are lost because of a limit. Rules that only get another engine are not lost.
fn reasons(rules: &[Value], found: &[Value]) -> String {
    let is_reason = |it: &&Value| it["severity"] == "error" || it["code"] == "prose-value";
    let mut codes: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in found.iter().filter(is_reason) {
        *codes.entry(finding["code"].as_str().unwrap_or_default()).or_default() += 1;
    }
    let names_limit = |it: &&Value| it["error"].as_str().is_some_and(|why| why.contains("limit"));
    let limited = rules.iter().filter(|it| it["engine"].is_null()).filter(names_limit).count();
    codes.extend((0 < limited).then_some(("limit", limited)));
    let codes: Vec<String> = codes.iter().map(|(code, n)| format!("`{code}` {n}")).collect();
    codes.join(", ")
}

/// The cost of a crate.
struct Cost {
    /// Seconds of processor time.
    seconds: f64,
    /// The greatest memory.
    megabytes: u64,
    /// Lines of generated code without the run-time.
    lines: usize,
}

/// Measures `abnfc build` with GNU time.
fn cost(abnfc: &Path, grammar: &Path, temp: &Path) -> anyhow::Result<Cost> {
    let report = temp.join("report");
    let folder = temp.join("crate");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    let mut command = Command::new("/usr/bin/time");
    command.arg("-o").arg(&report).args(["-f", "%U %S %M"]).arg(abnfc);
    command.arg("build").arg(grammar).arg("-o").arg(&folder);
    command.output().context("GNU time is not installed")?;
    let report = std::fs::read_to_string(&report)?;
    // If the command fails, a line says so first.
    let figures = report.lines().last().unwrap_or_default();
    let figures: Vec<&str> = figures.split(' ').collect();
    let [user, system, kilobytes] = figures[..] else { anyhow::bail!("no figures: {report}") };
    let seconds = user.parse::<f64>()? + system.parse::<f64>()?;
    let megabytes = kilobytes.parse::<u64>()?.div_ceil(1024);
    let files = tree::files_below(&folder).unwrap_or_default().into_iter();
    let is_own = |path: &String| {
        Path::new(path).extension().is_some_and(|it| it == "rs") && !path.contains("/runtime/")
    };
    let text = |path: String| std::fs::read_to_string(folder.join(path)).unwrap_or_default();
    let lines = files.filter(is_own).map(|path| text(path).lines().count()).sum();
    Ok(Cost { seconds, megabytes, lines })
}
