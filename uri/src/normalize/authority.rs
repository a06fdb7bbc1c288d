//! The authority of a normal form.

use super::respell::Respell;
use super::{Normalization, Normalized};
use crate::Port;
use crate::output::{All, Each, Pieces};
use core::cmp::Ordering;
use core::fmt;

/// The authority in its new spelling: all of it, or the parts of a server with a host.
pub(super) struct NormalAuthority<'a> {
    whole: Option<Respell<'a>>,
    userinfo: Option<Respell<'a>>,
    host: Option<Respell<'a>>,
    port: Option<&'a str>,
}

impl<'a> Normalized<'a> {
    #[inline]
    pub(super) fn authority(self) -> Option<NormalAuthority<'a>> {
        let authority = self.components.authority?;
        let Some(host) = authority.host() else {
            // An unreserved character less escaped could make a server of a registry name.
            let kept = Self { steps: self.steps - Normalization::UNRESERVED, ..self };
            let whole = kept.respell(authority.as_str(), Normalization::REG_NAME_CASE);
            return Some(NormalAuthority {
                whole: Some(whole),
                userinfo: None,
                host: None,
                port: None,
            });
        };
        Some(NormalAuthority {
            whole: None,
            userinfo: authority.userinfo().map(|userinfo| self.escapes(userinfo.as_str())),
            host: Some(self.respell(host.as_str(), Normalization::HOST_CASE)),
            port: authority.port().filter(|&port| !self.omits(port)).map(Port::as_str),
        })
    }

    #[inline]
    fn omits(self, port: Port<'a>) -> bool {
        if port.as_str().is_empty() {
            return self.steps.contains(Normalization::EMPTY_PORT);
        }
        let default = self.components.scheme.and_then(self.default_port);
        self.steps.contains(Normalization::DEFAULT_PORT)
            && default.is_some()
            && default == port.to_u16().ok()
    }
}

impl Pieces for NormalAuthority<'_> {
    #[inline]
    fn try_each(self, each: &mut Each<'_>) -> fmt::Result {
        let Self { whole, userinfo, host, port } = self;
        whole.map(All).try_each(each)?;
        if let Some(userinfo) = userinfo {
            All(userinfo).try_each(each)?;
            each("@")?;
        }
        host.map(All).try_each(each)?;
        if let Some(port) = port {
            each(":")?;
            each(port)?;
        }
        Ok(())
    }
}

/// Compares part by part. Equal texts have equal parts: the text decides which it has.
#[inline]
pub(super) fn compare(
    left: Option<NormalAuthority<'_>>,
    right: Option<NormalAuthority<'_>>,
) -> Ordering {
    match (left, right) {
        (Some(left), Some(right)) => super::compare(left.whole, right.whole)
            .then_with(|| super::compare(left.userinfo, right.userinfo))
            .then_with(|| super::compare(left.host, right.host))
            .then_with(|| left.port.cmp(&right.port)),
        (left, right) => left.is_some().cmp(&right.is_some()),
    }
}
