//! Parts that two grammars find in different places of their common texts.

use super::super::output::{self, Output};
use super::super::{Outcome, options};
use super::markdown::{cell, code, quoted as quoted_code};
use super::row::{amount, cut, lines_of, rule_names};
use super::{Diff, Format, equal_line, summary};
use abnfc::bytes::escapes::escaped;
use abnfc::diagnostic::Diagnostics;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::{LimitName, Limits};
use abnfc_tools::diff::Pair;
use abnfc_tools::diff::parts::{
    ComparedPart, PartBound, PartCount, PartDifference, PartObstacle, PartPair, PartVerdict, Range,
    Witness, diff_parts,
};
use anyhow::bail;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

impl Diff {
    /// Compares the parts of the common texts of pairs of rules.
    pub(super) fn compare_parts(
        &self,
        grammars: [&Resolved; 2],
        pairs: &[Pair],
        maps: &BTreeMap<RuleId, RuleId>,
        limits: &Limits,
        out: &mut Output,
    ) -> anyhow::Result<Outcome> {
        let parts = parts(grammars, &self.parts, maps)?;
        let found = diff_parts(grammars, pairs, &parts, self.count.into(), limits);
        let is_absent = |it: &&ComparedPart| matches!(it.verdict, PartVerdict::Absent);
        for (index, part) in parts.iter().enumerate() {
            if found.iter().filter(|it| it.part == index).all(|it| is_absent(&it)) {
                let rules =
                    if self.rules.is_empty() { "both grammars have" } else { "is compared" };
                bail!("no text of a rule that {rules} has a part `{}`", part.name);
            }
        }
        let rows: Vec<Row<'_>> = found
            .iter()
            .filter(|it| !is_absent(it))
            .map(|it| Row::new(grammars, &parts[it.part].name, it))
            .collect();
        match self.format {
            Format::Markdown => out.text(&table(&rows))?,
            Format::Json => rows.iter().try_for_each(|row| out.json(row))?,
            Format::Text => {
                for row in rows.iter().filter(|row| row.relation != "equal") {
                    let lines = row.shown.iter().chain(&row.reason).map(String::as_str);
                    let text =
                        lines_of(row.relation, &row.name(), lines, |colour| out.style(colour));
                    out.text(&text)?;
                }
                let equal = rows.iter().filter(|row| row.relation == "equal");
                equal_line(&equal.map(Row::name).collect::<Vec<_>>(), "parts", out)?;
            }
        }
        out.flush()?;
        output::note(&summary(rows.iter().map(|row| row.relation), "part"));
        Ok(Outcome::finding_if(rows.iter().any(|row| row.relation != "equal")))
    }
}

/// Returns the parts of arguments `RULE`, `NAME=RULE/RULE` or `NAME=RULE/RULE:RULE/RULE`, where the rules
/// of B follow the colon. Without a colon, they have the same names, or those that `--map` gives them.
fn parts(
    [a, b]: [&Resolved; 2],
    arguments: &[String],
    maps: &BTreeMap<RuleId, RuleId>,
) -> anyhow::Result<Vec<PartPair>> {
    let mut parts: Vec<PartPair> = Vec::new();
    let in_b = |why: anyhow::Error| in_grammar(why, "the second grammar");
    for argument in arguments {
        let (of_a, of_b) = match argument.split_once(':') {
            Some((of_a, of_b)) => (of_a, Some(of_b)),
            None => (&**argument, None),
        };
        let part = options::part(a, of_a).map_err(|why| in_grammar(why, "the first grammar"))?;
        let name = part.name;
        let of_b: BTreeSet<RuleId> = if let Some(names) = of_b {
            let part = options::part(b, &format!("{name}={names}"));
            part.map_err(in_b)?.rules
        } else {
            let rule = |rule: &RuleId| match maps.get(rule) {
                Some(other) => Ok(*other),
                None => options::rule(b, a[*rule].name.as_str()),
            };
            let rules = part.rules.iter().map(rule).collect::<Result<_, _>>();
            rules.map_err(|why: Diagnostics| in_b(why.into()))?
        };
        if parts.iter().any(|other| other.name.eq_ignore_ascii_case(&name)) {
            bail!("two parts are called `{name}`");
        }
        parts.push(PartPair { name, a: part.rules, b: of_b });
    }
    Ok(parts)
}

/// Returns an error that names the grammar.
fn in_grammar(why: anyhow::Error, grammar: &'static str) -> anyhow::Error {
    match why.downcast::<Diagnostics>() {
        Ok(mut found) => {
            for item in &mut found.items {
                item.message = format!("{grammar}: {}", item.message);
            }
            found.into()
        }
        Err(why) => why.context(grammar),
    }
}

/// See the long help.
#[derive(Default, Serialize)]
struct Row<'a> {
    a: &'a str,
    b: &'a str,
    part: &'a str,
    relation: &'static str,
    only_a: Vec<Shown>,
    only_b: Vec<Shown>,
    elsewhere: Vec<Shown>,
    counts: Vec<Counted>,
    bytes: Option<usize>,
    reason: Option<String>,
    /// The content of the lists in words.
    #[serde(skip)]
    shown: Vec<String>,
}

/// A text with the ranges of the part.
#[derive(Serialize)]
struct Shown {
    text: String,
    a: Vec<Range>,
    b: Vec<Range>,
}

/// See the long help.
#[derive(Serialize)]
struct Counted {
    only_a: u128,
    only_b: u128,
    elsewhere: u128,
    equal: u128,
}

impl<'a> Row<'a> {
    fn new([a, b]: [&'a Resolved; 2], part: &'a str, found: &ComparedPart) -> Self {
        let name = |grammar: &'a Resolved, rule: Option<RuleId>| {
            rule.map_or("", |rule| grammar[rule].name.as_str())
        };
        let (a, b) = (name(a, found.pair.a), name(b, found.pair.b));
        let row = Row { a, b, part, ..Row::default() };
        match &found.verdict {
            PartVerdict::Equal | PartVerdict::Absent => Row { relation: "equal", ..row },
            PartVerdict::NothingInCommon => Row { relation: "disjoint", ..row },
            PartVerdict::Different(found) => row.with_difference(found),
            PartVerdict::EqualUpTo(bound) => Row {
                relation: "equal-up-to",
                bytes: bound.bytes,
                reason: Some(extent(bound)),
                ..row
            },
            PartVerdict::NotCompared(why) => {
                Row { relation: "not-compared", reason: Some(why.message.clone()), ..row }
            }
        }
    }

    fn with_difference(self, found: &PartDifference) -> Self {
        let kinds = [
            ("only A has it", &found.only_a),
            ("only B has it", &found.only_b),
            ("elsewhere", &found.elsewhere),
        ];
        let lines = |(kind, texts): (&str, &Vec<Witness>)| {
            texts.iter().map(|it| format!("{kind}: {}", in_words(it))).collect::<Vec<_>>()
        };
        let mut shown: Vec<String> = kinds.into_iter().flat_map(lines).collect();
        shown.extend(amounts(&found.counts));
        let list = |texts: &[Witness]| texts.iter().map(Shown::new).collect();
        let reason = found.bound.as_ref().map(extent);
        Row {
            relation: "differs",
            only_a: list(&found.only_a),
            only_b: list(&found.only_b),
            elsewhere: list(&found.elsewhere),
            counts: found.counts.iter().map(Counted::new).collect(),
            bytes: found.bound.as_ref().and_then(|bound| bound.bytes),
            reason,
            shown,
            ..self
        }
    }

    fn name(&self) -> String {
        format!("{} in {}", self.part, rule_names(self.a, self.b))
    }
}

impl Shown {
    fn new(witness: &Witness) -> Self {
        let Witness { text, a, b } = witness;
        Self { text: escaped(text), a: a.clone(), b: b.clone() }
    }

    /// Returns the text and the ranges of the part, if the first grammar is the older one.
    fn in_markdown(&self) -> String {
        let ranges = [(&self.a, "before"), (&self.b, "now")];
        let ranges = ranges.into_iter().filter_map(|(ranges, when)| {
            Some(format!("{when} at {}", listed(ranges, |_, _| String::new())?))
        });
        let ranges = ranges.collect::<Vec<_>>().join(", ");
        format!("{} ({ranges})", quoted_code(&self.text))
    }
}

impl Counted {
    fn new(count: &PartCount) -> Self {
        let &PartCount { only_a, only_b, elsewhere, equal } = count;
        Self { only_a, only_b, elsewhere, equal }
    }
}

/// Returns which texts were compared, and why no others were.
fn extent(bound: &PartBound) -> String {
    match bound.why {
        PartObstacle::TooManySteps(_) => format!(
            "{bound}; `--limit {}=N` sets the limit of steps",
            options::limit_name(LimitName::ComparedPairs)
        ),
        _ => bound.to_string(),
    }
}

/// The maximum number of ranges of a part in one text, in text output.
const MAX_RANGES: usize = 4;

/// Returns a text and the ranges of the part.
fn in_words(witness: &Witness) -> String {
    let mut words = cut(&witness.text);
    for (side, ranges) in [("A", &witness.a), ("B", &witness.b)] {
        let of_text = |begin, end| format!(" {}", cut(&witness.text[begin..end]));
        if let Some(shown) = listed(ranges, of_text) {
            write!(words, "; {side}: {shown}").expect("writing to a string cannot fail");
        }
    }
    words
}

/// Returns ranges, each with something after it; `None` if there are none.
fn listed(ranges: &[Range], after: impl Fn(usize, usize) -> String) -> Option<String> {
    let one = |&(begin, end): &Range| format!("{begin}..{end}{}", after(begin, end));
    let mut shown: Vec<String> = ranges.iter().take(MAX_RANGES).map(one).collect();
    if MAX_RANGES < ranges.len() {
        shown.push(format!("{} more", ranges.len() - MAX_RANGES));
    }
    (!shown.is_empty()).then(|| shown.join(", "))
}

/// Returns the number of texts up to the length that was counted, in words.
fn amounts(counts: &[PartCount]) -> Option<String> {
    let longest = counts.len().checked_sub(1)?;
    let sum = |of: fn(&PartCount) -> u128| {
        counts.iter().map(of).try_fold(0_u128, u128::checked_add).map(amount)
    };
    Some(format!(
        "common texts of up to {longest} bytes: {} where only A has it, {} where only B has it, {} \
         elsewhere, {} equal",
        sum(|it| it.only_a)?,
        sum(|it| it.only_b)?,
        sum(|it| it.elsewhere)?,
        sum(|it| it.equal)?
    ))
}

/// Returns a table in Markdown of the parts that are not equal; a line of text if all are equal.
fn table(rows: &[Row<'_>]) -> String {
    let unequal: Vec<&Row<'_>> = rows.iter().filter(|row| row.relation != "equal").collect();
    if unequal.is_empty() {
        return "All common texts have the same parts as before.\n".to_owned();
    }
    let mut table = "| part | of | difference | for example |\n|---|---|---|---|\n".to_owned();
    for row in unequal {
        let of = if row.a.eq_ignore_ascii_case(row.b) {
            code(row.a)
        } else {
            format!("{} → {}", code(row.a), code(row.b))
        };
        let kinds = [
            ("no longer found", &row.only_a),
            ("newly found", &row.only_b),
            ("found elsewhere", &row.elsewhere),
        ];
        let kinds = kinds.iter().filter(|(_, texts)| !texts.is_empty());
        let difference = match row.relation {
            "differs" => kinds.clone().map(|it| it.0).collect::<Vec<_>>().join(", "),
            other => super::words(other).to_owned(),
        };
        let texts = |(what, texts): &(&str, &Vec<Shown>)| {
            let texts: Vec<String> = texts.iter().map(Shown::in_markdown).collect();
            format!("{what}: {}", texts.join(", "))
        };
        let reason = row.reason.iter().map(|reason| cell(reason));
        let examples = kinds.map(texts).chain(reason).collect::<Vec<_>>().join("<br>");
        writeln!(table, "| {} | {of} | {difference} | {examples} |", code(row.part))
            .expect("writing to a string cannot fail");
    }
    table
}
