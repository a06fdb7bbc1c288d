//! Lists that share a rule, as in `*( a / b ) ";" *( a / c )`.
//!
//! Alternatives that repeat are located in the order of the text, as a union. An `a` does not
//! show which of the two lists it belongs to, so the union of each list would contain those of
//! both. If lists share a rule, the alternatives of each list become a group instead.

use super::groups::{core, replaced};
use super::sizes::{Size, size};
use crate::grammar::uses::references;
use crate::grammar::{Expr, RuleId};
use std::collections::{BTreeMap, BTreeSet};

/// A definition whose lists are distinguishable.
pub(super) struct SharedLists {
    /// The definition with rules in place of the alternatives.
    pub(super) expr: Expr<RuleId>,
    /// The definitions of the new rules, in the order of their indices.
    pub(super) groups: Vec<Expr<RuleId>>,
    /// The remaining unions.
    pub(super) unions: Vec<Vec<RuleId>>,
}

/// A definition with more lists than this is left unchanged.
const MAX_LISTS: usize = 8;

/// Finds the lists that share a rule. A list whose rules are used elsewhere does not become a
/// group, since the group would not contain all of their texts. New rules are numbered from
/// `sizes.len()`; their sizes are appended to `sizes`.
pub(super) fn lists(
    expr: &Expr<RuleId>,
    unions: &[Vec<RuleId>],
    sizes: &mut Vec<Size>,
) -> Option<SharedLists> {
    let mut lists = of_unions(expr, unions, sizes);
    let mut uses: BTreeMap<RuleId, usize> = BTreeMap::new();
    for rule in lists.iter().flat_map(|list| list.union) {
        *uses.entry(*rule).or_default() += 1;
    }
    lists.retain(|list| list.union.iter().any(|rule| uses[rule] > 1));
    if lists.len() > MAX_LISTS {
        return None;
    }
    loop {
        let names = || (sizes.len()..).map(|it| RuleId(u32::try_from(it).expect("rules are few")));
        let named = lists.iter().zip(names()).fold(expr.clone(), |expr, (list, name)| {
            replaced(&expr, std::slice::from_ref(list.choice), &Expr::Rule(name))
        });
        let used: BTreeSet<RuleId> = references(&named).into_iter().collect();
        let known = lists.len();
        let mut name = names();
        lists.retain(|list| {
            // A list inside of another one was replaced with it.
            let is_there = name.next().is_some_and(|name| used.contains(&name));
            is_there && !list.union.iter().any(|rule| used.contains(rule))
        });
        if lists.len() == known {
            let groups: Vec<Expr<RuleId>> = lists.iter().map(|it| it.choice.clone()).collect();
            let grouped: BTreeSet<RuleId> =
                lists.iter().flat_map(|list| list.union).copied().collect();
            let is_left = |union: &&Vec<RuleId>| !union.iter().any(|rule| grouped.contains(rule));
            let unions = unions.iter().filter(is_left).cloned().collect();
            for group in &groups {
                sizes.push(size(group, sizes));
            }
            return (known > 0).then_some(SharedLists { expr: named, groups, unions });
        }
    }
}

/// Returns the unions that are lists of the definition, in the order of the lists.
pub(super) fn found_unions(
    expr: &Expr<RuleId>,
    unions: &[Vec<RuleId>],
    sizes: &[Size],
) -> Vec<Vec<RuleId>> {
    let mut known = BTreeSet::new();
    let lists = of_unions(expr, unions, sizes).into_iter();
    lists.filter(|list| known.insert(list.union)).map(|list| list.union.to_vec()).collect()
}

/// Alternatives that repeat.
struct List<'a> {
    choice: &'a Expr<RuleId>,
    union: &'a [RuleId],
}

/// Returns the lists of a definition with these unions, each once.
fn of_unions<'a>(
    expr: &'a Expr<RuleId>,
    unions: &'a [Vec<RuleId>],
    sizes: &[Size],
) -> Vec<List<'a>> {
    let told: BTreeSet<RuleId> = unions.iter().flatten().copied().collect();
    let by_rules: BTreeMap<BTreeSet<RuleId>, &[RuleId]> =
        unions.iter().map(|union| (union.iter().copied().collect(), &union[..])).collect();
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    expr.walk(&mut |expr| {
        let Expr::Repeat { max, body, .. } = expr else { return };
        let [choice @ Expr::Alt(_)] = core(body, sizes) else { return };
        let rules = references(choice).into_iter().filter(|rule| told.contains(rule)).collect();
        if let Some(union) = by_rules.get(&rules).filter(|_| *max != Some(1))
            && known.insert(choice)
        {
            found.push(List { choice, union });
        }
    });
    found
}
