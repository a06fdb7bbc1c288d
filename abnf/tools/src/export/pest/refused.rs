//! Rules that pest can express but refuses: those on which its parser would not terminate, and those
//! with alternatives that it never tries.
//!
//! pest checks each rule when it reads a grammar, and refuses the whole grammar. This module finds the
//! rules by the same facts: without predicates, an expression that can be empty never fails in pest.

use abnfc::automata::graph;
use abnfc::grammar::facts::{begins_with, nullable, nullable_expr};
use abnfc::grammar::{Expr, Resolved, RuleId};
use std::collections::BTreeMap;

/// Returns the rules that pest refuses, each with the reason. Takes time linear in the grammar.
pub(super) fn refused(grammar: &Resolved) -> BTreeMap<RuleId, &'static str> {
    let nullable = nullable(grammar);
    let mut refused = BTreeMap::new();
    for (rule, it) in grammar.rules() {
        it.expr.walk(&mut |expr| match expr {
            Expr::Repeat { max: None, body, .. } if nullable_expr(body, &nullable) => {
                refused.insert(rule, "it repeats an element that can be empty, which pest refuses");
            }
            Expr::Alt(items) => {
                let (_, before) = items.split_last().expect("there are alternatives");
                if before.iter().any(|item| nullable_expr(item, &nullable)) {
                    let why = "an alternative that can be empty is not the last one, which pest \
                               refuses";
                    refused.entry(rule).or_insert(why);
                }
            }
            _ => (),
        });
    }
    for at in graph::on_cycles(&begins_with(grammar, &nullable)) {
        let why = "it can begin with itself, which pest refuses";
        refused.insert(RuleId::from_index(u32::try_from(at).expect("rules are few")), why);
    }
    refused
}
