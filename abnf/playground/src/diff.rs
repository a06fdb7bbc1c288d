//! The relations of the languages of two grammars, rule by rule.

use crate::grammar::{Grammar, load, read, sentence};
use abnfc::automata::compare::Relation;
use abnfc::bytes::escapes::escaped;
use abnfc::grammar::{Resolved, RuleId};
use abnfc_tools::diff::{Bound, Compared, Verdict, diff_with_texts, pairs_by_name};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    grammar: Grammar,
    other: Grammar,
    /// The maximum number of texts that only one of them has, for each.
    #[serde(default = "one")]
    count: usize,
}

pub(crate) const fn one() -> usize {
    1
}

/// The maximum number of texts that show a difference, for each kind of difference.
pub(crate) const MAX_COUNT: usize = 100;

#[derive(Debug, Default, Serialize)]
pub(crate) struct Row {
    /// The names in the two grammars.
    a: Option<String>,
    b: Option<String>,
    /// The relation, as `relation` of `abnfc diff --format json`.
    relation: &'static str,
    /// Shortest texts that only one of them has, escaped.
    only_a: Vec<String>,
    only_b: Vec<String>,
    /// The reason why the relation is unknown.
    remark: Option<String>,
}

pub(crate) fn diff(question: &Question) -> Result<Vec<Row>, String> {
    let [a, b] = both(&question.grammar, &question.other)?;
    let pairs = pairs_by_name(&a, &b, &BTreeMap::new());
    let count = question.count.min(MAX_COUNT);
    let found = diff_with_texts(&a, &b, &pairs, count, &crate::grammar::limits());
    Ok(found.iter().map(|compared| row(&a, &b, compared)).collect())
}

/// Reads the two grammars of a comparison.
pub(crate) fn both(grammar: &Grammar, other: &Grammar) -> Result<[Resolved; 2], String> {
    let a = resolved(grammar).map_err(|why| format!("this grammar: {why}"))?;
    let b = resolved(other).map_err(|why| format!("the second grammar: {why}"))?;
    Ok([a, b])
}

fn resolved(grammar: &Grammar) -> Result<Resolved, String> {
    let read = read(&load(grammar))?;
    if read.diagnostics.has_errors() {
        return Err(sentence(&read.diagnostics.items));
    }
    Ok(read.resolved)
}

fn texts(first: Option<&Vec<u8>>, more: &[Vec<u8>]) -> Vec<String> {
    first.into_iter().chain(more).map(|text| escaped(text)).collect()
}

fn row(a: &Resolved, b: &Resolved, compared: &Compared) -> Row {
    let name = |grammar: &Resolved, rule: Option<RuleId>| {
        rule.map(|rule| grammar[rule].name.as_str().to_owned())
    };
    let row = Row { a: name(a, compared.pair.a), b: name(b, compared.pair.b), ..Row::default() };
    match &compared.verdict {
        Verdict::OnlyInA => Row { relation: "only-in-a", ..row },
        Verdict::OnlyInB => Row { relation: "only-in-b", ..row },
        Verdict::Equal => Row { relation: "equal", ..row },
        Verdict::Renamed => Row { relation: "renamed", ..row },
        Verdict::Different(found) => Row {
            relation: match found.relation() {
                Relation::Equal => "equal",
                Relation::Subset => "subset",
                Relation::Superset => "superset",
                Relation::Differs => "differs",
            },
            only_a: texts(found.texts.only_left.as_ref(), &found.more[0]),
            only_b: texts(found.texts.only_right.as_ref(), &found.more[1]),
            remark: found
                .bound
                .as_ref()
                .map(|it| format!("texts of up to {} bytes were compared", it.bytes)),
            ..row
        },
        Verdict::DifferentWithoutText(_) => Row {
            relation: "differs",
            remark: Some("a text that shows it takes too long to find".to_owned()),
            ..row
        },
        Verdict::EqualUpTo(Bound { bytes, limit }) => {
            let why = limit
                .as_ref()
                .map_or("no search can decide about all texts of nested rules", |why| {
                    why.message.as_str()
                });
            let agree = format!("they agree on all texts of up to {bytes} bytes; {why}");
            Row { relation: "equal-up-to", remark: Some(agree), ..row }
        }
        Verdict::NotCompared(why) => {
            Row { relation: "not-compared", remark: Some(why.message.clone()), ..row }
        }
    }
}
