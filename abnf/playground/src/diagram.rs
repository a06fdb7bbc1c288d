//! The railroad diagram of a rule.

use crate::grammar::{Grammar, Loaded, load, read_rule};
use abnfc::compile::Module;
use abnfc::grammar::uses::references;
use abnfc_tools::data;
use abnfc_tools::diagram::{drawings, svg_within};
use serde::{Deserialize, Serialize};
use std::iter::once;

#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    grammar: Grammar,
    rule: String,
    /// The width of the area for the drawing, in pixels.
    width: u16,
}

#[derive(Debug, Serialize)]
pub(crate) struct Diagram {
    /// Boxes of other rules are links to `RULE.svg`; the data of the rule is below them.
    svg: String,
    /// The definition as its author wrote it.
    definition: String,
}

pub(crate) fn diagram(question: &Question) -> Result<Diagram, String> {
    let loaded = load(&question.grammar);
    let (read, rule) = read_rule(&loaded, &question.rule)?;
    let grammar = &read.resolved;
    // The rules to which boxes link.
    let rules: Vec<_> = once(rule).chain(references(&grammar[rule].expr)).collect();
    let mut drawings = drawings(grammar, &rules, &loaded.spec);
    let Loaded { name, bytes, spec, .. } = &loaded;
    let module = Module { module: "", name, bytes, spec };
    if let Ok(plan) = data::plan_of(&module, grammar[rule].name.as_str()) {
        drawings = drawings.with_data(grammar, &plan);
    }
    let svg = svg_within(&drawings, &drawings.all[0], question.width.into());
    let svg = svg.map_err(|error| error.message)?;
    Ok(Diagram { svg, definition: grammar[rule].text.trim_end().to_owned() })
}
