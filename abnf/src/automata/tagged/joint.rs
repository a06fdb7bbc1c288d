//! Joins the tagged automata of rules with the same parts: one automaton with a start for each rule.
//!
//! A rule often contains another one with the same parts: in RFC 3986 a `URI-reference` is a `URI`
//! or a `relative-ref`. Separately, their automata have different registers, although nearly all
//! states do the same. Here the stages of [`super::tagged`] run once, on an NFA with several starts,
//! so states with the same future and the same registers exist once. Lexers use one automaton with
//! several starts in the same way (Lesk and Schmidt, "Lex: a lexical analyzer generator", 1975).
//!
//! ```text
//! Nfa, Nfa, … --union--> Nfa with starts --priority, determinise, registers--> Joint --member--> Tdfa
//! ```
//!
//! A tag is computed from others only if it follows from them in the texts of all rules; a rule
//! then reads its parts from the slots of all rules. A slot that a rule does not use stays empty in
//! its texts. Messages are the same as those of a separate automaton: the context of a state follows
//! from the derivations that reach it from a start, and parts with a name in messages of one rule
//! have a name in messages of all.
//!
//! Joining takes about as many steps as the separate automata take together. The limits are those of
//! a single rule.

use super::contexts::{Contexts, named};
use super::determinise::determinise;
use super::fixed_tags::{FixedTags, fixed_tags};
use super::parts::{Part, Tags, tags};
use super::priority::priority_dfa_from;
use super::registers::registers;
use super::tdfa::{Located, Presence, StateId, TagOffset, Tdfa, Variant};
use super::{Tagging, tagged_nfa, wanted};
use crate::automata::dense::{Dense, Edge};
use crate::automata::graph::reached;
use crate::automata::merge_bisimilar::merge_all;
use crate::automata::minimise::blocks;
use crate::automata::nfa::{self, Nfa, State};
use crate::budget::Budget;
use crate::grammar::RuleId;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A rule whose automaton is joined with those of others.
pub struct Member<'a> {
    /// The grammar, and the depth of its parts.
    pub tagging: &'a Tagging<'a>,
    /// The rule.
    pub rule: RuleId,
    /// Its parts.
    pub parts: Vec<Part>,
    /// The index of each of its parts among all parts, in ascending order.
    pub index_of: Vec<usize>,
}

/// The automaton of several rules.
pub struct Joint {
    /// The automaton. Its contexts are about all parts; how parts are read depends on the rule.
    pub tdfa: Tdfa,
    /// The state in which the texts of each rule begin.
    pub starts: Vec<StateId>,
    rules: Vec<Reading>,
}

/// How the parts of a rule are read from the slots.
struct Reading {
    parts: Vec<Located>,
    /// See [`Member::index_of`].
    index_of: Vec<usize>,
}

/// Joins the automata of rules, at least one. The parts with the indices `inner` are not located.
///
/// `None` if a limit is exceeded, if a rule has no automaton, or if messages name a part of one rule
/// that they do not name in another.
pub fn joint(members: &[Member<'_>], all: &[Part], inner: &BTreeSet<usize>) -> Option<Joint> {
    let Tagging { shapes, limits, .. } = members.first()?.tagging;
    let tags = tags(all);
    let is_named = named(all);
    let are_named = |member: &Member<'_>| {
        let own = named(&member.parts);
        own.iter().zip(&member.index_of).all(|(own, &index)| *own == is_named[index])
    };
    if !members.iter().all(are_named) {
        return None;
    }
    let nfas = members.iter().map(|member| numbered_nfa(member, &tags));
    let (nfa, of_rules) = union(&nfas.collect::<Option<Vec<_>>>()?);
    let mut budget = Budget::of_rule(limits);
    let wanted = wanted(&tags, inner);
    let fixed = fixed_tags(&nfa, &tags, wanted, &mut budget).ok()?;
    let mut rules = Vec::new();
    for (Member { parts, index_of, .. }, nfa) in members.iter().zip(&of_rules) {
        let own = fixed_tags(nfa, &tags, wanted, &mut budget).ok()?;
        let parts = parts.iter().zip(index_of);
        let parts = parts.map(|(part, &index)| located(part, &tags[index], &fixed, &own));
        rules.push(Reading { parts: parts.collect(), index_of: index_of.clone() });
    }
    let contexts = Contexts::new(shapes, &nfa, all, &tags);
    let starts: Vec<nfa::StateId> = of_rules.iter().map(|nfa| nfa.start).collect();
    let priority = priority_dfa_from(&nfa, &starts, &mut budget).ok()?;
    let made = determinise(&nfa, &priority, &fixed, &contexts, &mut budget).ok()?;
    Some(Joint { tdfa: registers(&made), starts: made.starts, rules })
}

impl Joint {
    /// Returns the automaton of a rule, with the registers and slots of all rules.
    pub fn member(&self, index: usize) -> Tdfa {
        let dense = &self.tdfa.dense;
        let Reading { parts, index_of } = &self.rules[index];
        let own = |part: usize| index_of.iter().position(|&it| it == part);
        let mut number_of: Vec<Option<StateId>> = vec![None; dense.state_count()];
        let mut states = vec![self.starts[index]];
        number_of[states[0].index()] = Some(Tdfa::START);
        let mut made = Dense::new(dense.classes.clone());
        let mut contexts = Vec::new();
        while let Some(&state) = states.get(contexts.len()) {
            for class in 0..dense.classes.count() {
                let edge = dense.edge_by_class(state, class).map(|edge| {
                    let target = *number_of[edge.target.index()].get_or_insert_with(|| {
                        states.push(edge.target);
                        StateId::new(states.len() - 1)
                    });
                    Edge { target, output: edge.output.clone() }
                });
                made.next.push(edge);
            }
            made.ends.push(dense.end(state).cloned());
            contexts.push(self.tdfa.context(state).renumbered(own));
        }
        let (parts, scans) = (parts.clone(), self.tdfa.scans.clone());
        Tdfa { dense: made, contexts, parts, scans, ..self.tdfa }.minimal()
    }

    /// Returns for each rule the number of its states, and how many of them the first rule has too,
    /// if states that are equivalent are counted once.
    pub fn shared(&self) -> Vec<(usize, usize)> {
        let dense = &self.tdfa.dense;
        let block_of = blocks(dense, |state| self.tdfa.context(state));
        let of_rule = |start: &StateId| {
            let next = |state| dense.successors(StateId::new(state)).map(StateId::index);
            let reached = reached(dense.state_count(), [start.index()], next);
            let states = block_of.iter().zip(reached).filter(|(_, is_reached)| *is_reached);
            states.map(|(&block, _)| block).collect::<BTreeSet<usize>>()
        };
        let of_rules: Vec<BTreeSet<usize>> = self.starts.iter().map(of_rule).collect();
        let counts = of_rules.iter().map(|own| (own.len(), own.intersection(&of_rules[0]).count()));
        counts.collect()
    }
}

/// Returns the NFA of a rule, with the tags that its parts have among all parts.
fn numbered_nfa(member: &Member<'_>, all: &[Tags]) -> Option<Nfa> {
    let Member { tagging, rule, parts, index_of } = member;
    let nfa = tagged_nfa(tagging, *rule, parts).ok()?;
    // A part has its tags in the same order everywhere.
    let numbers = tags(parts).into_iter().zip(index_of).flat_map(|(own, &index)| {
        let opens = own.opens.into_iter().zip(&all[index].opens).map(|(own, all)| (own.1, all.1));
        opens.chain([(own.close, all[index].close)])
    });
    let mut number_of = vec![0; usize::from(u8::MAX)];
    numbers.for_each(|(own, number)| number_of[usize::from(own)] = number);
    let state = |state: &State| match state {
        State::Tag { tag, next } => State::Tag { tag: number_of[usize::from(*tag)], next: *next },
        State::Byte { .. } | State::Split(_) => state.clone(),
    };
    Some(Nfa { states: nfa.states.iter().map(state).collect(), ..nfa })
}

/// Returns the NFA of the texts of all rules, and those of the rules, over the same states.
fn union(nfas: &[Nfa]) -> (Nfa, Vec<Nfa>) {
    let [start, accept] = [0, 1].map(nfa::StateId::new);
    let mut states = vec![State::Split(Vec::new()), State::Split(Vec::new())];
    let mut starts = Vec::new();
    for nfa in nfas {
        starts.push(nfa.append_to(&mut states, accept));
    }
    states[start.index()] = State::Split(starts.clone());
    let states: Arc<[State]> = states.into();
    let from = |start| Nfa { states: Arc::clone(&states), start, accept };
    let all: Vec<Nfa> = std::iter::once(start).chain(starts).map(from).collect();
    let mut merged = merge_all(&all);
    let of_rules = merged.split_off(1);
    (merged.swap_remove(0), of_rules)
}

/// Returns how a part of a rule is read from the slots of all rules. `fixed` follows from the texts
/// of all rules, `own` from those of the rule.
fn located(part: &Part, tags: &Tags, fixed: &FixedTags, own: &FixedTags) -> Located {
    let source = |tag: u16| {
        let (present, offset) = own.of[usize::from(tag)]?;
        let of_all = fixed.of[usize::from(tag)]?;
        let present = match present {
            Presence::Slot(_) => of_all.0,
            Presence::Always | Presence::Longer(_) | Presence::Shorter(_) => present,
        };
        let offset = match offset {
            TagOffset::FromStart(_) | TagOffset::FromEnd(_) => offset,
            TagOffset::Slot { .. } => of_all.1,
        };
        Some((present, offset))
    };
    let close = source(tags.close);
    let variant = |&(rule, open): &(RuleId, u16)| {
        let (present, begin) = source(open)?;
        let fixed = [open, tags.close].map(|tag| own.fixed[usize::from(tag)]);
        Some(Variant { rule, present, begin, end: close?.1, fixed })
    };
    let variants = tags.opens.iter().filter_map(variant).collect();
    let mandatory = matches!(close, Some((Presence::Always, _)));
    Located { name: part.name.clone(), mandatory, variants }
}
