//! Decides which parts each rule gives access to: a [`Spec`] to [`Requested`] parts.
//!
//! This is the only place that decides which occurrences are parts, what their accessors are
//! called, and how often they occur. A rule has parts in its texts, which automata locate, if it is
//! regular; it has parts in trees if it recurs, or if no automaton can locate them. Both follow from the
//! definition ([`mod@direct`]) or from a list of the spec ([`mod@listed`]), by one set of rules;
//! [`definitions`] has the few differences and their reasons.
//!
//! After this stage each part consists of rules that can be located, and occurs in some derivation
//! of its rule.

mod choice;
mod counts;
mod definitions;
mod direct;
mod listed;
mod shown;

use crate::automata::shape::{Recursion, Shape};
use crate::automata::tagged::parts::Part;
use crate::diagnostic::Diagnostic;
use crate::grammar::RuleId;
use crate::plan::accessors::{AccessorKind, Content, Count};
use crate::plan::context::Context;
use crate::plan::exports::form::Form;
use crate::plan::exports::named::NamedRule;
use crate::plan::outline::{Hints, InTrees};
use crate::spec::{Parts, Spec};
use definitions::{Definitions, Exported};
use direct::direct;
use listed::listed;
use shown::shown_rules;
use std::collections::BTreeMap;

pub use shown::ShownRules;

/// A part that a rule should have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartRequest {
    /// Its name; for a single literal, the literal as ABNF.
    pub name: String,
    /// The name of its method.
    pub accessor: String,
    /// Its rules, in the order of the list; several are a union.
    pub rules: Vec<RuleId>,
    /// The name of the union's enum, if the user chose it.
    pub type_name: Option<String>,
    /// Its contents.
    pub content: Content,
    /// The number of its occurrences.
    pub count: Count,
}

impl PartRequest {
    /// Returns the part for the automaton.
    pub fn part(&self) -> Part {
        Part { name: self.name.clone(), rules: self.rules.iter().copied().collect() }
    }

    /// Returns whether the part is one of several rules.
    pub fn is_union(&self) -> bool {
        self.rules.len() > 1
    }

    /// Returns the kind of its accessor in views, if this accessor reads the text again. `None` if
    /// the offsets of the part are in slots.
    pub fn reading_kind(&self) -> Option<AccessorKind> {
        match (self.content, self.count) {
            (Content::Texts, Count::Many) => Some(AccessorKind::Each),
            (Content::Texts, Count::One | Count::Optional) => None,
            (Content::Literal, _) if !self.is_union() => Some(AccessorKind::Whether),
            (Content::Literal, Count::One) => Some(AccessorKind::Which),
            (Content::Literal, Count::Optional | Count::Many) => Some(AccessorKind::WhichIfAny),
        }
    }

    /// Returns its names for messages: its name, or its literals as ABNF.
    pub fn shown(&self, hints: &Hints) -> Vec<String> {
        if !self.is_of_literals(hints) {
            return vec![self.name.clone()];
        }
        self.rules.iter().map(|rule| hints.literals[rule].text.clone()).collect()
    }

    /// Returns whether all rules of the part are literals.
    pub fn is_of_literals(&self, hints: &Hints) -> bool {
        self.rules.iter().all(|rule| hints.literals.contains_key(rule))
    }
}

/// The parts of a rule, and the rules of its definition that are not parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartRequests {
    /// The parts.
    pub parts: Vec<PartRequest>,
    /// The names of exported rules that are not parts, because their texts are characters, white
    /// space or, in trees, always the same.
    pub without_accessors: Vec<String>,
}

/// The parts of all rules of a module.
#[derive(Clone, Debug)]
pub struct Requested {
    /// The parts to locate in texts, for each rule.
    pub in_texts: Vec<PartRequests>,
    /// The parts in trees. `None` if no rule has trees.
    pub in_trees: Option<TreeRequests>,
}

/// The parts in trees.
#[derive(Clone, Debug)]
pub struct TreeRequests {
    /// The rules that trees show.
    pub shown: ShownRules,
    /// The parts of each rule that has parts in trees, and of each group of one.
    pub nodes: Vec<(RuleId, PartRequests)>,
}

/// Iterates over the parts that are fields of data. The data of a part of several rules contains the
/// parts that are one of them.
pub fn fields<'a>(
    parts: impl Iterator<Item = &'a PartRequest> + Clone,
) -> impl Iterator<Item = &'a PartRequest> {
    let unions = parts.clone().filter(|it| it.is_union());
    let is_inside = move |rules: &[_]| unions.clone().any(|it| it.rules.contains(&rules[0]));
    parts.filter(move |it| it.is_union() || !is_inside(&it.rules))
}

/// Returns the parts of each rule, and errors about listed parts.
pub fn part_requests(
    context: Context<'_>,
    hints: &Hints,
    in_trees: &InTrees,
    spec: &Spec,
    rules: &[NamedRule],
) -> (Requested, Vec<Diagnostic>) {
    let exported = Exported::new(rules);
    let mut errors = Vec::new();
    let texts = Definitions::of_texts(context, hints, &exported);
    let in_texts = rules.iter().map(|rule| match &rule.request.export.parts {
        Parts::Direct
            if rule.form == Form::Type && is_located_in_texts(context, in_trees, rule) =>
        {
            direct(&texts, &texts.counter(rule.id()), rule.id())
        }
        Parts::Listed(list) if !is_listed_in_trees(context, in_trees, rule) => {
            let (parts, more) = listed(&texts, &texts.counter(rule.id()), rule.id(), list);
            errors.extend(more);
            let is_located = is_located_in_texts(context, in_trees, rule);
            let parts = if is_located { parts } else { Vec::new() };
            PartRequests { parts, ..PartRequests::default() }
        }
        Parts::Direct | Parts::Listed(_) => PartRequests::default(),
    });
    let in_texts = in_texts.collect();
    let lists = rules.iter().filter(|rule| is_listed_in_trees(context, in_trees, rule));
    let lists: BTreeMap<RuleId, _> =
        lists.filter_map(|rule| Some((rule.id(), rule.listed_parts()?))).collect();
    let in_trees = shown_rules(in_trees, spec, rules, &lists).map(|shown| {
        let trees = Definitions::of_trees(in_trees, &exported, &shown);
        let counter = trees.counter_of_shown();
        let nodes = shown.nodes.iter().map(|&node| {
            let Some(list) = lists.get(&node) else {
                return (node, direct(&trees, &counter, node));
            };
            let (parts, more) = listed(&trees, &counter, node, list);
            errors.extend(more);
            (node, PartRequests { parts, ..PartRequests::default() })
        });
        TreeRequests { nodes: nodes.collect(), shown }
    });
    (Requested { in_texts, in_trees }, errors)
}

/// Returns whether automata locate the parts of a rule. If a rule embeds itself and is regular, the
/// paths of its automaton are not derivations.
fn is_located_in_texts(context: Context<'_>, in_trees: &InTrees, rule: &NamedRule) -> bool {
    rule.language.dfa().is_some()
        && *context.shapes.of(rule.id()) != Shape::Regular(Recursion::Anywhere)
        && !in_trees.regular.contains(&rule.id())
}

/// Returns whether the parts that the spec lists for a rule are parts in trees.
fn is_listed_in_trees(context: Context<'_>, in_trees: &InTrees, rule: &NamedRule) -> bool {
    rule.form == Form::Type
        && in_trees.has_parts_of(rule.id())
        && !is_located_in_texts(context, in_trees, rule)
}

#[cfg(test)]
mod tests;
