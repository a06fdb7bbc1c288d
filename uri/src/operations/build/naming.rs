//! The authority of a builder: a text as a whole, or parts that are set one by one.

use crate::operations::number::PortPart;
use crate::operations::output::{Each, Pieces};
use crate::syntax::Syntax;
use crate::syntax::layout::{Located, LocatedHost, ServerParts};
use core::fmt;

/// The authority: RFC 2396 section 3.2, RFC 3986 section 3.2.
#[derive(Clone, Copy, Debug)]
pub(super) enum Naming<'a> {
    Absent,
    /// The text of the authority, whether a server or a registry name.
    Whole(Located<'a>),
    /// A registry name, and the parts of a server that have been set since. They are used once a
    /// host replaces the registry name.
    RegName {
        name: &'a str,
        userinfo: Option<&'a str>,
        port: Option<PortPart<'a>>,
    },
    /// The parts of a server; without any, the empty server.
    Server {
        userinfo: Option<&'a str>,
        host: Option<LocatedHost<'a>>,
        port: Option<PortPart<'a>>,
    },
}

impl<'a> Naming<'a> {
    #[inline]
    pub(super) fn of<S: Syntax>(authority: S::Authority<'a>) -> Self {
        Self::Whole(Located::of::<S>(authority))
    }

    #[inline]
    pub(super) fn of_reg_name(name: &'a str) -> Self {
        Self::RegName { name, userinfo: None, port: None }
    }

    /// The authority split into its parts, so that one of them can be changed.
    #[inline]
    fn in_parts<S: Syntax>(self) -> Self {
        let Self::Whole(authority) = self else { return self };
        if authority.is_reg_name {
            return Self::of_reg_name(authority.text);
        }
        let ServerParts { userinfo, host, port } = authority.server::<S>();
        let host = (!host.text.is_empty()).then_some(host);
        Self::Server { userinfo, host, port: port.map(PortPart::Text) }
    }

    // The setters change parts in place: a copy of all parts waits until they are in memory.
    #[inline]
    pub(super) fn set_userinfo<S: Syntax>(&mut self, new: Option<&'a str>) {
        if let Some((userinfo, _)) = self.server::<S>(new.is_some()) {
            *userinfo = new;
        }
    }

    #[inline]
    pub(super) fn set_host<S: Syntax>(&mut self, new: Option<LocatedHost<'a>>) {
        if new.is_none() && !self.is_server() {
            return;
        }
        if let Some((userinfo, port)) = self.server::<S>(true) {
            let (userinfo, port) = (*userinfo, *port);
            match self {
                Self::Server { host, .. } => *host = new,
                _ => *self = Self::Server { userinfo, host: new, port },
            }
        }
    }

    #[inline]
    pub(super) fn set_port<S: Syntax>(&mut self, new: Option<PortPart<'a>>) {
        if let Some((_, port)) = self.server::<S>(new.is_some()) {
            *port = new;
        }
    }

    /// Returns whether the authority is a server, whole or in parts.
    #[inline]
    const fn is_server(&self) -> bool {
        match self {
            Self::Absent | Self::RegName { .. } => false,
            Self::Whole(authority) => !authority.is_reg_name,
            Self::Server { .. } => true,
        }
    }

    /// Returns the parts of a server other than its host. `sets` is true if one of them will be
    /// set; then an absent authority is created.
    #[inline]
    fn server<S: Syntax>(
        &mut self,
        sets: bool,
    ) -> Option<(&mut Option<&'a str>, &mut Option<PortPart<'a>>)> {
        match self {
            Self::Absent if sets => {
                *self = Self::Server { userinfo: None, host: None, port: None };
            }
            Self::Whole(_) => *self = self.in_parts::<S>(),
            Self::Absent | Self::RegName { .. } | Self::Server { .. } => {}
        }
        match self {
            Self::Absent | Self::Whole(_) => None,
            Self::RegName { userinfo, port, .. } | Self::Server { userinfo, port, .. } => {
                Some((userinfo, port))
            }
        }
    }

    #[inline]
    pub(super) const fn is_present(&self) -> bool {
        !matches!(self, Self::Absent)
    }

    /// Returns the length in bytes.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(super) fn length(&self) -> usize {
        match *self {
            Self::Absent => 0,
            Self::Whole(authority) => authority.text.len(),
            Self::RegName { name, .. } => name.len(),
            Self::Server { userinfo, host, port } => {
                let before = userinfo.map_or(0, |userinfo| userinfo.len() + "@".len());
                let after = port.map_or(0, |port| port.text(&mut [0; 5]).len() + ":".len());
                before + host.map_or(0, |host| host.text.len()) + after
            }
        }
    }
}

impl Pieces for Naming<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        self.visit(each)
    }

    #[inline]
    fn visit(&self, each: &mut Each<'_>) -> fmt::Result {
        match self {
            Self::Absent => Ok(()),
            Self::Whole(authority) => each(authority.text),
            Self::RegName { name, .. } => each(name),
            Self::Server { userinfo, host, port } => {
                if let Some(userinfo) = userinfo {
                    each(userinfo)?;
                    each("@")?;
                }
                host.as_ref().map(|host| host.text).try_each(each)?;
                if let Some(port) = port {
                    each(":")?;
                    each(port.text(&mut [0; 5]))?;
                }
                Ok(())
            }
        }
    }
}
