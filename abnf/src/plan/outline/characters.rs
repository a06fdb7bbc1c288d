//! Rules of single characters that carry information, because another character could replace
//! them or because they are optional.

use super::sizes::{MANY, Size};
use crate::grammar::{Expr, Origin, Resolved, RuleId};
use std::collections::{BTreeMap, BTreeSet};

/// Returns the rules of single characters that a definition uses once, outside of repetitions,
/// and that are optional or have more than one text; and rules of a few characters that repeat
/// between others. Core rules and white space never carry information, and neither do the
/// alternatives of a rule that is hardly longer than a character itself.
pub(super) fn characters(grammar: &Resolved, owner: RuleId, sizes: &[Size]) -> BTreeSet<RuleId> {
    let is_choice = matches!(grammar[owner].expr, Expr::Alt(_));
    if is_choice && sizes[owner.index()].longest < MANY {
        return BTreeSet::new();
    }
    telling(grammar, owner, sizes, |place, size| match (place, size.longest) {
        (Place::Certain, 1) | (Place::Repeated, 2..MANY) => size.has_choice,
        (Place::Optional, 1) => true,
        _ => false,
    })
}

/// Like [`characters`], for trees: also returns the rules that repeat between others, such as
/// operators between terms.
pub(super) fn characters_in_tree(
    grammar: &Resolved,
    owner: RuleId,
    sizes: &[Size],
) -> BTreeSet<RuleId> {
    telling(grammar, owner, sizes, |place, size| match (place, size.longest) {
        (Place::Certain | Place::Repeated, 1) => size.has_choice,
        (Place::Optional, 1) => true,
        _ => false,
    })
}

fn telling(
    grammar: &Resolved,
    owner: RuleId,
    sizes: &[Size],
    tells: impl Fn(Place, &Size) -> bool,
) -> BTreeSet<RuleId> {
    let mut uses = BTreeMap::new();
    count(&grammar[owner].expr, Place::Certain, &mut uses);
    let tells = |(rule, place): (RuleId, Place)| {
        let size = &sizes[rule.index()];
        let is_told = tells(place, size) && is_given(&grammar[rule].origin) && !size.is_blank;
        is_told.then_some(rule)
    };
    uses.into_iter().filter_map(tells).collect()
}

/// Returns whether the rule is written in the grammar or in one of its imports.
pub(super) fn is_given(origin: &Origin) -> bool {
    matches!(origin, Origin::Own | Origin::Import(_))
}

/// The position in which a rule is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Certain,
    Optional,
    /// Possibly more than once.
    Repeated,
    /// Repeated without anything in between, like the characters of a text.
    Run,
}

/// Adds the uses of rules in an expression at the given position.
fn count(expr: &Expr<RuleId>, place: Place, uses: &mut BTreeMap<RuleId, Place>) {
    match expr {
        Expr::Rule(rule) => {
            let again = |known: &mut Place| *known = (*known).max(place).max(Place::Repeated);
            uses.entry(*rule).and_modify(again).or_insert(place);
        }
        Expr::Concat(items) => items.iter().for_each(|item| count(item, place, uses)),
        Expr::Alt(items) => {
            items.iter().for_each(|item| count(item, place.max(Place::Optional), uses));
        }
        Expr::Repeat { max: Some(1), body, .. } => count(body, place.max(Place::Optional), uses),
        Expr::Repeat { body, .. } => match &**body {
            Expr::Rule(_) => count(body, Place::Run, uses),
            Expr::Alt(items) => items.iter().for_each(|item| match item {
                Expr::Rule(_) => count(item, Place::Run, uses),
                other => count(other, Place::Repeated, uses),
            }),
            other => count(other, Place::Repeated, uses),
        },
        Expr::Empty | Expr::Set(_) | Expr::Prose(_) | Expr::Error => {}
    }
}
