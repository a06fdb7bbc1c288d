//! Authorities and hosts with the slots of their views.

use super::held::OfAuthority;
use super::marks::{INNER, Inner, NONE, OWN, short};
use crate::syntax::{Part, Syntax};

/// An authority with the slots of its view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Located<'a> {
    pub(crate) text: &'a str,
    /// Whether the authority is a registry name, and has no host.
    pub(crate) is_reg_name: bool,
    pub(super) slots: Inner,
}

impl<'a> Located<'a> {
    #[inline]
    pub(crate) fn of<S: Syntax>(authority: S::Authority<'a>) -> Self {
        let is_reg_name = S::is_reg_name(authority);
        Self { text: authority.text(), is_reg_name, slots: inner(authority) }
    }

    /// An authority whose parts are not used.
    #[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
    #[inline]
    pub(crate) const fn of_text(text: &'a str) -> Self {
        Self { text, is_reg_name: false, slots: [NONE; INNER] }
    }

    #[inline]
    pub(crate) fn view<V: Part<'a>>(self) -> V {
        V::of_slots(self.text, &self.slots)
    }

    /// The port; `None` for a registry name.
    #[inline]
    pub(crate) fn port<S: Syntax>(&self) -> Option<&'a str> {
        let port_end = OfAuthority::<S>::PORT_END?;
        let is_present = self.slots[port_end] != NONE;
        is_present.then(|| &self.text[self.host_end::<S>() + ":".len()..])
    }

    /// Returns whether the host is an address in brackets.
    #[inline]
    pub(crate) fn has_brackets<S: Syntax>(&self) -> bool {
        !self.is_reg_name && self.text.as_bytes().get(self.host_start::<S>()) == Some(&b'[')
    }

    /// The offset of the host of an authority that is not a registry name.
    #[inline]
    pub(crate) fn host_start<S: Syntax>(&self) -> usize {
        match OfAuthority::<S>::USERINFO_END.map_or(NONE, |slot| self.slots[slot]) {
            NONE => 0,
            end => end as usize + "@".len(),
        }
    }

    /// The offset of the end of the host. An empty host may have no slot for it.
    #[inline]
    fn host_end<S: Syntax>(&self) -> usize {
        match OfAuthority::<S>::HOST_END.map_or(NONE, |slot| self.slots[slot]) {
            NONE => self.host_start::<S>(),
            end => end as usize,
        }
    }

    /// The text of the host of an authority that is not a registry name.
    #[inline]
    pub(crate) fn host<S: Syntax>(&self) -> &'a str {
        &self.text[self.host_start::<S>()..self.host_end::<S>()]
    }

    /// Returns the authority at the front of a text, which is this one in another spelling: what ends with `@`, if
    /// anything does, has the length `before`, and the host the length `host`. `None` if the spelling has moved parts of
    /// the host.
    #[inline]
    pub(crate) fn respelled<'t, S: Syntax>(
        &self,
        text: &'t str,
        before: usize,
        host: usize,
    ) -> Option<Located<'t>> {
        let [begin, end] = [self.host_start::<S>(), self.host_end::<S>()];
        if end - begin != host && self.of_host::<S>(begin) != [NONE; INNER] {
            return None;
        }
        let [of_host, after_host] =
            [(begin, before), (end, before + host)].map(|(from, to)| short(to.wrapping_sub(from)));
        let mut slots = self.slots;
        for slot in &mut slots {
            // The delimiter of user information belongs to no part, so it moves with the host.
            let of_userinfo = slot.wrapping_add(short("@".len())) < short(begin);
            let moved = if short(end) <= *slot { after_host } else { of_host };
            let stays = *slot == NONE || of_userinfo;
            *slot = slot.wrapping_add(if stays { 0 } else { moved });
        }
        let length = self.text.len() - end + before + host;
        Some(Located { text: text.get(..length)?, is_reg_name: self.is_reg_name, slots })
    }

    /// The parts of an authority that is not a registry name.
    #[inline]
    pub(crate) fn server<S: Syntax>(&self) -> ServerParts<'a> {
        let [begin, end] = [self.host_start::<S>(), self.host_end::<S>()];
        ServerParts {
            userinfo: begin.checked_sub("@".len()).map(|end| &self.text[..end]),
            host: LocatedHost { text: &self.text[begin..end], slots: self.of_host::<S>(begin) },
            port: self.port::<S>(),
        }
    }

    /// Returns those slots of the host at this offset from which slots of the authority are
    /// computed.
    #[inline]
    fn of_host<S: Syntax>(&self, begin: usize) -> Inner {
        let mut slots = [NONE; INNER];
        for (slot, &mark) in self.slots.iter().zip(&OfAuthority::<S>::HELD) {
            if *slot != NONE && (OWN..OWN + INNER).contains(&mark) {
                slots[mark - OWN] = slot.wrapping_sub(short(begin));
            } else if *slot != NONE && OWN + INNER <= mark {
                // The end of a part. If no slot holds its beginning, any offset marks the part as
                // present.
                let of_begin = &mut slots[mark - OWN - INNER];
                *of_begin = if *of_begin == NONE { 0 } else { *of_begin };
            }
        }
        slots
    }
}

/// The parts of an authority with a host, RFC 2396 section 3.2.2, RFC 3986 section 3.2. The host
/// may be empty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerParts<'a> {
    pub(crate) userinfo: Option<&'a str>,
    pub(crate) host: LocatedHost<'a>,
    pub(crate) port: Option<&'a str>,
}

/// A host with the slots of its view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocatedHost<'a> {
    pub(crate) text: &'a str,
    pub(super) slots: Inner,
}

impl<'a> LocatedHost<'a> {
    pub(crate) const EMPTY: Self = Self { text: "", slots: [NONE; INNER] };

    #[inline]
    pub(crate) fn of(host: impl Part<'a>) -> Self {
        Self { text: host.text(), slots: inner(host) }
    }

    /// The same host in another spelling. `None` if the spelling has moved its parts.
    #[inline]
    pub(crate) fn respelled(self, text: &str) -> Option<LocatedHost<'_>> {
        let is_located = text.len() == self.text.len() || self.slots == [NONE; INNER];
        is_located.then_some(LocatedHost { text, slots: self.slots })
    }
}

#[inline]
fn inner<'a>(mut part: impl Part<'a>) -> Inner {
    let mut inner = [NONE; INNER];
    let slots = part.contents().1;
    inner[..slots.len()].copy_from_slice(slots);
    inner
}
