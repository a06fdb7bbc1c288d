//! The data of recursive rules, made of trees as in generated code.

use super::decoded::decode;
use super::errors::ReadError;
use super::read_text::of_rule;
use super::{Data, Plan};
use abnfc::automata::trees::derive::{Derived, NoTree, derive};
use abnfc::plan::accessors::Count;
use abnfc::plan::model::{Datum, NodeField, NodeRecord, TreeTable};
use abnfc_runtime::compiler::MAX_LEVELS;

/// Returns the data of a text of a node.
pub(super) fn read_node(plan: &Plan, node: usize, text: &[u8]) -> Result<Data, ReadError> {
    let number = table(plan).nodes[node].number;
    let (tables, selection) = plan.trees.as_ref().zip(plan.selection.trees.as_ref()).expect(NODES);
    let shown = &selection.trees.shown;
    let nodes = derive(tables, shown[number], text).map_err(|error| match error {
        NoTree::Mismatch => ReadError::Mismatch,
        NoTree::TooComplex => ReadError::TooComplex,
    })?;
    let number = |node: &Derived| {
        shown.iter().position(|rule| *rule == node.rule).expect("the tree shows the rule")
    };
    let all: Vec<Child<'_>> = nodes.iter().map(|it| child(plan, number(it), it, text)).collect();
    let (levels, inside) = levels(plan, &nodes, &all)?;
    let mut made: Vec<Data> = Vec::new();
    for (index, &level) in levels.iter().enumerate().rev() {
        let Some(record) = all[index].record.filter(|_| level > 0) else { continue };
        let children = inside[index].iter();
        let children =
            children.map(|&it| (&all[it], if levels[it] > 0 { made.pop() } else { None }));
        let children = children.collect();
        made.push(of_children(plan, record, children)?);
    }
    made.pop().ok_or(ReadError::Mismatch)
}

const NODES: &str = "data of nodes has trees";

/// Returns the table of trees, which data of nodes has.
pub(super) fn table(plan: &Plan) -> &TreeTable {
    plan.module.trees.as_ref().expect(NODES)
}

/// A node of a tree.
struct Child<'a> {
    number: usize,
    record: Option<&'a NodeRecord>,
    begin: usize,
    text: &'a [u8],
}

fn child<'a>(plan: &'a Plan, number: usize, node: &Derived, text: &'a [u8]) -> Child<'a> {
    let record = table(plan).node(number).and_then(|it| plan.module.records.node(it));
    Child { number, record, begin: node.range.start, text: &text[node.range.clone()] }
}

/// Returns the level of each node that becomes data, and 0 for the others; and the nodes directly inside
/// of each.
fn levels(
    plan: &Plan,
    nodes: &[Derived],
    all: &[Child<'_>],
) -> Result<(Vec<usize>, Vec<Vec<usize>>), ReadError> {
    let mut around: Vec<usize> = Vec::new();
    let mut levels: Vec<usize> = Vec::new();
    let mut inside = vec![Vec::new(); nodes.len()];
    for (index, (node, child)) in nodes.iter().zip(all).enumerate() {
        around.truncate(node.depth);
        let level = match around.last() {
            None => 1,
            Some(&outer) => {
                inside[outer].push(index);
                match all[outer].record {
                    Some(record) if levels[outer] > 0 && takes(plan, record, child.number) => {
                        levels[outer] + 1
                    }
                    _ => 0,
                }
            }
        };
        let level = if child.record.is_some() { level } else { 0 };
        if level > MAX_LEVELS {
            return Err(ReadError::TooDeep);
        }
        levels.push(level);
        around.push(index);
    }
    Ok((levels, inside))
}

fn takes(plan: &Plan, record: &NodeRecord, number: usize) -> bool {
    record.fields.iter().any(|it| table(plan).numbers(it.what).contains(&number))
}

/// Returns the data of a node with these children.
fn of_children(
    plan: &Plan,
    record: &NodeRecord,
    children: Vec<(&Child<'_>, Option<Data>)>,
) -> Result<Data, ReadError> {
    let mut values: Vec<Vec<Data>> = record.fields.iter().map(|_| Vec::new()).collect();
    for (child, data) in children {
        let is_it = |it: &NodeField| table(plan).numbers(it.what).contains(&child.number);
        if let Some(index) = record.fields.iter().position(is_it) {
            values[index].push(value(plan, &record.fields[index].field.datum, child, data)?);
        }
    }
    let field = |(field, values): (&NodeField, Vec<Data>)| match field.field.count {
        Count::Many => Data::List(values),
        _ if field.field.datum == Datum::Flag => Data::Flag(!values.is_empty()),
        _ => values.into_iter().next().unwrap_or(Data::Absent),
    };
    Ok(Data::Record(record.fields.iter().zip(values).map(field).collect()))
}

/// Returns the data of a child in a field; `data` is that of its nodes.
fn value(
    plan: &Plan,
    datum: &Datum,
    child: &Child<'_>,
    data: Option<Data>,
) -> Result<Data, ReadError> {
    let rule = table(plan).shown[child.number].rule();
    match (datum, rule) {
        (Datum::Flag, _) => Ok(Data::Flag(true)),
        (Datum::Node(_), _) => data.ok_or(ReadError::Mismatch),
        (Datum::NodeChoice(union), _) => {
            let alternatives = table(plan).unions[*union].alternatives.iter();
            let index = { alternatives }.position(|it| it.0 == child.number);
            let index = index.ok_or(ReadError::Mismatch)?;
            let choice = plan.module.records.node_choice(*union).expect("it is used");
            let inside = choice.choice.variants[index].as_ref();
            let inside = inside.map(|it| value(plan, it, child, data).map(Box::new)).transpose()?;
            Ok(Data::Alternative(index, inside))
        }
        (Datum::Decoded { .. }, Some(rule)) if plan.module.rules[rule].is_fallible() => {
            let value = decode(plan, rule, child.text).map(Data::Text);
            value.ok_or(ReadError::NoValue(child.begin))
        }
        (datum, rule) => {
            let rule = rule.ok_or(ReadError::Mismatch)?;
            of_rule(plan, datum, rule, child.text).ok_or(ReadError::Mismatch)
        }
    }
}
