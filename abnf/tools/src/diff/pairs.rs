//! Pairs the rules of two grammars for a comparison.

use super::{Compared, Verdict};
use abnfc::grammar::{Origin, Resolved, RuleId};
use std::collections::{BTreeMap, BTreeSet};

/// A rule of each grammar, or of one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The rule of the first grammar.
    pub a: Option<RuleId>,
    /// The rule of the second grammar.
    pub b: Option<RuleId>,
}

/// Returns the rules of both grammars, paired by name regardless of case, in the order of the first
/// grammar. `maps` pairs rules of different names. Core rules and imports count if the other grammar
/// defines their names.
#[must_use]
pub fn pairs_by_name(a: &Resolved, b: &Resolved, maps: &BTreeMap<RuleId, RuleId>) -> Vec<Pair> {
    let (names_a, names_b) = (a.names(), b.names());
    let mut pairs = Vec::new();
    for (rule, it) in a.rules() {
        let mapped = maps.get(&rule).copied();
        if it.origin == Origin::Own || mapped.is_some() {
            let same = || names_b.get(it.name.folded()).copied();
            pairs.push(Pair { a: Some(rule), b: mapped.or_else(same) });
        }
    }
    let paired: BTreeSet<RuleId> = pairs.iter().filter_map(|pair| pair.b).collect();
    for (rule, it) in b.own_rules().filter(|(rule, _)| !paired.contains(rule)) {
        // A rule of A that is mapped to another rule is not paired by name.
        let other = names_a.get(it.name.folded()).copied();
        pairs.push(Pair { a: other.filter(|other| !maps.contains_key(other)), b: Some(rule) });
    }
    pairs
}

/// Pairs two rules that only one grammar has each, if their languages are equal. The first of several
/// candidates is used.
pub(super) fn renamed(
    found: Vec<Compared>,
    mut are_equal: impl FnMut(RuleId, RuleId) -> bool,
) -> Vec<Compared> {
    let mut new: Vec<RuleId> = found
        .iter()
        .filter(|it| matches!(it.verdict, Verdict::OnlyInB))
        .filter_map(|it| it.pair.b)
        .collect();
    let mut renamed = BTreeSet::new();
    let mut made = Vec::new();
    for it in found {
        let old = it.pair.a.filter(|_| matches!(it.verdict, Verdict::OnlyInA));
        let at = old.and_then(|old| new.iter().position(|&new| are_equal(old, new)));
        made.push(match at {
            Some(at) => {
                let b = new.remove(at);
                renamed.insert(b);
                Compared { pair: Pair { b: Some(b), ..it.pair }, verdict: Verdict::Renamed }
            }
            None => it,
        });
    }
    let is_left = |it: &Compared| match it.verdict {
        Verdict::OnlyInB => it.pair.b.is_none_or(|rule| !renamed.contains(&rule)),
        _ => true,
    };
    made.retain(is_left);
    made
}
