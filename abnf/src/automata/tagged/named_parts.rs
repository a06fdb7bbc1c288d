//! A rule to an automaton whose states determine the current part, for messages about texts that fail.

use super::parts::{Depth, Part, occurrences};
use super::tdfa::Tdfa;
use super::{Tagging, tagged_outer};
use crate::automata::dfa::StateId;
use crate::automata::pattern::Patterns;
use crate::automata::shape::Shapes;
use crate::grammar::uses::references;
use crate::grammar::{Origin, Resolved, RuleId};
use crate::limits::Limits;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

/// The maximum number of parts among which the wrong one is named.
const MAX_NAMED: usize = 32;

/// The maximum number of steps for the names of parts.
const MAX_WORK: usize = 1 << 21;

/// Returns the automaton whose states know the parts of a rule that occur at most once in a text: those
/// at any depth, or only the [direct](Depth::Direct) ones if the others are too many. It locates none
/// of them. `None` if there are no parts, or if the rule is nested.
///
/// The parts are rules that `is_named` accepts. It is only asked about rules that occur.
#[must_use]
pub fn named_parts(
    grammar: &Resolved,
    shapes: &Shapes,
    patterns: &Arc<Patterns>,
    rule: RuleId,
    limits: &Limits,
    is_named: &dyn Fn(RuleId) -> bool,
) -> Option<Tdfa> {
    let less = Limits { subset_work: limits.subset_work.min(MAX_WORK), ..*limits };
    [Depth::Any, Depth::Direct].into_iter().find_map(|depth| {
        let parts = candidates(grammar, shapes, rule, depth, is_named);
        if parts.is_empty() {
            return None;
        }
        let tagging = Tagging::of_patterns(grammar, shapes, Arc::clone(patterns), &less, depth);
        tagged_outer(&tagging, rule, &parts, &(0..parts.len()).collect()).ok()
    })
}

/// Returns the innermost part that contains the position of every text in this state.
#[must_use]
pub fn part_at(tdfa: &Tdfa, state: StateId) -> Option<&str> {
    let part = tdfa.context(state).certain?;
    Some(&tdfa.parts()[part].name)
}

/// Returns the rules that occur at most once in a text, outer rules first.
pub(super) fn candidates(
    grammar: &Resolved,
    shapes: &Shapes,
    rule: RuleId,
    depth: Depth,
    is_named: &dyn Fn(RuleId) -> bool,
) -> Vec<Part> {
    let mut found = Vec::new();
    let mut known = BTreeSet::from([rule]);
    let mut queue = VecDeque::from([rule]);
    while let Some(outer) = queue.pop_front() {
        for used in references(&grammar[outer].expr) {
            if grammar[used].origin == Origin::Core || !known.insert(used) {
                continue;
            }
            let name = grammar[used].name.as_str().to_owned();
            let part = Part { name, rules: BTreeSet::from([used]) };
            if occurrences(grammar, shapes, rule, &part, depth).max != 1 {
                continue;
            }
            if is_named(used) {
                found.push(part);
            }
            if found.len() == MAX_NAMED {
                return found;
            }
            if depth == Depth::Any {
                queue.push_back(used);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automata::shape::shape;
    use crate::spec::ReadOptions;

    /// Inside of `c`, `b` is a part of `c`.
    #[test]
    fn a_rule_can_be_a_direct_part_and_occur_in_another_part() {
        let text = b"a = b \";\" c\nb = 2\"x\"\nc = \"(\" b d \")\"\nd = 2\"y\"\n";
        let grammar = crate::read("g", text, &[], &ReadOptions::default()).unwrap().resolved;
        let shapes = shape(&grammar);
        let names = |depth| {
            let first = RuleId::from_index(0);
            let parts = candidates(&grammar, &shapes, first, depth, &|_| true);
            parts.into_iter().map(|part| part.name).collect::<Vec<_>>()
        };
        assert_eq!(names(Depth::Any), ["c", "d"]);
        assert_eq!(names(Depth::Direct), ["b", "c"]);
    }
}
