//! The graphs by which data is written, for each record of a [`Model`].
//!
//! ```text
//! Time:
//!   0: hour → 1
//!   1: ":" minute → 2
//!   2: ":" second → 3, zone → 4, end
//! ```
//!
//! A line is a node: the position after a part, or the start of the text. An edge has its fillers,
//! the preferred one first, unless the only one is empty; then a field, with the alternative if the
//! field has several, and the node after it. The last line says whether texts are read in one pass.

use crate::bytes::escapes::quoted;
use crate::grammar::RuleName;
use crate::plan::model::{
    Alternative, Datum, Field, Model, Module, NodeRecord, Record, RecordEdge, RecordWriter,
    Spelled, TreeTable,
};
use std::fmt::Write as _;

/// Returns the listing of the records of all rules or of one, those of nodes last.
pub(super) fn writers(model: &Model, rule: Option<&RuleName>) -> String {
    model.modules.iter().map(|it| of_module(it, rule)).collect::<Vec<String>>().concat()
}

fn of_module(module: &Module, only: Option<&RuleName>) -> String {
    let is_shown = |rule: Option<usize>| {
        let is_it = |only: &RuleName| {
            rule.is_some_and(|rule| RuleName::new(&module.rules[rule].name) == *only)
        };
        only.is_none_or(is_it)
    };
    let of_text = |Record { rule, fields, writer, .. }: &Record| {
        let fields: Vec<&Field> = fields.iter().collect();
        record(module, &module.rules[*rule].type_name, &fields, writer.as_ref())
    };
    let of_node = |(trees, NodeRecord { node, fields, writer, .. }): (&TreeTable, &NodeRecord)| {
        let fields: Vec<&Field> = fields.iter().map(|it| &it.field).collect();
        let name = trees.shown[trees.nodes[*node].number].type_name(&module.rules);
        record(module, name, &fields, writer.as_ref())
    };
    let trees = module.trees.iter();
    let nodes = trees.flat_map(|trees| module.records.nodes.iter().map(move |it| (trees, it)));
    let nodes = nodes.filter(|(_, it)| is_shown(it.rule));
    let texts = module.records.records.iter().filter(|it| is_shown(Some(it.rule))).map(of_text);
    texts.chain(nodes.map(of_node)).collect::<Vec<String>>().concat()
}

fn record(module: &Module, name: &str, fields: &[&Field], writer: Option<&RecordWriter>) -> String {
    let mut text = format!("{name}:\n");
    let Some(writer) = writer else {
        return text + "  no writer\n";
    };
    for (number, edges) in writer.nodes.iter().enumerate() {
        let edges: Vec<String> = edges.iter().map(|it| edge(module, fields, writer, it)).collect();
        writeln!(text, "  {number}: {}", edges.join(", "))
            .expect("writing to a string cannot fail");
    }
    if writer.reader.as_ref().is_some_and(|it| it.is_direct) {
        text += "  read in one pass\n";
    }
    text
}

fn edge(module: &Module, fields: &[&Field], writer: &RecordWriter, edge: &RecordEdge) -> String {
    let fillers = match &edge.fillers[..] {
        [only] if only.is_empty() => String::new(),
        all => all.iter().map(|it| quoted(it)).collect::<Vec<_>>().join(" | ") + " ",
    };
    let Some((symbol, node)) = edge.then else {
        return fillers + "end";
    };
    let symbol = &writer.symbols[symbol];
    let field = fields[symbol.field];
    let which = match (&symbol.spelled, &field.datum, &module.trees) {
        (Spelled::Variant(index), Datum::Choice(union), _) => {
            match &module.unions[*union].alternatives[*index] {
                Alternative::Rule(rule) => format!(" {}", module.rules[*rule].type_name),
                Alternative::Literal { text, .. } => format!(" {text}"),
            }
        }
        (Spelled::Variant(index), Datum::NodeChoice(union), Some(trees)) => {
            let shown = &trees.shown[trees.unions[*union].alternatives[*index].0];
            format!(" {}", shown.type_name(&module.rules))
        }
        _ => String::new(),
    };
    format!("{fillers}{}{which} → {node}", field.name)
}
