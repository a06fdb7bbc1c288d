//! Addresses of the sockets of an authority.

extern crate std;

use crate::percent::{character_of, split_escape};
use crate::syntax::types::parts;
use crate::{PortError, number};
use core::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::io::{Error, ErrorKind};
use std::net::ToSocketAddrs as _;
use std::string::String;
use std::vec::Vec;

macro_rules! sockets {
    ($of:ident $view:ident $buf:ident $syntax:ty) => {
        impl $of::$view<'_> {
            /// Looks up the addresses of the host, each with the port of the authority, or with the
            /// default port if there is none. Pass
            /// [`Scheme::default_port`](crate::Scheme::default_port) of the URI's scheme.
            ///
            /// Addresses are not looked up. Names are decoded and passed to the resolver of the
            /// system, as [`std::net::ToSocketAddrs`] does, which blocks until it answers.
            ///
            /// With feature `std`.
            ///
            /// # Errors
            ///
            /// If the resolver finds no address, and [`InvalidInput`](std::io::ErrorKind), without a
            /// lookup, if
            ///
            /// - the host is absent or empty, a registry name of RFC 2396, or an address of a future
            ///   version;
            /// - the port is above 65535;
            /// - the last label of a name is a number, as in `127.1`, `0x7f.1` and `0177.0.0.1`: no
            ///   name of the DNS ends so, and resolvers read these texts as different addresses (RFC
            ///   3986 section 7.4);
            /// - a name has characters beyond ASCII, which must be converted to the form of the DNS
            ///   first (by `to_uri_with_ascii_host`, with the feature `idna`), or escapes of
            ///   reserved or other characters that no name of a host has.
            ///
            /// ```
            /// use core::net::{Ipv4Addr, SocketAddr};
            /// use uri::UriReference;
            ///
            /// let uri = UriReference::new("http://127.0.0.1/");
            /// let addresses = uri.authority().unwrap().socket_addrs(80)?;
            /// assert_eq!(addresses, [SocketAddr::from((Ipv4Addr::LOCALHOST, 80))]);
            /// // std::net::TcpStream::connect(&*addresses)
            /// # Ok::<(), std::io::Error>(())
            /// ```
            #[inline]
            pub fn socket_addrs(self, default_port: u16) -> Result<Vec<SocketAddr>, Error> {
                let port = self.port().map(|port| number::port(port.as_str()));
                let host = Option::from(self.host()).map(|host: $of::Host<'_>| host.as_str());
                lookup(host.unwrap_or_default(), port, default_port)
            }
        }

        $crate::delegate::delegate! {
            [$of::$buf] {
                fn socket_addrs(default_port: u16) -> Result<Vec<SocketAddr>, Error>;
            }
        }
    };
}
parts!(sockets: Authority AuthorityBuf);

#[inline]
fn lookup(
    host: &str,
    port: Option<Result<u16, PortError>>,
    default_port: u16,
) -> Result<Vec<SocketAddr>, Error> {
    let port = match port {
        Some(Ok(port)) => port,
        Some(Err(PortError::Empty)) | None => default_port,
        Some(Err(error @ PortError::TooLarge)) => {
            return Err(Error::new(ErrorKind::InvalidInput, error));
        }
    };
    let one = |address: SocketAddr| Ok(Vec::from([address]));
    if let Some(literal) = host.strip_prefix('[') {
        let address: Option<Ipv6Addr> = literal.strip_suffix(']').and_then(|it| it.parse().ok());
        return address.map_or_else(
            || refuse("an address of an unknown version has no socket"),
            |address| one((address, port).into()),
        );
    }
    if let Ok(address) = host.parse::<Ipv4Addr>() {
        return one((address, port).into());
    }
    let name = decoded(host)?;
    if name.is_empty() {
        return refuse("the authority has no host");
    }
    if ends_with_number(&name) {
        return refuse("a host whose last label is a number is not a name");
    }
    Ok((name.as_str(), port).to_socket_addrs()?.collect())
}

#[inline]
fn refuse<T>(message: &'static str) -> Result<T, Error> {
    Err(Error::new(ErrorKind::InvalidInput, message))
}

/// The name without escapes.
#[inline]
fn decoded(name: &str) -> Result<String, Error> {
    let mut decoded = String::with_capacity(name.len());
    let mut rest = name.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if !byte.is_ascii() {
            return refuse("the host is not in the form of the DNS");
        }
        let (octet, after) = split_escape(rest).unwrap_or((byte, after));
        // An escape of another character could be an IPv6 address, or the end of the text in C.
        let is_allowed = octet.is_ascii_alphanumeric() || b"-._~".contains(&octet);
        if byte == b'%' && !is_allowed {
            return refuse("the host has an escape that no name has");
        }
        decoded.push_str(character_of(octet));
        rest = after;
    }
    Ok(decoded)
}

/// Returns whether resolvers may read the name as an IPv4 address.
#[inline]
fn ends_with_number(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let label = name.rsplit('.').next().unwrap_or_default().as_bytes();
    match label {
        [b'0', b'x' | b'X', digits @ ..] => digits.iter().all(u8::is_ascii_hexdigit),
        digits => !digits.is_empty() && digits.iter().all(u8::is_ascii_digit),
    }
}
