//! References put together from parts, and references with another part.

mod change;
mod check;
#[cfg(feature = "alloc")]
mod owned;
mod path;

pub use check::BuildError;

use crate::components::{Components, recombine};
use crate::output::{Each, Pieces, unwritten};
use crate::splice::Splice;
use crate::{
    Authority, Fragment, Host, Port, Query, RegName, Scheme, Segment, UriPath, UriReference,
    UserInfo,
};
use core::fmt;

impl UriReference<'static> {
    /// A builder without any part.
    ///
    /// ```
    /// use uri::{AbsPath, Host, Port, Query, Scheme, UriReference};
    ///
    /// let mut buffer = [0; 16];
    /// let built = UriReference::builder()
    ///     .scheme(Scheme::new("http"))
    ///     .host(Host::new("example.com"))
    ///     .port(Port::new("8080"))
    ///     .path(AbsPath::new("/search"))
    ///     .query(Query::quote("q=a b").write_in(&mut buffer)?)
    ///     .build()?;
    /// assert_eq!(built.to_string(), "http://example.com:8080/search?q=a%20b");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn builder<'a>() -> Builder<'a> {
        Builder {
            scheme: None,
            authority: Naming::Absent,
            path: Path { whole: None, splice: None },
            query: None,
            fragment: None,
        }
    }
}

/// Parts of a reference, to be put together. Made by [`UriReference::builder`], from any
/// view of a whole reference, and by the methods `with_…` of those.
///
/// Each part is known to match its rule. Only one thing can still go wrong: neighbouring parts
/// could be read as other parts, and then [`build`](Self::build) returns an error. Every setter
/// takes a part, or `None` to remove the part.
#[derive(Clone, Copy, Debug)]
pub struct Builder<'a> {
    scheme: Option<Scheme<'a>>,
    authority: Naming<'a>,
    path: Path<'a>,
    query: Option<Query<'a>>,
    fragment: Option<Fragment<'a>>,
}

/// The authority: RFC 2396 section 3.2.
#[derive(Clone, Copy, Debug)]
enum Naming<'a> {
    Absent,
    /// The parts of a server that have been set since; they count if a host takes the place
    /// of the registry name.
    RegName {
        name: RegName<'a>,
        userinfo: Option<UserInfo<'a>>,
        port: Option<Port<'a>>,
    },
    /// With no part, the empty server.
    Server {
        userinfo: Option<UserInfo<'a>>,
        host: Option<Host<'a>>,
        port: Option<Port<'a>>,
    },
}

/// A path, perhaps with one change among its segments.
#[derive(Clone, Copy, Debug)]
struct Path<'a> {
    whole: Option<UriPath<'a>>,
    splice: Option<Splice<&'a str>>,
}

impl<'a> Builder<'a> {
    /// Puts the parts together; the result is not written yet.
    ///
    /// # Errors
    ///
    /// If the text would not be read as these parts. See [`BuildError`].
    #[inline]
    pub fn build(self) -> Result<Built<'a>, BuildError> {
        check::check(&self)?;
        Ok(Built { parts: self })
    }

    /// With this scheme, RFC 2396 section 3.1.
    #[must_use]
    #[inline]
    pub fn scheme(mut self, scheme: impl Into<Option<Scheme<'a>>>) -> Self {
        self.scheme = scheme.into();
        self
    }

    /// With this authority, whether a server or a registry name, RFC 2396 section 3.2.
    #[must_use]
    #[inline]
    pub fn authority(mut self, authority: impl Into<Option<Authority<'a>>>) -> Self {
        self.authority = match authority.into() {
            None => Naming::Absent,
            Some(authority) => match authority.reg_name() {
                Some(name) => Naming::RegName { name, userinfo: None, port: None },
                None => Naming::Server {
                    userinfo: authority.userinfo(),
                    host: authority.host(),
                    port: authority.port(),
                },
            },
        };
        self
    }

    /// With this registry name as the authority, RFC 2396 section 3.2.1.
    #[must_use]
    #[inline]
    pub fn reg_name(mut self, name: RegName<'a>) -> Self {
        self.authority = Naming::RegName { name, userinfo: None, port: None };
        self
    }

    /// With this user information, RFC 2396 section 3.2.2.
    #[must_use]
    #[inline]
    pub fn userinfo(mut self, userinfo: impl Into<Option<UserInfo<'a>>>) -> Self {
        let new = userinfo.into();
        if let Some((userinfo, _)) = self.server(new.is_some()) {
            *userinfo = new;
        }
        self
    }

    /// With this host, RFC 2396 section 3.2.2. A host replaces a registry name, `None` does not.
    /// A server without its host is the empty server; use [`authority`](Self::authority) to
    /// remove the authority.
    #[must_use]
    #[inline]
    pub fn host(mut self, host: impl Into<Option<Host<'a>>>) -> Self {
        self.authority = match (self.authority, host.into()) {
            (Naming::Absent | Naming::RegName { .. }, None) => self.authority,
            (Naming::Absent, host) => Naming::Server { userinfo: None, host, port: None },
            (
                Naming::RegName { userinfo, port, .. } | Naming::Server { userinfo, port, .. },
                host,
            ) => Naming::Server { userinfo, host, port },
        };
        self
    }

    /// With this port, RFC 2396 section 3.2.2.
    #[must_use]
    #[inline]
    pub fn port(mut self, port: impl Into<Option<Port<'a>>>) -> Self {
        let new = port.into();
        if let Some((_, port)) = self.server(new.is_some()) {
            *port = new;
        }
        self
    }

    /// With this path, RFC 2396 section 3.3: an [`AbsPath`](crate::AbsPath), an
    /// [`OpaquePart`](crate::OpaquePart), a [`RelPath`](crate::RelPath) or any of them.
    #[must_use]
    #[inline]
    pub fn path(mut self, path: impl Into<Option<UriPath<'a>>>) -> Self {
        self.path = Path { whole: path.into(), splice: None };
        self
    }

    /// With this query, RFC 2396 section 3.4.
    #[must_use]
    #[inline]
    pub fn query(mut self, query: impl Into<Option<Query<'a>>>) -> Self {
        self.query = query.into();
        self
    }

    /// With this fragment, RFC 2396 section 4.1.
    #[must_use]
    #[inline]
    pub fn fragment(mut self, fragment: impl Into<Option<Fragment<'a>>>) -> Self {
        self.fragment = fragment.into();
        self
    }

    /// The parts that a server has besides its host. `sets` says that one of them will be set,
    /// for which an authority is made if there is none.
    #[inline]
    fn server(&mut self, sets: bool) -> Option<ServerParts<'_, 'a>> {
        if sets && matches!(self.authority, Naming::Absent) {
            self.authority = Naming::Server { userinfo: None, host: None, port: None };
        }
        match &mut self.authority {
            Naming::Absent => None,
            Naming::RegName { userinfo, port, .. } | Naming::Server { userinfo, port, .. } => {
                Some((userinfo, port))
            }
        }
    }

    /// The same with one change among the path's segments.
    #[inline]
    fn splice(mut self, splice: Splice<Segment<'a>>) -> Self {
        let inserted = splice.inserted.map(Segment::as_str);
        self.path.splice = Some(Splice { at: splice.at, removed: splice.removed, inserted });
        self
    }
}

type ServerParts<'b, 'a> = (&'b mut Option<UserInfo<'a>>, &'b mut Option<Port<'a>>);

impl<'a, C: Into<Components<'a>>> From<C> for Builder<'a> {
    #[inline]
    fn from(view: C) -> Self {
        let Components { scheme, authority, path, query, fragment } = view.into();
        let builder = UriReference::builder().scheme(scheme).authority(authority);
        builder.path(path).query(query).fragment(fragment)
    }
}

/// A reference put together from parts, not written yet. Made by [`Builder::build`].
#[derive(Clone, Copy, Debug)]
pub struct Built<'a> {
    parts: Builder<'a>,
}

unwritten!(Built becomes UriReference, UriReferenceBuf);

impl Pieces for Built<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        let Builder { scheme, authority, path, query, fragment } = self.parts;
        let has_authority = authority.is_present();
        recombine(
            each,
            scheme.map(Scheme::as_str),
            has_authority.then_some(authority),
            path.after(has_authority),
            query.map(Query::as_str),
            fragment.map(Fragment::as_str),
        )
    }
}

impl Naming<'_> {
    #[inline]
    const fn is_present(self) -> bool {
        !matches!(self, Self::Absent)
    }
}

impl Pieces for Naming<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        match self {
            Self::Absent => Ok(()),
            Self::RegName { name, .. } => each(name.as_str()),
            Self::Server { userinfo, host, port } => {
                if let Some(userinfo) = userinfo {
                    each(userinfo.as_str())?;
                    each("@")?;
                }
                host.map(Host::as_str).try_each(each)?;
                if let Some(port) = port {
                    each(":")?;
                    each(port.as_str())?;
                }
                Ok(())
            }
        }
    }
}
