//! Parses a reference, resolves it and writes the result, in one step.

use super::ResolveError;
use crate::operations::delegate::delegate;
use crate::{ParseError, Resolution};
use core::fmt;

/// The reason why a text cannot be joined to a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum JoinError {
    /// The text is not a reference.
    Parse(ParseError),
    /// The reference cannot be resolved. Never happens in RFC 3986 and RFC 3987.
    Resolve(ResolveError),
    /// The result is longer than 4 GiB.
    TooLong,
}

impl fmt::Display for JoinError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parse(error) => fmt::Display::fmt(error, f),
            Self::Resolve(error) => fmt::Display::fmt(error, f),
            Self::TooLong => f.write_str("the resolved reference is longer than 4 GiB"),
        }
    }
}

impl core::error::Error for JoinError {
    #[inline]
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Parse(error) => Some(error),
            Self::Resolve(error) => Some(error),
            Self::TooLong => None,
        }
    }
}

impl From<ParseError> for JoinError {
    #[inline]
    fn from(error: ParseError) -> Self {
        Self::Parse(error)
    }
}

impl From<ResolveError> for JoinError {
    #[inline]
    fn from(error: ResolveError) -> Self {
        Self::Resolve(error)
    }
}

/// Defines `join` of bases. The arguments are the module of the grammar and its path in examples,
/// the options, the types of the references and of the results, and the bases.
macro_rules! joins {
    (
        $($of:ident)::+, $at:literal, $options:ident: $reference:ident becomes $target:ident;
        $($view:ident $buf:ident)+
    ) => {
        const _: () = {
            use $($of)::+ as of;

            $(
                impl of::$view<'_> {
                    /// Parses a reference, resolves it with this value as the base, and returns the
                    /// result, as `parse`, `resolve` and `to_buf` do.
                    ///
                    /// # Errors
                    ///
                    /// If the text is not a reference or cannot be resolved, or if the result is
                    /// longer than 4 GiB.
                    ///
                    /// ```
                    #[doc = concat!("use uri::", $at, stringify!($view), ";")]
                    ///
                    #[doc = concat!("let base = ", stringify!($view), "::parse(\"http://a/b/c\")?;")]
                    /// assert_eq!(base.join("../g?y")?, "http://a/g?y");
                    /// assert!(base.join("a b").is_err());
                    /// # Ok::<(), Box<dyn core::error::Error>>(())
                    /// ```
                    #[inline]
                    pub fn join(self, reference: &str) -> Result<of::$target, JoinError> {
                        let reference = of::$reference::parse(reference)?;
                        let resolved = self.resolve_with(reference, Resolution::$options)?;
                        resolved.try_to_buf().map_err(|_| JoinError::TooLong)
                    }
                }

                delegate! {
                    [of::$buf] {
                        fn join(reference: &str) -> Result<of::$target, JoinError>;
                    }
                }
            )+
        };
    };
}
joins! { crate, "", RFC2396: Reference becomes UriReferenceBuf; AbsoluteUri AbsoluteUriBuf }
#[cfg(feature = "rfc3986")]
joins! {
    crate::rfc3986, "rfc3986::", RFC3986: UriReference becomes UriBuf;
    Uri UriBuf AbsoluteUri AbsoluteUriBuf
}
#[cfg(feature = "rfc3987")]
joins! {
    crate::rfc3987, "rfc3987::", RFC3986: IriReference becomes IriBuf;
    Iri IriBuf AbsoluteIri AbsoluteIriBuf
}
