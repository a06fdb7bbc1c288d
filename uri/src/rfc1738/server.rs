//! Addresses to connect to: host and port of the URLs that name a server. RFC 1738 section 3.1.

use super::{
    FtpUrl, GopherUrl, Host, HostNumber, HttpUrl, NntpUrl, Port, ProsperoUrl, TelnetUrl,
    WaisDatabase, WaisDoc, WaisIndex, WaisUrl,
};
use crate::PortError;
use core::fmt;
use core::net::Ipv4Addr;

impl HostNumber<'_> {
    /// The address. `None` if one of its four numbers is above 255, which the grammar allows, or
    /// has leading zeros, which many resolvers read as octal. See
    /// [`Ipv4Address::to_ipv4_addr`](crate::Ipv4Address::to_ipv4_addr).
    #[must_use]
    #[inline]
    pub fn to_ipv4_addr(self) -> Option<Ipv4Addr> {
        crate::Ipv4Address::from(self).to_ipv4_addr()
    }
}

macro_rules! server {
    ($($url:ident $port:literal $section:literal)+) => {$(
        impl<'a> $url<'a> {
            #[doc = concat!("The port of a URL that names none: ", stringify!($port),
                ", RFC 1738 section ", $section, ".")]
            pub const DEFAULT_PORT: u16 = $port;

            #[doc = concat!("The number of the port, ", stringify!($port),
                " if the URL names none. RFC 1738 section ", $section, ".")]
            ///
            /// # Errors
            ///
            /// If the number is above 65535; the grammar sets no bound.
            #[inline]
            pub fn port_or_default(self) -> Result<u16, PortError> {
                self.port().map_or(Ok(Self::DEFAULT_PORT), Port::to_u16)
            }

            /// Host and port to connect to, as `std::net::TcpStream::connect` takes them.
            ///
            /// # Errors
            ///
            /// If the port is above 65535, or the host is a number that is not an address
            /// ([`HostNumber::to_ipv4_addr`]).
            #[inline]
            pub fn host_and_port(self) -> Result<(&'a str, u16), AddressError> {
                host_and_port(self.host(), self.port_or_default())
            }
        }
    )+};
}
server! {
    FtpUrl 21 "3.2"
    HttpUrl 80 "3.3"
    GopherUrl 70 "3.4.1"
    NntpUrl 119 "3.7"
    TelnetUrl 23 "3.8"
    WaisUrl 210 "3.9"
    WaisDatabase 210 "3.9"
    WaisIndex 210 "3.9"
    WaisDoc 210 "3.9"
    ProsperoUrl 1525 "3.11"
}

#[inline]
fn host_and_port(
    host: Host<'_>,
    port: Result<u16, PortError>,
) -> Result<(&str, u16), AddressError> {
    match host.hostnumber() {
        Some(number) if number.to_ipv4_addr().is_none() => Err(AddressError::HostNumber),
        _ => Ok((host.as_str(), port.map_err(AddressError::Port)?)),
    }
}

/// The reason why a program cannot connect to the host and port of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AddressError {
    /// The host is a number with a group above 255, or with leading zeros, which programs read as
    /// different addresses.
    HostNumber,
    /// The port is above 65535.
    Port(PortError),
}

impl fmt::Display for AddressError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HostNumber => f.write_str("the number of the host is not an IPv4 address"),
            Self::Port(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl core::error::Error for AddressError {
    #[inline]
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::HostNumber => None,
            Self::Port(error) => Some(error),
        }
    }
}

/// Conversions of hosts and ports to RFC 2396, which allows more of them; parses the text again.
macro_rules! widen {
    ($($from:ident to $to:ident)+) => {$(
        impl<'a> From<$from<'a>> for crate::$to<'a> {
            #[inline]
            fn from(view: $from<'a>) -> Self {
                Self::new(view.as_str())
            }
        }
    )+};
}
widen! {
    Host to Host
    HostNumber to Ipv4Address
    Port to Port
}
