//! The writer of the data of recursive rules, as in generated code.

use super::errors::WriteError;
use super::read_node::{read_node, table};
use super::write_text::{count, difference, value, with_graphs, written_piece};
use super::{Data, Plan};
use abnfc::plan::model::{Datum, Known, NodeRecord, Shown, Spelled};
use abnfc_runtime::compiler::{self, Fault, Graph, Output};

/// Returns a text of a node with this data.
pub(super) fn write_node(plan: &Plan, node: usize, data: &Data) -> Result<Vec<u8>, WriteError> {
    let text = with_node(plan, node, data, |record| {
        let text = compiler::compared(record);
        debug_assert!(
            record.record.known() < Known::Data
                || compiler::decided(record).ok() == text.as_ref().ok().cloned(),
            "the text of {data:?} need not be read back"
        );
        text
    });
    text.ok_or(WriteError::TooLarge)?.map_err(WriteError::Refused)
}

/// Calls a function with the data of a node. `None` if it has no writer.
fn with_node<T>(
    plan: &Plan,
    node: usize,
    data: &Data,
    then: impl FnOnce(Node<'_>) -> T,
) -> Option<T> {
    let records = plan.module.records.nodes.iter();
    let written: Vec<_> = records.filter(|it| it.writer.is_some()).collect();
    let writers = written.iter().map(|record| {
        let fields = record.fields.iter().map(|it| record.step(&it.field)).collect();
        (name(plan, record), fields, record.writer.as_ref().expect("it has one"))
    });
    with_graphs(&writers.collect::<Vec<_>>(), |graphs| {
        Writing { plan, written: &written, graphs }.node(node, data).map(then)
    })
}

fn name<'a>(plan: &'a Plan, record: &NodeRecord) -> &'a str {
    let table = table(plan);
    table.name(&plan.module.rules, table.nodes[record.node].number)
}

/// The records of nodes with writers, and their graphs.
#[derive(Clone, Copy)]
struct Writing<'a> {
    plan: &'a Plan,
    written: &'a [&'a NodeRecord],
    graphs: &'a [Graph<'a>],
}

impl<'a> Writing<'a> {
    fn node(self, node: usize, data: &'a Data) -> Option<Node<'a>> {
        let index = self.written.iter().position(|it| it.node == node)?;
        let Data::Record(data) = data else { panic!("{data:?} is not a record") };
        let (record, graph) = (self.written[index], &self.graphs[index]);
        Some(Node { writing: self, record, graph, data })
    }
}

/// The data of a node.
#[derive(Clone, Copy)]
struct Node<'a> {
    writing: Writing<'a>,
    record: &'a NodeRecord,
    graph: &'a Graph<'a>,
    data: &'a [Data],
}

impl compiler::NodeRecord for Node<'_> {
    fn inside(&self, field: usize, index: usize) -> Option<Self> {
        let (value, records) =
            (value(&self.data[field], index)?, &self.writing.plan.module.records);
        match (&self.record.fields[field].field.datum, value) {
            (Datum::Node(node), data) => self.writing.node(*node, data),
            (Datum::NodeChoice(union), Data::Alternative(index, Some(data))) => {
                match records.node_choice(*union)?.choice.variants[*index] {
                    Some(Datum::Node(node)) => self.writing.node(node, data),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

impl compiler::Record for Node<'_> {
    fn graph(&self) -> &Graph<'_> {
        self.graph
    }

    fn count(&self, field: usize) -> usize {
        count(&self.record.fields[field].field.datum, &self.data[field])
    }

    fn spell(&self, symbol: usize, index: usize, out: &mut Output) -> Result<(), Fault> {
        let plan = self.writing.plan;
        let symbol = &self.record.writer.as_ref().expect("it has one").symbols[symbol];
        let data = value(&self.data[symbol.field], index).ok_or(Fault::Here)?;
        let datum = &self.record.fields[symbol.field].field.datum;
        match (&symbol.spelled, datum, data) {
            (Spelled::Literal(text), ..) => compiler::literal(text, out),
            (Spelled::Inside, ..) => compiler::inside(|_| None, out),
            (Spelled::Rule(rule), datum, data) => written_piece(plan, datum, *rule, data, out),
            (Spelled::Variant(index), Datum::NodeChoice(union), Data::Alternative(found, data)) => {
                if index != found {
                    return Err(Fault::Here);
                }
                let choice = &plan.module.records.node_choice(*union).expect("it is used").choice;
                let number = table(plan).unions[*union].alternatives[*index].0;
                match (&choice.variants[*index], data, &table(plan).shown[number]) {
                    (Some(Datum::Node(_)), ..) => compiler::inside(|_| None, out),
                    (Some(datum), Some(data), Shown::Rule(rule)) => {
                        written_piece(plan, datum, *rule, data, out)
                    }
                    _ => compiler::one_of(&choice.literals[*index], out),
                }
            }
            _ => panic!("{data:?} is not an alternative"),
        }
    }

    fn difference(&self, text: &[u8]) -> Option<usize> {
        difference(read_node(self.writing.plan, self.record.node, text).ok(), self.data)
    }
}

#[cfg(test)]
mod tests;
