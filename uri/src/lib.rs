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
// Pages name operations, which are not there without the feature.
#![cfg_attr(not(feature = "operations"), allow(rustdoc::broken_intra_doc_links))]
// A feature that is on by default, and that most methods need, is not worth a mark on each.
#![cfg_attr(docsrs, doc(auto_cfg(hide(feature = "operations"))))]
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
// The pages of types list methods in the order of the modules: parsing and parts, operations,
// conversions.
#[rustfmt::skip]
#[allow(unreachable_pub, reason = "its modules have another module around them")]
#[allow(clippy::missing_inline_in_public_items, reason = "what reads tables is compiled once")]
mod generated;

#[cfg(feature = "operations")]
mod operations;

mod convert;
#[cfg(feature = "data")]
pub mod data;
#[cfg(feature = "idna")]
mod domain;
#[cfg(any(feature = "http", feature = "url"))]
#[cfg_attr(docsrs, doc(auto_cfg = false))]
pub mod interop;
#[cfg(feature = "mailto")]
pub mod mailto;
#[cfg(feature = "rfc1738")]
pub mod rfc1738;
#[cfg(feature = "rfc3986")]
pub mod rfc3986;
#[cfg(feature = "rfc3987")]
pub mod rfc3987;
#[cfg(feature = "rfc8089")]
pub mod rfc8089;
#[cfg(feature = "tel")]
pub mod tel;
#[cfg(feature = "template")]
pub mod template;
#[cfg(feature = "urn")]
pub mod urn;

#[cfg(feature = "idna")]
pub use domain::DomainError;
pub use generated::*;
#[cfg(feature = "operations")]
pub use operations::*;
