//! The uses of rules: references of definitions, users, and reachability.

use super::{Expr, ResolvedRule, RuleId};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the rules that an expression refers to, each once, in order of first use.
pub fn references(expr: &Expr<RuleId>) -> Vec<RuleId> {
    fn walk(expr: &Expr<RuleId>, seen: &mut BTreeSet<RuleId>, found: &mut Vec<RuleId>) {
        match expr {
            Expr::Empty | Expr::Set(_) | Expr::Prose(_) | Expr::Error => (),
            Expr::Rule(rule) => {
                if seen.insert(*rule) {
                    found.push(*rule);
                }
            }
            Expr::Concat(items) | Expr::Alt(items) => {
                for item in items {
                    walk(item, seen, found);
                }
            }
            Expr::Repeat { body, .. } => walk(body, seen, found),
        }
    }
    let mut found = Vec::new();
    walk(expr, &mut BTreeSet::new(), &mut found);
    found
}

/// Returns for each rule the members of `rules` that use it, in order. Unused rules have no entry.
pub fn users<'a>(
    rules: impl IntoIterator<Item = (RuleId, &'a ResolvedRule)>,
) -> BTreeMap<RuleId, Vec<RuleId>> {
    let mut users: BTreeMap<RuleId, Vec<RuleId>> = BTreeMap::new();
    for (user, rule) in rules {
        for used in references(&rule.expr) {
            users.entry(used).or_default().push(user);
        }
    }
    users
}

/// Returns the roots and all rules that they use, directly or indirectly.
pub fn reached(roots: &[RuleId], uses: impl Fn(RuleId) -> Vec<RuleId>) -> BTreeSet<RuleId> {
    let mut reached = BTreeSet::new();
    let mut stack = roots.to_vec();
    while let Some(rule) = stack.pop() {
        if reached.insert(rule) {
            stack.extend(uses(rule));
        }
    }
    reached
}
