//! The value of a text whose pieces, such as escapes, have meanings. It is a sequence of chunks:
//! parts of the text that stand for themselves, and meanings of pieces.
//!
//! The compiler has proved that each text can be divided into pieces and bytes that stand for
//! themselves in exactly one way, that pieces are long enough for the bytes that are dropped, that
//! numbers have valid digits and are in range, and that maps have an entry for every text. Only
//! surrogates may lack their other half. Decoding takes time linear in the text, and allocates
//! nothing.

use super::transducer::{Cursor, Occurrence, Skip, Transducer};
use core::fmt;
use core::iter::Peekable;
use core::ops::Range;

/// The meaning of a piece.
#[derive(Clone, Copy, Debug)]
pub enum Piece<'a> {
    /// This text.
    Fixed(&'a str),
    /// Its text without this number of bytes at the beginning.
    Rest(usize),
    /// The byte whose number follows this number of bytes, in this radix.
    Byte(usize, u32),
    /// The character whose number follows.
    Char(usize, u32),
    /// The unit of UTF-16 whose number follows.
    Utf16(usize, u32),
    /// The meaning of the text that follows, from a map sorted by text.
    OneOf(usize, &'a [(&'a str, &'a str)]),
    /// The meaning with the longest prefix of its text; each text has one. Longer prefixes first.
    ByPrefix(&'a [(&'a str, Piece<'a>)]),
}

impl Piece<'_> {
    /// Returns the meaning of a piece with this text, which is never [`Piece::ByPrefix`].
    fn of(self, text: &[u8]) -> Self {
        let mut piece = self;
        while let Piece::ByPrefix(meanings) = piece {
            let found = meanings.iter().find(|(prefix, _)| text.starts_with(prefix.as_bytes()));
            piece = found.map_or(Piece::Rest(0), |(_, piece)| *piece);
        }
        piece
    }
}

/// The treatment of values that are not text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// They are errors.
    Error,
    /// They are replaced by `U+FFFD`.
    Replace,
}

/// Says why a text has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueError(pub(crate) Reason);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Reason {
    /// The surrogate at this offset of the text lacks its other half.
    Half { offset: usize },
    /// The value is not UTF-8 at this offset of the value.
    NotUtf8 { offset: usize },
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Reason::Half { offset } => {
                write!(f, "the surrogate at byte {offset} of the text lacks its other half")
            }
            Reason::NotUtf8 { offset } => write!(f, "the value is not UTF-8 at its byte {offset}"),
        }
    }
}

impl core::error::Error for ValueError {}

/// The pieces of a text, found while the text is read. `N` offsets are stored.
#[derive(Clone)]
pub(crate) struct Occurrences<'a, const N: usize> {
    table: &'static Transducer,
    skip: Skip,
    text: &'a [u8],
    cursor: Cursor<N>,
}

impl<'a, const N: usize> Occurrences<'a, N> {
    pub(crate) const fn new(table: &'static Transducer, skip: Skip, text: &'a [u8]) -> Self {
        Self { table, skip, text, cursor: table.start() }
    }
}

impl<const N: usize> Iterator for Occurrences<'_, N> {
    type Item = Occurrence;

    #[inline]
    fn next(&mut self) -> Option<Occurrence> {
        self.table.next(self.text, &self.skip, &mut self.cursor)
    }
}

/// A chunk of a value.
pub(crate) enum Chunk<'a> {
    /// A part of the text.
    Part(Range<usize>),
    /// Fixed text.
    Fixed(&'a str),
    /// A character.
    Char(char),
    /// A byte.
    Byte(u8),
}

/// The chunks of the value of a text. Parts of the text are not empty.
#[derive(Clone)]
pub(crate) struct Chunks<'a, I: Iterator<Item = Occurrence>> {
    text: &'a [u8],
    pieces: &'a [Piece<'a>],
    found: Peekable<I>,
    invalid: Invalid,
    /// The offset of the first byte that has not been decoded.
    at: usize,
}

impl<'a, I: Iterator<Item = Occurrence>> Chunks<'a, I> {
    pub(crate) fn new(text: &'a [u8], pieces: &'a [Piece<'a>], found: I, invalid: Invalid) -> Self {
        Self { text, pieces, found: found.peekable(), invalid, at: 0 }
    }

    /// Returns the meaning of an occurrence of a piece.
    fn meaning(&mut self, piece: Occurrence) -> Result<Chunk<'a>, ValueError> {
        let Occurrence { rule, begin, end } = piece;
        Ok(match self.pieces[usize::from(rule)].of(&self.text[begin..end]) {
            Piece::Fixed(text) => Chunk::Fixed(text),
            Piece::Rest(drop) => Chunk::Part(begin + drop..end),
            Piece::Byte(drop, radix) => {
                // The compiler has proved that the number fits.
                let [.., byte] = self.number(begin + drop..end, radix).to_be_bytes();
                Chunk::Byte(byte)
            }
            Piece::Char(drop, radix) => {
                Chunk::Char(character(self.number(begin + drop..end, radix)))
            }
            Piece::Utf16(drop, radix) => {
                let unit = self.number(begin + drop..end, radix);
                match (unit, self.low_surrogate()) {
                    (0xD800..=0xDBFF, Some(low)) => {
                        self.at = self.found.next().map_or(end, |next| next.end);
                        let pair = 0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
                        Chunk::Char(character(pair))
                    }
                    (0xD800..=0xDFFF, _) if self.invalid == Invalid::Error => {
                        return Err(ValueError(Reason::Half { offset: begin }));
                    }
                    _ => Chunk::Char(character(unit)),
                }
            }
            Piece::OneOf(drop, texts) => {
                let key = &self.text[begin + drop..end];
                let index = texts.binary_search_by(|(text, _)| text.as_bytes().cmp(key));
                Chunk::Fixed(index.map_or("", |index| texts[index].1))
            }
            // `of` never returns it.
            Piece::ByPrefix(_) => Chunk::Part(begin..end),
        })
    }

    /// Returns the next piece, if it follows immediately and is a low surrogate.
    fn low_surrogate(&mut self) -> Option<u32> {
        let Occurrence { rule, begin, end } = *self.found.peek()?;
        match self.pieces[usize::from(rule)].of(&self.text[begin..end]) {
            Piece::Utf16(drop, radix) if begin == self.at => {
                let unit = self.number(begin + drop..end, radix);
                Some(unit).filter(|unit| (0xDC00..=0xDFFF).contains(unit))
            }
            _ => None,
        }
    }

    /// Returns the number that the digits in this range of the text denote.
    fn number(&self, digits: Range<usize>, radix: u32) -> u32 {
        let digit = |byte: u8| char::from(byte).to_digit(radix).unwrap_or_default();
        self.text[digits].iter().fold(0, |number, &byte| number * radix + digit(byte))
    }
}

impl<'a, I: Iterator<Item = Occurrence>> Iterator for Chunks<'a, I> {
    type Item = Result<Chunk<'a>, ValueError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let next = self.found.peek().map_or(self.text.len(), |piece| piece.begin);
            if self.at < next {
                return Some(Ok(Chunk::Part(core::mem::replace(&mut self.at, next)..next)));
            }
            let piece = self.found.next()?;
            self.at = piece.end;
            match self.meaning(piece) {
                Ok(Chunk::Part(part)) if part.start == part.end => {}
                chunk => return Some(chunk),
            }
        }
    }
}

/// The characters of a value that is text.
#[derive(Clone)]
pub(crate) struct Chars<'a, I: Iterator<Item = Occurrence>> {
    text: &'a str,
    chunks: Chunks<'a, I>,
    chunk: core::str::Chars<'a>,
}

impl<'a, I: Iterator<Item = Occurrence>> Chars<'a, I> {
    pub(crate) fn new(text: &'a str, pieces: &'a [Piece<'a>], found: I) -> Self {
        let chunks = Chunks::new(text.as_bytes(), pieces, found, Invalid::Replace);
        Self { text, chunks, chunk: "".chars() }
    }
}

impl<I: Iterator<Item = Occurrence>> Iterator for Chars<'_, I> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        loop {
            if let Some(character) = self.chunk.next() {
                return Some(character);
            }
            match self.chunks.next()?.ok()? {
                Chunk::Part(part) => self.chunk = self.text[part].chars(),
                Chunk::Fixed(text) => self.chunk = text.chars(),
                Chunk::Char(character) => return Some(character),
                // The compiler has proved that there are none.
                Chunk::Byte(byte) => return Some(char::from(byte)),
            }
        }
    }
}

/// The bytes of a value.
#[derive(Clone)]
pub(crate) struct Bytes<'a, I: Iterator<Item = Occurrence>> {
    chunks: Chunks<'a, I>,
    chunk: core::slice::Iter<'a, u8>,
    character: core::iter::Take<core::array::IntoIter<u8, 4>>,
}

impl<'a, I: Iterator<Item = Occurrence>> Bytes<'a, I> {
    pub(crate) fn new(text: &'a [u8], pieces: &'a [Piece<'a>], found: I) -> Self {
        let chunks = Chunks::new(text, pieces, found, Invalid::Replace);
        Self { chunks, chunk: [].iter(), character: [0; 4].into_iter().take(0) }
    }
}

impl<I: Iterator<Item = Occurrence>> Iterator for Bytes<'_, I> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        loop {
            if let Some(byte) = self.character.next().or_else(|| self.chunk.next().copied()) {
                return Some(byte);
            }
            match self.chunks.next()?.ok()? {
                Chunk::Part(part) => self.chunk = self.chunks.text[part].iter(),
                Chunk::Fixed(text) => self.chunk = text.as_bytes().iter(),
                Chunk::Char(character) => {
                    let mut bytes = [0; 4];
                    let count = character.encode_utf8(&mut bytes).len();
                    self.character = bytes.into_iter().take(count);
                }
                Chunk::Byte(byte) => return Some(byte),
            }
        }
    }
}

/// Returns the character with a number; `U+FFFD` for surrogates.
fn character(number: u32) -> char {
    char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER)
}
