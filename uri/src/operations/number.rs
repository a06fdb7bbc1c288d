//! Ports and addresses as numbers.

use crate::Ipv4Address;
use crate::syntax::types::parts;
use core::fmt;
use core::net::Ipv4Addr;

macro_rules! ports {
    ($of:ident $view:ident $buf:ident $syntax:ty,
        [$rfc:ident $at:literal $reference:literal $uri:literal]) => {
        impl<'a> $of::$view<'a> {
            /// The number, in decimal:
            #[doc = concat!($crate::operations::wording::section!($rfc, "3.2.2", "3.2.3"), ".")]
            ///
            /// # Errors
            ///
            /// If the number is above 65535, or the port is empty, if the grammar allows that.
            ///
            /// ```
            /// use uri::PortError;
            #[doc = concat!("use uri::", $at, "Port;")]
            ///
            /// assert_eq!(Port::new("0080").to_u16(), Ok(80));
            /// assert_eq!(Port::new("65536").to_u16(), Err(PortError::TooLarge));
            /// ```
            #[inline]
            pub fn to_u16(self) -> Result<u16, $crate::PortError> {
                $crate::operations::number::port(self.as_str())
            }

            /// Writes a number into the buffer as a port, in decimal.
            ///
            /// ```
            #[doc = concat!("use uri::", $at, "Port;")]
            ///
            /// assert_eq!(Port::from_u16(8080, &mut [0; 5]).as_str(), "8080");
            /// ```
            #[must_use]
            #[inline]
            pub fn from_u16(number: u16, buffer: &'a mut [u8; 5]) -> Self {
                $crate::generated::runtime::View::of_part(
                    $crate::operations::number::write_decimal(number, buffer),
                )
            }
        }

        #[cfg(feature = "alloc")]
        $crate::operations::delegate::delegate! {
            [$of::$buf] {
                fn to_u16() -> Result<u16, $crate::PortError>;
            }
        }

        /// The port of this number, in decimal.
        ///
        /// ```
        #[doc = concat!("use uri::", $at, "PortBuf;")]
        ///
        /// assert_eq!(PortBuf::from(8080).as_str(), "8080");
        /// ```
        #[cfg(feature = "alloc")]
        impl From<u16> for $of::$buf {
            #[inline]
            fn from(number: u16) -> Self {
                $of::$view::from_u16(number, &mut [0; 5]).to_buf()
            }
        }
    };
}
#[cfg(feature = "rfc1738")]
pub(crate) use ports;
parts!(ports: Port PortBuf);

/// Parses the number of a port.
#[inline]
pub(crate) fn port(digits: &str) -> Result<u16, PortError> {
    if digits.is_empty() {
        return Err(PortError::Empty);
    }
    // The text has only digits, so the only possible error is a number that is too large.
    digits.parse().map_err(|_| PortError::TooLarge)
}

/// Writes a number to the end of the buffer.
#[inline]
pub(crate) fn write_decimal(number: u16, buffer: &mut [u8; 5]) -> &str {
    let (mut start, mut rest) = (buffer.len(), number);
    while start == buffer.len() || rest != 0 {
        start -= 1;
        buffer[start] = b"0123456789"[usize::from(rest % 10)];
        rest /= 10;
    }
    core::str::from_utf8(&buffer[start..]).expect("digits are text")
}

/// A port of a builder: its text, or a number, which is written in decimal.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PortPart<'a> {
    Text(&'a str),
    Number(u16),
}

impl PortPart<'_> {
    /// Returns the text; a number is written into the buffer.
    #[inline]
    pub(crate) fn text<'t>(&'t self, buffer: &'t mut [u8; 5]) -> &'t str {
        match *self {
            Self::Text(text) => text,
            Self::Number(number) => write_decimal(number, buffer),
        }
    }
}

/// The reason why a port is not a 16-bit number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PortError {
    /// The port is empty, which means the default port of the scheme.
    Empty,
    /// The port is above 65535.
    TooLarge,
}

impl fmt::Display for PortError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "the port is empty",
            Self::TooLarge => "the port is above 65535",
        })
    }
}

impl core::error::Error for PortError {}

impl Ipv4Address<'_> {
    /// The address. `None` if one of its four numbers is above 255, which the grammar allows, or
    /// has leading zeros. RFC 2396 section 3.2.2.
    ///
    /// The RFC's numbers are decimal, but many resolvers read a number with a leading zero as
    /// octal: to them, `0177.0.0.1` is 127.0.0.1. As in [`Ipv4Addr`]'s own `FromStr`, an ambiguous
    /// text is not an address, so a program that checks the address is not led to another one. An
    /// allow-list should refuse such a host.
    ///
    /// ```
    /// use core::net::Ipv4Addr;
    /// use uri::Ipv4Address;
    ///
    /// assert_eq!(Ipv4Address::new("127.0.0.1").to_ipv4_addr(), Some(Ipv4Addr::LOCALHOST));
    /// assert_eq!(Ipv4Address::new("0177.0.0.1").to_ipv4_addr(), None);
    /// assert_eq!(Ipv4Address::new("256.0.0.1").to_ipv4_addr(), None);
    /// ```
    #[must_use]
    #[inline]
    pub fn to_ipv4_addr(self) -> Option<Ipv4Addr> {
        self.as_str().parse().ok()
    }
}
