//! Listings of the passes of [`super::tagged`], which show the effect of each pass on a rule.

use super::parts::{self, Part};
use super::{Tagging, contexts, determinise, fixed_tags, priority, registers, tagged_nfa};
use crate::automata::rules::too_large;
use crate::budget::{Budget, TooLarge};
use crate::diagnostic::Diagnostic;
use crate::grammar::RuleId;

/// A pass between the tagged NFA and the finished automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// The recorded tags, and how the others follow from them.
    FixedTags,
    /// The subset construction over lists in order of preference.
    Priority,
    /// The automaton with separate registers for every state.
    Determinise,
    /// The automaton with shared registers, before its states are merged.
    Registers,
}

/// Returns the listing of a pass for a rule.
///
/// # Errors
///
/// As [`super::tagged`].
pub fn listing(
    tagging: &Tagging<'_>,
    rule: RuleId,
    parts: &[Part],
    pass: Pass,
) -> Result<String, Diagnostic> {
    let nfa = tagged_nfa(tagging, rule, parts)?;
    let mut budget = Budget::of_rule(tagging.limits);
    let mut made = || -> Result<String, TooLarge> {
        let tags = parts::tags(parts);
        let wanted = super::wanted(&tags, &std::collections::BTreeSet::new());
        let fixed = fixed_tags::fixed_tags(&nfa, &tags, wanted, &mut budget)?;
        if pass == Pass::FixedTags {
            return Ok(fixed.to_string());
        }
        let priority = priority::priority_dfa(&nfa, &mut budget)?;
        if pass == Pass::Priority {
            return Ok(priority.to_string());
        }
        let contexts = contexts::Contexts::new(tagging.shapes, &nfa, parts, &tags);
        let made = determinise::determinise(&nfa, &priority, &fixed, &contexts, &mut budget)?;
        let mut tdfa = match pass {
            Pass::Registers => registers::registers(&made),
            _ => made.tdfa,
        };
        tdfa.parts = super::located(parts, &tags, &fixed);
        Ok(tdfa.to_string())
    };
    made().map_err(|why| too_large(tagging.grammar, rule, why, tagging.limits))
}
