//! Many texts at once: the lines of a buffer.
//!
//! [`Lines`] cuts a buffer into its lines. A line is checked against any rule, by
//! the name of its type; all lines of a buffer are parsed or counted likewise:
//!
//! - [`Line::is_match`] and [`Line::parse`] for one line,
//! - [`Lines::parse`] for all, one after the other,
//! - [`Lines::tally`] for how many there are and how many match.
//!
//! [`pieces`] cuts a buffer where lines end, so that threads can share the work.
//! [`whole_lines`] does that with what a stream has given so far.
//!
//! # What a line is
//!
//! The bytes up to a line feed (`\n`, 0A). A carriage return (`\r`, 0D) just before the
//! line feed belongs to the line's end, as in [`str::lines`]; any other belongs to the
//! line. [`Lines::keep_cr`] is for rules whose texts may end with one: then all do.
//!
//! A line can be empty, and so be a text of its rule or not. The last line may lack its
//! line feed; after the last line feed, no line begins where nothing follows. So the
//! empty buffer has no lines, and `"\n"` has one, which is empty.
//!
//! The buffer needs no other form. Bytes that are not UTF-8 are errors of their
//! line if its rule is about text; the offset of the error is that of the first
//! byte after which no continuation matches, as in any other text.
//!
//! Everything here takes time linear in the buffer and allocates nothing.

use super::error::ParseError;
use super::rule::{self, Unit};
use super::text;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::num::NonZeroUsize;

/// A type of text that matches a rule: every type of a rule is one.
///
/// It serves to name a rule, as in `line.is_match::<T>()` for such a type `T`.
pub trait View<'a>: Copy + sealed::View<'a> {
    /// Checks that the whole text matches, which need not be UTF-8.
    ///
    /// # Errors
    ///
    /// As `parse`. The language of a rule about text holds nothing but UTF-8, so that a
    /// byte that is not is an error like any other.
    fn parse_bytes(text: &'a [u8]) -> Result<Self, ParseError>;

    /// Whether the whole text matches, which need not be UTF-8.
    fn is_match_bytes(text: &[u8]) -> bool;
}

pub(crate) mod sealed {
    use super::ParseError;

    /// What only this crate's types are.
    pub trait View<'a>: Sized {
        /// Parses a line. Where it is known to be UTF-8, `text` gives it as such.
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
    /// Its number; the first line of a [`Lines`] has number 1.
    #[must_use]
    pub const fn number(&self) -> usize {
        self.number
    }

    /// Returns the offset of the line in the buffer. Add the offset of an error in the line
    /// for its offset in the buffer.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Its bytes, without the line's end.
    #[must_use]
    pub const fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Whether it matches the rule of the type.
    #[must_use]
    pub fn is_match<V: View<'a>>(&self) -> bool {
        V::is_match_bytes(self.bytes)
    }

    /// Checks that it matches the rule of the type.
    ///
    /// # Errors
    ///
    /// If it does not. Offsets count from the line's begin.
    pub fn parse<V: View<'a>>(&self) -> Result<V, ParseError> {
        V::parse_bytes(self.bytes)
    }
}

/// The lines of a buffer, in order; see [the module](self) for what a line is.
#[derive(Clone)]
pub struct Lines<'a> {
    buffer: &'a [u8],
    /// The offset of the buffer in the buffer that it is a piece of.
    before: usize,
    /// The number of the next line.
    number: usize,
    /// Where the next line begins.
    begin: usize,
    /// How many bytes have been searched.
    searched: usize,
    /// The line feeds of the last block searched that have not been passed: a bit for
    /// each, the lowest for the first byte.
    feeds: u64,
    keeps_cr: bool,
}

impl<'a> Lines<'a> {
    /// The lines of this buffer.
    #[must_use]
    pub const fn new(buffer: &'a [u8]) -> Self {
        Self { buffer, before: 0, number: 1, begin: 0, searched: 0, feeds: 0, keeps_cr: false }
    }

    /// The same lines, but that a carriage return before a line feed belongs to its line.
    #[must_use]
    pub const fn keep_cr(self) -> Self {
        Self { keeps_cr: true, ..self }
    }

    /// Parses each line as a text of the type's rule.
    ///
    /// Faster than [`Line::parse`] for rules about text: whether the bytes are UTF-8 is
    /// asked for many lines at once.
    #[must_use]
    pub const fn parse<V: View<'a>>(self) -> Parsed<'a, V> {
        Parsed { lines: self, known: "", known_at: 0, rule: PhantomData }
    }

    /// How many lines there are, and how many of them match the type's rule.
    #[must_use]
    pub fn tally<V: View<'a>>(self) -> Tally {
        self.fold(Tally { lines: 0, matches: 0 }, |tally, line| Tally {
            lines: tally.lines + 1,
            matches: tally.matches + usize::from(line.is_match::<V>()),
        })
    }

    /// Where the next line feed stands, if there is one.
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

/// Where it is, not what it holds.
impl fmt::Debug for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines")
            .field("number", &self.number)
            .field("offset", &(self.before + self.begin))
            .field("rest", &(self.buffer.len() - self.begin))
            .finish_non_exhaustive()
    }
}

/// How many bytes are searched at once.
const BLOCK: usize = 64;

/// A bit for each line feed, the lowest for the first byte.
///
/// Eight bytes at a time in a register: measured, this is faster for lines of 40 to 60
/// bytes than searching each line by itself, also with vector instructions.
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
    /// A part of the buffer that is known to be UTF-8.
    known: &'a str,
    /// Where it begins.
    known_at: usize,
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
    /// Returns `length` bytes from an offset on, if they are UTF-8.
    #[inline]
    fn text(&mut self, begin: usize, length: usize) -> Option<&'a str> {
        if self.known_at + self.known.len() < begin + length {
            self.know(begin, length);
        }
        let begin = begin - self.known_at;
        self.known.get(begin..begin + length)
    }

    /// Looks ahead. Each byte is read at most twice: for its own line and for one
    /// lookahead.
    #[inline(never)]
    fn know(&mut self, begin: usize, length: usize) {
        /// Small beside a cache, large beside a line.
        const AHEAD: usize = 4096;
        let ahead = &self.lines.buffer[begin..];
        let ahead = ahead.get(..length.max(AHEAD)).unwrap_or(ahead);
        self.known_at = begin;
        self.known = match core::str::from_utf8(ahead) {
            Ok(text) => text,
            Err(error) => core::str::from_utf8(&ahead[..error.valid_up_to()]).unwrap_or_default(),
        };
    }
}

/// As of the [`Lines`].
impl<V> fmt::Debug for Parsed<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Parsed").field(&self.lines).finish()
    }
}

/// How many lines of a buffer match a rule; see [`Lines::tally`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    /// All lines.
    pub lines: usize,
    /// Those that match.
    pub matches: usize,
}

/// Cuts a buffer at ends of lines into at most `count` pieces of about equal size, none of
/// them empty.
///
/// Each piece is a [`Lines`] of its own, to be given to a thread. Together they give the
/// lines of the buffer, with their offsets in the whole buffer; numbers begin with 1 in
/// each piece, because the number of earlier lines is unknown. Takes time for
/// one line for each piece.
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
    /// How many pieces may be made of the rest.
    left: usize,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Lines<'a>;

    fn next(&mut self) -> Option<Lines<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        // As long as bytes are left so are pieces: the last takes them all.
        let least = self.rest.len().div_ceil(self.left.max(1));
        // A line that ends there is not cut off from its line feed.
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

/// Cuts a chunk of a stream after its last line feed: the lines that are whole, for
/// [`Lines::new`] or [`pieces`], and the begin of another.
///
/// The caller keeps that beginning and appends the data that it reads next; both together are
/// the next chunk, whose first `kept` bytes are not searched
/// again. A line therefore takes time linear in its length, for any number of chunks.
/// At the end of the stream, what is kept is the last line, which lacks its line feed.
///
/// Any source of bytes will do, also one that waits for a network. Offsets and numbers of
/// lines count from the chunk.
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
