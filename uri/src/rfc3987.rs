//! IRIs of RFC 3987: URIs of RFC 3986 in which characters beyond ASCII need no escape. With the
//! feature `rfc3987`.
//!
//! | type | |
//! |---|---|
//! | [`IriReference`] | any reference: `http://ä/ö#ü`, `../ö`, `?ü`, and the empty text |
//! | [`Iri`] | a reference with a scheme, `http://ä/ö#ü`; the base and the result of resolution |
//! | [`AbsoluteIri`] | an IRI without a fragment, `http://ä/ö` |
//! | [`RelativeRef`] | a reference without a scheme, `../ö#ü` |
//! | [`Authority`], [`UserInfo`], [`Host`], [`Port`] | the text between `//` and the path, and its parts |
//! | [`HostKind`] | the kinds of hosts: [`IpLiteral`], [`Ipv4Address`] and [`RegName`] |
//! | [`Path`], [`Segment`] | a path, of one of five kinds, and the text between two slashes |
//! | [`Query`], [`Fragment`] | the text after the `?` and after the `#` |
//!
//! With the feature `alloc`, which is on by default, each has a counterpart that owns its text, such
//! as [`IriBuf`].
//!
//! ```
//! use uri::Normalization;
//! use uri::rfc3987::{Iri, IriReference, Segment};
//!
//! let iri = Iri::parse("http://münchen.example/straße?q=ü")?;
//! assert_eq!(iri.host().unwrap(), "münchen.example");
//! assert_eq!(iri.resolve(IriReference::parse("../ö")?), "http://münchen.example/ö");
//!
//! // Escapes of characters beyond ASCII stay as they are, and so do characters; a step unescapes.
//! assert!(iri.is_normalized(Normalization::RFC3986));
//! let escaped = Iri::parse("http://münchen.example/stra%C3%9Fe?q=%C3%BC")?;
//! assert!(escaped.is_normalized(Normalization::RFC3986));
//! assert!(escaped.is_equivalent(iri, Normalization::IUNRESERVED));
//! assert_eq!(Segment::encode("a/ö").to_string(), "a%2Fö");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! All operations are those of the URIs of the module `rfc3986`, under the same names. RFC 3987
//! takes resolution and normal forms from RFC 3986, so the pages of the types cite its sections.
//!
//! With the feature `rfc3986`, `to_uri` and `to_iri` convert without loss (section 3 of RFC 3987),
//! and URIs convert to IRIs as they are by `From`. With the feature `idna`, `to_ascii` of a [`Host`]
//! returns the name in the form of the DNS.
//!
//! Offsets of errors count bytes, and can lie inside a character.
//!
//! # Differences from the root of the crate
//!
//! The types at the [root](crate#the-root-rfc-2396) follow the older grammar of RFC 2396. Apart from
//! characters beyond ASCII, IRIs differ from it as URIs of RFC 3986 do.
//! [A page](crate::_docs::differences) lists all differences.

pub use crate::generated::rfc3987::*;
