//! Facts about the language of a rule for interactive use: a rule to [`Facts`].
//!
//! The bounds are [`limits`], which bound the time to a fraction of a second. There are no facts about
//! a rule that exceeds them; all facts are exact.

use crate::sample::{Random, Sampler, Subject, readable};
use abnfc::automata::dfa::{Dfa, StateId};
use abnfc::automata::graph::has_cycle;
use abnfc::automata::language::Language;
use abnfc::automata::rules::automata;
use abnfc::automata::shape::{Shape, shape};
use abnfc::automata::superset::superset;
use abnfc::grammar::facts::unclear;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;

/// The facts about a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The kind of automaton that matches texts.
    pub kind: Kind,
    /// A shortest text, if there is one of at most [`MAX_BYTES`] bytes.
    pub shortest: Option<Vec<u8>>,
    /// A text that is easy to read; or else a random text of at most [`MAX_BYTES`] bytes, if there is one.
    pub sample: Option<Vec<u8>>,
}

/// The kind of automaton that matches a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A minimal automaton.
    Regular {
        /// The number of its states.
        states: usize,
        /// The number of texts.
        texts: Texts,
    },
    /// An automaton with a stack or the general engine, since no proof shows that the rule is regular.
    Nested,
}

/// A number of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texts {
    /// This number.
    Exactly(u128),
    /// More than 2^128.
    Many,
    /// Infinitely many.
    Infinite,
}

/// The maximum number of rules of a grammar and its imports. All of them must be searched for
/// recursion.
pub const MAX_RULES: usize = 4_000;

/// The maximum length of shortest and of random texts in bytes.
pub const MAX_BYTES: usize = 24;

/// Returns limits for interactive use.
pub fn limits(limits: &Limits) -> Limits {
    Limits {
        nfa_states: limits.nfa_states.min(20_000),
        dfa_states: limits.dfa_states.min(1_000),
        subset_work: limits.subset_work.min(1 << 18),
        total_subset_work: limits.total_subset_work.min(1 << 20),
        ..*limits
    }
}

/// Returns the facts about a rule; empty if there is an error or prose in the rules that it uses, if it exceeds the
/// [`limits`], or if there are more than [`MAX_RULES`] rules.
pub fn rule_facts(grammar: &Resolved, rule: RuleId, all: &Limits) -> Option<Facts> {
    if MAX_RULES < grammar.rules().len() || unclear(grammar)[rule.index()] {
        return None;
    }
    let limits = limits(all);
    let automata = automata(grammar, &superset(grammar, &limits), &[rule], &limits);
    let kind = match automata.language(rule).ok()? {
        Language::Regular(dfa) => Kind::Regular { states: dfa.state_count(), texts: texts(&dfa) },
        // A build has larger limits, and can therefore choose another engine.
        Language::Nested(..) | Language::General(..) => match shape(grammar).of(rule) {
            Shape::Nested { .. } => Kind::Nested,
            Shape::Regular(_) => return None,
        },
    };
    let subject = Subject { grammar, automata: &automata, rule, limits: &limits };
    let sampler = Sampler::new(subject, 0..=MAX_BYTES).ok();
    let shortest = sampler.as_ref().and_then(|it| it.lengths().first().copied());
    let shortest = shortest.and_then(|length| Sampler::new(subject, length..=length).ok());
    Some(Facts {
        kind,
        shortest: shortest.and_then(|it| it.text(&mut Random::new(0))),
        sample: readable(subject, 0, 1)
            .pop()
            .or_else(|| sampler.and_then(|it| it.text(&mut Random::new(0)))),
    })
}

/// Returns the number of texts of a trimmed automaton.
fn texts(dfa: &Dfa) -> Texts {
    let successors: Vec<Vec<usize>> =
        dfa.states().map(|state| dfa.successors(state).map(StateId::index).collect()).collect();
    if has_cycle(&successors) {
        return Texts::Infinite;
    }
    // Every state after its successors.
    let components = abnfc::automata::graph::components(&successors);
    let mut counts: Vec<Option<u128>> = vec![Some(0); successors.len()];
    let states: Vec<_> = dfa.edges().collect();
    for state in components.into_iter().flatten() {
        let (id, edges) = &states[state];
        let own = u128::from(dfa.is_accepting(*id));
        counts[state] = edges.iter().try_fold(own, |sum, (bytes, to)| {
            sum.checked_add(counts[to.index()]?.checked_mul(bytes.len() as u128)?)
        });
    }
    // It is the start.
    counts[0].map_or(Texts::Many, Texts::Exactly)
}
