//! Ports and addresses as numbers.

use crate::IPv4Address;
use core::fmt;
use core::net::Ipv4Addr;

/// The conversions of one rule for ports: its path as text, the section, and what it is.
macro_rules! ports {
    ($path:literal, $section:literal, $($port:tt)+) => {
        impl<'b> $($port)+<'b> {
            #[doc = concat!("The number, in decimal: ", $section, ".")]
            ///
            /// # Errors
            ///
            /// If the port has no digit, or the number is above 65535; see [`PortError`].
            ///
            /// ```
            #[doc = concat!("use ", $path, ";")]
            /// use uri::PortError;
            ///
            /// assert_eq!(Port::new("0080").to_u16(), Ok(80));
            /// assert_eq!(Port::new("65536").to_u16(), Err(PortError::TooLarge));
            /// ```
            pub fn to_u16(self) -> Result<u16, PortError> {
                number(self.as_str())
            }

            /// The port of this number, written in decimal into the buffer.
            ///
            /// ```
            #[doc = concat!("use ", $path, ";")]
            ///
            /// assert_eq!(Port::from_u16(8080, &mut [0; 5]).as_str(), "8080");
            /// ```
            #[must_use]
            pub fn from_u16(number: u16, buffer: &'b mut [u8; 5]) -> Self {
                Self::new(decimal(number, buffer))
            }
        }
    };
}
ports!("uri::Port", "RFC 2396 section 3.2.2", crate::Port);
#[cfg(feature = "rfc1738")]
ports!("uri::rfc1738::Port", "RFC 1738 section 3.1", crate::rfc1738::Port);
#[cfg(feature = "rfc3986")]
ports!("uri::rfc3986::Port", "RFC 3986 section 3.2.3", crate::rfc3986::Port);
#[cfg(feature = "rfc3987")]
ports!("uri::rfc3987::Port", "RFC 3986 section 3.2.3", crate::rfc3987::Port);

/// The number that digits are.
fn number(digits: &str) -> Result<u16, PortError> {
    if digits.is_empty() {
        return Err(PortError::Empty);
    }
    // Nothing but digits is left.
    digits.parse().map_err(|_| PortError::TooLarge)
}

/// The digits of a number.
fn decimal(number: u16, buffer: &mut [u8; 5]) -> &str {
    let (mut start, mut rest) = (buffer.len(), number);
    while start == buffer.len() || rest != 0 {
        start -= 1;
        buffer[start] = b"0123456789"[usize::from(rest % 10)];
        rest /= 10;
    }
    core::str::from_utf8(&buffer[start..]).expect("digits are text")
}

/// Why a port is not a number of 16 bits.
///
/// ```
/// use uri::{Port, PortError};
///
/// assert_eq!(Port::new("").to_u16(), Err(PortError::Empty));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PortError {
    /// The port has no digit; the default port of the scheme is meant.
    Empty,
    /// The port is above 65535.
    TooLarge,
}

impl fmt::Display for PortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "the port is empty",
            Self::TooLarge => "the port is above 65535",
        })
    }
}

impl core::error::Error for PortError {}

impl IPv4Address<'_> {
    /// The address; `None` if one of its four numbers is above 255, for which the grammar has no
    /// bound, or has zeros in front. RFC 2396 section 3.2.2.
    ///
    /// The RFC's numbers are decimal, but many resolvers read a number with a zero in front as
    /// octal: to them `0177.0.0.1` is 127.0.0.1. A text that means two addresses is none here,
    /// as in [`Ipv4Addr`]'s own `FromStr`, so that a program that checks the address cannot be
    /// led to another one. An allow-list should refuse such a host.
    ///
    /// ```
    /// use core::net::Ipv4Addr;
    /// use uri::IPv4Address;
    ///
    /// assert_eq!(IPv4Address::new("127.0.0.1").to_ipv4_addr(), Some(Ipv4Addr::LOCALHOST));
    /// assert_eq!(IPv4Address::new("0177.0.0.1").to_ipv4_addr(), None);
    /// assert_eq!(IPv4Address::new("256.0.0.1").to_ipv4_addr(), None);
    /// ```
    #[must_use]
    pub fn to_ipv4_addr(self) -> Option<Ipv4Addr> {
        self.as_str().parse().ok()
    }
}
