//! Compiles regular rules from patterns to minimal DFAs, each rule after the rules it uses.
//!
//! For each finished rule that it uses, the NFA of a rule contains a copy of the smaller of that
//! rule's minimal DFA and its NFA. Minimising every part first keeps the subsets
//! of the whole small. Copying the NFA if the DFA is larger, or exceeds
//! the limits, keeps rules compilable whose parts are harder than the rules themselves.
//!
//! Most users of a rule without a DFA have none either. They get half of the steps that
//! the rule had, so that a chain of such rules costs at most twice as much as one of them.
// Long because the order of the rules and their budgets are one algorithm.

mod calls;
mod covered;
mod errors;
mod known;
mod piecewise;
mod quick;

pub(crate) use self::covered::Uncovered;
pub use self::errors::nfa_error;
pub(crate) use self::errors::{at_rule, too_large};
use self::errors::{explain, nested_too_large, prose, too_many_rules, too_much_work};
use self::piecewise::piecewise;
pub use self::quick::quick_language;
use crate::automata::ambiguity::{self, STEPS_PER_STATE};
use crate::automata::determinise::determinise;
use crate::automata::dfa::Dfa;
use crate::automata::language::Language;
use crate::automata::merge_bisimilar::merge_all;
use crate::automata::minimise::minimise;
use crate::automata::nested::net::Net;
use crate::automata::nested::{Nested, Nets, nested};
use crate::automata::nfa::{self, Fragment, Nfa, NfaError};
use crate::automata::pattern::{Patterns, pattern};
use crate::automata::shape::{Recursion, Shape, Shapes};
use crate::automata::silent_cycles::contract_silent_cycles;
use crate::budget::{Budget, TooLarge};
use crate::diagnostic::{Diagnostic, Span};
use crate::grammar::{Resolved, RuleId};
use crate::limits::{Limits, MAX_SHARES, MAX_TABLE_STATES};
use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::sync::Arc;

/// The automata of all rules that the roots need.
#[derive(Clone, Debug)]
pub struct Automata {
    patterns: Arc<Patterns>,
    compiled: BTreeMap<RuleId, Result<Compiled, Diagnostic>>,
    nested: Nested,
    /// The prose that rules without an automaton need.
    prose: BTreeMap<RuleId, Span>,
}

#[derive(Clone, Debug)]
struct Compiled {
    dfa: Result<Arc<Dfa>, Diagnostic>,
    /// The automaton that the NFAs of its users copy.
    fragment: Fragment,
    /// The component of the rule, and its form of recursion.
    component: (Arc<[RuleId]>, Recursion),
    /// The budget of steps of its determinisation.
    steps: usize,
}

impl Automata {
    /// The patterns of all rules.
    pub fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// Returns whether the roots need the rule, so that it has automata here or a reason why not.
    pub fn has(&self, rule: RuleId) -> bool {
        self.compiled.contains_key(&rule)
    }

    /// Returns the prose that a rule needs, if it has no automaton for that reason.
    pub fn prose(&self, rule: RuleId) -> Option<Span> {
        self.prose.get(&rule).copied()
    }

    /// Builds the NFA of a rule that the roots need, or returns the reason why it has none. NFAs
    /// are not stored, except as fragments for users.
    pub fn nfa(&self, rule: RuleId) -> Result<Nfa, &Diagnostic> {
        let (component, recursion) = &self.compiled[&rule].as_ref()?.component;
        let mut fragment = |used| self.fragment(used).map_err(Failure::Used);
        let nfas = nfa::nfa(&*self.patterns, component, *recursion, usize::MAX, &mut fragment);
        let index = component.binary_search(&rule).expect("a rule is in its component");
        match nfas {
            Ok(mut nfas) => Ok(nfas.swap_remove(index)),
            Err(_) => unreachable!("the rule was compiled before"),
        }
    }

    /// Returns the minimal canonical DFA of a rule that the roots need, or the reason why it has
    /// none: the rule is nested, needs prose, or exceeds a limit.
    pub fn dfa(&self, rule: RuleId) -> Result<&Dfa, &Diagnostic> {
        self.compiled[&rule].as_ref()?.dfa.as_ref().map(AsRef::as_ref)
    }

    /// Returns the language of a rule that the roots need, or the reason why it has no automaton.
    pub fn language(&self, rule: RuleId) -> Result<Language, &Diagnostic> {
        let Nested { pushdown, network, .. } = &self.nested;
        if let Some(start) = pushdown.start(rule) {
            return Ok(Language::Nested(Arc::clone(pushdown), start));
        }
        if let Some(start) = network.start(rule) {
            return Ok(Language::General(Arc::clone(network), start));
        }
        self.compiled[&rule].as_ref()?.dfa.as_ref().map(|dfa| Language::Regular(Arc::clone(dfa)))
    }

    /// Returns the reason why the general engine must match a root; `None` if another engine does.
    pub fn why_general(&self, grammar: &Resolved, rule: RuleId) -> Option<String> {
        self.nested.network.start(rule)?;
        let obstacle = self.nested.obstacles.get(&rule).map(|it| it.words(grammar));
        let too_large = || match self.dfa(rule) {
            Err(why) => why.message.clone(),
            Ok(dfa) => {
                format!("its automaton has {} states, too many for a table", dfa.state_count())
            }
        };
        Some(obstacle.unwrap_or_else(too_large))
    }

    /// Returns the automata of the nested rules among the roots.
    pub fn nested(&self) -> &Nested {
        &self.nested
    }

    /// Makes an empty collection, to which components are added in order.
    pub(crate) fn new(patterns: Arc<Patterns>) -> Self {
        let prose = BTreeMap::new();
        Self { patterns, compiled: BTreeMap::new(), nested: Nested::default(), prose }
    }

    /// Compiles a regular component whose used rules are finished. Returns the number of steps.
    pub(crate) fn add(
        &mut self,
        grammar: &Resolved,
        shapes: &Shapes,
        component: &[RuleId],
        patterns: &Uncovered,
        limits: &Limits,
    ) -> usize {
        let Shape::Regular(recursion) = shapes.of(component[0]) else {
            unreachable!("the component is regular")
        };
        let members = (Arc::from(component), *recursion);
        let steps = steps(self, shapes, component, limits);
        let budget = Budget::new(steps, limits.dfa_states);
        let made = compile(self, component, *recursion, patterns, limits.nfa_states, &budget);
        let (made, spent) = match made {
            Ok(made) => made,
            Err(failure) => {
                self.refuse(grammar, component, &failure);
                return 0;
            }
        };
        let mut cause = cause(self, shapes, component);
        for (&rule, (fragment, dfa)) in component.iter().zip(made) {
            let dfa = dfa.map_err(|why| {
                let own = || too_large(grammar, rule, why, limits);
                cause.get_or_insert_with(own).clone()
            });
            let compiled = Compiled { dfa, fragment, component: members.clone(), steps };
            self.compiled.insert(rule, Ok(compiled));
        }
        spent
    }

    /// Records the reason why a component has no automata.
    fn refuse(&mut self, grammar: &Resolved, component: &[RuleId], failure: &Failure) {
        // One cause stops a component; only cycles are reported for each rule.
        let subject_of = |rule| match failure {
            Failure::Nested(..) => rule,
            _ => component[0],
        };
        for &rule in component {
            self.compiled.insert(rule, Err(explain(grammar, subject_of(rule), failure)));
        }
        if let Failure::Nfa(NfaError::Prose(_)) = failure
            && let Some(prose) = prose(grammar, component[0])
        {
            self.prose.extend(component.iter().map(|&rule| (rule, prose.span)));
        }
    }

    /// Makes a collection without automata, for a reason that concerns all rules.
    fn refused(self, rules: &BTreeSet<RuleId>, why: &Diagnostic) -> Self {
        Self { compiled: rules.iter().map(|&rule| (rule, Err(why.clone()))).collect(), ..self }
    }

    /// Returns the automaton that users of a regular rule copy, or the reason why there is none.
    pub fn fragment(&self, rule: RuleId) -> Result<Fragment, Diagnostic> {
        let compiled = self.compiled[&rule].as_ref().map_err(Clone::clone)?;
        Ok(compiled.fragment.clone())
    }
}

/// Compiles the roots and all rules that they use.
///
/// The result for a rule depends only on the rule and on the rules that it uses.
pub fn automata(
    grammar: &Resolved,
    shapes: &Shapes,
    roots: &[RuleId],
    limits: &Limits,
) -> Automata {
    let patterns = Arc::new(pattern(grammar, shapes));
    automata_of_patterns(grammar, shapes, patterns, roots, limits, None)
}

/// As [`automata`], for a grammar whose patterns are known. `known` are automata of the same rules, some of
/// them with other definitions of the same texts; those that stay the same are not made again.
pub fn automata_of_patterns(
    grammar: &Resolved,
    shapes: &Shapes,
    patterns: Arc<Patterns>,
    roots: &[RuleId],
    limits: &Limits,
    known: Option<&Automata>,
) -> Automata {
    let (mut automata, left) = regular(grammar, shapes, patterns, roots, limits, known);
    let Some(NestedInput { nets, branching, mut total }) = left else { return automata };
    let rules = roots.iter().copied().filter(|it| nets.copying.rules.contains_key(it)).collect();
    let left = limits.total_table_entries.saturating_sub(regular_entries(&automata, roots, limits));
    let of_nested = Limits { total_table_entries: left, ..*limits };
    let needed = automata.patterns.reached(roots);
    let known = known.and_then(|it| it.with_stack(&rules, &branching, &needed));
    let Ok(made) = nested(nets, &rules, &branching, &of_nested, &mut total, known) else {
        return automata.refused(&needed, &too_much_work(limits));
    };
    automata.nested = made;
    for (&rule, &why) in automata.nested.refused.iter().filter(|(it, _)| !branching.contains(it)) {
        automata.compiled.insert(rule, Err(nested_too_large(grammar, rule, why, limits)));
    }
    automata
}

/// As [`automata`], without the automata of nested rules.
pub fn automata_of_regular(
    grammar: &Resolved,
    shapes: &Shapes,
    roots: &[RuleId],
    limits: &Limits,
) -> Automata {
    regular(grammar, shapes, Arc::new(pattern(grammar, shapes)), roots, limits, None).0
}

/// As [`automata`], where those of regular rules are known, by [`automata_of_regular`].
pub fn automata_beside(
    grammar: &Resolved,
    shapes: &Shapes,
    known: &Automata,
    roots: &[RuleId],
    limits: &Limits,
) -> Automata {
    automata_of_patterns(grammar, shapes, Arc::clone(&known.patterns), roots, limits, Some(known))
}

/// The input of the construction of nested rules.
struct NestedInput {
    nets: Nets,
    /// Regular rules that no table can hold.
    branching: BTreeSet<RuleId>,
    /// The remaining total budget of all rules.
    total: Budget,
}

/// Compiles the regular rules. Returns their automata and the remaining work, unless all rules are
/// refused.
fn regular(
    grammar: &Resolved,
    shapes: &Shapes,
    patterns: Arc<Patterns>,
    roots: &[RuleId],
    limits: &Limits,
    known: Option<&Automata>,
) -> (Automata, Option<NestedInput>) {
    let unchanged = known.map(|it| it.unchanged(shapes, &patterns)).unwrap_or_default();
    let mut automata = Automata::new(patterns);
    let needed = automata.patterns.reached(roots);
    if limits.rules < needed.len() {
        return (automata.refused(&needed, &too_many_rules(needed.len(), limits)), None);
    }
    let mut total = Budget::new(limits.total_subset_work, usize::MAX);
    let new = || Net::new(grammar.rules().len());
    let mut nets = Nets { copying: new(), calling: new() };
    let mut branching: BTreeSet<RuleId> = BTreeSet::new();
    if total.spend(shapes.steps()).is_err() {
        return (automata.refused(&needed, &too_much_work(limits)), None);
    }
    for component in shapes.components() {
        if !component.iter().any(|rule| needed.contains(rule)) {
            continue;
        }
        let patterns = Uncovered::of_component(&automata, component, limits.subset_work);
        if total.spend(patterns.steps).is_err() {
            return (automata.refused(&needed, &too_much_work(limits)), None);
        }
        let context = |automata| calls::Component {
            automata,
            shapes,
            rules: component,
            patterns: &patterns,
            limits,
        };
        if let Shape::Nested { cycle } = shapes.of(component[0]) {
            let added = calls::add(&context(&automata), &mut nets);
            let failure = added.err().unwrap_or_else(|| {
                let is_own = component.binary_search(&cycle[0]).is_ok();
                let members =
                    if is_own { cycle.iter().copied().collect() } else { BTreeSet::new() };
                Failure::Nested(Arc::clone(cycle), members)
            });
            automata.refuse(grammar, component, &failure);
            continue;
        }
        let spent = match known.filter(|_| unchanged.contains(&component[0])) {
            Some(known) => automata.copy(known, component),
            None => automata.add(grammar, shapes, component, &patterns, limits),
        };
        if total.spend(spent).is_err() {
            return (automata.refused(&needed, &too_much_work(limits)), None);
        }
        let has_table = |&rule: &RuleId| automata.dfa(rule).is_ok_and(|it| table_fits(it, limits));
        if component.iter().all(has_table) {
            calls::add_called(&context(&automata), &mut nets.calling);
        } else if calls::add(&context(&automata), &mut nets).is_ok() {
            branching.extend(component);
        }
    }
    (automata, Some(NestedInput { nets, branching, total }))
}

/// Returns whether a table of generated code can hold an automaton.
fn table_fits(dfa: &Dfa, limits: &Limits) -> bool {
    dfa.state_count() <= MAX_TABLE_STATES && entries(dfa) <= limits.table_entries
}

/// Returns the number of entries of the tables of regular roots. Equal tables are shared.
fn regular_entries(automata: &Automata, roots: &[RuleId], limits: &Limits) -> usize {
    let dfas = roots.iter().filter_map(|&root| automata.dfa(root).ok());
    let tables: BTreeSet<&Dfa> = dfas.filter(|it| table_fits(it, limits)).collect();
    tables.iter().map(|it| entries(it)).fold(0, usize::saturating_add)
}

fn entries(dfa: &Dfa) -> usize {
    dfa.state_count().saturating_mul(dfa.classes().count())
}

/// Returns the reason why a rule that the component uses has no DFA. If the component has none
/// either, this is the cause, which is reported instead of the consequence.
fn cause(automata: &Automata, shapes: &Shapes, component: &[RuleId]) -> Option<Diagnostic> {
    let mut used = component.iter().flat_map(|&rule| shapes.uses(rule));
    used.find_map(|used| automata.compiled.get(used)?.as_ref().ok()?.dfa.as_ref().err()).cloned()
}

/// Returns the budget of a component in steps: at most half of the budget of any rule without a DFA
/// that it uses.
fn steps(automata: &Automata, shapes: &Shapes, component: &[RuleId], limits: &Limits) -> usize {
    let used = component.iter().flat_map(|&rule| shapes.uses(rule));
    let failed = used.filter_map(|used| automata.compiled.get(used)?.as_ref().ok());
    let failed = failed.filter(|compiled| compiled.dfa.is_err());
    failed.map(|compiled| compiled.steps / 2).fold(limits.subset_work, usize::min)
}

/// Returns the DFAs of the superset of a component (see [`mod@crate::automata::superset`]); `None`
/// if it exceeds a limit.
pub(crate) fn solved(
    automata: &Automata,
    component: &[RuleId],
    nfa_states: usize,
    budget: &mut Budget,
) -> Option<Vec<Arc<Dfa>>> {
    let patterns = Uncovered::of_component(automata, component, budget.steps());
    let (made, spent) =
        compile(automata, component, Recursion::Anywhere, &patterns, nfa_states, budget).ok()?;
    budget.spend(spent.saturating_add(patterns.steps)).ok()?;
    made.into_iter().map(|(_, dfa)| dfa.ok()).collect()
}

type Made = (Fragment, Result<Arc<Dfa>, TooLarge>);

/// Compiles a component. Returns for each member the automaton that its users copy and its DFA, and
/// the number of steps.
fn compile(
    automata: &Automata,
    component: &[RuleId],
    recursion: Recursion,
    patterns: &Uncovered,
    nfa_states: usize,
    budget: &Budget,
) -> Result<(Vec<Made>, usize), Failure> {
    let mut fragment = |used| automata.fragment(used).map_err(Failure::Used);
    let nfas = nfa::nfa(patterns, component, recursion, nfa_states, &mut fragment)?;
    let (dfas, spent) = if let [nfa] = &nfas[..] {
        let mut own = budget.clone();
        let whole = minimal(nfa, &mut own);
        let made = whole.or_else(|why| match (why, recursion) {
            (TooLarge::States, Recursion::None) => {
                let pattern = &patterns[component[0]];
                piecewise(pattern, nfa_states, &mut fragment, &mut own).map_err(|_| why)
            }
            _ => Err(why),
        });
        (vec![made], budget.steps() - own.steps())
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

/// Returns the DFAs of the members of a recursive component, and the number of steps.
///
/// Every member uses every other, so their automata have the same states and differ only in
/// the start or the end. Bisimilar states are merged first, for all members in one
/// pass. Members that then begin and end in the same states have the same DFA, so a cycle
/// of equivalent rules costs no more than one of them.
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
                // The result must not depend on the order of members.
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

/// Returns for each rule whether its elements can divide some text in two ways.
///
/// The answer is local: a used rule counts as the set of its texts, however many
/// derivations these have, so the result is exactly the rules in which an
/// ambiguity begins. A choice between single bytes is one set of bytes, and not ambiguous.
/// The result also contains the other members of their components.
///
/// `None` means unknown: the rule has no automaton, or the search takes more than
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
    let nfas = if *recursion == Recursion::Anywhere {
        let definition =
            |&rule: &RuleId| nfa::definition(&automata.patterns[rule], limit, &mut fragment);
        component.iter().map(definition).collect::<Result<_, _>>().ok()?
    } else {
        nfa::nfa(&*automata.patterns, component, *recursion, limit, &mut fragment).ok()?
    };
    let mut total = Budget::new(steps.saturating_mul(MAX_SHARES), usize::MAX);
    let member = |nfa: &Nfa| {
        let mut budget = Budget::new(steps, usize::MAX);
        let found = ambiguity::ambiguous(nfa, &mut budget);
        total.spend(steps - budget.steps()).ok().map(|()| found)
    };
    // Unknown for all if it is unknown for one: the result must not depend on the order of members.
    nfas.iter().map(member).collect()
}

enum Failure {
    /// The cycle, and the rules of the component that are on it.
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
