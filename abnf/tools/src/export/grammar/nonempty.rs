//! Repetitions of elements that can be empty become repetitions of elements that cannot.
//!
//! If `x` and `y` can be empty, `*( x y )` and `*( x / y )` have the same texts: each text of a sequence is
//! repeated alone. So the body of an unbounded repetition is replaced by its parts that cannot be empty,
//! through all definitions that can be empty as a whole.

use abnfc::grammar::facts::nullable_expr;
use abnfc::grammar::{Expr, Resolved, RuleId};
use std::collections::BTreeSet;

/// Returns an expression with the same texts. Nothing that can be empty is repeated without a bound in it.
pub(super) fn loops(grammar: &Resolved, expr: &Expr<RuleId>, nullable: &[bool]) -> Expr<RuleId> {
    let of = |expr| loops(grammar, expr, nullable);
    match expr {
        Expr::Repeat { max: None, body, .. } if nullable_expr(body, nullable) => {
            let (mut parts, mut open) = (Vec::new(), BTreeSet::new());
            nonempty(grammar, body, nullable, &mut open, &mut parts);
            // Without parts, only the empty text is repeated. Any number of parts is enough: the others can be
            // empty.
            if parts.is_empty() {
                Expr::Empty
            } else {
                Expr::repeat(0, None, Expr::alt(parts.into_iter().map(of)))
            }
        }
        Expr::Repeat { min, max, body } => Expr::repeat(*min, *max, of(body)),
        Expr::Concat(items) => Expr::concat(items.iter().map(of)),
        Expr::Alt(items) => Expr::alt(items.iter().map(of)),
        expr => expr.clone(),
    }
}

/// Collects expressions that cannot be empty, whose texts in any order and number are those of the repeated
/// expression, which can be empty.
fn nonempty<'a>(
    grammar: &'a Resolved,
    expr: &'a Expr<RuleId>,
    nullable: &[bool],
    open: &mut BTreeSet<RuleId>,
    parts: &mut Vec<&'a Expr<RuleId>>,
) {
    if !nullable_expr(expr, nullable) {
        if !parts.contains(&expr) {
            parts.push(expr);
        }
        return;
    }
    match expr {
        // All items of the sequence can be empty.
        Expr::Concat(items) | Expr::Alt(items) => {
            items.iter().for_each(|item| nonempty(grammar, item, nullable, open, parts));
        }
        Expr::Repeat { body, .. } => nonempty(grammar, body, nullable, open, parts),
        // A rule inside of itself adds no texts.
        Expr::Rule(rule) if open.insert(*rule) => {
            nonempty(grammar, &grammar[*rule].expr, nullable, open, parts);
        }
        Expr::Rule(_) | Expr::Empty | Expr::Set(_) | Expr::Prose(_) | Expr::Error => (),
    }
}
