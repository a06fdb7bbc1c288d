//! Texts of a rule: random texts, a few texts that cover it, and texts one edit away from matching.
//!
//! - [`Sampler`] draws random texts. For a regular rule, all texts of one length are equally likely,
//!   because they are counted exactly ([`uniform`]). For other rules, all transitions of a state that
//!   can still end at the drawn length are equally likely ([`mod@walk`]).
//! - [`readable`] writes short texts for people.
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
mod uniform;
mod walk;

pub use abnfc::random::Random;
pub use cover::{Cover, cover};
pub use near_miss::near_misses;

use abnfc::automata::language::Language;
use abnfc::automata::rules::Automata;
use abnfc::diagnostic::{Code, Diagnostic};
use abnfc::grammar::readable::Readable;
use abnfc::grammar::{Resolved, RuleId, ValueSet};
use abnfc::limits::Limits;
use derivations::{Derivations, plainest};
use std::collections::BTreeSet;
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

/// The number of attempts at a further readable text before there are deemed to be no more.
const MAX_ATTEMPTS: u64 = 64;

/// Returns short texts of a rule that are easy to read, the plainest one first; see
/// [`abnfc::grammar::readable`]. They differ from each other. There are fewer than `count` if none were found in 64
/// consecutive attempts. A seed other than 0 gives other texts, without the plainest one. There are none of rules whose
/// texts are all long or deeply nested.
#[must_use]
pub fn readable(subject: Subject<'_>, seed: u64, count: usize) -> Vec<Vec<u8>> {
    let Ok(language) = subject.automata.language(subject.rule) else { return Vec::new() };
    let mut readable = Readable::new(subject.grammar, subject.rule);
    if readable.text(0).is_none() {
        return Vec::new();
    }
    let (mut texts, mut known) = (Vec::new(), BTreeSet::new());
    // Each seed has numbers of its own.
    let (mut number, mut failed) = (seed << 32, 0);
    while texts.len() < count && failed < MAX_ATTEMPTS {
        let text = readable.text(number);
        number = number.wrapping_add(1);
        match text.filter(|text| !known.contains(text) && language.check(text).is_ok()) {
            Some(text) => {
                known.insert(text.clone());
                texts.push(text);
                failed = 0;
            }
            None => failed += 1,
        }
    }
    texts
}

/// The maximum length of a text that [`shortest_text`] returns, in bytes.
const MAX_SHORTEST: u64 = 4096;

/// Returns a shortest text of a rule, with strings in their own case. `None` if it has more than 4096 bytes, or
/// if a restriction excludes it.
#[must_use]
pub fn shortest_text(subject: Subject<'_>) -> Option<Vec<u8>> {
    let language = subject.automata.language(subject.rule).ok()?;
    let derivations = Derivations::new(subject.grammar, subject.rule);
    let root = derivations.root();
    derivations.least(root).filter(|&least| least <= MAX_SHORTEST)?;
    let as_written = |set: &ValueSet| {
        let capital = set.character().filter(|_| set.begins_with_capital());
        capital.unwrap_or_else(|| plainest(set))
    };
    let mut text = Vec::new();
    derivations.write_shortest(root, as_written, &mut text);
    language.check(&text).is_ok().then_some(text)
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
