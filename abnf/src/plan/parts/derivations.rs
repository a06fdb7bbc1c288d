//! Finds the data whose texts need not be read back: a written text has one derivation, or all of its
//! derivations have the same fields.
//!
//! Input: the writers of rules. Output: the same, with what is known about the [`Derivations`] of their
//! texts. The written texts of a rule are an automaton: its graph with the first filler of each edge, and
//! all texts of the parts. It is compared with the automaton of all texts. In both, tags surround each part.
//! What a part contains is a question about the rule of the part, which its own writer answers.
//!
//! In `month = long-month / short-month`, where both are numbers, it does not matter which of the rules a
//! text belongs to. So there are two comparisons: one in which each rule has tags of its own, and one
//! in which rules of the same field have the same tags.
//!
//! Filters of rules are ignored, so more derivations are compared than there are, but a text that is
//! written may have none. Whether it is one of the rule, filters included, is found by inclusion. Rules are left
//! out if the data of a field can be inside of a part of another one.

use super::locate::limits_of_others;
use super::writers::{Derivations, Edge, Writer};
use crate::automata::compare::are_equal;
use crate::automata::determinise::determinise;
use crate::automata::dfa::Dfa;
use crate::automata::nfa::{Nfa, State, StateId, surrounded};
use crate::automata::pattern::Patterns;
use crate::automata::products::intersection;
use crate::automata::same_tags::have_same_tags;
use crate::automata::shape::{Recursion, Shape};
use crate::automata::tagged::Tagging;
use crate::automata::tagged::parts::Depth;
use crate::budget::Budget;
use crate::bytes::ByteSet;
use crate::grammar::RuleId;
use crate::plan::context::Context;
use crate::plan::exports::named::{NamedRule, regular_dfas};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Adds to each writer what is known about its derivations.
pub fn derivations(
    Context { grammar, shapes, limits }: Context<'_>,
    patterns: &Arc<Patterns>,
    rules: &[NamedRule],
    mut writers: Vec<Option<Writer>>,
) -> Vec<Option<Writer>> {
    // A rule whose derivations are difficult to find would take seconds.
    let limits = &limits_of_others(limits);
    let of_depth = |depth| {
        let patterns = Arc::clone(patterns);
        let tagging = Tagging::of_patterns(grammar, shapes, patterns, limits, depth);
        tagging.without_filters().with_dfas(regular_dfas(rules))
    };
    let (listed, others) = (of_depth(Depth::Any), of_depth(Depth::Direct));
    let mut parts = BTreeMap::new();
    for (rule, writer) in rules.iter().zip(&mut writers) {
        let Some(writer) = writer else { continue };
        let tagging = if rule.listed_parts().is_some() { &listed } else { &others };
        let mut have_same = |marks: &[u16]| {
            have_same_marks(tagging, &mut parts, rule.id(), writer, marks).unwrap_or(false)
        };
        let by_rule: Vec<u16> = (0..).take(writer.symbols.len()).collect();
        let by_field: Option<Vec<u16>> =
            writer.fields.iter().map(|&field| field.try_into().ok()).collect();
        let is_one = have_same(&by_rule);
        let have_same_fields = is_one || by_field.is_some_and(|marks| have_same(&marks));
        let always_exist =
            have_same_fields && always_match(tagging, &mut parts, rule, writer).unwrap_or(false);
        writer.derivations = Derivations { is_one, have_same_fields, always_exist };
    }
    writers
}

/// Returns whether all derivations of each written text have the same marks. `marks` are those of the
/// symbols. `None` if that is unknown.
fn have_same_marks(
    tagging: &Tagging<'_>,
    parts: &mut BTreeMap<RuleId, Option<Arc<Dfa>>>,
    rule: RuleId,
    writer: &Writer,
    marks: &[u16],
) -> Option<bool> {
    // There, the inner derivation is unavailable.
    if *tagging.shapes.of(rule) == Shape::Regular(Recursion::Anywhere)
        || is_field_in_other(tagging, writer)
    {
        return None;
    }
    let dfas = dfas(tagging, parts, writer)?;
    let marked: Vec<Nfa> = dfas.iter().zip(marks).map(marked).collect::<Option<_>>()?;
    let number: BTreeMap<RuleId, usize> = writer.symbols.iter().copied().zip(0..).collect();
    let symbols = writer.symbols.iter().copied().collect();
    let all = tagging.marked(rule, &symbols, &|used, _| marked[number[&used]].clone()).ok()?;
    let written = written(writer.nodes.as_ref()?, &marked, tagging.limits.nfa_states)?;
    have_same_tags(&written, &all, &mut Budget::of_rule(tagging.limits)).ok()
}

/// Returns whether each text that is written is one of the rule, filters included. `None` if that is
/// unknown.
fn always_match(
    tagging: &Tagging<'_>,
    parts: &mut BTreeMap<RuleId, Option<Arc<Dfa>>>,
    rule: &NamedRule,
    writer: &Writer,
) -> Option<bool> {
    let marked = |dfa| marked((dfa, &0));
    let parts = dfas(tagging, parts, writer)?.iter().map(marked).collect::<Option<Vec<_>>>()?;
    let written = written(writer.nodes.as_ref()?, &parts, tagging.limits.nfa_states)?;
    let budget = &mut Budget::of_rule(tagging.limits);
    let written = determinise(&written, budget).ok()?;
    let common = intersection(&written, rule.language.dfa()?, budget).ok()?;
    Some(are_equal(&written, &common))
}

/// Returns the automaton of each symbol, without filters.
fn dfas(
    tagging: &Tagging<'_>,
    parts: &mut BTreeMap<RuleId, Option<Arc<Dfa>>>,
    writer: &Writer,
) -> Option<Vec<Arc<Dfa>>> {
    let mut part = |symbol: &RuleId| {
        let dfa = || {
            let budget = &mut Budget::of_rule(tagging.limits);
            tagging.plain_dfa(*symbol, budget)
        };
        parts.entry(*symbol).or_insert_with(dfa).clone()
    };
    writer.symbols.iter().map(&mut part).collect()
}

/// Returns the texts of an automaton between the two tags of a mark.
fn marked((dfa, mark): (&Arc<Dfa>, &u16)) -> Option<Nfa> {
    let open = mark.checked_mul(2)?;
    Some(surrounded(dfa, open, open.checked_add(1)?))
}

/// Returns whether the data of a field can be inside of a part of another one. Inside of a part of the same
/// field it does not count, because the outermost part does.
fn is_field_in_other(tagging: &Tagging<'_>, writer: &Writer) -> bool {
    let symbols = || writer.symbols.iter().zip(&writer.fields);
    symbols().filter(|_| !writer.inner.is_empty()).any(|(outer, field)| {
        let inside = tagging.shapes.reached_above(0, [*outer], |_| true);
        symbols().any(|(inner, other)| other != field && inside.contains(inner))
    })
}

/// Returns the automaton of the texts that a graph writes without going back. `parts` are the
/// automata of the symbols. `None` if it has more than `most` states.
fn written(nodes: &[Vec<Edge>], parts: &[Nfa], most: usize) -> Option<Nfa> {
    let mut states = vec![State::Split(Vec::new()); nodes.len() + 1];
    let (start, accept) = (StateId::new(0), StateId::new(nodes.len()));
    for (node, edges) in nodes.iter().enumerate() {
        let mut targets = Vec::new();
        for Edge { fillers, then } in edges {
            let mut next = match then {
                None => accept,
                Some((symbol, node)) => parts[*symbol].append_to(&mut states, StateId::new(*node)),
            };
            for &byte in fillers.first()?.iter().rev() {
                states.push(State::Byte { set: ByteSet::range(byte, byte), next });
                next = StateId::new(states.len() - 1);
            }
            targets.push(next);
            if states.len() > most {
                return None;
            }
        }
        states[node] = State::Split(targets);
    }
    Some(Nfa { states: states.into(), start, accept })
}
