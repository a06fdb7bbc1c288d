//! Data that is read in one pass over a text, without the offsets of its parts.
//!
//! The compiler makes a reader of data if the next byte decides what comes next. A text that a
//! reader has read as a whole has no other data. A reader may give up, even if the text matches; then
//! the text is read in another way, which also finds the reason if it does not match.
//!
//! Readers of recursive rules call each other, up to [`MAX_LEVELS`] levels and [`MAX_BYTES`], so the call stack
//! that they need is bounded. Data of more levels is read in the other way, which does not recur.

use super::byte_set::next_range;
use super::rule::{Rule, Unit, View};

/// The greatest number of readers inside each other.
const MAX_LEVELS: u8 = 128;

/// The greatest number of bytes of the data of readers inside each other, while it is made.
const MAX_BYTES: usize = 512 * 1024;

/// How often data is copied while it is made, at most: in code that is not optimised, each step has a place
/// of its own.
const COPIES: usize = 64;

/// Whether each byte is in a set.
pub(crate) type Bytes = [bool; 256];

/// The bytes of a character class, as [`next_range`] reads it.
pub(crate) const fn bytes(mut class: &[u8]) -> Bytes {
    let mut bytes = [false; 256];
    while let Some(([first, last], rest)) = next_range(class) {
        let mut byte = first as usize;
        while byte <= last as usize {
            bytes[byte] = true;
            byte += 1;
        }
        class = rest;
    }
    bytes
}

/// Data with a reader.
pub trait Read<'a>: Sized {
    /// Reads data at the beginning of the rest of a text. `None` if the reader gives up.
    fn read(input: &mut Input<'a>) -> Option<Self>;
}

/// A text, and how far it has been read.
pub struct Input<'a> {
    bytes: &'a [u8],
    /// The same, if it is UTF-8.
    utf8: Option<&'a str>,
    at: usize,
    /// The number of readers that may be inside of this one.
    levels: u8,
    /// The number of bytes that their data may have.
    room: usize,
}

/// Reads data of a whole text. `None` if the reader gives up.
#[inline]
pub(crate) fn whole<'a, U: Unit + ?Sized, D: Read<'a>>(text: &'a U) -> Option<D> {
    let (bytes, utf8) = (text.bytes(), text.text());
    if bytes.len() >= u32::MAX as usize {
        return None;
    }
    let mut input = Input { bytes, utf8, at: 0, levels: MAX_LEVELS, room: MAX_BYTES };
    let data = D::read(&mut input)?;
    (input.at == bytes.len()).then_some(data)
}

/// Makes a view of a text of a rule.
#[inline]
pub(crate) fn view<'a, V: View<'a>>(text: &'a V::Unit) -> V {
    V::of_part(text)
}

impl<'a> Input<'a> {
    /// The next byte.
    #[inline]
    pub(crate) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Skips a byte that has been peeked at.
    #[inline]
    pub(crate) fn skip(&mut self) {
        self.at += 1;
    }

    /// Skips all bytes of a set.
    #[inline]
    pub(crate) fn skip_all(&mut self, set: &Bytes) {
        while self.peek().is_some_and(|byte| set[usize::from(byte)]) {
            self.at += 1;
        }
    }

    /// Reads a byte.
    #[inline]
    pub(crate) fn byte(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    /// Reads a byte of a set.
    #[inline]
    pub(crate) fn byte_of(&mut self, set: &Bytes) -> Option<()> {
        set[usize::from(self.peek()?)].then(|| self.at += 1)
    }

    /// Reads a literal.
    #[inline]
    pub(crate) fn literal(&mut self, text: &[u8]) -> Option<bool> {
        self.bytes.get(self.at..)?.starts_with(text).then(|| {
            self.at += text.len();
            true
        })
    }

    /// Reads a literal in any case.
    #[inline]
    pub(crate) fn literal_in_any_case(&mut self, text: &[u8]) -> Option<bool> {
        let found = self.bytes.get(self.at..self.at + text.len())?;
        found.eq_ignore_ascii_case(text).then(|| {
            self.at += text.len();
            true
        })
    }

    /// Reads the longest text of a rule. No byte that follows the text continues one, so that each byte is
    /// read once.
    #[inline]
    pub(crate) fn longest<R: Rule>(&mut self) -> Option<&'a R::Unit> {
        let end = R::TABLE.dfa.end(self.bytes, self.at)?;
        self.text::<R>(end)
    }

    /// Reads the text of a rule whose texts have this number of bytes.
    #[inline]
    pub(crate) fn fixed<R: Rule>(&mut self, length: usize) -> Option<&'a R::Unit> {
        let end = self.at + length;
        let is_match = R::is_match(self.bytes.get(self.at..end)?);
        if is_match { self.text::<R>(end) } else { None }
    }

    /// Reads the text of a rule whose texts are the bytes of a set.
    #[inline]
    pub(crate) fn one<R: Rule>(&mut self, set: &Bytes) -> Option<&'a R::Unit> {
        let end = self.at + 1;
        if set[usize::from(self.peek()?)] { self.text::<R>(end) } else { None }
    }

    /// Reads the text of a rule whose texts are all of the bytes of a set. `None` if there are none.
    #[inline]
    pub(crate) fn run<R: Rule>(&mut self, set: &Bytes) -> Option<&'a R::Unit> {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|&byte| !set[usize::from(byte)]).unwrap_or(rest.len());
        if length > 0 { self.text::<R>(self.at + length) } else { None }
    }

    /// Returns the text up to an offset, and goes there.
    #[inline]
    fn text<R: Rule>(&mut self, end: usize) -> Option<&'a R::Unit> {
        let begin = core::mem::replace(&mut self.at, end);
        R::Unit::of_line(&self.bytes[begin..end], || self.utf8?.get(begin..end))
    }

    /// Reads a number of this many decimal digits, between two numbers.
    #[inline]
    pub(crate) fn digits<const N: usize>(&mut self, [least, greatest]: [u64; 2]) -> Option<u64> {
        let digits: &[u8; N] = self.bytes.get(self.at..)?.first_chunk()?;
        let mut number = 0;
        for &byte in digits {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                return None;
            }
            number = 10 * number + u64::from(digit);
        }
        self.at += N;
        (least <= number && number <= greatest).then_some(number)
    }

    /// Reads a number of at least this many decimal digits, between two numbers. More digits do not
    /// begin with a zero.
    #[inline]
    pub(crate) fn numeral(&mut self, width: usize, [least, greatest]: [u64; 2]) -> Option<u64> {
        let begin = self.at;
        let mut number = 0_u64;
        while let Some(byte) = self.peek() {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            number = number.checked_mul(10)?.checked_add(u64::from(digit))?;
            self.at += 1;
        }
        let length = self.at - begin;
        let is_numeral = length == width || width < length && self.bytes[begin] != b'0';
        (is_numeral && least <= number && number <= greatest).then_some(number)
    }

    /// Reads data of a recursive rule.
    #[inline]
    pub(crate) fn inside<D: Read<'a>>(&mut self) -> Option<D> {
        let bytes = const { size_of::<D>().saturating_mul(COPIES) };
        self.levels = self.levels.checked_sub(1)?;
        self.room = self.room.checked_sub(bytes)?;
        let data = D::read(self)?;
        self.levels += 1;
        self.room += bytes;
        Some(data)
    }
}
