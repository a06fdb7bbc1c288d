//! Builds references from parts, and changes parts of references.

mod change;
mod check;
#[cfg(feature = "alloc")]
mod fragment;
mod naming;
#[cfg(feature = "alloc")]
mod owned;
#[cfg(feature = "alloc")]
mod pairs;
mod path;
#[cfg(feature = "alloc")]
mod segments;
#[cfg(feature = "alloc")]
mod splice;

pub use check::BuildError;

use crate::operations::number::PortPart;
use crate::operations::output::{Each, Pieces};
use crate::operations::splice::Splice;
use crate::operations::wording::by_rfc;
use crate::syntax::components::{Components, recombine};
use crate::syntax::layout::{Lengths, LocatedHost, Measured, ServerParts, whole};
use crate::syntax::types::references;
use crate::syntax::{AnyReference, Complete, Kind, Part, Rfc2396, Syntax};
use crate::{IntoPart, RegName};
use core::fmt;
use core::marker::PhantomData;
use naming::Naming;

macro_rules! builders {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty,
        [$rfc:ident $at:literal $reference:literal $uri:literal]) => {
        impl $of::$view<'_> {
            /// Returns a builder without any part. The builder of a type that requires a scheme,
            #[doc = concat!("such as [`", $uri, "`](crate::", $at, $uri, "),")]
            /// has no `build` until a scheme is set.
            ///
            /// ```
            #[doc = concat!("use uri::", $at, by_rfc!($rfc, "AbsPath;", "PathAbempty;"))]
            #[doc = concat!("use uri::", $at, "{Host, Query, Scheme, ", $reference, "};")]
            ///
            /// let mut buffer = [0; 16];
            #[doc = concat!("let built = ", $reference, "::builder()")]
            ///     .scheme(Scheme::new("http"))
            ///     .host(Host::new("example.com"))
            ///     .port_number(8080)
            #[doc = concat!("    .path(", by_rfc!($rfc, "AbsPath", "PathAbempty"), "::new(\"/search\"))")]
            ///     .query(Query::quote("q=a b").write_in(&mut buffer)?)
            ///     .build()?;
            /// assert_eq!(built, "http://example.com:8080/search?q=a%20b");
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            ///
            /// ```compile_fail,E0277
            #[doc = concat!("# use uri::", $at, "{Host, ", $uri, "};")]
            /// // There is no scheme.
            #[doc = concat!("let built = ", $uri, "::builder().host(Host::new(\"example.com\")).build();")]
            /// ```
            #[must_use]
            #[inline]
            pub const fn builder<'a>() -> Builder<'a, $syntax, <$kind as Kind<$syntax>>::Empty> {
                Builder::EMPTY
            }
        }
    };
}
references!(builders);

/// Parts of a reference, to be put together. Made by `builder` of the types of whole references,
/// such as [`UriReference`](crate::UriReference::builder), from any view of a whole reference, and
/// by the methods `with_…` of views.
///
/// Each part matches its rule. [`build`](Self::build) returns an error if the parts do not fit
/// together, for example if neighbouring parts would be read as other parts. To remove an optional
/// part, pass `None` to its setter.
///
/// `K` is a [`Kind`]: the scheme of a URI cannot be removed, so the result is a URI again.
#[derive(Clone, Copy, Debug)]
pub struct Builder<'a, S = Rfc2396, K = AnyReference> {
    scheme: Option<&'a str>,
    authority: Naming<'a>,
    path: Path<'a>,
    query: Option<&'a str>,
    fragment: Option<&'a str>,
    syntax: PhantomData<(S, K)>,
}

/// A path, perhaps with one change among its segments.
#[derive(Clone, Copy, Debug)]
struct Path<'a> {
    whole: &'a str,
    is_opaque: bool,
    splice: Option<Splice<&'a str>>,
}

impl<S, K> Builder<'_, S, K> {
    /// Without any part.
    const EMPTY: Self = Self {
        scheme: None,
        authority: Naming::Absent,
        path: Path { whole: "", is_opaque: false, splice: None },
        query: None,
        fragment: None,
        syntax: PhantomData,
    };
}

impl<'a, S: Syntax, K: Kind<S>> Builder<'a, S, K> {
    /// Puts the parts together; the result is not written yet.
    ///
    /// # Errors
    ///
    /// If the text would not be read as these parts. See [`BuildError`].
    #[inline]
    pub fn build(self) -> Result<Built<'a, S, K>, BuildError>
    where
        K: Complete<S>,
    {
        check::check(&self)?;
        Ok(Built { parts: self })
    }

    /// Sets the scheme, RFC 3986 section 3.1, RFC 2396 section 3.1. Takes an `Option`, except for
    /// a URI, which always has a scheme.
    #[must_use]
    #[inline]
    pub fn scheme(mut self, scheme: impl IntoPart<K::Scheme<'a>>) -> Builder<'a, S, K::Then> {
        let scheme: Option<S::Scheme<'a>> = scheme.into_part().into();
        self.scheme = scheme.map(Part::text);
        self.of_kind()
    }

    /// The same parts with another kind.
    #[inline]
    fn of_kind<L>(self) -> Builder<'a, S, L> {
        let Self { scheme, authority, path, query, fragment, syntax: _ } = self;
        Builder { scheme, authority, path, query, fragment, syntax: PhantomData }
    }

    /// Sets the authority, RFC 3986 section 3.2, or, in RFC 2396 section 3.2, a server or a registry
    /// name.
    #[must_use]
    #[inline]
    pub fn authority(mut self, authority: impl IntoPart<Option<S::Authority<'a>>>) -> Self {
        self.authority = authority.into_part().map_or(Naming::Absent, Naming::of::<S>);
        self
    }

    /// Sets the user information, RFC 3986 section 3.2.1, RFC 2396 section 3.2.2.
    #[must_use]
    #[inline]
    pub fn userinfo(mut self, userinfo: impl IntoPart<Option<S::UserInfo<'a>>>) -> Self {
        self.authority.set_userinfo::<S>(userinfo.into_part().map(Part::text));
        self
    }

    /// Sets the host, RFC 3986 section 3.2.2, RFC 2396 section 3.2.2. `None` makes the host empty;
    /// to remove the authority, use [`authority`](Self::authority). In RFC 2396, a host replaces a
    /// registry name, and `None` does not.
    #[must_use]
    #[inline]
    pub fn host(mut self, host: impl IntoPart<Option<S::Host<'a>>>) -> Self {
        self.authority.set_host::<S>(host.into_part().map(LocatedHost::of));
        self
    }

    /// Sets the port, RFC 3986 section 3.2.3, RFC 2396 section 3.2.2.
    #[must_use]
    #[inline]
    pub fn port(mut self, port: impl IntoPart<Option<S::Port<'a>>>) -> Self {
        let port = port.into_part().map(|port| PortPart::Text(port.text()));
        self.authority.set_port::<S>(port);
        self
    }

    /// Sets the port to this number, in decimal; `None` removes the port.
    ///
    /// ```
    /// use uri::rfc3986::Uri;
    ///
    /// let uri = Uri::new("http://example.com/");
    /// assert_eq!(uri.to_builder().port_number(8080).build()?, "http://example.com:8080/");
    /// # Ok::<(), uri::BuildError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn port_number(mut self, port: impl Into<Option<u16>>) -> Self {
        self.authority.set_port::<S>(port.into().map(PortPart::Number));
        self
    }

    /// Sets the path, RFC 3986 section 3.3, RFC 2396 section 3.3. Takes a path of any kind, such as
    /// a `rfc3986::PathAbempty` or, in RFC 2396, an [`AbsPath`](crate::AbsPath), an
    /// [`OpaquePart`](crate::OpaquePart), a [`RelPath`](crate::RelPath) or `None`.
    #[must_use]
    #[inline]
    pub fn path(mut self, path: impl IntoPart<S::Path<'a>>) -> Self {
        let (whole, is_opaque) = S::path_text(path.into_part());
        self.path = Path { whole, is_opaque, splice: None };
        self
    }

    /// Sets the query, RFC 3986 section 3.4, RFC 2396 section 3.4.
    #[must_use]
    #[inline]
    pub fn query(mut self, query: impl IntoPart<Option<S::Query<'a>>>) -> Self {
        self.query = query.into_part().map(Part::text);
        self
    }

    /// Sets the fragment, RFC 3986 section 3.5, RFC 2396 section 4.1.
    #[must_use]
    #[inline]
    pub fn fragment(mut self, fragment: impl IntoPart<Option<S::Fragment<'a>>>) -> Self {
        self.fragment = fragment.into_part().map(Part::text);
        self
    }

    /// The same with a change to the path's segments.
    #[inline]
    fn splice(mut self, splice: Splice<&'a str>) -> Self {
        self.path.splice = Some(splice);
        self
    }
}

impl<'a, K> Builder<'a, Rfc2396, K> {
    /// Sets the authority to this registry name, RFC 2396 section 3.2.1.
    #[must_use]
    #[inline]
    pub fn reg_name(mut self, name: RegName<'a>) -> Self {
        self.authority = Naming::of_reg_name(name.as_str());
        self
    }
}

impl<'a, S: Syntax, C: Into<Components<'a, S>>> From<C> for Builder<'a, S> {
    #[inline]
    fn from(view: C) -> Self {
        let components = view.into();
        let path = Path::of(&components);
        let Components { scheme, authority, query, fragment, .. } = components;
        Self {
            scheme,
            authority: authority.map_or(Naming::Absent, Naming::Whole),
            path,
            query,
            fragment,
            syntax: PhantomData,
        }
    }
}

/// A reference that has been put together but not written yet. Made by [`Builder::build`].
#[derive(Clone, Copy, Debug)]
pub struct Built<'a, S = Rfc2396, K = AnyReference> {
    parts: Builder<'a, S, K>,
}

whole!(Built of its kind);

impl<S: Syntax, K> Builder<'_, S, K> {
    /// Hands over the pieces of the text.
    #[inline]
    fn try_each(&self, each: &mut Each<'_>) -> fmt::Result {
        let Builder { scheme, ref authority, path, query, fragment, .. } = *self;
        let has_authority = authority.is_present();
        let authority = has_authority.then_some(authority);
        recombine(each, scheme, authority, path.after(has_authority), query, fragment)
    }
}

impl<S: Syntax, K> Pieces for Built<'_, S, K> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        self.parts.try_each(each)
    }

    #[inline]
    fn visit(&self, each: &mut Each<'_>) -> fmt::Result {
        self.parts.try_each(each)
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn capacity(&self) -> Option<usize> {
        let Builder { scheme, ref authority, path, query, fragment, .. } = self.parts;
        let inserted = path.splice.and_then(|splice| splice.inserted);
        let parts = [scheme, inserted, query, fragment];
        let separators = ":////?#".len();
        Some(
            separators
                + authority.length()
                + path.whole.len()
                + parts.into_iter().flatten().map(str::len).sum::<usize>(),
        )
    }
}

impl<S: Syntax, K> Measured for Built<'_, S, K> {
    #[inline]
    fn lengths(&self) -> Option<Lengths> {
        let Builder { scheme, authority, query, fragment, .. } = &self.parts;
        let lengths = Lengths::of(*scheme, *query, *fragment);
        match *authority {
            Naming::Absent => Some(lengths),
            Naming::Whole(ref authority) => Some(lengths.with_authority(Some(authority))),
            Naming::RegName { .. } => None,
            Naming::Server { userinfo, host, port } => {
                let mut buffer = [0; 5];
                let port = port.as_ref().map(|port| port.text(&mut buffer));
                let host = host.unwrap_or(LocatedHost::EMPTY);
                Some(lengths.with_server::<S>(&ServerParts { userinfo, host, port }))
            }
        }
    }
}
