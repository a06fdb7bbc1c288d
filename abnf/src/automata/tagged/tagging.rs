//! The state that locating parts shares among the rules of a grammar.
//!
//! The automata that locate the parts of a rule are built from the NFAs of the rules that
//! it uses. Most of them contain none of the parts, so their NFAs are the same
//! for every located rule, and are built once. Only rules between the root and its
//! parts are built anew. The rules of a long chain, each with the next as its part, therefore take
//! linear time together.

use super::parts::Depth;
use super::replaced::Replacement;
use super::tnfa_error::{Refused, TnfaError};
use crate::automata::determinise::determinise;
use crate::automata::dfa::Dfa;
use crate::automata::merge_bisimilar::merge_all;
use crate::automata::minimise::minimise;
use crate::automata::nfa::{self, Fragment, Nfa, NfaError};
use crate::automata::pattern::{Pattern, Patterns, pattern, pattern_keeping, pattern_of};
use crate::automata::shape::{Recursion, Shape, Shapes};
use crate::budget::Budget;
use crate::grammar::{Resolved, RuleId};
use crate::limits::Limits;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Index;
use std::sync::Arc;

/// A grammar whose parts are located.
#[derive(Debug)]
pub struct Tagging<'a> {
    pub(crate) grammar: &'a Resolved,
    pub(crate) shapes: &'a Shapes,
    pub(crate) limits: &'a Limits,
    /// Which occurrences of parts are located.
    pub(crate) depth: Depth,
    filters: Filters,
    /// The automata that replace the automata of some rules, where other rules use them.
    replacements: BTreeMap<RuleId, Replacement>,
    /// Minimal DFAs of rules that the caller has made.
    dfas: BTreeMap<RuleId, Arc<Dfa>>,
    pub(crate) patterns: Arc<Patterns>,
    /// A cache, which affects the time but never the result.
    plain: RefCell<Cache>,
}

/// Whether the filters of rules with parts inside count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filters {
    Applied,
    Ignored,
}

impl<'a> Tagging<'a> {
    /// Locates parts at any depth. Takes time linear in the grammar; automata are built on demand.
    pub fn new(grammar: &'a Resolved, shapes: &'a Shapes, limits: &'a Limits) -> Self {
        let patterns = Arc::new(pattern(grammar, shapes));
        Self::of_patterns(grammar, shapes, patterns, limits, Depth::Any)
    }

    /// Like [`new`](Self::new), for a grammar whose patterns are known, and parts at a given depth.
    pub fn of_patterns(
        grammar: &'a Resolved,
        shapes: &'a Shapes,
        patterns: Arc<Patterns>,
        limits: &'a Limits,
        depth: Depth,
    ) -> Self {
        let (filters, replacements) = (Filters::Applied, BTreeMap::new());
        let (dfas, plain) = (BTreeMap::new(), RefCell::default());
        Self { grammar, shapes, limits, depth, filters, replacements, dfas, patterns, plain }
    }

    /// The same, except that filters of rules with parts inside are ignored: without the texts of
    /// the parts, they make no sense.
    pub(crate) fn without_filters(self) -> Self {
        Self { filters: Filters::Ignored, ..self }
    }

    /// The same, with minimal DFAs of some rules, which need not be made again.
    pub(crate) fn with_dfas(self, dfas: impl IntoIterator<Item = (RuleId, Arc<Dfa>)>) -> Self {
        Self { dfas: dfas.into_iter().collect(), ..self }
    }

    /// The same, with replacements for the texts of some rules. A part is not replaced, nor is a rule
    /// in itself.
    pub(crate) fn with_replacements(self, replacements: BTreeMap<RuleId, Replacement>) -> Self {
        if replacements.is_empty() {
            return self;
        }
        // A reference to a set of bytes is not substituted, so that the rule can be replaced.
        let kept = self.patterns.kept().chain(replacements.keys().copied()).collect();
        let patterns = Arc::new(pattern_keeping(self.grammar, self.shapes, kept));
        // Replacements change the texts of the rules that use them.
        Self { replacements, dfas: BTreeMap::new(), patterns, ..self }
    }

    /// Returns what takes the place of the NFA of a rule in others.
    pub(crate) fn replaced(&self, rule: RuleId, nfa: Nfa) -> Nfa {
        match self.replacements.get(&rule) {
            Some(replacement) => replacement.of(&nfa),
            None => nfa,
        }
    }

    /// Returns what takes the place of a rule without an NFA in others. `None` if nothing does.
    pub(crate) fn replacement(&self, rule: RuleId) -> Option<Nfa> {
        self.replacements.get(&rule).map(Replacement::alone)
    }

    /// Returns the minimal DFA of a rule in others. `None` if that exceeds a limit.
    pub(crate) fn plain_dfa(&self, rule: RuleId, budget: &mut Budget) -> Option<Arc<Dfa>> {
        if let Some(known) = self.dfas.get(&rule) {
            return Some(Arc::clone(known));
        }
        let nfa = self.plain(rule).ok()?;
        Some(Arc::new(minimise(&determinise(&nfa, budget).ok()?)))
    }

    /// Returns the NFA of a rule in others without tags, with states of the same future merged.
    pub(crate) fn plain(&self, rule: RuleId) -> Result<Nfa, Refused> {
        let mut cache = self.plain.borrow_mut();
        if let Some(known) = cache.get(rule) {
            return known;
        }
        let reached = self.shapes.reached_above(0, [rule], |rule| cache.get(rule).is_none());
        let mut built: BTreeMap<RuleId, Result<Nfa, Refused>> = BTreeMap::new();
        let mut missing = Vec::new();
        for rule in reached {
            match cache.get(rule) {
                // The cache may drop the NFA before its users are built.
                Some(known) => drop(built.insert(rule, known)),
                None => missing.push(rule),
            }
        }
        // For each rule, the number of users that are still to be built.
        let mut users: BTreeMap<RuleId, usize> = BTreeMap::new();
        for used in missing.iter().flat_map(|&rule| self.shapes.uses(rule)) {
            *users.entry(*used).or_default() += 1;
        }
        for component in self.in_order(&missing) {
            let fragment = |used: RuleId| built[&used].clone().map(Fragment::Nfa);
            let made = match self.component(component, &*self.patterns, fragment) {
                Ok(nfas) => {
                    let nfas = component.iter().zip(nfas);
                    nfas.map(|(&rule, nfa)| Ok(self.replaced(rule, nfa))).collect()
                }
                Err(error) => vec![Err(error); component.len()],
            };
            cache.add(component, &made);
            built.extend(component.iter().copied().zip(made));
            for used in component.iter().flat_map(|&member| self.shapes.uses(member)) {
                let left = users.get_mut(used).expect("all users were counted");
                *left -= 1;
                if *left == 0 && *used != rule {
                    built.remove(used);
                }
            }
        }
        built.remove(&rule).expect("the rule was missing")
    }

    /// Returns the components of `rules`, each after those that it uses.
    fn in_order(&self, rules: &[RuleId]) -> Vec<&'a [RuleId]> {
        let mut components: Vec<usize> =
            rules.iter().map(|&rule| self.shapes.component_index(rule)).collect();
        components.sort_unstable();
        components.dedup();
        components.into_iter().map(|index| &*self.shapes.components()[index]).collect()
    }

    /// Builds the NFAs of a regular component, with states of the same future merged.
    fn component(
        &self,
        component: &[RuleId],
        patterns: &nfa::PatternOf<'_>,
        mut fragment: impl FnMut(RuleId) -> Result<Fragment, Refused>,
    ) -> Result<Vec<Nfa>, Refused> {
        let Shape::Regular(recursion) = self.shapes.of(component[0]) else {
            unreachable!("a regular rule uses regular rules only")
        };
        let limit = self.limits.nfa_states;
        let mut fragment = |used| fragment(used).map_err(Stop::Used);
        let nfas = nfa::nfa(patterns, component, *recursion, limit, &mut fragment);
        let nfas = nfas.map_err(|stop| match stop {
            Stop::Used(refused) => refused,
            Stop::Own(error) => Refused { rule: component[0], error },
        })?;
        let nfas = merge_all(&nfas);
        if *recursion != Recursion::Anywhere {
            return Ok(nfas);
        }
        // The language is exact, but paths are not derivations: make the path of each text unique.
        let one_way = |nfa: &Nfa| {
            let dfa = determinise(nfa, &mut Budget::of_rule(self.limits));
            let too_large = |_| Refused { rule: component[0], error: NfaError::TooLarge(limit) };
            dfa.map(|dfa| nfa::of_dfa(&minimise(&dfa))).map_err(too_large)
        };
        nfas.iter().map(one_way).collect()
    }

    /// Builds the NFA of a regular rule. `mark` puts tags around each rule of a part that it uses.
    pub(crate) fn marked(
        &self,
        root: RuleId,
        of_parts: &BTreeSet<RuleId>,
        mark: &dyn Fn(RuleId, Nfa) -> Nfa,
    ) -> Result<Nfa, TnfaError> {
        let anew = self.with_parts_inside(root, of_parts);
        if !anew.contains(&root) {
            return Ok(self.plain(root)?);
        }
        let anew: Vec<RuleId> = anew.into_iter().collect();
        let mut budget = Budget::of_rule(self.limits);
        let mut patterns = Overlay { base: &self.patterns, own: BTreeMap::new() };
        let mut built: BTreeMap<RuleId, Nfa> = BTreeMap::new();
        for component in self.in_order(&anew) {
            if *self.shapes.of(component[0]) == Shape::Regular(Recursion::Anywhere) {
                // The inner derivation is unavailable, but it matters only outside of parts.
                for &rule in component.iter().filter(|&&it| it != root && of_parts.contains(&it)) {
                    built.insert(rule, mark(rule, self.plain(rule)?));
                }
                continue;
            }
            let mut used = component.iter().flat_map(|&rule| self.shapes.uses(rule));
            let is_missing = |used: &&RuleId| {
                anew.binary_search(used).is_ok()
                    && !component.contains(used)
                    && !built.contains_key(used)
            };
            if let Some(&used) = used.find(is_missing) {
                return Err(TnfaError::Embeds(used));
            }
            let own = self.shapes.component_index(component[0]);
            for &rule in component {
                let known = |used: RuleId| {
                    let stays = of_parts.contains(&used)
                        || self.replacements.contains_key(&used)
                        || self.shapes.component_index(used) == own;
                    (!stays).then(|| &patterns[used])
                };
                let pattern = match (pattern_of(self.grammar, rule, known), self.filters) {
                    (Pattern::Within(body, _), Filters::Ignored) => *body,
                    (pattern, _) => pattern,
                };
                patterns.own.insert(rule, pattern);
            }
            let fragment = |used: RuleId| {
                if let Some(nfa) = built.get(&used) {
                    return Ok(Fragment::Nfa(nfa.clone()));
                }
                let nfa = self.plain(used)?;
                let nfa = if of_parts.contains(&used) { mark(used, nfa) } else { nfa };
                Ok(Fragment::Nfa(nfa))
            };
            let nfas = self.component(component, &patterns, fragment)?;
            budget.spend(nfas[0].states.len()).map_err(TnfaError::TooLarge)?;
            for (&rule, nfa) in component.iter().zip(nfas) {
                let nfa = match (rule == root, of_parts.contains(&rule)) {
                    (true, _) => nfa,
                    (false, true) => mark(rule, nfa),
                    (false, false) => self.replaced(rule, nfa),
                };
                built.insert(rule, nfa);
            }
        }
        built.remove(&root).ok_or(TnfaError::Embeds(root))
    }

    /// Returns the root and the rules that it uses, restricted to those that use a rule of a part,
    /// directly or indirectly; only the root and the rules through which it recurs if the parts are
    /// [direct](Depth::Direct).
    fn with_parts_inside(&self, root: RuleId, of_parts: &BTreeSet<RuleId>) -> BTreeSet<RuleId> {
        let near: Vec<RuleId> = match self.depth {
            Depth::Direct => self.shapes.component(root).to_vec(),
            Depth::Any => {
                let floor = self.shapes.floor(of_parts);
                self.shapes.reached_above(floor, [root], |_| true).into_iter().collect()
            }
        };
        let mut found: BTreeSet<RuleId> = BTreeSet::new();
        for component in self.in_order(&near) {
            let mut used = component.iter().flat_map(|&rule| self.shapes.uses(rule));
            if used.any(|used| of_parts.contains(used) || found.contains(used)) {
                found.extend(component);
            }
        }
        found
    }
}

/// The reason why a component has no NFA.
enum Stop {
    /// A rule that it uses has no NFA.
    Used(Refused),
    Own(NfaError),
}

impl From<NfaError> for Stop {
    fn from(error: NfaError) -> Self {
        Self::Own(error)
    }
}

/// Patterns with replacements for some rules.
struct Overlay<'a> {
    base: &'a Patterns,
    own: BTreeMap<RuleId, Pattern>,
}

impl Index<RuleId> for Overlay<'_> {
    type Output = Pattern;
    fn index(&self, rule: RuleId) -> &Pattern {
        self.own.get(&rule).unwrap_or_else(|| &self.base[rule])
    }
}

/// The greatest number of NFA states in the cache.
const MAX_KEPT: usize = 1 << 21;

/// A cache of NFAs that drops the oldest ones first.
#[derive(Debug, Default)]
struct Cache {
    known: BTreeMap<RuleId, Result<Nfa, Refused>>,
    /// Components in order of age, each with its number of states.
    order: VecDeque<(Vec<RuleId>, usize)>,
    states: usize,
}

impl Cache {
    fn get(&self, rule: RuleId) -> Option<Result<Nfa, Refused>> {
        self.known.get(&rule).cloned()
    }

    fn add(&mut self, component: &[RuleId], nfas: &[Result<Nfa, Refused>]) {
        let states = match &nfas[0] {
            Ok(nfa) => nfa.states.len(),
            Err(_) => 1,
        };
        self.known.extend(component.iter().copied().zip(nfas.iter().cloned()));
        self.order.push_back((component.to_vec(), states));
        self.states += states;
        while MAX_KEPT < self.states {
            let Some((oldest, states)) = self.order.pop_front() else { break };
            oldest.iter().for_each(|rule| drop(self.known.remove(rule)));
            self.states -= states;
        }
    }
}
