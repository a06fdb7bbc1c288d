//! Repetitions of elements that can be empty become repetitions of elements that cannot.
//!
//! If `x` and `y` can be empty, `*( x y )` and `*( x / y )` have the same texts: each text of a sequence is
//! repeated alone. So the body of an unbounded repetition is replaced by its parts that cannot be empty,
//! through all definitions that can be empty as a whole.
//!
//! A bounded repetition needs the texts of its body as they are, without the empty one: `2*3( x y )` is
//! `*3( x' y / y' )`, where `x'` has the texts of `x` that are not empty. If `x` is a rule, `x'` is one too.

use super::MAX_ELEMENTS;
use abnfc::grammar::facts::nullable_expr;
use abnfc::grammar::{Expr, Resolved, RuleId};
use std::collections::{BTreeMap, BTreeSet};

/// Rewrites definitions.
pub(super) struct Loops<'a> {
    grammar: &'a Resolved,
    nullable: &'a [bool],
    /// For each rule that can be empty and is needed without the empty text, the number of the rule for
    /// that.
    without: BTreeMap<RuleId, RuleId>,
    /// The rules whose parts replace a body around the expression.
    open: BTreeSet<RuleId>,
    /// The number of expressions so far.
    count: usize,
}

impl<'a> Loops<'a> {
    pub(super) fn new(grammar: &'a Resolved, nullable: &'a [bool]) -> Self {
        Self { grammar, nullable, without: BTreeMap::new(), open: BTreeSet::new(), count: 0 }
    }

    /// Returns an expression with the same texts, in which nothing that can be empty is repeated. `None` if
    /// there are too many elements.
    pub(super) fn definition(&mut self, expr: &Expr<RuleId>) -> Option<Expr<RuleId>> {
        let made = self.of(expr);
        (self.count <= MAX_ELEMENTS).then_some(made)
    }

    /// Returns the rules that were needed without the empty text: each with its number, the original, and its
    /// definition. `None` if there are too many elements.
    pub(super) fn rest(&mut self) -> Option<Vec<(RuleId, RuleId, Expr<RuleId>)>> {
        let mut made: BTreeMap<RuleId, (RuleId, Expr<RuleId>)> = BTreeMap::new();
        loop {
            let next = self.without.iter().find(|(_, new)| !made.contains_key(new));
            let Some((&rule, &new)) = next else { break };
            // A rule without texts other than the empty one has no number.
            let expr = self.without_empty(&self.grammar[rule].expr).unwrap_or(Expr::Empty);
            if MAX_ELEMENTS < self.count {
                return None;
            }
            made.insert(new, (rule, expr));
        }
        Some(made.into_iter().map(|(new, (rule, expr))| (new, rule, expr)).collect())
    }

    fn of(&mut self, expr: &Expr<RuleId>) -> Expr<RuleId> {
        self.count += 1;
        if MAX_ELEMENTS < self.count {
            return Expr::Empty;
        }
        match expr {
            Expr::Repeat { max, body, .. } if nullable_expr(body, self.nullable) => match max {
                // Any number of parts is enough: the others can be empty.
                None => self.any(body).map_or(Expr::Empty, |body| Expr::repeat(0, None, body)),
                Some(0) => Expr::Empty,
                // An option may be what makes a rule around it empty, so it stays.
                Some(1) => Expr::option(self.of(body)),
                _ => {
                    let body = self.without_empty(body);
                    body.map_or(Expr::Empty, |body| Expr::repeat(0, *max, body))
                }
            },
            Expr::Repeat { min, max, body } => Expr::repeat(*min, *max, self.of(body)),
            Expr::Concat(items) => Expr::concat(items.iter().map(|item| self.of(item))),
            Expr::Alt(items) => {
                let items: Vec<_> = items.iter().map(|item| self.of(item)).collect();
                if items.iter().all(|item| *item == Expr::Empty) {
                    return Expr::Empty;
                }
                Expr::alt(items)
            }
            expr => expr.clone(),
        }
    }

    /// Returns a choice of the parts of an expression that cannot be empty, for unbounded repetitions. `None` if
    /// it has the empty text alone.
    fn any(&mut self, expr: &Expr<RuleId>) -> Option<Expr<RuleId>> {
        let outer = self.open.clone();
        let (parts, open) = self.parts(expr, &outer);
        self.open.extend(open);
        let parts: Vec<_> = parts
            .into_iter()
            .filter_map(|part| match part {
                // Its parts would be written inside of themselves without end.
                Expr::Rule(rule) if outer.contains(rule) => self.without_empty(part),
                part => Some(self.of(part)),
            })
            .collect();
        self.open = outer;
        (!parts.is_empty()).then(|| Expr::alt(parts))
    }

    /// Returns an expression of the texts that are not empty. `None` if there are none.
    fn without_empty(&mut self, expr: &Expr<RuleId>) -> Option<Expr<RuleId>> {
        self.count += 1;
        if MAX_ELEMENTS < self.count {
            return None;
        }
        if !nullable_expr(expr, self.nullable) {
            return Some(self.of(expr));
        }
        match expr {
            Expr::Rule(rule) => {
                if self.parts(expr, &BTreeSet::new()).0.is_empty() {
                    return None;
                }
                let next = self.nullable.len() + self.without.len();
                let next = RuleId::from_index(u32::try_from(next).expect("rules are few"));
                Some(Expr::Rule(*self.without.entry(*rule).or_insert(next)))
            }
            Expr::Repeat { max: None, body, .. } => {
                self.any(body).map(|body| Expr::repeat(1, None, body))
            }
            Expr::Repeat { max, body, .. } => {
                self.without_empty(body).map(|body| Expr::repeat(1, *max, body))
            }
            Expr::Alt(items) => {
                let items: Vec<_> =
                    items.iter().filter_map(|item| self.without_empty(item)).collect();
                (!items.is_empty()).then(|| Expr::alt(items))
            }
            // One of the items, which can all be empty, is the first that is not.
            Expr::Concat(items) => {
                let (mut firsts, mut rest, mut size) = (Vec::new(), Expr::Empty, 0);
                for item in items.iter().rev() {
                    if let Some(first) = self.without_empty(item) {
                        self.count += size;
                        firsts.push(Expr::concat([first, rest.clone()]));
                    }
                    let before = self.count;
                    rest = Expr::concat([self.of(item), rest]);
                    size += self.count - before;
                    if MAX_ELEMENTS < self.count {
                        return None;
                    }
                }
                firsts.reverse();
                (!firsts.is_empty()).then(|| Expr::alt(firsts))
            }
            Expr::Empty | Expr::Set(_) | Expr::Prose(_) | Expr::Error => None,
        }
    }

    /// Returns the parts of an expression, and the rules from which they are.
    fn parts<'e>(
        &self,
        expr: &'e Expr<RuleId>,
        outer: &BTreeSet<RuleId>,
    ) -> (Vec<&'e Expr<RuleId>>, BTreeSet<RuleId>)
    where
        'a: 'e,
    {
        let mut parts = Parts {
            grammar: self.grammar,
            nullable: self.nullable,
            outer,
            found: Vec::new(),
            open: BTreeSet::new(),
        };
        parts.add(expr);
        (parts.found, parts.open)
    }
}

struct Parts<'e, 'o> {
    grammar: &'e Resolved,
    nullable: &'o [bool],
    /// Rules that are parts as a whole.
    outer: &'o BTreeSet<RuleId>,
    found: Vec<&'e Expr<RuleId>>,
    open: BTreeSet<RuleId>,
}

impl<'e> Parts<'e, '_> {
    /// Collects expressions whose texts in any order and number are those of the repeated expression, which can
    /// be empty. They cannot be empty, except for rules of `outer`.
    fn add(&mut self, expr: &'e Expr<RuleId>) {
        let is_outer = matches!(expr, Expr::Rule(rule) if self.outer.contains(rule));
        if is_outer || !nullable_expr(expr, self.nullable) {
            if !self.found.contains(&expr) {
                self.found.push(expr);
            }
            return;
        }
        match expr {
            // All items of the sequence can be empty.
            Expr::Concat(items) | Expr::Alt(items) => items.iter().for_each(|item| self.add(item)),
            Expr::Repeat { body, .. } => self.add(body),
            // A rule inside of itself adds no texts.
            Expr::Rule(rule) if self.open.insert(*rule) => self.add(&self.grammar[*rule].expr),
            Expr::Rule(_) | Expr::Empty | Expr::Set(_) | Expr::Prose(_) | Expr::Error => (),
        }
    }
}

#[cfg(test)]
mod tests;
