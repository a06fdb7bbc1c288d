//! Near misses of a rule that has no automaton without a stack.
//!
//! The short texts of the rule are made byte by byte, one byte for each class of bytes that the rule
//! treats alike, and each edit of them is tried, so that the shortest near misses are found. Longer
//! ones come from edits of the texts of [`cover`].

use crate::sample::Subject;
use crate::sample::cover::cover;
use abnfc::automata::compare::{legibility, legible};
use abnfc::automata::language::{Language, Walk};
use abnfc::automata::shortest_paths::preferred;
use abnfc::diagnostic::Diagnostic;
use std::collections::BTreeSet;

/// The maximum number of beginnings of short texts.
const MAX_BEGUN: usize = 1 << 12;

/// The maximum number of edits of short texts.
const MAX_TRIED: usize = 1 << 14;

/// Of the texts of [`cover`], no more are edited.
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
    // Of one length, those that read best.
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

/// The texts of a language by length, as far as they were made.
struct Members<'a> {
    bytes: &'a [u8],
    texts: Vec<Vec<Vec<u8>>>,
    /// All beginnings of one length.
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

    /// Whether the texts of this length are made; if not, they are too many, or there are none any
    /// more.
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

/// Each single edit of some texts of the rule, with bytes that the language has and one that it has
/// not.
fn of_cover(subject: Subject<'_>, language: &Language) -> Result<BTreeSet<Vec<u8>>, Diagnostic> {
    let mut texts = cover(subject.grammar, subject.rule)?.texts;
    texts.sort_by_key(Vec::len);
    let short = texts.iter().take_while(|text| text.len() <= MAX_EDITED_LENGTH).count();
    texts.truncate(short.clamp(1, MAX_EDITED));
    let known = language.bytes();
    let foreign = preferred().into_iter().find(|&byte| !known.contains(byte));
    let mut edited = BTreeSet::new();
    for text in &texts {
        // A byte of the text in another place is the most likely slip.
        let bytes: BTreeSet<u8> = text.iter().copied().chain(foreign).collect();
        let bytes: Vec<u8> = bytes.into_iter().collect();
        for length in text.len().saturating_sub(1)..=text.len() + 1 {
            edited.extend(edits(text, &bytes, length));
        }
    }
    Ok(edited)
}

/// Returns the results of one edit of a text: a byte added, removed or changed, by the length that is
/// wanted.
fn edits(text: &[u8], bytes: &[u8], length: usize) -> Vec<Vec<u8>> {
    let left_out = usize::from(length <= text.len());
    let written: Vec<&[u8]> =
        if length < text.len() { vec![&[]] } else { bytes.chunks(1).collect() };
    let places = left_out..=text.len();
    let edits = places.flat_map(|end| {
        let (before, behind) = (&text[..end - left_out], &text[end..]);
        written.iter().map(move |byte| [before, byte, behind].concat())
    });
    edits.collect()
}
