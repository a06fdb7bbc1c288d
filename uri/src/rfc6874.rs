//! URIs of RFC 3986 with zones of IPv6 addresses, `http://[fe80::1%25eth0]/`, as RFC 6874 added them. With
//! the feature `rfc6874`.
//!
//! RFC 9844 took zones out again, because a zone means nothing to other machines. The module is for
//! programs that still meet such URIs.
//!
//! The types are those of `rfc3986`, and two more: [`ZoneId`], and [`Ipv6Addrz`], an address with a
//! zone.
//!
//! ```
//! use uri::rfc6874::Uri;
//!
//! let uri = Uri::parse("http://[fe80::1%25eth0]:8080/")?;
//! let host = uri.host().unwrap();
//! assert_eq!(host.zone_id().unwrap(), "eth0");
//! assert_eq!(host.to_ip_addr().unwrap().to_string(), "fe80::1");
//! # Ok::<(), uri::ParseError>(())
//! ```
//!
//! All operations are those of the [crate]. The case of a zone is kept by normalisation: it is a
//! name that the machine gives.
//!
//! [A page](crate::_docs::differences) has all differences between the grammars.

pub use crate::generated::rfc6874::*;
