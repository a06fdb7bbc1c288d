//! The rules that texts are made of.

use abnfc::automata::pattern::pattern;
use abnfc::automata::shape::Shapes;
use abnfc::automata::trees::derive::{Derived, Tables, derive};
use abnfc::automata::trees::trees;
use abnfc::grammar::uses::{reached, references};
use abnfc::grammar::{Resolved, RuleId};
use anyhow::anyhow;
use serde::Serialize;
use std::collections::BTreeMap;

/// What finds the rules in texts of one of them.
pub(super) struct Tree {
    rule: RuleId,
    names: BTreeMap<RuleId, String>,
    tables: Tables,
}

/// The rules in a text, for JSON a list or null.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(in crate::cli) enum Rules<'a> {
    All(Vec<Entry<'a>>),
    /// The text is too complex for a tree.
    TooComplex,
}

/// A rule in a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(in crate::cli) struct Entry<'a> {
    pub(super) rule: &'a str,
    pub(super) begin: usize,
    pub(super) end: usize,
    /// How many rules are around it.
    pub(super) depth: usize,
}

impl Tree {
    /// Of this rule and all that it uses, but those that are one byte of a set.
    pub(super) fn new(grammar: &Resolved, shapes: &Shapes, rule: RuleId) -> anyhow::Result<Self> {
        let patterns = pattern(grammar, shapes);
        let is_shown = |used: &RuleId| *used == rule || !patterns.is_inlined(*used);
        let used = reached(&[rule], |rule| references(&grammar[rule].expr));
        let shown: Vec<RuleId> = used.into_iter().filter(is_shown).collect();
        let trees = trees(&patterns, grammar.rules().len(), &shown)
            .map_err(|_| anyhow!("the grammar is too large for trees"))?;
        let names = shown.iter().map(|&rule| (rule, grammar[rule].name.to_string())).collect();
        Ok(Self { rule, names, tables: Tables::new(trees) })
    }

    /// The rules in a text that matches.
    pub(super) fn rules(&self, text: &[u8]) -> Rules<'_> {
        let Ok(found) = derive(&self.tables, self.rule, text) else { return Rules::TooComplex };
        let entry = |Derived { rule, range, depth }: Derived| {
            let rule = &self.names[&rule];
            Entry { rule, begin: range.start, end: range.end, depth }
        };
        Rules::All(found.into_iter().map(entry).collect())
    }
}
