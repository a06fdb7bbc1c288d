//! The types of the crate `http`: RFC 9112 section 3.2.
//!
//! The parser of `http` accepts other texts than the RFC for the four forms of a target, and
//! divides some texts differently. So references are checked by their components before that parser
//! reads them.

use super::convert_by;
use crate::ParseError;
use crate::syntax::components::Components;
use crate::syntax::types::{parts, references, uris};
use ::http::uri::{Authority, InvalidUri, PathAndQuery, Scheme, Uri};
use alloc::string::ToString as _;
use core::fmt;

/// The reason why a reference is not a value of the crate `http`.
#[derive(Debug)]
#[non_exhaustive]
pub enum ToHttpError {
    /// It has a fragment.
    Fragment,
    /// It has a scheme, but no authority or an empty one.
    NoAuthority,
    /// It has an authority, but no scheme.
    NoScheme,
    /// It has neither a scheme nor an authority, and its path does not begin with a slash.
    RelativePath,
    /// It has a scheme or an authority, which a [`PathAndQuery`] cannot hold.
    NotOriginForm,
    /// It is too long, or has an authority or a scheme that `http` refuses.
    Invalid(InvalidUri),
}

impl fmt::Display for ToHttpError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fragment => "the target of a request has no fragment",
            Self::NoAuthority => "the target of a request has no scheme without an authority",
            Self::NoScheme => {
                "the target of a request has no authority before a path without a scheme"
            }
            Self::RelativePath => "the path of the target of a request begins with a slash",
            Self::NotOriginForm => "a path and query has neither a scheme nor an authority",
            Self::Invalid(error) => return error.fmt(f),
        })
    }
}

impl core::error::Error for ToHttpError {
    #[inline]
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Invalid(error) => Some(error),
            _ => None,
        }
    }
}

impl From<InvalidUri> for ToHttpError {
    #[inline]
    fn from(error: InvalidUri) -> Self {
        Self::Invalid(error)
    }
}

/// The reason why a value of the crate `http` is not a reference of the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FromHttpError {
    /// It is an authority alone, RFC 9112 section 3.2.3. Its text would be another reference.
    AuthorityForm,
    /// Its path does not begin with a slash: it is `*`, RFC 9112 section 3.2.4, or empty.
    RelativePath,
    /// It has no authority, and its path begins with two slashes. Its text would have an authority.
    TwoSlashes,
    /// The text does not match the rule.
    Invalid(ParseError),
}

impl fmt::Display for FromHttpError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AuthorityForm => "an authority alone is not a reference",
            Self::RelativePath => "the path of the target does not begin with a slash",
            Self::TwoSlashes => "a path that begins with two slashes would be an authority",
            Self::Invalid(error) => return error.fmt(f),
        })
    }
}

impl core::error::Error for FromHttpError {
    #[inline]
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Invalid(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ParseError> for FromHttpError {
    #[inline]
    fn from(error: ParseError) -> Self {
        Self::Invalid(error)
    }
}

macro_rules! to_uris {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty, $names:tt) => {
        convert_by! {
            ['a] $of::$view<'a> => Uri, ToHttpError, |text| {
                refuse_target(&text.components())?;
                Ok(text.as_str().parse()?)
            };
            ['a] &'a $of::$buf => Uri, ToHttpError, |text| text.as_view().try_into();
            // The text is not copied.
            [] $of::$buf => Uri, ToHttpError, |text| {
                refuse_target(&text.components())?;
                Ok(text.into_string().try_into()?)
            };
            ['a] $of::$view<'a> => PathAndQuery, ToHttpError, |text| {
                refuse_origin(&text.components())?;
                Ok(text.as_str().parse()?)
            };
            ['a] &'a $of::$buf => PathAndQuery, ToHttpError, |text| text.as_view().try_into();
            // The text is not copied.
            [] $of::$buf => PathAndQuery, ToHttpError, |text| {
                refuse_origin(&text.components())?;
                Ok(text.into_string().try_into()?)
            };
        }
    };
}
uris!(to_uris);

macro_rules! of_uris {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty, $names:tt) => {
        convert_by! {
            [] &Uri => $of::$buf, FromHttpError, |uri| {
                refuse_form(uri)?;
                Ok(Self::parse(uri.to_string()).map_err(ParseError::from)?)
            };
            [] Uri => $of::$buf, FromHttpError, |uri| Self::try_from(&uri);
            ['a] &'a PathAndQuery => $of::$view<'a>, FromHttpError, |path| {
                refuse_path(path.as_str())?;
                Ok(Self::parse(path.as_str())?)
            };
            [] &PathAndQuery => $of::$buf, FromHttpError, |path| {
                refuse_path(path.path())?;
                // `as_str` omits an empty path; `Display` writes it as a slash.
                Ok(Self::parse(path.to_string()).map_err(ParseError::from)?)
            };
            [] PathAndQuery => $of::$buf, FromHttpError, |path| Self::try_from(&path);
        }
    };
}
references!(of_uris);

macro_rules! same_parts {
    ($of:ident $view:ident $buf:ident $part:ty) => {
        convert_by! {
            ['a] $of::$view<'a> => $part, InvalidUri, |text| text.as_str().parse();
            ['a] &'a $of::$buf => $part, InvalidUri, |text| text.as_str().parse();
            [] $of::$buf => $part, InvalidUri, |text| text.as_str().parse();
            ['a] &'a $part => $of::$view<'a>, ParseError, |part| Self::parse(part.as_str());
            [] &$part => $of::$buf, ParseError, |part| part.as_str().parse();
            [] $part => $of::$buf, ParseError, |part| part.as_str().parse();
        }
    };
}

macro_rules! schemes {
    ($of:ident $view:ident $buf:ident $syntax:ty, $names:tt) => {
        same_parts! { $of $view $buf Scheme }
    };
}
parts!(schemes: Scheme SchemeBuf);
#[cfg(feature = "rfc1738")]
const _: () = {
    use crate::rfc1738 as of;

    same_parts! { of Scheme SchemeBuf Scheme }
};

// Authorities of IRIs may not be ASCII, so they do not convert.
const _: () = {
    use crate as of;

    same_parts! { of Authority AuthorityBuf Authority }
};
#[cfg(feature = "rfc3986")]
const _: () = {
    use crate::rfc3986 as of;

    same_parts! { of Authority AuthorityBuf Authority }
};

/// Rejects references that `http` would reject, change, or read as another form.
fn refuse_target<S>(components: &Components<'_, S>) -> Result<(), ToHttpError> {
    if components.fragment.is_some() {
        return Err(ToHttpError::Fragment);
    }
    match (components.scheme, components.authority.map(|authority| authority.text)) {
        (Some(_), None | Some("")) => Err(ToHttpError::NoAuthority),
        (None, Some(_)) => Err(ToHttpError::NoScheme),
        (None, None) if !components.path.starts_with('/') => Err(ToHttpError::RelativePath),
        (Some(_), Some(_)) | (None, None) => Ok(()),
    }
}

/// As [`refuse_target`], for targets in origin form.
fn refuse_origin<S>(components: &Components<'_, S>) -> Result<(), ToHttpError> {
    if components.scheme.is_some() || components.authority.is_some() {
        return Err(ToHttpError::NotOriginForm);
    }
    refuse_target(components)
}

/// Rejects targets whose text would have other components.
#[inline]
fn refuse_form(uri: &Uri) -> Result<(), FromHttpError> {
    match (uri.scheme(), uri.authority()) {
        (None, Some(_)) => Err(FromHttpError::AuthorityForm),
        (None, None) => refuse_path(uri.path()),
        // A target that is built from parts can have `*` after its authority.
        (Some(_), _) if !uri.path().starts_with('/') => Err(FromHttpError::RelativePath),
        (Some(_), _) => Ok(()),
    }
}

/// Rejects paths of targets without an authority if their text would not be a path.
#[inline]
fn refuse_path(path: &str) -> Result<(), FromHttpError> {
    if path.starts_with("//") {
        return Err(FromHttpError::TwoSlashes);
    }
    if path.starts_with('/') { Ok(()) } else { Err(FromHttpError::RelativePath) }
}
