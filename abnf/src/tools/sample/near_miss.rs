//! Texts that are nearly in the language of a rule: one edit away from a text of the rule, and
//! outside.
//!
//! Of an automaton, each state is a place where something can go wrong. There, a shortest text
//! through the state gets a byte that does not fit, one for each class of such bytes: in place of
//! the next byte, or at the end. Or the next byte is missing. What another state leads to anyway
//! is no near miss and is left out.
//!
//! Of a rule without such an automaton, the texts of [`cover`] are taken, and each edit is tried.

use super::Subject;
use super::cover::cover;
use crate::automata::dfa::Dfa;
use crate::automata::language::Language;
use crate::automata::shortest_paths::{Paths, preferred};
use crate::diagnostic::Diagnostic;
use crate::grammar::Encoding;
use std::collections::BTreeSet;

/// Of rules without an automaton, no more texts are edited.
const MAX_EDITED: usize = 16;

/// Of such rules, no longer ones but a shortest.
const MAX_EDITED_LENGTH: usize = 40;

/// Finds at most `count` texts outside of a rule's language that one byte more, one less or
/// another one makes texts of the rule: short ones first, none twice, all well-formed UTF-8 if
/// the grammar's values are characters. Of a regular rule, one of them is as short as any near miss
/// for its place and its reason; of others, they come from edits of the texts of [`cover`].
///
/// # Errors
///
/// If the rule has no automaton, or what [`cover`] refuses.
pub fn near_misses(subject: Subject<'_>, count: usize) -> Result<Vec<Vec<u8>>, Diagnostic> {
    let language = subject.automata.language(subject.rule).map_err(Clone::clone)?;
    let is_text = |text: &[u8]| {
        subject.grammar.encoding == Encoding::Octets || std::str::from_utf8(text).is_ok()
    };
    if let Language::Regular(dfa) = &language {
        return Ok(of_dfa(dfa, count, is_text));
    }
    let mut texts = cover(subject.grammar, subject.rule)?.texts;
    texts.sort_by_key(Vec::len);
    let short = texts.iter().take_while(|text| text.len() <= MAX_EDITED_LENGTH).count();
    texts.truncate(short.clamp(1, MAX_EDITED));
    let edited = edited(&language, &texts);
    let mut found: BTreeSet<(usize, Vec<u8>)> = BTreeSet::new();
    for text in edited.into_iter().filter(|text| is_text(text)) {
        // What is too complex is not known to be outside.
        if language.check(&text).is_err_and(|why| !why.is_too_complex) {
            found.insert((text.len(), text));
        }
    }
    Ok(found.into_iter().map(|(_, text)| text).take(count).collect())
}

/// What goes wrong at a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Slip {
    /// The next byte is missing.
    Missing,
    /// This byte stands in its place, or behind the end.
    Byte(u8),
}

fn of_dfa(dfa: &Dfa, count: usize, is_text: impl Fn(&[u8]) -> bool) -> Vec<Vec<u8>> {
    let bytes = preferred();
    let paths = Paths::new(dfa, &bytes);
    // For each class of bytes the one that reads best.
    let mut classes = BTreeSet::new();
    let bytes: Vec<u8> =
        bytes.into_iter().filter(|&byte| classes.insert(dfa.classes().class(byte))).collect();
    let mut slips = Vec::new();
    for state in dfa.states() {
        let Some(length) = paths.length(state) else { continue };
        let ends = dfa.is_accepting(state);
        for (rank, &byte) in bytes.iter().enumerate() {
            if dfa.next(state, byte).is_none() {
                slips.push((length + usize::from(ends), state, rank, Slip::Byte(byte)));
            }
        }
        if !ends {
            slips.push((length - 1, state, bytes.len(), Slip::Missing));
        }
    }
    slips.sort_unstable();
    let mut seen = BTreeSet::new();
    let texts = slips.into_iter().map(|(_, state, _, slip)| {
        let behind = paths.from(state).split_off(usize::from(!dfa.is_accepting(state)));
        let wrong = match slip {
            Slip::Missing => None,
            Slip::Byte(byte) => Some(byte),
        };
        let mut text = paths.to(state);
        text.extend(wrong.into_iter().chain(behind));
        text
    });
    texts
        .filter(|text| dfa.check(text).is_err() && is_text(text) && seen.insert(text.clone()))
        .take(count)
        .collect()
}

/// Each single edit of these texts, with bytes that the language has and one that it has not.
fn edited(language: &Language, texts: &[Vec<u8>]) -> BTreeSet<Vec<u8>> {
    let known = language.bytes();
    let mut others = preferred().into_iter().filter(|&byte| !known.contains(byte));
    let foreign = others.next();
    let mut edited = BTreeSet::new();
    for text in texts {
        // A byte of the text in another place is the most likely slip.
        let bytes: BTreeSet<u8> = text.iter().copied().chain(foreign).collect();
        for at in 0..=text.len() {
            let (before, behind) = text.split_at(at);
            for &byte in &bytes {
                edited.insert([before, &[byte], behind].concat());
                edited
                    .extend(behind.split_first().map(|(_, rest)| [before, &[byte], rest].concat()));
            }
            edited.extend(behind.split_first().map(|(_, rest)| [before, rest].concat()));
        }
    }
    edited
}
