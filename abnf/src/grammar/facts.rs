//! Computes facts about all rules of a grammar as least fixed points: the fact about a rule follows
//! from the facts about the rules that it uses.

use super::{Expr, Resolved, ResolvedRule, RuleId, ValueSet};
use std::collections::VecDeque;

/// Returns for each rule whether it derives any text. Prose values and rules with errors
/// count as deriving some. A filter leaves at least one text.
pub fn productive(rules: &Resolved) -> Vec<bool> {
    least(rules, &false, |rule, known| rule.expr.has_error() || productive_expr(&rule.expr, known))
}

/// Returns for each rule whether it derives the empty text. Prose values count as not
/// deriving it.
pub fn nullable(rules: &Resolved) -> Vec<bool> {
    least(rules, &false, |rule, known| {
        let is_left = rule.filter.as_ref().is_none_or(|filter| filter.accepts_empty_text());
        is_left && nullable_expr(&rule.expr, known)
    })
}

/// Returns for each rule whether it needs prose or an erroneous element, so that its language is
/// unknown.
pub fn unclear(rules: &Resolved) -> Vec<bool> {
    least(rules, &false, |rule, known| {
        let mut unclear = false;
        rule.expr.walk(&mut |expr| {
            unclear |= match expr {
                Expr::Prose(_) | Expr::Error => true,
                Expr::Rule(id) => known[id.index()],
                _ => false,
            };
        });
        unclear
    })
}

/// Returns the set of values of each rule that derives only single values; `None` for other
/// rules, and for sets of more than 256 ranges. Does not read filters.
pub fn value_sets(rules: &Resolved) -> Vec<Option<ValueSet>> {
    least(rules, &None, |rule, known| value_set(&rule.expr, known))
}

/// As [`productive`], for an expression over rules with known results.
pub fn productive_expr(expr: &Expr<RuleId>, known: &[bool]) -> bool {
    match expr {
        Expr::Empty | Expr::Set(_) | Expr::Prose(_) | Expr::Error => true,
        Expr::Rule(id) => known[id.index()],
        Expr::Concat(items) => items.iter().all(|item| productive_expr(item, known)),
        Expr::Alt(items) => items.iter().any(|item| productive_expr(item, known)),
        Expr::Repeat { min, body, .. } => *min == 0 || productive_expr(body, known),
    }
}

/// As [`nullable`], for an expression over rules with known results.
pub fn nullable_expr(expr: &Expr<RuleId>, known: &[bool]) -> bool {
    match expr {
        Expr::Empty => true,
        Expr::Set(_) | Expr::Prose(_) | Expr::Error => false,
        Expr::Rule(id) => known[id.index()],
        Expr::Concat(items) => items.iter().all(|item| nullable_expr(item, known)),
        Expr::Alt(items) => items.iter().any(|item| nullable_expr(item, known)),
        Expr::Repeat { min, body, .. } => *min == 0 || nullable_expr(body, known),
    }
}

/// As [`value_sets`], for an expression over rules with known results.
pub fn value_set(expr: &Expr<RuleId>, known: &[Option<ValueSet>]) -> Option<ValueSet> {
    const MAX_RANGES: usize = 256;
    let set = match expr {
        Expr::Set(set) => set.clone(),
        Expr::Rule(id) => known[id.index()].clone()?,
        Expr::Alt(items) => {
            let mut ranges = Vec::new();
            for item in items {
                ranges.extend_from_slice(value_set(item, known)?.ranges());
            }
            ValueSet::new(ranges)
        }
        Expr::Empty | Expr::Concat(_) | Expr::Repeat { .. } | Expr::Prose(_) | Expr::Error => {
            return None;
        }
    };
    (set.ranges().len() <= MAX_RANGES).then_some(set)
}

/// Returns for each rule the rules that it can begin with, without a value before them,
/// in ascending order, each once. `nullable` is the result of [`nullable`].
pub fn begins_with(rules: &Resolved, nullable: &[bool]) -> Vec<Vec<usize>> {
    fn firsts(expr: &Expr<RuleId>, nullable: &[bool], found: &mut Vec<usize>) {
        match expr {
            Expr::Rule(rule) => found.push(rule.index()),
            Expr::Alt(items) => items.iter().for_each(|item| firsts(item, nullable, found)),
            Expr::Repeat { body, .. } => firsts(body, nullable, found),
            Expr::Concat(items) => {
                for item in items {
                    firsts(item, nullable, found);
                    if !nullable_expr(item, nullable) {
                        break;
                    }
                }
            }
            Expr::Empty | Expr::Set(_) | Expr::Prose(_) | Expr::Error => (),
        }
    }
    let all = rules.rules().map(|(_, rule)| {
        let mut found = Vec::new();
        firsts(&rule.expr, nullable, &mut found);
        found.sort_unstable();
        found.dedup();
        found
    });
    all.collect()
}

/// Returns the least solution of "the value of a rule is `eval` of its definition",
/// starting from `bottom`; `eval` must be monotone.
fn least<T: Clone + PartialEq>(
    rules: &Resolved,
    bottom: &T,
    eval: impl Fn(&ResolvedRule, &[T]) -> T,
) -> Vec<T> {
    let uses = uses(rules);
    let mut used_by = vec![Vec::new(); uses.len()];
    for (user, uses) in uses.iter().enumerate() {
        for used in uses {
            used_by[used.index()].push(user);
        }
    }
    let mut values = vec![bottom.clone(); uses.len()];
    // In post-order, most rules are evaluated once.
    let mut queue: VecDeque<usize> = post_order(&uses).into();
    let mut queued = vec![true; uses.len()];
    while let Some(rule) = queue.pop_front() {
        queued[rule] = false;
        let value = eval(&rules.rules[rule], &values);
        if value != values[rule] {
            values[rule] = value;
            for &user in &used_by[rule] {
                if !std::mem::replace(&mut queued[user], true) {
                    queue.push_back(user);
                }
            }
        }
    }
    values
}

/// Returns for each rule the rules in its definition, in ascending order, each once.
pub fn uses(rules: &Resolved) -> Vec<Vec<RuleId>> {
    rules
        .rules()
        .map(|(_, rule)| {
            let mut uses = Vec::new();
            rule.expr.walk(&mut |expr| {
                if let Expr::Rule(id) = expr {
                    uses.push(*id);
                }
            });
            uses.sort_unstable();
            uses.dedup();
            uses
        })
        .collect()
}

fn post_order(uses: &[Vec<RuleId>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(uses.len());
    let mut seen = vec![false; uses.len()];
    for start in 0..uses.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut stack = vec![(start, uses[start].iter())];
        while let Some((rule, rest)) = stack.last_mut() {
            match rest.next() {
                Some(used) if !std::mem::replace(&mut seen[used.index()], true) => {
                    stack.push((used.index(), uses[used.index()].iter()));
                }
                Some(_) => {}
                None => {
                    order.push(*rule);
                    stack.pop();
                }
            }
        }
    }
    order
}
