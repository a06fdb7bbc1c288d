//! Makes the tagged [`Nfa`] of a rule: tags around its parts.
//!
//! Rules are built bottom-up, each a copy of the NFAs of the rules it uses, as in
//! [`crate::automata::nfa`], but never of their DFAs: a DFA has lost the preferred
//! derivation, and with it the boundaries between elements. Most of the additional states
//! are merged by [`crate::automata::merge_bisimilar`], which runs on every rule.
//!
//! Of two occurrences of a part, one inside the other, the outer one counts.

use super::parts::{Depth, Part, TagSet, occurrences, tags};
use super::tagging::Tagging;
use super::tnfa_error::TnfaError;
use crate::automata::nfa::{self, Nfa, State};
use crate::grammar::RuleId;

/// Makes the NFA of a regular rule with the tags of its parts.
pub(crate) fn tnfa(tagging: &Tagging<'_>, root: RuleId, parts: &[Part]) -> Result<Nfa, TnfaError> {
    for part in parts {
        refuse_recursion(tagging, root, part)?;
        if occurrences(tagging.grammar, tagging.shapes, root, part, tagging.depth).max > 1 {
            return Err(TnfaError::Repeated(part.name.clone()));
        }
    }
    let tags = tags(parts);
    let of_parts = parts.iter().flat_map(|part| part.rules.iter().copied()).collect();
    tagging.marked(root, &of_parts, &|rule, mut nfa| {
        for tags in &tags {
            if let Some(&(_, open)) = tags.opens.iter().find(|open| open.0 == rule) {
                nfa = between(&nfa, open, tags.close, tags.set());
            }
        }
        nfa
    })
}

/// Refuses parts inside a recursive component: a reference there is a step of a loop, which no tags
/// can surround. Inside a rule of the part, no tags are needed.
pub(crate) fn refuse_recursion(
    tagging: &Tagging<'_>,
    root: RuleId,
    part: &Part,
) -> Result<(), TnfaError> {
    let shapes = tagging.shapes;
    let is_inside = |rule: RuleId| rule != root && part.rules.contains(&rule);
    let outside = match tagging.depth {
        Depth::Direct => shapes.component(root).iter().copied().collect(),
        Depth::Any => {
            shapes.reached_above(shapes.floor(&part.rules), [root], |rule| !is_inside(rule))
        }
    };
    let loops = |rule: RuleId| {
        let own = shapes.component_index(rule);
        let mut uses = shapes.uses(rule).iter();
        uses.any(|used| part.rules.contains(used) && shapes.component_index(*used) == own)
    };
    if outside.into_iter().any(|rule| !is_inside(rule) && loops(rule)) {
        return Err(TnfaError::Recursive(part.name.clone()));
    }
    Ok(())
}

/// Returns the NFA with a tag before its texts and one after, and without tags of the part inside.
pub(crate) fn between(nfa: &Nfa, open: u16, close: u16, of_part: TagSet) -> Nfa {
    let mut states: Vec<State> = nfa
        .states
        .iter()
        .map(|state| match state {
            State::Tag { tag, next } if of_part >> tag & 1 == 1 => State::Split(vec![*next]),
            other => other.clone(),
        })
        .collect();
    let [first, last, accept] = [0, 1, 2].map(|i| nfa::StateId::new(states.len() + i));
    states.push(State::Tag { tag: open, next: nfa.start });
    states.push(State::Tag { tag: close, next: accept });
    states.push(State::Split(Vec::new()));
    match &mut states[nfa.accept.index()] {
        State::Split(targets) => targets.push(last),
        State::Byte { .. } | State::Tag { .. } => unreachable!("the end is a branch"),
    }
    Nfa { states: states.into(), start: first, accept }
}
