//! Records: the parts of a text as plain data.
//!
//! A rule with parts has a record, with a field for each part: a number, text, another record, or a
//! choice, which is the data of an enum of parts. A rule whose parts are literals, such as a sign,
//! is text if it contains anything else. So is a rule with letters or digits that no part
//! determines, unless the spec lists its parts: its data would lose them. Where a record that is made
//! of a text would contain itself, it contains text instead; [`super::node_records`] are those of
//! recursive rules. An alternative of `kind`, or of a list of several
//! rules, has no field of its own.
//!
//! A part with one text says no more than that it is present: it is a flag if it is optional, and an
//! alternative without contents in a choice.
//!
//! The record of a rule that is a choice has the field `kind` alone, and its data is that choice.

use super::holds::Holds;
use super::record_types::{Choice, Datum, Field, KIND, Record, Records};
use super::views::{Alternative, Occurrence, Part, Repetition, Union, View};
use super::{Decoding, Rule, Unit};
use crate::plan::accessors::{AccessorKind, Count};
use crate::plan::parts::leaf_values::{Integer, Value};

/// The texts of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Texts {
    /// Outside of its parts.
    pub(super) remainder: Remainder,
    /// Whether it has one text alone, apart from the case of letters, which is no number.
    pub(super) is_single: bool,
}

/// How the text of a rule outside of its parts can vary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Remainder {
    /// In nothing but the case of letters.
    Fixed,
    /// In white space and punctuation, or the parts are those that the spec lists.
    Punctuation,
    /// In letters or digits.
    Letters,
}

/// Returns the data of a rule, whether it is used by itself or as a part.
pub fn datum(rules: &[Rule], records: &Records, rule: usize) -> Datum {
    match records.nodes.iter().find(|it| it.rule == Some(rule)) {
        Some(record) => Datum::Node(record.node),
        None => of_rule(rules, rule, records.record(rule).is_some()),
    }
}

pub(super) fn of_rule(rules: &[Rule], rule: usize, is_record: bool) -> Datum {
    match &rules[rule] {
        Rule { value: Some(Value::Integer(Integer { ty, .. })), type_name, .. } => {
            Datum::Number { of: type_name.clone(), ty: ty.name() }
        }
        Rule { value: Some(Value::Float(ty)), type_name, .. } => {
            Datum::Number { of: type_name.clone(), ty: ty.name() }
        }
        Rule { value: Some(Value::Decoded(Decoding { result, .. })), type_name, .. }
            if !result.is_fallible() =>
        {
            let unit = if result.is_text() { Unit::Text } else { Unit::Bytes };
            Datum::Decoded { of: type_name.clone(), unit }
        }
        _ if is_record => Datum::Record(rule),
        Rule { type_name, unit, .. } => Datum::Text { of: type_name.clone(), unit: *unit },
    }
}

/// Makes the records of rules, without what they contain.
///
/// The data of a rule is text if its parts have too little of it.
pub(super) fn records(rules: &[Rule], unions: &[Union], texts: &[Texts]) -> Records {
    let reached: Vec<Vec<bool>> =
        (0..rules.len()).map(|rule| inside(rules, unions, rule)).collect();
    let is_text = |rule: usize| match texts[rule].remainder {
        Remainder::Fixed => false,
        Remainder::Punctuation => has_literals_only(&rules[rule], unions),
        Remainder::Letters => true,
    };
    let is_record = |rule: usize| {
        has_parts(&rules[rule]) && !is_leaf(&rules[rule]) && !is_text(rule) && !reached[rule][rule]
    };
    let of_rule = |rule: usize| of_rule(rules, rule, is_record(rule));
    let of_union = |union: usize| match unions[union].number {
        Some(ty) => Datum::Number { of: unions[union].type_name.clone(), ty: ty.name() },
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
        let has_field = |part: &&Part| view.has_any_text(part) && !is_in_kind(part, view, unions);
        let parts = view.parts.iter().filter(has_field).map(of_part);
        let repeated = view.repeated.iter().filter(|part| !is_in_list(part, view, unions));
        let fields = parts.chain(repeated.map(of_repetition)).collect();
        Record { rule, fields, holds: Holds::default(), writer: None }
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

/// Returns whether a rule has accessors.
fn has_parts(Rule { view, .. }: &Rule) -> bool {
    view.parts.iter().any(|part| view.has_any_text(part)) || !view.repeated.is_empty()
}

/// Returns whether the texts of a rule are numbers or decoded, so that the rule has no record.
pub(super) fn is_leaf(rule: &Rule) -> bool {
    matches!(rule.value, Some(Value::Integer(_) | Value::Float(_) | Value::Decoded(_)))
}

/// Returns whether all accessors of a rule are about literals.
fn has_literals_only(Rule { view, .. }: &Rule, unions: &[Union]) -> bool {
    let of_union = |union: Option<usize>| union.is_some_and(|it| !unions[it].has_text());
    view.parts.iter().all(|part| of_union(part.union))
        && view.repeated.iter().all(|part| {
            let is_literal = |it: &Occurrence| matches!(it.what, Alternative::Literal { .. });
            part.occurrences.iter().all(is_literal)
        })
}

/// Returns whether a part is an alternative of a rule's part `kind`, whose data contains it.
fn is_in_kind(part: &Part, view: &View, unions: &[Union]) -> bool {
    let of_kind = view.parts.iter().filter(|it| it.name == KIND).filter_map(|it| it.union);
    let mut alternatives = of_kind.flat_map(|union| &unions[union].alternatives);
    let is_it = |it: &Alternative| matches!(it, Alternative::Rule(rule) if part.rules == [*rule]);
    !part.mandatory && part.union.is_none() && alternatives.any(is_it)
}

/// Returns whether a repeated part is an alternative of a list of the same rule, whose data contains
/// it.
fn is_in_list(part: &Repetition, view: &View, unions: &[Union]) -> bool {
    let [Occurrence { what: what @ Alternative::Rule(_), .. }] = &part.occurrences[..] else {
        return false;
    };
    let lists = view.repeated.iter().filter(|it| it.kind == AccessorKind::Each);
    let mut unions = lists.filter_map(|it| it.union).map(|union| &unions[union]);
    part.union.is_none() && unions.any(|union| union.alternatives.contains(what))
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
