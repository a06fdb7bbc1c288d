//! Finds the texts of each rule with data, without those of its parts: the [`Hollow`] of its writer.
//!
//! ```text
//! date = year "-" month        <year> "-" <month>
//! ```
//!
//! Input: the writers of rules. Output: the same, with automata of bytes and marks, one mark for each
//! symbol, and with facts about the texts of each symbol. The model decides by them which data
//! can be read in one pass.
//!
//! It is `None` if a filter applies to a text with parts, if a part can be inside of another one, or if a
//! budget is spent.

use super::hollow_texts::{Extent, Hollow, LiteralText, Piece};
use super::locate::limits_of_others;
use super::writers::Writer;
use crate::automata::dfa::Dfa;
use crate::automata::marked::marked;
use crate::automata::pattern::{Pattern, Patterns};
use crate::automata::shape::{Recursion, Shape, Shapes};
use crate::automata::skeleton::hollow;
use crate::automata::tagged::Tagging;
use crate::automata::tagged::parts::Depth;
use crate::budget::Budget;
use crate::bytes::ByteSet;
use crate::grammar::RuleId;
use crate::plan::context::Context;
use crate::plan::exports::named::{NamedRule, regular_dfas};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Adds the hollow texts to the writers of rules.
pub fn hollows(
    Context { grammar, shapes, limits }: Context<'_>,
    patterns: &Arc<Patterns>,
    rules: &[NamedRule],
    mut writers: Vec<Option<Writer>>,
) -> Vec<Option<Writer>> {
    let limits = &limits_of_others(limits);
    let of_depth = |depth| {
        let tagging = Tagging::of_patterns(grammar, shapes, Arc::clone(patterns), limits, depth);
        tagging.with_dfas(regular_dfas(rules))
    };
    let (listed, others) = (of_depth(Depth::Any), of_depth(Depth::Direct));
    let mut pieces = Pieces::new();
    for (rule, writer) in rules.iter().zip(&mut writers) {
        let Some(writer) = writer else { continue };
        let tagging = if rule.listed_parts().is_some() { &listed } else { &others };
        writer.hollow = hollow_of(tagging, &mut pieces, rule.id(), writer);
    }
    writers
}

/// Returns the hollow texts of a rule. `pieces` are those of the symbols that are known.
fn hollow_of(
    tagging: &Tagging<'_>,
    pieces: &mut Pieces,
    rule: RuleId,
    writer: &Writer,
) -> Option<Hollow> {
    let symbols: BTreeSet<RuleId> = writer.symbols.iter().copied().collect();
    let is_without_derivations = *tagging.shapes.of(rule) == Shape::Regular(Recursion::Anywhere);
    if is_without_derivations || !writer.inner.is_empty() || is_filtered(tagging, rule, &symbols) {
        return None;
    }
    let number: BTreeMap<RuleId, u16> = writer.symbols.iter().copied().zip(0..).collect();
    let nfa = tagging.marked(rule, &symbols, &|used, _| hollow(number[&used])).ok()?;
    let texts = marked(&nfa, &mut Budget::of_rule(tagging.limits)).ok()?;
    Some(Hollow { texts, pieces: pieces_of(tagging, pieces, &writer.symbols) })
}

/// Returns whether a filter applies to texts around symbols.
fn is_filtered(tagging: &Tagging<'_>, rule: RuleId, symbols: &BTreeSet<RuleId>) -> bool {
    let shapes: &Shapes = tagging.shapes;
    let is_outside = |it: RuleId| it == rule || !symbols.contains(&it);
    let around = match tagging.depth {
        Depth::Direct => shapes.component(rule).iter().copied().collect(),
        Depth::Any => shapes.reached_above(shapes.floor(symbols), [rule], is_outside),
    };
    let has_filter = |it: &RuleId| matches!(tagging.patterns[*it], Pattern::Within(..));
    let mut around = around.into_iter().filter(|it| is_outside(*it) && has_filter(it));
    around.any(|it| {
        it == rule
            || shapes.component(rule).contains(&it)
            || !shapes.reached_above(0, [it], |_| true).is_disjoint(symbols)
    })
}

/// The facts about the texts of symbols; `None` if a symbol is nested, or a budget was exceeded.
pub(super) type Pieces = BTreeMap<RuleId, Option<Piece>>;

/// Returns the facts about the texts of each symbol, and adds those that are not `known`.
pub(super) fn pieces_of(
    tagging: &Tagging<'_>,
    known: &mut Pieces,
    symbols: &[RuleId],
) -> Vec<Option<Piece>> {
    let of_symbol = |symbol: &RuleId| {
        let made = || piece(tagging, *symbol, &mut Budget::of_rule(tagging.limits));
        known.entry(*symbol).or_insert_with(made).clone()
    };
    symbols.iter().map(of_symbol).collect()
}

fn piece(tagging: &Tagging<'_>, rule: RuleId, budget: &mut Budget) -> Option<Piece> {
    let Shape::Regular(_) = tagging.shapes.of(rule) else { return None };
    let dfa = tagging.plain_dfa(rule, budget)?;
    let ends = dfa.states().filter(|&state| dfa.is_accepting(state));
    let more = ends.map(|state| dfa.expected(state)).fold(ByteSet::EMPTY, ByteSet::union);
    let first = dfa.expected(Dfa::START);
    let may_be_empty = dfa.is_accepting(Dfa::START);
    Some(Piece { first, more, may_be_empty, extent: extent(&dfa), literal: literal(&dfa) })
}

/// Returns how the end of a text of a minimal automaton is found.
fn extent(dfa: &Dfa) -> Extent {
    let first = dfa.expected(Dfa::START);
    let after = |state, set: ByteSet| {
        let mut nexts = set.iter().map(|byte| dfa.next(state, byte));
        let next = nexts.next().flatten();
        next.filter(|_| nexts.all(|it| it == next))
    };
    let next = after(Dfa::START, first).filter(|next| dfa.is_accepting(*next));
    match next.map(|next| (dfa.expected(next), after(next, first) == Some(next))) {
        _ if dfa.is_accepting(Dfa::START) => Extent::Longest,
        Some((more, _)) if more.is_empty() => Extent::One(first),
        Some((more, true)) if more == first => Extent::Run(first),
        _ => length(dfa).map_or(Extent::Longest, Extent::Fixed),
    }
}

/// Returns the length of all texts of a minimal automaton, if it is the same.
fn length(dfa: &Dfa) -> Option<usize> {
    let mut states = BTreeSet::from([Dfa::START]);
    for length in 0..=dfa.states().count() {
        let ends = states.iter().filter(|&&state| dfa.is_accepting(state)).count();
        if ends > 0 {
            let is_end = |state: &_| dfa.is_accepting(*state) && dfa.expected(*state).is_empty();
            return states.iter().all(is_end).then_some(length);
        }
        let next = |state: &_| {
            let state = *state;
            dfa.expected(state)
                .iter()
                .filter_map(move |byte| dfa.next(state, byte))
                .collect::<Vec<_>>()
        };
        states = states.iter().flat_map(next).collect();
    }
    None
}

/// Returns the only text of an automaton.
fn literal(dfa: &Dfa) -> Option<LiteralText> {
    let mut sets: Vec<ByteSet> = Vec::new();
    let mut state = Dfa::START;
    loop {
        let set = dfa.expected(state);
        if dfa.is_accepting(state) != set.is_empty() || sets.len() > MAX_LITERAL {
            return None;
        }
        let Some(first) = set.iter().next() else { break };
        let next = dfa.next(state, first)?;
        if set.iter().any(|byte| dfa.next(state, byte) != Some(next)) {
            return None;
        }
        sets.push(set);
        state = next;
    }
    let text: Vec<u8> = sets.iter().filter_map(|set| set.iter().last()).collect();
    let of_byte = |byte: u8| ByteSet::range(byte, byte);
    let in_any_case =
        |byte: u8| of_byte(byte.to_ascii_lowercase()).union(of_byte(byte.to_ascii_uppercase()));
    let is = |of: &dyn Fn(u8) -> ByteSet| text.iter().zip(&sets).all(|(&it, set)| of(it) == *set);
    match (is(&of_byte), is(&in_any_case)) {
        (false, false) => None,
        (is_exact, _) => Some(LiteralText { is_in_any_case: !is_exact, text }),
    }
}

/// The greatest number of bytes of a literal.
const MAX_LITERAL: usize = 64;
