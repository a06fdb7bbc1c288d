//! The host of a normal form.

use super::ipv6::{Address, Ipv6Text};
use super::piece::Piece;
use super::respell::Respell;
use super::{Changes, Form, Normalization};
use crate::syntax::Syntax;
use crate::syntax::layout::Located;

/// The pieces of a host in its new spelling.
pub(super) enum NormalHost<'a> {
    Respelled(Respell<'a>),
    Ipv6(Ipv6Text),
}

impl<'a, S: Syntax> Form<'a, S> {
    #[inline]
    pub(super) fn host(self, host: &'a str) -> NormalHost<'a> {
        match self.ipv6_text(host) {
            Some(text) => NormalHost::Ipv6(text),
            None => NormalHost::Respelled(self.respell(host, Normalization::HOST_CASE)),
        }
    }

    /// Returns the host in the form of RFC 5952, if a step gives it this form.
    #[inline]
    pub(super) fn ipv6_text(&self, host: &str) -> Option<Ipv6Text> {
        let address = if self.changes.has(Changes::ADDRESS) { Address::read(host) } else { None };
        address.map(|address| address.text())
    }

    /// Returns whether the form of an IPv6 address changes more of the host than another step, which
    /// changes the case of letters.
    #[inline]
    pub(super) fn changes_address(&self, authority: &Located<'_>) -> bool {
        let keeps_upper = !self.steps.contains(Normalization::HOST_CASE);
        self.steps.contains(Normalization::IPV6_FORM)
            && authority.has_brackets::<S>()
            && Address::read(authority.host::<S>())
                .is_some_and(|it| !it.is_normal() || keeps_upper && it.has_upper())
    }
}

impl<'a> Iterator for NormalHost<'a> {
    type Item = Piece<'a>;

    #[inline]
    fn next(&mut self) -> Option<Piece<'a>> {
        match self {
            Self::Respelled(text) => text.next(),
            Self::Ipv6(text) => text.next().map(Piece::Text),
        }
    }
}
