//! The four components and the fragment, from whichever view has them.

use crate::output::{Each, Pieces};
use crate::{
    AbsoluteUri, Authority, Fragment, Query, Reference, RelativeUri, Scheme, UriPath, UriReference,
};
use core::fmt;

/// The components of a URI reference: scheme, authority, path, query and fragment,
/// RFC 2396 sections 3 and 4.
///
/// Every view of a whole reference converts into its components, without reading the text
/// again. Operations that are the same for all those views take `impl Into<Components>`.
///
/// A component is absent if its separator is: `http://a?` has an empty query, `http://a` has
/// none. The path is absent if it is empty.
///
/// ```
/// use uri::{Components, UriReference};
///
/// let parts = Components::from(UriReference::parse("//host/a/b#c")?);
/// assert_eq!(parts.scheme(), None);
/// assert_eq!(parts.authority().unwrap().as_str(), "host");
/// assert_eq!(parts.fragment().unwrap().as_str(), "c");
/// # Ok::<(), uri::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Components<'a> {
    pub(crate) scheme: Option<Scheme<'a>>,
    pub(crate) authority: Option<Authority<'a>>,
    pub(crate) path: Option<UriPath<'a>>,
    pub(crate) query: Option<Query<'a>>,
    pub(crate) fragment: Option<Fragment<'a>>,
}

impl<'a> Components<'a> {
    /// The scheme, without its colon. RFC 2396 section 3.1.
    #[must_use]
    #[inline]
    pub const fn scheme(&self) -> Option<Scheme<'a>> {
        self.scheme
    }

    /// The authority, without the two slashes before it. RFC 2396 section 3.2.
    #[must_use]
    #[inline]
    pub const fn authority(&self) -> Option<Authority<'a>> {
        self.authority
    }

    /// The path; absent if it is empty. RFC 2396 sections 3 and 3.3.
    #[must_use]
    #[inline]
    pub const fn path(&self) -> Option<UriPath<'a>> {
        self.path
    }

    /// The query, without its question mark. RFC 2396 section 3.4.
    #[must_use]
    #[inline]
    pub const fn query(&self) -> Option<Query<'a>> {
        self.query
    }

    /// The fragment, without its crosshatch. RFC 2396 section 4.1.
    #[must_use]
    #[inline]
    pub const fn fragment(&self) -> Option<Fragment<'a>> {
        self.fragment
    }
}

#[cfg(feature = "alloc")]
impl Components<'_> {
    /// How many bytes all of them have, with what stands between them.
    #[inline]
    pub(crate) fn capacity(&self) -> usize {
        let Self { scheme, authority, path, query, fragment } = self;
        let length = |text: Option<&str>| text.map_or(0, str::len);
        "://?#".len()
            + length(scheme.map(Scheme::as_str))
            + length(authority.map(Authority::as_str))
            + length(path.map(UriPath::as_str))
            + length(query.map(Query::as_str))
            + length(fragment.map(Fragment::as_str))
    }
}

impl<'a> From<UriReference<'a>> for Components<'a> {
    #[inline]
    fn from(view: UriReference<'a>) -> Self {
        Self {
            scheme: view.scheme(),
            authority: view.authority(),
            path: view.path(),
            query: view.query(),
            fragment: view.fragment(),
        }
    }
}

impl<'a> From<Reference<'a>> for Components<'a> {
    #[inline]
    fn from(view: Reference<'a>) -> Self {
        Self {
            scheme: view.scheme(),
            authority: view.authority(),
            path: view.path(),
            query: view.query(),
            fragment: view.fragment(),
        }
    }
}

impl<'a> From<AbsoluteUri<'a>> for Components<'a> {
    #[inline]
    fn from(view: AbsoluteUri<'a>) -> Self {
        Self {
            scheme: Some(view.scheme()),
            authority: view.authority(),
            path: view.path(),
            query: view.query(),
            fragment: None,
        }
    }
}

impl<'a> From<RelativeUri<'a>> for Components<'a> {
    #[inline]
    fn from(view: RelativeUri<'a>) -> Self {
        Self {
            scheme: None,
            authority: view.authority(),
            path: view.path(),
            query: view.query(),
            fragment: None,
        }
    }
}

/// RFC 2396 section 5.2, step 7: recombines components, each in pieces. An empty path is
/// absent; a path includes its separator.
#[inline]
pub(crate) fn recombine(
    each: &mut Each<'_>,
    scheme: Option<impl Pieces>,
    authority: Option<impl Pieces>,
    path: impl Pieces,
    query: Option<impl Pieces>,
    fragment: Option<impl Pieces>,
) -> fmt::Result {
    if let Some(scheme) = scheme {
        scheme.try_each(each)?;
        each(":")?;
    }
    if let Some(authority) = authority {
        each("//")?;
        authority.try_each(each)?;
    }
    path.try_each(each)?;
    if let Some(query) = query {
        each("?")?;
        query.try_each(each)?;
    }
    if let Some(fragment) = fragment {
        each("#")?;
        fragment.try_each(each)?;
    }
    Ok(())
}
