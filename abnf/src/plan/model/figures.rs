//! The figures in the documentation of exported rules, each in a file of its own.
//!
//! A figure is HTML on one line of several kilobytes, which would make the source code hard to read.

use super::{Constant, Rule};
use crate::plan::names::Taken;
use std::collections::BTreeMap;

/// A figure of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The path of its file in the folder of the module.
    pub path: String,
    /// Its text: HTML without line breaks.
    pub html: String,
}

/// Returns the figures of the exported rules, by folded name. `drawn` are the figures of all rules.
pub(super) fn figures(
    drawn: &BTreeMap<String, String>,
    rules: &[Rule],
    constants: &[Constant],
) -> BTreeMap<String, Figure> {
    let mut taken = Taken::default();
    let names = constants.iter().map(|it| &it.name).chain(rules.iter().map(|it| &it.name));
    let figure = |name: &String| {
        let name = name.to_ascii_lowercase();
        // An empty line would end the HTML.
        let html = drawn.get(&name)?.replace(['\n', '\r'], " ");
        let path = format!("figures/{}.html", taken.module_name(&name));
        Some((name, Figure { path, html }))
    };
    names.filter_map(figure).collect()
}
