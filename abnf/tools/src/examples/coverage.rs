//! Examples and a grammar to the alternatives that no example reaches.

use super::{Example, Expected};
use crate::elements::{Element, Elements};
use abnfc::grammar::{Resolved, RuleId};
use std::collections::BTreeSet;

/// The coverage of a grammar by examples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// The number of rules, alternatives and optional elements.
    pub all: usize,
    /// The number that some example reaches.
    pub reached: usize,
    /// Those that no example reaches, in the order of the grammar. The alternatives of an unreached rule
    /// are not listed.
    pub unreached: Vec<Element>,
}

/// Returns the own rules and elements that the accepted examples reach. `None` if the grammar is too
/// large for trees.
///
/// An example that does not match, or whose text is too complex for a tree, reaches nothing.
#[must_use]
pub fn coverage(grammar: &Resolved, examples: &[Example]) -> Option<Coverage> {
    let accepted = examples.iter().filter(|example| example.expected == Expected::Accept);
    let accepted: Vec<(RuleId, &[u8])> = accepted
        .filter_map(|example| Some((grammar.find(&example.rule)?, example.text.as_slice())))
        .collect();
    let elements = Elements::new(grammar, &accepted.iter().map(|it| it.0).collect())?;
    let reached: BTreeSet<RuleId> =
        accepted.into_iter().flat_map(|(rule, text)| elements.of(rule, text)).collect();
    let mut unreached = Vec::new();
    for (rule, alternatives) in elements.rules() {
        if !reached.contains(&rule) {
            unreached.push(elements.element(rule));
            continue;
        }
        let missing = alternatives.into_iter().filter(|it| !reached.contains(it));
        unreached.extend(missing.map(|it| elements.element(it)));
    }
    Some(Coverage { all: elements.count(), reached: reached.len(), unreached })
}
