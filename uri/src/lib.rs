#![doc = include_str!("../docs/front.md")]
//!
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

// On the pages, methods have no marks that name only the features of the type itself: `auto_cfg` is
// off for modules that several features need.
//
// The pages of types list methods in the order of the groups of modules: parsing and parts,
// resolution, normal forms, changes, conversions.
#[rustfmt::skip]
#[allow(unreachable_pub, reason = "its modules have another module around them")]
#[allow(clippy::missing_inline_in_public_items, reason = "what reads tables is compiled once")]
mod generated;

#[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
#[cfg_attr(docsrs, doc(auto_cfg = false))]
mod address;
mod kinds;
mod mask;
mod number;
mod pairs;
mod params;
mod percent;
mod segments;
#[cfg(feature = "std")]
mod socket;
mod target;
mod userinfo;

mod dots;
mod relativize;
mod resolution;
mod resolve;

mod normalize;

mod build;
mod splice;

mod convert;
#[cfg(feature = "data")]
pub mod data;
#[cfg(feature = "alloc")]
mod delegate;
#[cfg(feature = "idna")]
mod domain;
pub mod file;
#[cfg(any(feature = "http", feature = "url"))]
#[cfg_attr(docsrs, doc(auto_cfg = false))]
pub mod interop;
#[cfg(all(feature = "rfc3986", feature = "rfc3987"))]
mod iri;
pub mod lenient;
#[cfg(feature = "mailto")]
pub mod mailto;
mod output;
#[cfg(feature = "alloc")]
mod owned;
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
#[cfg(feature = "alloc")]
mod stored;
pub mod syntax;
#[cfg(feature = "tel")]
pub mod tel;
#[cfg(feature = "template")]
pub mod template;
#[cfg(feature = "urn")]
pub mod urn;
mod wording;

pub use build::{BuildError, Builder, Built};
#[cfg(feature = "idna")]
pub use domain::DomainError;
pub use generated::*;
#[cfg(all(feature = "rfc3986", feature = "rfc3987"))]
pub use iri::{Converted, Counterpart};
pub use mask::MaskedPassword;
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
#[cfg(feature = "alloc")]
pub use resolve::JoinError;
pub use resolve::{ResolveError, Resolved};
pub use segments::Segments;
#[cfg(feature = "alloc")]
pub use stored::{StableText, Stored};
pub use syntax::arguments::{IntoPart, IntoScheme};
pub use syntax::components::{Components, IntoComponents};
pub use syntax::{Rfc2396, Syntax};
pub use target::RequestTarget;
