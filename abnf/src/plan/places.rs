//! Which of several equal literals of a definition an accessor tells, for its documentation: the
//! rules of parts to [`Place`]s.
//!
//! In `[ "-" ] u [ "-" ] v` each `"-"` has an accessor. The definition is shown beside the accessors,
//! so that to count there says which is meant.

use super::outline::{Literal, literal};
use super::told::{Among, Place};
use crate::grammar::{Expr, Resolved, RuleId, ValueSet};
use std::collections::{BTreeMap, BTreeSet};

/// The places of parts in the definition of a rule; none where a part has other rules than literals,
/// or where no other literal is like it. Linear in the definition, for each part.
pub(super) fn places(
    grammar: &Resolved,
    groups: &BTreeMap<RuleId, RuleId>,
    literals: &BTreeMap<RuleId, Literal>,
    rule: RuleId,
    parts: &[&[RuleId]],
) -> Vec<Option<Place>> {
    let mut scope = Scope { grammar, groups, literals, spots: Vec::new(), hidden: Vec::new() };
    let is_of_literals = |rules: &[RuleId]| rules.iter().all(|rule| literals.contains_key(rule));
    if parts.iter().any(|rules| is_of_literals(rules)) {
        scope.visit(&grammar[rule].expr);
    }
    let texts = |rules: &[RuleId]| -> BTreeSet<&str> {
        rules.iter().map(|rule| &*literals[rule].text).collect()
    };
    let place = |rules: &&[RuleId]| {
        if !is_of_literals(rules) {
            return None;
        }
        if let [only] = **rules
            && let Some(place) = scope.in_definition(only)
        {
            return Some(place).filter(|place| place.indices.len() < place.count);
        }
        let is_like = |other: &&&[RuleId]| is_of_literals(other) && texts(other) == texts(rules);
        let mut like: Vec<&&[RuleId]> = parts.iter().filter(is_like).collect();
        like.sort_by_key(|rules| {
            let is_own = |spot: &Spot| spot.rule.is_some_and(|rule| rules.contains(&rule));
            scope.spots.iter().position(is_own)
        });
        let index = like.iter().position(|other| *other == rules)?;
        let place = Place { among: Among::Accessors, indices: vec![index], count: like.len() };
        Some(place).filter(|place| 1 < place.count)
    };
    parts.iter().map(place).collect()
}

/// A literal of a definition.
struct Spot {
    expr: Expr<RuleId>,
    /// Its rule, if it has one.
    rule: Option<RuleId>,
}

struct Scope<'a> {
    grammar: &'a Resolved,
    groups: &'a BTreeMap<RuleId, RuleId>,
    literals: &'a BTreeMap<RuleId, Literal>,
    /// In the order of the definition.
    spots: Vec<Spot>,
    /// The sets that may have been written with characters in them.
    hidden: Vec<ValueSet>,
}

impl Scope<'_> {
    fn visit(&mut self, expr: &Expr<RuleId>) {
        match expr {
            Expr::Concat(items) => {
                let is_literal = |item: &Expr<RuleId>| literal(item).is_some();
                for run in items.chunk_by(|one, other| is_literal(one) && is_literal(other)) {
                    match literal(&Expr::concat(run.iter().cloned())) {
                        Some(literal) => self.spots.push(Spot { expr: literal.expr, rule: None }),
                        None => run.iter().for_each(|item| self.visit(item)),
                    }
                }
            }
            Expr::Alt(items) => items.iter().for_each(|item| self.visit(item)),
            Expr::Repeat { body, .. } => self.visit(body),
            Expr::Set(set) => {
                for one in set.alternatives() {
                    let expr = Expr::Set(one.clone());
                    match literal(&expr) {
                        Some(_) => self.spots.push(Spot { expr, rule: None }),
                        None => self.hidden.push(one.clone()),
                    }
                }
            }
            // The definition is shown with what its groups are.
            Expr::Rule(rule) if self.groups.contains_key(rule) => {
                let grammar = self.grammar;
                self.visit(&grammar[*rule].expr);
            }
            Expr::Rule(rule) => {
                if let Some(literal) = self.literals.get(rule) {
                    let expr = literal.expr.clone();
                    self.spots.push(Spot { expr, rule: Some(*rule) });
                }
            }
            Expr::Empty | Expr::Prose(_) | Expr::Error => {}
        }
    }

    /// Where the definition has a literal, unless others may be written in it that are not seen: in
    /// ranges, or beside each other.
    fn in_definition(&self, rule: RuleId) -> Option<Place> {
        let expr = &self.literals[&rule].expr;
        let own = characters(expr);
        let is_inside = |spot: &Spot| {
            let all = characters(&spot.expr);
            own.len() < all.len() && all.windows(own.len()).any(|window| window == own)
        };
        let is_hidden = |set: &ValueSet| match own {
            [Expr::Set(one)] => set.union(one) == *set,
            _ => false,
        };
        if self.spots.iter().any(is_inside) || self.hidden.iter().any(is_hidden) {
            return None;
        }
        let like: Vec<&Spot> = self.spots.iter().filter(|spot| spot.expr == *expr).collect();
        let indices = (0..like.len()).filter(|&index| like[index].rule == Some(rule)).collect();
        Some(Place { among: Among::Definition, indices, count: like.len() })
    }
}

/// The characters of a literal.
fn characters(literal: &Expr<RuleId>) -> &[Expr<RuleId>] {
    match literal {
        Expr::Concat(items) => items,
        one => std::slice::from_ref(one),
    }
}
