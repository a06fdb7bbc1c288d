//! How fast the generated code is, compared with what people use instead. `cargo xtask
//! bench` builds and runs it; its `--help` says what it can do.

mod contestant;
mod corpora;
mod engines;
mod generate;
mod measure;
mod rfc2396;
mod table;

use anyhow::Context as _;
use clap::Parser;
use contestant::{Contestant, Mode};
use corpora::Corpus;
use engines::Engines;
use std::path::PathBuf;
use table::Results;

/// What `cargo xtask bench` hands over, and explains.
#[derive(Parser)]
struct Options {
    /// Few texts and rounds.
    #[arg(long)]
    quick: bool,
    /// All when empty.
    #[arg(long, value_delimiter = ',')]
    only: Vec<Mode>,
    /// All when empty.
    #[arg(long, value_delimiter = ',')]
    contestants: Vec<String>,
    /// All when empty.
    #[arg(long, value_delimiter = ',')]
    corpora: Vec<String>,
    /// How often each corpus is read.
    #[arg(long)]
    rounds: Option<usize>,
    /// The folder with the data of other people.
    #[arg(long, default_value = "../shared")]
    shared: PathBuf,
}

/// What the speed of all others is measured by.
const BASELINE: &str = "fluent-uri";

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    let engines = Engines::new()?;
    if !options.shared.is_dir() {
        println!("There is no {}; generated texts only.", options.shared.display());
    }
    let corpora = chosen(corpora::uris(&options.shared)?, &options)?;
    let contestants = named(rfc2396::contestants(), &options)?;
    let modes = if options.only.is_empty() { &Mode::ALL[..] } else { &options.only };
    let rounds = options.rounds.unwrap_or(if options.quick { 3 } else { 21 }).max(1);
    let modes = modes
        .iter()
        .map(|&mode| (mode, measure::measure(&contestants, &corpora, &engines, mode, rounds)))
        .collect();
    let results =
        Results { corpora: &corpora, contestants: &contestants, baseline: BASELINE, modes };
    print!("{}", table::text(&results));
    Ok(())
}

/// The corpora that the command line names, in short if it wants.
fn chosen(corpora: Vec<Corpus>, options: &Options) -> anyhow::Result<Vec<Corpus>> {
    let wanted = &options.corpora;
    known(wanted, corpora.iter().map(|it| it.name), "corpus")?;
    let is_wanted = |corpus: &Corpus| {
        wanted.is_empty() || wanted.iter().any(|it| it == corpus.name || it == corpus.group.title())
    };
    let corpora = corpora.into_iter().filter(is_wanted);
    Ok(corpora.map(|it| if options.quick { it.thinned(40) } else { it }).collect())
}

/// The contestants that the command line names, and the baseline.
fn named(contestants: Vec<Contestant>, options: &Options) -> anyhow::Result<Vec<Contestant>> {
    let wanted = &options.contestants;
    known(wanted, contestants.iter().map(|it| it.name), "contestant")?;
    let is_wanted = |it: &Contestant| {
        wanted.is_empty() || it.name == BASELINE || wanted.iter().any(|name| name == it.name)
    };
    Ok(contestants.into_iter().filter(is_wanted).collect())
}

/// An error if a name is none of those that there are.
fn known<'a>(
    wanted: &[String],
    names: impl Iterator<Item = &'a str>,
    what: &str,
) -> anyhow::Result<()> {
    let names: Vec<&str> = names.collect();
    let groups = corpora::Group::ALL.map(corpora::Group::title);
    let unknown =
        wanted.iter().find(|it| !names.contains(&it.as_str()) && !groups.contains(&it.as_str()));
    unknown.map_or(Some(()), |_| None).with_context(|| {
        format!("no {what} {}; there are {}", unknown.map_or("", |it| it), names.join(", "))
    })
}
