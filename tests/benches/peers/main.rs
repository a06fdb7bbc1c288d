//! Compares the speed of generated code with common alternatives. `cargo xtask
//! bench` builds and runs it; its `--help` lists the options.

mod agreement;
mod contestant;
mod corpora;
mod cost;
mod engines;
mod expression;
mod floor;
mod generate;
mod measure;
mod program;
mod report;
mod results;
mod rfc2396;
mod rfc3339;
mod rfc3986;
mod rfc3987;
mod rfc5322;
mod rfc5646;
mod rfc8259;
mod rfc9110;
#[path = "../samples.rs"]
mod samples;
mod semver;
mod suites;
mod table;
mod tokens;

use clap::Parser;
use contestant::{Contestant, Mode};
use corpora::{Corpus, Group};
use engines::Engines;
use report::Report;
use results::Results;
use std::fs;
use std::path::{Path, PathBuf};
use suites::Suite;

/// The arguments of `cargo xtask bench`, which explains them. The working directory is the repository's
/// root.
#[derive(Parser)]
struct Options {
    /// Few texts and rounds.
    #[arg(long)]
    quick: bool,
    /// The grammars; if empty, all grammars.
    #[arg(long, value_delimiter = ',')]
    suites: Vec<String>,
    /// Modes to measure; if omitted, all modes and the costs
    #[arg(long, value_delimiter = ',')]
    only: Vec<Mode>,
    /// The contestants; if empty, all contestants.
    #[arg(long, value_delimiter = ',')]
    contestants: Vec<String>,
    /// The corpora; if empty, all corpora.
    #[arg(long, value_delimiter = ',')]
    corpora: Vec<String>,
    /// The number of rounds for each corpus.
    #[arg(long)]
    rounds: Option<usize>,
    /// The file for the figures.
    #[arg(long)]
    write: Option<PathBuf>,
    /// The target processor of the build.
    #[arg(long, default_value = "baseline")]
    target_cpu: String,
    /// The features of the emitted crates.
    #[arg(long, default_value = "")]
    features: String,
    /// The folder with the data of other projects.
    #[arg(long, default_value = "../shared")]
    shared: PathBuf,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let engines = Engines::new()?;
    if !options.shared.is_dir() {
        println!("There is no {}; generated texts only.", options.shared.display());
    }
    known(&options.suites, &suites::NAMES, "suite")?;
    let is_wanted =
        |name: &&str| options.suites.is_empty() || options.suites.iter().any(|it| it == name);
    let suites: anyhow::Result<Vec<Suite>> = suites::NAMES
        .into_iter()
        .filter(is_wanted)
        .map(|name| suites::suite(name, &engines, &options.shared, &options.target_cpu))
        .collect();
    let suites = chosen(suites?, &options)?;

    let modes = if options.only.is_empty() { &Mode::ALL[..] } else { &options.only };
    let rounds = options.rounds.unwrap_or(if options.quick { 3 } else { 21 }).max(1);
    let mut all = Vec::new();
    for suite in suites {
        agreement::on_texts(&suite, &engines)?;
        let can = |mode: &&Mode| suite.contestants.iter().any(|it| it.supports(**mode));
        let measure = |&mode: &Mode| {
            let (all, corpora) = (&suite.contestants, &suite.corpora);
            Ok((mode, measure::measure(all, corpora, &engines, mode, rounds)?))
        };
        let modes = modes.iter().filter(can).map(measure).collect::<anyhow::Result<_>>()?;
        let results = Results { suite, modes };
        print!("{}", table::text(&results));
        all.push(results);
    }
    // Measuring the costs builds crates, so it is omitted in quick runs.
    let is_all = options.only.is_empty() && options.suites.is_empty() && !options.quick;
    let cost = is_all.then(|| cost::cost(Path::new("."))).transpose()?;
    cost.iter().for_each(|cost| print!("{}", cost.text()));
    let report = Report::new(&all, cost, &options.target_cpu, &options.features)?;
    println!("\n{}", report.machine());
    options.write.iter().try_for_each(|folder| write(folder, &report, &options))
}

/// Writes the figures.
fn write(folder: &Path, report: &Report, options: &Options) -> anyhow::Result<()> {
    let mut name = vec![options.target_cpu.as_str()];
    name.extend(options.features.split(',').filter(|it| !it.is_empty()));
    fs::create_dir_all(folder)?;
    fs::write(folder.join(name.join("-")).with_extension("json"), report.json()?)?;
    Ok(())
}

/// Returns the contestants and corpora that the command line names, and the baselines; with
/// `quick`, the corpora are shortened.
fn chosen(suites: Vec<Suite>, options: &Options) -> anyhow::Result<Vec<Suite>> {
    let all = || suites.iter().flat_map(|suite| &suite.contestants);
    let names: Vec<&str> = all().map(|it| it.name).collect();
    known(&options.contestants, &names, "contestant")?;
    let groups = Group::ALL.map(Group::title);
    let names = suites.iter().flat_map(|suite| &suite.corpora).map(|it| it.name);
    let names: Vec<&str> = names.chain(groups).collect();
    known(&options.corpora, &names, "corpus")?;

    let choose = |mut suite: Suite| {
        let names = &options.contestants;
        suite.contestants.retain(|it: &Contestant| {
            names.is_empty()
                || it.name == suite.baseline
                || names.iter().any(|name| name == it.name)
        });
        let names = &options.corpora;
        suite.corpora.retain(|it: &Corpus| {
            let title = it.group.title();
            names.is_empty() || names.iter().any(|name| name == it.name || name == title)
        });
        if options.quick {
            suite.corpora = suite.corpora.iter().map(|it| it.thinned(40)).collect();
        }
        suite
    };
    Ok(suites.into_iter().map(choose).collect())
}

/// Fails if a requested name is unknown.
fn known(wanted: &[String], names: &[&str], what: &str) -> anyhow::Result<()> {
    match wanted.iter().find(|it| !names.contains(&it.as_str())) {
        None => Ok(()),
        Some(unknown) => anyhow::bail!("no {what} {unknown}; there are {}", names.join(", ")),
    }
}
