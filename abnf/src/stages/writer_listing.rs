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
//! field has several, and the node after it.

use crate::bytes::escapes::quoted;
use crate::plan::model::{
    Alternative, Datum, Model, Module, Record, RecordEdge, RecordWriter, Spelled,
};
use std::fmt::Write as _;

/// Returns the listing of all records.
pub(super) fn writers(model: &Model) -> String {
    let modules = model.modules.iter();
    let of_module = |it: &Module| it.records.records.iter().map(|one| record(it, one)).collect();
    modules.map(of_module).collect::<Vec<String>>().concat()
}

fn record(module: &Module, record: &Record) -> String {
    let mut text = format!("{}:\n", module.rules[record.rule].type_name);
    let Some(writer) = &record.writer else {
        return text + "  no writer\n";
    };
    for (number, edges) in writer.nodes.iter().enumerate() {
        let edges: Vec<String> = edges.iter().map(|it| edge(module, record, writer, it)).collect();
        writeln!(text, "  {number}: {}", edges.join(", "))
            .expect("writing to a string cannot fail");
    }
    text
}

fn edge(module: &Module, record: &Record, writer: &RecordWriter, edge: &RecordEdge) -> String {
    let fillers = match &edge.fillers[..] {
        [only] if only.is_empty() => String::new(),
        all => all.iter().map(|it| quoted(it)).collect::<Vec<_>>().join(" | ") + " ",
    };
    let Some((symbol, node)) = edge.then else {
        return fillers + "end";
    };
    let symbol = &writer.symbols[symbol];
    let field = &record.fields[symbol.field];
    let which = match (&symbol.spelled, &field.datum) {
        (Spelled::Variant(index), Datum::Choice(union)) => {
            match &module.unions[*union].alternatives[*index] {
                Alternative::Rule(rule) => format!(" {}", module.rules[*rule].type_name),
                Alternative::Literal { text, .. } => format!(" {text}"),
            }
        }
        _ => String::new(),
    };
    format!("{fillers}{}{which} → {node}", field.name)
}
