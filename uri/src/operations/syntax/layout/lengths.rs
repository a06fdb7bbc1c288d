//! The lengths of the parts of a reference, and the offsets that follow from them.

use super::assert_located;
use super::held::{OfAuthority, OfWhole};
use super::located::{Located, ServerParts};
use super::marks::{
    self, INNER, Inner, Marks, NONE, OWN, is_too_long, mark, short, with_inner, with_separator,
};
use crate::generated::runtime::Rule;
use crate::syntax::Syntax;

/// The lengths of the parts of a reference, in bytes; the rest is the path. If the text is too
/// long, the lengths are not used.
#[derive(Clone, Copy, Debug)]
pub struct Lengths {
    scheme: Option<u32>,
    authority: Option<u32>,
    /// The slots of the authority.
    inner: Inner,
    query: Option<u32>,
    fragment: Option<u32>,
}

impl Lengths {
    /// Without an authority.
    #[inline]
    pub(crate) fn of(scheme: Option<&str>, query: Option<&str>, fragment: Option<&str>) -> Self {
        let [scheme, query, fragment] =
            [scheme, query, fragment].map(|part| part.map(|part| short(part.len())));
        Self { scheme, authority: None, inner: [NONE; INNER], query, fragment }
    }

    #[inline]
    pub(crate) fn with_authority(self, authority: Option<&Located<'_>>) -> Self {
        match authority {
            Some(it) => Self { authority: Some(short(it.text.len())), inner: it.slots, ..self },
            None => self,
        }
    }

    /// With an authority that has these parts.
    #[inline]
    pub(crate) fn with_server<S: Syntax>(self, server: &ServerParts<'_>) -> Self {
        let ServerParts { userinfo, host, port } = server;
        let of_host = &host.slots;
        let [userinfo, port] = [userinfo, port].map(|part| part.map(|part| short(part.len())));
        let server = Server { userinfo, host: short(host.text.len()), port };
        self.with::<S>(server, of_host)
    }

    #[inline]
    fn with<S: Syntax>(self, server: Server, of_host: &Inner) -> Self {
        let marks = server.marks(of_host);
        let inner = OfAuthority::<S>::HELD.map(|mark| marks[mark]);
        Self { authority: Some(server.end()), inner, ..self }
    }

    /// As [`with_authority`](Self::with_authority), after each part of a server has been respelled
    /// in the grammar `T`. `length` returns the new length of a part. The host must have no parts of
    /// its own.
    #[cfg(all(feature = "rfc3986", feature = "rfc3987"))]
    #[inline]
    pub(crate) fn with_respelled<S: Syntax, T: Syntax>(
        self,
        authority: &Located<'_>,
        length: fn(&str) -> usize,
    ) -> Self {
        let new = |part: &str| short(length(part));
        if const { super::held::same_slots::<S, T>() }
            && new(authority.text) == short(authority.text.len())
        {
            return self.with_authority(Some(authority));
        }
        let ServerParts { userinfo, host, port } = authority.server::<S>();
        let server = Server {
            userinfo: userinfo.map(new),
            host: new(host.text),
            port: port.map(|port| short(port.len())),
        };
        self.with::<T>(server, &host.slots)
    }

    /// With other lengths of the query and the fragment.
    #[cfg(all(feature = "rfc3986", feature = "rfc3987"))]
    #[inline]
    pub(crate) fn with_tail(self, query: Option<usize>, fragment: Option<usize>) -> Self {
        let [query, fragment] = [query, fragment].map(|length| length.map(short));
        Self { query, fragment, ..self }
    }

    /// Returns whether the rule has texts with these parts, and of this length.
    #[inline]
    pub(crate) fn fit<R: Rule<Unit = str>, S: Syntax, const N: usize>(
        &self,
        length: usize,
    ) -> bool {
        let is_empty = length == with_separator(self.fragment) as usize;
        let has = OfWhole::<R, S, N>::has(is_empty, self.scheme.is_some(), self.fragment.is_some());
        !is_too_long(length) && has
    }

    /// The slots of a text that these lengths fit.
    #[inline]
    pub(crate) fn slots<R: Rule<Unit = str>, S: Syntax, const N: usize>(
        &self,
        text: &str,
    ) -> [u32; N] {
        let marks = self.marks(text.as_bytes());
        let slots = OfWhole::<R, S, N>::HELD.map(|mark| marks[mark]);
        assert_located::<R, N>(text, &slots);
        slots
    }

    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) const fn has_scheme(&self) -> bool {
        self.scheme.is_some()
    }

    #[inline]
    pub(crate) const fn has_authority(&self) -> bool {
        self.authority.is_some()
    }

    /// Returns the offsets that slots hold. Only `held` knows which slot holds which.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "few of the marks are needed where rules are known")]
    const fn marks(&self, text: &[u8]) -> Marks {
        let begin = with_separator(self.scheme) + short("//".len());
        let path = match self.authority {
            Some(authority) => begin + authority,
            None => with_separator(self.scheme),
        };
        let hier_end = short(text.len()) - with_separator(self.fragment);
        let path_end = hier_end - with_separator(self.query);
        let [is_uri, has_authority] = [self.scheme.is_some(), self.has_authority()];
        let is_empty = path == path_end;
        let is_rooted = !is_empty && text[path as usize] == b'/';
        let is_rootless = !is_empty && !is_rooted;
        let own = [
            NONE,
            mark(is_uri, 0),
            mark(!is_uri && hier_end != 0, 0),
            mark(is_uri, with_separator(self.scheme).wrapping_sub(1)),
            mark(has_authority, begin),
            mark(has_authority, path),
            mark(is_rooted, path),
            mark(is_rooted && !has_authority, path),
            mark(is_rootless && is_uri, path),
            mark(is_rootless && !is_uri, path),
            mark(is_empty && !has_authority, path),
            path_end,
            mark(!is_empty, path_end),
            mark(self.query.is_some(), path_end + 1),
            mark(self.query.is_some(), hier_end),
            mark(hier_end != 0, hier_end),
            mark(self.fragment.is_some(), hier_end + 1),
        ];
        with_inner(own, &self.inner, begin, path)
    }
}

/// The lengths of the parts of an authority with a host, in bytes. The host may be empty.
#[derive(Clone, Copy)]
struct Server {
    userinfo: Option<u32>,
    host: u32,
    port: Option<u32>,
}

impl Server {
    #[inline]
    const fn end(&self) -> u32 {
        let host_end = with_separator(self.userinfo).wrapping_add(self.host);
        host_end.wrapping_add(with_separator(self.port))
    }

    /// As [`Lengths::marks`], including the slots of the host.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "few of the marks are needed where rules are known")]
    const fn marks(&self, of_host: &Inner) -> Marks {
        let host = with_separator(self.userinfo);
        let host_end = host.wrapping_add(self.host);
        let mut own = [NONE; OWN];
        own[marks::SERVER] = 0;
        own[marks::USERINFO_END] = mark(self.userinfo.is_some(), host.wrapping_sub(1));
        own[marks::HOST] = host;
        own[marks::HOST_IF_ANY] = mark(self.host != 0, host);
        own[marks::HOST_END] = host_end;
        own[marks::HOST_END_IF_ANY] = mark(self.host != 0, host_end);
        own[marks::PORT_END] = mark(self.port.is_some(), self.end());
        with_inner(own, of_host, host, host_end)
    }
}
