//! `abnfc corpus`: seeds and a dictionary for fuzzers, and a fuzz target.

mod target;

use self::target::Target;
use super::Outcome;
use super::conform::sources;
use super::install::{self, Files, exists};
use super::man::short_help;
use super::options::{self, Reading};
use super::output::{self, Output, count};
use abnfc::automata::language::Language;
use abnfc::automata::rules::automata;
use abnfc::automata::superset::superset;
use abnfc_tools::conform::texts;
use abnfc_tools::dictionary;
use abnfc_tools::sample::{Subject, near_misses};
use anyhow::{Context, bail};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

const MANUAL: &str = include_str!("manual/corpus.txt");

/// Write texts of a rule and a dictionary for fuzzers
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("corpus", MANUAL), after_long_help = MANUAL)]
pub(super) struct Corpus {
    /// The grammar
    grammar: PathBuf,
    /// The rule; case does not matter
    rule: String,
    /// The folder
    #[arg(short, long, value_name = "DIR", required_unless_present = "fuzz")]
    output: Option<PathBuf>,
    /// Write a fuzz target for cargo-fuzz too, into the folder `fuzz` of this crate
    ///
    /// The crate is one that `abnfc build` has written for the grammar.
    #[arg(long, value_name = "CRATE", conflicts_with = "output")]
    fuzz: Option<PathBuf>,
    /// The type of the rule in the crate [default: from its name or the spec file]
    #[arg(long = "type", value_name = "TYPE", requires = "fuzz", conflicts_with = "output")]
    type_name: Option<String>,
    /// Maximum number of texts
    #[arg(short = 'n', long, value_name = "N", default_value_t = 500,
        value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// Seed of the random generator
    #[arg(short, long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Write the examples in FILE too; repeatable
    #[arg(long, value_name = "FILE")]
    examples: Vec<PathBuf>,
    #[command(flatten)]
    reading: Reading,
}

impl Corpus {
    pub(super) fn run(&self, _: &mut Output) -> anyhow::Result<Outcome> {
        let (input, read, rule) = self.reading.load_rule(&self.grammar, &self.rule)?;
        let name = read.resolved[rule].name.as_str();
        let target = match &self.fuzz {
            Some(dir) => {
                let is_rule = |name: &str| read.resolved.find(name).is_some();
                let bin = target::bin_name(name, is_rule);
                Some(Target::new(dir, (name, bin), self.type_name.as_deref(), &input, self)?)
            }
            None => None,
        };
        let limits = input.limits();
        let shapes = superset(&read.resolved, limits);
        let automata = automata(&read.resolved, &shapes, &[rule], limits);
        let subject = Subject { grammar: &read.resolved, automata: &automata, rule, limits };
        let language = automata.language(rule).map_err(|error| options::failed(&read, error))?;
        let sources = sources(&input, &read, rule, &self.examples, &self.reading)?;
        let made = texts(subject, sources, self.count as usize, self.seed);
        let made = made.map_err(|error| options::failed(&read, &error))?;
        let made = with_misses(subject, &language, made, self.count as usize);
        if made.is_empty() {
            bail!("there is no text of `{name}` and none like it");
        }

        let (mut seeds, mut matches) = (Files::new(), 0);
        for (is_match, text) in made {
            matches += usize::from(is_match);
            seeds.insert(seed_name(is_match, number(&text)), text);
        }
        let words = dictionary::words(&read.resolved, rule);
        let (root, folder, dictionary) = match (&target, &self.output) {
            (Some(target), _) => {
                (target.folder(), format!("corpus/{}", target.bin), format!("{}.dict", target.bin))
            }
            (None, Some(root)) => (root.clone(), "corpus".to_owned(), "dictionary".to_owned()),
            (None, None) => unreachable!("clap requires one of the two"),
        };
        let write = || {
            for (seed, text) in &seeds {
                write_seed(&root.join(&folder), seed, text)?;
            }
            install::replace(&root.join(&dictionary), dictionary::lines(&words).as_bytes())
        };
        write().with_context(|| format!("cannot write `{}`", root.display()))?;
        output::note(&format!(
            "{} in `{}`, {matches} match; {} in `{}`",
            count(seeds.len(), "text"),
            shown(&root, &folder),
            count(words.len(), "word"),
            shown(&root, &dictionary),
        ));
        if let Some(target) = &target {
            target.write()?;
        }
        Ok(Outcome::Fine)
    }
}

fn shown(root: &Path, path: &str) -> String {
    root.join(path).display().to_string()
}

/// Replaces the last matches by near misses where those are less than a third of the texts. Returns whether
/// each text matches.
fn with_misses(
    subject: Subject<'_>,
    language: &Language,
    texts: Vec<Vec<u8>>,
    count: usize,
) -> Vec<(bool, Vec<u8>)> {
    // A single text is a match.
    let wanted = count.div_ceil(3).min(count / 2);
    let (mut matches, misses): (Vec<_>, Vec<_>) =
        texts.into_iter().partition(|text| language.check(text).is_ok());
    let mut misses: BTreeSet<_> = misses.into_iter().collect();
    if misses.len() < wanted {
        for miss in near_misses(subject, 0..=usize::MAX, wanted).unwrap_or_default() {
            if misses.len() < wanted {
                misses.insert(miss);
            }
        }
    }
    matches.truncate(count - misses.len());
    let matches = matches.into_iter().map(|text| (true, text));
    matches.chain(misses.into_iter().map(|text| (false, text))).collect()
}

/// Returns the name of a text: its verdict and its number.
fn seed_name(is_match: bool, number: u64) -> String {
    format!("{}-{number:016x}", if is_match { "match" } else { "miss" })
}

/// Writes a text, and removes it under the name of the other verdict, which an older grammar gave.
fn write_seed(folder: &Path, name: &str, text: &[u8]) -> io::Result<()> {
    install::replace(&folder.join(name), text)?;
    let other = seed_name(!name.starts_with("match"), number(text));
    install::remove(&folder.join(other))
}

/// Returns a number for the name of a text, so that a second run writes the same files: FNV-1a (Fowler, Noll,
/// Vo).
fn number(text: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
    text.iter().fold(0xCBF2_9CE4_8422_2325, step)
}

/// Writes a file that belongs to the user, unless it exists.
fn once(path: &Path, text: &str) -> anyhow::Result<bool> {
    if exists(path) {
        return Ok(false);
    }
    install::replace(path, text.as_bytes())
        .with_context(|| format!("cannot write `{}`", path.display()))?;
    Ok(true)
}
