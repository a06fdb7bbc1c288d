//! Characters beyond ASCII, which parts of IRIs contain without an escape: RFC 3987 section 2.2.

use super::write;
use crate::ByteSet;
use crate::generated::runtime::Rule;
use crate::operations::output::Each;
use core::fmt;

/// The characters beyond ASCII that a part can contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// None, as in RFC 2396 and RFC 3986.
    Nothing,
    /// `ucschar`.
    Characters,
    /// `ucschar` and `iprivate`, as in queries.
    CharactersAndPrivate,
}

impl Beyond {
    /// Returns the characters beyond ASCII that texts of a rule can contain after this one. The
    /// rule's own matcher decides, for one character of each kind.
    pub(crate) const fn of<R: Rule>(first: u8) -> Self {
        let [character, private] = [[first, 0xC2, 0xA0, 0], [first, 0xEE, 0x80, 0x80]];
        match (R::TABLE.check(character.split_at(3).0).is_ok(), R::TABLE.check(&private).is_ok()) {
            (false, _) => Self::Nothing,
            (true, false) => Self::Characters,
            (true, true) => Self::CharactersAndPrivate,
        }
    }

    /// Returns whether data with this character is written without an escape. Characters that format
    /// bidirectional text are excluded: the grammar allows them, but an IRI "MUST NOT contain" them
    /// (RFC 3987 section 4.1).
    #[inline]
    pub(crate) fn holds(self, character: char) -> bool {
        self.allows(character) && !is_bidi_format(character)
    }

    /// Returns whether texts of the part can contain this character beyond ASCII.
    #[inline]
    pub(crate) fn allows(self, character: char) -> bool {
        match self {
            Self::Nothing => false,
            Self::Characters => is_ucschar(character),
            Self::CharactersAndPrivate => is_ucschar(character) || is_iprivate(character),
        }
    }

    /// As [`write`], but characters that the part can contain are not escaped, if the data is UTF-8.
    #[inline]
    pub(crate) fn write(
        self,
        mut data: &[u8],
        kept: ByteSet,
        space: &'static str,
        each: &mut Each<'_>,
    ) -> fmt::Result {
        if self == Self::Nothing {
            return write(data, kept, space, each);
        }
        while !data.is_empty() {
            let (ascii, rest) = data.split_at(run(data, u8::is_ascii));
            write(ascii, kept, space, each)?;
            let (beyond, rest) = rest.split_at(run(rest, |byte| !byte.is_ascii()));
            for chunk in beyond.utf8_chunks() {
                self.write_valid(chunk.valid(), each)?;
                write(chunk.invalid(), ByteSet::EMPTY, space, each)?;
            }
            data = rest;
        }
        Ok(())
    }

    #[inline]
    fn write_valid(self, mut text: &str, each: &mut Each<'_>) -> fmt::Result {
        while !text.is_empty() {
            let end = |text: &str, is_held| {
                let end = text.find(|character| self.holds(character) != is_held);
                end.unwrap_or(text.len())
            };
            let (held, rest) = text.split_at(end(text, true));
            if !held.is_empty() {
                each(held)?;
            }
            let (others, rest) = rest.split_at(end(rest, false));
            write(others.as_bytes(), ByteSet::EMPTY, "%20", each)?;
            text = rest;
        }
        Ok(())
    }
}

/// Returns the number of leading bytes that satisfy a condition.
#[inline]
fn run(data: &[u8], is_one: fn(&u8) -> bool) -> usize {
    data.iter().take_while(|&byte| is_one(byte)).count()
}

/// `ucschar`.
#[inline]
fn is_ucschar(character: char) -> bool {
    match u32::from(character) {
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF => true,
        // The last two code points of each plane are not characters, and the first of plane 14 are
        // tags.
        code @ (0x1_0000..=0xD_FFFF | 0xE_1000..=0xE_FFFF) => code & 0xFFFF <= 0xFFFD,
        _ => false,
    }
}

/// `iprivate`.
#[inline]
fn is_iprivate(character: char) -> bool {
    matches!(u32::from(character), 0xE000..=0xF8FF | 0xF_0000..=0xF_FFFD | 0x10_0000..=0x10_FFFD)
}

/// LRM, RLM, LRE, RLE, PDF, LRO and RLO.
#[inline]
fn is_bidi_format(character: char) -> bool {
    matches!(character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}')
}
