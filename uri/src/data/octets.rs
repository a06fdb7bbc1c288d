//! The octets of the data: escaped, or in base64. RFC 2397 section 3, RFC 4648 section 4.

use super::DataUrl;
#[cfg(feature = "alloc")]
use super::DataUrlBuf;
use crate::WriteError;
use crate::operations::percent::{Decode, split_escape};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;

/// An iterator over the octets of the data. Made by [`DataUrl::octets`].
#[derive(Clone, Debug)]
pub struct Octets<'a> {
    text: Decode<'a>,
    /// The bits that have been read but not returned, of base64; otherwise `None`.
    bits: Option<Bits>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Bits {
    value: u16,
    count: u8,
}

impl Octets<'_> {
    /// Writes the octets to the front of a buffer and returns them.
    ///
    /// # Errors
    ///
    /// If the buffer is too small, with the number of bytes needed. A buffer as long as the URL is
    /// always large enough.
    #[inline]
    pub fn write_in(self, buffer: &mut [u8]) -> Result<&[u8], WriteError> {
        let needed = self.clone().count();
        let place = buffer.get_mut(..needed).ok_or(WriteError::BufferTooSmall { needed })?;
        place.iter_mut().zip(self).for_each(|(place, octet)| *place = octet);
        Ok(place)
    }

    /// Returns the octets.
    #[cfg(feature = "alloc")]
    #[must_use]
    #[inline]
    pub fn to_bytes(self) -> Vec<u8> {
        if self.bits.is_none() {
            return self.text.to_bytes().into_owned();
        }
        let mut octets = Vec::with_capacity(self.size_hint().1.unwrap_or_default());
        octets.extend(self);
        octets
    }
}

impl Iterator for Octets<'_> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let Some(bits) = &mut self.bits else { return self.text.next() };
        while bits.count < 8 {
            // The text has been checked: other characters are white space and padding.
            let Some(value) = sextet(self.text.next()?) else { continue };
            bits.value = bits.value << 6 | u16::from(value);
            bits.count += 6;
        }
        bits.count -= 8;
        let [_, octet] = (bits.value >> bits.count).to_be_bytes();
        Some(octet)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (low, high) = self.text.size_hint();
        match self.bits {
            None => (low, high),
            Some(_) => (0, high.map(|high| high / 4 * 3 + 3)),
        }
    }
}

impl FusedIterator for Octets<'_> {}

impl<'a> DataUrl<'a> {
    /// Returns whether the data is base64.
    #[must_use]
    #[inline]
    pub fn is_base64(self) -> bool {
        self.split_head().1.is_some()
    }

    /// Returns the octets that the URL stands for: escapes are decoded, and then base64, if the URL
    /// says that it is base64. RFC 2397 section 2.
    ///
    /// The text is checked before the first octet is returned. Takes time proportional to its
    /// length.
    ///
    /// # Errors
    ///
    /// If the data should be base64 but is not, as RFC 4648 section 4 defines it: see the [page of
    /// the module](crate::data#beyond-the-grammar).
    ///
    /// ```
    /// use uri::data::{Base64ErrorKind, DataUrl};
    ///
    /// let url = DataUrl::parse("data:;base64,/%77==")?;
    /// assert!(url.octets()?.eq([0xFF]));
    /// let error = DataUrl::parse("data:;base64,/w")?.octets().unwrap_err();
    /// assert_eq!((error.offset(), error.kind()), (2, Base64ErrorKind::Length));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    pub fn octets(self) -> Result<Octets<'a>, Base64Error> {
        self.octets_as(Reading::Strict)
    }

    /// Returns the octets that the URL stands for, as web browsers read them: in base64, ASCII white
    /// space is ignored, padding may be missing, and bits that are left over are ignored. This is
    /// the "forgiving-base64 decode" of the WHATWG.
    ///
    /// # Errors
    ///
    /// If the data should be base64 but is not even in this sense.
    ///
    /// ```
    /// use uri::data::DataUrl;
    ///
    /// let url = DataUrl::parse("data:;base64,%20/%0Aw")?;
    /// assert!(url.octets().is_err() && url.octets_forgiving()?.eq([0xFF]));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    pub fn octets_forgiving(self) -> Result<Octets<'a>, Base64Error> {
        self.octets_as(Reading::Forgiving)
    }

    #[inline]
    fn octets_as(self, reading: Reading) -> Result<Octets<'a>, Base64Error> {
        let text = self.data().decode();
        if !self.is_base64() {
            return Ok(Octets { text, bits: None });
        }
        check(self.data().as_str(), reading)?;
        Ok(Octets { text, bits: Some(Bits::default()) })
    }
}

#[cfg(feature = "alloc")]
crate::operations::delegate::delegate! {
    [DataUrlBuf] {
        fn is_base64() -> bool;
        fn octets() -> Result<Octets<'a>, Base64Error>;
        fn octets_forgiving() -> Result<Octets<'a>, Base64Error>;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    Strict,
    Forgiving,
}

/// Checks escaped base64.
fn check(text: &str, reading: Reading) -> Result<(), Base64Error> {
    let (mut characters, mut padding, mut last) = (0_usize, 0_usize, 0);
    let mut rest = text.as_bytes();
    while let Some(&first) = rest.first() {
        let offset = text.len() - rest.len();
        let refused = |kind| Err(Base64Error { offset, kind });
        let (octet, after) = split_escape(rest).unwrap_or((first, &rest[1..]));
        rest = after;
        match (sextet(octet), octet) {
            (Some(value), _) if padding == 0 => (characters, last) = (characters + 1, value),
            (None, b'=') if padding < 2 => padding += 1,
            (None, b'\t' | b'\n' | 0x0C | b'\r' | b' ') if reading == Reading::Forgiving => (),
            (None, octet) if octet != b'=' => return refused(Base64ErrorKind::Octet(octet)),
            _ => return refused(Base64ErrorKind::Padding),
        }
    }
    let refused = |kind| Err(Base64Error { offset: text.len(), kind });
    let is_whole = (characters % 4 + padding).is_multiple_of(4);
    let may_be_short = reading == Reading::Forgiving && padding == 0;
    if characters % 4 == 1 || !(is_whole || may_be_short) {
        return refused(Base64ErrorKind::Length);
    }
    let left_over = match characters % 4 {
        2 => last & 0b1111,
        3 => last & 0b11,
        _ => 0,
    };
    if reading == Reading::Strict && left_over != 0 {
        return refused(Base64ErrorKind::LeftOver);
    }
    Ok(())
}

/// The value of a character of base64.
#[inline]
const fn sextet(octet: u8) -> Option<u8> {
    Some(match octet {
        b'A'..=b'Z' => octet - b'A',
        b'a'..=b'z' => octet - b'a' + 26,
        b'0'..=b'9' => octet - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

/// The error if data that should be base64 is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Base64Error {
    offset: usize,
    kind: Base64ErrorKind,
}

impl Base64Error {
    /// Returns the offset in the data, with its escapes, in bytes.
    #[must_use]
    #[inline]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the cause.
    #[must_use]
    #[inline]
    pub const fn kind(&self) -> Base64ErrorKind {
        self.kind
    }
}

/// The cause of a [`Base64Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Base64ErrorKind {
    /// The data has an octet that is no character of base64.
    Octet(u8),
    /// The data has a third `=`, or another character after a `=`.
    Padding,
    /// The number of characters is not a multiple of four, or ends with a single one.
    Length,
    /// The bits of the last character that belong to no octet are not zero.
    LeftOver,
}

impl fmt::Display for Base64Error {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Base64ErrorKind::Octet(octet) => {
                write!(f, "the octet {octet:02X} is not a character of base64")
            }
            Base64ErrorKind::Padding => f.write_str("misplaced `=` in base64"),
            Base64ErrorKind::Length => f.write_str("base64 ends too early"),
            Base64ErrorKind::LeftOver => f.write_str("base64 ends with bits that are not zero"),
        }?;
        write!(f, " at byte {} of the data", self.offset)
    }
}

impl core::error::Error for Base64Error {}
