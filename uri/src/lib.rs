//! Validated types for every rule of RFC 2396 (URIs) and RFC 1738 (URLs).
//!
//! The code is generated from the grammars of the RFCs. A type accepts exactly the
//! language of its rule: nothing that the grammar excludes, everything that it allows.
//! There are no dependencies, no `std`, no allocation and no `unsafe`.
//!
//! # A rule, a type
//!
//! The type of a rule is a view of text that is known to match. [`UriReference`] is the
//! rule `URI-reference`, which most programs want; [`AbsoluteUri`], [`Scheme`],
//! [`Authority`], [`Host`], [`Path`], [`Query`] and all others work alike.
//!
//! ```
//! use uri::{Host, UriReference};
//!
//! let reference = UriReference::parse("http://www.ics.uci.edu/pub/ietf/uri/#Related")?;
//! assert_eq!(reference.as_str(), "http://www.ics.uci.edu/pub/ietf/uri/#Related");
//!
//! assert!(Host::is_match("www.ics.uci.edu"));
//! assert!(!Host::is_match("www.ics.uci.edu:80"));
//! let host = Host::longest_prefix("www.ics.uci.edu:80").unwrap();
//! assert_eq!(host.as_str(), "www.ics.uci.edu");
//! # Ok::<(), uri::ParseError>(())
//! ```
//!
//! The types are [`Copy`], borrow the text and never change it. They are compared as
//! text: `HTTP://a/` and `http://a/` are different.
//!
//! # Errors
//!
//! A [`ParseError`] says where the text leaves the language: at the first byte after
//! which no continuation can match. It also says what could have stood there.
//!
//! ```
//! use uri::UriReference;
//!
//! let error = UriReference::parse("http://a/b c").unwrap_err();
//! assert_eq!(error.offset(), 10);
//! assert_eq!(error.found(), Some(b' '));
//! assert!(error.expected().contains(b'%'));
//! assert!(error.end_expected());
//! ```
//!
//! # Constants
//!
//! Parsing works at compile time, and there a mistake is an error of the compiler.
//!
//! ```
//! use uri::{AbsoluteUri, Scheme};
//!
//! const HOME: AbsoluteUri<'static> = AbsoluteUri::new("http://example.com/");
//! const _: () = assert!(Scheme::is_match("http"));
//! assert_eq!(HOME.as_str(), "http://example.com/");
//! ```
//!
//! ```compile_fail
//! # use uri::AbsoluteUri;
//! const HOME: AbsoluteUri<'static> = AbsoluteUri::new("http://exa mple.com/");
//! ```
//!
//! # URLs of RFC 1738
//!
//! [`rfc1738`] has a type for each rule of the older RFC, which gives every scheme a
//! syntax of its own.
//!
//! ```
//! use uri::rfc1738::{FtpUrl, HttpUrl};
//!
//! assert!(HttpUrl::is_match("http://example.com/search?q"));
//! assert!(FtpUrl::is_match("ftp://user:secret@example.com/pub/file;type=i"));
//! // An HTTP URL has no user, and no URL of RFC 1738 has a fragment.
//! assert!(!HttpUrl::is_match("http://user@example.com/"));
//! assert!(!HttpUrl::is_match("http://example.com/#top"));
//! ```
//!
//! # What follows from the letter of the grammar
//!
//! RFC 2396 differs from what later RFCs and many programs take for a URI.
//!
//! ```
//! use uri::{Authority, Host, IPv4Address, RegName, UriReference};
//!
//! // A relative reference needs a path, a scheme needs something after its colon.
//! assert!(!UriReference::is_match("?y"));
//! assert!(!UriReference::is_match("s:"));
//! assert!(!UriReference::is_match("s:#f"));
//!
//! // An authority may be empty, and so may the whole reference.
//! assert!(UriReference::is_match("//"));
//! assert!(UriReference::is_match("file:///etc/hosts"));
//! assert!(UriReference::is_match(""));
//! assert!(UriReference::is_match("#f"));
//!
//! // A host with an underscore is no host. The authority is a registry name.
//! assert!(!Host::is_match("my_host"));
//! assert!(RegName::is_match("my_host"));
//! assert!(Authority::is_match("my_host"));
//! assert!(UriReference::is_match("http://my_host/"));
//!
//! // IPv6 came later (RFC 2732), and the groups of an IPv4 address are any numbers.
//! assert!(!UriReference::is_match("http://[::1]/"));
//! assert!(IPv4Address::is_match("999.0.0.1"));
//!
//! // Beyond ASCII and outside of the RFC's characters, text has to be escaped.
//! assert!(!UriReference::is_match("/ä"));
//! assert!(UriReference::is_match("/%C3%A4"));
//! assert!(!UriReference::is_match("/a|b"));
//! ```

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod build;
mod components;
mod dots;
#[rustfmt::skip]
mod generated;
mod kinds;
mod normalize;
mod number;
mod output;
mod pairs;
mod params;
mod percent;
mod relativize;
mod resolve;
mod schemes;
mod segments;
mod splice;
mod userinfo;

pub use build::{BuildError, Builder, Built};
pub use components::Components;
pub use generated::*;
pub use normalize::{Normalization, Normalized};
pub use number::PortError;
pub use output::WriteError;
pub use pairs::{ChangedQuery, FormQuery, Pair, Pairs};
pub use params::ChangedSegment;
pub use percent::{Decode, DecodeChars, DecodeError, Encode, EscapedPart, InvalidUtf8};
pub use relativize::Relativized;
pub use resolve::{Resolution, ResolveError, Resolved, SameDocument, SameScheme, SurplusParents};
pub use segments::UriPathSegments;
