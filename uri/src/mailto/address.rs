//! Addresses: RFC 5322 section 3.4.1, as far as RFC 6068 allows it.

use crate::operations::output;
use crate::operations::percent::{Decode, InvalidUtf8, Plus, split_escape};
use core::fmt;

/// The two sides of an address, decoded. Made by [`Recipient::address`](super::Recipient::address).
///
/// `Display` writes the address.
#[derive(Clone, Debug)]
pub struct Address<'a> {
    local: &'a str,
    domain: &'a str,
}

impl<'a> Address<'a> {
    /// Reads an address with escapes.
    pub(super) fn of_escaped(text: &'a str) -> Result<Self, AddressError> {
        if let Some(error) = decode(text).chars().find_map(Result::err) {
            return Err(AddressError::InvalidUtf8(error));
        }
        let (mut state, mut at, mut rest) = (State::Begin, (0, 0), text.as_bytes());
        while let Some(&first) = rest.first() {
            let offset = text.len() - rest.len();
            let (octet, after) = split_escape(rest).unwrap_or((first, &rest[1..]));
            let next = state.after(octet).ok_or(AddressError::Octet { offset, octet })?;
            if next == State::DomainBegin {
                at = (offset, text.len() - after.len());
            }
            (state, rest) = (next, after);
        }
        if !matches!(state, State::Domain | State::LiteralEnd) {
            return Err(AddressError::Incomplete);
        }
        let (local, domain) = (text.get(..at.0), text.get(at.1..));
        Ok(Self { local: local.unwrap_or_default(), domain: domain.unwrap_or_default() })
    }

    /// Returns the name of the mailbox in the domain: the text before the `@`. A quoted string
    /// includes its quotation marks and backslashes.
    #[must_use]
    #[inline]
    pub const fn local_part(&self) -> Decode<'a> {
        decode(self.local)
    }

    /// Returns the text after the `@`: a domain name, perhaps with characters beyond ASCII, which a
    /// message has in the form of the DNS (RFC 6068 section 2, item 4), or an IP address in
    /// brackets.
    #[must_use]
    #[inline]
    pub const fn domain(&self) -> Decode<'a> {
        decode(self.domain)
    }
}

impl fmt::Display for Address<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        output::pad(f, |target| write!(target, "{}@{}", self.local_part(), self.domain()))
    }
}

/// Divides an address without escapes into its two sides, if it can be written: escapes in a domain
/// are only for characters beyond ASCII and for brackets. RFC 6068 section 2, items 1 and 4.
pub(super) fn split_to_write(address: &str) -> Result<(&str, &str), AddressError> {
    let (local, domain) = split(address)?;
    match domain.bytes().position(|octet| b"#%&,/;<=>?@\"\\^`{|}".contains(&octet)) {
        Some(at) => {
            let offset = address.len() - domain.len() + at;
            Err(AddressError::Octet { offset, octet: domain.as_bytes()[at] })
        }
        None => Ok((local, domain)),
    }
}

/// Checks an address without escapes, and returns its two sides.
fn split(address: &str) -> Result<(&str, &str), AddressError> {
    let (mut state, mut at) = (State::Begin, 0);
    for (offset, octet) in address.bytes().enumerate() {
        let next = state.after(octet).ok_or(AddressError::Octet { offset, octet })?;
        if next == State::DomainBegin {
            at = offset;
        }
        state = next;
    }
    match (state, address.get(..at), address.get(at + 1..)) {
        (State::Domain | State::LiteralEnd, Some(local), Some(domain)) => Ok((local, domain)),
        _ => Err(AddressError::Incomplete),
    }
}

#[inline]
const fn decode(text: &str) -> Decode<'_> {
    Decode::new(text, Plus::Plus)
}

/// The position in an `addr-spec`, without comments, white space and obsolete forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing.
    Begin,
    /// An atom of the local part.
    Local,
    /// A dot of the local part.
    LocalDot,
    /// A quotation mark, and characters in quotes.
    Quoted,
    /// A backslash in quotes.
    Pair,
    /// The second quotation mark.
    QuotedEnd,
    /// The `@`.
    DomainBegin,
    /// An atom of the domain.
    Domain,
    /// A dot of the domain.
    DomainDot,
    /// A bracket, and characters in brackets.
    Literal,
    /// The second bracket.
    LiteralEnd,
}

impl State {
    fn after(self, octet: u8) -> Option<Self> {
        let is_visible = matches!(octet, 0x21..=0x7E | 0x80..);
        Some(match (self, octet) {
            (Self::Begin, b'"') | (Self::Pair, b' ') => Self::Quoted,
            (Self::Begin | Self::Local | Self::LocalDot, _) if is_atext(octet) => Self::Local,
            (Self::Local, b'.') => Self::LocalDot,
            (Self::Local | Self::QuotedEnd, b'@') => Self::DomainBegin,
            (Self::Quoted, b'"') => Self::QuotedEnd,
            (Self::Quoted, b'\\') => Self::Pair,
            (Self::Quoted | Self::Pair, _) if is_visible => Self::Quoted,
            (Self::DomainBegin, b'[') => Self::Literal,
            (Self::DomainBegin | Self::Domain | Self::DomainDot, _) if is_atext(octet) => {
                Self::Domain
            }
            (Self::Domain, b'.') => Self::DomainDot,
            (Self::Literal, b']') => Self::LiteralEnd,
            (Self::Literal, _) if is_visible && !matches!(octet, b'[' | b'\\') => Self::Literal,
            _ => return None,
        })
    }
}

/// `atext` of RFC 5322 section 3.2.3, and the octets of characters beyond ASCII (RFC 6532).
fn is_atext(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || octet >= 0x80 || b"!#$%&'*+-/=?^_`{|}~".contains(&octet)
}

/// The reason why a text is not an address of RFC 5322 without comments and white space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AddressError {
    /// The address has an octet that cannot be at its position, such as a control character.
    Octet {
        /// The offset of the octet, or of its escape, in bytes.
        offset: usize,
        /// The octet.
        octet: u8,
    },
    /// The address ends too early: it has no domain, say.
    Incomplete,
    /// The decoded octets are not UTF-8.
    InvalidUtf8(InvalidUtf8),
}

impl fmt::Display for AddressError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Octet { offset, octet } => {
                write!(f, "an address cannot have the octet {octet:02X} at byte {offset}")
            }
            Self::Incomplete => f.write_str("the address is incomplete"),
            Self::InvalidUtf8(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl core::error::Error for AddressError {
    #[inline]
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::InvalidUtf8(error) => Some(error),
            Self::Octet { .. } | Self::Incomplete => None,
        }
    }
}
