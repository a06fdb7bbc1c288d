//! Copies rules that trees do not show into their users.
//!
//! A call costs time and memory, and a call of a rule that no tree shows adds no
//! information. A copy has the same derivations in the same order of preference. Rules that use
//! themselves through other hidden rules are not copied, nor are large ones.

use crate::automata::graph;
use crate::automata::nfa;
use crate::automata::pattern::{Pattern, Patterns, references};
use crate::grammar::RuleId;
use std::collections::BTreeSet;

/// The sizes up to which rules are copied, in the order in which they are tried. The first one that
/// keeps the growth of all rules together within [`GROWTH`] is used; if none does, no rule is
/// copied.
const LIMITS: [u64; 3] = [128, 32, 8];

/// The greatest growth of all rules together: a factor, and a number of additional states.
const GROWTH: (u64, u64) = (2, 1024);

/// Returns the patterns with copies of small rules that trees do not show.
pub(super) fn inline(patterns: &Patterns, rules_of_grammar: usize, shown: &[RuleId]) -> Patterns {
    let shown: BTreeSet<usize> = shown.iter().map(|rule| rule.index()).collect();
    let uses: graph::Graph = (0..rules_of_grammar)
        .map(|rule| {
            let mut used = Vec::new();
            references(&patterns[id(rule)], &mut used);
            used.into_iter().map(RuleId::index).collect()
        })
        .collect();
    let reached = graph::reached(uses.len(), shown.iter().copied(), |it| uses[it].iter().copied());
    let is_hidden = |rule: usize| reached[rule] && !shown.contains(&rule);
    // Shown rules are not copied, so the rules inside of them do not count.
    let inside = |rule: usize| {
        let used = uses[rule].iter().copied();
        used.filter(|&it| is_hidden(rule) && is_hidden(it)).collect()
    };
    let inside: graph::Graph = (0..uses.len()).map(inside).collect();
    let recurs =
        |component: &[usize]| component.len() > 1 || inside[component[0]].contains(&component[0]);
    let mut components = graph::components(&inside);
    components.retain(|it| is_hidden(it[0]));
    let sizes = (0..uses.len()).filter(|&it| reached[it]).map(|it| size(&patterns[id(it)]));
    let before = sizes.fold(0, u64::saturating_add);
    let (factor, more) = GROWTH;
    for limit in LIMITS {
        let mut made = patterns.clone();
        let mut copied = BTreeSet::new();
        let mut sum = 0;
        let shown = shown.iter().map(std::slice::from_ref);
        for component in components.iter().map(Vec::as_slice).chain(shown) {
            for &rule in component {
                let pattern = with_copies(&patterns[id(rule)], &made, &copied);
                if is_hidden(rule) && !recurs(component) && size(&pattern) <= limit {
                    copied.insert(id(rule));
                } else {
                    sum = size(&pattern).saturating_add(sum);
                }
                made.replace(id(rule), pattern);
            }
        }
        if sum <= before.saturating_mul(factor).saturating_add(more) {
            return made;
        }
    }
    patterns.clone()
}

fn id(rule: usize) -> RuleId {
    RuleId(u32::try_from(rule).expect("rules are numbered in 32 bits"))
}

/// Replaces references to `copied` rules by their patterns.
fn with_copies(pattern: &Pattern, made: &Patterns, copied: &BTreeSet<RuleId>) -> Pattern {
    let of = |item: &Pattern| with_copies(item, made, copied);
    match pattern {
        Pattern::Rule(rule) if copied.contains(rule) => made[*rule].clone(),
        Pattern::Concat(items) => Pattern::Concat(items.iter().map(of).collect()),
        Pattern::Alt(items) => Pattern::Alt(items.iter().map(of).collect()),
        Pattern::Repeat { min, max, body } => {
            Pattern::Repeat { min: *min, max: *max, body: Box::new(of(body)) }
        }
        other => other.clone(),
    }
}

/// Estimates the number of states of a pattern.
fn size(pattern: &Pattern) -> u64 {
    match pattern {
        Pattern::Empty | Pattern::Prose(_) | Pattern::Error => 0,
        Pattern::Set(_) | Pattern::Rule(_) => 1,
        Pattern::Concat(items) | Pattern::Alt(items) => {
            items.iter().map(size).fold(1, u64::saturating_add)
        }
        Pattern::Within(_, dfa) => nfa::dfa_size(dfa),
        Pattern::Repeat { min, max, body } => {
            let count = u64::from(max.unwrap_or(min.saturating_add(1)).max(1));
            (size(body) + 1).saturating_mul(count)
        }
    }
}
