//! The texts of rules and of parts of rules, as automata.
//!
//! The automaton of a regular rule has all texts. That of a nested rule has the texts in which the rules
//! of a cycle embed each other to a depth of at most [`DEPTH`]: starting from the empty language,
//! references are replaced by the texts of the previous round. Findings in these texts are true of
//! the rule; other texts can have more, which the [`Extent`] states.

use super::element::Element;
use abnfc::automata::determinise::determinise;
use abnfc::automata::dfa::Dfa;
use abnfc::automata::minimise::minimise;
use abnfc::automata::nfa::{self, Fragment, Nfa, NfaError};
use abnfc::automata::pattern::{Pattern, pattern_of_expr, references};
use abnfc::automata::rules::{Automata, automata_beside, automata_of_regular};
use abnfc::automata::shape::{Shape, Shapes};
use abnfc::automata::superset::superset;
use abnfc::budget::{Budget, TooLarge};
use abnfc::bytes::{ByteClasses, ByteSet};
use abnfc::grammar::uses::reached;
use abnfc::grammar::{Expr, Resolved, RuleId, ValueSet};
use abnfc::limits::Limits;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The depth to which rules of a cycle embed each other in the texts that are compared.
pub(super) const DEPTH: u32 = 3;

/// The maximum number of states of the automaton of a part of a rule, and of nested texts.
const STATES: usize = 2_000;

/// The maximum number of steps for building one.
const STEPS: usize = 1 << 21;

/// The texts that an automaton has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Extent {
    /// Those in which nested rules embed each other to at most this depth.
    Depth(u32),
    /// All texts.
    All,
}

/// Texts of a rule or a part of one.
#[derive(Clone, Debug)]
pub(super) struct Texts {
    pub(super) dfa: Arc<Dfa>,
    pub(super) extent: Extent,
}

/// The texts are unknown: there is prose or an error, or a limit is exceeded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unknown;

impl From<NfaError> for Unknown {
    fn from(_: NfaError) -> Self {
        Self
    }
}

impl From<TooLarge> for Unknown {
    fn from(_: TooLarge) -> Self {
        Self
    }
}

/// The empty language.
fn nothing() -> Texts {
    let dfa = Dfa::from_table(ByteClasses::of_sets([]), vec![None], vec![false]);
    Texts { dfa: Arc::new(dfa), extent: Extent::All }
}

/// The languages of the rules of a grammar.
pub(super) struct Languages<'a> {
    pub(super) grammar: &'a Resolved,
    pub(super) shapes: Shapes,
    automata: Automata,
    rules: BTreeMap<RuleId, Texts>,
    nfa_states: usize,
}

impl<'a> Languages<'a> {
    /// Computes the languages of the roots and of all rules that they use.
    pub(super) fn new(grammar: &'a Resolved, roots: &[RuleId], limits: &Limits) -> Self {
        let shapes = superset(grammar, limits);
        let automata = automata_of_regular(grammar, &shapes, roots, limits);
        let nfa_states = limits.nfa_states;
        let mut languages = Self { grammar, shapes, automata, rules: BTreeMap::new(), nfa_states };
        let components: Vec<Vec<RuleId>> = languages.shapes.components().to_vec();
        for component in components {
            languages.add(&component);
        }
        languages
    }

    /// Makes the automata of rules, nested ones among them.
    pub(super) fn with_nested(&self, rules: &[RuleId], limits: &Limits) -> Automata {
        automata_beside(self.grammar, &self.shapes, &self.automata, rules, limits)
    }

    /// Returns the texts of a rule.
    pub(super) fn rule(&self, rule: RuleId) -> Option<&Texts> {
        self.rules.get(&rule)
    }

    /// Returns the texts of a rule with derivations that avoid some other rules. `None` if a rule between
    /// them embeds itself, or a limit is exceeded.
    pub(super) fn rule_without(&self, rule: RuleId, others: &BTreeSet<RuleId>) -> Option<Texts> {
        let nothing = nothing();
        let mut changed: BTreeMap<RuleId, Texts> =
            others.iter().map(|&other| (other, nothing.clone())).collect();
        let used =
            reached(&[rule], |rule| abnfc::grammar::uses::references(&self.grammar[rule].expr));
        // Rules come after those that they use.
        for component in self.shapes.components() {
            for &one in component.iter().filter(|&it| used.contains(it) && !others.contains(it)) {
                let pattern = &self.automata.patterns()[one];
                let mut parts = Vec::new();
                references(pattern, &mut parts);
                if parts.iter().any(|part| component.contains(part)) {
                    return None;
                }
                if parts.iter().any(|part| changed.contains_key(part)) {
                    let known =
                        |part| changed.get(&part).or_else(|| self.rules.get(&part)).cloned();
                    let texts = self.made(pattern, known).ok()?;
                    changed.insert(one, texts);
                }
            }
        }
        changed.remove(&rule)
    }

    /// Returns the texts of a part of a rule.
    pub(super) fn element(&self, element: &Element) -> Result<Texts, Unknown> {
        self.texts(&self.pattern(&element.expr()))
    }

    /// Returns the automaton of an element over the automata of its parts, with the texts of each part.
    /// A part that is one byte of a set is not distinguished from adjacent parts of a choice.
    pub(super) fn division(&self, element: &Element) -> Result<(Nfa, Vec<Texts>), Unknown> {
        let children = element.children();
        let texts: Vec<Texts> =
            children.iter().map(|child| self.element(child)).collect::<Result<_, _>>()?;
        let part =
            |(at, child): (usize, &Element)| match (self.pattern(&child.expr()), child.expr()) {
                (Pattern::Set(set), _) => Expr::Set(values(set)),
                (Pattern::Empty, _) => Expr::Empty,
                (_, set @ Expr::Set(_)) => set,
                _ => Expr::Rule(RuleId::from_index(u32::try_from(at).expect("parts are few"))),
            };
        let parts = children.iter().enumerate().map(part);
        let whole = match &element.kind {
            super::element::Kind::Choice(_) => Expr::alt(parts),
            super::element::Kind::Repeat { min, max, .. } => {
                Expr::repeat(*min, *max, parts.fold(Expr::Empty, |_, part| part))
            }
            _ => Expr::concat(parts),
        };
        let pattern = pattern_of_expr(&whole, self.grammar.encoding, |_| None);
        let mut fragment = |part: RuleId| Ok::<_, Unknown>(fragment(&texts[part.index()]));
        let nfa = nfa::definition(&pattern, self.nfa_states, &mut fragment)?;
        Ok((nfa, texts))
    }

    /// Returns the union of languages.
    pub(super) fn union(&self, all: &[&Texts]) -> Result<Texts, Unknown> {
        let rules = (0..u32::try_from(all.len()).expect("parts are few")).map(RuleId::from_index);
        let pattern = Pattern::Alt(rules.map(Pattern::Rule).collect());
        self.made(&pattern, |part| Some(all[part.index()].clone()))
    }

    /// Converts an element to an expression over bytes.
    pub(super) fn pattern(&self, expr: &Expr<RuleId>) -> Pattern {
        let patterns = self.automata.patterns();
        let known = |rule| patterns.is_inlined(rule).then(|| &patterns[rule]);
        pattern_of_expr(expr, self.grammar.encoding, known)
    }

    /// Returns the texts of a pattern over the rules of the grammar.
    pub(super) fn texts(&self, pattern: &Pattern) -> Result<Texts, Unknown> {
        self.made(pattern, |rule| self.rules.get(&rule).cloned())
    }

    /// Returns the texts of a pattern over rules whose texts are known.
    fn made(
        &self,
        pattern: &Pattern,
        known: impl Fn(RuleId) -> Option<Texts>,
    ) -> Result<Texts, Unknown> {
        let mut used = Vec::new();
        references(pattern, &mut used);
        let mut extent = Extent::All;
        for rule in used {
            extent = extent.min(known(rule).ok_or(Unknown)?.extent);
        }
        let mut fragment = |rule: RuleId| known(rule).map(|it| fragment(&it)).ok_or(Unknown);
        let nfa = nfa::definition(pattern, self.nfa_states, &mut fragment)?;
        let dfa = determinise(&nfa, &mut Budget::new(STEPS, STATES))?;
        Ok(Texts { dfa: Arc::new(minimise(&dfa)), extent })
    }

    /// Computes the texts of the rules of a component, from those of the rules that it uses.
    fn add(&mut self, component: &[RuleId]) {
        if let Shape::Regular(_) = self.shapes.of(component[0]) {
            for &rule in component {
                let dfa = self.automata.has(rule).then(|| self.automata.dfa(rule));
                let texts = match dfa {
                    Some(Ok(dfa)) => Ok(Texts { dfa: Arc::new(dfa.clone()), extent: Extent::All }),
                    // References to the rule are replaced by its set of bytes.
                    None if self.automata.patterns().is_inlined(rule) => {
                        self.texts(&self.automata.patterns()[rule])
                    }
                    Some(Err(_)) | None => Err(Unknown),
                };
                if let Ok(texts) = texts {
                    self.rules.insert(rule, texts);
                }
            }
            return;
        }
        let nothing = nothing();
        let mut texts: BTreeMap<RuleId, Texts> =
            component.iter().map(|&rule| (rule, nothing.clone())).collect();
        let mut depth = 0;
        while depth < DEPTH {
            let deeper = component.iter().map(|&rule| {
                let known = |used| texts.get(&used).or_else(|| self.rules.get(&used)).cloned();
                Ok((rule, self.made(&self.automata.patterns()[rule], known)?))
            });
            let Ok(deeper) = deeper.collect::<Result<BTreeMap<_, _>, Unknown>>() else { break };
            let is_all = deeper.iter().all(|(rule, it)| it.dfa == texts[rule].dfa);
            texts = deeper;
            if is_all {
                // No text has a greater depth.
                self.rules.extend(texts);
                return;
            }
            depth += 1;
        }
        if 0 < depth {
            let bounded = |(rule, it): (RuleId, Texts)| {
                (rule, Texts { extent: it.extent.min(Extent::Depth(depth)), ..it })
            };
            self.rules.extend(texts.into_iter().map(bounded));
        }
    }
}

fn fragment(texts: &Texts) -> Fragment {
    Fragment::Dfa(Arc::clone(&texts.dfa), nfa::dfa_size(&texts.dfa))
}

fn values(set: ByteSet) -> ValueSet {
    ValueSet::new(set.ranges().into_iter().map(|(low, high)| (low.into(), high.into())))
}
