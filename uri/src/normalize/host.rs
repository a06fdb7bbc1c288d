//! The host of a normal form.

use super::piece::Piece;
use super::respell::Respell;
use super::{Changes, Form, Normalization};
use crate::percent::character_of;
use crate::syntax::Syntax;
use crate::syntax::layout::Located;
use core::fmt::{self, Write as _};
use core::net::Ipv6Addr;

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
        self.changes.has(Changes::ADDRESS).then(|| ipv6_address(host)).flatten().map(Ipv6Text::new)
    }

    /// Returns whether the form of an IPv6 address changes the host.
    #[inline]
    pub(super) fn changes_address(&self, authority: &Located<'_>) -> bool {
        self.steps.contains(Normalization::IPV6_FORM) && authority.has_brackets::<S>() && {
            let host = authority.server::<S>().host.text;
            ipv6_address(host).is_some_and(|it| Ipv6Text::new(it).as_str() != host)
        }
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

/// Returns the address of a host in brackets. The standard library has the same grammar as RFC 3986;
/// the brackets of addresses of future versions contain a `v`, which it refuses.
#[inline]
fn ipv6_address(host: &str) -> Option<Ipv6Addr> {
    host.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
}

/// The longest text of an IPv6 address with its brackets.
const LONGEST: usize = "[ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]".len();

/// An IPv6 address in brackets, in the form of RFC 5952.
pub(super) struct Ipv6Text {
    text: [u8; LONGEST],
    length: usize,
    at: usize,
}

impl Ipv6Text {
    #[inline]
    fn new(address: Ipv6Addr) -> Self {
        let mut written = Self { text: [0; LONGEST], length: 0, at: 0 };
        write!(written, "[{address}]").expect("the text has room for every address");
        written
    }

    #[inline]
    pub(super) fn as_str(&self) -> &str {
        core::str::from_utf8(&self.text[..self.length]).expect("characters of ASCII")
    }
}

impl fmt::Write for Ipv6Text {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        let target = self.text.get_mut(self.length..end).ok_or(fmt::Error)?;
        target.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

impl Iterator for Ipv6Text {
    type Item = &'static str;

    #[inline]
    fn next(&mut self) -> Option<&'static str> {
        let &byte = self.text[..self.length].get(self.at)?;
        self.at += 1;
        Some(character_of(byte))
    }
}
