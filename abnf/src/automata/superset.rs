//! Resolved to [`Shapes`]: rules that embed themselves and are regular all the same.
//!
//! `sequence-set = item *("," sequence-set)` has the texts of `item *("," item)`. Of such a
//! component, which [`mod@crate::automata::shape`] calls nested by its form, the superset of Mohri
//! and Nederhof ("Regular approximation of context-free grammars through transformation", 2001)
//! is made: automata that accept the texts of the rules and perhaps more, because a rule that ends
//! goes on behind any reference to it ([`crate::automata::nfa`]). Then it is proved that there are
//! no more, or the rules stay nested. Nothing is approximated.
//!
//! # The proof
//!
//! The definitions of a component are equations between languages, and the languages of the rules
//! are the least solution. Let `S(A)` be what the automaton of the rule `A` accepts. All texts of
//! `A` are in `S(A)`; to show is that every text of `S(A)` can be derived from `A`. It is shown
//! where one step can be taken backwards: every text of `S(A)` is divided by the definition of `A`
//! into bytes, texts of rules below, and pieces that are in `S(B)` for references `B` to the
//! component. That is a question about regular languages: the definition, with an automaton in
//! place of each reference, accepts all that `S(A)` has.
//!
//! By induction over the length of the text, the pieces can be derived, and so the text can; but
//! for a piece that is the whole text. What remains empty then is nullable, so that such a step
//! derives from `A` the rule `B` and nothing else. Where these *unit steps* do not go round, the
//! induction is over length and, for equal lengths, over the order of the unit steps. Where they
//! do, as in `s = s / "x"`, they prove nothing: the equation has solutions that are not the least.
//! Rules from which unit steps go round to each other form a *unit class*; they derive each other
//! and so have one language. For them, the automaton of the definitions does not accept a text by
//! a division in which a piece of the same class is all of it ([`progress`]), and it is enough that
//! the text is divided by the definition of one rule of the class.
//!
//! The empty text has no shorter one. Whether `A` derives it is known
//! ([`nullable`]); where `S(A)` says the same for all rules of the component, the induction begins.
//!
//! Of the regular languages that embed themselves only some are found: `s = "a" s "a" / ""` has
//! the texts of an even number of `a`, but its superset is `*"a"`.
//!
//! # Cost
//!
//! The automata of what a component uses are made here and once more for those who need them.
//! The superset can be exponentially large; a component that takes more than a fraction of the
//! limits of a rule ([`SHARE`]) stays nested. What is found of a component depends on it and on what it
//! uses, and on nothing else.

use crate::automata::compare::are_equal;
use crate::automata::determinise::determinise;
use crate::automata::dfa::Dfa;
use crate::automata::graph;
use crate::automata::nfa::{self, Fragment, Nfa, NfaError, State, StateId};
use crate::automata::pattern::{Patterns, pattern};
use crate::automata::rules::{Automata, solved};
use crate::automata::shape::{Shape, Shapes, shape, shape_if};
use crate::budget::{Budget, TooLarge};
use crate::grammar::facts::{nullable, nullable_expr};
use crate::grammar::{Expr, Resolved, RuleId};
use crate::limits::Limits;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A component gets this fraction of the limits of a rule.
const SHARE: usize = 16;

/// The shape of every rule: by its form ([`shape`]), or because the superset is the language.
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
    let automata = Automata::new(patterns.clone());
    let mut search = Search { grammar, patterns, nullable, limits, automata, spent: 0 };
    let mut shapes = shape_if(grammar, |shapes, component| search.is_solved(shapes, component));
    shapes.steps = search.spent;
    shapes
}

struct Search<'a> {
    grammar: &'a Resolved,
    patterns: Patterns,
    /// Of each rule of the grammar.
    nullable: Vec<bool>,
    /// For one component.
    limits: Limits,
    /// Of what components use, as far as it was needed.
    automata: Automata,
    /// The steps of all components together.
    spent: usize,
}

/// Why nothing is proved.
enum Unproved {
    /// The superset is larger than the language, or it cannot be told.
    Larger,
    /// A limit is passed.
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
    /// Whether the superset of a component that embeds itself is proved to be its language. All
    /// that it uses is regular.
    fn is_solved(&mut self, shapes: &Shapes, component: &[RuleId]) -> bool {
        if self.limits.total_subset_work < self.spent {
            // No rule will have an automaton.
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
            self.spent += self.automata.add(self.grammar, shapes, component, &self.limits);
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
                [nfa] if !class.goes_round => nfa,
                _ => &progress(&nfas),
            };
            let divided = determinise(nfa, budget)?;
            if class.rules.iter().any(|rule| !are_equal(&dfas[rule], &divided)) {
                return Err(Unproved::Larger);
            }
        }
        Ok(())
    }

    /// The definition of a rule with the automata in place of references. Tags stand around those
    /// of the same unit class, if its unit steps go round.
    fn definition(
        &self,
        rule: RuleId,
        class: &UnitClass,
        dfas: &BTreeMap<RuleId, Arc<Dfa>>,
    ) -> Result<Nfa, Unproved> {
        let mut fragment = |used| match dfas.get(&used) {
            Some(dfa) if class.goes_round && class.rules.contains(&used) => {
                Ok(Fragment::Nfa(nfa::surrounded(dfa, OPEN, CLOSE)))
            }
            Some(dfa) => Ok(Fragment::Dfa(Arc::clone(dfa), nfa::dfa_size(dfa))),
            None => self.automata.fragment(used).map_err(|_| Unproved::TooLarge),
        };
        nfa::definition(&self.patterns[rule], self.limits.nfa_states, &mut fragment)
    }

    /// The rules of a component by their unit steps.
    fn unit_classes(&self, component: &[RuleId]) -> Vec<UnitClass> {
        let units = |&rule: &RuleId| {
            let mut found = Vec::new();
            units(&self.grammar[rule].expr, component, &self.nullable, &mut found);
            found
        };
        let graph: graph::Graph = component.iter().map(units).collect();
        let class = |members: Vec<usize>| UnitClass {
            goes_round: members.len() > 1 || graph[members[0]].contains(&members[0]),
            rules: members.into_iter().map(|index| component[index]).collect(),
        };
        graph::components(&graph).into_iter().map(class).collect()
    }
}

/// Rules that derive each other by unit steps, or a single rule.
struct UnitClass {
    rules: Vec<RuleId>,
    /// Whether unit steps lead from a rule back to it.
    goes_round: bool,
}

/// The rules of a component, by their index, that an expression can derive alone.
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

/// The tags before and behind a piece that must not be all of the text.
const OPEN: u16 = 0;
const CLOSE: u16 = 1;

/// What was read so far of a text that is divided into pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Read {
    /// Nothing.
    Nothing,
    /// Nothing, and a piece has begun.
    NothingOfPiece,
    /// The beginning of a piece, and nothing before it.
    Piece,
    /// One piece, and nothing before it or behind it.
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

/// The texts that any of the automata divides into pieces none of which is all of the text; the
/// empty text, if they have it.
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
