//! Leaves out alternatives whose texts another alternative has too.
//!
//! Grammars of protocols list known lines before a general one: `*( dtstart / summary / iana-prop )`.
//! An automaton of the alternatives together has a state for each pair of a state of a known line and
//! one of the general line, before minimisation finds that the general line alone has all the texts.
//! The automaton of a rule is minimal, so it is the same without these alternatives.
//!
//! Only references to finished rules are compared, each pair by a search over pairs of states, which
//! ends with the first difference.

use super::Automata;
use crate::automata::dfa::{Dfa, StateId};
use crate::automata::pattern::Pattern;
use crate::budget::{Budget, TooLarge};
use crate::grammar::RuleId;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Index;

/// The patterns of a component without such alternatives.
pub(crate) struct Uncovered {
    patterns: BTreeMap<RuleId, Pattern>,
    /// The number of steps of the comparison.
    pub(crate) steps: usize,
}

impl Uncovered {
    /// Compares the alternatives of the rules of a component whose used rules are finished, in at most
    /// `steps` steps.
    pub(crate) fn of_component(automata: &Automata, component: &[RuleId], steps: usize) -> Self {
        let mut budget = Budget::new(steps, usize::MAX);
        let dfa = |rule| automata.has(rule).then(|| automata.dfa(rule).ok()).flatten();
        let mut of = |rule| without_covered(&automata.patterns[rule], &dfa, &mut budget);
        let patterns = component.iter().map(|&rule| (rule, of(rule))).collect();
        Self { patterns, steps: steps - budget.steps() }
    }

    /// Makes a collection of one rule with this pattern.
    pub(super) fn of_rule(rule: RuleId, pattern: Pattern) -> Self {
        Self { patterns: BTreeMap::from([(rule, pattern)]), steps: 0 }
    }
}

impl Index<RuleId> for Uncovered {
    type Output = Pattern;

    fn index(&self, rule: RuleId) -> &Pattern {
        &self.patterns[&rule]
    }
}

/// Returns the pattern without such alternatives. `dfa` returns the automaton of a rule, if it has one.
/// If the budget is spent, the rest of the pattern stays as it is.
fn without_covered<'a>(
    pattern: &Pattern,
    dfa: &impl Fn(RuleId) -> Option<&'a Dfa>,
    budget: &mut Budget,
) -> Pattern {
    match pattern {
        Pattern::Alt(all) => {
            let mut left: Vec<Pattern> =
                all.iter().map(|it| without_covered(it, dfa, budget)).collect();
            let mut at = 0;
            while at < left.len() {
                if is_covered(&left, at, dfa, budget) {
                    left.remove(at);
                } else {
                    at += 1;
                }
            }
            if left.len() == 1 { left.swap_remove(0) } else { Pattern::Alt(left) }
        }
        Pattern::Concat(all) => {
            Pattern::Concat(all.iter().map(|it| without_covered(it, dfa, budget)).collect())
        }
        Pattern::Repeat { min, max, body } => {
            let body = Box::new(without_covered(body, dfa, budget));
            Pattern::Repeat { min: *min, max: *max, body }
        }
        Pattern::Within(body, filter) => {
            Pattern::Within(Box::new(without_covered(body, dfa, budget)), filter.clone())
        }
        other => other.clone(),
    }
}

/// Returns whether another alternative has all texts of the one with this index.
fn is_covered<'a>(
    alternatives: &[Pattern],
    at: usize,
    dfa: &impl Fn(RuleId) -> Option<&'a Dfa>,
    budget: &mut Budget,
) -> bool {
    let of = |pattern: &Pattern| match pattern {
        Pattern::Rule(rule) => dfa(*rule),
        _ => None,
    };
    let Some(this) = of(&alternatives[at]) else { return false };
    let others = alternatives.iter().enumerate().filter(|(index, _)| *index != at);
    let mut others = others.filter_map(|(_, other)| of(other));
    others.any(|other| contains(other, this, budget) == Ok(true))
}

/// Returns whether an automaton accepts all texts of another one.
fn contains(all: &Dfa, some: &Dfa, budget: &mut Budget) -> Result<bool, TooLarge> {
    let bytes = all.classes().refined(some.classes()).representatives();
    let start = (Dfa::START, Dfa::START);
    let mut seen: BTreeSet<(StateId, StateId)> = BTreeSet::from([start]);
    let mut stack = vec![start];
    while let Some((here, there)) = stack.pop() {
        budget.spend(bytes.len())?;
        if some.is_accepting(there) && !all.is_accepting(here) {
            return Ok(false);
        }
        for &byte in &bytes {
            let Some(target) = some.next(there, byte) else { continue };
            let Some(next) = all.next(here, byte) else { return Ok(false) };
            if seen.insert((next, target)) {
                stack.push((next, target));
            }
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::dfa;

    #[test]
    fn the_last_of_equal_alternatives_is_left() {
        let [word, digits, same] = ["a = 1*( ALPHA / DIGIT )\n", "a = 1*DIGIT\n", "a = 1*DIGIT\n"]
            .map(|grammar| dfa(grammar, "a"));
        let number = |number| RuleId::from_index(number);
        let automata = [&word, &digits, &same];
        let of = |rule: RuleId| automata.get(rule.index()).copied();
        let rules = |numbers: &[u32]| {
            Pattern::Alt(numbers.iter().map(|&it| Pattern::Rule(number(it))).collect())
        };
        let left = |pattern: &Pattern, steps| {
            without_covered(pattern, &of, &mut Budget::new(steps, usize::MAX))
        };
        assert_eq!(left(&rules(&[1, 2]), 1_000), Pattern::Rule(number(2)));
        assert_eq!(left(&rules(&[1, 0, 2]), 1_000), Pattern::Rule(number(0)));
        // A rule without an automaton is neither left out nor covers others.
        assert_eq!(left(&rules(&[3, 1, 3]), 1_000), rules(&[3, 1, 3]));
        assert_eq!(left(&rules(&[1, 0]), 3), rules(&[1, 0]));
        let repeated = |body| Pattern::Repeat { min: 1, max: None, body: Box::new(body) };
        let inside = Pattern::Concat(vec![Pattern::Empty, repeated(rules(&[1, 0]))]);
        let expected = Pattern::Concat(vec![Pattern::Empty, repeated(Pattern::Rule(number(0)))]);
        assert_eq!(left(&inside, 1_000), expected);
    }
}
