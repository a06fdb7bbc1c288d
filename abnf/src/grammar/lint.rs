//! Warnings about grammars that are well defined but may not mean what their author
//! intends. This stage changes nothing.
//!
//! [`notation`] checks how rules are written, [`lint`] checks their meaning. Both
//! warn only about things that nearly every author wants to know.

mod alternatives;
mod meaning;
mod strings;

pub use meaning::{RedefinedCoreRule, own_and_core_rules, redefined_core_rules};

use crate::diagnostic::Diagnostic;
use crate::grammar::syntax::{Definition, Node, ParsedRule, Rulelist};
use crate::grammar::{Resolved, RuleName};
use std::collections::BTreeMap;

/// Warnings about a grammar's own rules: a rule that derives no text.
pub fn lint(grammar: &Resolved) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    meaning::rules_without_end(grammar, &mut found);
    found
}

/// Warnings about the text of a grammar: empty strings, letters that match in both
/// cases although one seems meant, alternatives that add nothing.
pub fn notation(rules: &Rulelist) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for rule in &rules.rules {
        strings::empty_literals(rule, &mut found);
    }
    for (rule, alternatives) in merged(rules) {
        strings::letters_of_one_case(rule, &alternatives, &mut found);
        alternatives::redundant(&alternatives, &mut found);
    }
    found
}

/// Returns each rule with its alternatives, including those of its increments.
fn merged(rules: &Rulelist) -> Vec<(&ParsedRule, Vec<&Node>)> {
    let mut merged: Vec<(&ParsedRule, Vec<&Node>)> = Vec::new();
    let mut by_name: BTreeMap<RuleName, usize> = BTreeMap::new();
    for rule in &rules.rules {
        let name = RuleName::new(rule.name.text.as_str());
        match (by_name.get(&name), rule.definition) {
            (Some(&at), Definition::Incremental) => {
                alternatives::flatten(&rule.node, &mut merged[at].1);
            }
            // A second definition is reported elsewhere.
            (Some(_), Definition::Basic) => {}
            (None, _) => {
                by_name.insert(name, merged.len());
                let mut alternatives = Vec::new();
                alternatives::flatten(&rule.node, &mut alternatives);
                merged.push((rule, alternatives));
            }
        }
    }
    merged
}

#[cfg(test)]
mod tests;
