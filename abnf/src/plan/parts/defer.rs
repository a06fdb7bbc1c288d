//! Finds parts that are located through others: an authority when a reference is parsed, its
//! host when the caller requests the host.
//!
//! This is sound if no derivation has the inner part outside of the outer one. The preferred
//! derivation of the outer part is the one within the whole text, since a better derivation of
//! the part would yield a better one of the text.

use super::located::LocatedParts;
use super::nesting::Nesting;
use super::part_requests::PartRequest;
use super::unions::{rule_set, same_rules};
use crate::grammar::RuleId;
use crate::plan::exports::named::NamedRule;
use crate::spec::Locate;
use std::collections::BTreeMap;

/// Returns, for each part of a rule that is inside of another part, the index of the outer part,
/// through which its accessor finds it. Empty unless the spec requests the outermost parts only.
///
/// The outer part is not inside of a third one, so an accessor uses a single other part. Its
/// rule is in `located` and has the inner part too.
pub(super) fn defer(
    nesting: &Nesting<'_>,
    rule: &NamedRule,
    parts: &[PartRequest],
    located: &BTreeMap<RuleId, LocatedParts>,
) -> BTreeMap<usize, usize> {
    if rule.request.export.locate != Locate::Outermost {
        return BTreeMap::new();
    }
    let contains = |index: usize, inner: &PartRequest| {
        let [outer] = parts[index].rules[..] else { return false };
        let has_inner =
            |other: &PartRequest| is_same(other, inner) && has_accessor(nesting, outer, other);
        outer != rule.id()
            && has_accessor(nesting, rule.id(), &parts[index])
            && located
                .get(&outer)
                .is_some_and(|outer| outer.once.iter().any(|it| has_inner(&it.request)))
            && nesting.only_inside(rule.id(), outer, &rule_set(&inner.rules))
    };
    let is_inner = |inner: &PartRequest| (0..parts.len()).any(|outer| contains(outer, inner));
    let inner: Vec<bool> = parts.iter().map(is_inner).collect();
    let outer_of =
        |part: usize| (0..parts.len()).find(|&it| !inner[it] && contains(it, &parts[part]));
    (0..parts.len()).filter_map(|part| Some((part, outer_of(part)?))).collect()
}

/// Returns whether the accessors of the two have the same name and return the same type.
fn is_same(one: &PartRequest, other: &PartRequest) -> bool {
    let is_one_type = match (&one.type_name, &other.type_name) {
        (Some(one), Some(other)) => one == other,
        _ => !one.is_union() && !other.is_union(),
    };
    is_one_type && one.accessor == other.accessor && same_rules(&one.rules, &other.rules)
}

/// Returns whether a part has an accessor. A part that no text has does not, unless it is a union.
fn has_accessor(nesting: &Nesting<'_>, rule: RuleId, part: &PartRequest) -> bool {
    part.is_union() || nesting.occurs(rule, &rule_set(&part.rules))
}

#[cfg(test)]
mod tests;
