//! Lines that a client sends to a server.
//!
//! A part of a URL can stand for any octets, even those that end a line of the protocol. A link
//! such as `ftp://host/a%0D%0ADELE%20b` could then make a client send an attacker's commands. So
//! every line is checked when it is created.

use crate::{ByteSet, Decode, WriteError};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt;

/// A line for a server, with the CR LF at its end: the octets that a client sends. Made by the
/// operations on URLs of a scheme, which check that none of its data ends the line early.
///
/// A line is octets and not text, because a URL does not say which characters the octets stand for.
///
/// ```
/// use uri::rfc1738::GopherUrl;
///
/// let url = GopherUrl::parse("gopher://h/7index%09two%20words")?;
/// assert_eq!(url.request()?.write_in(&mut [0; 32])?, b"index\ttwo words\r\n");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Line<'a> {
    pieces: [Piece<'a>; PIECES],
    channel: Channel,
}

/// The maximum number of pieces of a line.
pub(super) const PIECES: usize = 5;

/// A piece of a line.
#[derive(Clone, Debug)]
pub(super) enum Piece<'a> {
    /// Words and separators of the protocol, or the text of a part or of the caller.
    Text(&'a str),
    /// The decoded octets of a part.
    Decoded(Decode<'a>),
}

/// The protocol that transfers the octets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Channel {
    Plain,
    /// The octet FF starts a command of Telnet, so as data it is sent twice. RFC 854.
    Telnet,
}

impl<'a> Line<'a> {
    /// Makes a line of pieces, in order; missing pieces are empty.
    pub(super) fn new<const N: usize>(pieces: [Piece<'a>; N], channel: Channel) -> Self {
        let mut given = pieces.into_iter();
        let pieces = core::array::from_fn(|_| given.next().unwrap_or(Piece::Text("")));
        debug_assert!(given.next().is_none(), "the line has more pieces");
        Self { pieces, channel }
    }

    /// The octets in order, with CR and LF at the end.
    #[inline]
    pub fn octets(&self) -> impl Iterator<Item = u8> + Clone {
        let escape = (self.channel == Channel::Telnet).then_some(0xFF);
        let data = self.pieces.iter().flat_map(Piece::octets);
        let data = data.flat_map(move |octet| {
            core::iter::repeat_n(octet, if Some(octet) == escape { 2 } else { 1 })
        });
        data.chain(*b"\r\n")
    }

    /// Writes the octets to the front of a buffer and returns them.
    ///
    /// # Errors
    ///
    /// If the buffer is too small, with the number of bytes needed.
    #[inline]
    pub fn write_in<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b [u8], WriteError> {
        let mut octets = self.octets();
        for (end, place) in buffer.iter_mut().enumerate() {
            match octets.next() {
                Some(octet) => *place = octet,
                None => return Ok(&buffer[..end]),
            }
        }
        match octets.count() {
            0 => Ok(buffer),
            missing => {
                Err(WriteError::BufferTooSmall { needed: buffer.len().saturating_add(missing) })
            }
        }
    }

    /// The octets.
    #[cfg(feature = "alloc")]
    #[must_use]
    #[inline]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.octets().collect()
    }
}

/// Writes the octets as text; those that are not printable ASCII are escaped. The text may contain
/// a password.
impl fmt::Debug for Line<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Line(b\"")?;
        self.octets().try_for_each(|octet| fmt::Display::fmt(&octet.escape_ascii(), f))?;
        f.write_str("\")")
    }
}

impl<'a> Piece<'a> {
    #[inline]
    fn octets(&self) -> impl Iterator<Item = u8> + Clone + use<'a> {
        let (text, decoded) = match self {
            Self::Text(text) => (*text, None),
            Self::Decoded(decoded) => ("", Some(decoded.clone())),
        };
        text.bytes().chain(decoded.into_iter().flatten())
    }

    /// Returns the piece, unless it has a forbidden octet.
    #[inline]
    pub(super) fn without(self, forbidden: ByteSet) -> Result<Self, ForbiddenOctet> {
        match self.octets().find(|&octet| forbidden.contains(octet)) {
            Some(octet) => Err(ForbiddenOctet { octet }),
            None => Ok(self),
        }
    }
}

/// The error if a part of a URL stands for an octet that the protocol cannot send there: it would
/// end the line or the argument, and the rest would be read as something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ForbiddenOctet {
    pub(super) octet: u8,
}

impl ForbiddenOctet {
    /// The octet.
    #[must_use]
    #[inline]
    pub const fn octet(&self) -> u8 {
        self.octet
    }
}

impl fmt::Display for ForbiddenOctet {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a part stands for the octet {:02X}, which cannot be sent", self.octet)
    }
}

impl core::error::Error for ForbiddenOctet {}
