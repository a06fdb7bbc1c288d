//! Patterns to a tagged [`Nfa`]: tags around the parts of a rule.
//!
//! Rules are built bottom-up, each a copy of the NFAs of the rules it uses, as in
//! [`crate::automata::nfa`], but never of their DFAs: a DFA has forgotten which derivation is
//! preferred, and with it where one element ends and the next begins. The states that
//! this costs fall together again in [`super::reduce`], which every rule passes.
//!
//! Of two occurrences of a part, one inside the other, the outer one counts.

use super::parts::{Part, TagSet, inside, occurrences, tags};
use super::reduce::reduce;
use crate::automata::nfa::{self, Fragment, Nfa, NfaError, State};
use crate::automata::pattern::pattern;
use crate::automata::shape::{Shape, Shapes, reached, references};
use crate::grammar::{Resolved, RuleId};
use crate::limits::Limits;
use std::collections::{BTreeMap, BTreeSet};

/// Why there is no tagged NFA.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TnfaError {
    /// This part can occur more than once.
    Repeated(String),
    /// The rule recurs through this part.
    Recursive(String),
    /// There is no NFA at all.
    Nfa(NfaError),
}

impl From<NfaError> for TnfaError {
    fn from(error: NfaError) -> Self {
        Self::Nfa(error)
    }
}

/// The NFA of a regular rule with the tags of its parts.
pub(crate) fn tnfa(
    grammar: &Resolved,
    shapes: &Shapes,
    root: RuleId,
    parts: &[Part],
    limits: &Limits,
) -> Result<Nfa, TnfaError> {
    for part in parts {
        refuse_recursion(grammar, shapes, root, part)?;
        let of = occurrences(grammar, shapes, part);
        if inside(grammar, &of, root).max > 1 {
            return Err(TnfaError::Repeated(part.name.clone()));
        }
    }
    let tags = tags(parts);
    marked(grammar, shapes, root, parts, limits, &|rule, mut nfa| {
        for tags in &tags {
            if let Some(&(_, open)) = tags.opens.iter().find(|open| open.0 == rule) {
                nfa = between(&nfa, open, tags.close, tags.set());
            }
        }
        nfa
    })
}

/// The NFA of a regular rule; `mark` puts tags around each rule of a part that it uses.
pub(crate) fn marked(
    grammar: &Resolved,
    shapes: &Shapes,
    root: RuleId,
    parts: &[Part],
    limits: &Limits,
    mark: &dyn Fn(RuleId, Nfa) -> Nfa,
) -> Result<Nfa, TnfaError> {
    let of_parts: BTreeSet<RuleId> = parts.iter().flat_map(|part| part.rules.clone()).collect();
    let patterns = pattern(grammar, shapes, &of_parts);
    let needed = reached(&[root], |rule| references(&grammar[rule].expr));
    let mut built: BTreeMap<RuleId, Nfa> = BTreeMap::new();
    for component in shapes.components() {
        if !component.iter().any(|rule| needed.contains(rule)) {
            continue;
        }
        let Shape::Regular(recursion) = shapes.of(component[0]) else {
            unreachable!("a regular rule uses regular rules only")
        };
        let mut fragment = |used| Ok::<_, NfaError>(Fragment::Nfa(built[&used].clone()));
        let nfas = nfa::nfa(&patterns, component, *recursion, limits.nfa_states, &mut fragment)?;
        for (&rule, nfa) in component.iter().zip(nfas) {
            let nfa = reduce(&nfa);
            let is_marked = rule != root && of_parts.contains(&rule);
            built.insert(rule, if is_marked { mark(rule, nfa) } else { nfa });
        }
    }
    Ok(built.remove(&root).expect("the root is needed"))
}

/// A reference inside a recursive component is a place in a loop, which nothing can
/// surround. Inside a rule of the part nothing has to be surrounded.
pub(crate) fn refuse_recursion(
    grammar: &Resolved,
    shapes: &Shapes,
    root: RuleId,
    part: &Part,
) -> Result<(), TnfaError> {
    let is_inside = |rule: RuleId| rule != root && part.rules.contains(&rule);
    let uses = |rule: RuleId| references(&grammar[rule].expr);
    let outside = reached(&[root], |rule| if is_inside(rule) { Vec::new() } else { uses(rule) });
    let loops = |rule: RuleId| {
        let component = shapes.component(rule);
        uses(rule).iter().any(|used| part.rules.contains(used) && component.contains(used))
    };
    if outside.into_iter().any(|rule| !is_inside(rule) && loops(rule)) {
        return Err(TnfaError::Recursive(part.name.clone()));
    }
    Ok(())
}

/// The same texts with a tag before them and one after, and none of the part inside.
pub(crate) fn between(nfa: &Nfa, open: u16, close: u16, of_part: TagSet) -> Nfa {
    let mut states: Vec<State> = nfa
        .states
        .iter()
        .map(|state| match state {
            State::Tag { tag, next } if of_part >> tag & 1 == 1 => State::Split(vec![*next]),
            other => other.clone(),
        })
        .collect();
    let id = |at: usize| nfa::StateId::try_from(at).expect("the limit is below 2^32");
    let [first, last, accept] = [0, 1, 2].map(|i| id(states.len() + i));
    states.push(State::Tag { tag: open, next: nfa.start });
    states.push(State::Tag { tag: close, next: accept });
    states.push(State::Split(Vec::new()));
    match &mut states[nfa.accept as usize] {
        State::Split(targets) => targets.push(last),
        State::Byte { .. } | State::Tag { .. } => unreachable!("the end is a branch"),
    }
    Nfa { states: states.into(), start: first, accept }
}
