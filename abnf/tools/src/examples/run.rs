//! Examples and a grammar to a verdict for each.

use super::{Example, Expected};
use crate::derivations::{Node, outermost};
use crate::explain::{Subject, subject_keeping};
use abnfc::automata::language::Mismatch;
use abnfc::diagnostic::Diagnostic;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use std::collections::{BTreeMap, BTreeSet};

/// The result of an example: the first failure, if there is any.
pub type Verdict = Result<(), Failure>;

/// The reason why an example fails.
#[derive(Clone, Debug)]
pub enum Failure {
    /// There is no rule of this name.
    NoRule(String),
    /// The rule has no automaton.
    NoAutomaton(Diagnostic),
    /// The text does not match, but must.
    Refused {
        /// The position of the error.
        at: Mismatch,
        /// The innermost part that must contain the position, if one is certain.
        part: Option<String>,
    },
    /// The text matches, but must not.
    Accepted,
    /// A part has other texts.
    OtherTexts {
        /// The name of its rule, as the example has it.
        rule: String,
        /// The texts that it has.
        found: Vec<Vec<u8>>,
    },
    /// The text exceeds a limit of the general engine, or has no tree although the example has parts.
    TooComplex,
}

/// Runs examples. Takes an automaton for each rule that they name, and for each text the time of
/// [`Subject::check`] and, if parts are expected, of [`Subject::tree`].
#[must_use]
pub fn run(grammar: &Resolved, examples: &[Example], limits: &Limits) -> Vec<Verdict> {
    let names = grammar.names();
    let find = |name: &str| names.get(&*name.to_ascii_lowercase()).copied();
    // Trees show rules that are one character only on request.
    let parts = examples.iter().flat_map(|example| &example.parts);
    let kept: BTreeSet<RuleId> = parts.filter_map(|part| find(&part.rule)).collect();
    let mut subjects: BTreeMap<RuleId, Result<Subject<'_>, Diagnostic>> = BTreeMap::new();
    let verdict = |example: &Example| {
        let missing = example.parts.iter().map(|part| &part.rule).find(|it| find(it).is_none());
        let rule = find(&example.rule).filter(|_| missing.is_none());
        let Some(rule) = rule else {
            return Err(Failure::NoRule(missing.unwrap_or(&example.rule).clone()));
        };
        let subject = subjects
            .entry(rule)
            .or_insert_with(|| subject_keeping(grammar, rule, kept.clone(), limits))
            .as_ref()
            .map_err(|why| Failure::NoAutomaton(why.clone()))?;
        judged(example, subject)
    };
    examples.iter().map(verdict).collect()
}

fn judged(example: &Example, subject: &Subject<'_>) -> Verdict {
    let text = &example.text;
    match (example.expected, subject.check(text)) {
        (_, Err(at)) if at.is_too_complex => Err(Failure::TooComplex),
        (Expected::Reject, Err(_)) => Ok(()),
        (Expected::Reject, Ok(())) => Err(Failure::Accepted),
        (Expected::Accept, Err(at)) => {
            Err(Failure::Refused { at, part: subject.part(&text[..at.offset]) })
        }
        (Expected::Accept, Ok(())) if example.parts.is_empty() => Ok(()),
        (Expected::Accept, Ok(())) => {
            parts(example, &subject.tree(text).ok_or(Failure::TooComplex)?)
        }
    }
}

fn parts(example: &Example, nodes: &[Node]) -> Verdict {
    for part in &example.parts {
        let found: Vec<Vec<u8>> = outermost(nodes, |rule| rule.eq_ignore_ascii_case(&part.rule))
            .into_iter()
            .map(|node| example.text[node.begin..node.end].to_vec())
            .collect();
        if found != part.texts {
            return Err(Failure::OtherTexts { rule: part.rule.clone(), found });
        }
    }
    Ok(())
}
