//! Telephone numbers, RFC 3966: `tel:+1-201-555-0123`. With the feature `tel`.
//!
//! | type | |
//! |---|---|
//! | [`TelUri`] | a whole URI |
//! | [`TelUriKind`], [`GlobalNumber`], [`LocalNumber`] | a number with its parameters |
//! | [`GlobalDigits`], [`LocalDigits`] | the number alone |
//! | [`Parameter`], [`ParameterName`], [`ParameterValue`] | a parameter, such as `ext=22` |
//! | [`Descriptor`], [`DescriptorKind`], [`DomainName`] | the context in which a local number is valid |
//! | [`TelError`] | what the grammar allows but the RFC does not |
//! | `TelBuilder`, `TelBuildError` | a URI made of data; with the feature `alloc` |
//!
//! ```
//! use uri::tel::TelUri;
//!
//! let uri = TelUri::parse("tel:+44-20-7946-0018;ext=22")?;
//! assert!(uri.is_global());
//! assert!(uri.digits().eq("+442079460018".chars()));
//! assert_eq!(uri.extension().unwrap(), "22");
//!
//! let uri = TelUri::parse("tel:7042;phone-context=example.com")?;
//! assert_eq!(uri.phone_context().unwrap(), "example.com");
//! # #[cfg(feature = "alloc")] {
//! let other = TelUri::parse("TEL:70-42;Phone-Context=EXAMPLE.COM")?;
//! assert!(uri.is_equivalent(other));
//! assert_eq!(other.to_normalized()?, uri);
//! # }
//! # Ok::<(), uri::ParseError>(())
//! ```
//!
//! With the feature `rfc3986`, a [`TelUri`] converts to `Uri` and `UriReference` and back by
//! `TryFrom`. Not every one is a URI with the same parts: the grammar allows a `#` in local numbers,
//! which begins a fragment in a URI, and brackets in values, which a URI has only in hosts.
//!
//! # Beyond the grammar
//!
//! - The grammar accepts the parameters `ext`, `isub` and `phone-context` with any values, in any
//!   order and number, since they are also parameters of no special meaning in it.
//!   [`TelUri::check_parameters`] finds what section 3 forbids: parameters that occur twice, `ext` together
//!   with `isub`, a `phone-context` of a global number, values that are not of the right form, and
//!   parameters in another order than `ext` or `isub`, `phone-context`, and then all others by their
//!   names.
//! - As published, the digits of an extension may be missing; `check_parameters` refuses such an extension.
//! - Numbers are equivalent if they differ only in visual separators, in the case of letters, and in
//!   the order of parameters (section 4). `to_normalized` returns the form in which they are
//!   equal, with the parameters in the order of section 3. Both need the feature `alloc`.

#[cfg(feature = "alloc")]
mod build;
mod check;
#[cfg(feature = "rfc3986")]
mod convert;
#[cfg(feature = "alloc")]
mod normal;
mod parameters;

pub use crate::generated::tel::*;
#[cfg(feature = "alloc")]
pub use build::{TelBuildError, TelBuilder};
pub use check::{TelError, TelErrorKind};
pub use parameters::{Parameter, Parameters};

use crate::operations::percent::{UNRESERVED_RFC3986, escaped};

const _: () = {
    use crate::tel as of;

    escaped! { of [scheme ""], UNRESERVED_RFC3986; ParameterValue ParameterValueBuf }
};

/// Returns whether this is a character that only helps people to read a number. RFC 3966 section
/// 5.1.1.
#[inline]
const fn is_separator(octet: u8) -> bool {
    matches!(octet, b'-' | b'.' | b'(' | b')')
}
