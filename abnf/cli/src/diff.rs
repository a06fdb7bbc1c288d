//! `abnfc diff`: two grammars rule by rule, as languages.

mod markdown;

use super::Outcome;
use super::man::short_help;
use super::options::{self, Reading};
use super::output::{self, Output};
use abnfc::Read;
use abnfc::automata::compare::{Relation, TooManyPairs};
use abnfc::bytes::escapes::{escaped, quoted};
use abnfc::diagnostic::{Diagnostics, UNKNOWN_VALUE};
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::LimitName;
use abnfc_tools::diff::{Bound, Compared, Count, Difference, Pair, Verdict, diff, pairs_by_name};
use anyhow::bail;
use clap::builder::styling::{AnsiColor, Style};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

const MANUAL: &str = include_str!("manual/diff.txt");

/// Compare two grammars rule by rule
#[derive(Debug, clap::Args)]
#[command(after_help = short_help("diff", MANUAL), after_long_help = MANUAL)]
pub(super) struct Diff {
    /// The first grammar
    a: PathBuf,
    /// The second grammar
    b: PathBuf,
    /// Compare only this rule of A; repeatable
    #[arg(long = "rule", value_name = "RULE")]
    rules: Vec<String>,
    /// Compare a rule of A with a rule of B of another name; repeatable
    #[arg(long = "map", value_name = "A_NAME=B_NAME", value_parser = options::pair)]
    maps: Vec<(String, String)>,
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

/// More equal rules are only counted, in the summary.
const MAX_EQUAL: usize = 3;

impl Diff {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let [a, b] = [self.reading.load(&self.a)?, self.reading.load(&self.b)?];
        let limits = *a.limits();
        let [a, b] = [a.read()?, b.read()?];
        let pairs = self.pairs(&a.resolved, &b.resolved)?;
        let a = self.sound(a, &pairs.iter().filter_map(|it| it.a).collect::<Vec<_>>())?;
        let b = self.sound(b, &pairs.iter().filter_map(|it| it.b).collect::<Vec<_>>())?;
        let found = diff(&a, &b, &pairs, &limits);
        let rows: Vec<Row<'_>> = found
            .iter()
            .filter(|it| !self.common || !matches!(it.verdict, Verdict::OnlyInA | Verdict::OnlyInB))
            .map(|it| Row::new(&a, &b, it))
            .collect();
        match self.format {
            Format::Markdown => out.text(&markdown::table(&rows))?,
            Format::Json => rows.iter().try_for_each(|row| out.json(row))?,
            Format::Text => {
                let is_equal = |row: &&Row<'_>| row.relation == "equal";
                let are_counted = MAX_EQUAL < rows.iter().filter(is_equal).count();
                for row in rows.iter().filter(|row| !(are_counted && is_equal(row))) {
                    let style = out.style(row.colour());
                    out.text(&row.text(style))?;
                }
            }
        }
        out.flush()?;
        output::note(&summary(&rows));
        Ok(Outcome::finding_if(rows.iter().any(|row| row.relation != "equal")))
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

    /// Returns the pairs of rules that are compared.
    fn pairs(&self, a: &Resolved, b: &Resolved) -> anyhow::Result<Vec<Pair>> {
        let mut maps = BTreeMap::new();
        for (name_a, name_b) in &self.maps {
            let (rule, other) = (options::rule(a, name_a)?, options::rule(b, name_b)?);
            if let Some(first) = maps.insert(rule, other).filter(|first| *first != other) {
                let [first, other] = [first, other].map(|it| &b[it].name);
                bail!("`--map` compares `{name_a}` with both `{first}` and `{other}`");
            }
        }
        if self.rules.is_empty() {
            return Ok(pairs_by_name(a, b, &maps));
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

/// Returns the number of rules with each relation, in words.
fn summary(rows: &[Row<'_>]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows {
        *counts.entry(row.relation).or_default() += 1;
    }
    let counts: Vec<String> =
        counts.iter().map(|(relation, n)| format!("{n} {}", words(relation))).collect();
    if counts.is_empty() { "no rule to compare".to_owned() } else { counts.join(", ") }
}

/// See the long help.
#[derive(Default, Serialize)]
struct Row<'a> {
    a: Option<&'a str>,
    b: Option<&'a str>,
    relation: &'static str,
    only_a: Option<String>,
    only_b: Option<String>,
    counts: Vec<Counted>,
    bytes: Option<usize>,
    reason: Option<Cow<'a, str>>,
    /// The content of `only_a`, `only_b` and `counts` in words.
    #[serde(skip)]
    shown: Vec<String>,
}

/// See the long help.
#[derive(Serialize)]
struct Counted {
    only_a: u128,
    only_b: u128,
    both: u128,
}

impl<'a> Row<'a> {
    fn new(a: &'a Resolved, b: &'a Resolved, found: &'a Compared) -> Self {
        let Pair { a: rule_a, b: rule_b } = found.pair;
        let name_a = rule_a.map(|rule| a[rule].name.as_str());
        let name_b = rule_b.map(|rule| b[rule].name.as_str());
        let row = Row { a: name_a, b: name_b, ..Row::default() };
        match &found.verdict {
            Verdict::OnlyInA => Row { relation: "only-in-a", ..row },
            Verdict::OnlyInB => Row { relation: "only-in-b", ..row },
            Verdict::Equal => Row { relation: "equal", ..row },
            Verdict::Renamed => Row { relation: "renamed", ..row },
            Verdict::Different(found) => row.with_difference(found),
            Verdict::DifferentWithoutText(TooManyPairs(limit)) => {
                let flag = options::limit_name(LimitName::ComparedPairs);
                let reason = format!(
                    "finding texts in which the rules differ takes more than {limit} pairs of \
                     states, the limit; raise it with `--limit {flag}=N`"
                );
                Row { relation: "differs", reason: Some(reason.into()), ..row }
            }
            Verdict::EqualUpTo(bound) => {
                let (bytes, why) = (bound.bytes, why_undecided(bound));
                let shown = vec![format!("in all texts of up to {bytes} bytes; {why}")];
                Row { relation: "equal-up-to", bytes: Some(bytes), shown, ..row }
            }
            Verdict::NotCompared(why) => {
                Row { relation: "not-compared", reason: Some(Cow::Borrowed(&why.message)), ..row }
            }
        }
    }

    fn with_difference(self, found: &Difference) -> Self {
        let texts = &found.texts;
        let mut shown: Vec<String> = [("A", &texts.only_left), ("B", &texts.only_right)]
            .into_iter()
            .filter_map(|(side, text)| Some(format!("only in {side}: {}", cut(text.as_ref()?))))
            .collect();
        shown.extend(amounts(&found.counts));
        if let Some(bound) = &found.bound {
            let side = if texts.only_left.is_none() { "A" } else { "B" };
            let (bytes, why) = (bound.bytes, why_undecided(bound));
            shown.push(format!("no text of up to {bytes} bytes is only in {side}; {why}"));
        }
        Row {
            relation: match found.relation() {
                Relation::Equal => "equal",
                Relation::Subset => "subset",
                Relation::Superset => "superset",
                Relation::Differs => "differs",
            },
            only_a: texts.only_left.as_deref().map(escaped),
            only_b: texts.only_right.as_deref().map(escaped),
            counts: found
                .counts
                .iter()
                .map(|&Count { only_a, only_b, both }| Counted { only_a, only_b, both })
                .collect(),
            bytes: found.bound.as_ref().map(|bound| bound.bytes),
            shown,
            ..self
        }
    }
}

/// Returns why longer texts were not compared.
fn why_undecided(bound: &Bound) -> String {
    match &bound.limit {
        None => "not all texts of nested rules can be compared".to_owned(),
        Some(why) => {
            format!("{}; raise it with `--max-states N`, but {UNKNOWN_VALUE}", why.message)
        }
    }
}

/// Returns the number of texts up to the length that was counted, in words.
fn amounts(counts: &[Count]) -> Option<String> {
    let longest = counts.len().checked_sub(1)?;
    let sum = |of: fn(&Count) -> u128| {
        counts.iter().map(of).try_fold(0_u128, u128::checked_add).map(amount)
    };
    Some(format!(
        "texts of up to {longest} bytes: {} only in A, {} only in B, {} in both",
        sum(|it| it.only_a)?,
        sum(|it| it.only_b)?,
        sum(|it| it.both)?
    ))
}

/// Returns a number of up to six digits, or its first two digits and a power of ten.
fn amount(number: u128) -> String {
    let digits = number.to_string();
    if digits.len() <= 6 {
        return digits;
    }
    format!("{}.{}e{}", &digits[..1], &digits[1..2], digits.len() - 1)
}

/// Returns a witness in quotes, cut if it is long.
fn cut(text: &[u8]) -> String {
    if text.len() <= MAX_SHOWN_BYTES {
        return quoted(text);
    }
    format!("{}... ({} bytes)", quoted(&text[..MAX_SHOWN_BYTES]), text.len())
}

/// The maximum number of bytes of a witness in text output; JSON has all bytes.
const MAX_SHOWN_BYTES: usize = 120;

/// The relation, as in "3 different".
fn words(relation: &str) -> &str {
    match relation {
        "differs" => "different",
        "only-in-a" => "only in A",
        "only-in-b" => "only in B",
        "equal-up-to" => "not decided",
        "not-compared" => "not compared",
        same => same,
    }
}

/// The relation and the names, and below them the witnesses and counts.
impl Row<'_> {
    /// Returns the severity of a relation, for its colour.
    fn colour(&self) -> AnsiColor {
        match self.relation {
            "equal" | "renamed" => AnsiColor::Green,
            "differs" | "subset" | "superset" => AnsiColor::Red,
            _ => AnsiColor::Yellow,
        }
    }

    /// The row in lines, with its relation in a style.
    fn text(&self, style: Style) -> String {
        let relation = if self.relation == "differs" { "differs" } else { words(self.relation) };
        let name = match (self.a, self.b) {
            (Some(a), Some(b)) if a.eq_ignore_ascii_case(b) => a.to_owned(),
            (Some(a), Some(b)) => format!("{a} = {b}"),
            (a, b) => a.or(b).unwrap_or_default().to_owned(),
        };
        let mut text = format!("{style}{relation:<12}{style:#}  {name}\n");
        for line in self.shown.iter().map(String::as_str).chain(self.reason.as_deref()) {
            writeln!(text, "{:<12}  {line}", "").expect("writing to a string cannot fail");
        }
        text
    }
}
