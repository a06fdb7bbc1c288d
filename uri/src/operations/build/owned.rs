//! Changes of one part of an owned reference, in place.

use super::check::{self, Around};
use super::splice::{self, InPlace, replace, set_tail};
use super::{BuildError, Builder, Naming, Path};
use crate::operations::number::PortPart;
use crate::operations::output::Pieces as _;
use crate::operations::wording::section;
use crate::syntax::components::Components;
use crate::syntax::layout::{
    Assembled, Bounds, Lengths, Located, LocatedHost, Measured as _, ServerParts,
};
use crate::syntax::types::references;
use crate::syntax::{Part, Syntax, Whole};
use crate::{AbsoluteUriBuf, IntoPart, RegName, RelativeUriBuf, UriReferenceBuf};
use alloc::string::String;

/// The new value of one part of an authority that has a host.
#[derive(Clone, Copy)]
enum ServerPart<'a> {
    Userinfo(Option<&'a str>),
    Host(Option<LocatedHost<'a>>),
    Port(Option<&'a str>),
}

/// Checks that a path fits among the other components, and returns their lengths.
#[inline]
fn lengths_around<S: Syntax>(
    path: Path<'_>,
    components: &Components<'_, S>,
) -> Result<Lengths, BuildError> {
    let Components { scheme, authority, query, .. } = components;
    let [scheme, query] = [scheme, query].map(Option::is_some);
    let authority = authority.is_some();
    check::check_path::<S>(path, Around { scheme, authority, query })?;
    Ok(components.lengths())
}

/// Builds and writes the parts of a builder; allocates once.
#[inline]
fn built<B: Assembled<String, S>, S: Syntax>(builder: Builder<'_, S>) -> Result<B, BuildError> {
    let built = builder.build()?;
    Ok(B::assembled(built.string(), built.lengths())?)
}

macro_rules! set_parts {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty,
        [$rfc:ident $at:literal $reference:literal $uri:literal]) => {
        /// Sets one part, or, with `None`, removes it. After an error, the old text is kept; see
        /// [`BuildError`] for the errors. Parts change in place, in time proportional to the length
        /// of the part and of the text after it.
        impl $of::$buf {
            #[doc = concat!("Sets the scheme, ", section!($rfc, "3.1", "3.1"), ".")]
            #[inline]
            pub fn set_scheme<'p>(
                &mut self,
                scheme: impl IntoPart<Option<$of::Scheme<'p>>>,
            ) -> Result<(), BuildError> {
                InPlace::<$of::$view<'_>, _>::of(&mut self.text, &mut self.slots)
                    .set_scheme(scheme.into_part())
            }

            #[doc = concat!("Sets the authority, ", section!($rfc, "3.2", "3.2"), ".")]
            #[inline]
            pub fn set_authority<'p>(
                &mut self,
                authority: impl IntoPart<Option<$of::Authority<'p>>>,
            ) -> Result<(), BuildError> {
                InPlace::<$of::$view<'_>, _>::of(&mut self.text, &mut self.slots)
                    .set_authority(authority.into_part())
            }

            #[doc = concat!("Sets the user information, ", section!($rfc, "3.2.2", "3.2.1"), ".")]
            #[inline]
            pub fn set_userinfo<'p>(
                &mut self,
                userinfo: impl IntoPart<Option<$of::UserInfo<'p>>>,
            ) -> Result<(), BuildError> {
                InPlace::<$of::$view<'_>, _>::of(&mut self.text, &mut self.slots)
                    .set_userinfo(userinfo.into_part())
            }

            #[doc = concat!("Sets the host, ", section!($rfc, "3.2.2", "3.2.2"), ".")]
            #[inline]
            pub fn set_host<'p>(
                &mut self,
                host: impl IntoPart<Option<$of::Host<'p>>>,
            ) -> Result<(), BuildError> {
                InPlace::<$of::$view<'_>, _>::of(&mut self.text, &mut self.slots)
                    .set_host(host.into_part())
            }

            #[doc = concat!("Sets the port, ", section!($rfc, "3.2.2", "3.2.3"), ".")]
            #[inline]
            pub fn set_port<'p>(
                &mut self,
                port: impl IntoPart<Option<$of::Port<'p>>>,
            ) -> Result<(), BuildError> {
                InPlace::<$of::$view<'_>, _>::of(&mut self.text, &mut self.slots)
                    .set_port(port.into_part())
            }

            /// Sets the port to this number, in decimal; `None` removes the port.
            ///
            /// ```
            #[doc = concat!("use uri::", $at, $reference, "Buf;")]
            ///
            #[doc = concat!("let mut reference = ", $reference, "Buf::parse(\"http://example.com/a\")?;")]
            /// reference.set_port_number(8080)?;
            /// assert_eq!(reference, "http://example.com:8080/a");
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[inline]
            pub fn set_port_number(
                &mut self,
                port: impl Into<Option<u16>>,
            ) -> Result<(), BuildError> {
                InPlace::<$of::$view<'_>, _>::of(&mut self.text, &mut self.slots)
                    .set_port_number(port.into())
            }

            #[doc = concat!("Sets the path, ", section!($rfc, "3.3", "3.3"), ".")]
            #[inline]
            pub fn set_path<'p>(
                &mut self,
                path: impl IntoPart<<$syntax as Syntax>::Path<'p>>,
            ) -> Result<(), BuildError> {
                InPlace::<$of::$view<'_>, _>::of(&mut self.text, &mut self.slots)
                    .set_path(path.into_part())
            }

            #[doc = concat!("Sets the query, ", section!($rfc, "3.4", "3.4"), ".")]
            #[inline]
            pub fn set_query<'p>(
                &mut self,
                query: impl IntoPart<Option<$of::Query<'p>>>,
            ) -> Result<(), BuildError> {
                InPlace::<$of::$view<'_>, _>::of(&mut self.text, &mut self.slots)
                    .set_query(query.into_part())
            }
        }
    };
}
references!(set_parts);

impl<R: Whole, const N: usize> InPlace<'_, R, N> {
    #[inline]
    pub(super) fn set_scheme(
        &mut self,
        scheme: Option<<R::Syntax as Syntax>::Scheme<'_>>,
    ) -> Result<(), BuildError> {
        let scheme = scheme.map(Part::text);
        let old = self.components();
        let range = 0..old.scheme_end();
        let lengths = lengths_around(Path::of(&old), &Components { scheme, ..old })?;
        replace(self, range, scheme.map_or(["", ""], |scheme| [scheme, ":"]), lengths)
    }

    #[inline]
    pub(super) fn set_authority(
        &mut self,
        authority: Option<<R::Syntax as Syntax>::Authority<'_>>,
    ) -> Result<(), BuildError> {
        let authority = authority.map(Located::of::<R::Syntax>);
        let old = self.components();
        let range = old.scheme_end()..old.path_start();
        let lengths = lengths_around(Path::of(&old), &Components { authority, ..old })?;
        let new = authority.map_or(["", ""], |authority| ["//", authority.text]);
        replace(self, range, new, lengths)
    }

    #[inline]
    pub(super) fn set_userinfo(
        &mut self,
        userinfo: Option<<R::Syntax as Syntax>::UserInfo<'_>>,
    ) -> Result<(), BuildError> {
        let userinfo = userinfo.map(Part::text);
        self.set_server(ServerPart::Userinfo(userinfo))
    }

    #[inline]
    pub(super) fn set_host(
        &mut self,
        host: Option<<R::Syntax as Syntax>::Host<'_>>,
    ) -> Result<(), BuildError> {
        self.set_server(ServerPart::Host(host.map(LocatedHost::of)))
    }

    #[inline]
    pub(super) fn set_port(
        &mut self,
        port: Option<<R::Syntax as Syntax>::Port<'_>>,
    ) -> Result<(), BuildError> {
        self.set_port_text(port.map(Part::text))
    }

    #[inline]
    pub(super) fn set_port_number(&mut self, port: Option<u16>) -> Result<(), BuildError> {
        let port = port.map(PortPart::Number);
        let mut buffer = [0; 5];
        let port = port.as_ref().map(|port| port.text(&mut buffer));
        self.set_port_text(port)
    }

    #[inline]
    fn set_port_text(&mut self, port: Option<&str>) -> Result<(), BuildError> {
        match splice::set_port(self, port) {
            Some(done) => done,
            None => self.set_server(ServerPart::Port(port)),
        }
    }

    /// Changes a part of the authority. If the authority is a server, only that part is written;
    /// the other components still fit.
    #[inline]
    fn set_server(&mut self, part: ServerPart<'_>) -> Result<(), BuildError> {
        let old = self.components();
        let Some(authority) = old.authority.filter(|authority| !authority.is_reg_name) else {
            return self.set_first_of_server(part);
        };
        let server = authority.server::<R::Syntax>();
        let end = old.path_start();
        let host_end = end - server.port.map_or(0, |port| ":".len() + port.len());
        let host_begin = host_end - server.host.text.len();
        let begin = end - authority.text.len();
        let (range, pieces, server) = match part {
            ServerPart::Userinfo(userinfo) => {
                let pieces = userinfo.map(|userinfo| [userinfo, "@"]);
                (begin..host_begin, pieces, ServerParts { userinfo, ..server })
            }
            ServerPart::Host(host) => {
                let host = host.unwrap_or(LocatedHost::EMPTY);
                (host_begin..host_end, Some([host.text, ""]), ServerParts { host, ..server })
            }
            ServerPart::Port(port) => {
                (host_end..end, port.map(|port| [":", port]), ServerParts { port, ..server })
            }
        };
        check::check_server::<R::Syntax>(&server)?;
        let lengths = old.lengths().with_server::<R::Syntax>(&server);
        replace(self, range, pieces.unwrap_or_default(), lengths)
    }

    /// As [`set_server`](Self::set_server), if there is no authority, or a registry name. The new
    /// authority is short, and is first written to a buffer of its own.
    #[inline]
    fn set_first_of_server(&mut self, part: ServerPart<'_>) -> Result<(), BuildError> {
        let old = self.components();
        let mut builder = Builder::from(old);
        builder.authority.set::<R::Syntax>(part);
        let Some(lengths) = builder.build()?.lengths() else {
            // A registry name has no such part to remove.
            return Ok(());
        };
        let before = if builder.authority.is_present() { "//" } else { "" };
        let new = builder.authority.string();
        replace(self, old.scheme_end()..old.path_start(), [before, &new], lengths)
    }

    #[inline]
    pub(super) fn set_path(
        &mut self,
        path: <R::Syntax as Syntax>::Path<'_>,
    ) -> Result<(), BuildError> {
        let (whole, is_opaque) = R::Syntax::path_text(path);
        let old = self.components();
        let path = Path { whole, is_opaque, splice: None };
        let lengths = lengths_around(path, &old)?;
        let range = old.path_start()..old.path_end();
        replace(self, range, ["", whole], lengths)
    }

    #[inline]
    pub(super) fn set_query(
        &mut self,
        query: Option<<R::Syntax as Syntax>::Query<'_>>,
    ) -> Result<(), BuildError> {
        let query = query.map(Part::text);
        let old = self.bounds();
        if query.is_some() && !old.has_query {
            self.check_query()?;
        }
        let query_end = old.path_end + query.map_or(0, |query| "?".len() + query.len());
        let new = query.map_or([""; 2], |query| ["?", query]);
        let bounds = Bounds { has_query: query.is_some(), query_end, ..old };
        set_tail(self, old.path_end..old.query_end, new, bounds)
    }

    /// Returns whether a query can follow the path.
    #[inline]
    pub(super) fn check_query(&self) -> Result<(), BuildError> {
        let bounds = self.bounds();
        let whole = bounds.path(self.text);
        let path = Path { whole, is_opaque: bounds.is_opaque::<R::Syntax>(whole), splice: None };
        let Bounds { has_scheme: scheme, has_authority: authority, .. } = bounds;
        check::check_path::<R::Syntax>(path, Around { scheme, authority, query: true })
    }
}

impl<'a> Naming<'a> {
    #[inline]
    fn set<S: Syntax>(&mut self, part: ServerPart<'a>) {
        match part {
            ServerPart::Userinfo(new) => self.set_userinfo::<S>(new),
            ServerPart::Host(new) => self.set_host::<S>(new),
            ServerPart::Port(new) => self.set_port::<S>(new.map(PortPart::Text)),
        }
    }
}

macro_rules! set_reg_name {
    ($($buf:ident)+) => {$(
        impl $buf {
            /// Sets the authority to a registry name, RFC 2396 section 3.2.1.
            ///
            /// # Errors
            ///
            /// If it would be read as a server; the old text is kept then.
            #[inline]
            pub fn set_reg_name(&mut self, name: RegName<'_>) -> Result<(), BuildError> {
                *self = built(Builder::from(self.components()).reg_name(name))?;
                Ok(())
            }
        }
    )+};
}
set_reg_name!(UriReferenceBuf AbsoluteUriBuf RelativeUriBuf);
