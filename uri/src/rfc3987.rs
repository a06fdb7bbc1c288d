//! IRIs of RFC 3987: URIs of RFC 3986 in which characters beyond ASCII need no escape. With the
//! feature `rfc3987`.
//!
//! | type | |
//! |---|---|
//! | [`IriReference`] | any reference: `http://ä/ö#ü`, `../ö`, `?ü`, and the empty text |
//! | [`Iri`] | with a scheme, perhaps with a fragment; what references resolve to, and a base |
//! | [`AbsoluteIri`] | with a scheme, without a fragment |
//! | [`RelativeRef`] | without a scheme |
//! | [`Authority`], [`Host`], [`Path`], [`Segment`], [`Query`], [`Fragment`] ... | the parts, as in `rfc3986` |
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
//! All operations are those of the [crate]; they differ from those of its root as `rfc3986`
//! describes. With the feature `rfc3986`, `to_uri` and `to_iri` convert without loss (section 3 of the
//! RFC); with `idna`, `to_ascii` of a [`Host`] returns the name in the form of the DNS.
//!
//! Offsets of errors count bytes, and can lie inside a character.
//!
//! [A page](crate::_docs::differences) lists all differences between the grammars.

pub use crate::generated::rfc3987::*;
