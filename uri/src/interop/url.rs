//! The type of the crate `url`: the WHATWG's URL Standard.
//!
//! This module does not depend on which changes the standard makes: the result is parsed again and
//! compared, so no change can be missed.

use super::{UriSyntax, convert_by};
use crate::ParseError;
use crate::syntax::types::{references, uris};
use ::url::Url;
use alloc::string::String;
use core::fmt;

/// The reason why a reference is not a URL of the crate `url`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToUrlError {
    /// It is not absolute, or `url` refuses its host or its port.
    Invalid(::url::ParseError),
    /// The URL is not equivalent to the reference.
    Different(Url),
}

impl fmt::Display for ToUrlError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(error) => error.fmt(f),
            Self::Different(url) => {
                // Messages end up in logs, where passwords do not belong. For URLs without an
                // authority, the setters fail.
                let mut shown = url.clone();
                let _ = shown.set_username("").and(shown.set_password(None));
                write!(f, "`url` would change the reference to {shown}")
            }
        }
    }
}

impl core::error::Error for ToUrlError {
    #[inline]
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Invalid(error) => Some(error),
            Self::Different(_) => None,
        }
    }
}

macro_rules! urls {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty, $names:tt) => {
        /// See [`interop`](crate::interop).
        impl TryFrom<$of::$view<'_>> for Url {
            type Error = ToUrlError;

            #[inline]
            fn try_from(text: $of::$view<'_>) -> Result<Self, ToUrlError> {
                let url = Self::parse(text.as_str()).map_err(ToUrlError::Invalid)?;
                let same = $of::$view::parse(url.as_str())
                    .is_ok_and(|it| it.is_equivalent(text, <$syntax as UriSyntax>::NORMAL_FORM));
                if same { Ok(url) } else { Err(ToUrlError::Different(url)) }
            }
        }

        convert_by! {
            [] &$of::$buf => Url, ToUrlError, |text| text.as_view().try_into();
            [] $of::$buf => Url, ToUrlError, |text| text.as_view().try_into();
        }
    };
}
uris!(urls);

macro_rules! of_urls {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty, $names:tt) => {
        convert_by! {
            ['a] &'a Url => $of::$view<'a>, ParseError, |url| Self::parse(url.as_str());
            [] &Url => $of::$buf, ParseError, |url| url.as_str().parse();
            // The text is not copied.
            [] Url => $of::$buf, ParseError,
                |url| Self::parse(String::from(url)).map_err(Into::into);
        }
    };
}
references!(of_urls);
