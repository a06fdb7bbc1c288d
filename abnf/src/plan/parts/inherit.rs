//! Finds parts that need not be located twice, because the view of a part can copy their offsets
//! from the view around it.
//!
//! The offsets are correct if no derivation that contains the part has an occurrence of the
//! inner part outside of it, and if the same occurrences count for both views: parts that the spec
//! does not list are those that a definition itself names.

use super::located::{LocatedParts, OncePart};
use super::nesting::Nesting;
use super::unions::{rule_set, same_rules};
use crate::grammar::RuleId;
use crate::plan::context::Context;
use crate::plan::exports::named::NamedRule;
use std::collections::{BTreeMap, BTreeSet};

/// For each rule of a part whose own parts the automaton of the outer rule has all located: for
/// each of these inner parts, by its rules, the index of the outer rule's part that has the texts
/// of that rule. Empty for a part that is located through another one.
pub type Inherited = BTreeMap<RuleId, Vec<BTreeMap<RuleId, usize>>>;

/// Returns, for each rule, the parts of its parts that its own automaton has located.
pub fn inherit(
    context: Context<'_>,
    nesting: &Nesting<'_>,
    rules: &[NamedRule],
    located: &[LocatedParts],
) -> Vec<Inherited> {
    let of: BTreeMap<RuleId, &LocatedParts> =
        rules.iter().map(NamedRule::id).zip(located).collect();
    let listed: BTreeSet<RuleId> =
        rules.iter().filter(|it| it.listed_parts().is_some()).map(NamedRule::id).collect();
    let of_rule = |(parent, parts): (&NamedRule, &LocatedParts)| {
        let children: BTreeSet<RuleId> =
            parts.once.iter().flat_map(|part| part.request.rules.iter().copied()).collect();
        let from = |child: RuleId| {
            let inner = of.get(&child)?.once.iter().map(|inner| {
                if inner.via.is_some() {
                    return Some(BTreeMap::new());
                }
                let rules = &inner.request.rules;
                let set = rule_set(rules);
                let is_same =
                    |rule: RuleId| listed.contains(&rule) || nesting.only_direct(rule, &set);
                (nesting.never_beside(parent.id(), child, &set)
                    && is_same(parent.id())
                    && is_same(child))
                .then(|| sources(context, &parts.once, rules))
                .flatten()
            });
            Some((child, inner.collect::<Option<Vec<_>>>()?))
        };
        children.into_iter().filter_map(from).collect()
    };
    rules.iter().zip(located).map(of_rule).collect()
}

/// Returns the index of the part that has the texts of each rule: one part of exactly these rules
/// or, if no rule contains another, a part for each rule. `None` if no such parts were located.
fn sources(
    context: Context<'_>,
    parts: &[OncePart],
    rules: &[RuleId],
) -> Option<BTreeMap<RuleId, usize>> {
    let part_of = |rules: &[RuleId]| {
        parts.iter().position(|part| part.via.is_none() && same_rules(&part.request.rules, rules))
    };
    if let Some(whole) = part_of(rules) {
        return Some(rules.iter().map(|&rule| (rule, whole)).collect());
    }
    let each = rules.iter().map(|&rule| Some((rule, part_of(&[rule])?)));
    let each = each.collect::<Option<_>>()?;
    let is_apart = |&rule: &RuleId| {
        let shapes = context.shapes;
        let inside = shapes.reached_above(shapes.floor(rules), [rule], |_| true);
        rules.iter().all(|other| *other == rule || !inside.contains(other))
    };
    rules.iter().all(is_apart).then_some(each)
}
