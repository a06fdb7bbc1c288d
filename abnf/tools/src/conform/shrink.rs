//! A text to a shorter text with the same disagreement.
//!
//! Pieces are removed as long as the disagreement stays, long pieces first, then pairs of bytes; then bytes
//! are replaced by more legible ones. Then all shorter texts are tried in order of length, with one byte
//! for each class of bytes that the rule does not distinguish and those of the text itself, as long as
//! there are questions left. For a text that the rule matches, only others that it matches are tried, and
//! at last smaller numbers: the first beyond a bound of the program is found.

use super::numbers::runs;
use super::{Kind, is_match_of};
use abnfc::automata::compare::legible;
use abnfc::automata::language::Language;
use std::collections::BTreeSet;

/// A shrunk text.
pub(super) struct Shrunk {
    pub(super) text: Vec<u8>,
    /// Whether every shorter text was tried.
    pub(super) is_shortest: bool,
    /// A number of several digits in it that is the first beyond a bound of the program.
    pub(super) bound: Option<u128>,
}

/// The maximum length of a text from which pairs of bytes are removed.
const MAX_PAIRS: usize = 40;

/// One question for smaller numbers among this many questions.
const NUMBERS: usize = 16;

/// The number of bytes that the rule reads while one text is shrunk. Texts that it does not match are no
/// questions.
const BYTES: usize = 1 << 26;

/// Legible bytes that replace others.
const LEGIBLE: &[u8] = b"a0A";

/// Shrinks a text. `same` returns whether another text has the same disagreement, or `None` if there is no
/// time left; it is called at most `questions` times.
pub(super) fn shrink<E>(
    language: &Language,
    kind: &Kind,
    text: &[u8],
    questions: usize,
    same: impl FnMut(&[u8]) -> Result<Option<bool>, E>,
) -> Result<Shrunk, E> {
    // Half of the questions are for the shorter texts.
    let (left, is_over, seen) = (questions / 2, false, BTreeSet::new());
    let mut search = Search { language, kind, same, left, bytes: BYTES, is_over, seen };
    let mut text = text.to_vec();
    loop {
        let before = text.clone();
        text = search.without_pieces(text)?;
        text = search.without_pairs(text)?;
        text = search.legible(text)?;
        if text == before || search.left == 0 {
            break;
        }
    }
    let for_numbers = questions / NUMBERS;
    if !search.is_over {
        search.left += questions.div_ceil(2) - for_numbers;
    }
    let (shorter, is_shortest) = search.shorter(&text)?;
    let (mut text, mut bound) = (shorter.unwrap_or(text), None);
    if is_match_of(kind) == Some(true) && !search.is_over {
        search.left += for_numbers;
        (text, bound) = search.with_least_numbers(text)?;
    }
    Ok(Shrunk { text, is_shortest, bound })
}

struct Search<'a, F> {
    language: &'a Language,
    kind: &'a Kind,
    same: F,
    /// The number of questions that are left.
    left: usize,
    /// The number of bytes that the rule may still read.
    bytes: usize,
    /// Whether no more questions are answered.
    is_over: bool,
    /// The texts that the program was given.
    seen: BTreeSet<Vec<u8>>,
}

impl<E, F: FnMut(&[u8]) -> Result<Option<bool>, E>> Search<'_, F> {
    /// Returns whether a text has the same disagreement; `false` if it was tried before.
    fn is_same(&mut self, text: &[u8]) -> Result<bool, E> {
        self.bytes = self.bytes.saturating_sub(text.len());
        if self.bytes == 0 {
            self.left = 0;
        }
        if self.left == 0 {
            return Ok(false);
        }
        let is_candidate = match is_match_of(self.kind) {
            Some(is_match) => self.language.check(text).is_ok() == is_match,
            None => true,
        };
        if !is_candidate || !self.seen.insert(text.to_vec()) {
            return Ok(false);
        }
        self.left -= 1;
        let answer = (self.same)(text)?;
        if answer.is_none() {
            (self.left, self.is_over) = (0, true);
        }
        Ok(answer == Some(true))
    }

    /// Removes pieces, each half as long as those before.
    fn without_pieces(&mut self, mut text: Vec<u8>) -> Result<Vec<u8>, E> {
        let mut size = text.len();
        while 0 < size {
            let mut begin = 0;
            while begin < text.len() && 0 < self.left {
                let end = text.len().min(begin + size);
                let rest = [&text[..begin], &text[end..]].concat();
                if self.is_same(&rest)? {
                    text = rest;
                } else {
                    begin += if size == 1 { 1 } else { size / 2 };
                }
            }
            size /= 2;
        }
        Ok(text)
    }

    /// Removes pairs of bytes that are not adjacent, such as brackets.
    fn without_pairs(&mut self, mut text: Vec<u8>) -> Result<Vec<u8>, E> {
        let mut first = 0;
        'first: while first < text.len() && text.len() <= MAX_PAIRS {
            for second in first + 1..text.len() {
                let rest = [&text[..first], &text[first + 1..second], &text[second + 1..]].concat();
                if self.is_same(&rest)? {
                    text = rest;
                    continue 'first;
                }
            }
            first += 1;
        }
        Ok(text)
    }

    /// Replaces bytes by more legible ones.
    fn legible(&mut self, mut text: Vec<u8>) -> Result<Vec<u8>, E> {
        for at in 0..text.len() {
            if self.left == 0 {
                break;
            }
            for &byte in LEGIBLE.iter().take_while(|&&byte| byte != text[at]) {
                let mut other = text.clone();
                other[at] = byte;
                if self.is_same(&other)? {
                    text = other;
                    break;
                }
            }
        }
        Ok(text)
    }

    /// Replaces each number by a smaller one whose predecessor has no disagreement, by halving the distance
    /// to one without. Returns the first of more than two digits for whose predecessor the program answers.
    fn with_least_numbers(&mut self, mut text: Vec<u8>) -> Result<(Vec<u8>, Option<u128>), E> {
        let mut bound = None;
        for place in 0..runs(&text).count() {
            if self.left == 0 {
                break;
            }
            let before = text.clone();
            let Some(mut run) = runs(&before).nth(place) else { break };
            let Some((number, is_padded)) = run.number() else { continue };
            run.width = if is_padded { run.width } else { 0 };
            let (mut without, mut with, mut is_asked) = (0, number, false);
            while 1 < with - without {
                let middle = without + (with - without) / 2;
                let other = run.with(&middle.to_string());
                if self.is_same(&other)? {
                    (with, text) = (middle, other);
                } else {
                    (without, is_asked) = (middle, self.seen.contains(&other));
                }
            }
            if is_asked && !self.is_over && 99 < with {
                bound = bound.or(Some(with));
            }
        }
        Ok((text, bound))
    }

    /// Returns a shortest text that has the same disagreement and is shorter than this one, and whether all
    /// shorter texts were tried.
    fn shorter(&mut self, text: &[u8]) -> Result<(Option<Vec<u8>>, bool), E> {
        let classes = self.language.classes().sets();
        let mut bytes: Vec<u8> = classes.iter().map(legible).collect();
        bytes.extend(text);
        bytes.sort_unstable();
        bytes.dedup();
        let mut begun: Vec<Vec<u8>> = vec![Vec::new()];
        for _ in 0..text.len() {
            // All texts of one length. Those that were tried before are not asked again.
            for candidate in &begun {
                if self.is_same(candidate)? {
                    return Ok((Some(candidate.clone()), true));
                }
                if self.left == 0 {
                    return Ok((None, false));
                }
            }
            let Some(longer) = self.longer(&begun, &bytes) else { return Ok((None, false)) };
            begun = longer;
        }
        Ok((None, true))
    }

    /// Returns the texts with one more byte; only beginnings of texts of the rule, if only these are
    /// tried. `None` if there are more than can be asked.
    fn longer(&self, begun: &[Vec<u8>], bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
        let mut longer = Vec::new();
        for text in begun {
            let mut walk = self.language.walk();
            let expected = (walk.read(text) == text.len()).then(|| walk.expected());
            for &byte in bytes {
                let is_begun = expected.is_some_and(|expected| expected.contains(byte));
                if is_begun || is_match_of(self.kind) != Some(true) {
                    longer.push([text, &[byte][..]].concat());
                }
                if self.left < longer.len() / 4 {
                    return None;
                }
            }
        }
        Some(longer)
    }
}
