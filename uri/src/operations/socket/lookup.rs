//! Looks up hosts.

use super::std::io::ErrorKind;
use super::std::net::ToSocketAddrs as _;
use super::std::string::String;
use crate::PortError;
use crate::operations::percent::{character_of, split_escape};
use core::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

pub(super) use super::std::io::Error;
pub(super) use super::std::vec::Vec;

/// Returns the addresses of a host as an authority has it, which may be empty.
#[inline]
pub(super) fn lookup(
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
