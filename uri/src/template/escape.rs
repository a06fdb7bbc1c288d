//! Escapes in expansions: RFC 6570 sections 1.5, 2.4.1 and 3.2.1.

use crate::ByteSet;
use crate::operations::output::Each;
use crate::operations::percent::{escape_of, split_escape};
use core::fmt;

/// The characters that need no escape.
pub(super) struct Allowed {
    characters: ByteSet,
    percent: Percent,
}

/// The treatment of a percent sign before two hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Percent {
    /// Data, to be escaped.
    Data,
    /// The beginning of an escape, which stays.
    Escape,
}

/// The unreserved characters of RFC 3986, which are fewer than those of RFC 2396.
const UNRESERVED_CHARACTERS: ByteSet = crate::ALPHANUM.with(b'-').with(b'.').with(b'_').with(b'~');

/// "U" of section 3.2.1.
pub(super) static UNRESERVED: Allowed =
    Allowed { characters: UNRESERVED_CHARACTERS, percent: Percent::Data };

/// "U+R" of section 3.2.1; also used for the text of a template (section 3.1).
pub(super) static RESERVED: Allowed = Allowed {
    characters: {
        let mut set = UNRESERVED_CHARACTERS;
        let reserved = b":/?#[]@!$&'()*+,;=";
        let mut index = 0;
        while index < reserved.len() {
            set = set.with(reserved[index]);
            index += 1;
        }
        set
    },
    percent: Percent::Escape,
};

impl Allowed {
    /// Writes text with escapes for what is not allowed.
    #[inline]
    pub(super) fn write(&self, text: &str, each: &mut Each<'_>) -> fmt::Result {
        let mut rest = text;
        while !rest.is_empty() {
            let plain = rest.bytes().take_while(|&byte| self.characters.contains(byte)).count();
            let kept = match plain {
                0 if self.begins_with_escape(rest) => 3,
                // Only ASCII characters have been counted.
                _ => plain,
            };
            if kept == 0 {
                let length = rest.chars().next().map_or(0, char::len_utf8);
                rest.bytes().take(length).try_for_each(|byte| each(escape_of(byte)))?;
                rest = &rest[length..];
            } else {
                let (piece, after) = rest.split_at(kept);
                each(piece)?;
                rest = after;
            }
        }
        Ok(())
    }

    /// Returns the first characters of a text, at most `count`.
    ///
    /// Where escapes stay, the escapes of one character count as one character, so that they are
    /// never separated: section 3.2.1.
    #[inline]
    pub(super) fn prefix<'a>(&self, text: &'a str, characters: usize) -> &'a str {
        let mut rest = text;
        for _ in 0..characters {
            let Some(character) = rest.chars().next() else { return text };
            let length = if self.begins_with_escape(rest) {
                3 * escapes_of_character(rest)
            } else {
                character.len_utf8()
            };
            rest = &rest[length..];
        }
        &text[..text.len() - rest.len()]
    }

    /// Returns whether the text begins with an escape that stays as it is.
    #[inline]
    fn begins_with_escape(&self, text: &str) -> bool {
        self.percent == Percent::Escape && split_escape(text.as_bytes()).is_some()
    }
}

/// Returns the number of leading escapes that form one character in UTF-8, or 1 if they are not
/// UTF-8.
#[inline]
fn escapes_of_character(text: &str) -> usize {
    let mut octets = [0; 4];
    let mut count = 0;
    let mut rest = text.as_bytes();
    while let (Some(octet), Some((byte, after))) = (octets.get_mut(count), split_escape(rest)) {
        *octet = byte;
        count += 1;
        rest = after;
    }
    let character = octets[..count].utf8_chunks().next().and_then(|it| it.valid().chars().next());
    character.map_or(1, char::len_utf8)
}
