//! URIs of RFC 3986: the grammar that current software follows. With the feature `rfc3986`, which is
//! on by default.
//!
//! | type | |
//! |---|---|
//! | [`UriReference`] | any reference: `http://a/b#c`, `../b`, `?page=2`, `#c`, and the empty text |
//! | [`Uri`] | a reference with a scheme, `http://a/b#c`; the base and the result of resolution |
//! | [`AbsoluteUri`] | a URI without a fragment, `http://a/b` |
//! | [`RelativeRef`] | a reference without a scheme, `../b#c` |
//! | [`Authority`], [`UserInfo`], [`Host`], [`Port`] | the text between `//` and the path, and its parts |
//! | [`HostKind`] | the kinds of hosts: [`IpLiteral`], [`Ipv4Address`] and [`RegName`] |
//! | [`Path`], [`Segment`] | a path, of one of five kinds, and the text between two slashes |
//! | [`Query`], [`Fragment`] | the text after the `?` and after the `#` |
//!
//! With the feature `alloc`, which is on by default too, each has a counterpart that owns its text,
//! such as [`UriBuf`].
//!
//! # Parse
//!
//! Accessors return parts, which have types of their own. A part is absent if its separator is:
//! `http://a?` has an empty query, `http://a` has none. A path is never absent, but may be empty;
//! in an authority, the same is true of a host.
//!
//! ```
//! use core::net::{IpAddr, Ipv6Addr};
//! use uri::rfc3986::{HostKind, Uri};
//!
//! let uri = Uri::parse("http://joe@[::1]:8080/a/./b?x=1#top")?;
//! let host = uri.host().unwrap();
//! assert!(matches!(host.kind(), HostKind::IpLiteral(_)));
//! assert_eq!(host.to_ip_addr(), Some(IpAddr::V6(Ipv6Addr::LOCALHOST)));
//! assert_eq!(uri.port_or_default(), Ok(Some(8080)));
//! assert_eq!(uri.path(), "/a/./b");
//! assert_eq!(uri.query().unwrap(), "x=1");
//! # Ok::<(), uri::ParseError>(())
//! ```
//!
//! # Resolve, change, compare
//!
//! [`resolve`](Uri::resolve) is the algorithm of section 5.2.2, strict. It never fails, and yields a
//! [`Uri`]. [`relativize`](Uri::relativize) is the inverse, and yields the shortest reference. Paths
//! are built from segments, or parsed: their kinds, such as [`PathAbempty`] and [`PathRootless`],
//! have the names of the grammar.
//!
//! ```
//! use uri::Normalization;
//! use uri::rfc3986::{Query, Uri, UriReference};
//!
//! let base = Uri::parse("http://h/list.html?page=1")?;
//! assert_eq!(base.resolve(UriReference::parse("?page=2")?), "http://h/list.html?page=2");
//! assert_eq!(base.relativize(Uri::parse("http://h/a")?).unwrap(), "a");
//!
//! let changed = base.with_query(Query::parse("page=3")?).fragment(None).build()?;
//! assert_eq!(changed, "http://h/list.html?page=3");
//!
//! // The normal form of sections 6.2.2 and 6.2.3, compared without being written.
//! let other = Uri::parse("HTTP://H:80/a/../list.html?p%61ge=1")?;
//! assert!(base.is_equivalent(other, Normalization::RFC3986));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! The [front page](crate) has more examples, and [a page](crate::_docs::choices) answers common
//! questions. References convert to IRIs of `rfc3987` by `From`.
//!
//! # Differences from the root of the crate
//!
//! The types at the [root](crate#the-root-rfc-2396) follow RFC 2396, which RFC 3986 replaced. The
//! operations have the same names there. Here,
//!
//! - a path is a [`Path`], at the root an `Option`; it has no parameters and no `quote`;
//! - a registry name is a kind of host, [`RegName`], at the root an alternative to a host;
//! - every [`Ipv4Address`] is a valid address: its numbers are at most 255, without leading zeros;
//! - `mailto:a@b?subject=c` has a query, and dot segments are removed from `s:a/../b`.
//!
//! References convert to those of the root and back by `TryFrom`, since each grammar has texts that
//! the other does not. [A page](crate::_docs::differences) lists all differences.

pub use crate::generated::rfc3986::*;
