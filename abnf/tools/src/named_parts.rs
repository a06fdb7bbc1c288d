//! A rule to an automaton whose states determine the current part, for messages about texts that fail.

use abnfc::automata::dfa::{Dfa, StateId};
use abnfc::automata::pattern::pattern;
use abnfc::automata::rules::automata;
use abnfc::automata::shape::Shapes;
use abnfc::automata::tagged::parts::{Depth, Part, occurrences};
use abnfc::automata::tagged::tdfa::Tdfa;
use abnfc::automata::tagged::{Tagging, tagged};
use abnfc::grammar::uses::references;
use abnfc::grammar::{Origin, Resolved, RuleId};
use abnfc::limits::Limits;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

/// The maximum number of parts among which the wrong one is named.
const MAX_NAMED: usize = 32;

/// The maximum number of steps for the names of parts.
const MAX_WORK: usize = 1 << 21;

/// Returns the automaton that locates the parts of a rule that occur at most once in a text: those at any
/// depth, or only the [direct](Depth::Direct) ones, as in generated code, if the others are too many.
/// `None` if there are no parts, or if the rule is nested.
#[must_use]
pub fn named_parts(
    grammar: &Resolved,
    shapes: &Shapes,
    rule: RuleId,
    limits: &Limits,
) -> Option<Tdfa> {
    let patterns = Arc::new(pattern(grammar, shapes));
    let less = Limits { subset_work: limits.subset_work.min(MAX_WORK), ..*limits };
    [Depth::Any, Depth::Direct].into_iter().find_map(|depth| {
        let parts = candidates(grammar, shapes, rule, limits, depth);
        let tagging = Tagging::of_patterns(grammar, shapes, Arc::clone(&patterns), &less, depth);
        tagged(&tagging, rule, &parts).ok()
    })
}

/// Returns the innermost part that contains the position of every text in this state.
#[must_use]
pub fn part_at(tdfa: &Tdfa, state: StateId) -> Option<String> {
    let part = tdfa.context(state).certain?;
    Some(tdfa.parts()[part].name.clone())
}

/// Returns the rules that occur at most once in a text, outer rules first, without single characters.
fn candidates(
    grammar: &Resolved,
    shapes: &Shapes,
    rule: RuleId,
    limits: &Limits,
    depth: Depth,
) -> Vec<Part> {
    let mut found = Vec::new();
    let mut known = BTreeSet::from([rule]);
    let mut queue = VecDeque::from([rule]);
    while let Some(outer) = queue.pop_front().filter(|_| found.len() < MAX_NAMED) {
        for used in references(&grammar[outer].expr) {
            if grammar[used].origin == Origin::Core || !known.insert(used) {
                continue;
            }
            let name = grammar[used].name.as_str().to_owned();
            let part = Part { name, rules: BTreeSet::from([used]) };
            if occurrences(grammar, shapes, rule, &part, depth).max == 1 {
                found.push(part);
                if depth == Depth::Any {
                    queue.push_back(used);
                }
            }
        }
    }
    let rules: Vec<RuleId> = found.iter().flat_map(|part| part.rules.clone()).collect();
    let automata = automata(grammar, shapes, &rules, limits);
    let is_longer = |rule: &RuleId| automata.dfa(*rule).is_ok_and(has_two_bytes);
    found.retain(|part| part.rules.iter().any(is_longer));
    found.truncate(MAX_NAMED);
    found
}

/// Returns whether some text of the language has more than one byte.
fn has_two_bytes(dfa: &Dfa) -> bool {
    dfa.successors(Dfa::START).any(|state| dfa.successors(state).next().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use abnfc::automata::shape::shape;
    use abnfc::spec::ReadOptions;

    /// Inside of `c`, `b` is a part of `c`.
    #[test]
    fn a_rule_can_be_a_direct_part_and_occur_in_another_part() {
        let text = b"a = b \";\" c\nb = 2\"x\"\nc = \"(\" b d \")\"\nd = 2\"y\"\n";
        let grammar = abnfc::read("g", text, &[], &ReadOptions::default()).unwrap().resolved;
        let (shapes, limits) = (shape(&grammar), Limits::default());
        let names = |depth| {
            let parts = candidates(&grammar, &shapes, RuleId::from_index(0), &limits, depth);
            parts.into_iter().map(|part| part.name).collect::<Vec<_>>()
        };
        assert_eq!(names(Depth::Any), ["c", "d"]);
        assert_eq!(names(Depth::Direct), ["b", "c"]);
    }
}
