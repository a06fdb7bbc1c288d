//! References as values of the crates `http` and `url`, and back.
//!
//! With the feature `http` or `url`. All conversions are `TryFrom`, for values and for references
//! to values, because these crates accept other texts than this crate does. A conversion that
//! cannot preserve a part is an error; no part is dropped or becomes another part. All take time
//! proportional to the length of the text.
//!
//! The types for whole references convert: those at the root of the crate, and those of `rfc3986`.
//! The types of `rfc3987` only convert from the types of the other crates. For the other direction,
//! convert them to URIs first.
#![cfg_attr(feature = "http", doc = include_str!("interop/http.md"))]
#![cfg_attr(feature = "url", doc = include_str!("interop/url.md"))]

#[cfg(feature = "http")]
#[cfg_attr(docsrs, doc(cfg(feature = "http")))]
mod http;
#[cfg(feature = "url")]
#[cfg_attr(docsrs, doc(cfg(feature = "url")))]
mod url;

#[cfg(feature = "http")]
pub use http::{FromHttpError, ToHttpError};
#[cfg(feature = "url")]
pub use url::ToUrlError;

use crate::syntax::{AppendixC, Rfc2396};
use crate::{Normalization, Syntax};

/// A grammar of URIs, whose texts are ASCII.
pub trait UriSyntax: Syntax {
    /// The normal form by which texts are compared for equivalence.
    #[doc(hidden)]
    const NORMAL_FORM: Normalization;
}

/// RFC 2396 leaves open what a `..` above the root means.
impl UriSyntax for Rfc2396 {
    const NORMAL_FORM: Normalization = Normalization::ALL.union(Normalization::PORT_ZEROS);
}
impl UriSyntax for AppendixC {
    const NORMAL_FORM: Normalization = Rfc2396::NORMAL_FORM;
}
#[cfg(feature = "rfc3986")]
impl UriSyntax for crate::syntax::Rfc3986 {
    const NORMAL_FORM: Normalization = Normalization::RFC3986.union(Normalization::PORT_ZEROS);
}

/// Implements the conversions of one form of a value by those of another.
macro_rules! convert_by {
    ($([$($generics:tt)*] $from:ty => $to:ty, $error:ty, |$value:ident| $by:expr;)+) => {$(
        impl<$($generics)*> TryFrom<$from> for $to {
            type Error = $error;

            #[inline]
            fn try_from($value: $from) -> Result<Self, Self::Error> {
                $by
            }
        }
    )+};
}
use convert_by;
