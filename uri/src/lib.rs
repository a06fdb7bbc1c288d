//! URIs (RFC 2396 and RFC 3986), IRIs (RFC 3987) and URLs (RFC 1738): validated types for the
//! rules of the grammars, and operations on URIs.
//!
//! The types are generated from the grammars of the RFCs. A type accepts exactly the
//! language of its rule: everything that the grammar allows, nothing that it excludes.
//! Without [features](#features), the crate has no dependencies, no `std`, no `unsafe` code,
//! and allocates nothing.
//!
//! # A rule, a type
//!
//! The type of a rule is a view of text that is known to match. [`UriReference`] stands for
//! the rule `URI-reference`; most programs need this type. A view knows where its parts are.
//! Accessors return the parts as views in turn.
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
//! All these types are aliases of [`Text`], which has the methods that all of them share:
//! [`parse`](Text::parse), [`is_match`](Text::is_match), [`longest_prefix`](Text::longest_prefix)
//! and so on. They are [`Copy`], borrow the text and never change it. Comparison is by text:
//! `HTTP://a/` and `http://a/` differ until they are [normalised](UriReference::normalize).
//!
//! A rule that is a single character is a constant set of bytes, such as [`DIGIT`] or
//! [`UNRESERVED`], whose type is [`ByteSet`].
//!
//! Choose the type by the texts that you expect:
//!
//! | type | text |
//! |---|---|
//! | [`UriReference`] | `http://a/b#c`, `../b`, `#c`, and the empty text |
//! | [`AbsoluteUri`] | `http://a/b`, `mailto:a@b`: with a scheme, without a fragment; a base for resolution |
//! | [`RelativeUri`] | `../b?c`, `//a`: with neither a scheme nor a fragment |
//! | [`Reference`] | the texts of [`UriReference`], and a query alone, `?c`, which the RFC resolves but does not parse |
#![cfg_attr(
    feature = "rfc1738",
    doc = "| [`rfc1738`] | URLs of one scheme: [`HttpUrl`](rfc1738::HttpUrl), [`FtpUrl`](rfc1738::FtpUrl), ... |"
)]
#![cfg_attr(
    not(feature = "rfc1738"),
    doc = "| `rfc1738`, with the feature of this name | URLs of one scheme: `HttpUrl`, `FtpUrl`, ... |"
)]
#![cfg_attr(
    feature = "rfc3986",
    doc = "| [`rfc3986`] | URIs with IPv6 addresses, as RFC 3986 has them: [`Uri`](rfc3986::Uri), [`UriReference`](rfc3986::UriReference), ... |"
)]
#![cfg_attr(
    not(feature = "rfc3986"),
    doc = "| `rfc3986`, with the feature of this name | URIs with IPv6 addresses, as RFC 3986 has them: `Uri`, `UriReference`, ... |"
)]
#![cfg_attr(
    feature = "rfc3987",
    doc = "| [`rfc3987`] | the same with characters beyond ASCII: [`Iri`](rfc3987::Iri), [`IriReference`](rfc3987::IriReference), ... |"
)]
#![cfg_attr(
    not(feature = "rfc3987"),
    doc = "| `rfc3987`, with the feature of this name | the same with characters beyond ASCII: `Iri`, `IriReference`, ... |"
)]
//!
//! # Errors
//!
//! A [`ParseError`] says where a text goes wrong: the offset is that of the first byte that
//! cannot continue any match, or the length of the text if it ends too early. The error also
//! says which bytes could stand there, and which part of the text is wrong.
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
//! `new` and `check` work at compile time. `new` panics if the text does not match, which in a
//! constant is an error of the compiler. `parse` and `is_match` are faster, but only work at
//! run time. Use `parse` for text that may be wrong.
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
//! An operation returns a small value that borrows from its operands. Its text is written when
//! you ask for it: [`Display`](core::fmt::Display) writes to a formatter, `write_in` to a
//! buffer, of which it returns a view, and `to_buf` to a value that owns its text (feature
//! `alloc`). An operation returns an error if the result would not be a reference, or would have
//! other parts than those it was made from.
//!
//! ```
//! use uri::{AbsoluteUri, Normalization, Query, Reference};
//!
//! let base = AbsoluteUri::parse("http://a/b/c/d;p?q")?;
//! let mut buffer = [0; 64];
//!
//! // Resolution: section 5.2, and all of Appendix C.
//! let target = base.resolve(Reference::parse("../g?y#s")?)?.write_in(&mut buffer)?;
//! assert_eq!(target.as_str(), "http://a/b/g?y#s");
//!
//! // The inverse.
//! assert_eq!(base.relativize(target).unwrap().to_string(), "../g?y#s");
//!
//! // The same with another query and without its fragment.
//! let changed = target.with_query(Query::parse("z")?).fragment(None).build()?;
//! assert_eq!(changed.to_string(), "http://a/b/g?z");
//!
//! // Normal forms by the chosen steps; to compare them, nothing is written.
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
//! | [`Reference::repair`] | links as people write them; [`lenient`] |
//! | [`file`](mod@file) | file paths of Unix and Windows as URIs, and back |
#![cfg_attr(
    feature = "template",
    doc = "| [`template`] | URIs from templates with variables, RFC 6570 |"
)]
#![cfg_attr(
    not(feature = "template"),
    doc = "| `template`, with the feature of this name | URIs from templates with variables, RFC 6570 |"
)]
//!
//! Coming from another library? [A page](_docs::conversion) lists what its operations are
//! called here.
//!
//! # Data in parts
//!
//! A part is escaped text. Decode the smallest parts, once, after the text has been taken
//! apart; encode data before it becomes a part (RFC 2396 section 2.4.2).
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
//! [`lines`] reads a buffer that holds one text on each line, and cuts it into pieces for
//! threads. [`whole_lines`](lines::whole_lines) takes whole lines from what a stream has given so far.
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
//! - `alloc`: owned counterparts of the views, `UriReferenceBuf` and so on, and the methods
//!   that return or change them.
//! - `std`: implies `alloc`; adds file paths of the platform to [`file`](mod@file); lets `simd` ask at run
//!   time what the processor can do.
//! - `serde`: the types are serialised as text, and checked when they are deserialised. The only
//!   dependency of this feature is `serde_core`.
//! - `simd`: `parse` and `is_match` of [`Reference`] and [`UriReference`] use AVX2 on x86-64, if
//!   the target has it, or, with `std`, if the processor has it. The only feature with `unsafe`
//!   code.
//! - `rfc1738`: the module `rfc1738`, with the types for RFC 1738 and what clients of its schemes
//!   need: commands, requests, addresses.
//! - `rfc3986`: the module `rfc3986`, with the types for RFC 3986.
//! - `rfc3987`: the module `rfc3987`, with the types for RFC 3987.
//! - `idna`: hosts of IRIs as the DNS has them, and back, by the crate `idna`. Implies `alloc`,
//!   `rfc3986` and `rfc3987`.
//! - `http`, `url`: the module `interop`, with conversions to and from the types of the crates of
//!   these names. Both imply `alloc`; the crate `http` needs `std`.
//! - `template`: the module `template`, with the types for RFC 6570 and the expansion of templates.
//!
//! # What follows from the letter of the grammar
//!
//! RFC 2396 differs from what later RFCs and many programs take for a URI.
//! [A page](_docs::differences) lists all differences.
//!
//! ```
//! use uri::{Authority, Host, IPv4Address, Reference, RegName, UriReference};
//!
//! // A relative reference needs a path. A scheme needs text after its colon.
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
//! // A host has no underscores: this authority is a registry name, and there is no host.
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
//! // Characters that the RFC does not list must be escaped, all those beyond ASCII among them.
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
#[cfg(any(feature = "rfc3986", feature = "rfc3987", feature = "rfc6874"))]
mod address;
mod build;
mod components;
mod convert;
#[cfg(feature = "idna")]
mod domain;
mod dots;
pub mod file;
#[rustfmt::skip]
#[allow(unreachable_pub, reason = "its modules have another module around them")]
mod generated;
#[cfg(any(feature = "http", feature = "url"))]
pub mod interop;
#[cfg(all(feature = "rfc3986", feature = "rfc3987"))]
mod iri;
mod kinds;
pub mod lenient;
mod normalize;
mod number;
mod output;
#[cfg(feature = "alloc")]
mod owned;
mod pairs;
mod params;
mod percent;
mod relativize;
mod resolve;
#[cfg(feature = "rfc1738")]
pub mod rfc1738;
mod scan;
mod schemes;
mod segments;
mod splice;
pub mod syntax;
#[cfg(feature = "template")]
pub mod template;
mod userinfo;

pub use build::{BuildError, Builder, Built};
pub use components::Components;
#[cfg(feature = "idna")]
pub use domain::DomainError;
pub use generated::*;
#[cfg(all(feature = "rfc3986", feature = "rfc3987"))]
pub use iri::{Converted, Counterpart};
pub use normalize::{Normalization, Normalized};
pub use number::PortError;
pub use output::WriteError;
pub use pairs::{ChangedQuery, FormPair, FormQuery, Pair, Pairs};
pub use params::ChangedSegment;
pub use percent::{Decode, DecodeChars, DecodeError, Encode, EscapedPart, InvalidUtf8};
pub use relativize::Relativized;
pub use resolve::{
    DotSegments, LeadingSlashes, QueryAlone, Resolution, ResolveError, Resolved, SameDocument,
    SameScheme, SurplusParents,
};
pub use segments::Segments;
pub use syntax::{Rfc2396, Syntax};
