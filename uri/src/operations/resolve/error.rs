//! The errors of resolution.

use core::fmt;

/// The reason why a reference cannot be resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ResolveError {
    /// The reference is relative, but the base URI is opaque (`mailto:a@b`): "relative
    /// URI cannot be used within a document that has an unsuitable base URI", RFC 2396
    /// section 5.
    OpaqueBase,
    /// The reference leads above the root, and [`SurplusParents::Refuse`](crate::SurplusParents::Refuse) was chosen.
    SurplusParents,
    /// The resulting path starts with two slashes (`..//g` from `s:/a/b`). Without an authority
    /// before it, its second segment would be read as one. RFC 2396 section 4.3.
    PathLikeAuthority,
    /// The reference is to the current document, and
    /// [`SameDocument::Keep`](crate::SameDocument::Keep) was chosen for a type of RFC 3986 or RFC
    /// 3987, where the result is a URI or an IRI and never a relative reference.
    SameDocument,
}

impl fmt::Display for ResolveError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OpaqueBase => "a relative reference has no meaning where the base URI is opaque",
            Self::SurplusParents => "the reference leads above the root of the hierarchy",
            Self::PathLikeAuthority => {
                "the resolved path starts with `//`, which would make its first segment an authority"
            }
            Self::SameDocument => "a reference to the current document is not a URI",
        })
    }
}

impl core::error::Error for ResolveError {}
