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
    pub(super) reader: &'a Reader<'a>,
}

/// Returns the ranges of a part. `None` if the text is too large for a derivation.
pub(super) type Locate<'a> = dyn Fn(&[u8]) -> Option<Vec<Range>> + 'a;

/// Locates a part in texts of a language.
pub(super) struct Reader<'a> {
    pub(super) locate: Box<Locate<'a>>,
    /// Whether an automaton locates the part. Otherwise it is found in the derivation.
    pub(super) is_transducer: bool,
}

impl Reader<'_> {
    /// Returns the number of steps for a text of this length, apart from a factor that depends on the rule.
    pub(super) fn cost(&self, length: usize) -> usize {
        // The derivation of an ambiguous text takes cubic time.
        length.saturating_add(1).saturating_pow(if self.is_transducer { 1 } else { 3 })
    }
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
    pub(super) limit: SearchLimit,
}

/// The limit at which a search for texts in which parts differ ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchLimit {
    /// This number of texts was read, with those that are only the beginning of a common text.
    Texts(usize),
    /// Longer texts have more bytes than this.
    Bytes(usize),
    /// Locating the part in more texts would take more than this number of steps.
    Steps(usize),
    /// A text is too complex for a derivation.
    Derivation,
}

/// The maximum number of steps that locate the part: one for each byte of a text, or the cube of the
/// length of a text that is derived.
const MAX_STEPS: usize = 1 << 25;

/// Compares the common texts until `count` texts of each kind are found, `max_walks` texts are read, or
/// locating the part takes too many steps.
pub(super) fn search(sides: [&Searched<'_>; 2], count: usize, max_walks: usize) -> SearchResult {
    let [a, b] = sides;
    let classes = a.classes.refined(&b.classes);
    let classes = classes.refined(a.language.classes()).refined(b.language.classes());
    let mut bytes: Vec<u8> = classes.sets().iter().map(legible).collect();
    bytes.sort_by_key(|&byte| legibility(byte));
    let mut result =
        SearchResult { found: [const { Vec::new() }; KINDS], compared: 0, bound: None };
    let mut level = vec![(Vec::new(), [a.language.walk(), b.language.walk()])];
    let (mut walks, mut steps) = (0, 0);
    for length in 0..=MAX_BYTES {
        for (text, _) in level.iter().filter(|(_, at)| at.iter().all(Walk::is_end)) {
            let before = length.checked_sub(1);
            steps += a.reader.cost(length) + b.reader.cost(length);
            if MAX_STEPS < steps {
                result.bound = Some(Bound { bytes: before, limit: SearchLimit::Steps(MAX_STEPS) });
                return result;
            }
            let located = (a.reader.locate)(text).zip((b.reader.locate)(text));
            let Some((of_a, of_b)) = located else {
                result.bound = Some(Bound { bytes: before, limit: SearchLimit::Derivation });
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
                    let limit = SearchLimit::Texts(max_walks);
                    result.bound = Some(Bound { bytes: Some(length), limit });
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
    result.bound = Some(Bound { bytes: Some(MAX_BYTES), limit: SearchLimit::Bytes(MAX_BYTES) });
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
