//! The parts of a recursive rule: its definition, or a list of the spec, to accessors.

use super::counts::Counter;
use crate::diagnostic::{Code, Diagnostic};
use crate::grammar::uses::references;
use crate::grammar::{Expr, Origin, RuleId};
use crate::plan::names::{Taken, accessor_of_node, repeated_name};
use crate::plan::outline::{ITEM, InTrees, literal_name};
use crate::plan::parts::part_requests::PartRequest;
use crate::plan::told::{Count, Told};
use std::collections::{BTreeMap, BTreeSet};

/// A part of a recursive rule.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    /// Its rules; several are a union.
    pub(super) rules: Vec<RuleId>,
    /// The name of its method.
    pub(super) accessor: String,
    /// The name of its enum, if the user chose it.
    pub(super) type_name: Option<String>,
    /// The number of its occurrences.
    pub(super) count: Count,
}

/// The rules from which parts are chosen.
pub(super) struct Scope<'a> {
    pub(super) in_trees: &'a InTrees,
    /// The rules that trees show.
    pub(super) shown: &'a BTreeSet<RuleId>,
    /// The rules of single characters among them.
    pub(super) characters: &'a BTreeSet<RuleId>,
    pub(super) counter: &'a Counter<'a>,
}

/// Returns the default parts, in the order of the definition.
pub(super) fn direct(scope: &Scope<'_>, node: RuleId) -> Vec<Wanted> {
    let Scope { in_trees, counter, .. } = scope;
    let expr = &in_trees.grammar[node].expr;
    let mut parts = Parts::default();
    if let Expr::Alt(items) = expr
        && let Some(rules) = distinct_rules(scope, items)
    {
        parts.add("kind", rules, (1, 1));
        return parts.named(in_trees);
    }
    if let Expr::Alt(items) = expr
        && in_trees.groups.contains_key(&node)
        && let Some(rules) = one_rule_each(scope, items)
    {
        parts.add("kind", rules, (1, 1));
        return parts.named(in_trees);
    }
    if let Some(rules) = inner_choice(scope, expr) {
        let counts = counter.count_of(expr, &rules);
        if counts.1 == 1 {
            parts.add("kind", rules, counts);
        }
    }
    for rules in in_trees.unions.get(&node).into_iter().flatten() {
        if rules.iter().all(|rule| scope.shown.contains(rule)) {
            parts.add(ITEM, rules.clone(), (0, 2));
        }
    }
    for (rule, counts) in counter.counts(expr) {
        if scope.tells(node, rule, counts) {
            let is_group = in_trees.groups.contains_key(&rule);
            let name = if is_group { ITEM } else { in_trees.grammar[rule].name.as_str() };
            parts.add(name, vec![rule], counts);
        }
    }
    for rules in in_trees.literal_groups.get(&node).into_iter().flatten() {
        let counts = counter.count_of(expr, rules);
        let count = Count::of(counts);
        if let Some(told) = count.and_then(|it| Told::of_literals(rules.len(), it)) {
            let (_, of_accessor) = literal_name(&in_trees.literals, rules, told);
            parts.add_as(&of_accessor, rules.clone(), counts);
        }
    }
    parts.named(in_trees)
}

/// Returns the parts of a list. The error is about the first one that never occurs directly
/// inside of the rule.
pub(super) fn listed(
    scope: &Scope<'_>,
    node: RuleId,
    list: &[PartRequest],
) -> Result<Vec<Wanted>, Diagnostic> {
    let expr = &scope.in_trees.grammar[node].expr;
    let (mut parts, mut taken) = (Vec::new(), Taken::default());
    for request in list {
        // A union that shares its enum may list rules that only the other unions need.
        let is_absent = |rule: &RuleId| scope.counter.count_of(expr, &[*rule]).1 == 0;
        let mut absent = request.rules.iter().filter(|rule| is_absent(rule));
        let counts = scope.counter.count_of(expr, &request.rules);
        let count = match (Count::of(counts), absent.next()) {
            (Some(count), None) => count,
            (Some(count), Some(_)) if request.type_name.is_some() => count,
            (_, missing) => {
                let missing = *missing.expect("something is absent");
                return Err(absent_part(scope, node, request, missing));
            }
        };
        parts.push(Wanted {
            rules: request.rules.clone(),
            accessor: taken.unique_snake(&accessor_of_node(&request.name)),
            type_name: request.type_name.clone(),
            count,
        });
    }
    Ok(parts)
}

fn absent_part(scope: &Scope<'_>, node: RuleId, part: &PartRequest, missing: RuleId) -> Diagnostic {
    let name = |rule| &scope.in_trees.grammar[rule].name;
    let (owner, missing) = (name(node), name(missing));
    let message = format!(
        "part `{}` of `{owner}`: no `{missing}` stands directly inside of a `{owner}`",
        part.name
    );
    Diagnostic::error(Code::AbsentPart, message)
        .hint("the parts of a nested rule are found in trees: list rules that its definition uses")
}

/// Returns the names of the exported rules in the definition that are not parts.
pub(super) fn trifles(
    scope: &Scope<'_>,
    node: RuleId,
    parts: &[Wanted],
    exported: &BTreeSet<RuleId>,
) -> Vec<String> {
    let grammar = &scope.in_trees.grammar;
    let is_part = |rule: &RuleId| parts.iter().any(|part| part.rules.contains(rule));
    let is_trifle = |rule: &RuleId| {
        let is_given = matches!(grammar[*rule].origin, Origin::Own | Origin::Import(_));
        is_given && exported.contains(rule) && !is_part(rule)
    };
    let used = references(&grammar[node].expr).into_iter();
    used.filter(is_trifle).map(|rule| grammar[rule].name.to_string()).collect()
}

/// Parts whose accessors may still have equal names.
#[derive(Default)]
struct Parts {
    all: Vec<Wanted>,
}

impl Parts {
    fn add(&mut self, name: &str, rules: Vec<RuleId>, counts: (u8, u8)) {
        match Count::of(counts) {
            Some(Count::Many) => self.add_as(&repeated_name(name), rules, counts),
            _ => self.add_as(name, rules, counts),
        }
    }

    /// Like [`add`](Self::add), with an accessor of this name.
    fn add_as(&mut self, name: &str, rules: Vec<RuleId>, counts: (u8, u8)) {
        let Some(count) = Count::of(counts) else { return };
        let accessor = accessor_of_node(name);
        self.all.push(Wanted { rules, accessor, type_name: None, count });
    }

    /// Makes the names of the accessors unique. If names collide, a part that is a single rule
    /// keeps its name; a plural is a new name.
    fn named(mut self, in_trees: &InTrees) -> Vec<Wanted> {
        let is_rule = |part: &Wanted| match part.rules[..] {
            [rule] if part.count != Count::Many => {
                !in_trees.groups.contains_key(&rule) && !in_trees.literals.contains_key(&rule)
            }
            _ => false,
        };
        let mut taken = Taken::default();
        let (rules, others): (Vec<&mut Wanted>, _) =
            self.all.iter_mut().partition(|it| is_rule(it));
        for part in rules.into_iter().chain(others) {
            part.accessor = taken.unique_snake(&part.accessor);
        }
        self.all
    }
}

impl Scope<'_> {
    /// Returns whether a rule inside of another one is a part.
    fn tells(&self, node: RuleId, rule: RuleId, counts: (u8, u8)) -> bool {
        let is_literal = self.in_trees.literals.contains_key(&rule);
        let told = self.in_trees.characters.get(&node);
        let is_told = !self.characters.contains(&rule) || told.is_some_and(|it| it.contains(&rule));
        // The presence of an optional mark is information enough.
        let is_fixed = counts != (0, 1) && self.is_mark(rule);
        !is_literal && is_told && !is_fixed && !self.in_trees.blank.contains(&rule)
    }

    /// Returns whether all texts of a rule are equal, except for white space.
    fn is_mark(&self, rule: RuleId) -> bool {
        let expr = &self.in_trees.grammar[rule].expr;
        let is_fixed = |item: &Expr<RuleId>| match item {
            Expr::Rule(rule) => self.in_trees.blank.contains(rule),
            Expr::Set(values) => matches!(values.ranges(), [(low, high)] if low == high),
            _ => false,
        };
        match expr {
            Expr::Concat(items) => items.iter().all(is_fixed),
            whole => is_fixed(whole),
        }
    }
}

/// Returns the rules of alternatives that are one shown rule each.
fn distinct_rules(scope: &Scope<'_>, items: &[Expr<RuleId>]) -> Option<Vec<RuleId>> {
    let shown = |item: &Expr<RuleId>| match item {
        Expr::Rule(rule) => Some(*rule).filter(|rule| scope.shown.contains(rule)),
        _ => None,
    };
    let rules: Vec<RuleId> = items.iter().map(shown).collect::<Option<_>>()?;
    let distinct: BTreeSet<&RuleId> = rules.iter().collect();
    (distinct.len() == rules.len()).then_some(rules)
}

/// Returns the rules of alternatives with one shown rule each, which bytes and white space may
/// surround.
fn one_rule_each(scope: &Scope<'_>, items: &[Expr<RuleId>]) -> Option<Vec<RuleId>> {
    let only = |item: &Expr<RuleId>| {
        let mut counts = scope.counter.counts(item);
        counts.retain(|(rule, _)| !scope.in_trees.blank.contains(rule));
        match counts[..] {
            [(rule, (1, 1))] => Some(rule),
            _ => None,
        }
    };
    let rules: Vec<RuleId> = items.iter().map(only).collect::<Option<_>>()?;
    let distinct: BTreeSet<&RuleId> = rules.iter().collect();
    (distinct.len() == rules.len()).then_some(rules)
}

/// Returns the rules of the only choice of rules in a concatenation.
fn inner_choice(scope: &Scope<'_>, expr: &Expr<RuleId>) -> Option<Vec<RuleId>> {
    let items = match expr {
        Expr::Concat(items) => items.as_slice(),
        whole => std::slice::from_ref(whole),
    };
    let is_literal = |rule: &RuleId| scope.in_trees.literals.contains_key(rule);
    let mut choices = items.iter().filter_map(|item| {
        let item = match item {
            Expr::Repeat { min: 0, max: Some(1), body } => body,
            other => other,
        };
        let Expr::Alt(items) = item else { return None };
        let rules = distinct_rules(scope, items)?;
        // A group of literals is a part of its own.
        (!rules.iter().all(is_literal)).then_some(rules)
    });
    choices.next().filter(|_| choices.next().is_none())
}

/// Returns the names of the variants for the literals of an enum, unique among its variants.
pub(super) fn literal_variants(
    in_trees: &InTrees,
    rules: &[RuleId],
    type_names: &BTreeMap<RuleId, String>,
) -> BTreeMap<RuleId, String> {
    let mut taken = Taken::new(rules.iter().filter_map(|rule| type_names.get(rule)).cloned());
    let named = rules.iter().filter_map(|rule| {
        let literal = in_trees.literals.get(rule)?;
        Some((*rule, taken.unique(&literal.variant())))
    });
    named.collect()
}
