//! `abnfc diff`: two grammars rule by rule, as languages.

mod markdown;
mod parts;
mod revisions;
mod row;

use self::revisions::Revisions;
use self::row::{Row, lines_of, words};
use super::Outcome;
use super::input::Input;
use super::man::short_help;
use super::options::{self, Reading};
use super::output::{self, Output};
use abnfc::Read;
use abnfc::diagnostic::Diagnostics;
use abnfc::grammar::{Resolved, RuleId};
use abnfc_tools::diff::{Pair, Verdict, diff_with_texts, pairs_by_name};
use anyhow::bail;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

const MANUAL: &str = include_str!("manual/diff.txt");

/// Compare two grammars rule by rule
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("diff", MANUAL), after_long_help = MANUAL)]
pub(super) struct Diff {
    /// The first grammar
    a: PathBuf,
    /// The second grammar; with `--git`, only if the file has another name there
    #[arg(required_unless_present = "git")]
    b: Option<PathBuf>,
    /// Compare two revisions of A, as git stores them: OLD..NEW, or OLD with the file
    #[arg(long, value_name = "OLD[..NEW]")]
    git: Option<String>,
    /// Compare only this rule of A; repeatable
    #[arg(long = "rule", value_name = "RULE")]
    rules: Vec<String>,
    /// Compare a rule of A with a rule of B of another name; repeatable
    #[arg(long = "map", value_name = "A_NAME=B_NAME", value_parser = options::pair)]
    maps: Vec<(String, String)>,
    /// Compare where the rules find these parts in their common texts
    #[arg(long, value_name = "PART,...", value_delimiter = ',')]
    parts: Vec<String>,
    /// Number of texts that show a difference, for each kind of difference
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=MAX_COUNT))]
    count: u16,
    /// Leave out rules that only one grammar has
    #[arg(long)]
    common: bool,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    reading: Reading,
}

/// The format of differences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON object per line
    Json,
    /// A table, for comments
    Markdown,
}

/// The maximum of `--count`.
const MAX_COUNT: i64 = 100;

/// More equal rules are counted, not named.
const MAX_EQUAL: usize = 3;

impl Diff {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let [a, b] = self.load()?;
        let limits = *a.limits();
        let [a, b] = [a.read()?, b.read()?];
        let maps = self.maps(&a.resolved, &b.resolved)?;
        let pairs = self.pairs(&a.resolved, &b.resolved, &maps)?;
        let a = self.sound(a, &pairs.iter().filter_map(|it| it.a).collect::<Vec<_>>())?;
        let b = self.sound(b, &pairs.iter().filter_map(|it| it.b).collect::<Vec<_>>())?;
        if !self.parts.is_empty() {
            return self.compare_parts([&a, &b], &pairs, &maps, &limits, out);
        }
        let found = diff_with_texts(&a, &b, &pairs, self.count.into(), &limits);
        let rows: Vec<Row<'_>> = found
            .iter()
            .filter(|it| !self.common || !matches!(it.verdict, Verdict::OnlyInA | Verdict::OnlyInB))
            .map(|it| Row::new(&a, &b, it))
            .collect();
        match self.format {
            Format::Markdown => out.text(&markdown::table(&rows))?,
            Format::Json => rows.iter().try_for_each(|row| out.json(row))?,
            Format::Text => {
                for row in rows.iter().filter(|row| row.relation != "equal") {
                    out.text(&row.text(|colour| out.style(colour)))?;
                }
                let equal = rows.iter().filter(|row| row.relation == "equal");
                equal_line(&equal.map(Row::name).collect::<Vec<_>>(), "rules", out)?;
            }
        }
        out.flush()?;
        output::note(&summary(rows.iter().map(|row| row.relation), "rule"));
        Ok(Outcome::finding_if(rows.iter().any(|row| row.relation != "equal")))
    }

    /// Reads both grammars.
    fn load(&self) -> anyhow::Result<[Input; 2]> {
        let b = self.b.as_ref().unwrap_or(&self.a);
        let Some(revisions) = &self.git else {
            return Ok([self.reading.load(&self.a)?, self.reading.load(b)?]);
        };
        let Revisions { old, new } = Revisions::find(revisions, &self.a)?;
        let new = match new {
            Some(new) => new.load(&self.reading, b)?,
            None => self.reading.load(b)?,
        };
        Ok([old.load(&self.reading, &self.a)?, new])
    }

    /// Returns a grammar whose rules are compared. With --rule, errors in other rules are irrelevant.
    fn sound(&self, read: Read, rules: &[RuleId]) -> Result<Resolved, Diagnostics> {
        let read = if self.rules.is_empty() {
            if read.diagnostics.has_errors() { Err(read.diagnostics) } else { Ok(read) }
        } else {
            read.require(rules)
        };
        Ok(read.map_err(options::errors)?.resolved)
    }

    /// Returns the rules of B that rules of A are compared with, by `--map`.
    fn maps(&self, a: &Resolved, b: &Resolved) -> anyhow::Result<BTreeMap<RuleId, RuleId>> {
        let mut maps = BTreeMap::new();
        for (name_a, name_b) in &self.maps {
            let (rule, other) = (options::rule(a, name_a)?, options::rule(b, name_b)?);
            if let Some(first) = maps.insert(rule, other).filter(|first| *first != other) {
                let [first, other] = [first, other].map(|it| &b[it].name);
                bail!("`--map` compares `{name_a}` with both `{first}` and `{other}`");
            }
        }
        Ok(maps)
    }

    /// Returns the pairs of rules that are compared.
    fn pairs(
        &self,
        a: &Resolved,
        b: &Resolved,
        maps: &BTreeMap<RuleId, RuleId>,
    ) -> anyhow::Result<Vec<Pair>> {
        if self.rules.is_empty() {
            return Ok(pairs_by_name(a, b, maps));
        }
        let mut seen = BTreeSet::new();
        let rules: Vec<RuleId> =
            self.rules.iter().map(|name| options::rule(a, name)).collect::<Result<_, _>>()?;
        let pair = |rule: RuleId| {
            let other = match maps.get(&rule) {
                Some(other) => *other,
                None => options::rule(b, a[rule].name.as_str())?,
            };
            Ok(Pair { a: Some(rule), b: Some(other) })
        };
        rules.into_iter().filter(|&rule| seen.insert(rule)).map(pair).collect()
    }
}

/// Prints the names of what is equal in one line, or their number.
fn equal_line(names: &[String], things: &str, out: &mut Output) -> anyhow::Result<()> {
    let name = match names.len() {
        0 => return Ok(()),
        1..=MAX_EQUAL => names.join(", "),
        count => format!("{count} {things}"),
    };
    let line = lines_of("equal", &name, [], |colour| out.style(colour));
    Ok(out.text(&line)?)
}

/// Returns the number of things with each relation, in words.
fn summary<'r>(relations: impl Iterator<Item = &'r str>, thing: &str) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for relation in relations {
        *counts.entry(relation).or_default() += 1;
    }
    let counts: Vec<String> =
        counts.iter().map(|(relation, n)| format!("{n} {}", words(relation))).collect();
    if counts.is_empty() { format!("no {thing} to compare") } else { counts.join(", ") }
}
