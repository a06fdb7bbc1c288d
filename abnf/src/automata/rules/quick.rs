//! The language of one rule for few texts, made quickly.
//!
//! [`automata`](super::automata) makes automata that read each byte by a table, which takes seconds for the messages of
//! some protocols. Here, only small automata are made. They call each other, so the general engine reads
//! texts (see [`nested`](mod@crate::automata::nested)), with more time for each.

use super::{NestedInput, regular};
use crate::automata::language::Language;
use crate::automata::nested::network::network;
use crate::automata::nested::prune::prune;
use crate::automata::pattern::pattern;
use crate::automata::shape::Shapes;
use crate::grammar::{Resolved, RuleId};
use crate::limits::Limits;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The greatest number of steps of a determinisation for each state that it may make.
const STEPS: usize = 128;

/// Returns a language of the rule, with the texts that the language from [`automata`](super::automata) has. `None` if
/// it cannot be made from automata of at most this number of states, before minimisation, or if there is none at
/// all. A rule whose automata from there would exceed a limit may have a language here.
pub fn quick_language(
    grammar: &Resolved,
    shapes: &Shapes,
    rule: RuleId,
    states: usize,
    limits: &Limits,
) -> Option<Language> {
    let of_regular = Limits {
        dfa_states: limits.dfa_states.min(states),
        subset_work: limits.subset_work.min(states.saturating_mul(STEPS)),
        ..*limits
    };
    let patterns = Arc::new(pattern(grammar, shapes));
    let (automata, left) = regular(grammar, shapes, patterns, &[rule], &of_regular, None);
    if let Ok(language) = automata.language(rule) {
        return Some(language);
    }
    let NestedInput { nets, branching, mut total } = left?;
    let rules = BTreeSet::from([rule]);
    if !nets.calling.rules.contains_key(&rule) {
        return None;
    }
    let (network, _) =
        network(&prune(nets.calling), &rules, &branching, limits, &mut total).ok()?;
    let start = network.start(rule)?;
    Some(Language::General(Arc::new(network), start))
}
