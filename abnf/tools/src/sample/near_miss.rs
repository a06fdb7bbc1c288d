//! Finds near misses of a rule: texts outside of its language that are one edit away from a text in it.
//!
//! For a regular rule, each state of the automaton is a position for a mistake. In a shortest text
//! through the state, a byte that does not fit replaces the next byte or follows the end, one for each
//! class; or the next byte is missing. Results that match nevertheless are left out.
//!
//! For other rules, see [`edits`].

mod edits;

use super::Subject;
use abnfc::automata::dfa::Dfa;
use abnfc::automata::language::Language;
use abnfc::automata::shortest_paths::{Paths, preferred};
use abnfc::diagnostic::Diagnostic;
use abnfc::grammar::Encoding;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Finds at most `count` texts, with lengths in the range, outside of a rule's language that become
/// texts of the rule if one byte is added, removed or changed: short texts first, all different, all
/// well-formed UTF-8 if the grammar's values are characters. For a regular rule, there is a shortest
/// near miss for each state and mistake.
///
/// For other rules, the near misses are edits of the shortest texts, with one byte for each class of
/// bytes that the rule does not distinguish. If texts have more than 4096 prefixes, or more than 16,384
/// edits, only the shorter near misses are complete; longer ones are edits of the texts of
/// [`cover`](super::cover()).
///
/// # Errors
///
/// If the rule has no automaton; for rules that are not regular, also those of
/// [`cover`](super::cover()).
pub fn near_misses(
    subject: Subject<'_>,
    lengths: RangeInclusive<usize>,
    count: usize,
) -> Result<Vec<Vec<u8>>, Diagnostic> {
    let language = subject.automata.language(subject.rule).map_err(Clone::clone)?;
    let is_text = |text: &[u8]| {
        lengths.contains(&text.len())
            && (subject.grammar.encoding == Encoding::Octets || std::str::from_utf8(text).is_ok())
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
    // The most legible byte of each class.
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
        let after = paths.from(state).split_off(usize::from(!dfa.is_accepting(state)));
        let wrong = match slip {
            Slip::Missing => None,
            Slip::Byte(byte) => Some(byte),
        };
        let mut text = paths.to(state);
        text.extend(wrong.into_iter().chain(after));
        text
    });
    texts
        .filter(|text| dfa.check(text).is_err() && is_text(text) && seen.insert(text.clone()))
        .take(count)
        .collect()
}
