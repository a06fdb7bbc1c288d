//! The relations of the languages of two grammars, rule by rule.

use crate::grammar::{Grammar, load, read, sentence};
use abnfc::automata::compare::Relation;
use abnfc::bytes::escapes::escaped;
use abnfc::grammar::{Resolved, RuleId};
use abnfc_tools::diff::{self, Bound, Compared, Verdict, pairs_by_name};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    grammar: Grammar,
    other: Grammar,
}

#[derive(Debug, Default, Serialize)]
pub(crate) struct Row {
    /// The names in the two grammars.
    a: Option<String>,
    b: Option<String>,
    /// The relation, as `relation` of `abnfc diff --format json`.
    relation: &'static str,
    /// Shortest texts that only one of them has, escaped.
    only_a: Option<String>,
    only_b: Option<String>,
    /// The reason why the relation is unknown.
    remark: Option<String>,
}

pub(crate) fn diff(question: &Question) -> Result<Vec<Row>, String> {
    let a = resolved(&question.grammar).map_err(|why| format!("this grammar: {why}"))?;
    let b = resolved(&question.other).map_err(|why| format!("the second grammar: {why}"))?;
    let pairs = pairs_by_name(&a, &b, &BTreeMap::new());
    let found = diff::diff(&a, &b, &pairs, &crate::grammar::limits());
    Ok(found.iter().map(|compared| row(&a, &b, compared)).collect())
}

fn resolved(grammar: &Grammar) -> Result<Resolved, String> {
    let read = read(&load(grammar))?;
    if read.diagnostics.has_errors() {
        return Err(sentence(&read.diagnostics.items));
    }
    Ok(read.resolved)
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
            only_a: found.texts.only_left.as_deref().map(escaped),
            only_b: found.texts.only_right.as_deref().map(escaped),
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
