//! Conversions to and from URIs of RFC 3986. A `#` is a character of a number, but begins the fragment
//! of a URI: a text with one can match both rules and yet have other parts. It never matches the rule
//! of absolute URIs, which have no fragment.

use super::TelUri;
#[cfg(feature = "alloc")]
use super::TelUriBuf;
#[cfg(feature = "alloc")]
use crate::OwnedParseError;
use crate::ParseError;
use crate::rfc3986::{AbsoluteUri, Uri, UriReference};
#[cfg(feature = "alloc")]
use crate::rfc3986::{AbsoluteUriBuf, UriBuf, UriReferenceBuf};

/// The page of the module documents them, so that the pages of the types stay short.
macro_rules! convert {
    ($($uri:ident $buf:ident)+) => {$(
        #[doc(hidden)]
        impl<'a> TryFrom<TelUri<'a>> for $uri<'a> {
            type Error = ParseError;

            #[inline]
            fn try_from(uri: TelUri<'a>) -> Result<Self, ParseError> {
                AbsoluteUri::parse(uri.as_str()).map(Self::from)
            }
        }

        #[doc(hidden)]
        impl<'a> TryFrom<$uri<'a>> for TelUri<'a> {
            type Error = ParseError;

            #[inline]
            fn try_from(uri: $uri<'a>) -> Result<Self, ParseError> {
                Self::parse(AbsoluteUri::parse(uri.as_str())?.as_str())
            }
        }

        #[doc(hidden)]
        #[cfg(feature = "alloc")]
        impl TryFrom<TelUriBuf> for $buf {
            type Error = OwnedParseError;

            #[inline]
            fn try_from(uri: TelUriBuf) -> Result<Self, OwnedParseError> {
                AbsoluteUriBuf::parse(uri.into_string()).map(Self::from)
            }
        }

        #[doc(hidden)]
        #[cfg(feature = "alloc")]
        impl TryFrom<$buf> for TelUriBuf {
            type Error = OwnedParseError;

            #[inline]
            fn try_from(uri: $buf) -> Result<Self, OwnedParseError> {
                Self::parse(AbsoluteUriBuf::parse(uri.into_string())?.into_string())
            }
        }
    )+};
}
convert!(Uri UriBuf UriReference UriReferenceBuf);
