//! Records: the parts of a text as plain data.
//!
//! A rule with parts has a record, with a field for each part: a number, text, another record, or a
//! choice, which is the data of an enum of parts. A rule whose parts are literals, such as a sign,
//! is text if it contains anything else. So is a rule with letters or digits that no part
//! determines, and one whose fields do not determine the order of its parts, unless the spec lists
//! its parts: its data would lose them. Where a record that is made of a text would contain itself, it
//! contains text instead; [`super::node_records`] are those of recursive rules. An alternative of a
//! part of several rules has no field of its own.
//!
//! A part whose rule has no value by the spec has no field, and an alternative without a value has no
//! contents. A part with one text says no more than that it is present: it is a flag if it is optional, and an
//! alternative without contents in a choice.
//!
//! The data of a rule whose only part is one of several rules or literals is that choice.

use super::holds::Holds;
use super::kept_texts::{Remainder, Texts};
use super::record_types::{Choice, Datum, Field, Record, Records};
use super::scalars::Scalar;
use super::views::{Alternative, Occurrence, Part, Repetition, Union, View};
use super::{Decoding, Rule, Unit};
use crate::plan::accessors::{AccessorKind, Count};
use crate::plan::parts::leaf_values::Value;

/// Returns the data of a rule, whether it is used by itself or as a part.
pub fn datum(rules: &[Rule], records: &Records, rule: usize) -> Datum {
    match records.nodes.iter().find(|it| it.rule == Some(rule)) {
        Some(record) => Datum::Node(record.node),
        None => of_rule(rules, rule, records.record(rule).is_some()),
    }
}

pub(super) fn of_rule(rules: &[Rule], rule: usize, is_record: bool) -> Datum {
    if let Some(ty) = rules[rule].value.as_ref().and_then(Scalar::of) {
        return Datum::Scalar { of: rules[rule].type_name.clone(), ty };
    }
    match &rules[rule] {
        it @ Rule { value: Some(Value::Decoded(decoding)), .. }
            if !decoding.result.is_fallible() =>
        {
            decoded(it, decoding)
        }
        _ if is_record => Datum::Record(rule),
        Rule { type_name, unit, .. } => Datum::Text { of: type_name.clone(), unit: *unit },
    }
}

/// Returns the data of a rule whose texts are decoded.
pub(super) fn decoded(rule: &Rule, decoding: &Decoding) -> Datum {
    let unit = if decoding.result.is_text() { Unit::Text } else { Unit::Bytes };
    Datum::Decoded { of: rule.type_name.clone(), unit }
}

/// Makes the records of rules, without what they contain.
///
/// The data of a rule is text if its parts have too little of it.
pub(super) fn records(rules: &[Rule], unions: &[Union], texts: &[Texts]) -> Records {
    let reached: Vec<Vec<bool>> =
        (0..rules.len()).map(|rule| inside(rules, unions, rule)).collect();
    let is_text = |rule: usize| match texts[rule].remainder {
        Remainder::Fixed => false,
        Remainder::Punctuation => has_literals_only(rules, rule, unions),
        Remainder::Letters => true,
    };
    let is_record = |rule: usize| {
        has_parts(rules, rule) && !is_leaf(&rules[rule]) && !is_text(rule) && !reached[rule][rule]
    };
    let of_rule = |rule: usize| of_rule(rules, rule, is_record(rule));
    let of_union = |union: usize| match unions[union].number {
        Some(ty) => Datum::Scalar { of: unions[union].type_name.clone(), ty: Scalar::Integer(ty) },
        None => Datum::Choice(union),
    };
    let name = |alternative: &Alternative| match alternative {
        Alternative::Rule(rule) => format!("`{}`", rules[*rule].name),
        Alternative::Literal { text, .. } => crate::bytes::markdown::code(text),
    };
    let names = |union: usize| unions[union].alternatives.iter().map(name).collect();
    let of_part = |part: &Part| {
        let (datum, of) = if let Some(union) = part.union {
            (of_union(union), names(union))
        } else {
            let rule = part.rules[0];
            let is_flag = texts[rule].is_single && !part.mandatory;
            let datum = if is_flag { Datum::Flag } else { of_rule(rule) };
            (datum, vec![name(&Alternative::Rule(rule))])
        };
        let is_one = part.mandatory || datum == Datum::Flag;
        let count = if is_one { Count::One } else { Count::Optional };
        Field { name: part.accessor.clone(), count, datum, of }
    };
    let of_repetition = |part: &Repetition| {
        let first = part.occurrences.first().map(|it| &it.what);
        let (datum, of) = match (part.union, first) {
            (Some(union), _) => (of_union(union), names(union)),
            (None, Some(what @ Alternative::Rule(rule))) => (of_rule(*rule), vec![name(what)]),
            (None, _) => (Datum::Flag, vec![crate::bytes::markdown::code(&part.name)]),
        };
        let count = match part.kind {
            AccessorKind::Each => Count::Many,
            AccessorKind::WhichIfAny => Count::Optional,
            AccessorKind::Which | AccessorKind::Whether => Count::One,
        };
        Field { name: part.accessor.clone(), count, datum, of }
    };
    let records = (0..rules.len()).filter(|rule| is_record(*rule)).map(|rule| {
        let view = &rules[rule].view;
        let is_inside = |rule: &usize| is_in_union(*rule, view, unions);
        let has_field = |part: &&Part| !part.rules.first().is_some_and(is_inside);
        let parts: Vec<Field> = parts(rules, rule).filter(has_field).map(of_part).collect();
        let repeated = repeated(rules, rule).filter(|part| match &part.occurrences[..] {
            [Occurrence { what: Alternative::Rule(rule), .. }] => !is_inside(rule),
            _ => true,
        });
        let repeated: Vec<Field> = repeated.map(of_repetition).collect();
        let alternatives = match (&parts[..], &repeated[..]) {
            ([Field { count: Count::One, datum: Datum::Choice(union), .. }], []) => Some(*union),
            _ => None,
        };
        let fields = [parts, repeated].concat();
        Record { rule, fields, alternatives, holds: Holds::default(), writer: None }
    });
    let records: Vec<Record> = records.collect();
    let fields = || records.iter().flat_map(|record| &record.fields);
    let is_used = |union: &usize| fields().any(|field| field.datum == Datum::Choice(*union));
    let choices = (0..unions.len()).filter(is_used).map(|union| {
        let variants = unions[union].alternatives.iter().map(|it| match it {
            Alternative::Rule(rule) if !texts[*rule].is_single => Some(of_rule(*rule)),
            Alternative::Rule(_) | Alternative::Literal { .. } => None,
        });
        let literals = Vec::new();
        Choice { union, variants: variants.collect(), literals, holds: Holds::default() }
    });
    let choices = choices.collect();
    Records { records, choices, ..Records::default() }
}

/// Returns whether a rule has parts with data.
fn has_parts(rules: &[Rule], rule: usize) -> bool {
    parts(rules, rule).next().is_some() || repeated(rules, rule).next().is_some()
}

/// Iterates over the parts in slots that some text has, without those that data leaves out.
fn parts(rules: &[Rule], rule: usize) -> impl Iterator<Item = &Part> {
    let view = &rules[rule].view;
    let is_left_out = |part: &Part| part.union.is_none() && is_unit(&rules[part.rules[0]]);
    view.parts.iter().filter(move |part| view.has_any_text(part) && !is_left_out(part))
}

/// Iterates over the parts that transducers locate, without those that data leaves out.
fn repeated(rules: &[Rule], rule: usize) -> impl Iterator<Item = &Repetition> {
    let is_left_out = |part: &Repetition| match &part.occurrences[..] {
        [Occurrence { what: Alternative::Rule(rule), .. }] => {
            part.union.is_none() && is_unit(&rules[*rule])
        }
        _ => false,
    };
    rules[rule].view.repeated.iter().filter(move |part| !is_left_out(part))
}

/// Returns whether data leaves out the texts of a rule.
pub(super) fn is_unit(rule: &Rule) -> bool {
    rule.value == Some(Value::Unit)
}

/// Returns whether the texts of a rule are one value or decoded, so that the rule has no record.
pub(super) fn is_leaf(rule: &Rule) -> bool {
    let is_leaf =
        |it: &Value| Scalar::of(it).is_some() || matches!(it, Value::Unit | Value::Decoded(_));
    rule.value.as_ref().is_some_and(is_leaf)
}

/// Returns whether all data of a rule is about literals.
fn has_literals_only(rules: &[Rule], rule: usize, unions: &[Union]) -> bool {
    let of_union = |union: Option<usize>| union.is_some_and(|it| !unions[it].has_text());
    parts(rules, rule).all(|part| of_union(part.union))
        && repeated(rules, rule).all(|part| {
            let is_literal = |it: &Occurrence| matches!(it.what, Alternative::Literal { .. });
            part.occurrences.iter().all(is_literal)
        })
}

/// Returns whether a part of several rules has this rule among them, so that its data contains that of
/// a part of this rule alone.
fn is_in_union(rule: usize, view: &View, unions: &[Union]) -> bool {
    let of_parts = view.parts.iter().map(|part| part.union);
    let of_repeated = view.repeated.iter().map(|part| part.union);
    let mut unions = of_parts.chain(of_repeated).flatten().map(|union| &unions[union]);
    unions.any(|union| union.alternatives.contains(&Alternative::Rule(rule)))
}

/// Returns, for each rule, whether it is a part of the rule `of`, or a part of a part of it.
fn inside(rules: &[Rule], unions: &[Union], of: usize) -> Vec<bool> {
    let mut found = vec![false; rules.len()];
    let mut open = vec![of];
    while let Some(rule) = open.pop() {
        let view = &rules[rule].view;
        let mut parts: Vec<usize> = view.parts.iter().flat_map(|it| &it.rules).copied().collect();
        let occurrences = view.repeated.iter().flat_map(|it| &it.occurrences).map(|it| &it.what);
        let of_unions = view.parts.iter().filter_map(|it| it.union);
        let alternatives = of_unions.flat_map(|union| &unions[union].alternatives);
        parts.extend(occurrences.chain(alternatives).filter_map(|it| match it {
            Alternative::Rule(rule) => Some(*rule),
            Alternative::Literal { .. } => None,
        }));
        open.extend(parts.into_iter().filter(|part| !std::mem::replace(&mut found[*part], true)));
    }
    found
}
