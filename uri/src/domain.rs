//! Domain names of hosts in the form of the DNS, and as people read them: RFC 3987 section 3.1, step
//! 2, by the crate `idna`, which follows UTS #46.
//!
//! The RFC refers to IDNA 2003, whose table of characters was fixed. UTS #46 maps the same
//! characters by the tables of current Unicode, and does not map `ß` to `ss`.

use crate::operations::iri::Counterpart;
use crate::operations::percent::InvalidUtf8;
use crate::{ParseError, rfc3986, rfc3987};
use ::idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
use alloc::borrow::ToOwned as _;
use alloc::string::{String, ToString as _};
use core::fmt;

/// The reason why a host cannot be converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DomainError {
    /// The octets of the host are not UTF-8.
    InvalidUtf8(InvalidUtf8),
    /// The host is not a domain name: a character is not allowed, a label begins with `xn--` and
    /// cannot be decoded, or a label is empty or too long for the DNS.
    Invalid,
    /// The text is longer than 4 GiB.
    TooLong(ParseError),
}

impl fmt::Display for DomainError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidUtf8(error) => error.fmt(f),
            Self::Invalid => f.write_str("the host is not a domain name"),
            Self::TooLong(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for DomainError {
    #[inline]
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::InvalidUtf8(error) => Some(error),
            Self::Invalid => None,
            Self::TooLong(error) => Some(error),
        }
    }
}

impl rfc3987::Host<'_> {
    /// The host in the form of the DNS: labels with characters beyond ASCII are converted to
    /// Punycode. RFC 3987 section 3.1, step 2.
    ///
    /// Escapes are decoded first. An ASCII name, an address and the empty host stay as they are:
    /// nothing checks whether an ASCII name is a name of the DNS, so that `xn--a` is no error, and
    /// `EXAMPLE.com` keeps its case. The result can be an address, because some Unicode characters
    /// map to ASCII digits.
    ///
    /// With features `idna`, `rfc3986` and `rfc3987`.
    ///
    /// # Errors
    ///
    /// If the host has characters beyond ASCII and is not a domain name.
    ///
    /// ```
    /// use uri::rfc3987::Host;
    ///
    /// assert_eq!(Host::new("résumé.example").to_ascii()?.as_str(), "xn--rsum-bpad.example");
    /// assert_eq!(Host::new("r%C3%A9sumé.example").to_ascii()?.as_str(), "xn--rsum-bpad.example");
    /// assert_eq!(Host::new("[::1]").to_ascii()?.as_str(), "[::1]");
    /// assert_eq!(Host::new("A..xn--a").to_ascii()?.as_str(), "A..xn--a");
    /// assert!(Host::new("ä..example").to_ascii().is_err());
    /// # Ok::<(), uri::DomainError>(())
    /// ```
    #[inline]
    pub fn to_ascii(self) -> Result<rfc3986::HostBuf, DomainError> {
        let Some(name) = self.reg_name() else { return known(self.as_str()) };
        let decoded = name.decode().to_str().map_err(DomainError::InvalidUtf8)?;
        if decoded.is_ascii() {
            return known(self.as_str());
        }
        let length = DnsLength::VerifyAllowRootDot;
        let bytes = decoded.as_bytes();
        let ascii = Uts46::new().to_ascii(bytes, AsciiDenyList::URL, Hyphens::Allow, length);
        let ascii = ascii.map_err(|_| DomainError::Invalid)?;
        known(&rfc3986::RegName::quote(&*ascii).to_string())
    }
}

impl rfc3987::HostBuf {
    /// As [`to_ascii`](rfc3987::Host::to_ascii) of the borrowed form.
    #[inline]
    pub fn to_ascii(&self) -> Result<rfc3986::HostBuf, DomainError> {
        self.as_view().to_ascii()
    }
}

impl rfc3986::HostBuf {
    /// As [`to_unicode`](rfc3986::Host::to_unicode) of the borrowed form.
    #[inline]
    pub fn to_unicode(&self) -> Result<rfc3987::HostBuf, DomainError> {
        self.as_view().to_unicode()
    }
}

impl rfc3986::Host<'_> {
    /// The host as people read it: labels in Punycode, and escapes of characters beyond ASCII,
    /// become the characters that they stand for. A host without either stays as it is. The inverse
    /// of [`rfc3987::Host::to_ascii`] for domain names.
    ///
    /// A name in another script can look like a different name. A program that shows names to
    /// people has to decide which ones to show.
    ///
    /// With features `idna`, `rfc3986` and `rfc3987`.
    ///
    /// # Errors
    ///
    /// If the host has escapes of octets beyond ASCII or labels that begin with `xn--`, and is not
    /// a domain name.
    ///
    /// ```
    /// use uri::rfc3986::Host;
    ///
    /// assert_eq!(Host::new("xn--rsum-bpad.example").to_unicode()?.as_str(), "résumé.example");
    /// assert_eq!(Host::new("My_%48ost").to_unicode()?.as_str(), "My_%48ost");
    /// assert!(Host::new("xn--a").to_unicode().is_err());
    /// # Ok::<(), uri::DomainError>(())
    /// ```
    #[inline]
    pub fn to_unicode(self) -> Result<rfc3987::HostBuf, DomainError> {
        let Some(name) = self.reg_name() else { return known(self.as_str()) };
        let decoded = name.decode().to_str().map_err(DomainError::InvalidUtf8)?;
        if decoded.is_ascii() && !decoded.split('.').any(is_punycode) {
            return known(self.as_str());
        }
        let (unicode, valid) =
            Uts46::new().to_unicode(decoded.as_bytes(), AsciiDenyList::URL, Hyphens::Allow);
        valid.map_err(|_| DomainError::Invalid)?;
        known(&rfc3987::RegName::quote(&*unicode).to_string())
    }
}

/// Returns whether a label begins with `xn--`, in either case.
#[inline]
fn is_punycode(label: &str) -> bool {
    label.as_bytes().get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"xn--"))
}

/// Converts a text that is valid except perhaps for its length.
fn known<T: TryFrom<String, Error: Into<ParseError>>>(text: &str) -> Result<T, DomainError> {
    T::try_from(text.to_owned()).map_err(|why| DomainError::TooLong(why.into()))
}

/// Converts a reference to the other grammar, with another host in place of its own.
fn with_host<R: Counterpart>(
    text: &str,
    host: Option<(&str, &str)>,
    before: usize,
) -> Result<R::Buf, DomainError> {
    let mut written = String::with_capacity(text.len());
    let (start, new, rest) = match host {
        Some((old, new)) => (&text[..before], new, &text[before + old.len()..]),
        None => (text, "", ""),
    };
    let mut each = |piece: &str| {
        written.push_str(piece);
        Ok(())
    };
    let converted = R::convert(start, &mut each).and_then(|()| each(new));
    let converted = converted.and_then(|()| R::convert(rest, &mut each));
    debug_assert!(converted.is_ok(), "only the closure stops the pieces");
    known(&written)
}

/// Returns the offset of the host, after a scheme and user information with the given lengths.
#[inline]
fn before_host(scheme: Option<usize>, userinfo: Option<usize>) -> usize {
    let with_separator = |length: Option<usize>| length.map_or(0, |length| length + 1);
    with_separator(scheme) + "//".len() + with_separator(userinfo)
}

macro_rules! references {
    ($($uri:ident $uri_buf:ident, $iri:ident $iri_buf:ident, $scheme:expr;)+) => {$(
        impl rfc3987::$iri<'_> {
            /// As [`to_uri`](Self::to_uri), with the host in the form of the DNS:
            /// [`Host::to_ascii`](rfc3987::Host::to_ascii). RFC 3987 section 3.1, step 2.
            ///
            /// With features `idna`, `rfc3986` and `rfc3987`.
            ///
            /// # Errors
            ///
            /// If the host has characters beyond ASCII and is not a domain name, or the text has
            /// more than 4 GiB.
            ///
            /// ```
            /// use uri::rfc3987::IriReference;
            ///
            /// let iri = IriReference::parse("http://résumé.example/é")?;
            /// let uri = iri.to_uri_with_ascii_host()?;
            /// assert_eq!(uri.as_str(), "http://xn--rsum-bpad.example/%C3%A9");
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[inline]
            pub fn to_uri_with_ascii_host(self) -> Result<rfc3986::$uri_buf, DomainError> {
                let host = self.host().map(|host| Ok((host, host.to_ascii()?))).transpose()?;
                let host = host.as_ref().map(|(old, new)| (old.as_str(), new.as_str()));
                let scheme: fn(Self) -> Option<usize> = $scheme;
                let userinfo = self.userinfo().map(|part| part.as_str().len());
                let before = before_host(scheme(self), userinfo);
                with_host::<rfc3986::$uri<'_>>(self.as_str(), host, before)
            }
        }

        impl rfc3986::$uri<'_> {
            /// As [`to_iri`](Self::to_iri), with the host as people read it:
            /// [`Host::to_unicode`](rfc3986::Host::to_unicode).
            ///
            /// With features `idna`, `rfc3986` and `rfc3987`.
            ///
            /// # Errors
            ///
            /// As those of [`Host::to_unicode`](rfc3986::Host::to_unicode), or if the text has more
            /// than 4 GiB.
            ///
            /// ```
            /// use uri::rfc3986::UriReference;
            ///
            /// let uri = UriReference::parse("http://xn--rsum-bpad.example/%C3%A9")?;
            /// let iri = uri.to_iri_with_unicode_host()?;
            /// assert_eq!(iri.as_str(), "http://résumé.example/é");
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[inline]
            pub fn to_iri_with_unicode_host(self) -> Result<rfc3987::$iri_buf, DomainError> {
                let host = self.host().map(|host| Ok((host, host.to_unicode()?))).transpose()?;
                let host = host.as_ref().map(|(old, new)| (old.as_str(), new.as_str()));
                let scheme: fn(Self) -> Option<usize> = $scheme;
                let userinfo = self.userinfo().map(|part| part.as_str().len());
                let before = before_host(scheme(self), userinfo);
                with_host::<rfc3987::$iri<'_>>(self.as_str(), host, before)
            }
        }

        impl rfc3987::$iri_buf {
            #[doc = concat!("As [`to_uri_with_ascii_host`](rfc3987::", stringify!($iri),
                "::to_uri_with_ascii_host) of the borrowed form.")]
            #[inline]
            pub fn to_uri_with_ascii_host(&self) -> Result<rfc3986::$uri_buf, DomainError> {
                self.as_view().to_uri_with_ascii_host()
            }
        }

        impl rfc3986::$uri_buf {
            #[doc = concat!("As [`to_iri_with_unicode_host`](rfc3986::", stringify!($uri),
                "::to_iri_with_unicode_host) of the borrowed form.")]
            #[inline]
            pub fn to_iri_with_unicode_host(&self) -> Result<rfc3987::$iri_buf, DomainError> {
                self.as_view().to_iri_with_unicode_host()
            }
        }
    )+};
}
references! {
    UriReference UriReferenceBuf, IriReference IriReferenceBuf,
        |it| it.scheme().map(|part| part.as_str().len());
    Uri UriBuf, Iri IriBuf, |it| Some(it.scheme().as_str().len());
    AbsoluteUri AbsoluteUriBuf, AbsoluteIri AbsoluteIriBuf,
        |it| Some(it.scheme().as_str().len());
    RelativeRef RelativeRefBuf, RelativeRef RelativeRefBuf, |_| None;
}
