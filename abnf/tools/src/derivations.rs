//! A rule to its [`Derivations`]: the rules that a text consists of, by the preferred derivation.

use abnfc::automata::language::Language;
use abnfc::automata::pattern::{Pattern, pattern_keeping};
use abnfc::automata::rules::automata_of_regular;
use abnfc::automata::shape::Shapes;
use abnfc::automata::trees::derive::{Derived, Tables, derive};
use abnfc::automata::trees::trees;
use abnfc::grammar::uses::{reached, references};
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use std::collections::BTreeSet;

/// A rule in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The name of the rule.
    pub rule: String,
    /// The offset of its first byte.
    pub begin: usize,
    /// The offset after its last byte.
    pub end: usize,
    /// The number of rules that enclose it.
    pub depth: usize,
}

/// Finds the rules in texts of one rule.
#[derive(Debug)]
pub struct Derivations<'a> {
    grammar: &'a Resolved,
    rule: RuleId,
    /// `None` if the grammar is too large.
    tables: Option<Tables>,
}

impl<'a> Derivations<'a> {
    /// Prepares a rule. Derivations show the rules that it uses, except those that are one byte of
    /// a set and not in `kept`.
    #[must_use]
    pub fn new(
        grammar: &'a Resolved,
        shapes: &Shapes,
        rule: RuleId,
        kept: BTreeSet<RuleId>,
        limits: &Limits,
    ) -> Self {
        let mut patterns = pattern_keeping(grammar, shapes, kept);
        let used = reached(&[rule], |rule| references(&grammar[rule].expr));
        // No rule is shown inside of a restricted one, as in the trees of generated code.
        let restricted = used.iter().copied().filter(|&rule| grammar[rule].filter.is_some());
        let restricted: Vec<RuleId> = restricted.collect();
        let automata = automata_of_regular(grammar, shapes, &restricted, limits);
        for &rule in &restricted {
            if let Ok(Language::Regular(dfa)) = automata.language(rule) {
                patterns.replace(rule, Pattern::of_dfa(&dfa));
            }
        }
        let is_shown = |used: &RuleId| *used == rule || !patterns.is_inlined(*used);
        let shown: Vec<RuleId> = used.into_iter().filter(is_shown).collect();
        let tables = trees(&patterns, grammar.rules().len(), &shown).ok().map(Tables::new);
        Self { grammar, rule, tables }
    }

    /// Returns the rules in a text, each before those inside it. `None` if the text does not match
    /// or the text or the grammar is too large; see [`derive()`].
    #[must_use]
    pub fn nodes(&self, text: &[u8]) -> Option<Vec<Node>> {
        let derived = derive(self.tables.as_ref()?, self.rule, text).ok()?;
        let node = |it: Derived| Node {
            rule: self.grammar[it.rule].name.as_str().to_owned(),
            begin: it.range.start,
            end: it.range.end,
            depth: it.depth,
        };
        Some(derived.into_iter().map(node).collect())
    }
}

/// Returns the occurrences of rules below the first node, without those inside another occurrence.
#[must_use]
pub fn outermost(nodes: &[Node], is_part: impl Fn(&str) -> bool) -> Vec<&Node> {
    let mut found = Vec::new();
    let mut enclosing = None;
    for node in nodes.iter().skip(1) {
        if enclosing.is_some_and(|depth| depth < node.depth) {
            continue;
        }
        enclosing = is_part(&node.rule).then_some(node.depth);
        found.extend(enclosing.map(|_| node));
    }
    found
}
