//! A table of the rules of a grammar, with facts about their languages.

use crate::grammar::{Grammar, load, read};
use abnfc::automata::language::Language;
use abnfc::automata::rules::automata;
use abnfc::automata::superset::superset;
use abnfc::grammar::RuleId;
use abnfc::grammar::facts::{nullable, unclear};
use abnfc::grammar::uses::references;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
pub(crate) struct Question {
    grammar: Grammar,
}

#[derive(Debug, Serialize)]
pub(crate) struct Row {
    rule: String,
    line: usize,
    /// The kind of automaton that matches the rule.
    engine: String,
    /// The number of states of the minimal automaton of a regular rule.
    states: Option<usize>,
    /// Whether the rule matches the empty text; absent if unknown.
    empty: Option<bool>,
    used_by: Vec<String>,
}

pub(crate) fn rules(question: &Question) -> Result<Vec<Row>, String> {
    let loaded = load(&question.grammar);
    let read = read(&loaded)?;
    let grammar = &read.resolved;
    let limits = &loaded.spec.read.limits;
    let unclear = unclear(grammar);
    let sound = grammar.own_rules().map(|(rule, _)| rule);
    let sound: Vec<RuleId> = sound.filter(|rule| !unclear[rule.index()]).collect();
    let automata = automata(grammar, &superset(grammar, limits), &sound, limits);
    let nullable = nullable(grammar);
    let mut used_by: BTreeMap<RuleId, Vec<String>> = BTreeMap::new();
    for (_, rule) in grammar.own_rules() {
        for used in references(&rule.expr) {
            used_by.entry(used).or_default().push(rule.name.as_str().to_owned());
        }
    }
    let row = |(id, rule): (RuleId, &abnfc::grammar::ResolvedRule)| {
        let is_sound = !unclear[id.index()];
        let (engine, states) = match is_sound.then(|| automata.language(id)) {
            None if rule.is_broken => ("has an error", None),
            None => ("uses an error or a description in words", None),
            Some(Err(_)) => ("no automaton within the limits", None),
            Some(Ok(Language::Regular(dfa))) => ("regular", Some(dfa.state_count())),
            Some(Ok(Language::Nested(..))) => ("nested, one pass with a stack", None),
            Some(Ok(Language::General(..))) => ("nested, the general engine", None),
        };
        Row {
            rule: rule.name.as_str().to_owned(),
            line: rule.span.map_or(0, |span| read.diagnostics.files.line_column(span).0),
            engine: engine.to_owned(),
            states,
            empty: is_sound.then(|| nullable[id.index()]),
            used_by: used_by.remove(&id).unwrap_or_default(),
        }
    };
    Ok(grammar.own_rules().map(row).collect())
}
