//! URIs (RFC 2396 and RFC 3986), IRIs (RFC 3987) and URLs (RFC 1738): validated types for the
//! rules of the grammars, and operations on them.
//!
//! The types are generated from the grammars of the RFCs. A type accepts exactly the language of
//! its rule. Without [features](#features), the crate has no dependencies, no `std`, no `unsafe`
//! code, and allocates nothing.
//!
//! # Which grammar
//!
//! | for | use | with the feature |
//! |---|---|---|
//! | URIs as nearly all programs use them today, with IPv6 addresses | the module [`rfc3986`] | `rfc3986` |
//! | the same with characters beyond ASCII, `http://ä/ö` | the module [`rfc3987`] | `rfc3987` |
//! | URIs as in `java.net.URI` and other programs from before 2005 | the root of the crate, RFC 2396 | |
//! | the parts of URLs of one scheme, for clients: `ftp`, `gopher`, `mailto` ... | the module [`rfc1738`] | `rfc1738` |
//! | templates of URIs, `/users/{id}{?page}` | the module [`template`] | `template` |
//! | URIs of one scheme | the modules [`mailto`], [`tel`], [`data`] and [`urn`] | the same names |
//! | `file` URIs as a type of their own, and the forms that programs take for them | the module [`rfc8089`] | `rfc8089` |
//!
//! The first three have the same operations, under the same names; their pages name the operations
//! that a grammar lacks. Where the grammar does not matter, the examples of this page use the root,
//! which needs no feature. [A page](_docs::differences) lists all differences between the grammars,
//! and [another](_docs::conversion) the counterparts of the operations of `url`, `http`,
//! iri-string, fluent-uri and `java.net.URI`. [A third](_docs::choices) answers questions.
//!
//! # The types to begin with
//!
//! | type | |
//! |---|---|
//! | [`UriReference`] | any reference: `http://a/b#c`, `../b`, `#c`, and the empty text |
//! | [`AbsoluteUri`] | `http://a/b`: with a scheme, without a fragment; the base for resolution |
//! | [`Reference`] | a link in a document: a [`UriReference`] or a query alone, `?c`, which RFC 2396 resolves but does not parse |
//! | [`Authority`], [`Host`] | the text between `//` and the path, and the host in it |
//! | [`Path`], [`Segment`] | a path, and the text between two slashes |
//! | [`Query`] | what follows the `?`; its [pairs](Query::pairs) |
//! | [`Resolution`], [`Normalization`] | how references are resolved, and the steps of a normal form |
//! | [`ParseError`] | the position and the cause of an error in a text |
//!
//! With the feature `alloc`, each type has a counterpart that owns its text, such as
//! `UriReferenceBuf`, with all accessors and operations of the type. The module `rfc3986` also has
//! `Uri`, with a scheme and optionally a fragment, which is the result of resolution there.
//!
//! # Parse, and take apart
//!
//! A type is a view of text that is known to match: it is [`Copy`], borrows the text and never
//! changes it. Accessors return the parts, which are views too. Parsing takes time proportional to
//! the length of the text.
//!
//! ```
//! use uri::{Authority, UriReference};
//!
//! let reference = UriReference::parse("http://joe@www.ics.uci.edu:80/pub/ietf/?x=1#Related")?;
//! assert_eq!(reference.scheme().unwrap(), "http");
//! assert_eq!(reference.fragment().unwrap(), "Related");
//!
//! let authority: Authority<'_> = reference.authority().unwrap();
//! assert_eq!(authority.host().unwrap(), "www.ics.uci.edu");
//! assert_eq!(authority.port().unwrap().to_u16(), Ok(80));
//!
//! let mut segments = reference.path().unwrap().segments();
//! assert_eq!(segments.next().unwrap(), "pub");
//! assert_eq!(segments.next_back().unwrap(), "");
//! # Ok::<(), uri::ParseError>(())
//! ```
//!
//! An error has the offset, in bytes, of the first byte that cannot continue any match, or the
//! length of the text if it ends too early. It also reports the expected bytes, and the part that
//! is wrong.
//!
//! ```
//! use uri::UriReference;
//!
//! let error = UriReference::parse("http://a/b c").unwrap_err();
//! assert_eq!(error.offset(), 10);
//! assert_eq!(error.found(), Some(b' '));
//! assert!(error.expected().contains(b'%'));
//! ```
//!
//! `new` and `check` work at compile time. `new` panics if the text does not match, which is a
//! compile-time error in a constant; use `parse` for text that may be wrong.
//!
//! ```
//! use uri::AbsoluteUri;
//!
//! const HOME: AbsoluteUri<'static> = AbsoluteUri::new("http://example.com/");
//! ```
//!
//! ```compile_fail
//! # use uri::AbsoluteUri;
//! const HOME: AbsoluteUri<'static> = AbsoluteUri::new("http://exa mple.com/");
//! ```
//!
//! # Resolve links
//!
//! An operation returns a small value that borrows from its operands. Its text is written on
//! demand: [`Display`](core::fmt::Display) writes to a formatter, `write_in` writes to a
//! buffer and returns a view of it, and `to_buf` returns a value that owns its text (feature
//! `alloc`; it fails for texts of more than 4 GiB).
//!
//! ```
//! use uri::{AbsoluteUri, Reference, Resolution};
//!
//! let base = AbsoluteUri::parse("http://a/b/index.html")?;
//! let mut buffer = [0; 64];
//! let target = base.resolve(Reference::parse("../g?y#s")?)?.write_in(&mut buffer)?;
//! assert_eq!(target, "http://a/g?y#s");
//!
//! // The inverse.
//! assert_eq!(base.relativize(target).unwrap(), "../g?y#s");
//!
//! // RFC 2396 resolves `?query` and `#fragment` references differently from today's programs.
//! let page = Reference::parse("?page=2")?;
//! assert_eq!(base.resolve(page)?, "http://a/b/?page=2");
//! assert_eq!(base.resolve_with(page, Resolution::RFC3986)?, "http://a/b/index.html?page=2");
//!
//! // A link with a missing escape; `changes` lists what has been changed.
//! let link = Reference::repair("a b.html").to_string();
//! assert_eq!(base.resolve(Reference::parse(&link)?)?, "http://a/b/a%20b.html");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! The types of `rfc3986` resolve as RFC 3986 does unless you choose otherwise. See
//! [`AbsoluteUri::resolve`], [`relativize`](AbsoluteUri::relativize), [`Resolution`], and
//! [`lenient`] for links that are not references.
//!
//! # Build and change
//!
//! ```
//! use uri::{AbsPath, Host, Query, Scheme, Segment, UriReference};
//!
//! let built = UriReference::builder()
//!     .scheme(Scheme::new("http"))
//!     .host(Host::new("example.com"))
//!     .port_number(8080)
//!     .path(AbsPath::new("/pub"))
//!     .build()?
//!     .to_string();
//! assert_eq!(built, "http://example.com:8080/pub");
//!
//! // Several changes in one write. `encode` escapes data, `quote` keeps delimiters.
//! let mut buffer = [0; 32];
//! let segment = Segment::encode("50%/ä").write_in(&mut buffer)?;
//! let changed = UriReference::parse(&built)?.with_pushed_segment(segment).port(None).build()?;
//! assert_eq!(changed, "http://example.com/pub/50%25%2F%C3%A4");
//!
//! assert_eq!(Query::from_form_pairs([("q", "a b"), ("page", "2")]).to_string(), "q=a+b&page=2");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! If the result would not be a reference, or would be read with other parts, the error is a
//! [`BuildError`]. With `alloc`, values that own their text have `set_query`, `push_segment` and so
//! on. Unix and Windows file paths are converted to URIs and back by the module [`file`](mod@file).
//!
//! # Normalise and compare
//!
//! Views compare by their text: `HTTP://a/` and `http://a/` differ. Normal forms are compared
//! without being written. You choose the steps; the documentation of each step of [`Normalization`]
//! cites its source.
//!
//! ```
//! use uri::{AbsoluteUri, Normalization};
//!
//! let uri = AbsoluteUri::parse("HTTP://a:80/b/%63/./d")?;
//! let other = AbsoluteUri::parse("http://a/b/c/d")?;
//! assert_eq!(uri.normalize(Normalization::ALL), "http://a/b/c/d");
//! assert!(uri.is_equivalent(other, Normalization::ALL));
//! assert!(!uri.is_equivalent(other, Normalization::COMMON));
//! # Ok::<(), uri::ParseError>(())
//! ```
//!
//! # Decode
//!
//! A part is escaped text. Take the text apart first, then decode the smallest parts, once (RFC
//! 2396 section 2.4.2, RFC 3986 section 2.4): in a decoded path, `a%2Fb` and `a/b` are the same.
//!
//! ```
//! use uri::UriReference;
//!
//! let reference = UriReference::parse("/50%25/a%2Fb?name=J%C3%BCrgen+P")?;
//! let segments = reference.path().unwrap().segments();
//! let decoded: Vec<String> = segments.map(|segment| segment.decode().to_string()).collect();
//! assert_eq!(decoded, ["50%", "a/b"]);
//! let name = reference.query().unwrap().form_pairs().get("name").unwrap();
//! assert!(name.value().unwrap() == "Jürgen P");
//! # Ok::<(), uri::ParseError>(())
//! ```
//!
//! [`Decode`] returns octets, or text, strictly or lossily.
//!
//! # Be safe
//!
//! A program that searches the text of a URI for an allowed host can be fooled. Use the
//! parts, decide on the normal form, and send the form that you have checked.
//!
//! ```
//! # #[cfg(all(feature = "alloc", feature = "rfc3986"))] {
//! use uri::Normalization;
//! use uri::rfc3986::{UriReference, UriReferenceBuf};
//!
//! /// The URI to fetch, if the text is one of those allowed.
//! fn allowed(text: &str) -> Option<UriReferenceBuf> {
//!     let uri = UriReference::parse(text).ok()?;
//!     let uri = uri.normalize(Normalization::RFC3986).to_buf().ok()?;
//!     // Servers disagree about these: escapes that could be slashes, `..;/` and the like.
//!     let is_plain = |path: &str| !path.contains(['%', ';']);
//!     let is_allowed = uri.scheme()? == "https"
//!         && uri.userinfo().is_none()
//!         && uri.host()? == "example.com"
//!         && uri.port_or_default() == Ok(Some(443))
//!         && uri.path().as_str().starts_with("/public/")
//!         && is_plain(uri.path().as_str());
//!     is_allowed.then_some(uri)
//! }
//!
//! assert!(allowed("https://example.com/public/a").is_some());
//! // Other spellings of the same.
//! assert!(allowed("HTTPS://EXAMPLE.com:443/b/../public/%61").is_some());
//! for text in [
//!     "https://example.com@evil.test/public/",     // user information
//!     "https://example.com.evil.test/public/",     // another name
//!     "https://evil.test\\@example.com/public/",   // an error; other programs read a slash
//!     "https://example.com:8443/public/",          // another port
//!     "https://example.com:99999/public/",         // no port at all
//!     "https://[::1]/public/",                     // an IPv6 address
//!     "https://0177.0.0.1/public/",                // a name that looks like an address
//!     "https://example.com/public/%2e%2e/private", // escaped dots
//!     "https://example.com/public/..%2fprivate",   // an escaped slash
//!     "https://example.com/public/..%5cprivate",   // an escaped backslash
//!     "https://example.com/public/%252e%252e/a",   // escaped twice
//!     "https://example.com/public/..;/private",    // dots with a parameter
//!     "//example.com/public/",                     // no scheme
//! ] {
//!     assert!(allowed(text).is_none(), "{text}");
//! }
//! # }
//! ```
//!
//! - A list of allowed hosts is safe, a list of forbidden hosts is not: `localhost`, `127.1`,
//!   `0x7f.1` and `2130706433` are names to the RFCs, but the same address to many resolvers.
//! - If you refuse addresses, look the name up yourself, check the resulting address, and connect
//!   to that address. [`Ipv4Address::to_ipv4_addr`] returns `None` for groups with leading zeros,
//!   which resolvers may read as octal; `to_ip_addr` of the hosts of [`rfc3986`] returns IPv4 and
//!   IPv6 addresses.
//! - In RFC 2396, an authority such as `my_host` is a registry name, which has no host. Refuse it.
//! - An escaped slash, `%2F`, is data in a segment, and `..;` is a name. A server that decodes
//!   whole paths sees another path, and so does one that reads `\` as a slash, decodes twice or
//!   removes parameters. Refuse everything that your server might read differently; the function
//!   above refuses every escape that is left in the normal form.
//!
//! # Many at once
//!
//! [`lines`] reads a buffer with one text on each line, and splits it into pieces for threads.
//! [`whole_lines`](lines::whole_lines) returns the complete lines of the data that a stream has
//! delivered so far.
//!
//! ```
//! use uri::UriReference;
//! use uri::lines::{Lines, Tally};
//!
//! let log = b"http://a/\n/b c\r\n/\xFF";
//! for (line, reference) in Lines::new(log).parse::<UriReference>() {
//!     match reference {
//!         Ok(reference) => assert_eq!(reference, "http://a/"),
//!         // The offset of the error in the log.
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
//! - `std`: implies `alloc`; adds file paths of the platform to [`file`](mod@file); lets `simd`
//!   detect the processor's features at run time.
//! - `serde`: the types are serialised as text, and checked when they are deserialised. The only
//!   dependency of this feature is `serde_core`.
//! - `proptest`, `arbitrary`: random texts of each rule, for tests with the crate `proptest` and
//!   for fuzzers. Both imply `std`.
//! - `simd`: `parse` and `is_match` of [`Reference`], and of `UriReference`, `Uri`, `IriReference`
//!   and `Iri` of each grammar, use AVX2 or AVX-512 on x86-64 if the target has it, or, with `std`,
//!   if the processor has it; on 64-bit ARM they use NEON. The only feature with `unsafe` code.
//! - `rfc1738`: the module `rfc1738`, with the types for RFC 1738 and support for clients of its
//!   schemes: commands, requests, addresses.
//! - `rfc3986`: the module `rfc3986`, with the types for RFC 3986.
//! - `rfc3987`: the module `rfc3987`, with the types for RFC 3987. With `rfc3986`, IRIs convert to
//!   URIs and back.
//! - `idna`: converts hosts of IRIs to the form of the DNS and back, by the crate `idna`. Implies
//!   `alloc`, `rfc3986` and `rfc3987`.
//! - `http`, `url`: the module `interop`, with conversions to and from the types of the crates
//!   `http` and `url`. Both imply `alloc`; the crate `http` needs `std`.
//! - `template`: the module `template`, with the types for RFC 6570 and the expansion of templates.
//! - `mailto`, `tel`, `data`, `urn`: modules with the types for RFC 6068,
//!   RFC 3966, RFC 2397 and RFC 8141, and the operations that programs need for each scheme. With
//!   `rfc3986`, they convert to URIs and back.
//! - `rfc8089`: the module `rfc8089`, with the types for `file` URIs. Implies `rfc3986`.
//!
// Long because the front page of the documentation is here.
#![cfg_attr(not(feature = "rfc1738"), doc = " [`rfc1738`]: #features")]
#![cfg_attr(not(feature = "rfc1738"), doc = "")]
#![cfg_attr(not(feature = "rfc3986"), doc = " [`rfc3986`]: #features")]
#![cfg_attr(not(feature = "rfc3986"), doc = "")]
#![cfg_attr(not(feature = "rfc3987"), doc = " [`rfc3987`]: #features")]
#![cfg_attr(not(feature = "rfc3987"), doc = "")]
#![cfg_attr(not(feature = "template"), doc = " [`template`]: #features")]
#![cfg_attr(not(feature = "template"), doc = "")]
#![cfg_attr(not(feature = "mailto"), doc = " [`mailto`]: #features")]
#![cfg_attr(not(feature = "mailto"), doc = "")]
#![cfg_attr(not(feature = "tel"), doc = " [`tel`]: #features")]
#![cfg_attr(not(feature = "tel"), doc = "")]
#![cfg_attr(not(feature = "data"), doc = " [`data`]: #features")]
#![cfg_attr(not(feature = "data"), doc = "")]
#![cfg_attr(not(feature = "urn"), doc = " [`urn`]: #features")]
#![cfg_attr(not(feature = "urn"), doc = "")]
#![cfg_attr(not(feature = "rfc8089"), doc = " [`rfc8089`]: #features")]
#![cfg_attr(not(feature = "rfc8089"), doc = "")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "simd"), forbid(unsafe_code))]
// Operations are compiled in the programs that call them, not in this crate.
#![warn(clippy::missing_inline_in_public_items)]

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(any(doc, doctest))]
#[path = "docs.rs"]
pub mod _docs;
#[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
mod address;
mod build;
mod convert;
#[cfg(feature = "data")]
pub mod data;
#[cfg(feature = "alloc")]
mod delegate;
#[cfg(feature = "idna")]
mod domain;
mod dots;
pub mod file;
#[rustfmt::skip]
#[allow(unreachable_pub, reason = "its modules have another module around them")]
#[allow(clippy::missing_inline_in_public_items, reason = "what reads tables is compiled once")]
mod generated;
#[cfg(any(feature = "http", feature = "url"))]
pub mod interop;
#[cfg(all(feature = "rfc3986", feature = "rfc3987"))]
mod iri;
mod kinds;
pub mod lenient;
#[cfg(feature = "mailto")]
pub mod mailto;
mod normalize;
mod number;
mod output;
#[cfg(feature = "alloc")]
mod owned;
mod pairs;
mod params;
mod percent;
mod relativize;
mod resolution;
mod resolve;
#[cfg(feature = "rfc1738")]
pub mod rfc1738;
#[cfg(feature = "rfc3986")]
pub mod rfc3986;
#[cfg(feature = "rfc3987")]
pub mod rfc3987;
#[cfg(feature = "rfc8089")]
pub mod rfc8089;
mod scan;
mod schemes;
mod segments;
mod splice;
pub mod syntax;
#[cfg(feature = "tel")]
pub mod tel;
#[cfg(feature = "template")]
pub mod template;
#[cfg(feature = "urn")]
pub mod urn;
mod userinfo;

pub use build::{BuildError, Builder, Built};
#[cfg(feature = "idna")]
pub use domain::DomainError;
pub use generated::*;
#[cfg(all(feature = "rfc3986", feature = "rfc3987"))]
pub use iri::{Converted, Counterpart};
pub use normalize::{Normalization, Normalized};
pub use number::PortError;
pub use output::WriteError;
pub use pairs::{ChangedQuery, FormPair, FormQuery, Pair, Pairs};
pub use params::{ChangedSegment, Params};
pub use percent::{Decode, DecodeChars, DecodeError, Encode, EscapedPart, InvalidUtf8};
pub use relativize::Relativized;
pub use resolution::{
    DotSegments, LeadingSlashes, QueryAlone, Resolution, SameDocument, SameScheme, SurplusParents,
};
pub use resolve::{ResolveError, Resolved};
pub use segments::Segments;
pub use syntax::components::Components;
pub use syntax::{Rfc2396, Syntax};
