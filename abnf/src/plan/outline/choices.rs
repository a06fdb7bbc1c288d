//! Literals that are chosen from or may be missing inside of a definition, wherever they stand but
//! among the characters of a text: `"and" / "or"` between two rules, `[ "-" ]` before one.
//!
//! Of an option or an alternative that no rule tells, the first literal is such a one, if it stands
//! nowhere else among the alternatives: `"#"` of `u [ "#" *DIGIT ]`.

use super::groups::telling;
use super::literals::{Literal, characters, distinct, literal, literals_of, marks};
use super::sizes::{Size, size};
use super::told_apart::{count, cut};
use crate::grammar::{Expr, RuleId};
use crate::plan::told::MAX_ALTERNATIVES;
use std::collections::{BTreeMap, BTreeSet};

/// What the literals of a definition stand beside.
pub(super) struct Beside<'a> {
    pub(super) sizes: &'a [Size],
    /// The rules that have no types, so that nothing tells whether they are there.
    pub(super) hidden: &'a BTreeSet<RuleId>,
}

/// The definition with rules in place of these literals. `name` makes the rules of a choice, or
/// none.
pub(super) fn with_choices(
    expr: &Expr<RuleId>,
    beside: &Beside<'_>,
    name: &mut impl FnMut(Vec<Literal>) -> Option<Vec<RuleId>>,
) -> Expr<RuleId> {
    // What repeats as the whole of a definition, or beside characters alone, is a text.
    let runs = if telling(expr, beside.sizes).is_empty() { Runs::Characters } else { Runs::Lists };
    Scope { beside, runs, name }.visit(expr)
}

/// What literals are that repeat with nothing between them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Runs {
    Characters,
    Lists,
}

/// Whether one of several alternatives is always there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    Certain,
    Optional,
}

struct Scope<'a, N> {
    beside: &'a Beside<'a>,
    runs: Runs,
    name: &'a mut N,
}

impl<N: FnMut(Vec<Literal>) -> Option<Vec<RuleId>>> Scope<'_, N> {
    fn visit(&mut self, expr: &Expr<RuleId>) -> Expr<RuleId> {
        if let Some(literals) = choice(expr) {
            return self.named(expr, literals);
        }
        match expr {
            Expr::Concat(items) => self.in_order(items),
            Expr::Alt(items) => self.alternatives(items, Presence::Certain),
            Expr::Repeat { min: 0, max: Some(1), body } => {
                let items = match &**body {
                    Expr::Alt(items) => items,
                    one => std::slice::from_ref(one),
                };
                Expr::option(self.alternatives(items, Presence::Optional))
            }
            Expr::Repeat { min, max, body } if *max == Some(1) || !self.is_run(body) => {
                Expr::repeat(*min, *max, self.visit(body))
            }
            other => other.clone(),
        }
    }

    /// Rules in place of literals that an expression is a choice of, or of one that may be missing.
    fn named(&mut self, expr: &Expr<RuleId>, literals: Vec<Literal>) -> Expr<RuleId> {
        let rules = |rules: Vec<RuleId>| Expr::alt(rules.into_iter().map(Expr::Rule));
        match (expr, (self.name)(literals).map(rules)) {
            (_, None) => expr.clone(),
            (Expr::Repeat { .. }, Some(rule)) => Expr::option(rule),
            (_, Some(rules)) => rules,
        }
    }

    fn in_order(&mut self, items: &[Expr<RuleId>]) -> Expr<RuleId> {
        let each = (0..items.len()).map(|at| {
            let before = at.checked_sub(1).map(|before| &items[before]);
            match digits(items, at) {
                Some(digits) => self.named(&items[at], digits),
                None if before.is_some_and(|it| self.goes_on(it, &items[at])) => items[at].clone(),
                None => self.visit(&items[at]),
            }
        });
        Expr::concat(each.collect::<Vec<_>>())
    }

    /// Alternatives with rules in place of literals that stand alone, and of the first literal of
    /// those that nothing else tells. A single one is told if nothing tells the others.
    fn alternatives(&mut self, items: &[Expr<RuleId>], presence: Presence) -> Expr<RuleId> {
        let alone = |item: &Expr<RuleId>| literals_of(item).filter(|all| tell(all));
        let mut counts = BTreeMap::new();
        items.iter().for_each(|item| count(item, &mut counts));
        let mark = |item: &Expr<RuleId>| {
            let is_told = literals_of(item).is_some() || self.is_certain(item);
            if is_told { None } else { mark(item, &counts) }
        };
        let marks: Vec<Option<Literal>> = items.iter().map(mark).collect();
        let all = items.iter().zip(&marks).flat_map(|(item, mark)| match alone(item) {
            Some(literals) => literals,
            None => mark.iter().cloned().collect(),
        });
        let all = distinct(all);
        let others = items.iter().filter(|item| literals_of(item).is_none());
        let is_class = others.clone().any(|item| self.is_character(item));
        let is_number = all.iter().all(Literal::is_number);
        let is_longer = all.iter().any(|literal| size(&literal.expr, &[]).longest > 1);
        let is_class = is_class && (is_number || !is_longer);
        // Where nothing tells what is there, it is the only alternative that nothing tells.
        let untold = items.iter().zip(&marks).filter(|(item, mark)| {
            literals_of(item).is_none() && mark.is_none() && !self.is_certain(item)
        });
        let untold = all.len() + untold.count() + usize::from(presence == Presence::Optional);
        let adds =
            !is_class && 1 < untold && (presence == Presence::Optional || others.count() > 0);
        let named: BTreeMap<Expr<RuleId>, RuleId> = if adds && tell(&all) {
            let exprs: Vec<_> = all.iter().map(|literal| literal.expr.clone()).collect();
            exprs.into_iter().zip((self.name)(all).unwrap_or_default()).collect()
        } else {
            BTreeMap::new()
        };
        let each = items.iter().zip(marks).flat_map(|(item, mark)| {
            let rule = |literal: &Literal| Some(Expr::Rule(*named.get(&literal.expr)?));
            match (literals_of(item), mark) {
                (Some(literals), _) => {
                    let rules: Option<Vec<_>> = literals.iter().map(rule).collect();
                    rules.unwrap_or_else(|| vec![item.clone()])
                }
                (None, Some(mark)) => {
                    let made = match rule(&mark) {
                        Some(rule) => with_mark(item, &mark, &rule),
                        None => item.clone(),
                    };
                    vec![self.visit(&made)]
                }
                (None, None) => vec![self.visit(item)],
            }
        });
        Expr::alt(each.collect::<Vec<_>>())
    }

    /// Whether every text of an expression has a rule that tells something, or one of several
    /// literals.
    fn is_certain(&self, item: &Expr<RuleId>) -> bool {
        match item {
            Expr::Rule(rule) => {
                let size = self.beside.sizes.get(rule.index());
                size.is_none_or(|size| size.tells()) && !self.beside.hidden.contains(rule)
            }
            // Which of its literals is there is told.
            Expr::Alt(_) | Expr::Set(_) if choice(item).is_some() => true,
            Expr::Concat(items) => items.iter().any(|item| self.is_certain(item)),
            Expr::Alt(items) => items.iter().all(|item| self.is_certain(item)),
            Expr::Repeat { min: 1.., body, .. } => self.is_certain(body),
            _ => false,
        }
    }

    /// Whether what repeats is the characters of a text: nothing stands between them.
    fn is_run(&self, body: &Expr<RuleId>) -> bool {
        match body {
            Expr::Concat(_) => literal(body).is_some(),
            _ if choice(body).is_some() => self.runs == Runs::Characters,
            Expr::Alt(items) => items.iter().any(|item| self.is_character(item)),
            _ => true,
        }
    }

    fn is_character(&self, item: &Expr<RuleId>) -> bool {
        match item {
            Expr::Set(_) => true,
            // The rule of a literal is a new one.
            Expr::Rule(rule) => {
                let size = self.beside.sizes.get(rule.index());
                size.is_some_and(|size| size.longest < 2 && !size.tells())
            }
            _ => false,
        }
    }

    /// Whether an option is a mark and characters that go on with those before it, as the fraction
    /// of a number does.
    fn goes_on(&self, before: &Expr<RuleId>, item: &Expr<RuleId>) -> bool {
        let Expr::Repeat { min: 0, max: Some(1), body } = item else { return false };
        let is_text = |item: &Expr<RuleId>| match item {
            Expr::Repeat { body, .. } => self.is_character(body),
            other => self.is_character(other),
        };
        let is_longer = matches!(&**body, Expr::Concat(items) if items.iter().all(is_text));
        is_longer && literal(body).is_none() && self.ends_in_character(before)
    }

    fn ends_in_character(&self, expr: &Expr<RuleId>) -> bool {
        match expr {
            Expr::Concat(items) => items.last().is_some_and(|last| self.ends_in_character(last)),
            Expr::Alt(items) => items.iter().all(|item| self.ends_in_character(item)),
            Expr::Repeat { body, .. } => self.ends_in_character(body),
            Expr::Set(_) => literal(expr).is_none_or(|literal| literal.is_number()),
            other => self.is_character(other),
        }
    }
}

/// The first literal of an alternative that every text of it has and no other place of the
/// alternatives, if it is more than white space and no number.
fn mark(item: &Expr<RuleId>, counts: &BTreeMap<String, usize>) -> Option<Literal> {
    let is_mark = |literal: &Literal| {
        let is_blank = size(&literal.expr, &[]).is_blank;
        !is_blank && !literal.is_number() && counts.get(&literal.text) == Some(&1)
    };
    match item {
        Expr::Concat(_) => cut(item).literals.into_values().find(is_mark),
        _ => None,
    }
}

/// The alternative with a rule in place of its mark.
fn with_mark(item: &Expr<RuleId>, mark: &Literal, rule: &Expr<RuleId>) -> Expr<RuleId> {
    let mut cut = cut(item);
    let mut made = Vec::new();
    for at in 0..=cut.rest.len() {
        if let Some(literal) = cut.literals.remove(&at) {
            made.push(if literal == *mark { rule.clone() } else { literal.expr });
        }
        made.extend(cut.rest.get(at).cloned());
    }
    Expr::concat(made)
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
