//! The type of the crate `url`: the WHATWG's URL standard.
//!
//! Nothing here knows what that standard changes: the result is read again and compared, so that
//! no change can be missed.

use super::{UriSyntax, convert_by};
use crate::components::Components;
use crate::syntax::Whole;
use crate::{ParseError, Text};
use ::url::Url;
use alloc::string::String;
use core::fmt;

/// Why a reference is not a URL of the crate `url`.
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
                // Messages end up in logs, where no password belongs. What has none refuses.
                let mut shown = url.clone();
                let _ = shown.set_username("").and(shown.set_password(None));
                write!(f, "the URL is another one, {shown}")
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

/// As [`interop`](crate::interop) says.
impl<R: Whole<Syntax: UriSyntax>, const N: usize> TryFrom<Text<&str, R, N>> for Url
where
    for<'v> Text<&'v str, R, N>: Into<Components<'v, R::Syntax>>,
{
    type Error = ToUrlError;

    #[inline]
    fn try_from(text: Text<&str, R, N>) -> Result<Self, ToUrlError> {
        let url = Self::parse(text.as_str()).map_err(ToUrlError::Invalid)?;
        let same = Text::<&str, R, N>::parse(url.as_str())
            .is_ok_and(|other| other.is_equivalent(text, R::Syntax::NORMAL_FORM));
        if same { Ok(url) } else { Err(ToUrlError::Different(url)) }
    }
}

/// As [`interop`](crate::interop) says.
impl<R: Whole<Syntax: UriSyntax>, const N: usize> TryFrom<&Text<String, R, N>> for Url
where
    for<'v> Text<&'v str, R, N>: Into<Components<'v, R::Syntax>>,
{
    type Error = ToUrlError;

    #[inline]
    fn try_from(text: &Text<String, R, N>) -> Result<Self, ToUrlError> {
        text.as_view().try_into()
    }
}

/// As [`interop`](crate::interop) says.
impl<R: Whole<Syntax: UriSyntax>, const N: usize> TryFrom<Text<String, R, N>> for Url
where
    for<'v> Text<&'v str, R, N>: Into<Components<'v, R::Syntax>>,
{
    type Error = ToUrlError;

    #[inline]
    fn try_from(text: Text<String, R, N>) -> Result<Self, ToUrlError> {
        text.as_view().try_into()
    }
}

convert_by! {
    ['a, R: Whole, const N: usize] &'a Url => Text<&'a str, R, N>, ParseError,
        |url| Self::parse(url.as_str());
    [R: Whole, const N: usize] &Url => Text<String, R, N>, ParseError,
        |url| Self::try_from(url.as_str());
    // The text is not copied.
    [R: Whole, const N: usize] Url => Text<String, R, N>, ParseError,
        |url| Self::parse(String::from(url)).map_err(Into::into);
}
