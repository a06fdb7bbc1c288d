//! Decodes escaped parts.
// Long because all uses of a decoded part are methods of one type.

use super::split_escape;
use crate::WriteError;
use crate::operations::output;
#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String, vec::Vec};
use core::fmt;
use core::iter::FusedIterator;

/// An iterator over the octets that a part stands for, RFC 3986 section 2.1, RFC 2396 section 2.1.
/// Made by `decode` of the part's view.
///
/// A URI does not say which characters the octets represent; most often they are UTF-8. They can be
/// read as octets; strictly as UTF-8, with an error for anything else; or lossily, with U+FFFD in
/// place of octets that are not UTF-8.
///
/// ```
/// use uri::rfc3986::Segment;
///
/// let segment = Segment::parse("%C3%A4%20%FF")?;
/// assert!(segment.decode().eq(*b"\xC3\xA4 \xFF"));
/// assert_eq!(segment.decode().to_string(), "ä \u{FFFD}");
/// let error = segment.decode().chars().find_map(Result::err).unwrap();
/// assert_eq!(error.offset(), 9);
/// # Ok::<(), uri::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Decode<'a> {
    text: &'a str,
    /// The offset of the remaining text. In text beyond ASCII, it can be inside a character.
    at: usize,
    plus: Plus,
}

/// The meaning of a plus sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plus {
    Plus,
    /// As in HTML forms.
    Space,
}

impl<'a> Decode<'a> {
    /// Decodes text that has been matched, in which therefore each `%` begins an escape.
    #[inline]
    pub(crate) const fn new(text: &'a str, plus: Plus) -> Self {
        Self { text, at: 0, plus }
    }

    /// Returns the text that remains to be decoded, if it contains no escapes.
    #[must_use]
    #[inline]
    pub fn as_plain_str(&self) -> Option<&'a str> {
        let rest = self.text.get(self.at..)?;
        (self.plain_len() == rest.len()).then_some(rest)
    }

    #[inline]
    fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// Returns the number of leading bytes that stand for themselves.
    #[inline]
    fn plain_len(&self) -> usize {
        let plus = if self.plus == Plus::Space { b'+' } else { b'%' };
        let mut bytes = self.rest().iter();
        let plain = bytes.position(|&byte| byte == b'%' || byte == plus);
        plain.unwrap_or(self.rest().len())
    }

    /// Takes the leading text that stands for itself; nothing inside a character.
    #[inline]
    fn take_plain(&mut self) -> &'a str {
        let end = self.at + self.plain_len();
        let Some(plain) = self.text.get(self.at..end) else { return "" };
        self.at = end;
        plain
    }

    /// The characters, if the octets are UTF-8; one error for each maximal sequence that is not.
    #[inline]
    pub fn chars(self) -> DecodeChars<'a> {
        DecodeChars { octets: self }
    }

    /// The characters, with U+FFFD for each maximal sequence of octets that is not UTF-8, exactly
    /// as
    /// [`String::from_utf8_lossy`](https://doc.rust-lang.org/std/string/struct.String.html#method.from_utf8_lossy)
    /// does.
    #[inline]
    pub fn chars_lossy(self) -> impl Iterator<Item = char> + Clone {
        self.chars().map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    /// Writes the octets to the front of a buffer and returns them.
    ///
    /// # Errors
    ///
    /// If the buffer is too small. A buffer as long as the part's text is always large enough.
    #[inline]
    pub fn write_in(self, buffer: &mut [u8]) -> Result<&mut [u8], WriteError> {
        let mut octets = self.clone();
        let mut end = 0;
        for (octet, place) in octets.by_ref().zip(buffer.iter_mut()) {
            *place = octet;
            end += 1;
        }
        // `zip` takes an octet before it finds that the buffer is full.
        let needed = if end < buffer.len() { end } else { self.count() };
        buffer.get_mut(..needed).ok_or(WriteError::BufferTooSmall { needed })
    }

    /// Writes the octets to the front of a buffer and returns them as text.
    ///
    /// # Errors
    ///
    /// If the buffer is too small, or the octets are not UTF-8.
    #[inline]
    pub fn write_str_in(self, buffer: &mut [u8]) -> Result<&mut str, DecodeError> {
        if let Some(error) = self.clone().chars().find_map(Result::err) {
            return Err(DecodeError::InvalidUtf8(error));
        }
        let octets = self
            .clone()
            .write_in(buffer)
            .map_err(|_| DecodeError::BufferTooSmall { needed: self.count() })?;
        Ok(core::str::from_utf8_mut(octets).expect("checked above"))
    }

    /// Writes the text run by run, with U+FFFD for octets that are not UTF-8.
    #[inline]
    fn write_to(self, target: &mut (impl fmt::Write + ?Sized)) -> fmt::Result {
        let mut characters = self.chars();
        loop {
            target.write_str(characters.octets.take_plain())?;
            match characters.next() {
                Some(character) => {
                    target.write_char(character.unwrap_or(char::REPLACEMENT_CHARACTER))?;
                }
                None => return Ok(()),
            }
        }
    }

    /// The octets; borrowed if they stand for themselves.
    #[cfg(feature = "alloc")]
    #[must_use]
    #[inline]
    pub fn to_bytes(&self) -> Cow<'a, [u8]> {
        match self.octets() {
            Octets::Plain(text) => Cow::Borrowed(text.as_bytes()),
            Octets::Decoded(octets) => Cow::Owned(octets),
        }
    }

    /// The text, if the octets are UTF-8; borrowed if they stand for themselves.
    ///
    /// # Errors
    ///
    /// If the octets are not UTF-8, with the offset in the escaped text.
    ///
    /// ```
    /// use uri::Query;
    ///
    /// assert_eq!(Query::new("a%20b").decode().to_str().unwrap(), "a b");
    /// assert_eq!(Query::new("a%E4b").decode().to_str().unwrap_err().offset(), 1);
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn to_str(&self) -> Result<Cow<'a, str>, InvalidUtf8> {
        match self.octets() {
            Octets::Plain(text) => Ok(Cow::Borrowed(text)),
            Octets::Decoded(octets) => match String::from_utf8(octets) {
                Ok(text) => Ok(Cow::Owned(text)),
                Err(_) => self.clone().chars().collect::<Result<_, _>>().map(Cow::Owned),
            },
        }
    }

    /// The text, with U+FFFD for octets that are not UTF-8; borrowed if the octets stand for
    /// themselves.
    #[cfg(feature = "alloc")]
    #[must_use]
    #[inline]
    pub fn to_str_lossy(&self) -> Cow<'a, str> {
        match self.octets() {
            Octets::Plain(text) => Cow::Borrowed(text),
            Octets::Decoded(octets) => Cow::Owned(match String::from_utf8(octets) {
                Ok(text) => text,
                Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
            }),
        }
    }

    /// Decodes the octets run by run: the octets between two escapes stand for themselves.
    #[cfg(feature = "alloc")]
    #[inline]
    fn octets(&self) -> Octets<'a> {
        let mut rest = self.clone();
        let mut plain = rest.plain_len();
        if plain == rest.rest().len()
            && let Some(text) = self.text.get(self.at..)
        {
            return Octets::Plain(text);
        }
        let mut octets = Vec::with_capacity(rest.rest().len());
        loop {
            octets.extend_from_slice(&rest.rest()[..plain]);
            rest.at += plain;
            match rest.next() {
                Some(octet) => octets.push(octet),
                None => return Octets::Decoded(octets),
            }
            plain = rest.plain_len();
        }
    }
}

/// The octets of an escaped text.
#[cfg(feature = "alloc")]
enum Octets<'a> {
    /// Those of the text itself.
    Plain(&'a str),
    Decoded(Vec<u8>),
}

impl Iterator for Decode<'_> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let bytes = self.rest();
        let (octet, length) = match split_escape(bytes) {
            Some((octet, _)) => (octet, 3),
            None => match *bytes.first()? {
                b'+' if self.plus == Plus::Space => (b' ', 1),
                octet => (octet, 1),
            },
        };
        self.at += length;
        Some(octet)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = self.rest().len();
        (length.div_ceil(3), Some(length))
    }
}

impl FusedIterator for Decode<'_> {}

/// Writes the text, with U+FFFD for octets that are not UTF-8.
impl fmt::Display for Decode<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.width().is_none() && f.precision().is_none() {
            return self.clone().write_to(f);
        }
        output::pad(f, |target| self.clone().write_to(target))
    }
}

/// Compares the octets with those of the text.
impl PartialEq<str> for Decode<'_> {
    #[inline]
    fn eq(&self, text: &str) -> bool {
        self.clone().eq(text.bytes())
    }
}

/// Compares the octets with those of the text.
impl PartialEq<&str> for Decode<'_> {
    #[inline]
    fn eq(&self, text: &&str) -> bool {
        *self == **text
    }
}

/// An iterator over the characters of a part. Made by [`Decode::chars`].
#[derive(Clone, Debug)]
pub struct DecodeChars<'a> {
    octets: Decode<'a>,
}

impl Iterator for DecodeChars<'_> {
    type Item = Result<char, InvalidUtf8>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let offset = self.octets.at;
        // A character has at most four octets.
        let (mut ahead, mut length) = ([0; 4], 0);
        for (place, octet) in ahead.iter_mut().zip(self.octets.clone()) {
            *place = octet;
            length += 1;
        }
        let chunk = ahead[..length].utf8_chunks().next()?;
        let (item, taken) = match chunk.valid().chars().next() {
            Some(character) => (Ok(character), character.len_utf8()),
            None => (Err(InvalidUtf8 { offset }), chunk.invalid().len()),
        };
        self.octets.by_ref().take(taken).for_each(drop);
        Some(item)
    }
}

impl FusedIterator for DecodeChars<'_> {}

/// The error if the octets that a part stands for are not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InvalidUtf8 {
    offset: usize,
}

impl InvalidUtf8 {
    /// Returns the offset, in bytes of the escaped part, of the first octet that
    /// does not belong to a character.
    #[must_use]
    #[inline]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for InvalidUtf8 {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the octets escaped from byte {} on are not UTF-8", self.offset)
    }
}

impl core::error::Error for InvalidUtf8 {}

/// The reason why a part could not be decoded into a buffer as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DecodeError {
    /// The text is longer than the buffer.
    BufferTooSmall {
        /// The length of the text in bytes.
        needed: usize,
    },
    /// The octets are not UTF-8.
    InvalidUtf8(InvalidUtf8),
}

impl fmt::Display for DecodeError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::BufferTooSmall { needed } => WriteError::BufferTooSmall { needed }.fmt(f),
            Self::InvalidUtf8(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for DecodeError {
    #[inline]
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::BufferTooSmall { .. } => None,
            Self::InvalidUtf8(error) => Some(error),
        }
    }
}
