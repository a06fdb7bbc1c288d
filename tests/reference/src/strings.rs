//! Strings to test a rule: all short ones over an alphabet that distinguishes its
//! values, and many longer ones made by walking its grammar and then
//! mutating the result.
//!
//! Everything is computed from the grammar, nothing from the automata under
//! test. The same grammar and seed give the same strings on every machine.

mod exhaustive;
mod members;
mod mutate;
mod random;

pub use exhaustive::{Exhausted, alphabet, exhaustive};
pub use members::Members;
pub use mutate::mutate;
pub use random::Random;

use abnfc::grammar::{Expr, Resolved, RuleId};

/// The rules that a rule needs, itself included, in the order of their ids.
pub fn reachable(grammar: &Resolved, rule: RuleId) -> Vec<RuleId> {
    let mut found = vec![false; grammar.rules().len()];
    found[rule.index()] = true;
    let mut open = vec![rule];
    while let Some(rule) = open.pop() {
        for_each(&grammar[rule].expr, &mut |expr| {
            if let Expr::Rule(used) = expr
                && !found[used.index()]
            {
                found[used.index()] = true;
                open.push(*used);
            }
        });
    }
    grammar.rules().map(|(id, _)| id).filter(|id| found[id.index()]).collect()
}

/// Returns whether a rule needs prose, which no recogniser can read.
pub fn needs_prose(grammar: &Resolved, rule: RuleId) -> bool {
    let mut needs = false;
    for used in reachable(grammar, rule) {
        for_each(&grammar[used].expr, &mut |expr| {
            needs |= matches!(expr, Expr::Prose(_) | Expr::Error);
        });
    }
    needs
}

/// Calls `visit` with every part of an expression, except parts that are repeated zero times.
fn for_each<'a>(expr: &'a Expr<RuleId>, visit: &mut impl FnMut(&'a Expr<RuleId>)) {
    visit(expr);
    match expr {
        Expr::Concat(items) | Expr::Alt(items) => {
            for item in items {
                for_each(item, visit);
            }
        }
        Expr::Repeat { max, body, .. } if *max != Some(0) => for_each(body, visit),
        Expr::Repeat { .. }
        | Expr::Empty
        | Expr::Set(_)
        | Expr::Rule(_)
        | Expr::Prose(_)
        | Expr::Error => (),
    }
}
