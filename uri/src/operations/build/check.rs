//! Checks that adjacent parts, once put together, are read as the same parts.

use super::path::Form;
use super::{Builder, Naming, Path};
use crate::syntax::Syntax;
#[cfg(feature = "alloc")]
use crate::syntax::layout::ServerParts;
use crate::{ParseError, Server, syntax};
use core::fmt;

/// The reason why parts cannot be put together: the text would not match the rule, or would be read
/// as other parts. Errors with a section of RFC 2396 only are those of the types at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BuildError {
    /// Without a scheme before it, an opaque part would be a relative path, or its start would be a
    /// scheme. RFC 2396 section 3.
    OpaqueWithoutScheme,
    /// An authority is followed by an absolute path, not by an opaque part. RFC 2396
    /// section 3, `net_path`.
    OpaqueWithAuthority,
    /// A query after an opaque part would belong to that part. RFC 2396 section 3, `opaque_part`.
    OpaqueWithQuery,
    /// An opaque part has no segments to change. RFC 2396 section 3.
    OpaqueWithoutSegments,
    /// Without an authority before it, a path that starts with `//` would be read as an authority.
    /// RFC 3986 section 3.3, RFC 2396 section 4.3.
    PathLikeAuthority,
    /// After a scheme, a relative path would be an opaque part. RFC 2396 section 3.
    RelativePathWithScheme,
    /// After an authority, a relative path would belong to that authority. RFC 3986 section 3.3,
    /// RFC 2396 section 3, `net_path`.
    RelativePathWithAuthority,
    /// The first segment of a relative path is empty, or has a colon, and the text before the colon
    /// would be read as a scheme. RFC 3986 section 4.2, RFC 2396 section 5.
    FirstSegment,
    /// There is no segment of this index.
    NoSuchSegment,
    /// A scheme with nothing after its colon is not a URI. RFC 2396 section 3.
    NothingAfterScheme,
    /// A query alone is not a URI reference; see [`Reference`](crate::Reference). RFC 2396 section
    /// 5.
    QueryAlone,
    /// User information or a port without a host. RFC 2396 section 3.2.2.
    ServerWithoutHost,
    /// User information or a port for an authority that is a registry name. RFC 2396 section 3.2.
    RegNameWithServer,
    /// The registry name would be read as a server, as `example.com` would. RFC 2396 section 3.2.
    RegNameLikeServer,
    /// The type of the changed value is that of relative references, which have no scheme. RFC 3986
    /// section 4.2, RFC 2396 section 5.
    NoScheme,
    /// The type of the changed value is that of URIs, which start with a scheme. RFC 3986 section 3,
    /// RFC 2396 section 3.
    SchemeNeeded,
    /// The text does not match the rule of the requested type.
    Invalid(ParseError),
}

impl fmt::Display for BuildError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OpaqueWithoutScheme => "an opaque part needs a scheme before it",
            Self::OpaqueWithAuthority => "an opaque part cannot follow an authority",
            Self::OpaqueWithQuery => "a query after an opaque part would belong to it",
            Self::OpaqueWithoutSegments => "an opaque part has no segments",
            Self::PathLikeAuthority => {
                "without an authority before it, a path that starts with `//` would be read as one"
            }
            Self::RelativePathWithScheme => "a relative path cannot follow a scheme",
            Self::RelativePathWithAuthority => "a relative path cannot follow an authority",
            Self::FirstSegment => {
                "the first segment of a relative path cannot be empty or contain a colon"
            }
            Self::NoSuchSegment => "the path has no segment with this index",
            Self::NothingAfterScheme => "a scheme needs something after it",
            Self::QueryAlone => "a query alone is not a URI reference",
            Self::ServerWithoutHost => "user information and port need a host",
            Self::RegNameWithServer => "a registry name has no user information and no port",
            Self::RegNameLikeServer => "the registry name would be read as a server",
            Self::NoScheme => "a text of this type has no scheme",
            Self::SchemeNeeded => "a text of this type needs a scheme",
            Self::Invalid(error) => return fmt::Display::fmt(error, f),
        })
    }
}

impl core::error::Error for BuildError {
    #[inline]
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Invalid(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ParseError> for BuildError {
    #[inline]
    fn from(error: ParseError) -> Self {
        Self::Invalid(error)
    }
}

#[inline]
pub(super) fn check<S: Syntax, K>(parts: &Builder<'_, S, K>) -> Result<(), BuildError> {
    let Builder { scheme, authority, path, query, .. } = parts;
    if S::FORM != syntax::Form::New {
        check_authority(*authority)?;
    }
    let [scheme, query] = [scheme, query].map(Option::is_some);
    check_path::<S>(*path, Around { scheme, authority: authority.is_present(), query })
}

/// The components that are present around a path.
#[derive(Clone, Copy)]
pub(super) struct Around {
    pub(super) scheme: bool,
    pub(super) authority: bool,
    pub(super) query: bool,
}

/// As [`check`], where the authority is known to be one.
#[inline]
pub(super) fn check_path<S: Syntax>(path: Path<'_>, around: Around) -> Result<(), BuildError> {
    let Around { scheme: has_scheme, authority: has_authority, query: has_query } = around;
    let is_old = S::FORM != syntax::Form::New;
    let form = path.form(has_authority);
    if let Some(splice) = path.splice {
        if form == Form::Opaque {
            return Err(BuildError::OpaqueWithoutSegments);
        }
        let length = crate::operations::segments::SegmentTexts::new(path.whole).count();
        if !splice.fits(length) {
            return Err(BuildError::NoSuchSegment);
        }
    }
    match form {
        Form::Opaque if !has_scheme => Err(BuildError::OpaqueWithoutScheme),
        Form::Opaque if has_authority => Err(BuildError::OpaqueWithAuthority),
        Form::Opaque if has_query => Err(BuildError::OpaqueWithQuery),
        Form::Absolute if !has_authority && path.starts_with_two_slashes() => {
            Err(BuildError::PathLikeAuthority)
        }
        Form::Relative if has_authority => Err(BuildError::RelativePathWithAuthority),
        Form::Relative if has_scheme && is_old => Err(BuildError::RelativePathWithScheme),
        Form::Relative if !is_first(path.segments().next(), has_scheme) => {
            Err(BuildError::FirstSegment)
        }
        Form::Empty if has_authority => Ok(()),
        Form::Empty if has_scheme && is_old => Err(BuildError::NothingAfterScheme),
        Form::Empty if has_query && S::FORM == syntax::Form::Old => Err(BuildError::QueryAlone),
        Form::Empty | Form::Absolute | Form::Opaque | Form::Relative => Ok(()),
    }
}

/// Returns whether a path without a leading slash can start with this segment. After a scheme, the
/// segment may hold a colon, which cannot end a second scheme.
#[inline]
fn is_first(segment: Option<&str>, has_scheme: bool) -> bool {
    segment.is_some_and(|segment| !segment.is_empty() && (has_scheme || !segment.contains(':')))
}

#[inline]
fn check_authority(authority: Naming<'_>) -> Result<(), BuildError> {
    match authority {
        Naming::RegName { userinfo, port, .. } if userinfo.is_some() || port.is_some() => {
            Err(BuildError::RegNameWithServer)
        }
        Naming::RegName { name, .. } if Server::is_match(name) => {
            Err(BuildError::RegNameLikeServer)
        }
        Naming::Server { userinfo, host: None, port } if userinfo.is_some() || port.is_some() => {
            Err(BuildError::ServerWithoutHost)
        }
        _ => Ok(()),
    }
}

/// As [`check`], for an authority that is a server.
#[cfg(feature = "alloc")]
#[inline]
pub(super) fn check_server<S: Syntax>(server: &ServerParts<'_>) -> Result<(), BuildError> {
    let ServerParts { userinfo, host, port } = server;
    let needs_host = userinfo.is_some() || port.is_some();
    if S::FORM != syntax::Form::New && needs_host && host.text.is_empty() {
        return Err(BuildError::ServerWithoutHost);
    }
    Ok(())
}
