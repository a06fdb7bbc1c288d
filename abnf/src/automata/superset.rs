//! Finds self-embedding rules that are regular nevertheless, and refines [`Shapes`].
//!
//! `sequence-set = item *("," sequence-set)` has the same language as `item *("," item)`. For such
//! a component, which [`mod@crate::automata::shape`] calls nested because of its form, this stage
//! builds the superset of Mohri and Nederhof ("Regular approximation of context-free grammars
//! through transformation", 2001): automata that accept the texts of the rules and perhaps more,
//! because the end of a rule continues after any reference to it ([`crate::automata::nfa`]). It
//! then tries to prove that the superset is not larger than the language. Without a proof the rules
//! stay nested; nothing is approximated.
//!
//! # The proof
//!
//! The definitions of a component are equations between languages, and the languages of the rules
//! are the least solution. Let `S(A)` be the language of the automaton of the rule `A`. It contains
//! all texts of `A`; it remains to show that every text of `S(A)` can be derived from `A`. One
//! derivation step, taken backwards, is enough: the definition of `A` divides every text of `S(A)`
//! into bytes, texts of rules outside of the component, and pieces that are in `S(B)` for
//! references `B` to the component. That is a question about regular languages: whether the
//! definition, with an automaton in place of each reference, accepts all of `S(A)`.
//!
//! By induction over the length of the text, the pieces can be derived, and therefore the text,
//! unless a piece is the whole text. In that case everything else is empty, so the step derives the
//! rule `B` from `A` and nothing else: a *unit step*. If the unit steps have no cycle, the
//! induction is over the length and, for equal lengths, over the order of the unit steps. If they
//! have one, as in `s = s / "x"`, they prove nothing: the equation has solutions that are not the
//! least. Rules on a cycle of unit steps form a *unit class*. They derive each other and therefore
//! have the same language. For them, the automaton of the definitions must not accept a text by a
//! division in which a piece of the same class is the whole text ([`progress`]), and it suffices
//! that the definition of one rule of the class divides the text.
//!
//! The base of the induction is the empty text. [`nullable`] determines whether `A` derives it, and
//! must agree with `S(A)` for all rules of the component.
//!
//! The method is incomplete: `s = "a" s "a" / ""` is regular, since it derives
//! every even number of `a`, but its superset is `*"a"`.
//!
//! # Cost
//!
//! The automata of the rules that a component uses are made here and again for the model. The
//! superset can be exponentially large; a component that takes more than a fraction of the limits
//! of a rule ([`SHARE`]) stays nested. The result for a component depends only on its rules and on
//! the rules that they use.

use crate::automata::compare::are_equal;
use crate::automata::determinise::determinise;
use crate::automata::dfa::Dfa;
use crate::automata::graph;
use crate::automata::nfa::{self, Fragment, Nfa, NfaError, State, StateId};
use crate::automata::pattern::{Patterns, pattern};
use crate::automata::rules::{Automata, Uncovered, solved};
use crate::automata::shape::{Shape, Shapes, shape, shape_if};
use crate::budget::{Budget, TooLarge};
use crate::grammar::facts::{nullable, nullable_expr};
use crate::grammar::{Expr, Resolved, RuleId};
use crate::limits::Limits;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A component gets this fraction of the limits of a rule.
const SHARE: usize = 16;

/// Returns the shape of every rule: by its form ([`shape`]), or because its superset equals its
/// language.
pub fn superset(grammar: &Resolved, limits: &Limits) -> Shapes {
    let by_form = shape(grammar);
    let is_nested = |component: &Vec<RuleId>| match by_form.of(component[0]) {
        Shape::Nested { cycle } => component.binary_search(&cycle[0]).is_ok(),
        Shape::Regular(_) => false,
    };
    if !by_form.components().iter().any(is_nested) {
        return by_form;
    }
    let patterns = pattern(grammar, &by_form);
    let limits = Limits {
        subset_work: limits.subset_work / SHARE,
        dfa_states: limits.dfa_states / SHARE,
        nfa_states: limits.nfa_states / SHARE,
        ..*limits
    };
    let nullable = nullable(grammar);
    let automata = Automata::new(Arc::new(patterns.clone()));
    let mut search = Search { grammar, patterns, nullable, limits, automata, spent: 0 };
    let mut shapes = shape_if(grammar, |shapes, component| search.is_solved(shapes, component));
    shapes.steps = search.spent;
    shapes
}

struct Search<'a> {
    grammar: &'a Resolved,
    patterns: Patterns,
    /// For each rule of the grammar.
    nullable: Vec<bool>,
    /// The limits of one component.
    limits: Limits,
    /// The automata of rules that components use, made on demand.
    automata: Automata,
    /// The number of steps spent on all components.
    spent: usize,
}

/// The reason why there is no proof.
enum Unproved {
    /// The superset is larger than the language, or the proof fails.
    Larger,
    /// A limit is exceeded.
    TooLarge,
}

impl From<TooLarge> for Unproved {
    fn from(_: TooLarge) -> Self {
        Self::TooLarge
    }
}

impl From<NfaError> for Unproved {
    fn from(_: NfaError) -> Self {
        Self::TooLarge
    }
}

impl Search<'_> {
    /// Returns whether the superset of a self-embedding component is proved to equal its language.
    /// All rules that the component uses are regular.
    fn is_solved(&mut self, shapes: &Shapes, component: &[RuleId]) -> bool {
        if self.limits.total_subset_work < self.spent {
            // The total limit is exceeded, so no rule will have an automaton.
            return false;
        }
        let used = component.iter().flat_map(|&rule| shapes.uses(rule)).copied();
        let below: Vec<RuleId> =
            used.filter(|used| component.binary_search(used).is_err()).collect();
        let missing = shapes.reached_above(0, below, |rule| !self.automata.has(rule));
        let mut missing: Vec<usize> = missing
            .into_iter()
            .filter(|&rule| !self.automata.has(rule))
            .map(|rule| shapes.component_index(rule))
            .collect();
        missing.sort_unstable();
        missing.dedup();
        for index in missing {
            let component = &shapes.components()[index];
            let (automata, limits) = (&mut self.automata, &self.limits);
            let patterns = Uncovered::of_component(automata, component, limits.subset_work);
            let added = automata.add(self.grammar, shapes, component, &patterns, limits);
            self.spent += patterns.steps + added;
            if self.limits.total_subset_work < self.spent {
                return false;
            }
        }
        let mut budget = Budget::new(self.limits.subset_work, self.limits.dfa_states);
        let proved = self.prove(component, &mut budget);
        self.spent += self.limits.subset_work - budget.steps();
        proved.is_ok()
    }

    fn prove(&self, component: &[RuleId], budget: &mut Budget) -> Result<(), Unproved> {
        let dfas = solved(&self.automata, component, self.limits.nfa_states, budget);
        let dfas: Vec<Arc<Dfa>> = dfas.ok_or(Unproved::TooLarge)?;
        let dfas: BTreeMap<RuleId, Arc<Dfa>> = component.iter().copied().zip(dfas).collect();
        let is_nullable = |rule: &RuleId| self.nullable[rule.index()];
        if dfas.iter().any(|(rule, dfa)| dfa.is_accepting(Dfa::START) != is_nullable(rule)) {
            return Err(Unproved::Larger);
        }
        for class in self.unit_classes(component) {
            let nfas = class.rules.iter().map(|&rule| self.definition(rule, &class, &dfas));
            let nfas: Vec<Nfa> = nfas.collect::<Result<_, _>>()?;
            let nfa = match &nfas[..] {
                [nfa] if !class.is_cyclic => nfa,
                _ => &progress(&nfas),
            };
            let divided = determinise(nfa, budget)?;
            if class.rules.iter().any(|rule| !are_equal(&dfas[rule], &divided)) {
                return Err(Unproved::Larger);
            }
        }
        Ok(())
    }

    /// Returns the definition of a rule with automata in place of references. Tags surround those
    /// of the same unit class, if it has a cycle.
    fn definition(
        &self,
        rule: RuleId,
        class: &UnitClass,
        dfas: &BTreeMap<RuleId, Arc<Dfa>>,
    ) -> Result<Nfa, Unproved> {
        let mut fragment = |used| match dfas.get(&used) {
            Some(dfa) if class.is_cyclic && class.rules.contains(&used) => {
                Ok(Fragment::Nfa(nfa::surrounded(dfa, OPEN, CLOSE)))
            }
            Some(dfa) => Ok(Fragment::Dfa(Arc::clone(dfa), nfa::dfa_size(dfa))),
            None => self.automata.fragment(used).map_err(|_| Unproved::TooLarge),
        };
        nfa::definition(&self.patterns[rule], self.limits.nfa_states, &mut fragment)
    }

    /// Divides the rules of a component into unit classes.
    fn unit_classes(&self, component: &[RuleId]) -> Vec<UnitClass> {
        let units = |&rule: &RuleId| {
            let mut found = Vec::new();
            units(&self.grammar[rule].expr, component, &self.nullable, &mut found);
            found
        };
        let graph: graph::Graph = component.iter().map(units).collect();
        let class = |members: Vec<usize>| UnitClass {
            is_cyclic: members.len() > 1 || graph[members[0]].contains(&members[0]),
            rules: members.into_iter().map(|index| component[index]).collect(),
        };
        graph::components(&graph).into_iter().map(class).collect()
    }
}

/// Rules that derive each other by unit steps, or a single rule.
struct UnitClass {
    rules: Vec<RuleId>,
    /// Whether unit steps lead from a rule back to it.
    is_cyclic: bool,
}

/// Collects the rules of a component, by index, that an expression can derive in a unit step.
fn units(expr: &Expr<RuleId>, component: &[RuleId], nullable: &[bool], found: &mut Vec<usize>) {
    match expr {
        Expr::Empty
        | Expr::Set(_)
        | Expr::Prose(_)
        | Expr::Error
        | Expr::Repeat { max: Some(0), .. } => (),
        Expr::Rule(rule) => found.extend(component.binary_search(rule).ok()),
        Expr::Alt(items) => items.iter().for_each(|item| units(item, component, nullable, found)),
        Expr::Concat(items) => {
            let needed: Vec<&Expr<RuleId>> =
                items.iter().filter(|item| !nullable_expr(item, nullable)).collect();
            match needed[..] {
                [] => items.iter().for_each(|item| units(item, component, nullable, found)),
                [only] => units(only, component, nullable, found),
                _ => (),
            }
        }
        Expr::Repeat { min, body, .. } => {
            if *min <= 1 || nullable_expr(body, nullable) {
                units(body, component, nullable, found);
            }
        }
    }
}

/// The tags before and after a piece that must not be the whole text.
const OPEN: u16 = 0;
const CLOSE: u16 = 1;

/// The part of a text, divided into pieces, that has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Read {
    /// Nothing.
    Nothing,
    /// Nothing, and a piece has begun.
    NothingOfPiece,
    /// A part of a piece, and nothing before it.
    Piece,
    /// One piece, and nothing before or after it.
    OnePiece,
    /// More than a piece, or something else.
    More,
}

impl Read {
    const ALL: [Self; 5] =
        [Self::Nothing, Self::NothingOfPiece, Self::Piece, Self::OnePiece, Self::More];

    fn after_byte(self) -> Self {
        match self {
            Self::NothingOfPiece | Self::Piece => Self::Piece,
            Self::Nothing | Self::OnePiece | Self::More => Self::More,
        }
    }

    fn after_tag(self, tag: u16) -> Self {
        match (self, tag) {
            (Self::Nothing, OPEN) => Self::NothingOfPiece,
            (Self::NothingOfPiece, CLOSE) => Self::Nothing,
            (Self::Piece, CLOSE) => Self::OnePiece,
            (other, _) => other,
        }
    }
}

/// Returns the automaton of the texts that any of `nfas` divides into pieces, none of them the
/// whole text, and of the empty text, if `nfas` accept it.
fn progress(nfas: &[Nfa]) -> Nfa {
    let mut states = vec![State::Split(Vec::new()), State::Split(Vec::new())];
    let [start, accept] = [0, 1].map(StateId::new);
    let mut starts = Vec::new();
    for nfa in nfas {
        let before = states.len();
        let count = nfa.states.len();
        let copy = |state: StateId, read: Read| {
            StateId::new(before + read as usize * count + state.index())
        };
        for read in Read::ALL {
            for (id, state) in nfa.numbered() {
                states.push(match state {
                    State::Byte { set, next } => {
                        State::Byte { set: *set, next: copy(*next, read.after_byte()) }
                    }
                    State::Tag { tag, next } => {
                        State::Split(vec![copy(*next, read.after_tag(*tag))])
                    }
                    State::Split(targets) => {
                        let ends = id == nfa.accept && matches!(read, Read::Nothing | Read::More);
                        let targets = targets.iter().map(|&to| copy(to, read));
                        State::Split(targets.chain(ends.then_some(accept)).collect())
                    }
                });
            }
        }
        starts.push(copy(nfa.start, Read::Nothing));
    }
    states[start.index()] = State::Split(starts);
    Nfa { states: states.into(), start, accept }
}

#[cfg(test)]
mod tests;
