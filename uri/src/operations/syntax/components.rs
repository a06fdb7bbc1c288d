//! The components of a reference, from any view of a whole reference.

use super::layout::{Lengths, Located};
use super::{Form, Rfc2396, Syntax};
use crate::generated::runtime::View;
use crate::operations::output::{Each, Pieces};
use core::fmt;
use core::marker::PhantomData;

/// The components of a reference: scheme, authority, path, query and fragment,
/// RFC 3986 section 3, RFC 2396 sections 3 and 4.
///
/// Every view of a whole reference converts to its components without parsing the text again.
/// Operations for all these views take [`IntoComponents`](crate::IntoComponents).
///
/// A component is absent if its separator is absent: `http://a?` has an empty query, `http://a` has
/// none. In RFC 2396, the path is absent if it is empty.
///
/// ```
/// use uri::Components;
/// use uri::rfc3986::UriReference;
///
/// let parts = Components::from(UriReference::parse("//host/a/b#c")?);
/// assert_eq!(parts.scheme(), None);
/// assert_eq!(parts.authority().unwrap(), "host");
/// assert_eq!(parts.fragment().unwrap(), "c");
/// # Ok::<(), uri::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Components<'a, S = Rfc2396> {
    /// The whole text, with the delimiters between the components.
    pub(crate) text: &'a str,
    pub(crate) scheme: Option<&'a str>,
    pub(crate) authority: Option<Located<'a>>,
    /// Empty if the path is absent.
    pub(crate) path: &'a str,
    pub(crate) query: Option<&'a str>,
    pub(crate) fragment: Option<&'a str>,
    pub(crate) syntax: PhantomData<S>,
}

impl<'a, S: Syntax> Components<'a, S> {
    /// The scheme, without its colon.
    #[must_use]
    #[inline]
    pub fn scheme(&self) -> Option<S::Scheme<'a>> {
        self.scheme.map(View::of_part)
    }

    /// The authority, without the two slashes before it.
    #[must_use]
    #[inline]
    pub fn authority(&self) -> Option<S::Authority<'a>> {
        self.authority.map(Located::view)
    }

    /// The path; in RFC 2396, `None` if it is empty.
    #[must_use]
    #[inline]
    pub fn path(&self) -> S::Path<'a> {
        S::path(self)
    }

    /// The query, without its question mark.
    #[must_use]
    #[inline]
    pub fn query(&self) -> Option<S::Query<'a>> {
        self.query.map(View::of_part)
    }

    /// The fragment, without its `#`.
    #[must_use]
    #[inline]
    pub fn fragment(&self) -> Option<S::Fragment<'a>> {
        self.fragment.map(View::of_part)
    }

    /// Returns whether the path has no hierarchy: RFC 2396 section 3.
    #[inline]
    pub(crate) fn is_opaque(&self) -> bool {
        S::FORM != Form::New && self.is_rootless()
    }
}

impl<S> Components<'_, S> {
    /// No components.
    pub(crate) const EMPTY: Self = Self {
        text: "",
        scheme: None,
        authority: None,
        path: "",
        query: None,
        fragment: None,
        syntax: PhantomData,
    };

    /// Returns whether there is a scheme, and a path that does not start with a slash.
    #[inline]
    pub(crate) fn is_rootless(&self) -> bool {
        self.scheme.is_some() && is_relative(self.path)
    }

    /// The lengths of the components.
    #[inline]
    pub(crate) fn lengths(&self) -> Lengths {
        let Self { scheme, authority, query, fragment, .. } = self;
        Lengths::of(*scheme, *query, *fragment).with_authority(authority.as_ref())
    }

    /// The offset after the scheme and its colon.
    #[inline]
    pub(crate) fn scheme_end(&self) -> usize {
        self.scheme.map_or(0, |scheme| scheme.len() + ":".len())
    }

    /// The offset of the path.
    #[inline]
    pub(crate) fn path_start(&self) -> usize {
        self.scheme_end() + self.authority.map_or(0, |authority| authority.text.len() + "//".len())
    }

    /// The offset of the end of the path.
    #[inline]
    pub(crate) fn path_end(&self) -> usize {
        self.path_start() + self.path.len()
    }

    /// The offset of the end of the query, or of the path if there is none.
    #[inline]
    pub(crate) fn query_end(&self) -> usize {
        self.path_end() + self.query.map_or(0, |query| query.len() + "?".len())
    }
}

/// No components.
impl<S> Default for Components<'_, S> {
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Returns whether a path has text and does not start with a slash.
#[inline]
pub(crate) fn is_relative(path: &str) -> bool {
    !matches!(path.as_bytes().first(), None | Some(b'/'))
}

/// A parsed reference of the grammar `S`, for operations that read its components: any view of a
/// whole reference, a reference to its owned form, or its [`Components`].
///
/// ```compile_fail,E0277
/// # use uri::rfc3986::Uri;
/// let target = Uri::new("http://a/").resolve("../b");
/// ```
///
/// ```
/// use uri::rfc3986::{Uri, UriReference};
///
/// let target = Uri::new("http://a/").resolve(UriReference::parse("../b")?);
/// assert_eq!(target, "http://a/b");
/// # Ok::<(), uri::ParseError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a parsed reference of the grammar `{S}`",
    label = "expected a view of a reference, such as `UriReference` or `Uri`, or `&UriBuf`",
    note = "parse a text first, as in `UriReference::parse(text)?`; `join` of a base also resolves it",
    note = "references of another grammar are converted by `From` or `TryFrom`"
)]
pub trait IntoComponents<'a, S: Syntax> {
    /// Returns the components, without reading the text again.
    fn into_components(self) -> Components<'a, S>;
}

impl<'a, S: Syntax> IntoComponents<'a, S> for Components<'a, S> {
    #[inline]
    fn into_components(self) -> Self {
        self
    }
}

/// Converts views to components. In addition to authority, path and query, which are read from
/// every view, the arguments list the components that are always present, and those that are
/// optional.
macro_rules! components_of {
    ($syntax:ident: $($($view:ident)::+ [$($always:ident)*] [$($option:ident)*])*) => {$(
        impl<'a> From<$($view)::+<'a>> for $crate::Components<'a, $syntax> {
            #[inline]
            fn from(view: $($view)::+<'a>) -> Self {
                use $crate::syntax::{Part, Syntax};

                Self {
                    text: view.as_str(),
                    authority: view.authority().map($crate::syntax::layout::Located::of::<$syntax>),
                    path: $syntax::path_text(view.path()).0,
                    query: view.query().map(Part::text),
                    $($always: Some(view.$always().text()),)*
                    $($option: view.$option().map(Part::text),)*
                    ..Self::EMPTY
                }
            }
        }

        impl<'a> $crate::IntoComponents<'a, $syntax> for $($view)::+<'a> {
            #[inline]
            fn into_components(self) -> $crate::Components<'a, $syntax> {
                self.into()
            }
        }
    )*};
}
pub(crate) use components_of;

/// Recombines components, each given in pieces: RFC 3986 section 5.3, and RFC 2396 section 5.2,
/// step 7.
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
