//! Trees of texts: the rules of a module to [`TreePlan`].
//!
//! A tree shows every rule of the module that has a type. The rules directly inside a rule that
//! recurs are its parts: one, at most one, or any number of each, as the definition says. After
//! this stage every such rule has accessors for them, unless the grammar is too large for trees.

use super::context::Context;
use super::form::Form;
use super::names::{Taken, accessor_of_node, repeated_name};
use super::outline::Hints;
use super::selected::Selected;
use super::tree_plan::{Count, NodePart, NodePlan, TreePlan};
use crate::automata::graph;
use crate::automata::pattern::pattern;
use crate::automata::shape::{Recursion, Shape};
use crate::automata::trees::trees;
use crate::diagnostic::Diagnostic;
use crate::grammar::uses::reached;
use crate::grammar::{Expr, RuleId};
use crate::spec::{Extra, Spec};
use std::collections::{BTreeMap, BTreeSet};

/// The trees of these rules: if one of them recurs, or the spec asks for them. A warning if the
/// grammar is too large.
pub fn tree_parts(
    context: Context<'_>,
    hints: &Hints,
    spec: &Spec,
    rules: &[Selected],
) -> (Option<TreePlan>, Option<Diagnostic>) {
    let recurs = |rule: &&Selected| {
        let is_type = rule.form == Form::Type;
        is_type && *context.shapes.of(rule.id) != Shape::Regular(Recursion::None)
    };
    let nested: Vec<&Selected> = rules.iter().filter(recurs).collect();
    if nested.is_empty() && !spec.extras.contains(&Extra::Trees) {
        return (None, None);
    }
    let patterns = pattern(context.grammar, context.shapes);
    // Trees of other rules are for those who ask.
    let roots: Vec<RuleId> = if spec.extras.contains(&Extra::Trees) {
        rules.iter().map(|rule| rule.id).collect()
    } else {
        nested.iter().map(|rule| rule.id).collect()
    };
    let used = reached(&roots, |rule| context.shapes.uses(rule).to_vec());
    let is_shown = |rule: &&Selected| {
        rule.form == Form::Type && !patterns.is_inlined(rule.id) && used.contains(&rule.id)
    };
    let shown: Vec<RuleId> = rules.iter().filter(is_shown).map(|rule| rule.id).collect();
    let Ok(trees) = trees(&patterns, context.grammar.rules().len(), &shown) else {
        let message = "the grammar is too large for trees: it takes more than 65535 states";
        let warning = Diagnostic::warning("no-trees", message);
        return (None, Some(warning.hint("export fewer rules")));
    };
    let shown: BTreeSet<RuleId> = shown.into_iter().collect();
    let scope = Scope::new(context, hints, &shown);
    let mut taken = Taken::new(rules.iter().map(|rule| rule.type_name.clone()));
    let nodes = nested.iter().map(|rule| {
        let choice = scope.choice(rule.id);
        let choice = choice.map(|rules| (taken.unique(&format!("{}Kind", rule.type_name)), rules));
        let parts = if choice.is_some() { Vec::new() } else { scope.parts(rule.id) };
        NodePlan { rule: rule.id, choice, parts }
    });
    let nodes = nodes.collect();
    (Some(TreePlan { trees, nodes }), None)
}

/// What parts are made of.
struct Scope<'a> {
    context: Context<'a>,
    hints: &'a Hints,
    /// The rules that trees show.
    shown: &'a BTreeSet<RuleId>,
    /// What occurs in each of the others.
    hidden: BTreeMap<RuleId, Counts>,
}

/// How often rules occur, in the order in which a definition names them: at least, and at most,
/// where 2 is any number.
type Counts = Vec<(RuleId, (u8, u8))>;

impl<'a> Scope<'a> {
    fn new(context: Context<'a>, hints: &'a Hints, shown: &'a BTreeSet<RuleId>) -> Self {
        let mut scope = Scope { context, hints, shown, hidden: BTreeMap::new() };
        let Context { grammar, shapes, .. } = context;
        // Which hidden rules use which: what is inside of one that is shown is no part.
        let is_hidden = |rule: &RuleId| !shown.contains(rule);
        let uses = |rule: RuleId| {
            let used = shapes.uses(rule).iter().copied().filter(is_hidden);
            let used = used.map(RuleId::index);
            if is_hidden(&rule) { used.collect() } else { Vec::new() }
        };
        let uses: graph::Graph = grammar.rules().map(|(rule, _)| uses(rule)).collect();
        // Rules come after those that they use.
        for component in graph::components(&uses) {
            let rules = || {
                component.iter().map(|&rule| RuleId(u32::try_from(rule).expect("rules are few")))
            };
            let counts = rules().map(|rule| scope.counts(&grammar[rule].expr));
            let counts: Vec<Counts> = counts.collect();
            if component.len() > 1 || uses[component[0]].contains(&component[0]) {
                // Any number of whatever any of them has.
                let all = concat(counts).into_iter().map(|(rule, _)| (rule, (0, 2)));
                let all: Counts = all.collect();
                scope.hidden.extend(rules().map(|rule| (rule, all.clone())));
            } else {
                scope.hidden.extend(rules().zip(counts));
            }
        }
        scope
    }

    /// The rules of which a rule is one.
    fn choice(&self, rule: RuleId) -> Option<Vec<RuleId>> {
        let Expr::Alt(items) = &self.context.grammar[rule].expr else { return None };
        let shown = |item: &Expr<RuleId>| match item {
            Expr::Rule(rule) => Some(*rule).filter(|rule| self.shown.contains(rule)),
            _ => None,
        };
        let rules: Vec<RuleId> = items.iter().map(shown).collect::<Option<_>>()?;
        let distinct: BTreeSet<&RuleId> = rules.iter().collect();
        (distinct.len() == rules.len()).then_some(rules)
    }

    /// The parts of a rule, in the order in which the definition has them.
    fn parts(&self, rule: RuleId) -> Vec<NodePart> {
        let grammar = self.context.grammar;
        let mut taken = Taken::default();
        let parts = self.counts(&grammar[rule].expr).into_iter().filter_map(|(rule, counts)| {
            if self.hints.blank.contains(&rule) || counts != (0, 1) && self.is_mark(rule) {
                return None;
            }
            let name = grammar[rule].name.as_str();
            let (name, count) = match counts {
                (_, 0) => return None,
                (1.., 1) => (name.to_owned(), Count::One),
                (0, 1) => (name.to_owned(), Count::Optional),
                _ => (repeated_name(name), Count::Many),
            };
            let accessor = taken.unique_snake(&accessor_of_node(&name));
            Some(NodePart { rule, accessor, count })
        });
        parts.collect()
    }

    /// Whether all texts of a rule are one, but for white space: that it is there says all.
    fn is_mark(&self, rule: RuleId) -> bool {
        let expr = &self.context.grammar[rule].expr;
        let is_fixed = |item: &Expr<RuleId>| match item {
            Expr::Rule(rule) => self.hints.blank.contains(rule),
            Expr::Set(values) => matches!(values.ranges(), [(low, high)] if low == high),
            _ => false,
        };
        match expr {
            Expr::Concat(items) => items.iter().all(is_fixed),
            whole => is_fixed(whole),
        }
    }

    /// How often rules that are shown occur in an expression, also inside of rules that are not.
    fn counts(&self, expr: &Expr<RuleId>) -> Counts {
        match expr {
            Expr::Empty | Expr::Set(_) | Expr::Prose(_) | Expr::Error => Counts::new(),
            Expr::Concat(items) => concat(items.iter().map(|item| self.counts(item))),
            Expr::Alt(items) => {
                alt(&items.iter().map(|item| self.counts(item)).collect::<Vec<_>>())
            }
            Expr::Repeat { min, max, body } => {
                let few = |count: u32| u8::try_from(count.min(2)).expect("it is at most 2");
                let (least, most) = (few(*min), few(max.unwrap_or(2)));
                let times = |(rule, it): (RuleId, (u8, u8))| {
                    (rule, ((it.0 * least).min(2), (it.1 * most).min(2)))
                };
                self.counts(body).into_iter().map(times).collect()
            }
            Expr::Rule(rule) if self.shown.contains(rule) => vec![(*rule, (1, 1))],
            Expr::Rule(rule) => self.hidden.get(rule).cloned().unwrap_or_default(),
        }
    }
}

/// All of them, one after the other.
fn concat(all: impl IntoIterator<Item = Counts>) -> Counts {
    let mut sum = Counts::new();
    for (rule, (least, most)) in all.into_iter().flatten() {
        match sum.iter_mut().find(|known| known.0 == rule) {
            Some((_, known)) => *known = ((known.0 + least).min(2), (known.1 + most).min(2)),
            None => sum.push((rule, (least, most))),
        }
    }
    sum
}

/// One of them.
fn alt(all: &[Counts]) -> Counts {
    let of = |counts: &Counts, rule| counts.iter().find(|it| it.0 == rule).map(|it| it.1);
    let one = |rule| {
        let each = || all.iter().map(|counts| of(counts, rule).unwrap_or_default());
        let least = each().map(|it| it.0).min().unwrap_or_default();
        (rule, (least, each().map(|it| it.1).max().unwrap_or_default()))
    };
    concat(all.iter().cloned()).into_iter().map(|(rule, _)| one(rule)).collect()
}

#[cfg(test)]
mod tests;
