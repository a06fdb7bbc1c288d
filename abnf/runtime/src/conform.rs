//! Tests of other parsers by a rule, with feature `conform`.
//!
//! The test feeds a parser with texts that wrong parsers often get wrong. For each state of the automaton, they are a
//! text through each of its moves, and near misses: a byte that does not fit, one that is missing, or the end.
//! Long texts and random texts with random edits follow. The texts are the same in each run.
// Long because the texts, the comparison and the message are one test.

use super::alloc::collections::{BTreeMap, BTreeSet};
use super::alloc::format;
use super::alloc::string::String;
use super::alloc::vec::Vec;
use super::error::ParseError;
use super::random::{Visit, Walks};
use super::rule::{Rule, Unit};
use super::table::Table;

/// The methods of a borrowed type.
macro_rules! view {
    ($view:ident, $unit:ty) => {
        impl $view<'_> {
            /// Compares another parser with the rule, for tests: `accepts` returns whether that parser accepts
            /// a text.
            ///
            /// With feature `conform`. The texts, a few thousand, match the rule, or are one edit away from
            /// a text that does, and are the same in each run. If the parser panics, its text is printed.
            ///
            /// # Panics
            ///
            /// If the parser and the rule disagree. The message lists the texts, shortened as far as they
            /// disagree, shortest first, with the error of the rule.
            #[track_caller]
            pub fn conforms(mut accepts: impl FnMut(&$unit) -> bool) {
                let accepts = |text: &[u8]| runtime::Unit::of_bytes(text).map(&mut accepts);
                if let Err(message) = runtime::conform::compare::<Self>(accepts) {
                    panic!("{message}");
                }
            }
        }
    };
}
pub(crate) use view;

/// As [`view!`], for a parser of bytes.
#[cfg(feature = "text")]
macro_rules! bytes {
    ($view:ident) => {
        impl $view<'_> {
            /// As [`conforms`](Self::conforms), for a parser of text that need not be UTF-8.
            ///
            /// # Panics
            ///
            /// As [`conforms`](Self::conforms).
            #[track_caller]
            pub fn conforms_bytes(mut accepts: impl FnMut(&[u8]) -> bool) {
                let accepts = |text: &[u8]| Some(accepts(text));
                if let Err(message) = runtime::conform::compare::<Self>(accepts) {
                    panic!("{message}");
                }
            }
        }
    };
}
#[cfg(feature = "text")]
pub(crate) use bytes;

/// The maximum number of visits of states.
const MAX_VISITS: usize = 4096;

/// The maximum number of texts, without random ones.
const MAX_TEXTS: usize = 1 << 15;

/// The number of random texts, each with an edit of it.
const RANDOM: usize = 1000;

/// Lengths around which programs have bounds.
const LENGTHS: [usize; 6] = [63, 64, 127, 255, 256, 1000];

/// The greatest length for the general engine, which can take cubic time.
#[cfg(feature = "general")]
const GENERAL: usize = 127;

/// The maximum number of texts of each kind that are shortened, and the number of questions for each. A text is
/// shortened only as long as the part stays in which it leaves the language of the rule.
const MAX_SHORTENED: usize = 32;
const QUESTIONS: usize = 1000;

/// The maximum number of bytes of a text that are replaced by simple ones.
const MAX_SIMPLIFIED: usize = 100;

/// The maximum number of accepted texts in a message, and of rejected ones.
const MAX_SHOWN: usize = 5;

/// Bytes that parsers overlook: signs before numbers, separators, white space, NUL, and bytes beyond ASCII.
const OVERLOOKED: &[u8] = b"\0\t\n\r %+,-._\x7F\x80\xFF";

/// Bytes that take the place of others, if the text stays of interest.
const SIMPLE: &[u8] = b"0aA";

/// Compares a parser with a rule. The parser returns `None` for a text that it cannot take. The error is the
/// message.
pub(crate) fn compare<R: Rule>(
    mut accepts: impl FnMut(&[u8]) -> Option<bool>,
) -> Result<(), String> {
    // Whether the parser accepts a text wrongly; `None` if it is right.
    let mut differs = |text: &[u8]| {
        let expected = verdict::<R>(text)?;
        let shown = Shown(text);
        let found = accepts(text)?;
        drop(shown);
        (found != expected.is_ok()).then_some(found)
    };
    let texts = texts(R::TABLE);
    let tried = texts.len();
    let found = texts.into_iter().filter_map(|text| Some((differs(&text)?, text)));
    let mut found: Vec<(bool, Option<&str>, Vec<u8>)> =
        found.map(|(accepted, text)| (accepted, wrong_part::<R>(&text), text)).collect();
    if found.is_empty() {
        return Ok(());
    }
    let disagreed = found.len();
    let classes = classes(&Walks::new(R::TABLE).visits(MAX_VISITS));
    found.sort_by_key(|(.., text)| text.len());
    let mut short = BTreeMap::new();
    for accepted in [true, false] {
        let mut left: Vec<_> = found.iter().filter(|it| it.0 == accepted).collect();
        for _ in 0..MAX_SHORTENED {
            let Some(&first) = left.first() else { break };
            let (_, part, text) = first;
            let text = shorten(text.clone(), |text| {
                differs(text) == Some(accepted) && wrong_part::<R>(text) == *part
            });
            // The others differ for another reason: no removal of bytes leads from them to this text.
            left.retain(|it| {
                it.2 != first.2 && (it.1 != *part || !contains(&classes, &it.2, &text))
            });
            short.insert((text.len(), text), accepted);
        }
    }
    let of_kind = |kind: bool| short.iter().filter(move |(_, accepted)| **accepted == kind);
    let shown = of_kind(true).take(MAX_SHOWN).chain(of_kind(false).take(MAX_SHOWN));
    let shown: BTreeMap<_, _> = shown.collect();
    let name = R::TABLE.name;
    let mut message = format!(
        "the parser and `{name}` disagree on {disagreed} of {tried} texts. Shortened, some of them are:"
    );
    for ((_, text), accepted) in shown {
        let shown = quoted(text);
        let line = match verdict::<R>(text) {
            Some(Err(error)) if *accepted => format!("\n  it accepts {shown}: {error}"),
            _ => format!("\n  it rejects {shown}, which matches"),
        };
        message.push_str(&line);
    }
    Err(message)
}

/// Returns the verdict of the rule; `None` if a text exceeds a limit.
#[allow(clippy::unnecessary_wraps, reason = "only some rules have limits")]
fn verdict<R: Rule>(text: &[u8]) -> Option<Result<(), ParseError>> {
    let parsed = super::text::parse_bytes::<R::View<'_>>(text).map(drop);
    #[cfg(feature = "nested")]
    if parsed.is_err_and(|error| error.is_too_deep()) {
        return None;
    }
    #[cfg(feature = "general")]
    if parsed.is_err_and(|error| error.is_too_complex()) {
        return None;
    }
    Some(parsed)
}

/// Returns the part in which a text leaves the language of the rule, or the name of the rule; `None` if it matches.
fn wrong_part<R: Rule>(text: &[u8]) -> Option<&'static str> {
    Some(verdict::<R>(text)?.err()?.name())
}

/// Returns the class of each byte. Bytes of one class are read alike in every state of the rule; the classes of
/// the automaton distinguish what the other rules of the crate distinguish, too.
fn classes(visits: &[Visit]) -> [usize; 256] {
    let sets =
        visits.iter().flat_map(|visit| visit.moves.iter().map(|(bytes, _)| bytes.iter().collect()));
    let sets: BTreeSet<BTreeSet<u8>> = sets.collect();
    let mut numbers = BTreeMap::new();
    let mut classes = [0; 256];
    for (class, byte) in classes.iter_mut().zip(0..=u8::MAX) {
        let key: Vec<bool> = sets.iter().map(|set| set.contains(&byte)).collect();
        let next = numbers.len();
        *class = *numbers.entry(key).or_insert(next);
    }
    classes
}

/// Returns whether a text has the bytes of another in the same order, with any bytes between, and with other bytes
/// of the same classes.
fn contains(classes: &[usize; 256], text: &[u8], other: &[u8]) -> bool {
    let class = |byte: u8| classes[usize::from(byte)];
    let mut rest = text.iter();
    other.iter().all(|&byte| rest.any(|&it| class(it) == class(byte)))
}

/// Prints the text if the parser panics.
struct Shown<'a>(&'a [u8]);

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        if super::std::thread::panicking() {
            super::std::eprintln!("the parser panics on {}", quoted(self.0));
        }
    }
}

fn quoted(text: &[u8]) -> String {
    match core::str::from_utf8(text) {
        Ok(text) => format!("{text:?}"),
        Err(_) => format!("b\"{}\"", text.escape_ascii()),
    }
}

/// Removes pieces of a text, long ones first, and then replaces bytes by simple ones, as long as the text stays of
/// interest.
fn shorten(mut text: Vec<u8>, mut is_of_interest: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let (mut piece, mut questions) = (text.len().div_ceil(2), QUESTIONS);
    while 0 < piece {
        let (mut at, length) = (0, text.len());
        while at < text.len() {
            let Some(left) = questions.checked_sub(1) else { return text };
            questions = left;
            let mut shorter = text.clone();
            shorter.drain(at..text.len().min(at + piece));
            if is_of_interest(&shorter) {
                text = shorter;
            } else {
                at += piece;
            }
        }
        // The last pieces are single bytes, until none of them can be removed.
        if 1 < piece || text.len() == length {
            piece /= 2;
        }
    }
    for at in 0..text.len().min(MAX_SIMPLIFIED) {
        let simple = SIMPLE.iter().take_while(|&&byte| byte != text[at]);
        let mut replaced = simple.map(|&byte| {
            let mut other = text.clone();
            other[at] = byte;
            other
        });
        let simpler = replaced.find(|other| is_of_interest(other));
        text = simpler.unwrap_or(text);
    }
    text
}

/// Different texts, in the order in which they are found.
struct Texts {
    seen: BTreeSet<Vec<u8>>,
    texts: Vec<Vec<u8>>,
}

impl Texts {
    fn add(&mut self, parts: &[&[u8]]) {
        let text = parts.concat();
        if self.seen.insert(text.clone()) {
            self.texts.push(text);
        }
    }
}

/// Returns the texts for a rule.
fn texts(table: &'static Table) -> Vec<Vec<u8>> {
    let walks = Walks::new(table);
    let visits = walks.visits(MAX_VISITS);
    let mut made = Texts { seen: BTreeSet::new(), texts: Vec::new() };
    members(&visits, &mut made);
    let covering = made.texts.len();
    for text in made.texts.iter().take(4).cloned().collect::<Vec<_>>() {
        for around in [&b" "[..], b"\n", b"\r\n", b"\0", "\u{FEFF}".as_bytes()] {
            made.add(&[around, &text]);
            made.add(&[&text, around]);
        }
    }
    for visit in &visits {
        if made.texts.len() < MAX_TEXTS {
            misses(visit, table, &mut made);
        }
    }

    let mut random = Random(0);
    for length in LENGTHS {
        #[cfg(feature = "general")]
        if table.general.is_some() && GENERAL < length {
            continue;
        }
        let numbers: Vec<u16> = (0..length).map(|_| random.number()).collect();
        if let Some(text) = walks.text(length, numbers) {
            made.add(&[&random.edited(&text)]);
            made.add(&[&text]);
        }
    }
    for _ in 0..RANDOM {
        let length = random.below(40);
        let numbers: Vec<u16> = (0..length).map(|_| random.number()).collect();
        let Some(text) = walks.text(0, numbers) else { break };
        let mut edited = random.edited(&text);
        if random.below(4) == 0 {
            edited = random.edited(&edited);
        }
        // An edit with a byte of the rule is more often one that a parser overlooks.
        let other = &made.texts[random.below(covering)];
        if let (Some(&byte), 0) = (other.get(random.below(other.len())), random.below(2)) {
            edited.clone_from(&text);
            edited.insert(random.below(text.len() + 1), byte);
        }
        made.add(&[&edited]);
        made.add(&[&text]);
    }
    made.texts
}

/// Adds a text through each move of each state, with the first and the last byte of each range.
fn members(visits: &[Visit], made: &mut Texts) {
    for Visit { before, after, moves } in visits {
        if MAX_TEXTS / 2 < made.texts.len() {
            return;
        }
        made.add(&[before, after]);
        for (bytes, after) in moves {
            for byte in ends(bytes.iter()).into_iter().flat_map(|(low, high)| [low, high]) {
                made.add(&[before, &[byte], after]);
            }
        }
    }
}

/// Adds texts with a mistake at a state.
fn misses(visit: &Visit, table: &Table, made: &mut Texts) {
    let Visit { before, after, moves } = visit;
    made.add(&[before]);
    made.add(&[before, after.get(1..).unwrap_or_default()]);
    let expected: BTreeSet<u8> = moves.iter().flat_map(|(bytes, _)| bytes.iter()).collect();
    // The bytes beside those that fit, the other case of letters, one byte of each class, and some more.
    let mut wrong: BTreeSet<u8> = OVERLOOKED.iter().copied().collect();
    for (low, high) in ends(expected.iter().copied()) {
        wrong.extend([low.checked_sub(1), high.checked_add(1)].into_iter().flatten());
        let letters = [low, high].into_iter().filter(u8::is_ascii_alphabetic);
        wrong.extend(letters.map(|letter| letter ^ 0x20));
    }
    let mut classes = BTreeSet::new();
    wrong.extend((b' '..=b'~').filter(|&byte| classes.insert(table.dfa.class(byte))));
    for byte in wrong.difference(&expected) {
        made.add(&[before, &[*byte], after]);
        made.add(&[before, &[*byte], after.get(1..).unwrap_or_default()]);
    }
}

/// Returns the first and the last byte of each range of ascending bytes.
fn ends(bytes: impl Iterator<Item = u8>) -> Vec<(u8, u8)> {
    let mut ranges: Vec<(u8, u8)> = Vec::new();
    for byte in bytes {
        match ranges.last_mut() {
            Some((_, high)) if *high + 1 == byte => *high = byte,
            _ => ranges.push((byte, byte)),
        }
    }
    ranges
}

/// A generator of random numbers (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
struct Random(u64);

impl Random {
    fn step(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn number(&mut self) -> u16 {
        let [low, high, ..] = self.step().to_le_bytes();
        u16::from_le_bytes([low, high])
    }

    /// Returns a number below another, or 0.
    fn below(&mut self, bound: usize) -> usize {
        usize::from(self.number()) % bound.max(1)
    }

    /// Returns the text with one byte inserted, removed or changed.
    fn edited(&mut self, text: &[u8]) -> Vec<u8> {
        let mut edited = text.to_vec();
        let [byte, ..] = self.step().to_le_bytes();
        // Most texts are ASCII.
        let byte = if self.below(4) == 0 { byte } else { byte & 0x7F };
        match self.below(3) {
            0 if !text.is_empty() => edited[self.below(text.len())] = byte,
            1 if !text.is_empty() => _ = edited.remove(self.below(text.len())),
            _ => edited.insert(self.below(text.len() + 1), byte),
        }
        edited
    }
}
