//! Expressions whose texts are single characters.

use super::{MAX_DEPTH, MAX_STEPS};
use crate::grammar::{Expr, Resolved, RuleId, ValueSet};

/// Returns the sets among the alternatives of an expression.
pub(super) fn some_sets<'a>(
    grammar: &'a Resolved,
    expr: &'a Expr<RuleId>,
    depth: usize,
    steps: &mut usize,
) -> Vec<&'a ValueSet> {
    match expr {
        Expr::Alt(items) if depth < MAX_DEPTH && *steps < MAX_STEPS => {
            let of = |item| match sets(grammar, item, depth + 1, steps) {
                Some(sets) => sets,
                None => some_sets(grammar, item, depth + 1, steps),
            };
            items.iter().flat_map(of).collect()
        }
        Expr::Rule(rule) if depth < MAX_DEPTH => {
            some_sets(grammar, &grammar[*rule].expr, depth + 1, steps)
        }
        _ => Vec::new(),
    }
}

/// Returns the sets of an expression whose texts are one character each. `None` for other expressions.
pub(super) fn sets<'a>(
    grammar: &'a Resolved,
    expr: &'a Expr<RuleId>,
    depth: usize,
    steps: &mut usize,
) -> Option<Vec<&'a ValueSet>> {
    *steps += 1;
    if MAX_STEPS < *steps || MAX_DEPTH < depth {
        return None;
    }
    match expr {
        Expr::Set(set) => Some(vec![set]),
        Expr::Rule(rule) => sets(grammar, &grammar[*rule].expr, depth + 1, steps),
        Expr::Alt(items) => {
            let items = items.iter().map(|item| sets(grammar, item, depth + 1, steps));
            Some(items.collect::<Option<Vec<_>>>()?.concat())
        }
        _ => None,
    }
}
