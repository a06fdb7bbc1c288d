//! The authority of a normal form.

use super::host::NormalHost;
use super::respell::Respell;
use super::{Changes, Form, Normalization};
use crate::operations::output::{All, Each, Pieces};
use crate::syntax::Syntax;
use crate::syntax::layout::{Located, ServerParts};
use core::cmp::Ordering;
use core::fmt;

/// The authority in its new spelling: as a whole, or as the parts of a server with a host.
pub(super) struct NormalAuthority<'a> {
    whole: Option<Respell<'a>>,
    userinfo: Option<Respell<'a>>,
    host: Option<NormalHost<'a>>,
    port: Option<&'a str>,
}

impl<'a, S: Syntax> Form<'a, S> {
    #[inline]
    pub(super) fn authority(self) -> Option<NormalAuthority<'a>> {
        let located = self.components.authority?;
        let Located { text: authority, is_reg_name, .. } = located;
        if is_reg_name {
            // Without the escape of an unreserved character, a registry name could become a server.
            let kept = Self { steps: self.steps - Normalization::UNRESERVED, ..self };
            let whole = kept.respell(authority, Normalization::REG_NAME_CASE);
            return Some(NormalAuthority {
                whole: Some(whole),
                userinfo: None,
                host: None,
                port: None,
            });
        }
        let ServerParts { userinfo, host, port } = located.server::<S>();
        Some(NormalAuthority {
            whole: None,
            userinfo: userinfo.map(|userinfo| self.escapes(userinfo)),
            host: Some(self.host(host.text)),
            port: port.and_then(|port| self.port(port)),
        })
    }

    /// The port in its new spelling. `None` if a step omits the port.
    #[inline]
    pub(super) fn port(&self, port: &'a str) -> Option<&'a str> {
        if self.changes.has(Changes::PORT) {
            return None;
        }
        Some(&port[if self.changes.has(Changes::ZEROS) { zeros(port) } else { 0 }..])
    }
}

/// Returns the number of zeros in front of the number of a port. The number 0 keeps its digit.
#[inline]
pub(super) fn zeros(port: &str) -> usize {
    let zeros = port.bytes().take_while(|&byte| byte == b'0').count();
    zeros.min(port.len().saturating_sub(1))
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

/// Compares part by part. Equal texts have equal parts, because the text determines its parts.
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
