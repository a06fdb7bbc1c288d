//! The root of generated code, which exports the run-time.

use crate::plan::parts::selected::{Input, Selection};
use crate::plan::runtime;
use crate::spec::{Encoding, Values};
use std::collections::BTreeMap;

/// The root above modules that all have names, which has no rules.
pub(super) fn empty_root() -> Input {
    Input {
        module: String::new(),
        title: "several grammars".to_owned(),
        crate_name: String::new(),
        encoding: Encoding::Octets,
        feature: None,
        values: Values::default(),
        selection: Selection::default(),
        figures: BTreeMap::new(),
    }
}

/// The type names that a module of this name needs for itself: the root exports the run-time.
pub(super) fn reserved(module: &str) -> Vec<&'static str> {
    if module.is_empty() { runtime::types().into_iter().collect() } else { Vec::new() }
}
