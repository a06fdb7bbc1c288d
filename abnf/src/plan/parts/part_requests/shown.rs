//! Decides which rules trees show: every rule of the module that has a type, and for rules with parts
//! in trees also their groups, the literals that have accessors, and the significant characters.

use crate::automata::pattern::{Patterns, pattern_keeping};
use crate::grammar::RuleId;
use crate::grammar::uses::reached;
use crate::plan::exports::form::{Form, bytes};
use crate::plan::exports::named::NamedRule;
use crate::plan::outline::InTrees;
use crate::spec::{Extra, PartSpec, Spec};
use std::collections::{BTreeMap, BTreeSet};

/// The rules that trees show.
#[derive(Clone, Debug)]
pub struct ShownRules {
    /// Exported rules.
    pub exported: Vec<RuleId>,
    /// The groups of rules with parts in trees.
    pub groups: Vec<RuleId>,
    /// The literals that have accessors.
    pub literals: Vec<RuleId>,
    /// The rules that have parts in trees, and their groups.
    pub nodes: Vec<RuleId>,
    /// The patterns of the grammar, with references to all of these rules.
    pub patterns: Patterns,
}

impl ShownRules {
    /// Iterates over all rules: exported rules, then groups, then literals.
    pub fn all(&self) -> impl Iterator<Item = RuleId> {
        self.exported.iter().chain(&self.groups).chain(&self.literals).copied()
    }
}

/// Returns the rules that trees show. `None` if no rule has parts in them and the spec does not request
/// trees.
/// `lists` are the listed parts of rules that have parts in trees only.
pub(super) fn shown_rules(
    in_trees: &InTrees,
    spec: &Spec,
    rules: &[NamedRule],
    lists: &BTreeMap<RuleId, &[PartSpec]>,
) -> Option<ShownRules> {
    let InTrees { grammar, shapes, hints, .. } = in_trees;
    let nodes = nodes(in_trees, rules);
    let are_requested = spec.extras.contains(&Extra::Trees);
    if nodes.is_empty() && !are_requested {
        return None;
    }
    // Other rules have trees only if the spec requests them.
    let roots: Vec<RuleId> = if are_requested {
        rules.iter().map(NamedRule::id).collect()
    } else {
        // A listed rule need not occur, if others of the same part do.
        nodes.iter().copied().chain(listed(in_trees, lists)).collect()
    };
    let used = reached(&roots, |rule| shapes.uses(rule).to_vec());
    let is_literal = |rule: &RuleId| hints.literals.contains_key(rule);
    let literals: Vec<RuleId> = used.iter().copied().filter(is_literal).collect();
    let is_group = |rule: &RuleId| hints.groups.contains_key(rule);
    let groups = nodes.iter().copied().filter(is_group).collect();
    let kept = characters(in_trees, rules, &nodes, lists).chain(literals.iter().copied());
    let patterns = pattern_keeping(grammar, shapes, kept.collect());
    let is_shown = |rule: &&NamedRule| {
        rule.form == Form::Type && !patterns.is_inlined(rule.id()) && used.contains(&rule.id())
    };
    let exported = rules.iter().filter(is_shown).map(NamedRule::id).collect();
    Some(ShownRules { exported, groups, literals, nodes, patterns })
}

/// Returns the rules with parts in trees, and their groups.
fn nodes(in_trees: &InTrees, rules: &[NamedRule]) -> Vec<RuleId> {
    let hints = &in_trees.hints;
    let has_parts = |rule: &&NamedRule| rule.form == Form::Type && in_trees.has_parts_of(rule.id());
    let mut nodes: Vec<RuleId> = rules.iter().filter(has_parts).map(NamedRule::id).collect();
    let owners: BTreeSet<RuleId> = nodes.iter().copied().collect();
    let groups = hints.groups.keys().copied();
    nodes.extend(groups.filter(|group| owners.contains(&hints.owner(*group))));
    nodes
}

/// Iterates over the rules of single characters that are parts of nodes.
fn characters<'a>(
    in_trees: &InTrees,
    rules: &'a [NamedRule],
    nodes: &[RuleId],
    lists: &BTreeMap<RuleId, &[PartSpec]>,
) -> impl Iterator<Item = RuleId> + use<'a> {
    let significant =
        nodes.iter().filter_map(|rule| in_trees.hints.characters.get(rule)).flatten().copied();
    let wanted: BTreeSet<RuleId> = significant.chain(listed(in_trees, lists)).collect();
    let is_character = move |rule: &&NamedRule| {
        let is_set = rule.language.dfa().is_some_and(|dfa| bytes(dfa).is_some());
        rule.form == Form::Type && is_set && wanted.contains(&rule.id())
    };
    rules.iter().filter(is_character).map(NamedRule::id)
}

/// Iterates over the rules of listed parts.
fn listed<'a>(
    in_trees: &'a InTrees,
    lists: &'a BTreeMap<RuleId, &[PartSpec]>,
) -> impl Iterator<Item = RuleId> + 'a {
    let names = lists.values().copied().flatten().flat_map(|part| &part.rules);
    names.filter_map(|name| in_trees.grammar.find(name))
}
