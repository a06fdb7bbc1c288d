//! Names of groups: the name of the owner and a word.

use super::ITEM;
use crate::grammar::{Resolved, RuleName};
use crate::plan::names::type_name;
use std::collections::BTreeSet;

/// The names of rules and types that are taken.
pub(super) struct Names {
    rules: BTreeSet<String>,
    types: BTreeSet<String>,
}

impl Names {
    pub(super) fn of(grammar: &Resolved) -> Self {
        let names = || grammar.rules().map(|(_, rule)| &rule.name);
        let types = names().map(|name| type_name(name.as_str())).collect();
        Self { rules: names().map(|name| name.folded().to_owned()).collect(), types }
    }

    /// Returns a name for a group of this rule, and reserves it.
    pub(super) fn of_group(&mut self, owner: &RuleName) -> RuleName {
        let mut number = 1;
        loop {
            let name = match number {
                1 => format!("{owner}-{ITEM}"),
                _ => format!("{owner}-{ITEM}-{number}"),
            };
            let (name, of_type) = (RuleName::new(name.clone()), type_name(&name));
            if !self.rules.contains(name.folded()) && !self.types.contains(&of_type) {
                self.rules.insert(name.folded().to_owned());
                self.types.insert(of_type);
                return name;
            }
            number += 1;
        }
    }
}
