//! Many texts at once: the lines of a buffer.
//!
//! [`Lines`] splits a buffer into its lines. Any type of a rule can check a line, or parse or count
//! all lines of a buffer:
//!
//! - [`Line::is_match`] and [`Line::parse`] for one line,
//! - [`Lines::parse`] for all lines, one after the other,
//! - [`Lines::tally`] for the number of lines and of matching lines.
//!
//! [`pieces`] splits a buffer at ends of lines, so that threads can share the work.
//! [`whole_lines`] splits a chunk of a stream after its last complete line.
//!
//! # Lines
//!
//! A line consists of the bytes up to a line feed (`\n`, 0A). A carriage return (`\r`, 0D) just
//! before the line feed belongs to the line's end, as in [`str::lines`]; any other belongs to the
//! line. With [`Lines::keep_cr`], every carriage return belongs to the line, for rules whose texts
//! may end with one.
//!
//! A line can be empty, and matches if its rule has the empty text. The last line may lack its
//! line feed. No line begins after a line feed at the end of the buffer: the
//! empty buffer has no lines, and `"\n"` has one, which is empty.
//!
//! The buffer need not be UTF-8. If a rule is about text, bytes that are not UTF-8 are errors of
//! their line; the offset of the error is that of the first byte after which no continuation
//! matches, as in any other text.
//!
//! All functions take time linear in the buffer and allocate nothing.
// Long because more than a quarter of the lines are documentation for users.

use super::error::ParseError;
use super::rule::{self, Unit};
use super::text;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::num::NonZeroUsize;

/// A type of text that matches a rule. The borrowed type of every rule implements this trait.
///
/// It names a rule in calls such as `line.is_match::<T>()`.
pub trait View<'a>: Copy + sealed::View<'a> {
    /// Checks that the whole text matches, which need not be UTF-8.
    ///
    /// # Errors
    ///
    /// As `parse`. Every text of a rule about text is UTF-8, so a byte that is not part of a
    /// character is an error like any other.
    fn parse_bytes(text: &'a [u8]) -> Result<Self, ParseError>;

    /// Returns whether the whole text matches, which need not be UTF-8.
    fn is_match_bytes(text: &[u8]) -> bool;
}

pub(crate) mod sealed {
    use super::ParseError;

    /// The types of this crate, so that no other crate can implement the trait.
    pub trait View<'a>: Sized {
        /// Parses a line. If it is known to be UTF-8, `text` returns it as a `str`.
        fn parse_line(
            line: &'a [u8],
            text: impl FnOnce() -> Option<&'a str>,
        ) -> Result<Self, ParseError>;
    }
}

/// A line of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line<'a> {
    number: usize,
    offset: usize,
    bytes: &'a [u8],
}

impl<'a> Line<'a> {
    /// Returns the number of the line; the first line of a [`Lines`] has number 1.
    #[must_use]
    pub const fn number(&self) -> usize {
        self.number
    }

    /// Returns the offset of the line in the buffer. The sum of this offset and that of an error
    /// in the line is the offset of the error in the buffer.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The bytes of the line, without the line's end.
    #[must_use]
    pub const fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns whether the line matches the rule of the type.
    #[must_use]
    pub fn is_match<V: View<'a>>(&self) -> bool {
        V::is_match_bytes(self.bytes)
    }

    /// Checks that the line matches the rule of the type.
    ///
    /// # Errors
    ///
    /// If the line does not match. Offsets count from the beginning of the line.
    pub fn parse<V: View<'a>>(&self) -> Result<V, ParseError> {
        V::parse_bytes(self.bytes)
    }
}

/// The lines of a buffer, in order, as [the module](self) defines them.
#[derive(Clone)]
pub struct Lines<'a> {
    buffer: &'a [u8],
    /// The offset of the buffer in the buffer that it is a piece of.
    before: usize,
    /// The number of the next line.
    number: usize,
    /// The offset of the next line.
    begin: usize,
    /// The number of bytes that have been searched.
    searched: usize,
    /// The line feeds of the last searched block that have not been passed: a bit for
    /// each byte, the lowest for the first byte.
    feeds: u64,
    keeps_cr: bool,
}

impl<'a> Lines<'a> {
    /// Returns the lines of a buffer.
    #[must_use]
    pub const fn new(buffer: &'a [u8]) -> Self {
        Self { buffer, before: 0, number: 1, begin: 0, searched: 0, feeds: 0, keeps_cr: false }
    }

    /// Returns the same lines, but a carriage return before a line feed belongs to the line.
    #[must_use]
    pub const fn keep_cr(self) -> Self {
        Self { keeps_cr: true, ..self }
    }

    /// Parses each line as a text of the type's rule.
    ///
    /// Faster than [`Line::parse`] for rules about text, because the encoding of many lines is
    /// checked at once.
    #[must_use]
    pub const fn parse<V: View<'a>>(self) -> Parsed<'a, V> {
        Parsed { lines: self, checked: "", checked_at: 0, rule: PhantomData }
    }

    /// Counts the lines, and those that match the type's rule.
    #[must_use]
    pub fn tally<V: View<'a>>(self) -> Tally {
        self.fold(Tally { lines: 0, matches: 0 }, |tally, line| Tally {
            lines: tally.lines + 1,
            matches: tally.matches + usize::from(line.is_match::<V>()),
        })
    }

    /// Returns the offset of the next line feed, if there is one.
    #[inline]
    fn feed(&mut self) -> Option<usize> {
        while self.feeds == 0 {
            let ahead = self.buffer.get(self.searched..)?;
            self.feeds = match ahead.first_chunk() {
                Some(block) => feeds(block),
                None if ahead.is_empty() => return None,
                None => {
                    let mut block = [0; BLOCK];
                    block[..ahead.len()].copy_from_slice(ahead);
                    feeds(&block)
                }
            };
            self.searched += BLOCK;
        }
        let feed = self.searched - BLOCK + self.feeds.trailing_zeros() as usize;
        self.feeds &= self.feeds - 1;
        Some(feed)
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    #[inline]
    fn next(&mut self) -> Option<Line<'a>> {
        let begin = self.begin;
        let mut end = match self.feed() {
            Some(feed) => {
                self.begin = feed + 1;
                feed
            }
            None if begin < self.buffer.len() => {
                self.begin = self.buffer.len();
                return Some(self.line(begin, self.begin));
            }
            None => return None,
        };
        if !self.keeps_cr && begin < end && self.buffer[end - 1] == b'\r' {
            end -= 1;
        }
        Some(self.line(begin, end))
    }
}

impl FusedIterator for Lines<'_> {}

impl<'a> Lines<'a> {
    #[inline]
    fn line(&mut self, begin: usize, end: usize) -> Line<'a> {
        let number = self.number;
        self.number += 1;
        Line { number, offset: self.before + begin, bytes: &self.buffer[begin..end] }
    }
}

/// Shows the location, not the content.
impl fmt::Debug for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines")
            .field("number", &self.number)
            .field("offset", &(self.before + self.begin))
            .field("rest", &(self.buffer.len() - self.begin))
            .finish_non_exhaustive()
    }
}

/// The number of bytes that are searched at once.
const BLOCK: usize = 64;

/// Returns a bit for each byte, the lowest for the first byte, set at line feeds.
///
/// Tests eight bytes at a time in a register. Measured for lines of 40 to 60 bytes, this is faster
/// than a separate search in each line, even by vector instructions.
#[inline]
fn feeds(block: &[u8; BLOCK]) -> u64 {
    const LOW: u64 = u64::from_le_bytes([0x7F; 8]);
    const FEEDS: u64 = u64::from_le_bytes([b'\n'; 8]);
    // Moves the lowest bit of each byte into the highest byte, in order.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let mut feeds = 0;
    for (place, word) in block.chunks_exact(8).enumerate() {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(word);
        let word = u64::from_le_bytes(bytes) ^ FEEDS;
        // The highest bit of each byte that is zero.
        let zeros = !(((word & LOW) + LOW) | word | LOW);
        feeds |= ((zeros >> 7).wrapping_mul(GATHER) >> 56) << (8 * place);
    }
    feeds
}

/// The lines of a buffer, each parsed; see [`Lines::parse`].
#[derive(Clone)]
pub struct Parsed<'a, V> {
    lines: Lines<'a>,
    /// A part of the buffer that has been found to be UTF-8.
    checked: &'a str,
    /// The offset of this part.
    checked_at: usize,
    rule: PhantomData<V>,
}

impl<'a, V: View<'a>> Iterator for Parsed<'a, V> {
    type Item = (Line<'a>, Result<V, ParseError>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let line = self.lines.next()?;
        let begin = line.offset - self.lines.before;
        let parsed = V::parse_line(line.bytes, || self.text(begin, line.bytes.len()));
        Some((line, parsed))
    }
}

impl<'a, V: View<'a>> FusedIterator for Parsed<'a, V> {}

impl<'a, V> Parsed<'a, V> {
    /// Returns the `length` bytes at an offset, if they are UTF-8.
    #[inline]
    fn text(&mut self, begin: usize, length: usize) -> Option<&'a str> {
        if self.checked_at + self.checked.len() < begin + length {
            self.check_ahead(begin, length);
        }
        let begin = begin - self.checked_at;
        self.checked.get(begin..begin + length)
    }

    /// Checks the encoding of many lines in advance. Each byte is read at most twice: for its own
    /// line, and for one check in advance.
    #[inline(never)]
    fn check_ahead(&mut self, begin: usize, length: usize) {
        /// Much smaller than a cache, and much larger than a line.
        const AHEAD: usize = 4096;
        let ahead = &self.lines.buffer[begin..];
        let ahead = ahead.get(..length.max(AHEAD)).unwrap_or(ahead);
        self.checked_at = begin;
        self.checked = match core::str::from_utf8(ahead) {
            Ok(text) => text,
            Err(error) => core::str::from_utf8(&ahead[..error.valid_up_to()]).unwrap_or_default(),
        };
    }
}

/// As for [`Lines`].
impl<V> fmt::Debug for Parsed<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Parsed").field(&self.lines).finish()
    }
}

/// The number of lines of a buffer and the number of matching lines; see [`Lines::tally`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    /// The number of lines.
    pub lines: usize,
    /// The number of lines that match.
    pub matches: usize,
}

/// Splits a buffer at ends of lines into pieces of about equal size, none of them empty.
///
/// Each piece is a separate [`Lines`], for example for a thread. Together they give the lines of
/// the buffer, with their offsets in the whole buffer. The numbers begin with 1 in each piece,
/// because the number of earlier lines is unknown. Finding each piece takes a search for the end of
/// one line.
#[must_use]
pub const fn pieces(buffer: &[u8], at_most: NonZeroUsize) -> Pieces<'_> {
    Pieces { rest: buffer, before: 0, left: at_most.get() }
}

/// The pieces of a buffer, in order; see [`pieces`].
#[derive(Clone)]
pub struct Pieces<'a> {
    rest: &'a [u8],
    /// The offset of the rest.
    before: usize,
    /// The maximum number of pieces of the rest.
    left: usize,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Lines<'a>;

    fn next(&mut self) -> Option<Lines<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        // While bytes remain, pieces remain: the last piece takes the rest of the buffer.
        let least = self.rest.len().div_ceil(self.left.max(1));
        // A line that ends at this offset keeps its line feed.
        let length = match Lines::new(&self.rest[least - 1..]).feed() {
            Some(feed) => least + feed,
            None => self.rest.len(),
        };
        let (piece, rest) = self.rest.split_at(length);
        let lines = Lines { before: self.before, ..Lines::new(piece) };
        self.rest = rest;
        self.before += length;
        self.left -= 1;
        Some(lines)
    }
}

impl FusedIterator for Pieces<'_> {}

impl fmt::Debug for Pieces<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pieces")
            .field("offset", &self.before)
            .field("rest", &self.rest.len())
            .field("left", &self.left)
            .finish()
    }
}

/// Splits a chunk of a stream after its last line feed: the complete lines, for
/// [`Lines::new`] or [`pieces`], and the beginning of another line.
///
/// The caller keeps that beginning and appends the data that it reads next; both together are
/// the next chunk, whose first `kept` bytes are not searched
/// again. A line therefore takes time linear in its length, for any number of chunks.
/// At the end of the stream, the kept bytes are the last line, which lacks its line feed.
///
/// The bytes can come from any source, including asynchronous ones. Offsets and numbers of
/// lines count from the beginning of the chunk.
///
/// ```text
/// let (mut buffer, mut kept) = (vec![0; 1 << 16], 0);
/// loop {
///     if kept == buffer.len() {
///         buffer.resize(2 * kept, 0); // A long line: a program may refuse it here.
///     }
///     let read = input.read(&mut buffer[kept..])?;
///     let chunk = &buffer[..kept + read];
///     let (whole, rest) = if read == 0 { (chunk, &[][..]) } else { whole_lines(chunk, kept) };
///     for line in Lines::new(whole) { /* ... */ }
///     if read == 0 {
///         break;
///     }
///     let begin = whole.len();
///     kept = rest.len();
///     buffer.copy_within(begin..begin + kept, 0);
/// }
/// ```
#[must_use]
pub fn whole_lines(chunk: &[u8], kept: usize) -> (&[u8], &[u8]) {
    let new = chunk.get(kept..).unwrap_or_default();
    match new.iter().rposition(|&byte| byte == b'\n') {
        Some(feed) => chunk.split_at(kept + feed + 1),
        None => chunk.split_at(0),
    }
}

impl<'a, V: rule::View<'a>> View<'a> for V {
    #[inline]
    fn parse_bytes(text: &'a [u8]) -> Result<Self, ParseError> {
        text::parse_bytes(text)
    }

    #[inline]
    fn is_match_bytes(text: &[u8]) -> bool {
        Self::is_match(text)
    }
}

impl<'a, V: rule::View<'a>> sealed::View<'a> for V {
    #[inline]
    fn parse_line(
        line: &'a [u8],
        text: impl FnOnce() -> Option<&'a str>,
    ) -> Result<Self, ParseError> {
        match V::Unit::of_line(line, text) {
            Some(text) => text::parse(text),
            None => text::parse_bytes(line),
        }
    }
}
