//! Literals that are chosen from or may be missing inside of a definition, wherever they stand but
//! among the characters of a text: `"and" / "or"` between two rules, `[ "-" ]` before one.

use super::literals::{
    Literal, MAX_ALTERNATIVES, characters, distinct, literal, literals_of, marks,
};
use super::sizes::{Size, size};
use crate::grammar::{Expr, RuleId};
use std::collections::BTreeMap;

/// The definition with rules in place of these literals. `name` makes the rules of a choice, or
/// none.
pub(super) fn with_choices(
    expr: &Expr<RuleId>,
    sizes: &[Size],
    name: &mut impl FnMut(Vec<Literal>) -> Option<Vec<RuleId>>,
) -> Expr<RuleId> {
    if let Some(literals) = choice(expr) {
        return named(expr, literals, name);
    }
    match expr {
        Expr::Concat(items) => {
            let each = (0..items.len()).map(|at| match digits(items, at) {
                Some(digits) => named(&items[at], digits, name),
                None => with_choices(&items[at], sizes, name),
            });
            Expr::concat(each.collect::<Vec<_>>())
        }
        Expr::Alt(items) => beside_others(items, sizes, name),
        Expr::Repeat { min, max, body } if *max == Some(1) || !is_run(body, sizes) => {
            Expr::repeat(*min, *max, with_choices(body, sizes, name))
        }
        other => other.clone(),
    }
}

/// Rules in place of literals that an expression is a choice of, or of one that may be missing.
fn named(
    expr: &Expr<RuleId>,
    literals: Vec<Literal>,
    name: &mut impl FnMut(Vec<Literal>) -> Option<Vec<RuleId>>,
) -> Expr<RuleId> {
    let rules = |rules: Vec<RuleId>| Expr::alt(rules.into_iter().map(Expr::Rule));
    match (expr, name(literals).map(rules)) {
        (_, None) => expr.clone(),
        (Expr::Repeat { .. }, Some(rule)) => Expr::option(rule),
        (_, Some(rules)) => rules,
    }
}

/// The digits that one of several items is a choice of, if it is no part of a number: literals
/// without a digit beside it stand on one side at least, and nothing else stands on the other.
fn digits(items: &[Expr<RuleId>], at: usize) -> Option<Vec<Literal>> {
    let digits = match &items[at] {
        Expr::Set(set) => characters(set)?,
        _ => return None,
    };
    let before = at.checked_sub(1).map(|before| literal(&items[before]));
    let sides = [before, items.get(at + 1).map(literal)];
    let is_mark =
        |side: &Option<Literal>| side.as_ref().is_some_and(|literal| !literal.is_number());
    let is_apart = sides.iter().flatten().all(is_mark) && sides.iter().any(Option::is_some);
    let is_choice = 1 < digits.len() && digits.iter().all(Literal::is_number);
    (is_choice && is_apart).then_some(digits)
}

/// The same of alternatives, several of which may be literals. A single one is told if nothing
/// tells the others.
fn beside_others(
    items: &[Expr<RuleId>],
    sizes: &[Size],
    name: &mut impl FnMut(Vec<Literal>) -> Option<Vec<RuleId>>,
) -> Expr<RuleId> {
    let all = distinct(items.iter().filter_map(literals_of).flatten());
    let others: Vec<_> = items.iter().filter(|item| literals_of(item).is_none()).collect();
    let is_class = others.iter().any(|item| is_character(item, sizes));
    // If all others tell something, the literal is there where they tell nothing.
    let are_told = others.iter().all(|item| is_certain(item, sizes));
    let is_number = all.iter().all(Literal::is_number);
    let is_longer = all.iter().any(|literal| size(&literal.expr, sizes).longest > 1);
    let is_class = is_class && (is_number || !is_longer);
    let adds = !others.is_empty() && !is_class && (1 < all.len() || !are_told);
    let named: BTreeMap<Expr<RuleId>, RuleId> = if adds && tell(&all) {
        let exprs: Vec<_> = all.iter().map(|literal| literal.expr.clone()).collect();
        exprs.into_iter().zip(name(all).unwrap_or_default()).collect()
    } else {
        BTreeMap::new()
    };
    Expr::alt(items.iter().flat_map(|item| match literals_of(item) {
        Some(literals) if !named.is_empty() => {
            literals.iter().map(|literal| Expr::Rule(named[&literal.expr])).collect()
        }
        Some(_) => vec![item.clone()],
        None => vec![with_choices(item, sizes, name)],
    }))
}

/// Whether every text of an expression has a rule that tells something.
fn is_certain(item: &Expr<RuleId>, sizes: &[Size]) -> bool {
    match item {
        Expr::Rule(rule) => sizes[rule.index()].tells(),
        Expr::Concat(items) => items.iter().any(|item| is_certain(item, sizes)),
        Expr::Alt(items) => items.iter().all(|item| is_certain(item, sizes)),
        Expr::Repeat { min: 1.., body, .. } => is_certain(body, sizes),
        _ => false,
    }
}

/// Whether what repeats is the characters of a text: nothing stands between them.
fn is_run(body: &Expr<RuleId>, sizes: &[Size]) -> bool {
    match body {
        Expr::Concat(_) => false,
        Expr::Alt(items) => {
            choice(body).is_some() || items.iter().any(|item| is_character(item, sizes))
        }
        _ => true,
    }
}

fn is_character(item: &Expr<RuleId>, sizes: &[Size]) -> bool {
    match item {
        Expr::Set(_) => true,
        Expr::Rule(rule) => sizes[rule.index()].longest < 2 && !sizes[rule.index()].tells(),
        _ => false,
    }
}

/// The literals of which an expression is one, if it is two or more, or one that may be missing.
fn choice(expr: &Expr<RuleId>) -> Option<Vec<Literal>> {
    let (literals, fewest) = match expr {
        Expr::Repeat { min: 0, max: Some(1), body } => (vec![literal(body)?], 1),
        Expr::Alt(items) => {
            (items.iter().map(literals_of).collect::<Option<Vec<_>>>()?.concat(), 2)
        }
        Expr::Set(set) => (marks(set)?, 2),
        _ => return None,
    };
    let literals = distinct(literals);
    (tell(&literals) && fewest <= literals.len()).then_some(literals)
}

/// Whether which of these literals a text has tells something, and an enum can say it.
fn tell(literals: &[Literal]) -> bool {
    // A literal uses no rule.
    let is_blank = |literal: &Literal| size(&literal.expr, &[]).is_blank;
    literals.len() <= MAX_ALTERNATIVES && !literals.iter().all(is_blank)
}
