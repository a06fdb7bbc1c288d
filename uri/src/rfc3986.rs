//! URIs of RFC 3986, which most programs want today: with IPv6 addresses, and with any registered
//! name as a host. With the feature `rfc3986`.
//!
//! | type | |
//! |---|---|
//! | [`UriReference`] | any reference: `http://a/b#c`, `../b`, `?page=2`, `#c`, and the empty text |
//! | [`Uri`] | `http://a/b#c`: with a scheme, perhaps with a fragment; what references resolve to, and a base |
//! | [`AbsoluteUri`] | `http://a/b`: with a scheme, without a fragment |
//! | [`RelativeRef`] | `../b#c`: without a scheme |
//! | [`Authority`], [`UserInfo`], [`Host`], [`Port`] | the text between `//` and the path, and its parts |
//! | [`HostKind`] | what a host is: [`IpLiteral`], [`Ipv4Address`] or [`RegName`] |
//! | [`Path`], [`Segment`] | a path, of one of five kinds, and the text between two slashes |
//! | [`Query`], [`Fragment`] | what follows the `?` and the `#` |
//!
//! With the feature `alloc`, each has a counterpart that owns its text, such as [`UriBuf`](Uri).
//!
//! ```
//! use core::net::{IpAddr, Ipv6Addr};
//! use uri::Normalization;
//! use uri::rfc3986::{HostKind, Query, Uri, UriReference};
//!
//! let uri = Uri::parse("http://joe@[::1]:8080/a/./b?x=1#top")?;
//! let host = uri.host().unwrap();
//! assert!(matches!(host.kind(), HostKind::IpLiteral(_)));
//! assert_eq!(host.to_ip_addr(), Some(IpAddr::V6(Ipv6Addr::LOCALHOST)));
//! assert_eq!(uri.port_or_default(), Ok(Some(8080)));
//! assert_eq!(uri.path(), "/a/./b");
//!
//! // Resolution is that of section 5.2.2, strict.
//! let base = Uri::parse("http://h/list.html?page=1")?;
//! assert_eq!(base.resolve(UriReference::parse("?page=2")?), "http://h/list.html?page=2");
//!
//! // The normal form of sections 6.2.2 and 6.2.3, compared without being written.
//! let other = Uri::parse("HTTP://H:80/a/../list.html?p%61ge=1")?;
//! assert!(base.is_equivalent(other, Normalization::RFC3986));
//!
//! let changed = base.with_query(Query::parse("page=3")?).fragment(None).build()?;
//! assert_eq!(changed, "http://h/list.html?page=3");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! All operations are those of the [crate], under the same names. They differ from those of the
//! root where RFC 3986 differs from RFC 2396:
//!
//! - A path is never absent: [`path`](UriReference::path) returns a path, which may be empty. The
//!   kinds of paths have the names of the grammar, such as [`PathAbempty`] and [`PathRootless`].
//!   They have neither parameters nor a `quote`: build them from segments, or parse them.
//! - A host may be empty, but is never absent from an authority. A registry name is not an
//!   alternative to a host; a [`RegName`] is a kind of host.
//! - Every [`Ipv4Address`] is a valid address: its numbers are at most 255, without leading zeros.
//! - `mailto:a@b?subject=c` has a query, and dot segments are removed from `s:a/../b`.
//! - [`resolve`](Uri::resolve) follows [`Resolution::RFC3986`](crate::Resolution::RFC3986), never
//!   fails, and yields a [`Uri`]. [`relativize`](Uri::relativize) yields the shortest reference.
//! - References convert to the types of the root and back by `TryFrom`, since each grammar has
//!   texts that the other does not; to those of `rfc3987` by `From`.
//!
//! [A page](crate::_docs::differences) lists all differences between the grammars.

pub use crate::generated::rfc3986::*;
