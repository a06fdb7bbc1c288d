//! Finds groups and alternatives that repeat in a definition.
//!
//! A group is the body of a repetition that uses two or more significant rules, without
//! separators and white space at its ends, but with optional literals, such as a sign. The
//! first element of a list precedes the repetition, as in `x y *( "," x y )`, and is the same
//! group. If the definition uses one of the rules outside of the group as well, the group would
//! not contain all of its texts, and there is no group.

use super::sizes::{MANY, Size, size};
use crate::grammar::uses::references;
use crate::grammar::{Expr, RuleId};
use std::collections::BTreeSet;

/// A definition whose groups are rules, with these rules and its unions.
pub(super) struct Grouped {
    /// The definition with rules in place of its groups.
    pub(super) expr: Expr<RuleId>,
    /// The definitions of the new rules, in the order of their indices.
    pub(super) groups: Vec<Expr<RuleId>>,
    /// The alternatives that repeat.
    pub(super) unions: Vec<Vec<RuleId>>,
}

/// Finds groups and unions. New rules are numbered from `sizes.len()`; their sizes are appended
/// to `sizes`.
pub(super) fn groups(expr: &Expr<RuleId>, sizes: &mut Vec<Size>) -> Grouped {
    let mut found = Grouped { expr: expr.clone(), groups: Vec::new(), unions: Vec::new() };
    let mut groups = Vec::new();
    candidates(expr, sizes, &mut groups, &mut found.unions);
    for body in groups {
        let (wide, narrow) = (with_signs(body, sizes), core(body, sizes));
        if !found.name(wide, sizes) && wide != narrow {
            // The first element of a list has no sign before it.
            found.name(narrow, sizes);
        }
    }
    found
}

impl Grouped {
    /// Replaces a group by a rule, unless the group would not contain all texts of its rules.
    fn name(&mut self, group: &[Expr<RuleId>], sizes: &mut Vec<Size>) -> bool {
        let id = RuleId(u32::try_from(sizes.len()).expect("rules are few"));
        let expr = replaced(&self.expr, group, &Expr::Rule(id));
        let group = Expr::concat(group.iter().cloned());
        let inside = significant_rules(&group, sizes);
        let has_all = !references(&expr).iter().any(|used| inside.contains(used));
        if has_all {
            sizes.push(size(&group, sizes));
            self.groups.push(group);
            self.expr = expr;
        }
        has_all
    }
}

/// Collects the bodies of repetitions around groups, and the unions. Of nested groups, only the
/// outermost is collected.
fn candidates<'a>(
    expr: &'a Expr<RuleId>,
    sizes: &[Size],
    groups: &mut Vec<&'a Expr<RuleId>>,
    unions: &mut Vec<Vec<RuleId>>,
) {
    match expr {
        Expr::Concat(items) | Expr::Alt(items) => {
            items.iter().for_each(|item| candidates(item, sizes, groups, unions));
        }
        Expr::Repeat { max: Some(1), body, .. } => candidates(body, sizes, groups, unions),
        Expr::Repeat { body, .. } => {
            let core = core(body, sizes);
            if let [only] = core
                && let Some(rules) = alternatives(only, sizes)
            {
                if !unions.contains(&rules) {
                    unions.push(rules);
                }
            } else if core
                .iter()
                .flat_map(|it| significant_rules(it, sizes))
                .collect::<BTreeSet<_>>()
                .len()
                < 2
            {
                candidates(body, sizes, groups, unions);
            } else if !groups.iter().any(|known| self::core(known, sizes) == core) {
                groups.push(body);
            }
        }
        Expr::Empty | Expr::Set(_) | Expr::Rule(_) | Expr::Prose(_) | Expr::Error => {}
    }
}

/// Returns the items of an expression without separators at its ends. Looks into options.
pub(super) fn core<'a>(expr: &'a Expr<RuleId>, sizes: &[Size]) -> &'a [Expr<RuleId>] {
    match trimmed(expr, |item| !significant_rules(item, sizes).is_empty()) {
        [Expr::Repeat { max: Some(1), body, .. }] => core(body, sizes),
        core => core,
    }
}

/// Returns the core of an expression with the optional literals at its ends.
fn with_signs<'a>(expr: &'a Expr<RuleId>, sizes: &[Size]) -> &'a [Expr<RuleId>] {
    let is_significant = |item: &Expr<RuleId>| !significant_rules(item, sizes).is_empty();
    match trimmed(expr, is_significant) {
        [Expr::Repeat { max: Some(1), body, .. }] => with_signs(body, sizes),
        _ => trimmed(expr, |item| is_significant(item) || is_sign(item, sizes)),
    }
}

/// Returns the items between the first and the last one for which `is_inside` holds.
fn trimmed(expr: &Expr<RuleId>, is_inside: impl Fn(&Expr<RuleId>) -> bool) -> &[Expr<RuleId>] {
    let items = items(expr);
    match (items.iter().position(&is_inside), items.iter().rposition(&is_inside)) {
        (Some(begin), Some(last)) => &items[begin..=last],
        _ => &[],
    }
}

/// Returns whether an expression is an option of a literal or of one of several literals.
fn is_sign(item: &Expr<RuleId>, sizes: &[Size]) -> bool {
    let is_fixed = |item: &Expr<RuleId>| match item {
        Expr::Set(set) => set.alternatives().iter().all(|one| one.character().is_some()),
        _ => false,
    };
    let is_literal = |item: &Expr<RuleId>| match item {
        Expr::Concat(items) => items.iter().all(is_fixed),
        one => is_fixed(one),
    };
    match item {
        Expr::Repeat { min: 0, max: Some(1), body } if !size(body, sizes).is_blank => match &**body
        {
            Expr::Alt(items) => items.iter().all(is_literal),
            one => is_literal(one),
        },
        _ => false,
    }
}

/// Returns the significant rules of an expression.
pub(super) fn significant_rules(expr: &Expr<RuleId>, sizes: &[Size]) -> BTreeSet<RuleId> {
    references(expr).into_iter().filter(|rule| sizes[rule.index()].is_significant()).collect()
}

/// Returns the rules of alternatives with one rule each, unless all of them are mere characters.
fn alternatives(expr: &Expr<RuleId>, sizes: &[Size]) -> Option<Vec<RuleId>> {
    let Expr::Alt(items) = expr else { return None };
    let mut rules = Vec::new();
    for item in items {
        let used = references(item).into_iter().filter(|it| !sizes[it.index()].is_nothing());
        match used.collect::<Vec<_>>()[..] {
            [] => {}
            [rule] if !rules.contains(&rule) => rules.push(rule),
            _ => return None,
        }
    }
    let is_long = |rule: &RuleId| sizes[rule.index()].longest == MANY;
    (rules.len() > 1 && rules.iter().any(is_long)).then_some(rules)
}

/// Replaces each occurrence of the group by a rule.
pub(super) fn replaced(
    expr: &Expr<RuleId>,
    group: &[Expr<RuleId>],
    rule: &Expr<RuleId>,
) -> Expr<RuleId> {
    if items(expr) == group {
        return rule.clone();
    }
    let within = |expr: &Expr<RuleId>| replaced(expr, group, rule);
    match expr {
        Expr::Concat(items) => {
            let mut made = Vec::new();
            let mut rest = &items[..];
            while let Some((first, others)) = rest.split_first() {
                if let Some(after) = rest.strip_prefix(group) {
                    made.push(rule.clone());
                    rest = after;
                } else {
                    made.push(within(first));
                    rest = others;
                }
            }
            Expr::concat(made)
        }
        Expr::Alt(items) => Expr::alt(items.iter().map(within).collect::<Vec<_>>()),
        Expr::Repeat { min, max, body } => Expr::repeat(*min, *max, within(body)),
        other => other.clone(),
    }
}

/// Returns the items of a concatenation.
fn items(expr: &Expr<RuleId>) -> &[Expr<RuleId>] {
    match expr {
        Expr::Concat(items) => items,
        other => std::slice::from_ref(other),
    }
}
