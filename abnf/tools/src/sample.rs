//! Texts of a rule: random texts, a few texts that cover it, and texts one edit away from matching.
//!
//! - [`Sampler`] draws random texts. For a regular rule, all texts of one length are equally likely,
//!   because they are counted exactly ([`uniform`]). For other rules, all transitions of a state that
//!   can still end at the drawn length are equally likely ([`mod@walk`]).
//! - [`readable`] writes one short text for people.
//! - [`cover`] finds a small set of texts whose derivations use every alternative and both bounds
//!   of every repetition.
//! - [`near_misses`] finds short texts outside of the rule's language that are one edit away from a
//!   text in it.
//!
//! Lengths are in bytes. All random numbers come from [`Random`], so a seed gives the same texts on
//! every machine.

mod cover;
pub(crate) mod derivations;
mod near_miss;
mod random;
mod uniform;
mod walk;

pub use cover::{Cover, cover};
pub use near_miss::near_misses;
pub use random::Random;

use abnfc::automata::language::Language;
use abnfc::automata::rules::Automata;
use abnfc::diagnostic::{Code, Diagnostic};
use abnfc::grammar::{Resolved, RuleId};
use abnfc::limits::Limits;
use derivations::Derivations;
use std::ops::RangeInclusive;
use uniform::Uniform;
use walk::Walker;

/// The maximum size of the tables of a [`Sampler`], in words of 64 bits.
const MAX_WORDS: usize = 1 << 24;

/// The rule whose texts are generated, with its automata.
///
/// `automata` must include the rule; see [`automata`](abnfc::automata::rules::automata).
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The grammar.
    pub grammar: &'a Resolved,
    /// The automata of the rule and those that it uses.
    pub automata: &'a Automata,
    /// The rule.
    pub rule: RuleId,
    /// The limits with which the automata were built.
    pub limits: &'a Limits,
}

/// Draws random texts of a rule.
#[derive(Clone, Debug)]
pub struct Sampler {
    kind: Kind,
    /// The lengths of the texts, in bytes.
    lengths: Vec<usize>,
}

#[derive(Clone, Debug)]
enum Kind {
    Uniform(Uniform),
    Walker(Walker),
}

impl Sampler {
    /// Prepares texts with these lengths.
    ///
    /// Time and memory are proportional to the size of the automaton and to the square of the greatest
    /// length, or to its cube if the rule is not regular.
    ///
    /// # Errors
    ///
    /// If the rule has no automaton, or `sample-limit` if the tables would have more than 2^24
    /// words of 64 bits, or would take more than 2^33 steps.
    ///
    /// # Examples
    ///
    /// ```
    /// # use abnfc::{automata::{rules::automata, superset::superset}, limits::Limits, read};
    /// use abnfc_tools::sample::{Random, Sampler, Subject};
    ///
    /// let grammar = read("g", b"a = *DIGIT", &[], &Default::default())?.resolved;
    /// let rule = grammar.find("a").unwrap();
    /// let limits = Limits::default();
    /// let automata = automata(&grammar, &superset(&grammar, &limits), &[rule], &limits);
    /// let subject = Subject { grammar: &grammar, automata: &automata, rule, limits: &limits };
    /// let sampler = Sampler::new(subject, 3..=5).unwrap();
    /// let text = sampler.text(&mut Random::new(1)).unwrap();
    /// assert!((3..=5).contains(&text.len()) && text.iter().all(u8::is_ascii_digit));
    /// # Ok::<(), abnfc::diagnostic::Diagnostics>(())
    /// ```
    pub fn new(subject: Subject<'_>, lengths: RangeInclusive<usize>) -> Result<Self, Diagnostic> {
        let language = subject.automata.language(subject.rule).map_err(Clone::clone)?;
        let greatest = *lengths.end();
        let (kind, has): (_, Vec<bool>) = if let Language::Regular(dfa) = language {
            let uniform = Uniform::new(&dfa, greatest)?;
            let has = lengths.clone().map(|length| uniform.has(length)).collect();
            (Kind::Uniform(uniform), has)
        } else {
            let walker = Walker::new(subject, greatest)?;
            let has = lengths.clone().map(|length| walker.has(length)).collect();
            (Kind::Walker(walker), has)
        };
        let lengths = lengths.zip(has).filter_map(|(length, has)| has.then_some(length)).collect();
        Ok(Self { kind, lengths })
    }

    /// Returns the requested lengths for which the rule has texts.
    pub fn lengths(&self) -> &[usize] {
        &self.lengths
    }

    /// Draws a length uniformly, and then a text of that length. `None` if the rule has no text of any of
    /// the lengths.
    pub fn text(&self, random: &mut Random) -> Option<Vec<u8>> {
        let length = *random.choose(&self.lengths)?;
        Some(match &self.kind {
            Kind::Uniform(uniform) => uniform.text(length, random),
            Kind::Walker(walker) => walker.text(length, random),
        })
    }
}

/// Returns a short text of a rule that is easy to read; see [`abnfc::grammar::readable`]. `None` if none
/// was found.
#[must_use]
pub fn readable(subject: Subject<'_>) -> Option<Vec<u8>> {
    let language = subject.automata.language(subject.rule).ok()?;
    let found = abnfc::grammar::readable::readable(subject.grammar, subject.rule);
    found.filter(|text| language.check(text).is_ok())
}

/// Returns the length of a shortest text of a rule in bytes. `None` if the rule has no text.
pub fn shortest(grammar: &Resolved, rule: RuleId) -> Option<u64> {
    let derivations = Derivations::new(grammar, rule);
    derivations.least(derivations.root())
}

/// The tables would exceed a limit.
fn too_large(what: &str, greatest: usize) -> Diagnostic {
    let message = format!("{what} for texts of up to {greatest} bytes");
    Diagnostic::error(Code::SampleLimit, message).hint("use shorter lengths")
}

#[cfg(test)]
mod tests;
