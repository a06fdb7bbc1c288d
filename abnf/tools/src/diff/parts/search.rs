//! Compares a part in the common texts of two rules in the order of length, if no exact comparison is
//! possible.
//!
//! One text stands for all texts with bytes of the same classes: two bytes share a class if each set of
//! bytes in both grammars has both or neither of them, so the derivations of the texts are the same.

use super::product::KINDS;
use super::{Range, Witness, kind};
use abnfc::automata::compare::{legibility, legible};
use abnfc::automata::language::{Language, Walk};
use abnfc::automata::pattern::{Pattern, pattern};
use abnfc::automata::shape::Shapes;
use abnfc::bytes::{ByteClasses, ByteSet};
use abnfc::grammar::uses::{reached, references};
use abnfc::grammar::{Resolved, RuleId};
use std::collections::BTreeSet;

/// The maximum length of a text in bytes. It ends the search if each text has only one continuation.
const MAX_BYTES: usize = 256;

/// One of the two sides.
pub(super) struct Searched<'a> {
    pub(super) language: &'a Language,
    pub(super) classes: ByteClasses,
    /// Returns the ranges of the part in a text of the language. `None` if the text is too large for a
    /// derivation.
    pub(super) locate: &'a dyn Fn(&[u8]) -> Option<Vec<Range>>,
}

/// The result of a search.
pub(super) struct SearchResult {
    /// The first texts of each kind of difference.
    pub(super) found: [Vec<Witness>; KINDS],
    /// The number of common texts that were compared.
    pub(super) compared: usize,
    /// Where the search ended, unless there are no longer texts or longer ones are not needed.
    pub(super) bound: Option<Bound>,
}

/// The end of a search that leaves texts out.
pub(super) struct Bound {
    /// The length in bytes up to which all texts were compared. `None` if not even the empty text was.
    pub(super) bytes: Option<usize>,
}

/// Compares the common texts until `count` texts of each kind are found, or `max_walks` texts are read.
pub(super) fn search(sides: [&Searched<'_>; 2], count: usize, max_walks: usize) -> SearchResult {
    let [a, b] = sides;
    let classes = a.classes.refined(&b.classes);
    let classes = classes.refined(a.language.classes()).refined(b.language.classes());
    let mut bytes: Vec<u8> = classes.sets().iter().map(legible).collect();
    bytes.sort_by_key(|&byte| legibility(byte));
    let mut result =
        SearchResult { found: [const { Vec::new() }; KINDS], compared: 0, bound: None };
    let mut level = vec![(Vec::new(), [a.language.walk(), b.language.walk()])];
    let mut walks = 0;
    for length in 0..=MAX_BYTES {
        for (text, _) in level.iter().filter(|(_, at)| at.iter().all(Walk::is_end)) {
            let (Some(of_a), Some(of_b)) = ((a.locate)(text), (b.locate)(text)) else {
                result.bound = Some(Bound { bytes: length.checked_sub(1) });
                return result;
            };
            result.compared += 1;
            if let Some(kind) = kind(&of_a, &of_b).filter(|&it| result.found[it].len() < count) {
                result.found[kind].push(Witness { text: text.clone(), a: of_a, b: of_b });
            }
        }
        if result.found.iter().all(|found| found.len() == count) {
            return result;
        }
        let mut longer = Vec::new();
        for (text, at) in &level {
            for &byte in &bytes {
                walks += 1;
                if max_walks < walks {
                    result.bound = Some(Bound { bytes: Some(length) });
                    return result;
                }
                let mut at = at.clone();
                if at.iter_mut().all(|walk| walk.read(&[byte]) == 1) {
                    longer.push(([text.as_slice(), &[byte]].concat(), at));
                }
            }
        }
        if longer.is_empty() {
            return result;
        }
        level = longer;
    }
    result.bound = Some(Bound { bytes: Some(MAX_BYTES) });
    result
}

/// Returns the classes of bytes that no definition distinguishes among those of a rule and the rules that
/// it uses.
pub(super) fn classes(grammar: &Resolved, shapes: &Shapes, rule: RuleId) -> ByteClasses {
    let patterns = pattern(grammar, shapes);
    let rules = reached(&[rule], |rule| references(&grammar[rule].expr));
    let mut sets: BTreeSet<ByteSet> = BTreeSet::new();
    let mut classes = ByteClasses::default();
    for rule in rules {
        let mut stack = vec![&patterns[rule]];
        while let Some(pattern) = stack.pop() {
            match pattern {
                Pattern::Set(set) => drop(sets.insert(*set)),
                Pattern::Concat(items) | Pattern::Alt(items) => stack.extend(items),
                Pattern::Repeat { body, .. } => stack.push(body),
                Pattern::Within(body, dfa) => {
                    classes = classes.refined(dfa.classes());
                    stack.push(body);
                }
                Pattern::Empty | Pattern::Rule(_) | Pattern::Prose(_) | Pattern::Error => (),
            }
        }
    }
    classes.refined(&ByteClasses::of_sets(&sets))
}
