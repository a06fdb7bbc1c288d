//! Operations on types: values of parts, resolution, normal forms, changes, and conversions to paths
//! and between grammars. With the feature `operations`, which is on by default.
//!
//! The pages of types list methods in the order of the groups below.

#[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
#[cfg_attr(docsrs, doc(auto_cfg = false))]
mod address;
mod kinds;
mod mask;
pub(crate) mod number;
mod pairs;
mod params;
pub(crate) mod percent;
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

#[cfg(feature = "alloc")]
pub(crate) mod delegate;
pub mod file;
#[cfg(all(feature = "rfc3986", feature = "rfc3987"))]
pub(crate) mod iri;
pub mod lenient;
pub(crate) mod output;
#[cfg(feature = "alloc")]
mod owned;
mod scan;
pub(crate) mod schemes;
#[cfg(feature = "alloc")]
mod stored;
pub mod syntax;
pub(crate) mod wording;

pub use build::{BuildError, Builder, Built};
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
#[doc(no_inline)]
pub use syntax::{Rfc2396, Syntax};
pub use target::RequestTarget;
