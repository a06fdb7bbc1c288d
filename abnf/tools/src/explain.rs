//! A rule and a text to an [`Explanation`]: the rules in the text, or the position and the reason of the
//! failure, with the nearest texts that match.

pub mod markup;

use super::derivations::{Derivations, Node};
use super::nearest::{Nearest, nearest};
use abnfc::automata::expected::{mismatch, too_complex};
use abnfc::automata::language::{Language, Mismatch};
use abnfc::automata::pattern::pattern;
use abnfc::automata::rules::{Automata, automata, quick_language};
use abnfc::automata::shape::Shapes;
use abnfc::automata::superset::superset;
use abnfc::automata::tagged::named_parts::{named_parts, part_at};
use abnfc::automata::tagged::tdfa::Tdfa;
use abnfc::diagnostic::Diagnostic;
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use std::cell::{Cell, OnceCell};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A rule with the automata that explain its texts. Automata that are not always needed are built when
/// they are first used.
#[derive(Debug)]
pub struct Subject<'a> {
    grammar: &'a Resolved,
    rule: RuleId,
    shapes: Shapes,
    limits: Limits,
    /// A language that was made quickly, and the number of bytes that it has read.
    quick: Option<(Language, Cell<usize>)>,
    language: OnceCell<Result<Language, Diagnostic>>,
    /// The rules that derivations show although they are one byte of a set.
    kept: BTreeSet<RuleId>,
    /// `None` if the rule has no parts or is too large.
    named_parts: OnceCell<Option<Tdfa>>,
    derivations: OnceCell<Derivations<'a>>,
}

/// The greatest number of states of an automaton of a language that is made quickly.
const QUICK_STATES: usize = 300;

/// The number of bytes that such a language reads. For more texts, it takes less time to make the other automata
/// than to read without them.
const QUICK_BYTES: usize = 1 << 11;

/// The number of steps that the general engine may take for one text of such a language.
const QUICK_STEPS: usize = 1 << 20;

/// The explanation of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explanation {
    /// The text matches. These are the rules in it by the preferred derivation, each before those
    /// inside of it.
    Match(Vec<Node>),
    /// The text matches, but the text or the grammar is too large for a tree.
    MatchWithoutTree,
    /// The text does not match.
    Mismatch {
        /// The position, and the bytes that are possible there.
        at: Mismatch,
        /// The innermost part that must contain the position. `None` if no part is certain, or the rule
        /// is nested.
        part: Option<String>,
        /// The nearest texts that match, if they were found.
        nearest: Option<Nearest>,
    },
    /// The text exceeds a limit of the general engine.
    TooComplex,
}

impl Explanation {
    /// Returns the explanation in one sentence, without the tree and the nearest texts.
    #[must_use]
    pub fn message(&self, rule: &str, text: &[u8]) -> String {
        match self {
            Self::Match(_) | Self::MatchWithoutTree => "match".to_owned(),
            Self::TooComplex => too_complex(),
            Self::Mismatch { at, part, .. } => mismatch(part.as_deref().unwrap_or(rule), at, text),
        }
    }
}

/// Prepares a rule. Rules that are one byte of a set are not shown in derivations. A rule whose large automata would
/// exceed a limit may still have small ones, and then there is no error.
///
/// # Errors
///
/// If the rule has no automaton.
pub fn subject<'a>(
    grammar: &'a Resolved,
    rule: RuleId,
    limits: &Limits,
) -> Result<Subject<'a>, Diagnostic> {
    subject_keeping(grammar, rule, BTreeSet::new(), limits)
}

/// As [`subject`], but derivations show the rules `kept` even if they are one byte of a set.
///
/// # Errors
///
/// If the rule has no automaton.
pub fn subject_keeping<'a>(
    grammar: &'a Resolved,
    rule: RuleId,
    kept: BTreeSet<RuleId>,
    limits: &Limits,
) -> Result<Subject<'a>, Diagnostic> {
    let shapes = superset(grammar, limits);
    let Some(quick) = quick_language(grammar, &shapes, rule, QUICK_STATES, limits) else {
        let automata = automata(grammar, &shapes, &[rule], limits);
        return subject_of(grammar, rule, kept, shapes, &automata, limits);
    };
    let language = OnceCell::new();
    let quick = match quick {
        Language::Regular(_) => {
            language.get_or_init(|| Ok(quick));
            None
        }
        _ => Some((quick, Cell::new(0))),
    };
    let (named_parts, derivations) = (OnceCell::new(), OnceCell::new());
    let limits = *limits;
    Ok(Subject { grammar, rule, shapes, limits, quick, language, kept, named_parts, derivations })
}

/// As [`subject_keeping`], with the shapes of the rules and automata, among them that of the rule, that
/// the caller has built.
///
/// # Errors
///
/// If the rule has no automaton.
pub fn subject_of<'a>(
    grammar: &'a Resolved,
    rule: RuleId,
    kept: BTreeSet<RuleId>,
    shapes: Shapes,
    automata: &Automata,
    limits: &Limits,
) -> Result<Subject<'a>, Diagnostic> {
    let language = OnceCell::from(Ok(automata.language(rule).map_err(Diagnostic::clone)?));
    let (limits, quick) = (*limits, None);
    let (named_parts, derivations) = (OnceCell::new(), OnceCell::new());
    Ok(Subject { grammar, rule, shapes, limits, quick, language, kept, named_parts, derivations })
}

/// Explains a text. See [`Derivations`] and [`nearest`] for the bounds.
#[must_use]
pub fn explain(subject: &Subject<'_>, text: &[u8]) -> Explanation {
    match subject.check(text) {
        Ok(()) => subject.tree(text).map_or(Explanation::MatchWithoutTree, Explanation::Match),
        Err(at) if at.is_too_complex => Explanation::TooComplex,
        Err(at) => Explanation::Mismatch {
            at,
            part: subject.part(&text[..at.offset]),
            nearest: nearest(subject.language(), text),
        },
    }
}

impl<'a> Subject<'a> {
    /// Returns the grammar.
    pub(crate) fn grammar(&self) -> &'a Resolved {
        self.grammar
    }

    /// Returns the rule.
    pub(crate) fn rule(&self) -> RuleId {
        self.rule
    }

    /// Returns the automaton of the rule.
    #[must_use]
    pub fn language(&self) -> &Language {
        let Self { grammar, shapes, rule, limits, .. } = self;
        let make =
            || automata(grammar, shapes, &[*rule], limits).language(*rule).map_err(Clone::clone);
        match (self.language.get_or_init(make), &self.quick) {
            (Ok(language), _) | (Err(_), Some((language, _))) => language,
            (Err(_), None) => unreachable!("a subject has a language"),
        }
    }

    /// Returns the shapes of the rules of the grammar.
    #[must_use]
    pub fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    /// Checks whether a text matches, without its tree and the nearest texts.
    ///
    /// # Errors
    ///
    /// The position at which the text stops matching.
    pub fn check(&self, text: &[u8]) -> Result<(), Mismatch> {
        if let Some((quick, bytes)) = &self.quick
            && self.language.get().is_none()
        {
            bytes.set(bytes.get().saturating_add(text.len()));
            if bytes.get() <= QUICK_BYTES
                && let Some(checked) = quick.check_within(text, QUICK_STEPS)
            {
                return checked;
            }
        }
        self.language().check(text)
    }

    /// Returns the rules in a text that matches. `None` if the text or the grammar is too large for a
    /// tree; see [`Derivations`].
    #[must_use]
    pub fn tree(&self, text: &[u8]) -> Option<Vec<Node>> {
        let Self { grammar, rule, shapes, kept, limits, .. } = self;
        let new = || Derivations::new(grammar, shapes, *rule, kept.clone(), limits);
        self.derivations.get_or_init(new).nodes(text)
    }

    /// Returns the innermost part that must contain the byte after `read`, the beginning of a text.
    /// `None` if no part is certain, or the rule is nested.
    #[must_use]
    pub fn part(&self, read: &[u8]) -> Option<String> {
        let Self { grammar, shapes, limits, .. } = self;
        let new = || {
            let patterns = Arc::new(pattern(grammar, shapes));
            let is_named = |rule| !patterns.is_inlined(rule);
            named_parts(grammar, shapes, &patterns, self.rule, limits, &is_named)
        };
        let tdfa = self.named_parts.get_or_init(new).as_ref()?;
        let next = |state, &byte: &u8| Some(tdfa.next(state, byte)?.target);
        part_at(tdfa, read.iter().try_fold(Tdfa::START, next)?).map(str::to_owned)
    }
}

#[cfg(test)]
mod tests;
