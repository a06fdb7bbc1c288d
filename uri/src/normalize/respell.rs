//! Another spelling of the same text: case and escapes.

use super::Normalization;
use super::piece::Piece;
use crate::output::Target;
use crate::percent::{Beyond, character_of, escape_of, escaped_character, split_escape};
use crate::{ByteSet, scan};
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
        }
    }

    #[inline]
    pub(super) fn lower_case(self, lower_case: bool) -> Self {
        Self { lower_case, ..self }
    }

    /// Returns whether an escape in the text changes.
    #[inline]
    pub(super) fn changes_escapes(&self, text: &str) -> bool {
        let mut rest = text;
        while let Some(at) = scan::first(rest.as_bytes(), b'%') {
            rest = &rest[at..];
            if self.escape(rest).is_some() {
                return true;
            }
            rest = &rest["%".len()..];
        }
        false
    }

    /// Returns the length of the new spelling in bytes.
    #[inline]
    pub(super) fn length(&self, text: &str) -> usize {
        let (mut rest, mut length) = (text, text.len());
        while let Some(at) = scan::first(rest.as_bytes(), b'%') {
            rest = &rest[at..];
            let replaced = match self.escape(rest) {
                Some(new) => {
                    length -= new.replaced - new.length;
                    new.replaced
                }
                None => "%".len(),
            };
            rest = &rest[replaced..];
        }
        length
    }

    /// Writes the new spelling of a text.
    #[inline]
    pub(super) fn write(&self, text: &str, target: &mut dyn Target) -> fmt::Result {
        let (mut kept, mut at) = (0, 0);
        while let Some(escape) = scan::first(&text.as_bytes()[at..], b'%') {
            at += escape;
            let (mut changed, mut length) = ([0; CHANGED], 0);
            let begin = at;
            // Escapes often follow each other.
            while let Some(place) = changed.get_mut(length..length + LONGEST)
                && let Some(new) = self.changed_escape(&text[at..])
            {
                // Copies of a constant length are fast.
                place.copy_from_slice(&new.bytes);
                length += new.length;
                at += new.replaced;
            }
            if begin == at {
                at += "%".len();
                continue;
            }
            self.write_run(&text[kept..begin], target)?;
            target.push(core::str::from_utf8(&changed[..length]).expect("whole characters"))?;
            kept = at;
        }
        self.write_run(&text[kept..], target)
    }

    /// Writes text without escapes that change.
    #[inline]
    fn write_run(&self, run: &str, target: &mut dyn Target) -> fmt::Result {
        if run.is_empty() {
            return Ok(());
        }
        target.push(run)?;
        if self.lower_case {
            let end = target.written().len();
            target.lower_case(end - run.len()..end);
        }
        Ok(())
    }

    /// As [`escape`](Self::escape), but the digits of an escape in lower-case text keep their case.
    #[inline]
    fn changed_escape(&self, text: &str) -> Option<Escape> {
        match self.escape(text) {
            None if self.lower_case => Some(Escape::written(text)?),
            new => new,
        }
    }

    /// Returns the new spelling of the escape at the front of the text; `None` if it stays as it is.
    #[inline]
    fn escape(&self, text: &str) -> Option<Escape> {
        let (octet, _) = split_escape(text.as_bytes())?;
        if self.unescaped.contains(octet) {
            let octet = if self.lower_case { octet.to_ascii_lowercase() } else { octet };
            return Some(Escape { bytes: [octet; LONGEST], length: 1, replaced: ESCAPE });
        }
        if self.beyond != Beyond::Nothing
            && let Some(character) = self.removed(text)
        {
            return Some(character);
        }
        let written = Escape::written(text)?;
        let upper =
            Escape { bytes: written.bytes.map(|byte| byte.to_ascii_uppercase()), ..written };
        (self.upper_case_escapes && upper.bytes != written.bytes).then_some(upper)
    }

    /// Returns the character beyond ASCII whose escapes at the front of the text are removed. Not
    /// inlined, because only a step that is seldom used needs it.
    #[inline(never)]
    fn removed(&self, text: &str) -> Option<Escape> {
        escaped_character(text).filter(|&it| self.beyond.holds(it)).map(Escape::of)
    }
}

/// An escape, or the character that escapes stand for: the first bytes.
#[derive(Clone, Copy)]
struct Escape {
    bytes: [u8; LONGEST],
    length: usize,
    /// The length of the escapes in the text.
    replaced: usize,
}

impl Escape {
    /// The escape at the front of a text; `None` if there is none.
    #[inline]
    fn written(text: &str) -> Option<Self> {
        let &[percent, high, low] = text.as_bytes().first_chunk()?;
        let bytes = [percent, high, low, 0];
        (percent == b'%').then_some(Self { bytes, length: ESCAPE, replaced: ESCAPE })
    }

    /// A character without its escapes.
    #[inline]
    fn of(character: char) -> Self {
        let mut bytes = [0; LONGEST];
        let length = character.encode_utf8(&mut bytes).len();
        Self { bytes, length, replaced: ESCAPE * length }
    }

    /// The text of an escape that is written with upper-case digits, or of a character.
    #[inline]
    fn piece(self) -> Piece<'static> {
        match split_escape(&self.bytes) {
            Some((octet, _)) => Piece::Text(escape_of(octet)),
            None if self.length == 1 => Piece::Text(character_of(self.bytes[0])),
            None => Piece::Character { octets: self.bytes, length: self.length },
        }
    }
}

/// The number of bytes of changed escapes that are written at once.
const CHANGED: usize = 48;

/// The length of an escape in bytes.
const ESCAPE: usize = "%XX".len();

/// The maximum length of a character in bytes, which is more than that of an escape.
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
            self.take(new.replaced)?;
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
