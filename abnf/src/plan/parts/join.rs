//! Joins the automata that locate the parts of rules with the same parts, where most states are the
//! same.
//!
//! A rule joins another one if its parts are among the parts of the other one, in the same order,
//! each with the same name and the same rules, and if at least half of the states of its automaton
//! do the same in both. Candidates are found by their languages: only states with the same future can
//! be shared. Whether states are shared also depends on the registers, so the [joint](mod@joint)
//! automaton decides.
//!
//! Each rule keeps its accessors, but has the slots of all rules, in the same places. The states that
//! rules share are merged when [tables](crate::plan::engines) are chosen. A rule stays as it is if its
//! automaton is small, because its views would have more slots for a small saving, or if the joint
//! automaton exceeds a limit.
//!
//! Each rule is compared with at most [`MAX_TRIED`] others, in time O(m log n) for m edges and n
//! states; a joint automaton takes about the time of the separate ones.

use super::locate::limits_of_others;
use super::located::{LocatedParts, OncePart};
use super::slots::registers_as_slots;
use crate::automata::dfa::Dfa;
use crate::automata::language::Language;
use crate::automata::minimise::common_blocks;
use crate::automata::pattern::Patterns;
use crate::automata::tagged::Tagging;
use crate::automata::tagged::joint::{self, Joint, Member};
use crate::automata::tagged::parts::{Depth, Part};
use crate::limits::Limits;
use crate::plan::context::Context;
use crate::plan::exports::named::NamedRule;
use crate::plan::format::locator_excess;
use crate::plan::table_limit::table_entries;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The minimum number of states for which it is worth it to join an automaton.
const MIN_SHARED: usize = 32;

/// The maximum number of rules with which a rule is compared.
const MAX_TRIED: usize = 16;

/// Joins automata, and marks those that were joined.
#[must_use]
pub fn join(
    context: Context<'_>,
    patterns: &Arc<Patterns>,
    rules: &[NamedRule],
    mut located: Vec<LocatedParts>,
) -> Vec<LocatedParts> {
    let Context { grammar, shapes, limits } = context;
    let short = limits_of_others(limits);
    let of_listed = Tagging::of_patterns(grammar, shapes, Arc::clone(patterns), limits, Depth::Any);
    let of_others =
        Tagging::of_patterns(grammar, shapes, Arc::clone(patterns), &short, Depth::Direct);
    for mut group in groups(rules, &located) {
        while 1 < group.len() {
            let taggings = group.iter().map(|&rule| {
                let is_listed = rules[rule].listed_parts().is_some();
                if is_listed { &of_listed } else { &of_others }
            });
            let made = joined(limits, &taggings.collect::<Vec<_>>(), rules, &located, &group);
            let Some(made) = made else { break };
            // Registers or parts can differ although the languages have the same states.
            let shared = made.shared();
            let is_shared = |index: usize| is_enough(shared[index].0, shared[index].1);
            if (1..group.len()).all(is_shared) {
                for (index, &rule) in group.iter().enumerate() {
                    located[rule].tdfa = Some(made.member(index));
                    located[rule].joint = Some(group[0]);
                }
                break;
            }
            let kept =
                group.iter().enumerate().filter(|(index, _)| *index == 0 || is_shared(*index));
            group = kept.map(|(_, &rule)| rule).collect();
        }
    }
    located
}

/// Returns whether an automaton of `own` states should join one that has `shared` of them.
fn is_enough(own: usize, shared: usize) -> bool {
    MIN_SHARED <= shared && own <= 2 * shared
}

/// Returns the rules to join, those with the most parts first.
fn groups(rules: &[NamedRule], located: &[LocatedParts]) -> Vec<Vec<usize>> {
    let large =
        (0..rules.len()).filter_map(|index| match (&rules[index].language, &located[index].tdfa) {
            (Language::Regular(dfa), Some(tdfa))
                if 0 < tdfa.slot_count() && MIN_SHARED <= dfa.state_count() =>
            {
                Some((index, &**dfa))
            }
            _ => None,
        });
    let mut left: Vec<(usize, &Dfa)> = large.collect();
    left.sort_by_key(|(index, dfa)| {
        (Reverse((located[*index].once.len(), dfa.state_count())), *index)
    });
    let mut tried = vec![0; rules.len()];
    let mut groups = Vec::new();
    while !left.is_empty() {
        let (first, of_first) = left.remove(0);
        let mut group = vec![first];
        left.retain(|&(index, dfa)| {
            let is_tried = tried[index] < MAX_TRIED
                && indices_among(&located[index].once, &located[first].once).is_some();
            tried[index] += usize::from(is_tried);
            let joins = is_tried && is_enough(dfa.state_count(), shared(of_first, dfa));
            if joins {
                group.push(index);
            }
            !joins
        });
        groups.push(group);
    }
    groups
}

/// Returns the index of each part among all parts. `None` if one is missing or in another place.
fn indices_among(parts: &[OncePart], all: &[OncePart]) -> Option<Vec<usize>> {
    let mut next = 0;
    let index = |part: &OncePart| {
        let is_same = |other: &OncePart| {
            part.request.part() == other.request.part() && part.via.is_some() == other.via.is_some()
        };
        let found = next + all[next..].iter().position(is_same)?;
        next = found + 1;
        Some(found)
    };
    parts.iter().map(index).collect()
}

/// Returns the number of states of `other` that are equivalent to states of `base`.
fn shared(base: &Dfa, other: &Dfa) -> usize {
    let [of_base, of_other] = common_blocks([base, other], |_, _| ());
    let of_base: BTreeSet<usize> = of_base.into_iter().collect();
    of_other.iter().filter(|block| of_base.contains(block)).count()
}

/// Joins the automata of rules. The first rule has all parts.
fn joined(
    limits: &Limits,
    taggings: &[&Tagging<'_>],
    rules: &[NamedRule],
    located: &[LocatedParts],
    group: &[usize],
) -> Option<Joint> {
    let first = &located[group[0]].once;
    let parts =
        |parts: &[OncePart]| parts.iter().map(|it| it.request.part()).collect::<Vec<Part>>();
    let member = |(&rule, &tagging): (&usize, _)| {
        let once = &located[rule].once;
        let index_of = indices_among(once, first)?;
        Some(Member { tagging, rule: rules[rule].id(), parts: parts(once), index_of })
    };
    let members = group.iter().zip(taggings).map(member).collect::<Option<Vec<_>>>()?;
    let inner = first.iter().enumerate().filter(|(_, part)| part.via.is_some());
    let inner = inner.map(|(index, _)| index).collect();
    let mut made = joint::joint(&members, &parts(first), &inner)?;
    let fits = locator_excess(&made.tdfa).is_none()
        && table_entries(&made.tdfa.dense) <= limits.table_entries;
    fits.then(|| {
        made.tdfa = registers_as_slots(made.tdfa, &made.starts);
        made
    })
}

#[cfg(test)]
mod tests;
