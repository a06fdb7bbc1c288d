//! Texts that are nearly in the language of a rule: one edit away from a text of the rule, and
//! outside.
//!
//! Of an automaton, each state is a place where something can go wrong. There, a shortest text
//! through the state gets a byte that does not fit, one for each class of such bytes: in place of
//! the next byte, or at the end. Or the next byte is missing. What another state leads to anyway
//! is no near miss and is left out.
//!
//! Of a rule without such an automaton, see [`edits`].

mod edits;

use super::Subject;
use abnfc::automata::dfa::Dfa;
use abnfc::automata::language::Language;
use abnfc::automata::shortest_paths::{Paths, preferred};
use abnfc::diagnostic::Diagnostic;
use abnfc::grammar::Encoding;
use std::collections::BTreeSet;

/// Finds at most `count` texts outside of a rule's language that one byte more, one less or
/// another one makes texts of the rule: short ones first, none twice, all well-formed UTF-8 if
/// the grammar's values are characters. Of a regular rule, one of them is as short as any near miss
/// for its place and its reason.
///
/// Of others, they are edits of the rule's shortest texts, with one byte for each class of bytes
/// that the rule treats alike. If texts have more than 4096 beginnings, or more than 16,384 edits,
/// only those that are shorter are complete; longer ones come from edits of the texts of
/// [`cover`](super::cover()).
///
/// # Errors
///
/// If the rule has no automaton; if it is not regular, what [`cover`](super::cover()) refuses.
pub fn near_misses(subject: Subject<'_>, count: usize) -> Result<Vec<Vec<u8>>, Diagnostic> {
    let language = subject.automata.language(subject.rule).map_err(Clone::clone)?;
    let is_text = |text: &[u8]| {
        subject.grammar.encoding == Encoding::Octets || std::str::from_utf8(text).is_ok()
    };
    if let Language::Regular(dfa) = &language {
        return Ok(of_dfa(dfa, count, is_text));
    }
    edits::of_nested(subject, &language, count, is_text)
}

/// The mistake at a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Slip {
    /// The next byte is missing.
    Missing,
    /// This byte replaces it, or follows the end.
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
