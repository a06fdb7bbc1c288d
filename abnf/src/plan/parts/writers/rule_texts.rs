//! The texts that rules have wherever they are written: of rules with one text, and of rules for
//! which the spec determines a text.

use crate::automata::dfa::Dfa;
use crate::automata::shortest_paths::{Paths, preferred};
use crate::automata::skeleton::GivenTexts;
use crate::automata::tagged::replaced::Replacement;
use crate::bytes::ByteSet;
use crate::grammar::RuleId;
use crate::plan::exports::named::NamedRule;
use crate::plan::parts::letters::Spelling;
use crate::spec::ValueSpec;
use std::collections::{BTreeMap, BTreeSet};

/// The texts of rules.
pub(super) struct RuleTexts {
    /// Those of rules that have one text, apart from the case of letters, or no value.
    pub(super) single: BTreeMap<RuleId, Vec<u8>>,
    /// The rules without a value.
    pub(super) units: BTreeSet<RuleId>,
    /// Those that the spec gives, by tags.
    pub(super) given: GivenTexts,
    /// The tags of rules in the automata of others.
    pub(super) tags: BTreeMap<RuleId, Replacement>,
}

/// Collects the texts of rules.
pub(super) fn rule_texts(rules: &[NamedRule], spelling: &Spelling) -> RuleTexts {
    let is_unit = |rule: &&NamedRule| rule.request.export.value == ValueSpec::Unit;
    let given = rules.iter().filter_map(|rule| Some((rule.id(), given_text(rule)?)));
    let given: BTreeMap<RuleId, Vec<u8>> = given.collect();
    let single = rules.iter().filter_map(|rule| {
        let path = match &rule.request.export.value {
            ValueSpec::Inferred => single_text(rule.language.dfa()?)?,
            ValueSpec::Unit if given.contains_key(&rule.id()) => {
                return Some((rule.id(), given[&rule.id()].clone()));
            }
            ValueSpec::Unit => shortest_text(rule.language.dfa()?),
            _ => return None,
        };
        Some((rule.id(), spelling.in_case(rule.request.export.letter_case).spell(&path)))
    });
    let tags = given.keys().zip((0..=u16::MAX).rev());
    RuleTexts {
        single: single.collect(),
        units: rules.iter().filter(is_unit).map(NamedRule::id).collect(),
        tags: tags.clone().map(|(&rule, tag)| (rule, Replacement::Tag(tag))).collect(),
        given: tags.map(|(rule, tag)| (tag, given[rule].clone())).collect(),
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

/// Returns a shortest text of an automaton, with all bytes that can take the place of each.
fn shortest_text(dfa: &Dfa) -> Vec<ByteSet> {
    let mut state = Dfa::START;
    let text = Paths::new(dfa, &preferred()).from(state);
    let set = |byte: u8| {
        let next = dfa.next(state, byte);
        let others = (0..=u8::MAX).filter(|&other| dfa.next(state, other) == next);
        let set = others.collect();
        state = next.unwrap_or(state);
        set
    };
    text.into_iter().map(set).collect()
}

/// Returns whether a set is one byte, apart from the case of a letter.
pub(super) fn is_one(set: &ByteSet) -> bool {
    let first = set.iter().next();
    set.iter().all(|byte| first.is_some_and(|first| byte.eq_ignore_ascii_case(&first)))
}
