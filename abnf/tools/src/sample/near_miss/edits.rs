//! Finds near misses of a nested rule.
//!
//! The short texts of the rule are enumerated with one byte for each class of bytes that the rule does
//! not distinguish, and each edit of them is tested, so the shortest near misses are found. Longer
//! near misses are edits of the texts of [`cover`].

use crate::sample::Subject;
use crate::sample::cover::cover;
use abnfc::automata::compare::{legibility, legible};
use abnfc::automata::language::{Language, Walk};
use abnfc::automata::shortest_paths::preferred;
use abnfc::diagnostic::Diagnostic;
use std::collections::BTreeSet;

/// The maximum number of prefixes of short texts.
const MAX_BEGUN: usize = 1 << 12;

/// The maximum number of edits of short texts.
const MAX_TRIED: usize = 1 << 14;

/// The maximum number of texts of [`cover`] that are edited.
const MAX_EDITED: usize = 16;

/// The maximum length of a text that is edited, unless a shortest text is longer.
const MAX_EDITED_LENGTH: usize = 40;

pub(super) fn of_nested(
    subject: Subject<'_>,
    language: &Language,
    count: usize,
    is_text: impl Fn(&[u8]) -> bool,
) -> Result<Vec<Vec<u8>>, Diagnostic> {
    // A text that is too complex may be in the language.
    let is_miss =
        |text: &[u8]| is_text(text) && language.check(text).is_err_and(|why| !why.is_too_complex);
    let (mut found, complete) = short(language, count, is_miss);
    if found.len() < count {
        let longer = of_cover(subject, language)?.into_iter().filter(|it| complete <= it.len());
        found.extend(longer.filter(|it| is_miss(it)));
    }
    let mut found: Vec<Vec<u8>> = found.into_iter().collect();
    // Among texts of one length, the most legible ones.
    let order = |text: &[u8]| text.iter().map(|&byte| legibility(byte)).collect::<Vec<_>>();
    found.sort_by_cached_key(|text| (text.len(), order(text)));
    found.truncate(count);
    Ok(found)
}

/// Returns near misses by edits of short texts, at most `count`, and the length below which there are no
/// others, except for bytes of the same classes.
fn short(
    language: &Language,
    count: usize,
    is_miss: impl Fn(&[u8]) -> bool,
) -> (BTreeSet<Vec<u8>>, usize) {
    let bytes: Vec<u8> = language.classes().sets().iter().map(legible).collect();
    let mut members = Members::new(language, &bytes);
    let mut found = BTreeSet::new();
    let mut tried = 0;
    for length in 0.. {
        if count <= found.len() || !members.reach(length + 1) {
            return (found, length);
        }
        let mut known = BTreeSet::new();
        for member in members.texts[length.saturating_sub(1)..=length + 1].iter().flatten() {
            for text in edits(member, &bytes, length) {
                if known.contains(&text) {
                    continue;
                }
                if tried == MAX_TRIED {
                    return (found, length);
                }
                tried += 1;
                if is_miss(&text) {
                    found.insert(text.clone());
                }
                known.insert(text);
            }
        }
    }
    unreachable!("lengths are fewer than this")
}

/// The texts of a language by length, up to the length that was enumerated.
struct Members<'a> {
    bytes: &'a [u8],
    texts: Vec<Vec<Vec<u8>>>,
    /// All prefixes of one length.
    begun: Vec<(Vec<u8>, Walk<'a>)>,
    steps: usize,
}

impl<'a> Members<'a> {
    fn new(language: &'a Language, bytes: &'a [u8]) -> Self {
        let mut members =
            Self { bytes, texts: Vec::new(), begun: vec![(Vec::new(), language.walk())], steps: 0 };
        members.keep();
        members
    }

    /// Returns whether the texts of this length were enumerated. If not, there are too many or none.
    fn reach(&mut self, length: usize) -> bool {
        while self.texts.len() <= length {
            let mut longer = Vec::new();
            for (text, walk) in &self.begun {
                let expected = walk.expected();
                for &byte in self.bytes.iter().filter(|&&byte| expected.contains(byte)) {
                    if self.steps == MAX_BEGUN {
                        return false;
                    }
                    self.steps += 1;
                    let mut walk = walk.clone();
                    if walk.read(&[byte]) == 1 {
                        longer.push(([text, [byte].as_slice()].concat(), walk));
                    }
                }
            }
            if longer.is_empty() && self.begun.is_empty() {
                return false;
            }
            self.begun = longer;
            self.keep();
        }
        true
    }

    fn keep(&mut self) {
        let whole = self.begun.iter().filter(|(_, walk)| walk.is_end());
        self.texts.push(whole.map(|(text, _)| text.clone()).collect());
    }
}

/// Returns each single edit of some texts of the rule, with bytes that occur in the language and one
/// that does not.
fn of_cover(subject: Subject<'_>, language: &Language) -> Result<BTreeSet<Vec<u8>>, Diagnostic> {
    let mut texts = cover(subject.grammar, subject.rule)?.texts;
    texts.sort_by_key(Vec::len);
    let short = texts.iter().take_while(|text| text.len() <= MAX_EDITED_LENGTH).count();
    texts.truncate(short.clamp(1, MAX_EDITED));
    let known = language.bytes();
    let foreign = preferred().into_iter().find(|&byte| !known.contains(byte));
    let mut edited = BTreeSet::new();
    for text in &texts {
        // A byte of the text in the wrong position is the most likely mistake.
        let bytes: BTreeSet<u8> = text.iter().copied().chain(foreign).collect();
        let bytes: Vec<u8> = bytes.into_iter().collect();
        for length in text.len().saturating_sub(1)..=text.len() + 1 {
            edited.extend(edits(text, &bytes, length));
        }
    }
    Ok(edited)
}

/// Returns the results of one edit of a text with the requested length: a byte is added, removed or
/// changed.
fn edits(text: &[u8], bytes: &[u8], length: usize) -> Vec<Vec<u8>> {
    let left_out = usize::from(length <= text.len());
    let written: Vec<&[u8]> =
        if length < text.len() { vec![&[]] } else { bytes.chunks(1).collect() };
    let places = left_out..=text.len();
    let edits = places.flat_map(|end| {
        let (before, after) = (&text[..end - left_out], &text[end..]);
        written.iter().map(move |byte| [before, byte, after].concat())
    });
    edits.collect()
}
