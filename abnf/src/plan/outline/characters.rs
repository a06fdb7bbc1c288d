//! Rules of single characters that carry information, because another character could replace
//! them or because they are optional.

use super::sizes::{MANY, Size};
use crate::grammar::{Expr, Origin, Resolved, RuleId};
use crate::plan::accessors::LocatedIn;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the rules of single characters that a definition uses once, outside of repetitions,
/// and that are optional or have more than one text. Core rules and white space never carry
/// information.
///
/// In texts, rules of a few characters that repeat between others are significant too, and the
/// alternatives of a rule that is hardly longer than a character itself are not. In trees, single
/// characters that repeat between others are significant, such as operators between terms, because
/// trees locate them without an automaton.
pub(super) fn characters(
    grammar: &Resolved,
    owner: RuleId,
    sizes: &[Size],
    located_in: LocatedIn,
) -> BTreeSet<RuleId> {
    let is_choice = matches!(grammar[owner].expr, Expr::Alt(_));
    if located_in == LocatedIn::Text && is_choice && sizes[owner.index()].longest < MANY {
        return BTreeSet::new();
    }
    let mut uses = BTreeMap::new();
    count(&grammar[owner].expr, Occurrence::Certain, &mut uses);
    let keep = |(rule, occurrence): (RuleId, Occurrence)| {
        let size = &sizes[rule.index()];
        let is_significant = match (occurrence, size.longest) {
            (Occurrence::Optional, 1) => true,
            (Occurrence::Certain, 1) => size.has_choice,
            (Occurrence::Repeated, 1) => size.has_choice && located_in == LocatedIn::Tree,
            (Occurrence::Repeated, 2..MANY) => size.has_choice && located_in == LocatedIn::Text,
            _ => false,
        };
        let is_found = is_significant && is_given(&grammar[rule].origin) && !size.is_blank;
        is_found.then_some(rule)
    };
    uses.into_iter().filter_map(keep).collect()
}

/// Returns whether the rule is written in the grammar or in one of its imports.
pub(super) fn is_given(origin: &Origin) -> bool {
    matches!(origin, Origin::Own | Origin::Import(_))
}

/// The position in which a rule is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Occurrence {
    Certain,
    Optional,
    /// Possibly more than once.
    Repeated,
    /// Repeated without anything in between, like the characters of a text.
    Run,
}

/// Adds the uses of rules in an expression at the given position.
fn count(expr: &Expr<RuleId>, occurrence: Occurrence, uses: &mut BTreeMap<RuleId, Occurrence>) {
    match expr {
        Expr::Rule(rule) => {
            let again = |known: &mut Occurrence| {
                *known = (*known).max(occurrence).max(Occurrence::Repeated);
            };
            uses.entry(*rule).and_modify(again).or_insert(occurrence);
        }
        Expr::Concat(items) => items.iter().for_each(|item| count(item, occurrence, uses)),
        Expr::Alt(items) => {
            items.iter().for_each(|item| count(item, occurrence.max(Occurrence::Optional), uses));
        }
        Expr::Repeat { max: Some(1), body, .. } => {
            count(body, occurrence.max(Occurrence::Optional), uses);
        }
        Expr::Repeat { body, .. } => match &**body {
            Expr::Rule(_) => count(body, Occurrence::Run, uses),
            Expr::Alt(items) => items.iter().for_each(|item| match item {
                Expr::Rule(_) => count(item, Occurrence::Run, uses),
                other => count(other, Occurrence::Repeated, uses),
            }),
            other => count(other, Occurrence::Repeated, uses),
        },
        Expr::Empty | Expr::Set(_) | Expr::Prose(_) | Expr::Error => {}
    }
}
