//! `abnfc diff`: two grammars rule by rule, as languages.
//!
//! Regular rules are compared exactly, by their automata. Two others are equal if their
//! definitions are, down to every rule that they use; else they cannot be compared. The
//! search for texts in which two rules differ is limited.

use super::Outcome;
use super::escapes::{escaped, quoted};
use super::options::{self, Reading};
use super::output::{self, Format, Output};
use abnfc::Read;
use abnfc::automata::alike::{Alike, alike};
use abnfc::automata::compare::{Relation, TooManyPairs, compare};
use abnfc::automata::rules::{Automata, automata_of_regular};
use abnfc::automata::superset::superset;
use abnfc::diagnostic::{Diagnostic, Diagnostics};
use abnfc::grammar::{Origin, Resolved, RuleId};
use abnfc::limits::LimitName;
use clap::builder::styling::{AnsiColor, Style};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

/// Compare two grammars rule by rule
///
/// Compares the languages of the rules of the same name (in any case of letters)
/// and says for each whether A's is equal to B's, a subset or a superset of it, or
/// neither. For each direction it gives a shortest text that only one of them
/// matches, cut after 120 bytes; rules whose texts take too long to find are said to differ
/// without them. Core rules and imports count if the other grammar
/// defines their names. The exit status is 0 if all rules are equal, and 1 otherwise: also
/// if a rule is in one grammar only or cannot be compared.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
JSON, one object a rule:
  a, b      its name in either grammar, or null where it is not there
  relation  \"equal\", \"subset\" (of B), \"superset\", \"differs\", \"only-in-a\",
            \"only-in-b\" or \"not-compared\"
  only_a    a shortest text that only A's rule matches, or null; bytes that do not
            print are \\n, \\r, \\t, \\\\ or \\xNN
  only_b    likewise for B
  reason    why it is not compared, or why it differs but there are no texts; or null

Example:
  abnfc diff --map urlc=uric uri.abnf rfc2396.bnf")]
pub(super) struct Diff {
    /// The one grammar
    a: PathBuf,
    /// The other
    b: PathBuf,
    /// Compare only this rule, by its name in A; may be given again
    #[arg(long = "rule", value_name = "RULE")]
    rules: Vec<String>,
    /// Compare A's rule `A_NAME` with B's rule `B_NAME`; may be given again
    #[arg(long = "map", value_name = "A_NAME=B_NAME", value_parser = options::pair)]
    maps: Vec<(String, String)>,
    /// Leave out the rules that only one grammar has
    #[arg(long)]
    common: bool,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    reading: Reading,
}

impl Diff {
    pub(super) fn run(&self, out: &mut Output) -> anyhow::Result<Outcome> {
        let a = self.reading.read_leniently(&self.a)?;
        let b = self.reading.read_leniently(&self.b)?;
        let pairs = self.pairs(&a.resolved, &b.resolved)?;
        let (of_a, of_b): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
        let a = self.side(a, &of_a.into_iter().flatten().collect::<Vec<_>>())?;
        let b = self.side(b, &of_b.into_iter().flatten().collect::<Vec<_>>())?;
        let alike = alike(&a.read.resolved, &b.read.resolved);
        let max_pairs = self.reading.limits().compared_pairs;
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (rule_a, rule_b) in pairs {
            let row = match (rule_a, rule_b) {
                (Some(rule_a), Some(rule_b)) => {
                    compared((&a, rule_a), (&b, rule_b), &alike, max_pairs)
                }
                _ if self.common => continue,
                (rule_a, _) => Row {
                    a: rule_a.map(|rule| a.name(rule)),
                    b: rule_b.map(|rule| b.name(rule)),
                    relation: if rule_a.is_some() { "only-in-a" } else { "only-in-b" },
                    ..Row::default()
                },
            };
            *counts.entry(row.relation).or_default() += 1;
            match self.format {
                Format::Text => {
                    let style = out.style(row.colour());
                    out.text(&row.text(style))?;
                }
                Format::Json => out.json(&row)?,
            }
        }
        out.flush()?;
        let summary: Vec<String> =
            counts.iter().map(|(relation, n)| format!("{n} {}", words(relation))).collect();
        output::note(&if summary.is_empty() {
            "no rule to compare".to_owned()
        } else {
            summary.join(", ")
        });
        Ok(Outcome::finding_if(counts.keys().any(|&relation| relation != "equal")))
    }

    /// A grammar of which these rules are compared. Errors in others do not matter if rules
    /// were asked for.
    fn side(&self, read: Read, rules: &[RuleId]) -> Result<Side, Diagnostics> {
        let read = if self.rules.is_empty() {
            if read.diagnostics.has_errors() { Err(read.diagnostics) } else { Ok(read) }
        } else {
            read.require(rules)
        };
        Ok(Side::new(read.map_err(options::errors)?, rules, &self.reading))
    }

    /// Which rule is compared with which.
    fn pairs(&self, a: &Resolved, b: &Resolved) -> anyhow::Result<Vec<Pair>> {
        let mut maps = BTreeMap::new();
        for (name_a, name_b) in &self.maps {
            maps.insert(options::rule(a, name_a)?, options::rule(b, name_b)?);
        }
        if !self.rules.is_empty() {
            let pair = |name: &String| {
                let rule = options::rule(a, name)?;
                let other = match maps.get(&rule) {
                    Some(other) => *other,
                    None => options::rule(b, a[rule].name.as_str())?,
                };
                Ok((Some(rule), Some(other)))
            };
            return self.rules.iter().map(pair).collect();
        }
        let (names_a, names_b) = (a.names(), b.names());
        let mut pairs: Vec<Pair> = Vec::new();
        for (rule, it) in a.rules() {
            let other = maps.get(&rule).copied();
            if it.origin == Origin::Own || other.is_some() {
                let same = || names_b.get(it.name.folded()).copied();
                pairs.push((Some(rule), other.or_else(same)));
            }
        }
        let paired: BTreeSet<RuleId> = pairs.iter().filter_map(|pair| pair.1).collect();
        for (rule, it) in b.own_rules().filter(|(rule, _)| !paired.contains(rule)) {
            // What A maps elsewhere is not what B means by the name.
            let other = names_a.get(it.name.folded()).copied();
            let other = other.filter(|other| !maps.contains_key(other));
            pairs.push((other, Some(rule)));
        }
        Ok(pairs)
    }
}

type Pair = (Option<RuleId>, Option<RuleId>);

/// One of the two grammars.
struct Side {
    read: Read,
    automata: Automata,
}

impl Side {
    fn new(read: Read, rules: &[RuleId], reading: &Reading) -> Self {
        let grammar = &read.resolved;
        let limits = reading.limits();
        let automata = automata_of_regular(grammar, &superset(grammar, &limits), rules, &limits);
        Self { read, automata }
    }

    fn name(&self, rule: RuleId) -> &str {
        self.read.resolved[rule].name.as_str()
    }
}

/// See the long help.
#[derive(Default, Serialize)]
struct Row<'a> {
    a: Option<&'a str>,
    b: Option<&'a str>,
    relation: &'static str,
    only_a: Option<String>,
    only_b: Option<String>,
    reason: Option<Cow<'a, str>>,
    /// As in `only_a` and `only_b`, for people.
    #[serde(skip)]
    shown: Vec<String>,
}

fn compared<'a>(
    (a, rule_a): (&'a Side, RuleId),
    (b, rule_b): (&'a Side, RuleId),
    alike: &Alike,
    max_pairs: usize,
) -> Row<'a> {
    let row = Row { a: Some(a.name(rule_a)), b: Some(b.name(rule_b)), ..Row::default() };
    let (dfa_a, dfa_b) = match (a.automata.dfa(rule_a), b.automata.dfa(rule_b)) {
        (Ok(dfa_a), Ok(dfa_b)) => (dfa_a, dfa_b),
        _ if alike.are_alike(rule_a, rule_b) => return Row { relation: "equal", ..row },
        (Err(error), _) | (_, Err(error)) => {
            let reason = Some(reason(error));
            return Row { relation: "not-compared", reason, ..row };
        }
    };
    let found = match compare(dfa_a, dfa_b, max_pairs) {
        Ok(found) => found,
        // They do differ: whether they are equal is decided without a search.
        Err(TooManyPairs(limit)) => {
            let flag = options::limit_name(LimitName::ComparedPairs);
            let reason = format!(
                "finding texts in which the rules differ takes more than {limit} pairs of states, \
                 the limit; raise it with `--limit {flag}=N`"
            );
            return Row { relation: "differs", reason: Some(reason.into()), ..row };
        }
    };
    let relation = match found.relation() {
        Relation::Equal => "equal",
        Relation::Subset => "subset",
        Relation::Superset => "superset",
        Relation::Differs => "differs",
    };
    let shown = [("A", &found.only_left), ("B", &found.only_right)]
        .into_iter()
        .filter_map(|(side, text)| Some(format!("only in {side}: {}", shown(text.as_ref()?))))
        .collect();
    Row {
        relation,
        only_a: found.only_left.as_deref().map(escaped),
        only_b: found.only_right.as_deref().map(escaped),
        shown,
        ..row
    }
}

/// Why two rules are not compared.
fn reason(error: &Diagnostic) -> Cow<'_, str> {
    if error.code == "nested-rule" {
        let why = "whether nested rules have the same texts is undecidable, unless their \
                   definitions are the same";
        return format!("{}; {why}", error.message).into();
    }
    Cow::Borrowed(&error.message)
}

/// A witness as people see it: in quotes, and cut if it is long.
fn shown(text: &[u8]) -> String {
    if text.len() <= MAX_SHOWN_BYTES {
        return quoted(text);
    }
    format!("{}... ({} bytes)", quoted(&text[..MAX_SHOWN_BYTES]), text.len())
}

/// Bytes of a witness that are printed for people; JSON has all of them.
const MAX_SHOWN_BYTES: usize = 120;

/// The relation as in "3 different".
fn words(relation: &str) -> &str {
    match relation {
        "differs" => "different",
        "only-in-a" => "only in A",
        "only-in-b" => "only in B",
        "not-compared" => "not compared",
        same => same,
    }
}

/// The relation, the names, and below it what there is to show.
impl Row<'_> {
    /// How good the news is.
    fn colour(&self) -> AnsiColor {
        match self.relation {
            "equal" => AnsiColor::Green,
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
            writeln!(text, "{:<12}  {line}", "").expect("a string takes all");
        }
        text
    }
}
