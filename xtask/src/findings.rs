//! `cargo xtask findings`: parsers of other projects, compared with the rules of RFCs by `abnfc conform`.
//!
//! `tests/findings/runs.toml` lists the runs, each with a parser, its version, and a rule. A program for
//! each language answers for its parsers, and `tests/findings/known` has the findings of each run with
//! a note, which `docs/findings.md` shows. A run whose program cannot be installed, or has another
//! version, is skipped with the reason.

mod languages;
mod page;

use self::languages::{Language, Prepared};
use crate::program;
use anyhow::{Context as _, bail, ensure};
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The options of the command.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The run, or the language of the runs [default: all]
    name: Option<String>,
    /// Only runs that take seconds and need no package
    #[arg(long)]
    quick: bool,
    /// Write the findings to tests/findings/known, also those of other versions; notes stay
    #[arg(long, conflicts_with = "quick")]
    write: bool,
    /// Write the tables of docs/findings.md from tests/findings, and run nothing
    #[arg(long, conflicts_with_all = ["quick", "write", "name"])]
    page: bool,
}

/// The folder of the runs.
const FOLDER: &str = "tests/findings";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    run: Vec<Run>,
}

/// A parser that is compared with a rule.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Run {
    name: String,
    language: Language,
    /// The name by which the program of the language knows the parser.
    parser: String,
    /// The version that has the known findings.
    version: String,
    /// What the package manager of the language installs, with versions.
    #[serde(default)]
    packages: Vec<String>,
    grammar: String,
    rule: String,
    /// The parts that are compared.
    parts: Option<String>,
    /// The kinds of findings, if not all are of interest.
    kinds: Option<String>,
    /// Whether the run takes seconds and needs no package.
    #[serde(default)]
    quick: bool,
    /// What a reader of the findings must know about the parser.
    about: String,
}

/// The result of a run.
enum Outcome {
    /// The findings are the known ones.
    Fine(String),
    /// There are others, or known findings were not found.
    Changed(String),
    Skipped(String),
}

/// Runs what the options choose, or writes the page.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<()> {
    let runs = runs(root)?;
    if options.page {
        return page::write(root, &runs);
    }
    let chosen = |run: &&Run| {
        let is_named = options
            .name
            .as_ref()
            .is_none_or(|name| run.name == *name || run.language.name() == name);
        is_named && (run.quick || !options.quick)
    };
    let chosen: Vec<&Run> = runs.iter().filter(chosen).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = runs.iter().map(|run| run.name.as_str()).collect();
        bail!("no such run; there are {}", names.join(", "));
    }
    let abnfc = std::path::absolute(program::abnfc(root)?)?;
    let (mut failed, mut skipped) = (Vec::new(), 0);
    for run in &chosen {
        let title = format!("{}: {} {}", run.name, run.parser, run.version);
        match compare(root, &abnfc, run, options.write)? {
            Outcome::Fine(summary) => println!("{title}: {summary}"),
            Outcome::Skipped(reason) => {
                println!("{title}: skipped: {reason}");
                skipped += 1;
            }
            Outcome::Changed(printed) => {
                println!("{title}: other findings than the known ones\n{printed}");
                failed.push(run.name.as_str());
            }
        }
    }
    ensure!(failed.is_empty(), "other findings than the known ones of {}", failed.join(", "));
    println!("{} runs, {skipped} skipped", chosen.len());
    Ok(())
}

/// Reads the manifest.
fn runs(root: &Path) -> anyhow::Result<Vec<Run>> {
    let path = root.join(FOLDER).join("runs.toml");
    let text = fs::read_to_string(&path).with_context(|| format!("{}", path.display()))?;
    let manifest: Manifest = toml::from_str(&text)?;
    Ok(manifest.run)
}

/// The file of the known findings.
fn known(root: &Path, run: &Run) -> PathBuf {
    root.join(FOLDER).join("known").join(format!("{}.jsonl", run.name))
}

/// Compares a parser with its rule.
fn compare(root: &Path, abnfc: &Path, run: &Run, writes: bool) -> anyhow::Result<Outcome> {
    let prepared = match run.language.prepare(root, &run.packages) {
        Ok(prepared) => prepared,
        Err(reason) => return Ok(Outcome::Skipped(format!("{reason:#}"))),
    };
    let version = prepared.version(&run.parser)?;
    if version != run.version && !writes {
        return Ok(Outcome::Skipped(format!("the version here is {version}")));
    }
    let mut conform = Command::new(abnfc);
    conform.current_dir(root).args(["conform", "--protocol", run.language.protocol()]);
    // As many texts and questions on every machine; the time is only for programs that hang.
    conform.args(["--count", "1200", "--questions", "2000", "--findings", "40"]);
    conform.args(["--time", "1800"]).arg("--baseline").arg(known(root, run));
    let more = [("--parts", &run.parts), ("--kinds", &run.kinds)];
    for (option, value) in more {
        conform.args(value.iter().flat_map(|value| [option, value]));
    }
    conform.arg(if writes { "--write-baseline" } else { "--strict" });
    conform.args([&run.grammar, &run.rule]).arg("--");
    let Prepared { command, variables } = &prepared;
    let output = conform.args(command).arg(&run.parser).envs(variables.clone()).output()?;
    let [printed, said] =
        [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
    match output.status.code() {
        Some(0) if writes && version != run.version => {
            Ok(Outcome::Fine(format!("{}; the version here is {version}", said.trim())))
        }
        Some(0) => Ok(Outcome::Fine(said.trim().to_owned())),
        Some(1) => Ok(Outcome::Changed(printed + &said)),
        _ => bail!("{}: {said}", run.name),
    }
}
