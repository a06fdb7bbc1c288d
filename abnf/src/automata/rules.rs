//! The automata of regular rules, from patterns to minimal DFAs, each rule after
//! the rules it uses.
//!
//! Where a rule uses a finished one, its NFA takes a copy of the smaller of that
//! rule's minimal DFA and its NFA. Minimising every part first keeps the subsets
//! of the whole small; taking the NFA where the DFA is larger, or not to be had
//! within the limits, keeps rules compilable whose parts are worse than they are.
//! Most users of a rule without a DFA have none either. They get half of the steps that
//! the rule had, so that a chain of such rules costs no more than two of them.

use crate::automata::ambiguity::{self, STEPS_PER_STATE};
use crate::automata::determinise::determinise;
use crate::automata::dfa::Dfa;
use crate::automata::merge_bisimilar::merge_all;
use crate::automata::minimise::minimise;
use crate::automata::nfa::{self, Fragment, Nfa, NfaError};
use crate::automata::pattern::{Patterns, pattern};
use crate::automata::shape::{self, MAX_SHOWN, Recursion, Shape, Shapes};
use crate::automata::silent_cycles::contract_silent_cycles;
use crate::budget::{Budget, TooLarge};
use crate::diagnostic::{Diagnostic, Hint};
use crate::grammar::uses::{reached, references};
use crate::grammar::{Expr, Prose, Resolved, RuleId};
use crate::limits::{LimitName, Limits, MAX_SHARES};
use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::sync::Arc;

/// The forms of every rule that the roots need.
#[derive(Clone, Debug)]
pub struct Automata {
    patterns: Patterns,
    compiled: BTreeMap<RuleId, Result<Compiled, Diagnostic>>,
}

#[derive(Clone, Debug)]
struct Compiled {
    dfa: Result<Arc<Dfa>, Diagnostic>,
    /// What stands for the rule in the NFAs of its users.
    fragment: Fragment,
    /// The rules that it is compiled with, and how they use each other.
    component: (Arc<[RuleId]>, Recursion),
    /// The steps that its determinisation could take.
    steps: usize,
}

impl Automata {
    /// The patterns of all rules.
    pub fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// Whether the roots need the rule: it has automata here or a reason why not.
    pub fn has(&self, rule: RuleId) -> bool {
        self.compiled.contains_key(&rule)
    }

    /// The NFA of a rule that the roots need, or why there is none. It is built for the
    /// caller: rules keep only what their users need.
    pub fn nfa(&self, rule: RuleId) -> Result<Nfa, &Diagnostic> {
        let (component, recursion) = &self.compiled[&rule].as_ref()?.component;
        let mut fragment = |used| self.fragment(used).map_err(Failure::Used);
        let nfas = nfa::nfa(&self.patterns, component, *recursion, usize::MAX, &mut fragment);
        let index = component.binary_search(&rule).expect("a rule is in its component");
        match nfas {
            Ok(mut nfas) => Ok(nfas.swap_remove(index)),
            Err(_) => unreachable!("the rule was compiled before"),
        }
    }

    /// The minimal canonical DFA of a rule that the roots need, or why there is
    /// none: the rule is nested, needs prose, or passes a limit.
    pub fn dfa(&self, rule: RuleId) -> Result<&Dfa, &Diagnostic> {
        self.compiled[&rule].as_ref()?.dfa.as_ref().map(AsRef::as_ref)
    }

    /// Without an automaton for any of the rules, for a reason that concerns all.
    fn refused(self, rules: &BTreeSet<RuleId>, why: &Diagnostic) -> Self {
        Self { compiled: rules.iter().map(|&rule| (rule, Err(why.clone()))).collect(), ..self }
    }

    fn fragment(&self, rule: RuleId) -> Result<Fragment, Diagnostic> {
        let compiled = self.compiled[&rule].as_ref().map_err(Clone::clone)?;
        Ok(compiled.fragment.clone())
    }
}

/// Compiles the roots and all that they use.
///
/// What is made of a rule depends on the rule and those that it uses, and on nothing else.
pub fn automata(
    grammar: &Resolved,
    shapes: &Shapes,
    roots: &[RuleId],
    limits: &Limits,
) -> Automata {
    let mut automata = Automata { patterns: pattern(grammar, shapes), compiled: BTreeMap::new() };
    let needed = automata.patterns.reached(roots);
    if limits.rules < needed.len() {
        return automata.refused(&needed, &too_many_rules(needed.len(), limits));
    }
    let mut total = Budget::new(limits.total_subset_work, usize::MAX);
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
                let members = (Arc::from(&component[..]), *recursion);
                let steps = steps(&automata, shapes, component, limits);
                let budget = Budget::new(steps, limits.dfa_states);
                let made = compile(&automata, component, *recursion, limits.nfa_states, &budget);
                made.map(|(made, spent)| (made, spent, members, steps))
            }
        };
        match made {
            Ok((made, spent, members, steps)) => {
                if total.spend(spent).is_err() {
                    return automata.refused(&needed, &too_much_work(limits));
                }
                let mut cause = cause(&automata, shapes, component);
                for (&rule, (fragment, dfa)) in component.iter().zip(made) {
                    let dfa = dfa.map_err(|why| {
                        let own = || too_large(grammar, rule, why, limits);
                        cause.get_or_insert_with(own).clone()
                    });
                    let component = members.clone();
                    let compiled = Compiled { dfa, fragment, component, steps };
                    automata.compiled.insert(rule, Ok(compiled));
                }
            }
            Err(failure) => {
                // What stops a component is one cause; only cycles are told for each rule.
                let told_of = |rule| match failure {
                    Failure::Nested(..) => rule,
                    _ => component[0],
                };
                for &rule in component {
                    let error = explain(grammar, told_of(rule), &failure);
                    automata.compiled.insert(rule, Err(error));
                }
            }
        }
    }
    automata
}

/// Why a rule that the component uses has no DFA. If the component has none either, that
/// is the cause, which is told instead of the consequence.
fn cause(automata: &Automata, shapes: &Shapes, component: &[RuleId]) -> Option<Diagnostic> {
    let mut used = component.iter().flat_map(|&rule| shapes.uses(rule));
    used.find_map(|used| automata.compiled.get(used)?.as_ref().ok()?.dfa.as_ref().err()).cloned()
}

/// How many steps the determinisation of a component can take: half of those of a rule that
/// the component uses and that has no DFA.
fn steps(automata: &Automata, shapes: &Shapes, component: &[RuleId], limits: &Limits) -> usize {
    let used = component.iter().flat_map(|&rule| shapes.uses(rule));
    let failed = used.filter_map(|used| automata.compiled.get(used)?.as_ref().ok());
    let failed = failed.filter(|compiled| compiled.dfa.is_err());
    failed.map(|compiled| compiled.steps / 2).fold(limits.subset_work, usize::min)
}

type Made = (Fragment, Result<Arc<Dfa>, TooLarge>);

/// What a component is made of: for each member what stands for it, and its DFA. Also
/// returns the steps that took.
fn compile(
    automata: &Automata,
    component: &[RuleId],
    recursion: Recursion,
    nfa_states: usize,
    budget: &Budget,
) -> Result<(Vec<Made>, usize), Failure> {
    let mut fragment = |used| automata.fragment(used).map_err(Failure::Used);
    let nfas = nfa::nfa(&automata.patterns, component, recursion, nfa_states, &mut fragment)?;
    let (dfas, spent) = if let [nfa] = &nfas[..] {
        let mut own = budget.clone();
        (vec![minimal(nfa, &mut own)], budget.steps() - own.steps())
    } else {
        members(&nfas, budget)
    };
    let made = nfas.into_iter().zip(dfas).map(|(nfa, dfa)| {
        let size = dfa.as_ref().map_or(u64::MAX, |dfa| nfa::dfa_size(dfa));
        let fragment = match &dfa {
            Ok(dfa) if size <= nfa.states.len() as u64 => Fragment::Dfa(Arc::clone(dfa), size),
            _ => Fragment::Nfa(nfa),
        };
        (fragment, dfa)
    });
    Ok((made.collect(), spent))
}

/// The DFAs of the members of a recursive component, and the steps that they took.
///
/// Every member uses every other, so that their automata have the same states and differ in
/// the start or the end. States that do the same are merged first, for all members in one
/// pass, and members that then begin and end in the same states have the same DFA: a cycle
/// of rules that all do the same costs no more than one of them.
fn members(nfas: &[Nfa], of_member: &Budget) -> (Vec<Result<Arc<Dfa>, TooLarge>>, usize) {
    let merged = merge_all(&contract_silent_cycles(nfas));
    let all = of_member.steps().saturating_mul(MAX_SHARES);
    let mut total = Budget::new(all, usize::MAX);
    let mut known: BTreeMap<(nfa::StateId, nfa::StateId), Result<Arc<Dfa>, TooLarge>> =
        BTreeMap::new();
    for nfa in &merged {
        if let Entry::Vacant(entry) = known.entry((nfa.start, nfa.accept)) {
            let mut budget = of_member.clone();
            entry.insert(minimal(nfa, &mut budget));
            if total.spend(of_member.steps() - budget.steps()).is_err() {
                // Which members came first is no reason to prefer them.
                return (vec![Err(TooLarge::Work); nfas.len()], all);
            }
        }
    }
    let dfas = merged.iter().map(|nfa| known[&(nfa.start, nfa.accept)].clone());
    (dfas.collect(), all - total.steps())
}

fn minimal(nfa: &Nfa, budget: &mut Budget) -> Result<Arc<Dfa>, TooLarge> {
    determinise(nfa, budget).map(|dfa| Arc::new(minimise(&dfa)))
}

/// Whether some text of a rule can be divided in two ways among the elements of the rule,
/// for each of these rules.
///
/// Local: a rule that it uses counts as the set of its texts, however many
/// derivations one of them has, so that exactly the rules are found in which an
/// ambiguity begins. A choice between single bytes is one set of bytes, and not ambiguous.
/// The members of the components of these rules are answered too.
///
/// `None` if that is unknown: the rule has no automaton, or the search takes more than
/// `steps` for the rule, or [`MAX_SHARES`] times as many for all members of its component
/// (see [`Limits::ambiguity_steps`]).
pub fn ambiguous(
    automata: &Automata,
    shapes: &Shapes,
    rules: &[RuleId],
    steps: usize,
) -> BTreeMap<RuleId, Option<bool>> {
    let mut found = BTreeMap::new();
    for &rule in rules {
        if !found.contains_key(&rule) {
            let component = shapes.component(rule);
            let of_members = ambiguous_members(automata, shapes, component, steps);
            let of_members = of_members.unwrap_or_else(|| vec![None; component.len()]);
            found.extend(component.iter().copied().zip(of_members));
        }
    }
    found
}

fn ambiguous_members(
    automata: &Automata,
    shapes: &Shapes,
    component: &[RuleId],
    steps: usize,
) -> Option<Vec<Option<bool>>> {
    let Shape::Regular(recursion) = shapes.of(component[0]) else { return None };
    let mut fragment = |used| match &automata.compiled[&used] {
        Ok(Compiled { dfa: Ok(dfa), .. }) => Ok(Fragment::Dfa(Arc::clone(dfa), nfa::dfa_size(dfa))),
        _ => Err(Failure::Unknown),
    };
    let limit = steps / STEPS_PER_STATE;
    let nfas = nfa::nfa(&automata.patterns, component, *recursion, limit, &mut fragment).ok()?;
    let mut total = Budget::new(steps.saturating_mul(MAX_SHARES), usize::MAX);
    let member = |nfa: &Nfa| {
        let mut budget = Budget::new(steps, usize::MAX);
        let found = ambiguity::ambiguous(nfa, &mut budget);
        total.spend(steps - budget.steps()).ok().map(|()| found)
    };
    // Unknown for all where it is unknown for some: the order of members says nothing.
    nfas.iter().map(member).collect()
}

enum Failure {
    /// The cycle, and which rules of the component are on it.
    Nested(Arc<[RuleId]>, BTreeSet<RuleId>),
    Used(Diagnostic),
    Nfa(NfaError),
    Unknown,
}

impl From<NfaError> for Failure {
    fn from(error: NfaError) -> Self {
        Self::Nfa(error)
    }
}

fn too_many_rules(count: usize, limits: &Limits) -> Diagnostic {
    let message = format!("automata for {count} rules are needed; the limit is {}", limits.rules);
    Diagnostic::error("too-many-rules", message).hint("ask for fewer rules, or divide the grammar")
}

fn too_much_work(limits: &Limits) -> Diagnostic {
    let limit = limits.total_subset_work;
    let message = format!("determinising all rules takes more than {limit} steps, the limit");
    Diagnostic::error("total-work-limit", message)
        .hint(Hint::RaiseLimit(LimitName::TotalSubsetWork))
        .hint("ask for fewer rules, or divide the grammar")
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
            let mut diagnostic = at_rule(grammar, rule, Diagnostic::error("nested-rule", message));
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
        NfaError::Error => {
            let message = format!("rule `{name}` needs a definition that has an error");
            at_rule(grammar, rule, Diagnostic::error("needs-error", message))
                .hint("mend the definition")
        }
        NfaError::Prose(text) => {
            let message = format!("rule `{name}` needs the prose `<{text}>`, which names no rule");
            let diagnostic = Diagnostic::error("prose-value", message);
            let diagnostic = match prose(grammar, rule) {
                Some(prose) => diagnostic.at(prose.span, "a description, not a grammar"),
                None => at_rule(grammar, rule, diagnostic),
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
                "determinising rule `{name}` takes more than {} steps, the limit",
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
    at_rule(grammar, rule, Diagnostic::error(code, message))
        .hint(Hint::RaiseLimit(limit))
        .hint("bound the repetitions lower")
}

/// The diagnostic with the definition of the rule as its position.
pub(crate) fn at_rule(grammar: &Resolved, rule: RuleId, diagnostic: Diagnostic) -> Diagnostic {
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
            Expr::Empty | Expr::Set(_) | Expr::Rule(_) | Expr::Error => None,
        }
    }
    reached(&[rule], |rule| references(&grammar[rule].expr))
        .into_iter()
        .find_map(|rule| find(&grammar[rule].expr))
}
