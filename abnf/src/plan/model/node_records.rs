//! The data of recursive rules and their groups, which is made of the nodes of trees.
//!
//! A node has a record if it has parts and no record that is made of its text: the latter cannot
//! contain itself. The exceptions are those of [`super::records`], and a node without a
//! [writer](crate::plan::parts::node_writers), because nothing is known about its texts. A node has no
//! record either if a rule is in two parts, or if a group in it has no record, because a group is no
//! text of a rule.
//!
//! Since making the data can fail, it contains decoded text even if decoding may fail.

use super::Rule;
use super::holds::Holds;
use super::kept_texts::Texts;
use super::record_types::{Choice, Datum, Field, NodeChoice, NodeField, NodeRecord, Records};
use super::records;
use super::tree_table::{Shown, TreePart, TreePartKind, TreeTable};
use crate::bytes::markdown::code;
use crate::plan::accessors::Count;
use crate::plan::parts::leaf_values::Value;
use crate::plan::parts::tree_plan::{NodePlan, TreePlan};
use std::collections::BTreeSet;

/// Adds the records of nodes, without what they contain. `texts` are those of the rules.
pub(super) fn with_nodes(
    records: Records,
    (plan, table): (&TreePlan, &TreeTable),
    rules: &[Rule],
    texts: &[Texts],
) -> Records {
    let mut has_data: BTreeSet<usize> = (0..table.nodes.len())
        .filter(|&it| may_have_data(&records, plan, table, rules, it))
        .collect();
    while let Some(&node) = has_data.iter().find(|&&it| lacks_group(rules, table, &has_data, it)) {
        has_data.remove(&node);
    }
    let of_number = |number: usize| match (table.node(number), &table.shown[number]) {
        (Some(node), _) if has_data.contains(&node) => Datum::Node(node),
        (_, Shown::Rule(rule)) => of_rule(&records, rules, *rule),
        (_, Shown::Group { .. } | Shown::Literal(_)) => Datum::Flag,
    };
    let is_single = |number: usize| match table.shown[number] {
        Shown::Rule(rule) => texts[rule].is_single,
        Shown::Group { .. } => false,
        Shown::Literal(_) => true,
    };
    let of_part = |TreePart { what, accessor, count }: &TreePart| {
        let datum = match *what {
            TreePartKind::Union(union) => Datum::NodeChoice(union),
            TreePartKind::Literal(_) => Datum::Flag,
            TreePartKind::One(number) if is_single(number) && *count == Count::Optional => {
                Datum::Flag
            }
            TreePartKind::One(number) => of_number(number),
        };
        let count = if datum == Datum::Flag { Count::One } else { *count };
        let names = table.numbers(*what).into_iter().map(|it| code(table.name(rules, it)));
        let of = names.collect();
        let field = Field { name: accessor.clone(), count, datum, of };
        NodeField { field, what: *what, is_boxed: false }
    };
    let nodes = has_data.iter().map(|&node| {
        let fields: Vec<NodeField> = parts(rules, table, node).map(of_part).collect();
        NodeRecord {
            node,
            rule: table.shown[table.nodes[node].number].rule(),
            alternatives: match &fields[..] {
                [
                    NodeField {
                        field: Field { count: Count::One, datum: Datum::NodeChoice(union), .. },
                        ..
                    },
                ] => Some(*union),
                _ => None,
            },
            fields,
            holds: Holds { list: true, ..Holds::default() },
            writer: None,
        }
    });
    let nodes: Vec<NodeRecord> = nodes.collect();
    let fields = || nodes.iter().flat_map(|it| &it.fields);
    let is_used = |union: &usize| fields().any(|it| it.field.datum == Datum::NodeChoice(*union));
    let choices = (0..table.unions.len()).filter(is_used).map(|union| {
        let alternatives = &table.unions[union].alternatives;
        let datum = |number| (!is_single(number)).then(|| of_number(number));
        let variants: Vec<_> = alternatives.iter().map(|it| datum(it.0)).collect();
        let (boxed, literals) = (vec![false; variants.len()], Vec::new());
        let holds = Holds { list: true, ..Holds::default() };
        NodeChoice { choice: Choice { union, variants, literals, holds }, boxed }
    });
    let node_choices = choices.collect();
    Records { nodes, node_choices, ..records }
}

/// Returns the data of a rule that is not made of nodes.
fn of_rule(records: &Records, rules: &[Rule], rule: usize) -> Datum {
    match &rules[rule].value {
        Some(Value::Decoded(decoding)) => records::decoded(&rules[rule], decoding),
        _ => records::of_rule(rules, rule, records.record(rule).is_some()),
    }
}

/// Iterates over the parts of a node that are fields. An alternative of a part of several rules has no
/// field of its own, nor has a rule without a value.
fn parts<'a>(
    rules: &'a [Rule],
    table: &'a TreeTable,
    node: usize,
) -> impl Iterator<Item = &'a TreePart> {
    let all = &table.nodes[node].parts;
    let is_field = move |part: &&TreePart| {
        let TreePartKind::One(number) = part.what else { return true };
        let is_in = |other: &TreePart| {
            matches!(other.what, TreePartKind::Union(_))
                && table.numbers(other.what).contains(&number)
        };
        let is_unit = match table.shown[number] {
            Shown::Rule(rule) => records::is_unit(&rules[rule]),
            Shown::Group { .. } | Shown::Literal(_) => false,
        };
        !is_unit && !all.iter().any(is_in)
    };
    all.iter().filter(is_field)
}

/// Returns whether a node has data unless a group in it has none.
fn may_have_data(
    records: &Records,
    plan: &TreePlan,
    table: &TreeTable,
    rules: &[Rule],
    node: usize,
) -> bool {
    let has_other_data = match table.shown[table.nodes[node].number] {
        Shown::Rule(rule) => records.record(rule).is_some() || records::is_leaf(&rules[rule]),
        Shown::Group { .. } | Shown::Literal(_) => false,
    };
    let numbers = || parts(rules, table, node).flat_map(|it| table.numbers(it.what));
    let distinct: BTreeSet<usize> = numbers().collect();
    let NodePlan { writer: Some(writer), .. } = &plan.nodes[node] else { return false };
    let is_literal = |number: &usize| matches!(table.shown[*number], Shown::Literal(_));
    let has_too_little = writer.has_other_text && distinct.iter().all(is_literal);
    let is_in_two = numbers().count() > distinct.len();
    !(has_other_data || distinct.is_empty() || is_in_two || writer.loses_text || has_too_little)
}

/// Returns whether a group in a node has no data.
fn lacks_group(rules: &[Rule], table: &TreeTable, has_data: &BTreeSet<usize>, node: usize) -> bool {
    let mut numbers = parts(rules, table, node).flat_map(|it| table.numbers(it.what));
    numbers.any(|number| {
        matches!(table.shown[number], Shown::Group { .. })
            && table.node(number).is_none_or(|it| !has_data.contains(&it))
    })
}
