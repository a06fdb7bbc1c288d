//! Parts that two grammars find in different places of their common texts.

use crate::diff::{MAX_COUNT, both, one};
use crate::grammar::{Grammar, limits};
use abnfc::bytes::escapes::escaped;
use abnfc::grammar::{Resolved, RuleId};
use abnfc_tools::diff::pairs_by_name;
use abnfc_tools::diff::parts::{ComparedPart, PartPair, PartVerdict, Range, Witness, diff_parts};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    grammar: Grammar,
    other: Grammar,
    /// The names of rules that both grammars have.
    parts: Vec<String>,
    /// The maximum number of texts for each kind of difference.
    #[serde(default = "one")]
    count: usize,
}

#[derive(Debug, Default, Serialize)]
pub(crate) struct Row {
    /// The names of the whole rule in the two grammars.
    a: String,
    b: String,
    part: String,
    /// The relation, as `relation` of `abnfc diff --parts --format json`.
    relation: &'static str,
    /// Texts in which only one grammar finds the part, and in which both find it, but elsewhere.
    only_a: Vec<Found>,
    only_b: Vec<Found>,
    elsewhere: Vec<Found>,
    /// The reason why not all texts were compared.
    remark: Option<String>,
}

/// A text that both rules have, escaped, and the part in it.
#[derive(Debug, Serialize)]
struct Found {
    text: String,
    a: Vec<Place>,
    b: Vec<Place>,
}

/// An occurrence of a part, from its first byte to its end.
#[derive(Debug, Serialize)]
struct Place {
    begin: usize,
    end: usize,
    text: String,
}

pub(crate) fn parts(question: &Question) -> Result<Vec<Row>, String> {
    let [a, b] = both(&question.grammar, &question.other)?;
    let in_both = |name: &String| {
        let a = rule(&a, name).map_err(|why| format!("this grammar: {why}"))?;
        let b = rule(&b, name).map_err(|why| format!("the second grammar: {why}"))?;
        Ok(PartPair { name: name.clone(), a: BTreeSet::from([a]), b: BTreeSet::from([b]) })
    };
    let parts: Vec<PartPair> = question.parts.iter().map(in_both).collect::<Result<_, String>>()?;
    let pairs = pairs_by_name(&a, &b, &BTreeMap::new());
    let count = question.count.min(MAX_COUNT);
    let found = diff_parts([&a, &b], &pairs, &parts, count, &limits());
    let found = found.iter().filter(|it| !matches!(it.verdict, PartVerdict::Absent));
    Ok(found.map(|it| row([&a, &b], &parts[it.part].name, it)).collect())
}

fn rule(grammar: &Resolved, name: &str) -> Result<RuleId, String> {
    grammar.find(name).ok_or_else(|| format!("there is no rule `{name}`"))
}

fn row([a, b]: [&Resolved; 2], part: &str, compared: &ComparedPart) -> Row {
    let name = |grammar: &Resolved, rule: Option<RuleId>| {
        rule.map_or_else(String::new, |rule| grammar[rule].name.as_str().to_owned())
    };
    let (a, b) = (name(a, compared.pair.a), name(b, compared.pair.b));
    let row = Row { a, b, part: part.to_owned(), ..Row::default() };
    let list = |texts: &[Witness]| texts.iter().map(Found::new).collect();
    match &compared.verdict {
        PartVerdict::Equal | PartVerdict::Absent => Row { relation: "equal", ..row },
        PartVerdict::NothingInCommon => Row { relation: "disjoint", ..row },
        PartVerdict::Different(found) => Row {
            relation: "differs",
            only_a: list(&found.only_a),
            only_b: list(&found.only_b),
            elsewhere: list(&found.elsewhere),
            remark: found.bound.as_ref().map(ToString::to_string),
            ..row
        },
        PartVerdict::EqualUpTo(bound) => {
            Row { relation: "equal-up-to", remark: Some(bound.to_string()), ..row }
        }
        PartVerdict::NotCompared(why) => {
            Row { relation: "not-compared", remark: Some(why.message.clone()), ..row }
        }
    }
}

impl Found {
    fn new(witness: &Witness) -> Self {
        let Witness { text, a, b } = witness;
        let place = |&(begin, end): &Range| {
            let text = escaped(&text[begin..end]);
            Place { begin, end, text }
        };
        let places = |ranges: &[Range]| ranges.iter().map(place).collect();
        Self { text: escaped(text), a: places(a), b: places(b) }
    }
}
