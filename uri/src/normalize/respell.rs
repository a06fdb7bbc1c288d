//! Another spelling of the same text: case and escapes.

use super::Normalization;
use super::piece::Piece;
use crate::percent::{Beyond, character_of, escape_of, escaped_character, split_escape};
use crate::{ByteSet, scan};

/// The pieces of a text in its new spelling.
#[derive(Clone)]
pub(super) struct Respell<'a> {
    /// The whole text, if nothing in it changes.
    same: &'a str,
    rest: &'a str,
    upper_case_escapes: bool,
    /// The bytes whose escapes are removed.
    unescaped: ByteSet,
    /// The characters beyond ASCII whose escapes are removed.
    beyond: Beyond,
    lower_case: bool,
}

impl<'a> Respell<'a> {
    #[inline]
    pub(super) fn new(
        text: &'a str,
        steps: Normalization,
        unreserved: ByteSet,
        beyond: Beyond,
        lower_case: bool,
    ) -> Self {
        let unescapes = steps.contains(Normalization::UNRESERVED);
        let unescapes_beyond = steps.contains(Normalization::IUNRESERVED);
        let respell = Self {
            same: "",
            rest: text,
            upper_case_escapes: steps.contains(Normalization::ESCAPE_CASE),
            unescaped: if unescapes { unreserved } else { ByteSet::EMPTY },
            beyond: if unescapes_beyond { beyond } else { Beyond::Nothing },
            lower_case,
        };
        if scan::any(text, |byte| respell.changes(byte)) {
            respell
        } else {
            Self { same: text, rest: "", ..respell }
        }
    }

    #[inline]
    fn changes(&self, byte: u8) -> bool {
        (byte == b'%') | (self.lower_case & byte.is_ascii_uppercase())
    }

    /// Takes the escapes of a character beyond ASCII that stays without them.
    #[inline]
    fn take_character(&mut self) -> Option<char> {
        if self.beyond == Beyond::Nothing {
            return None;
        }
        let held = escaped_character(self.rest).filter(|&character| self.beyond.holds(character));
        held.inspect(|character| _ = self.take("%XX".len() * character.len_utf8()))
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
        if let Some((octet, _)) = split_escape(bytes) {
            if let Some(character) = self.take_character() {
                return Some(character.into());
            }
            let written = self.take(3)?;
            return Some(Piece::Text(match octet {
                _ if self.unescaped.contains(octet) && self.lower_case => {
                    character_of(octet.to_ascii_lowercase())
                }
                _ if self.unescaped.contains(octet) => character_of(octet),
                _ if self.upper_case_escapes => escape_of(octet),
                _ => written,
            }));
        }
        if self.lower_case && first.is_ascii_uppercase() {
            self.take(1)?;
            return Some(Piece::Text(character_of(first.to_ascii_lowercase())));
        }
        let run = bytes.iter().skip(1).take_while(|&&byte| !self.changes(byte)).count();
        self.take(1 + run).map(Piece::Text)
    }
}
