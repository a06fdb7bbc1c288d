//! A rule and a text to an [`Explanation`]: which rules the text is made of, or where and why it
//! fails, and which texts would not.

pub mod markup;

use super::expected::{expected, invalid, too_complex};
use super::named_parts::{named_parts, part_at};
use super::nearest::{Nearest, nearest};
use crate::automata::language::{Language, Mismatch};
use crate::automata::pattern::pattern_keeping;
use crate::automata::rules::automata;
use crate::automata::superset::superset;
use crate::automata::tagged::tdfa::Tdfa;
use crate::automata::trees::derive::{Derived, Tables, derive};
use crate::automata::trees::trees;
use crate::diagnostic::Diagnostic;
use crate::grammar::uses::{reached, references};
use crate::grammar::{Resolved, RuleId};
use crate::limits::Limits;
use std::collections::BTreeSet;

/// A rule that is ready to be asked about texts.
#[derive(Debug)]
pub struct Subject {
    rule: RuleId,
    names: Vec<String>,
    language: Language,
    parts: Option<Tdfa>,
    /// None where the grammar is too large for trees.
    tables: Option<Tables>,
}

/// What is known of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explanation {
    /// It matches, and these are the rules in it by the preferred derivation, each before those
    /// inside of it.
    Match(Vec<Node>),
    /// It matches, but the text or the grammar is too large for a tree.
    MatchWithoutTree,
    /// It does not match.
    Mismatch {
        /// Where, and what could stand there.
        at: Mismatch,
        /// The innermost part that the text must be in there; none if no part is certain, or the
        /// rule is nested.
        part: Option<String>,
        /// The nearest texts that match, if they were found.
        nearest: Option<Nearest>,
    },
    /// It passes a limit of the general engine.
    TooComplex,
}

impl Explanation {
    /// What is said of the text in one sentence, without the tree and the nearest texts.
    #[must_use]
    pub fn message(&self, rule: &str, text: &[u8]) -> String {
        match self {
            Self::Match(_) | Self::MatchWithoutTree => "match".to_owned(),
            Self::TooComplex => too_complex(),
            Self::Mismatch { at, part, .. } => invalid(
                part.as_deref().unwrap_or(rule),
                at.offset,
                &expected(at.expected, at.end),
                text.get(at.offset).copied(),
            ),
        }
    }
}

/// A rule in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The name of the rule.
    pub rule: String,
    /// Where its text begins, in bytes.
    pub begin: usize,
    /// Where its text ends, in bytes.
    pub end: usize,
    /// How many rules are around it.
    pub depth: usize,
}

/// Prepares a rule. Rules that are one byte of a set are not shown in derivations.
///
/// # Errors
///
/// If the rule has no automaton.
pub fn subject(grammar: &Resolved, rule: RuleId, limits: &Limits) -> Result<Subject, Diagnostic> {
    subject_keeping(grammar, rule, BTreeSet::new(), limits)
}

/// The same, but these rules are shown even if they are one byte of a set.
///
/// # Errors
///
/// If the rule has no automaton.
pub fn subject_keeping(
    grammar: &Resolved,
    rule: RuleId,
    kept: BTreeSet<RuleId>,
    limits: &Limits,
) -> Result<Subject, Diagnostic> {
    let shapes = superset(grammar, limits);
    let language =
        automata(grammar, &shapes, &[rule], limits).language(rule).map_err(Diagnostic::clone)?;
    let patterns = pattern_keeping(grammar, &shapes, kept);
    let is_shown = |used: &RuleId| *used == rule || !patterns.is_inlined(*used);
    let used = reached(&[rule], |rule| references(&grammar[rule].expr));
    let shown: Vec<RuleId> = used.into_iter().filter(is_shown).collect();
    let tables = trees(&patterns, grammar.rules().len(), &shown).ok().map(Tables::new);
    let names = grammar.rules().map(|(_, it)| it.name.as_str().to_owned()).collect();
    let parts = named_parts(grammar, &shapes, rule, limits);
    Ok(Subject { rule, names, language, parts, tables })
}

/// Explains a text. See [`derive()`] and [`nearest`] for the bounds.
#[must_use]
pub fn explain(subject: &Subject, text: &[u8]) -> Explanation {
    match subject.check(text) {
        Ok(()) => subject.tree(text).map_or(Explanation::MatchWithoutTree, Explanation::Match),
        Err(at) if at.is_too_complex => Explanation::TooComplex,
        Err(at) => Explanation::Mismatch {
            at,
            part: subject.part(&text[..at.offset]),
            nearest: nearest(&subject.language, text),
        },
    }
}

impl Subject {
    /// Whether a text matches, without its tree and the nearest texts.
    ///
    /// # Errors
    ///
    /// Where it does not match.
    pub fn check(&self, text: &[u8]) -> Result<(), Mismatch> {
        self.language.check(text)
    }

    /// The rules in a text that matches; none if the text or the grammar is too large for a tree.
    /// See [`derive()`].
    #[must_use]
    pub fn tree(&self, text: &[u8]) -> Option<Vec<Node>> {
        let found = derive(self.tables.as_ref()?, self.rule, text).ok()?;
        let node = |it: Derived| Node {
            rule: self.names[it.rule.index()].clone(),
            begin: it.range.start,
            end: it.range.end,
            depth: it.depth,
        };
        Some(found.into_iter().map(node).collect())
    }

    /// The innermost part that a text must be in behind what was read of it; none if no part is
    /// certain, or the rule is nested.
    #[must_use]
    pub fn part(&self, read: &[u8]) -> Option<String> {
        let tdfa = self.parts.as_ref()?;
        let next = |state, &byte: &u8| Some(tdfa.next(state, byte)?.target);
        part_at(tdfa, read.iter().try_fold(Tdfa::START, next)?)
    }
}

#[cfg(test)]
mod tests;
