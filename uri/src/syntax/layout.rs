//! Computes the slots of a text that an operation has assembled.
//!
//! The text of a result consists of parts that match, so parsing it again is unnecessary: the
//! offsets of the parts follow from their lengths. Views store these offsets in slots. Generated
//! code names the part of each slot, and whether the part begins or ends there; [`held`] maps each
//! name to one of the [`Marks`], the offsets that are computed from the lengths. If a grammar
//! changes, either the slots follow or the crate does not compile.
//!
//! With debug assertions, as in tests, every assembled text is also parsed and compared.
// Long because the slots of all kinds of references follow from the same lengths.

#[cfg(feature = "alloc")]
mod bounds;
mod held;

#[cfg(feature = "alloc")]
pub(crate) use bounds::{Bounds, allows_scheme, port, requires_scheme, set_port};

use super::types::references;
use super::{Part, Syntax};
use crate::ParseError;
use crate::generated::runtime::{Rule, View as _};
use held::{OfAuthority, OfWhole};

/// Text of a rule of whole references, borrowed or owned, that an operation on the grammar `S` has
/// assembled.
pub trait Assembled<T, S: Syntax>: Sized {
    /// Returns the text with parts of the given lengths; without lengths, parses it.
    #[doc(hidden)]
    fn assembled(text: T, lengths: Option<Lengths>) -> Result<Self, ParseError>;
}

macro_rules! assembled {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty, $names:tt) => {
        impl<'a, S: Syntax> Assembled<&'a str, S> for $of::$view<'a> {
            #[inline]
            fn assembled(text: &'a str, lengths: Option<Lengths>) -> Result<Self, ParseError> {
                let slots = slots::<Self, S, _>(text, lengths, |it: Self| it.slots)?;
                Ok(Self::known(text, slots))
            }
        }

        #[cfg(feature = "alloc")]
        impl<S: Syntax> Assembled<alloc::string::String, S> for $of::$buf {
            #[inline]
            fn assembled(
                text: alloc::string::String,
                lengths: Option<Lengths>,
            ) -> Result<Self, ParseError> {
                let of_view = |it: $of::$view<'_>| it.slots;
                let slots = slots::<$of::$view<'_>, S, _>(&text, lengths, of_view)?;
                Ok(Self::known(text, slots))
            }
        }
    };
}
references!(assembled);

/// A text that is a whole reference.
pub(crate) trait Measured {
    /// Returns the lengths of the parts. Without them, the text is parsed when it is written.
    #[inline]
    fn lengths(&self) -> Option<Lengths> {
        None
    }

    /// As [`lengths`](Self::lengths), where the text has been written.
    #[inline]
    fn lengths_in(&self, _text: &str) -> Option<Lengths> {
        self.lengths()
    }
}

/// Returns the lengths of the parts of a text that has been written. None for an empty text, since it
/// takes longer to compute its slots than to parse it.
#[inline]
pub(crate) fn measured(written: &impl Measured, text: &str) -> Option<Lengths> {
    if text.is_empty() { None } else { written.lengths_in(text) }
}

/// The methods that write a [`Measured`] type as a whole reference: `S::$view` or, owned,
/// `S::$buf`, or the types of its kind `K`. With `may become`, texts may not match.
macro_rules! whole {
    ($type:ident of its kind) => {
        $crate::syntax::layout::whole! {
            [S: $crate::syntax::Syntax, K: $crate::syntax::Complete<S>]
            $type<'_, S, K> => K::View, Buf
        }
    };
    ($type:ident becomes $view:ident, $buf:ident) => {
        $crate::syntax::layout::whole! {
            [S: $crate::syntax::Syntax] $type<'_, S> => S::$view, $buf
        }
    };
    ($type:ident may become $view:ident, $buf:ident) => {
        $crate::syntax::layout::whole! {
            fallible [S: $crate::syntax::Syntax] $type<'_, S> => S::$view, $buf
        }
    };
    ($($fallible:ident)? [$($generics:tt)*] $type:ty => $of:ident::$view:ident, $buf:ident) => {
        $crate::output::unwritten! {
            $($fallible)? [$($generics)*] $type => $of::$view, $buf;
            |text, it| {
                let lengths = $crate::syntax::layout::measured(it, text);
                $crate::syntax::layout::Assembled::<_, S>::assembled(text, lengths)
            },
            |text, it| {
                let lengths = $crate::syntax::layout::measured(it, &text);
                $crate::syntax::layout::Assembled::<_, S>::assembled(text, lengths)
            }
        }
    };
}
pub(crate) use whole;

/// Returns the slots of a text with parts of the given lengths; without lengths, parses it.
#[inline]
fn slots<'a, V: Part<'a>, S: Syntax, const N: usize>(
    text: &'a str,
    lengths: Option<Lengths>,
    of_view: fn(V) -> [u32; N],
) -> Result<[u32; N], ParseError> {
    match lengths {
        Some(lengths) if lengths.fit::<V, S, N>(text.len()) => Ok(lengths.slots::<V, S, N>(text)),
        _ => V::try_from(text).map(of_view),
    }
}

/// The value of a slot without an offset.
const NONE: u32 = u32::MAX;

/// The maximum number of slots of an authority or a host.
const INNER: usize = 8;

/// The slots of an authority or a host, and no later ones.
type Inner = [u32; INNER];

/// The number of marks except those of an inner part.
const OWN: usize = 17;

/// Indices of the marks of a reference, then of an authority. The hierarchy is the text before the
/// fragment.
mod marks {
    pub(super) const SCHEME: usize = 1;
    /// The beginning of a hierarchy without a scheme.
    pub(super) const HIER: usize = 2;
    pub(super) const SCHEME_END: usize = 3;
    pub(super) const AUTHORITY: usize = 4;
    pub(super) const AUTHORITY_END: usize = 5;
    /// The beginning of a path with a leading slash.
    pub(super) const ROOTED: usize = 6;
    pub(super) const ROOTED_WITHOUT_AUTHORITY: usize = 7;
    /// The beginning of a path without a leading slash.
    pub(super) const ROOTLESS_AFTER_SCHEME: usize = 8;
    pub(super) const ROOTLESS: usize = 9;
    /// An empty path without an authority before it.
    pub(super) const EMPTY: usize = 10;
    pub(super) const PATH_END: usize = 11;
    pub(super) const PATH_END_IF_ANY: usize = 12;
    pub(super) const QUERY: usize = 13;
    pub(super) const QUERY_END: usize = 14;
    pub(super) const HIER_END_IF_ANY: usize = 15;
    pub(super) const FRAGMENT: usize = 16;

    pub(super) const SERVER: usize = 1;
    pub(super) const USERINFO_END: usize = 2;
    pub(super) const HOST: usize = 3;
    pub(super) const HOST_IF_ANY: usize = 4;
    pub(super) const HOST_END: usize = 5;
    pub(super) const HOST_END_IF_ANY: usize = 6;
    pub(super) const PORT_END: usize = 7;
}

/// The offsets that a slot can hold, each set if its part is present. They are followed by the
/// slots of an inner part, as offsets in the whole text, and then, for each of these slots that is
/// set, by the end of that inner part.
type Marks = [u32; OWN + 2 * INNER];

/// An authority with the slots of its view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Located<'a> {
    pub(crate) text: &'a str,
    /// Whether the authority is a registry name, and has no host.
    pub(crate) is_reg_name: bool,
    slots: Inner,
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
    slots: Inner,
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
        if const { held::same_slots::<S, T>() }
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

#[inline]
const fn mark(is_set: bool, offset: u32) -> u32 {
    if is_set { offset } else { NONE }
}

/// Combines the marks of a text with those of an inner part between two offsets.
#[inline(always)]
#[allow(clippy::inline_always, reason = "few of the marks are needed where rules are known")]
const fn with_inner(own: [u32; OWN], inner: &Inner, begin: u32, end: u32) -> Marks {
    let mut marks = [NONE; OWN + 2 * INNER];
    let mut at = 0;
    while at < OWN {
        marks[at] = own[at];
        at += 1;
    }
    at = 0;
    while at < INNER {
        marks[OWN + at] = mark(inner[at] != NONE, begin.wrapping_add(inner[at]));
        marks[OWN + INNER + at] = mark(inner[at] != NONE, end);
        at += 1;
    }
    marks
}

/// Returns whether the text has too many bytes for its parts to be located.
#[inline]
pub(crate) const fn is_too_long(length: usize) -> bool {
    NONE as usize <= length
}

/// The maximum length of a text whose slots are compared, in bytes.
const LONGEST_COMPARED: usize = 4096;

/// With debug assertions, compares slots with those of a parse. Long texts are exempt: if a text
/// grows in many steps, parsing it at each step would take too long.
#[inline]
fn assert_located<R: Rule<Unit = str>, const N: usize>(text: &str, slots: &[u32; N]) {
    debug_assert!(
        LONGEST_COMPARED < text.len()
            || R::View::try_from(text).is_ok_and(|mut parsed| parsed.contents().1 == slots),
        "the parts of `{text}` are at other offsets"
    );
}

/// The sum is wrong only where the text is too long.
#[inline]
const fn with_separator(length: Option<u32>) -> u32 {
    match length {
        Some(length) => length.wrapping_add(1),
        None => 0,
    }
}

/// Converts a length in bytes; wrong if the text is too long.
#[allow(clippy::cast_possible_truncation, reason = "the length of the whole text is checked")]
#[inline]
const fn short(length: usize) -> u32 {
    length as u32
}
