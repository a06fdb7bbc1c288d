//! Which of several alternatives a reader finds plainest.

use super::members::{Kind, Members};
use super::{LONG, Text};

/// The text of an alternative.
pub(super) struct Candidate {
    pub(super) text: Text,
    /// The index of the alternative. `None` for all alternatives of one character, which are one candidate.
    pub(super) index: Option<usize>,
}

/// How plausible a text looks; better ones are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    Long,
    Empty,
    /// Neither letters nor digits.
    Marks,
    /// Numbers, also those of hexadecimal digits.
    Numbers,
    /// A comment of a configuration file or a program.
    Comment,
    /// There are letters, but they are less than 9 of 20 characters.
    Noisy,
    Good,
}

pub(super) fn rank(text: &[Members]) -> Rank {
    let count = |is: fn(&Members) -> bool| text.iter().filter(|it| is(it)).count();
    let letters = count(|it| it.kind() == Kind::Letter && it.is_fixed());
    let digits = count(|it| it.kind() == Kind::Digit);
    let words = count(|it| it.is_word());
    let hex = count(|it| it.kind() == Kind::Letter) - letters - words;
    let begins_with = |marks: &[char]| {
        text.first().is_some_and(|it| it.is_fixed() && marks.iter().any(|&c| it.has(c)))
    };
    match () {
        () if LONG < text.len() => Rank::Long,
        () if text.is_empty() => Rank::Empty,
        () if letters + digits + words + hex == 0 => Rank::Marks,
        () if words == 0 && 0 < digits + hex && letters < 3 || letters + words == 0 => {
            Rank::Numbers
        }
        () if begins_with(&['#', ';']) => Rank::Comment,
        () if 20 * (letters + digits + words + hex) < 9 * text.len() => Rank::Noisy,
        () => Rank::Good,
    }
}

/// Returns whether a text is white space.
pub(super) fn is_blank(text: &[Members]) -> bool {
    !text.is_empty() && text.iter().all(|it| it.kind() == Kind::Space)
}

fn is_pure_word(text: &[Members]) -> bool {
    text.len() > 1 && text.iter().all(|it| it.is_word())
}

/// Returns whether the text is in quotes or brackets.
fn is_enclosed(text: &[Members]) -> bool {
    text.first().is_some_and(|it| it.is_fixed() && "\"'[({<".chars().any(|c| it.has(c)))
}

/// Returns the best candidate. `None` if there are none.
pub(super) fn chosen(all: &[Candidate]) -> Option<&Candidate> {
    if let Some(blank) = blank(all) {
        return Some(blank);
    }
    let best = all.iter().map(|it| rank(&it.text)).max()?;
    let good = all.iter().filter(|it| rank(&it.text) == best);
    let first = match best {
        Rank::Long | Rank::Empty => return all.iter().min_by_key(|it| it.text.len()),
        _ => good.clone().next()?,
    };
    let word = good.clone().find(|it| is_pure_word(&it.text));
    let is_literal =
        |text: &[Members]| text.iter().all(|it| it.kind() == Kind::Letter && it.is_fixed());
    let is_letter = first.text.len() == 1 && first.index.is_none();
    let longer = || good.clone().find(|it| 1 < it.text.len() && is_literal(&it.text));
    let plain_text = |it: &&Candidate| {
        is_enclosed(&it.text)
            && !it.text.iter().any(|it| it.kind() == Kind::Letter && it.is_fixed())
    };
    match word {
        // A word is plainer than a letter, and than a text in quotes.
        Some(word) if first.text.len() == 1 || is_enclosed(&first.text) => Some(word),
        None if is_letter => Some(longer().unwrap_or(first)),
        // A text in quotes is plainer than `false`.
        None if is_literal(&first.text) => Some(good.clone().find(plain_text).unwrap_or(first)),
        _ => Some(first),
    }
}

/// Returns white space, if the alternatives are that and comments.
fn blank(all: &[Candidate]) -> Option<&Candidate> {
    let is_comment = |it: &Candidate| {
        let first = it.text.first().filter(|it| it.is_fixed());
        it.text.is_empty() || first.is_some_and(|it| "(#;/".chars().any(|c| it.has(c)))
    };
    let is_space = all.iter().all(|it| is_blank(&it.text) || is_comment(it));
    let has_space = |it: &Candidate| it.text.iter().any(|it| it.has(' '));
    let blank = all.iter().filter(|it| is_blank(&it.text));
    blank.min_by_key(|it| (!has_space(it), it.text.len())).filter(|_| is_space)
}
