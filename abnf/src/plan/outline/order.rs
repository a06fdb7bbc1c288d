//! Whether literals that occur several times in a text say by their order where each stands.
//!
//! In `n *( ( "," / "|" ) n )` the second mark stands before the third `n`. In
//! `*( [ "+" / "-" ] n )` the second sign may stand before any `n` but the first: a list of them
//! would say less than the text.

use super::sizes::Size;
use crate::grammar::{Expr, RuleId};
use crate::plan::told::Order;
use std::collections::{BTreeMap, BTreeSet};

/// Of these literals in a definition. Linear in the definition, for each level of nesting.
pub(super) fn order(expr: &Expr<RuleId>, literals: &[RuleId], sizes: &[Size]) -> Order {
    let scope = Scope { uses: uses(expr), literals, sizes };
    if scope.are_certain(scope.only_place(expr)) { Order::Told } else { Order::Lost }
}

struct Scope<'a> {
    /// How often the definition uses each rule.
    uses: BTreeMap<RuleId, usize>,
    literals: &'a [RuleId],
    sizes: &'a [Size],
}

impl Scope<'_> {
    /// What holds all of the literals and is there once at most: one of them says that it is.
    fn only_place<'a>(&self, expr: &'a Expr<RuleId>) -> &'a Expr<RuleId> {
        match expr {
            Expr::Concat(items) | Expr::Alt(items) => {
                let mut with = items.iter().filter(|item| self.has_any(item));
                match (with.next(), with.next()) {
                    (Some(only), None) => self.only_place(only),
                    _ => expr,
                }
            }
            Expr::Repeat { max: Some(1), body, .. } => self.only_place(body),
            other => other,
        }
    }

    /// Whether it is known where literals stand as soon as it is known where this stands.
    fn are_certain(&self, expr: &Expr<RuleId>) -> bool {
        match expr {
            Expr::Concat(items) => items.iter().all(|item| self.are_certain(item)),
            Expr::Alt(items) => {
                let is_choice = |item: &Expr<RuleId>| match item {
                    Expr::Rule(rule) => self.literals.contains(rule),
                    _ => false,
                };
                items.iter().all(is_choice) || self.are_apart(items)
            }
            Expr::Repeat { max: Some(1), body, .. } => {
                let own = uses(body);
                let is_sign = |rule: &RuleId| own.get(rule) == self.uses.get(rule);
                let is_told = || self.others(body).iter().any(is_sign);
                !self.has_any(body) || self.are_certain(body) && is_told()
            }
            Expr::Repeat { body, .. } => self.are_certain(body),
            _ => true,
        }
    }

    /// Whether other rules say whether an alternative has one of the literals.
    fn are_apart(&self, items: &[Expr<RuleId>]) -> bool {
        let (with, without): (Vec<_>, Vec<_>) = items.iter().partition(|item| self.has_any(item));
        if without.is_empty() {
            return with.iter().all(|item| self.are_certain(item));
        }
        let mut own = BTreeMap::new();
        items.iter().for_each(|item| add_uses(item, &mut own));
        let signs = |item: &Expr<RuleId>| -> BTreeSet<RuleId> {
            let others = self.others(item).into_iter();
            others.filter(|rule| own.get(rule) == self.uses.get(rule)).collect()
        };
        let without: BTreeSet<_> = without.into_iter().map(signs).collect();
        with.iter().all(|item| {
            let others = signs(item);
            self.are_certain(item) && !others.is_empty() && !without.contains(&others)
        })
    }

    fn has_any(&self, expr: &Expr<RuleId>) -> bool {
        let mut found = false;
        expr.walk(&mut |expr| {
            found |= matches!(expr, Expr::Rule(rule) if self.literals.contains(rule));
        });
        found
    }

    /// The other rules that every text of an expression has and that tell something.
    fn others(&self, expr: &Expr<RuleId>) -> BTreeSet<RuleId> {
        match expr {
            Expr::Rule(rule) if self.literals.contains(rule) => BTreeSet::new(),
            Expr::Rule(rule) if self.sizes[rule.index()].tells() => BTreeSet::from([*rule]),
            Expr::Concat(items) => items.iter().flat_map(|item| self.others(item)).collect(),
            Expr::Repeat { min: 1.., body, .. } => self.others(body),
            _ => BTreeSet::new(),
        }
    }
}

fn uses(expr: &Expr<RuleId>) -> BTreeMap<RuleId, usize> {
    let mut uses = BTreeMap::new();
    add_uses(expr, &mut uses);
    uses
}

fn add_uses(expr: &Expr<RuleId>, uses: &mut BTreeMap<RuleId, usize>) {
    expr.walk(&mut |expr| {
        if let Expr::Rule(rule) = expr {
            *uses.entry(*rule).or_default() += 1;
        }
    });
}
