//! The texts that rules have wherever they are written: of rules with one text, and of rules for
//! which the spec determines a text.

use super::fillers;
use crate::automata::dfa::{Dfa, StateId};
use crate::automata::shortest_paths::{Paths, preferred};
use crate::automata::skeleton::MAX_FILLERS;
use crate::automata::tagged::replaced::Replacement;
use crate::bytes::ByteSet;
use crate::grammar::RuleId;
use crate::plan::exports::named::NamedRule;
use crate::plan::parts::letters::Spelling;
use crate::spec::ValueSpec;
use std::collections::{BTreeMap, BTreeSet};

/// The texts of rules.
pub(crate) struct RuleTexts {
    /// Those of rules that have one text, apart from the case of letters, or no value. The preferred
    /// one comes first.
    pub(crate) fixed: BTreeMap<RuleId, Vec<Vec<u8>>>,
    /// The rules without a value.
    pub(crate) units: BTreeSet<RuleId>,
    /// Those that the spec gives.
    pub(crate) given: BTreeMap<RuleId, Replacement>,
}

/// Collects the texts of rules.
pub(crate) fn rule_texts(rules: &[NamedRule], spelling: &Spelling) -> RuleTexts {
    let is_unit = |rule: &&NamedRule| rule.request.export.value == ValueSpec::Unit;
    let given = rules.iter().filter_map(|rule| Some((rule.id(), given_text(rule)?)));
    let given: BTreeMap<RuleId, Vec<u8>> = given.collect();
    let fixed = rules.iter().filter_map(|rule| {
        let spelling = spelling.in_case(rule.request.export.letter_case);
        let of_spec = given.get(&rule.id()).cloned();
        let Some(dfa) = rule.language.dfa() else {
            return of_spec.filter(|_| is_unit(&rule)).map(|text| (rule.id(), vec![text]));
        };
        let texts = match &rule.request.export.value {
            ValueSpec::Inferred => vec![spelling.spell(&single_text(dfa)?)],
            ValueSpec::Unit => {
                let longest = longest_text(dfa).map(|path| spelling.spell(&path));
                let mut others = fillers(&spelling, &short_texts(dfa)).into_iter();
                let first = of_spec.into_iter().chain(others.next());
                different(first.chain(longest).chain(others))
            }
            _ => return None,
        };
        Some((rule.id(), texts))
    });
    let fixed = fixed.collect();
    RuleTexts {
        fixed,
        units: rules.iter().filter(is_unit).map(NamedRule::id).collect(),
        given: given.into_iter().map(|(rule, text)| (rule, Replacement::Given(text))).collect(),
    }
}

/// Returns the text that the spec gives for a rule, if it matches.
fn given_text(rule: &NamedRule) -> Option<Vec<u8>> {
    let text = rule.request.export.written.as_ref()?.as_bytes();
    rule.language.check(text).is_ok().then(|| text.to_vec())
}

/// Returns the only text of an automaton, apart from the case of letters.
fn single_text(dfa: &Dfa) -> Option<Vec<ByteSet>> {
    let edges: Vec<_> = dfa.edges().map(|(_, edges)| edges).collect();
    let (mut state, mut text) = (Dfa::START, Vec::new());
    // A text that is longer than this repeats a state.
    while text.len() < edges.len() {
        match (&edges[state.index()][..], dfa.is_accepting(state)) {
            ([], true) => return Some(text),
            ([(set, next)], false) if is_one(set) => {
                text.push(*set);
                state = *next;
            }
            _ => return None,
        }
    }
    None
}

/// Returns the shortest text of an automaton, and the shortest ones after each first byte. Each byte
/// may be any of its set.
fn short_texts(dfa: &Dfa) -> Vec<Vec<ByteSet>> {
    let paths = Paths::new(dfa, &preferred());
    let from = |start: StateId| {
        let mut state = start;
        let set = |byte: u8| {
            let next = dfa.next(state, byte);
            let set = (0..=u8::MAX).filter(|&other| dfa.next(state, other) == next).collect();
            state = next.unwrap_or(state);
            set
        };
        paths.from(start).into_iter().map(set).collect()
    };
    let mut edges = dfa.edges().filter(|(state, _)| *state == Dfa::START).flat_map(|it| it.1);
    let after_first = (&mut edges).take(MAX_FILLERS).map(|(set, next)| {
        let rest: Vec<ByteSet> = from(next);
        [vec![set], rest].concat()
    });
    std::iter::once(from(Dfa::START)).chain(after_first).collect()
}

/// The greatest number of states of automata whose longest texts are written.
const MAX_STATES: usize = 64;

/// Returns a longest text of an automaton, unless its texts are unbounded or it is large. Where the
/// same rule follows, a shorter text would be read together with the next one.
fn longest_text(dfa: &Dfa) -> Option<Vec<ByteSet>> {
    let edges: Vec<_> = dfa.edges().map(|(_, edges)| edges).collect();
    // The states that texts of each length reach, each with the byte and the state before it.
    let mut layers: Vec<BTreeMap<StateId, (ByteSet, StateId)>> = Vec::new();
    let mut states = vec![Dfa::START];
    while !states.is_empty() {
        if edges.len().min(MAX_STATES) < layers.len() {
            return None;
        }
        let mut layer = BTreeMap::new();
        for state in states {
            for &(set, next) in &edges[state.index()] {
                layer.entry(next).or_insert((set, state));
            }
        }
        states = layer.keys().copied().collect();
        layers.push(layer);
    }
    layers.pop();
    let mut state = *layers.last()?.keys().next()?;
    let step = |layer: &BTreeMap<StateId, (ByteSet, StateId)>| {
        let (set, before) = layer[&state];
        state = before;
        set
    };
    let mut text: Vec<ByteSet> = layers.iter().rev().map(step).collect();
    text.reverse();
    Some(text)
}

/// Returns the texts that differ in more than the case of letters.
fn different(texts: impl Iterator<Item = Vec<u8>>) -> Vec<Vec<u8>> {
    let mut known = BTreeSet::new();
    texts.filter(|text| known.insert(text.to_ascii_lowercase())).collect()
}

/// Returns whether a set is one byte, apart from the case of a letter.
pub(super) fn is_one(set: &ByteSet) -> bool {
    let first = set.iter().next();
    set.iter().all(|byte| first.is_some_and(|first| byte.eq_ignore_ascii_case(&first)))
}
