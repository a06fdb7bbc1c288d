//! URIs as RFC 2396 has them, and URLs as RFC 1738 has them: validated types for every
//! rule of their grammars, and the operations on them.
//!
//! The types are generated from the grammars of the RFCs. A type accepts exactly the
//! language of its rule: nothing that the grammar excludes, everything that it allows.
//! There are no dependencies, no `std`, no `unsafe` unless a [feature](#features) asks for
//! it, and nothing is allocated unless the feature `alloc` is on and a value of its own is
//! asked for.
//!
//! # A rule, a type
//!
//! The type of a rule is a view of text that is known to match. [`UriReference`] is the
//! rule `URI-reference`, which most programs want. A view knows where its parts are, and
//! gives them as views again, so that no text is read twice.
//!
//! ```
//! use uri::{Authority, UriPath, UriReference};
//!
//! let reference = UriReference::parse("http://joe@www.ics.uci.edu:80/pub/ietf/uri/?x=1#Related")?;
//! assert_eq!(reference.scheme().unwrap().as_str(), "http");
//! assert_eq!(reference.fragment().unwrap().as_str(), "Related");
//!
//! let authority: Authority<'_> = reference.authority().unwrap();
//! assert_eq!(authority.host().unwrap().as_str(), "www.ics.uci.edu");
//! assert_eq!(authority.port().unwrap().to_u16(), Ok(80));
//!
//! let Some(UriPath::AbsPath(path)) = reference.path() else { panic!() };
//! assert_eq!(path.segments().map(|segment| segment.as_str()).last(), Some(""));
//! # Ok::<(), uri::ParseError>(())
//! ```
//!
//! The types are [`Copy`], borrow the text and never change it. They are compared as
//! text: `HTTP://a/` and `http://a/` are different, until they are
//! [normalised](UriReference::normalize).
//!
//! Which type is wanted?
//!
//! | type | text |
//! |---|---|
//! | [`UriReference`] | `http://a/b#c`, `../b`, `#c`, and the empty text |
//! | [`AbsoluteUri`] | `http://a/b`, `mailto:a@b`: with a scheme, without a fragment; a base for resolution |
//! | [`RelativeUri`] | `../b?c`, `//a`: without a scheme and a fragment |
//! | [`Reference`] | as [`UriReference`], and a query alone, `?c`, which the RFC resolves but does not parse |
//! | [`rfc1738`] | URLs of one scheme: [`HttpUrl`](rfc1738::HttpUrl), [`FtpUrl`](rfc1738::FtpUrl), ... |
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
//! `new` works at compile time, and there a mistake is an error of the compiler; `check`
//! says whether a text matches. `parse` and `is_match` are quicker, and for run time only.
//!
//! ```
//! use uri::{AbsoluteUri, Scheme};
//!
//! const HOME: AbsoluteUri<'static> = AbsoluteUri::new("http://example.com/");
//! const _: () = assert!(Scheme::check("http").is_ok());
//! assert_eq!(HOME.as_str(), "http://example.com/");
//! ```
//!
//! ```compile_fail
//! # use uri::AbsoluteUri;
//! const HOME: AbsoluteUri<'static> = AbsoluteUri::new("http://exa mple.com/");
//! ```
//!
//! # Operations
//!
//! An operation gives a small value that borrows from its operands. Nothing is written
//! until its text is wanted: by [`Display`](core::fmt::Display) into anything that takes text, by `write_in`
//! into a buffer, where it is a view again, or by `to_buf` into a value that owns it (feature
//! `alloc`). What would be no reference, or one with other parts, is an error value.
//!
//! ```
//! use uri::{AbsoluteUri, Normalization, Query, Reference};
//!
//! let base = AbsoluteUri::parse("http://a/b/c/d;p?q")?;
//! let mut buffer = [0; 64];
//!
//! // Resolve: section 5.2, and all of Appendix C.
//! let target = base.resolve(Reference::parse("../g?y#s")?)?.write_in(&mut buffer)?;
//! assert_eq!(target.as_str(), "http://a/b/g?y#s");
//!
//! // The way back.
//! assert_eq!(base.relativize(target).unwrap().to_string(), "../g?y#s");
//!
//! // Another part, or none.
//! let changed = target.with_query(Query::parse("z")?).fragment(None).build()?;
//! assert_eq!(changed.to_string(), "http://a/b/g?z");
//!
//! // Normal forms: the steps are chosen, and equivalence needs no writing.
//! let other = AbsoluteUri::parse("HTTP://a:80/b/%63/./d;p?q")?;
//! assert!(base.is_equivalent(other, Normalization::ALL));
//! assert!(!base.is_equivalent(other, Normalization::COMMON));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! | operation | |
//! |---|---|
//! | [`AbsoluteUri::resolve`], [`relativize`](AbsoluteUri::relativize) | a reference from a base, and back; [`Resolution`] |
//! | [`UriReference::normalize`], [`is_equivalent`](UriReference::is_equivalent) | normal forms; [`Normalization`] |
//! | [`UriReference::builder`], `with_...`, `set_...` | references from parts, and with other parts; [`Builder`] |
//! | [`Segment::decode`], [`encode`](Segment::encode), [`quote`](Segment::quote) | data in parts, escaped once; [`Decode`] |
//! | [`UriPath::segments`], [`Segment::params`], `push_segment` ... | the parts of a path |
//! | [`Query::pairs`], [`form_pairs`](Query::form_pairs) | names and values in a query |
//!
//! Who knows the operations by their names elsewhere finds them in
//! [the page on other libraries](_docs::conversion).
//!
//! # Data in parts
//!
//! A part is escaped text. What it stands for is decoded from the part, after the parts
//! have been told apart and only once; what is meant as data is encoded before it
//! becomes a part (RFC 2396 section 2.4.2).
//!
//! ```
//! use uri::{Segment, UriReference};
//!
//! let reference = UriReference::parse("/50%25/a%2Fb?name=J%C3%BCrgen+P")?;
//! let segments = reference.path().unwrap().segments();
//! let decoded: Vec<String> = segments.map(|segment| segment.decode().to_string()).collect();
//! assert_eq!(decoded, ["50%", "a/b"]);
//! let name = reference.query().unwrap().form_pairs().get("name").unwrap();
//! assert!(name.value().unwrap() == "Jürgen P");
//!
//! assert_eq!(Segment::encode("50%/ä").to_string(), "50%25%2F%C3%A4");
//! # Ok::<(), uri::ParseError>(())
//! ```
//!
//! # Many at once
//!
//! [`lines`] reads whole buffers of texts, one a line, and cuts them into pieces for
//! threads.
//!
//! ```
//! use uri::UriReference;
//! use uri::lines::{Lines, Tally};
//!
//! let log = b"http://a/\n/b c\r\n/\xFF";
//! for (line, reference) in Lines::new(log).parse::<UriReference>() {
//!     match reference {
//!         Ok(reference) => assert_eq!(reference.as_str(), "http://a/"),
//!         // The place of the error in the log.
//!         Err(error) => assert!([12, 17].contains(&(line.offset() + error.offset()))),
//!     }
//! }
//! assert_eq!(Lines::new(log).tally::<UriReference>(), Tally { lines: 3, matches: 1 });
//! ```
//!
//! # Features
//!
//! All are off by default.
//!
//! - `alloc`: owned counterparts of the views, `UriReferenceBuf` and so on, and what gives
//!   them; needs the crate `alloc`.
//! - `std`: `alloc`, for the standard library.
//! - `simd`: `parse` and `is_match` use AVX2 on x86-64: where the compiler is told that the
//!   processor has it, or with `std` where it has. The only feature with `unsafe` code.
//! - `serde`: the types as texts, checked when they are read; by `serde_core`.
//!
//! # What follows from the letter of the grammar
//!
//! RFC 2396 differs from what later RFCs and many programs take for a URI;
//! [a page of its own](_docs::differences) has all the differences.
//!
//! ```
//! use uri::{Authority, Host, IPv4Address, Reference, RegName, UriReference};
//!
//! // A relative reference needs a path, a scheme needs something after its colon.
//! assert!(!UriReference::is_match("?y"));
//! assert!(Reference::is_match("?y"));
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
//! let reference = UriReference::new("http://my_host/");
//! assert_eq!(reference.host(), None);
//! assert_eq!(reference.authority(), Some(Authority::new("my_host")));
//! assert_eq!(reference.reg_name(), Some(RegName::new("my_host")));
//!
//! // IPv6 came later (RFC 2732), and the groups of an IPv4 address are any numbers.
//! assert!(!UriReference::is_match("http://[::1]/"));
//! assert!(IPv4Address::is_match("999.0.0.1"));
//! assert_eq!(IPv4Address::new("999.0.0.1").to_ipv4_addr(), None);
//!
//! // Beyond ASCII and outside of the RFC's characters, text has to be escaped.
//! assert!(!UriReference::is_match("/ä"));
//! assert!(UriReference::is_match("/%C3%A4"));
//! assert!(!UriReference::is_match("/a|b"));
//! ```

#![no_std]
#![cfg_attr(not(feature = "simd"), forbid(unsafe_code))]

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(any(doc, doctest))]
#[path = "docs.rs"]
pub mod _docs;
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
