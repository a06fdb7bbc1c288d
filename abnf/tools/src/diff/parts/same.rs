//! Rules with the same definitions, whose texts have the same derivations.
//!
//! Definitions are equivalent if they are the same except for names. The parts are then in the same places
//! if corresponding references are to rules of the part in both grammars, or in neither.

use super::PartPair;
use abnfc::automata::equivalence::Equivalence;
use abnfc::grammar::{Expr, Resolved, RuleId};
use std::collections::BTreeSet;

/// Returns whether each text of the rules has the part in the same places by its definition.
pub(super) fn have_same_derivations(
    [a, b]: [&Resolved; 2],
    equivalence: &Equivalence,
    part: &PartPair,
    rules: (RuleId, RuleId),
) -> bool {
    if !equivalence.are_equivalent(rules.0, rules.1) {
        return false;
    }
    let mut seen = BTreeSet::from([rules]);
    let mut stack = vec![rules];
    while let Some((rule_a, rule_b)) = stack.pop() {
        let [mut used_a, mut used_b] = [Vec::new(), Vec::new()];
        references(&a[rule_a].expr, &mut used_a);
        references(&b[rule_b].expr, &mut used_b);
        for used in used_a.into_iter().zip(used_b) {
            if part.a.contains(&used.0) != part.b.contains(&used.1) {
                return false;
            }
            if seen.insert(used) {
                stack.push(used);
            }
        }
    }
    true
}

/// Adds each reference of a definition, in order.
fn references(expr: &Expr<RuleId>, found: &mut Vec<RuleId>) {
    match expr {
        Expr::Empty | Expr::Set(_) | Expr::Prose(_) | Expr::Error => (),
        Expr::Rule(rule) => found.push(*rule),
        Expr::Concat(items) | Expr::Alt(items) => {
            items.iter().for_each(|item| references(item, found));
        }
        Expr::Repeat { body, .. } => references(body, found),
    }
}
