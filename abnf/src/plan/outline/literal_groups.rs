//! Gives literals rules of their own, so that accessors can locate them: alternatives that repeat
//! beside rules, and groups of literals such as `[ "-" ]` and `( "<" / ">" )`.
//!
//! A group is the whole of an option or of a choice. It has an accessor only if every text contains
//! it at most once, and if the definition spells its literals nowhere else. If an accessor reports
//! a literal as absent, the literal is therefore absent from all of the definition. Any other
//! literal has an accessor only if the grammar gives it a rule, such as `sign = "-"`.

use super::Draft;
use super::groups::replaced;
use super::literals::{Literal, Mixed, distinct, is_blank, literals_of, mixed};
use super::shared_lists::found_unions;
use crate::grammar::{Expr, RuleId, ValueSet};
use crate::plan::accessors::{LocatedIn, MAX_ALTERNATIVES};
use std::collections::BTreeMap;

/// The name of a part that is one of several literals.
pub const LITERAL: &str = "literal";

/// Further groups of one definition have no accessors.
const MAX_GROUPS: usize = 8;

/// Returns the name of the part for a group of literals, and the name from which its accessor is
/// made. Both are `literal` if the group has several literals. For a single literal, they are the
/// literal itself and a name such as `has-minus`.
pub fn literal_name(literals: &BTreeMap<RuleId, Literal>, rules: &[RuleId]) -> (String, String) {
    match rules {
        [only] => (literals[only].text.clone(), literals[only].whether()),
        _ => (LITERAL.to_owned(), LITERAL.to_owned()),
    }
}

/// Makes rules of the literals that repeat beside rules, and adds them to the unions.
pub(super) fn name_literals_of_unions(draft: &mut Draft, owner: RuleId, located_in: LocatedIn) {
    let mixed = mixed(&draft.made[owner].expr, &draft.sizes, located_in);
    if mixed.is_empty() {
        return;
    }
    let mut unions = draft.hints.unions.remove(&owner).unwrap_or_default();
    for Mixed { choice, alternatives } in mixed {
        let Expr::Alt(items) = &choice else { continue };
        let mut named = BTreeMap::new();
        let union = alternatives.into_iter().map(|it| match it {
            Ok(literal) => {
                let expr = literal.expr.clone();
                *named.entry(expr).or_insert_with(|| draft.literal(literal))
            }
            Err(rule) => rule,
        });
        unions.push(union.collect());
        let items = items.iter().flat_map(|item| match literals_of(item) {
            Some(literals) => literals.into_iter().map(|it| Expr::Rule(named[&it.expr])).collect(),
            None => vec![item.clone()],
        });
        let to = Expr::alt(items.collect::<Vec<_>>());
        let made = replaced(&draft.made[owner].expr, std::slice::from_ref(&choice), &to);
        draft.made.rules[owner.index()].expr = made;
    }
    // The list may have had a union without its literals.
    let unions = found_unions(&draft.made[owner].expr, &unions, &draft.sizes);
    draft.hints.unions.insert(owner, unions);
}

/// Makes rules of the literals of groups. Returns the rules of each group, in the order of the
/// definition. Takes time quadratic in the definition.
pub(super) fn name_literal_groups(draft: &mut Draft, owner: RuleId) -> Vec<Vec<RuleId>> {
    let expr = draft.made[owner].expr.clone();
    if matches!(expr, Expr::Set(_)) {
        // A rule of single characters needs no accessor.
        return Vec::new();
    }
    let mut runs = Vec::new();
    add_runs(&expr, draft, &mut runs);
    let mut groups = Groups { draft, runs, found: Vec::new() };
    let named = groups.named(&expr);
    let found = groups.found;
    if !found.is_empty() {
        draft.made.rules[owner.index()].expr = named;
    }
    found
}

struct Groups<'a> {
    draft: &'a mut Draft,
    /// The sequences of character sets in the definition.
    runs: Vec<Vec<ValueSet>>,
    found: Vec<Vec<RuleId>>,
}

impl Groups<'_> {
    /// Replaces the literals of groups that every text contains at most once by rules.
    fn named(&mut self, expr: &Expr<RuleId>) -> Expr<RuleId> {
        if let Some(literals) = group(expr).filter(|it| self.is_unique(expr, it)) {
            let rules: Vec<RuleId> =
                literals.into_iter().map(|it| self.draft.literal(it)).collect();
            self.found.push(rules.clone());
            let choice = Expr::alt(rules.into_iter().map(Expr::Rule).collect::<Vec<_>>());
            return match expr {
                Expr::Repeat { .. } => Expr::option(choice),
                _ => choice,
            };
        }
        match expr {
            Expr::Concat(items) => Expr::concat(items.iter().map(|it| self.named(it))),
            Expr::Alt(items) => {
                let items = items.iter().map(|item| match item {
                    // Characters beside other alternatives are not a group.
                    Expr::Set(_) => item.clone(),
                    other => self.named(other),
                });
                Expr::alt(items.collect::<Vec<_>>())
            }
            Expr::Repeat { min, max: Some(1), body } => {
                Expr::repeat(*min, Some(1), self.named(body))
            }
            other => other.clone(),
        }
    }

    /// Returns whether the definition spells these literals, of one group, nowhere else.
    fn is_unique(&self, group: &Expr<RuleId>, literals: &[Literal]) -> bool {
        let mut own = Vec::new();
        add_runs(group, self.draft, &mut own);
        let is_unique = |literal: &Literal| {
            let sets = sets(&literal.expr);
            spellings(&own, &sets) == spellings(&self.runs, &sets)
        };
        self.found.len() < MAX_GROUPS && literals.iter().all(is_unique)
    }
}

/// Returns the literals of an expression that is a choice of at least two literals, or an option.
fn group(expr: &Expr<RuleId>) -> Option<Vec<Literal>> {
    let (body, fewest) = match expr {
        Expr::Repeat { min: 0, max: Some(1), body } => (&**body, 1),
        Expr::Alt(_) | Expr::Set(_) => (expr, 2),
        _ => return None,
    };
    let literals = match body {
        Expr::Alt(items) => items.iter().map(literals_of).collect::<Option<Vec<_>>>()?.concat(),
        one => literals_of(one)?,
    };
    let literals = distinct(literals);
    let is_group = (fewest..=MAX_ALTERNATIVES).contains(&literals.len());
    (is_group && !literals.iter().all(|it| is_blank(&it.expr))).then_some(literals)
}

/// Adds the sequences of character sets in an expression. Literals that have rules already, and
/// groups, belong to the definition.
fn add_runs(expr: &Expr<RuleId>, draft: &Draft, runs: &mut Vec<Vec<ValueSet>>) {
    match expr {
        Expr::Concat(items) => {
            for run in
                items.chunk_by(|one, other| [one, other].map(set).iter().all(Option::is_some))
            {
                match run.iter().map(set).collect::<Option<Vec<_>>>() {
                    Some(sets) => runs.push(sets.into_iter().cloned().collect()),
                    None => run.iter().for_each(|item| add_runs(item, draft, runs)),
                }
            }
        }
        Expr::Alt(items) => items.iter().for_each(|item| add_runs(item, draft, runs)),
        Expr::Repeat { body, .. } => add_runs(body, draft, runs),
        Expr::Set(set) => runs.push(vec![set.clone()]),
        Expr::Rule(rule) => {
            let hints = &draft.hints;
            if hints.literals.contains_key(rule) || hints.groups.contains_key(rule) {
                add_runs(&draft.made[*rule].expr, draft, runs);
            }
        }
        Expr::Empty | Expr::Prose(_) | Expr::Error => {}
    }
}

/// Returns how often these sequences may spell a literal.
fn spellings(runs: &[Vec<ValueSet>], literal: &[ValueSet]) -> usize {
    let meet = |(one, other): (&ValueSet, &ValueSet)| {
        let overlap = |a: &(u32, u32), b: &(u32, u32)| a.0 <= b.1 && b.0 <= a.1;
        one.ranges().iter().any(|a| other.ranges().iter().any(|b| overlap(a, b)))
    };
    let windows = runs.iter().flat_map(|run| run.windows(literal.len()));
    windows.filter(|window| window.iter().zip(literal).all(meet)).count()
}

fn set(expr: &Expr<RuleId>) -> Option<&ValueSet> {
    match expr {
        Expr::Set(set) => Some(set),
        _ => None,
    }
}

/// Returns the characters of a literal.
fn sets(literal: &Expr<RuleId>) -> Vec<ValueSet> {
    match literal {
        Expr::Concat(items) => items.iter().filter_map(set).cloned().collect(),
        one => set(one).into_iter().cloned().collect(),
    }
}
