//! The automata of regular rules, from patterns to minimal DFAs, each rule after
//! the rules it uses.
//!
//! Where a rule uses a finished one, its NFA takes a copy of the smaller of that
//! rule's minimal DFA and its NFA. Minimising every part first keeps the subsets
//! of the whole small; taking the NFA where the DFA is larger, or not to be had
//! within the limits, keeps rules compilable whose parts are worse than they are.

use crate::automata::ambiguity::{self, STEPS_PER_STATE};
use crate::automata::determinise::{TooLarge, determinise};
use crate::automata::dfa::Dfa;
use crate::automata::minimise::minimise;
use crate::automata::nfa::{self, Fragment, Nfa, NfaError};
use crate::automata::pattern::{Patterns, pattern};
use crate::automata::shape::{self, MAX_SHOWN, Recursion, Shape, Shapes};
use crate::diagnostic::{Diagnostic, Hint};
use crate::grammar::{Expr, Prose, Resolved, RuleId};
use crate::limits::{LimitName, Limits};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The forms of every rule that the roots need.
#[derive(Clone, Debug)]
pub struct Automata {
    patterns: Patterns,
    compiled: BTreeMap<RuleId, Result<Compiled, Diagnostic>>,
}

#[derive(Clone, Debug)]
struct Compiled {
    nfa: Nfa,
    dfa: Result<Arc<Dfa>, Diagnostic>,
    /// States that a copy of the DFA adds, counted once for all its users.
    dfa_size: u64,
}

impl Automata {
    /// The patterns of all rules.
    pub fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// The NFA of a rule that the roots need, or why there is none.
    pub fn nfa(&self, rule: RuleId) -> Result<&Nfa, &Diagnostic> {
        self.compiled[&rule].as_ref().map(|compiled| &compiled.nfa)
    }

    /// The minimal canonical DFA of a rule that the roots need, or why there is
    /// none: the rule is nested, needs prose, or passes a limit.
    pub fn dfa(&self, rule: RuleId) -> Result<&Dfa, &Diagnostic> {
        self.compiled[&rule].as_ref()?.dfa.as_ref().map(AsRef::as_ref)
    }

    fn fragment(&self, rule: RuleId) -> Result<Fragment, Diagnostic> {
        let compiled = self.compiled[&rule].as_ref().map_err(Clone::clone)?;
        Ok(match &compiled.dfa {
            Ok(dfa) if compiled.dfa_size <= compiled.nfa.states.len() as u64 => {
                Fragment::Dfa(Arc::clone(dfa), compiled.dfa_size)
            }
            _ => Fragment::Nfa(compiled.nfa.clone()),
        })
    }
}

/// Compiles the roots and all that they use.
pub fn automata(
    grammar: &Resolved,
    shapes: &Shapes,
    roots: &[RuleId],
    limits: &Limits,
) -> Automata {
    let mut automata = Automata {
        patterns: pattern(grammar, shapes, &BTreeSet::new()),
        compiled: BTreeMap::new(),
    };
    let needed = automata.patterns.reached(roots);
    let mut left = Left { nfa_states: limits.total_nfa_states, work: limits.subset_work };
    for component in shapes.components() {
        if !component.iter().any(|rule| needed.contains(rule)) {
            continue;
        }
        let made = match shapes.of(component[0]) {
            Shape::Nested { cycle } => {
                let is_own = component.binary_search(&cycle[0]).is_ok();
                let members =
                    if is_own { cycle.iter().copied().collect() } else { BTreeSet::new() };
                Err(Failure::Nested(Arc::clone(cycle), members))
            }
            Shape::Regular(recursion) => {
                compile(&automata, component, *recursion, limits, &mut left)
            }
        };
        for (i, &rule) in component.iter().enumerate() {
            let compiled = match &made {
                Ok(compiled) => {
                    let (nfa, dfa) = &compiled[i];
                    let dfa = dfa.clone().map_err(|why| too_large(grammar, rule, why, limits));
                    let dfa_size = dfa.as_ref().map_or(0, |dfa| nfa::dfa_size(dfa));
                    Ok(Compiled { nfa: nfa.clone(), dfa, dfa_size })
                }
                Err(failure) => Err(explain(grammar, rule, failure)),
            };
            automata.compiled.insert(rule, compiled);
        }
    }
    automata
}

/// What is left of the limits that hold for the whole run.
struct Left {
    nfa_states: usize,
    work: usize,
}

type Made = (Nfa, Result<Arc<Dfa>, TooLarge>);

fn compile(
    automata: &Automata,
    component: &[RuleId],
    recursion: Recursion,
    limits: &Limits,
    left: &mut Left,
) -> Result<Vec<Made>, Failure> {
    let limit = limits.nfa_states.min(left.nfa_states);
    let mut fragment = |used| automata.fragment(used).map_err(Failure::Used);
    let nfas = nfa::nfa(&automata.patterns, component, recursion, limit, &mut fragment).map_err(
        |failure| match failure {
            Failure::Nfa(NfaError::TooLarge(limit)) if limit < limits.nfa_states => {
                left.nfa_states = 0;
                Failure::Total(limits.total_nfa_states)
            }
            other => other,
        },
    )?;
    left.nfa_states -= nfas[0].states.len();
    Ok(nfas
        .into_iter()
        .map(|nfa| {
            let dfa = determinise(&nfa, limits.dfa_states, &mut left.work);
            (nfa, dfa.map(|dfa| Arc::new(minimise(&dfa))))
        })
        .collect())
}

/// Whether some text can be divided in two ways among the elements of the rule.
///
/// Local: a rule that it uses counts as the set of its texts, however many
/// derivations one of them has, so that exactly the rules are found in which an
/// ambiguity begins. None where it cannot be told: the rule has no automaton, or
/// the search takes more than `steps` ([`Limits::ambiguity_steps`] for a whole run),
/// which is lowered by what it took.
pub fn ambiguous(
    automata: &Automata,
    shapes: &Shapes,
    rule: RuleId,
    steps: &mut usize,
) -> Option<bool> {
    let Shape::Regular(recursion) = shapes.of(rule) else { return None };
    let component = shapes.component(rule);
    let limit = *steps / STEPS_PER_STATE;
    let nfas =
        nfa::nfa(&automata.patterns, component, *recursion, limit, &mut |used| match &automata
            .compiled[&used]
        {
            Ok(Compiled { dfa: Ok(dfa), dfa_size, .. }) => {
                Ok(Fragment::Dfa(Arc::clone(dfa), *dfa_size))
            }
            _ => Err(Failure::Unknown),
        })
        .ok()?;
    let at = component.iter().position(|&member| member == rule)?;
    ambiguity::ambiguous(&nfas[at], steps)
}

enum Failure {
    /// The cycle, and which rules of the component are on it.
    Nested(Arc<[RuleId]>, BTreeSet<RuleId>),
    Used(Diagnostic),
    Nfa(NfaError),
    Total(usize),
    Unknown,
}

impl From<NfaError> for Failure {
    fn from(error: NfaError) -> Self {
        Self::Nfa(error)
    }
}

fn explain(grammar: &Resolved, rule: RuleId, failure: &Failure) -> Diagnostic {
    let name = &grammar[rule].name;
    match failure {
        Failure::Nested(cycle, members) => {
            let names = shape::cycle_text(grammar, cycle);
            let message = if members.contains(&rule) {
                format!("rule `{name}` is nested: {names}")
            } else {
                format!("rule `{name}` uses a nested rule: {names}")
            };
            let mut diagnostic = place(grammar, rule, Diagnostic::error("nested-rule", message));
            for &member in cycle.iter().take(MAX_SHOWN).filter(|&&member| member != rule) {
                if let Some(span) = grammar[member].span {
                    diagnostic = diagnostic.also(span, "on the cycle");
                }
            }
            diagnostic.hint(
                "only left- or right-linear recursion is regular: make the recursive reference the \
                 last (or always the first) element of every alternative on the cycle",
            )
        }
        // The finding is about the rule in which it begins; users repeat it, so that
        // equal findings can be told once.
        Failure::Used(why) => why.clone(),
        Failure::Nfa(error) => nfa_error(grammar, rule, error),
        Failure::Total(limit) => limit_error(
            grammar,
            rule,
            "nfa-total-limit",
            LimitName::TotalNfaStates,
            &format!(
                "the rules up to `{name}` need more than {limit} NFA states, the limit of a run"
            ),
        ),
        Failure::Unknown => unreachable!("only the search for ambiguity says unknown"),
    }
}

pub(crate) fn nfa_error(grammar: &Resolved, rule: RuleId, error: &NfaError) -> Diagnostic {
    let name = &grammar[rule].name;
    match error {
        NfaError::TooLarge(limit) => limit_error(
            grammar,
            rule,
            "nfa-limit",
            LimitName::NfaStates,
            &format!("rule `{name}` needs more than {limit} NFA states, the limit"),
        ),
        NfaError::Prose(text) => {
            let message = format!("rule `{name}` needs the prose `<{text}>`, which names no rule");
            let diagnostic = Diagnostic::error("prose-value", message);
            let diagnostic = match prose(grammar, rule) {
                Some(prose) => diagnostic.at(prose.span, "a description, not a grammar"),
                None => place(grammar, rule, diagnostic),
            };
            diagnostic.hint("define it as a rule, or import the grammar that does")
        }
    }
}

pub(crate) fn too_large(
    grammar: &Resolved,
    rule: RuleId,
    why: TooLarge,
    limits: &Limits,
) -> Diagnostic {
    let name = &grammar[rule].name;
    match why {
        TooLarge::States => limit_error(
            grammar,
            rule,
            "state-limit",
            LimitName::DfaStates,
            &format!("rule `{name}` needs more than {} DFA states, the limit", limits.dfa_states),
        ),
        TooLarge::Work => limit_error(
            grammar,
            rule,
            "work-limit",
            LimitName::SubsetWork,
            &format!(
                "determinising the grammar takes more than {} steps, the limit, at rule `{name}`",
                limits.subset_work
            ),
        ),
    }
}

fn limit_error(
    grammar: &Resolved,
    rule: RuleId,
    code: &'static str,
    limit: LimitName,
    message: &str,
) -> Diagnostic {
    place(grammar, rule, Diagnostic::error(code, message))
        .hint(Hint::RaiseLimit(limit))
        .hint("bound the repetitions lower")
}

pub(crate) fn place(grammar: &Resolved, rule: RuleId, diagnostic: Diagnostic) -> Diagnostic {
    match grammar[rule].span {
        Some(span) => diagnostic.at(span, ""),
        None => diagnostic,
    }
}

/// The first prose that the rule reaches.
fn prose(grammar: &Resolved, rule: RuleId) -> Option<&Prose> {
    fn find(expr: &Expr<RuleId>) -> Option<&Prose> {
        match expr {
            Expr::Prose(prose) => Some(prose),
            Expr::Concat(items) | Expr::Alt(items) => items.iter().find_map(find),
            Expr::Repeat { body, .. } => find(body),
            Expr::Empty | Expr::Set(_) | Expr::Rule(_) => None,
        }
    }
    shape::reached(&[rule], |rule| shape::references(&grammar[rule].expr))
        .into_iter()
        .find_map(|rule| find(&grammar[rule].expr))
}
