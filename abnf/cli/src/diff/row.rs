//! The relation of two rules in words, in JSON and as a row of a table.

use super::super::options;
use abnfc::automata::compare::{Relation, TooManyPairs};
use abnfc::bytes::escapes::{escaped, quoted};
use abnfc::diagnostic::UNKNOWN_VALUE;
use abnfc::grammar::Resolved;
use abnfc::limits::LimitName;
use abnfc_tools::diff::{Bound, Compared, Count, Difference, Pair, Verdict};
use clap::builder::styling::{AnsiColor, Style};
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Write as _;

/// See the long help.
#[derive(Default, Serialize)]
pub(super) struct Row<'a> {
    pub(super) a: Option<&'a str>,
    pub(super) b: Option<&'a str>,
    pub(super) relation: &'static str,
    pub(super) only_a: Option<String>,
    pub(super) only_b: Option<String>,
    pub(super) more_a: Vec<String>,
    pub(super) more_b: Vec<String>,
    counts: Vec<Counted>,
    pub(super) bytes: Option<usize>,
    pub(super) reason: Option<Cow<'a, str>>,
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
    pub(super) fn new(a: &'a Resolved, b: &'a Resolved, found: &'a Compared) -> Self {
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
        let [more_a, more_b] = &found.more;
        let sides = [("A", &texts.only_left, more_a), ("B", &texts.only_right, more_b)];
        let only = |(side, first, more): (&str, &Option<Vec<u8>>, &Vec<Vec<u8>>)| {
            let line = |text: &Vec<u8>| format!("only in {side}: {}", cut(text));
            first.iter().chain(more).map(line).collect::<Vec<_>>()
        };
        let mut shown: Vec<String> = sides.into_iter().flat_map(only).collect();
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
            more_a: more_a.iter().map(|text| escaped(text)).collect(),
            more_b: more_b.iter().map(|text| escaped(text)).collect(),
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
pub(super) fn amount(number: u128) -> String {
    let digits = number.to_string();
    if digits.len() <= 6 {
        return digits;
    }
    format!("{}.{}e{}", &digits[..1], &digits[1..2], digits.len() - 1)
}

/// Returns a witness in quotes, cut if it is long.
pub(super) fn cut(text: &[u8]) -> String {
    if text.len() <= MAX_SHOWN_BYTES {
        return quoted(text);
    }
    format!("{}... ({} bytes)", quoted(&text[..MAX_SHOWN_BYTES]), text.len())
}

/// The maximum number of bytes of a witness in text output; JSON has all bytes.
const MAX_SHOWN_BYTES: usize = 120;

/// The relation, as in "3 different".
pub(super) fn words(relation: &str) -> &str {
    match relation {
        "differs" => "different",
        "only-in-a" => "only in A",
        "only-in-b" => "only in B",
        "equal-up-to" => "not decided",
        "not-compared" => "not compared",
        same => same,
    }
}

impl Row<'_> {
    /// The name of the rule, or those of both rules if they are not the same.
    pub(super) fn name(&self) -> String {
        match (self.a, self.b) {
            (Some(a), Some(b)) => rule_names(a, b),
            (a, b) => a.or(b).unwrap_or_default().to_owned(),
        }
    }

    /// The relation in a style and the name, and below them the witnesses and counts.
    pub(super) fn text(&self, colours: impl Fn(AnsiColor) -> Style) -> String {
        let lines = self.shown.iter().map(String::as_str).chain(self.reason.as_deref());
        lines_of(self.relation, &self.name(), lines, colours)
    }
}

/// Returns the name of a rule that both grammars have, or both names.
pub(super) fn rule_names(a: &str, b: &str) -> String {
    if a.eq_ignore_ascii_case(b) { a.to_owned() } else { format!("{a} = {b}") }
}

/// Returns a relation and names, and below them other lines.
pub(super) fn lines_of<'l>(
    relation: &str,
    name: &str,
    lines: impl IntoIterator<Item = &'l str>,
    colours: impl Fn(AnsiColor) -> Style,
) -> String {
    let style = colours(match relation {
        "equal" | "renamed" => AnsiColor::Green,
        "differs" | "subset" | "superset" => AnsiColor::Red,
        _ => AnsiColor::Yellow,
    });
    let relation = if relation == "differs" { relation } else { words(relation) };
    let mut text = format!("{style}{relation:<12}{style:#}  {name}\n");
    for line in lines {
        writeln!(text, "{:<12}  {line}", "").expect("writing to a string cannot fail");
    }
    text
}
