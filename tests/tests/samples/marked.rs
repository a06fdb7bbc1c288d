//! Grammars of the texts that have a derivation which uses a certain point.
//!
//! Each rule gets a second rule for the texts of its derivations that use the point:
//! one item of a concatenation uses it, or one alternative, or one item of a repetition.

use abnfc::grammar::{Expr, Resolved, RuleId, ValueSet};
use std::collections::BTreeSet;
use std::ptr;

/// Something that a derivation can use.
#[derive(Clone, Debug)]
pub(crate) struct Point<'a> {
    whole: &'a Expr<RuleId>,
    /// The expression in its place.
    used: Expr<RuleId>,
}

/// Everything that derivations of a rule can use.
pub(crate) fn points(grammar: &Resolved, rule: RuleId) -> Vec<Point<'_>> {
    let mut points = Vec::new();
    let mut seen = BTreeSet::new();
    let mut open = vec![rule];
    while let Some(rule) = open.pop() {
        if seen.insert(rule) {
            of_expr(&grammar[rule].expr, &mut points, &mut open);
        }
    }
    points
}

fn of_expr<'a>(whole: &'a Expr<RuleId>, points: &mut Vec<Point<'a>>, open: &mut Vec<RuleId>) {
    let mut add = |used| points.push(Point { whole, used });
    match whole {
        Expr::Empty => (),
        Expr::Set(set) => {
            let ends = set.ranges().iter().flat_map(|&(low, high)| [low, high]);
            let ends: BTreeSet<u32> = ends.collect();
            ends.into_iter().for_each(|value| add(Expr::Set(ValueSet::single(value))));
        }
        Expr::Rule(rule) => open.push(*rule),
        Expr::Concat(items) => items.iter().for_each(|item| of_expr(item, points, open)),
        Expr::Alt(items) => {
            items.iter().for_each(|item| add(item.clone()));
            items.iter().for_each(|item| of_expr(item, points, open));
        }
        Expr::Repeat { min, max, body } => {
            let repeat = |min, max| match max {
                Some(0) => Expr::Empty,
                max => Expr::repeat(min, max, (**body).clone()),
            };
            add(repeat(*min, Some(*min)));
            let most = max.unwrap_or((*min + 1).max(2));
            if *min < most {
                add(repeat(most, *max));
            }
            of_expr(body, points, open);
        }
        Expr::Prose(_) | Expr::Error => panic!("the rule has a language"),
    }
}

/// The grammar with a rule for the texts that use a point, and that rule.
pub(crate) fn marked(grammar: &Resolved, rule: RuleId, point: &Point<'_>) -> (Resolved, RuleId) {
    let count = u32::try_from(grammar.rules().len()).expect("rules are few");
    let second = |rule: RuleId| RuleId::from_index(u32::try_from(rule.index()).unwrap() + count);
    let names: Vec<String> = (0..2 * count).map(|i| format!("r{i}")).collect();
    let own = grammar.rules().map(|(_, rule)| rule.expr.clone());
    let using = grammar.rules().map(|(id, rule)| {
        // The rule has no text if nothing in it uses the point.
        using(&rule.expr, point, &second).unwrap_or(Expr::Rule(second(id)))
    });
    let rules = names.iter().map(String::as_str).zip(own.chain(using));
    (Resolved::from_rules(grammar.encoding, rules), second(rule))
}

/// Returns the expression for the texts that use the point; `None` if there are none.
fn using(
    expr: &Expr<RuleId>,
    point: &Point<'_>,
    second: &impl Fn(RuleId) -> RuleId,
) -> Option<Expr<RuleId>> {
    let inside = match expr {
        Expr::Empty | Expr::Set(_) | Expr::Prose(_) | Expr::Error => None,
        Expr::Rule(rule) => Some(Expr::Rule(second(*rule))),
        Expr::Concat(items) => any((0..items.len()).map(|at| {
            let item = using(&items[at], point, second)?;
            let others = |range: std::ops::Range<usize>| items[range].iter().cloned();
            Some(Expr::concat(others(0..at).chain([item]).chain(others(at + 1..items.len()))))
        })),
        Expr::Alt(items) => any(items.iter().map(|item| using(item, point, second))),
        Expr::Repeat { min, max, body } => using(body, point, second).and_then(|one| {
            let before = max.map_or(*min, |max| max - 1);
            any((0..=before).map(|before| {
                let least = min.saturating_sub(before + 1);
                let most = max.map(|max| max - 1 - before);
                let repeat = |min, max| match max {
                    Some(0) => Expr::Empty,
                    max => Expr::repeat(min, max, (**body).clone()),
                };
                // Without an upper bound, any number of items precedes the last one.
                let is_open = max.is_none() && before == *min;
                let first = repeat(before, if is_open { None } else { Some(before) });
                Some(Expr::concat([first, one.clone(), repeat(least, most)]))
            }))
        }),
    };
    let here = ptr::eq(expr, point.whole).then(|| point.used.clone());
    any([here, inside])
}

fn any(all: impl IntoIterator<Item = Option<Expr<RuleId>>>) -> Option<Expr<RuleId>> {
    let all: Vec<_> = all.into_iter().flatten().collect();
    (!all.is_empty()).then(|| Expr::alt(all))
}
