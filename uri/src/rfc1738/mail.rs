//! Mail URLs for mail programs. RFC 1738 section 3.5.

use super::line::Piece;
use super::{EncodedAddress, ForbiddenOctet, MailtoUrl};
use crate::operations::output;
use crate::{ByteSet, Decode};
use core::fmt;

/// The two sides of a mail address, decoded. Made by [`MailtoUrl::address`].
///
/// `Display` writes the address, with U+FFFD for octets that are not UTF-8.
#[derive(Clone, Debug)]
pub struct MailAddress<'a> {
    local: Decode<'a>,
    domain: Decode<'a>,
}

impl<'a> MailAddress<'a> {
    /// Returns the text before the last `@`, which identifies the mailbox in the domain. It can be quoted,
    /// as in `"a b"@c`, and then includes the quotes.
    #[must_use]
    #[inline]
    pub fn local_part(&self) -> Decode<'a> {
        self.local.clone()
    }

    /// Returns the text after the last `@`.
    #[must_use]
    #[inline]
    pub fn domain(&self) -> Decode<'a> {
        self.domain.clone()
    }
}

impl fmt::Display for MailAddress<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        output::pad(f, |target| write!(target, "{}@{}", self.local, self.domain))
    }
}

impl<'a> MailtoUrl<'a> {
    /// The address to send mail to, decoded and divided at its last `@`. RFC 1738 section 3.5.
    ///
    /// The URL holds only an address, so a `?` belongs to the address. The fields of
    /// `mailto:a@b?subject=c` came with RFC 2368; here, `b?subject=c` is the domain.
    ///
    /// # Errors
    ///
    /// If there is no `@` with something on both sides, or if the address has control characters:
    /// CR and LF would end its header line in a message. Whether the text is a single address by
    /// RFC 822 is not checked.
    ///
    /// ```
    /// use uri::rfc1738::{MailError, MailtoUrl};
    ///
    /// let address = MailtoUrl::parse("mailto:%22J%20D%22@example.com")?.address()?;
    /// assert!(address.local_part() == "\"J D\"" && address.domain() == "example.com");
    /// let error = MailtoUrl::parse("mailto:a@b%0D%0ABcc:%20c@d")?.address().unwrap_err();
    /// assert!(matches!(error, MailError::ForbiddenOctet(octet) if octet.octet() == b'\r'));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    pub fn address(self) -> Result<MailAddress<'a>, MailError> {
        self.encoded_address().address()
    }
}

impl<'a> EncodedAddress<'a> {
    /// The address, decoded and divided; see [`MailtoUrl::address`].
    ///
    /// # Errors
    ///
    /// As those of [`MailtoUrl::address`].
    #[inline]
    pub fn address(self) -> Result<MailAddress<'a>, MailError> {
        const CONTROLS: ByteSet = ByteSet::EMPTY.with_range(0, 0x1F).with(0x7F);
        Piece::Decoded(self.decode()).without(CONTROLS).map_err(MailError::ForbiddenOctet)?;
        let text = self.as_str();
        // Each `%` begins an escape, so `%40` is always an escaped `@`.
        let (plain, escaped) = (text.rfind('@'), text.rfind("%40"));
        let (end, start) = match (plain, escaped) {
            (Some(at), None) => (at, at + 1),
            (Some(at), Some(before)) if before < at => (at, at + 1),
            (_, Some(at)) => (at, at + 3),
            (None, None) => return Err(MailError::NotTwoSides),
        };
        match (text.get(..end), text.get(start..)) {
            (Some(local), Some(domain)) if !local.is_empty() && !domain.is_empty() => {
                let decode = |text| Self::known(text, []).decode();
                Ok(MailAddress { local: decode(local), domain: decode(domain) })
            }
            _ => Err(MailError::NotTwoSides),
        }
    }
}

/// The reason why the text of a mailto URL is not an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MailError {
    /// There is no `@`, or nothing before or after it.
    NotTwoSides,
    /// The address has a control character.
    ForbiddenOctet(ForbiddenOctet),
}

impl fmt::Display for MailError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotTwoSides => f.write_str("the address has no `@` between two texts"),
            Self::ForbiddenOctet(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl core::error::Error for MailError {
    #[inline]
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::NotTwoSides => None,
            Self::ForbiddenOctet(error) => Some(error),
        }
    }
}
