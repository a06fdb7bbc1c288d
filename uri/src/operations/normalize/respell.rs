//! Another spelling of the same text: case and escapes.

use super::Normalization;
use super::piece::Piece;
use crate::ByteSet;
use crate::operations::output::Target;
use crate::operations::percent::{
    Beyond, character_of, escape_of, escaped_character, split_escape,
};
use crate::operations::scan;
use core::fmt;
use core::ops::Range;

/// How texts are respelled.
#[derive(Clone, Copy)]
pub(super) struct Spelling {
    upper_case_escapes: bool,
    /// The bytes whose escapes are removed.
    unescaped: ByteSet,
    /// The characters beyond ASCII whose escapes are removed.
    beyond: Beyond,
}

/// The end of a text whose letters become lower case, but not the digits of its escapes.
#[derive(Clone, Copy)]
pub(super) struct Lowered {
    /// The offset of its beginning.
    pub(super) from: usize,
    /// Whether it may have capital letters. What its escapes stand for may have some if it has none.
    pub(super) has_upper: bool,
}

impl Lowered {
    /// Writes a run of the text without escapes that change.
    #[inline]
    fn write_run(self, text: &str, run: Range<usize>, target: &mut impl Target) -> fmt::Result {
        if run.is_empty() {
            return Ok(());
        }
        let start = target.written().len();
        target.push(&text[run.clone()])?;
        if self.has_upper && self.from < run.end {
            let kept = self.from.saturating_sub(run.start);
            target.lower_case(start + kept..start + run.len());
        }
        Ok(())
    }
}

impl Spelling {
    /// The spelling of a part in which the given characters mean the same with and without an
    /// escape.
    #[inline]
    pub(super) fn new(steps: Normalization, unreserved: ByteSet, beyond: Beyond) -> Self {
        let unescapes = steps.contains(Normalization::UNRESERVED);
        let unescapes_beyond = steps.contains(Normalization::IUNRESERVED);
        Self {
            upper_case_escapes: steps.contains(Normalization::ESCAPE_CASE),
            unescaped: if unescapes { unreserved } else { ByteSet::EMPTY },
            beyond: if unescapes_beyond { beyond } else { Beyond::Nothing },
        }
    }

    /// Returns whether an escape in the text changes.
    #[inline]
    pub(super) fn changes_escapes(&self, text: &str) -> bool {
        let mut at = 0;
        while let Some(escape) = next_escape(text, at) {
            if self.escape(&text[escape..]).is_some() {
                return true;
            }
            at = escape + ESCAPE;
        }
        false
    }

    /// Writes the new spelling of a text.
    #[inline(never)]
    pub(super) fn write(&self, text: &str, target: &mut impl Target) -> fmt::Result {
        self.write_each(text, Lowered { from: text.len(), has_upper: false }, target)
    }

    /// As [`write`](Self::write), for a text of several parts with a host at its end.
    pub(super) fn write_lowered(
        &self,
        text: &str,
        lowered: Lowered,
        target: &mut impl Target,
    ) -> fmt::Result {
        self.write_each(text, lowered, target)
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "most texts have nothing that becomes lower case")]
    fn write_each(&self, text: &str, lowered: Lowered, target: &mut impl Target) -> fmt::Result {
        let (mut kept, mut at) = (0, 0);
        while let Some(escape) = next_escape(text, at) {
            let new = self.escape(&text[escape..]);
            at = escape + new.map_or(ESCAPE, New::replaced);
            let in_lowered = lowered.from <= escape;
            // The digits of escapes do not become lower case.
            let keeps_digits = in_lowered && lowered.has_upper;
            if new.is_none() && !keeps_digits {
                continue;
            }
            let has_digits = matches!(new, None | Some(New::Escape(_)));
            let run = if has_digits && !keeps_digits { at } else { escape };
            lowered.write_run(text, kept..run, target)?;
            match new {
                Some(New::Octet(octet)) if in_lowered => {
                    target.push_ascii(octet.to_ascii_lowercase())?;
                }
                Some(New::Octet(octet)) => target.push_ascii(octet)?,
                Some(New::Character(character)) => {
                    target.push(character.encode_utf8(&mut [0; LONGEST]))?;
                }
                Some(New::Escape(octet)) if keeps_digits => target.push(escape_of(octet))?,
                Some(New::Escape(_)) => {
                    let end = target.written().len();
                    target.upper_case(end - DIGITS..end);
                }
                None => target.push(&text[escape..at])?,
            }
            kept = at;
        }
        lowered.write_run(text, kept..text.len(), target)
    }

    /// Returns the new spelling of the escape at the front of the text; `None` if it stays as it is.
    #[inline]
    fn escape(&self, text: &str) -> Option<New> {
        let (octet, _) = split_escape(text.as_bytes())?;
        if self.unescaped.contains(octet) {
            return Some(New::Octet(octet));
        }
        if self.beyond != Beyond::Nothing
            && let Some(character) = self.removed(text)
        {
            return Some(New::Character(character));
        }
        let is_lower = |digit: &u8| b'a' <= *digit;
        let changes = self.upper_case_escapes && text.as_bytes()[1..ESCAPE].iter().any(is_lower);
        changes.then_some(New::Escape(octet))
    }

    /// Returns the character beyond ASCII whose escapes at the front of the text are removed. Not
    /// inlined, because only a step that is seldom used needs it.
    #[inline(never)]
    fn removed(&self, text: &str) -> Option<char> {
        escaped_character(text).filter(|&it| self.beyond.holds(it))
    }
}

/// Returns the offset of the first `%` from an offset on.
#[inline]
fn next_escape(text: &str, at: usize) -> Option<usize> {
    let rest = text.as_bytes().get(at..)?;
    // Escapes often follow each other.
    if rest.first() == Some(&b'%') {
        return Some(at);
    }
    scan::first(rest, b'%').map(|escape| at + escape)
}

/// The new spelling of an escape, or of the escapes of one character.
#[derive(Clone, Copy)]
enum New {
    /// The character of ASCII that the escape stands for.
    Octet(u8),
    /// The character beyond ASCII that the escapes stand for.
    Character(char),
    /// The octet whose escape has digits in upper case.
    Escape(u8),
}

impl New {
    /// Returns the length of the escapes in the text.
    #[inline]
    fn replaced(self) -> usize {
        match self {
            Self::Octet(_) | Self::Escape(_) => ESCAPE,
            Self::Character(character) => ESCAPE * character.len_utf8(),
        }
    }

    #[inline]
    fn piece<'a>(self, case: Case) -> Piece<'a> {
        match self {
            Self::Octet(octet) if case == Case::Lower => {
                Piece::Text(character_of(octet.to_ascii_lowercase()))
            }
            Self::Octet(octet) => Piece::Text(character_of(octet)),
            Self::Character(character) => {
                let mut octets = [0; LONGEST];
                let length = character.encode_utf8(&mut octets).len();
                Piece::Character { octets, length }
            }
            Self::Escape(octet) => Piece::Text(escape_of(octet)),
        }
    }
}

/// The length of an escape in bytes.
const ESCAPE: usize = "%XX".len();

/// The number of digits of an escape.
const DIGITS: usize = "XX".len();

/// The maximum length of a character in bytes.
const LONGEST: usize = char::MAX.len_utf8();

/// The pieces of a text in its new spelling.
#[derive(Clone)]
pub(super) struct Respell<'a> {
    /// The whole text, if nothing in it changes.
    same: &'a str,
    rest: &'a str,
    spelling: Spelling,
    case: Case,
}

/// The case of letters in a new spelling.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    Kept,
    Lower,
}

impl<'a> Respell<'a> {
    #[inline]
    pub(super) fn new(text: &'a str, spelling: Spelling, case: Case) -> Self {
        let respell = Self { same: "", rest: text, spelling, case };
        if scan::any(text, |byte| respell.changes(byte)) {
            respell
        } else {
            Self { same: text, rest: "", ..respell }
        }
    }

    #[inline]
    fn changes(&self, byte: u8) -> bool {
        (byte == b'%') | ((self.case == Case::Lower) & byte.is_ascii_uppercase())
    }

    #[inline]
    fn take(&mut self, length: usize) -> Option<&'a str> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }
}

impl<'a> Iterator for Respell<'a> {
    type Item = Piece<'a>;

    #[inline]
    fn next(&mut self) -> Option<Piece<'a>> {
        let bytes = self.rest.as_bytes();
        let Some(&first) = bytes.first() else {
            let same = core::mem::take(&mut self.same);
            return (!same.is_empty()).then_some(Piece::Text(same));
        };
        if first == b'%' {
            let Some(new) = self.spelling.escape(self.rest) else {
                return self.take(ESCAPE).map(Piece::Text);
            };
            self.take(new.replaced())?;
            return Some(new.piece(self.case));
        }
        if self.changes(first) {
            self.take(1)?;
            return Some(Piece::Text(character_of(first.to_ascii_lowercase())));
        }
        let run = bytes.iter().skip(1).take_while(|&&byte| !self.changes(byte)).count();
        self.take(1 + run).map(Piece::Text)
    }
}
