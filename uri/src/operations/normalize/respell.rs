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

/// How texts are respelled.
#[derive(Clone, Copy)]
pub(super) struct Spelling {
    upper_case_escapes: bool,
    /// The bytes whose escapes are removed.
    unescaped: ByteSet,
    /// The characters beyond ASCII whose escapes are removed.
    beyond: Beyond,
    lower_case: bool,
    /// Whether the text may have capital letters that become lower case.
    has_upper: bool,
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
            lower_case: false,
            has_upper: false,
        }
    }

    #[inline]
    pub(super) fn lower_case(self, lower_case: bool) -> Self {
        Self { lower_case, has_upper: lower_case, ..self }
    }

    /// Without a search for capital letters, if the text has none. What its escapes stand for may
    /// still have some.
    #[inline]
    pub(super) fn of_lower_case(self, has_upper: bool) -> Self {
        Self { has_upper: self.has_upper && has_upper, ..self }
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
    #[inline]
    pub(super) fn write(&self, text: &str, target: &mut impl Target) -> fmt::Result {
        let (mut kept, mut at) = (0, 0);
        while let Some(escape) = next_escape(text, at) {
            let Some(new) = self.changed_escape(&text[escape..]) else {
                at = escape + ESCAPE;
                continue;
            };
            self.write_run(&text[kept..escape], target)?;
            match new {
                New::Octet(octet) => target.push_ascii(octet)?,
                New::Character(character) => {
                    target.push(character.encode_utf8(&mut [0; LONGEST]))?;
                }
                New::Escape(text) => target.push(text)?,
            }
            kept = escape + new.replaced();
            at = kept;
        }
        self.write_run(&text[kept..], target)
    }

    /// Writes text without escapes that change.
    #[inline]
    fn write_run(&self, run: &str, target: &mut impl Target) -> fmt::Result {
        if run.is_empty() {
            return Ok(());
        }
        target.push(run)?;
        if self.has_upper {
            let end = target.written().len();
            target.lower_case(end - run.len()..end);
        }
        Ok(())
    }

    /// As [`escape`](Self::escape), but the digits of an escape among letters that change keep their
    /// case.
    #[inline]
    fn changed_escape<'a>(&self, text: &'a str) -> Option<New<'a>> {
        match self.escape(text) {
            None if self.has_upper => text.get(..ESCAPE).map(New::Escape),
            new => new,
        }
    }

    /// Returns the new spelling of the escape at the front of the text; `None` if it stays as it is.
    #[inline]
    fn escape(&self, text: &str) -> Option<New<'static>> {
        let (octet, _) = split_escape(text.as_bytes())?;
        if self.unescaped.contains(octet) {
            let octet = if self.lower_case { octet.to_ascii_lowercase() } else { octet };
            return Some(New::Octet(octet));
        }
        if self.beyond != Beyond::Nothing
            && let Some(character) = self.removed(text)
        {
            return Some(New::Character(character));
        }
        let is_lower = |digit: &u8| b'a' <= *digit;
        let changes = self.upper_case_escapes && text.as_bytes()[1..ESCAPE].iter().any(is_lower);
        changes.then(|| New::Escape(escape_of(octet)))
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
enum New<'a> {
    /// The character of ASCII that the escape stands for.
    Octet(u8),
    /// The character beyond ASCII that the escapes stand for.
    Character(char),
    /// An escape in another spelling.
    Escape(&'a str),
}

impl<'a> New<'a> {
    /// Returns the length of the escapes in the text.
    #[inline]
    fn replaced(self) -> usize {
        match self {
            Self::Octet(_) | Self::Escape(_) => ESCAPE,
            Self::Character(character) => ESCAPE * character.len_utf8(),
        }
    }

    #[inline]
    fn piece(self) -> Piece<'a> {
        match self {
            Self::Octet(octet) => Piece::Text(character_of(octet)),
            Self::Character(character) => {
                let mut octets = [0; LONGEST];
                let length = character.encode_utf8(&mut octets).len();
                Piece::Character { octets, length }
            }
            Self::Escape(text) => Piece::Text(text),
        }
    }
}

/// The length of an escape in bytes.
const ESCAPE: usize = "%XX".len();

/// The maximum length of a character in bytes.
const LONGEST: usize = char::MAX.len_utf8();

/// The pieces of a text in its new spelling.
#[derive(Clone)]
pub(super) struct Respell<'a> {
    /// The whole text, if nothing in it changes.
    same: &'a str,
    rest: &'a str,
    spelling: Spelling,
}

impl<'a> Respell<'a> {
    #[inline]
    pub(super) fn new(text: &'a str, spelling: Spelling) -> Self {
        let respell = Self { same: "", rest: text, spelling };
        if scan::any(text, |byte| respell.changes(byte)) {
            respell
        } else {
            Self { same: text, rest: "", ..respell }
        }
    }

    #[inline]
    fn changes(&self, byte: u8) -> bool {
        (byte == b'%') | (self.spelling.lower_case & byte.is_ascii_uppercase())
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
            return Some(new.piece());
        }
        if self.changes(first) {
            self.take(1)?;
            return Some(Piece::Text(character_of(first.to_ascii_lowercase())));
        }
        let run = bytes.iter().skip(1).take_while(|&&byte| !self.changes(byte)).count();
        self.take(1 + run).map(Piece::Text)
    }
}
