//! The offsets of a text's components, read from its slots without creating views, and the slots
//! after a change to its tail: the end of the path, the query, or the fragment.
//!
//! If an owned text grew and its slots were found by parsing, each step would parse it from the
//! beginning. But everything before the end of the path stays where it is, and all marks after it
//! follow from the fields of [`Bounds`]. The port is set in a similar way: the text before it
//! stays, and the text after the authority moves.

use super::held::{OfAuthority, OfWhole, slot_of};
use super::marks::{self, INNER, NONE, OWN, short};
use crate::generated::runtime::Rule;
use crate::syntax::{Form, Syntax};

/// The offsets between the components of a text, in bytes, and which components are present.
#[allow(clippy::struct_excessive_bools, reason = "each component is there or not")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) has_scheme: bool,
    pub(crate) has_authority: bool,
    pub(crate) has_query: bool,
    pub(crate) has_fragment: bool,
    /// The end of the authority, or of the scheme and its colon.
    pub(crate) path_start: usize,
    pub(crate) path_end: usize,
    /// The end of the query, or of the path if there is no query.
    pub(crate) query_end: usize,
}

impl Bounds {
    /// Reads the bounds from the slots of a text of a rule of whole references.
    #[inline]
    pub(crate) fn of<R: Rule<Unit = str>, S: Syntax, const N: usize>(
        text: &str,
        slots: &[u32; N],
    ) -> Self {
        let at = |slot: Option<usize>| slot.map_or(NONE, |slot| slots[slot]);
        let scheme_end = at(OfWhole::<R, S, N>::SCHEME_END);
        let authority_end = at(OfWhole::<R, S, N>::AUTHORITY_END);
        let (query, path_end) = match OfWhole::<R, S, N>::QUERY {
            Some(slot) => (slots[slot], slots[slot].wrapping_sub(short("?".len()))),
            None => (at(OfWhole::<R, S, N>::QUERY_END), at(OfWhole::<R, S, N>::PATH_END)),
        };
        let fragment = at(OfWhole::<R, S, N>::FRAGMENT);
        let [has_scheme, has_authority, has_query, has_fragment] =
            [scheme_end, authority_end, query, fragment].map(|offset| offset != NONE);
        let path_start = match () {
            () if has_authority => authority_end as usize,
            () if has_scheme => scheme_end as usize + ":".len(),
            () => 0,
        };
        let query_end = if has_fragment { fragment as usize - "#".len() } else { text.len() };
        let path_end = if has_query { path_end as usize } else { query_end };
        Self { has_scheme, has_authority, has_query, has_fragment, path_start, path_end, query_end }
    }

    /// The path of the text.
    #[inline]
    pub(crate) fn path(self, text: &str) -> &str {
        &text[self.path_start..self.path_end]
    }

    /// Returns whether the text has no hierarchy, RFC 2396 section 3.
    #[inline]
    pub(crate) fn is_opaque<S: Syntax>(self, path: &str) -> bool {
        S::FORM != Form::New && self.has_scheme && !path.is_empty() && !path.starts_with('/')
    }

    /// Returns whether the rule has texts with these components.
    #[inline]
    pub(crate) fn fit<R: Rule<Unit = str>, S: Syntax, const N: usize>(self) -> bool {
        let is_empty = self.query_end == 0;
        OfWhole::<R, S, N>::has(is_empty, self.has_scheme, self.has_fragment)
    }

    /// Sets those slots of a text with these bounds that hold a mark at or after the end of the
    /// path. Whether the path is empty, and whether it has a leading slash, must not have changed.
    #[inline]
    pub(crate) fn set_tail<R: Rule<Unit = str>, S: Syntax, const N: usize>(
        self,
        text: &str,
        slots: &mut [u32; N],
    ) {
        let [path_end, hier_end] = [short(self.path_end), short(self.query_end)];
        let if_is = |is: bool, offset: u32| if is { offset } else { NONE };
        for (slot, &mark) in slots.iter_mut().zip(&OfWhole::<R, S, N>::HELD) {
            *slot = match mark {
                marks::HIER => if_is(!self.has_scheme && hier_end != 0, 0),
                marks::PATH_END => path_end,
                marks::PATH_END_IF_ANY => if_is(*slot != NONE, path_end),
                marks::QUERY => if_is(self.has_query, path_end + 1),
                marks::QUERY_END => if_is(self.has_query, hier_end),
                marks::HIER_END_IF_ANY => if_is(hier_end != 0, hier_end),
                marks::FRAGMENT => if_is(self.has_fragment, hier_end + 1),
                _ => *slot,
            };
        }
        super::assert_located::<R, N>(text, slots);
    }
}

/// Returns whether texts of the rule may have a scheme.
pub(crate) fn allows_scheme<R: Rule<Unit = str>, S: Syntax, const N: usize>() -> bool {
    OfWhole::<R, S, N>::has(false, true, false)
}

/// Returns whether all texts of the rule have a scheme.
pub(crate) fn requires_scheme<R: Rule<Unit = str>, S: Syntax, const N: usize>() -> bool {
    !OfWhole::<R, S, N>::has(false, false, false)
}

/// Returns where the port of a reference with a host begins, including its colon, and where it
/// ends; the same offset twice if there is no port. `None` if there is no host, or no slot for the
/// end of the host.
#[inline]
pub(crate) fn port<R: Rule<Unit = str>, S: Syntax, const N: usize>(
    slots: &[u32; N],
) -> Option<(usize, usize)> {
    let host_end = slots[const { inner_slot::<R, S, N>(OfAuthority::<S>::HOST_END) }?];
    let authority_end = slots[OfWhole::<R, S, N>::AUTHORITY_END?];
    (host_end != NONE).then_some((host_end as usize, authority_end as usize))
}

/// Sets the slots of a text for which [`port`] returned these offsets, and whose port now has this
/// length, including its colon; 0 if there is none. The text before the port stays where it is, and
/// the text after the authority moves.
#[inline]
pub(crate) fn set_port<R: Rule<Unit = str>, S: Syntax, const N: usize>(
    text: &str,
    slots: &mut [u32; N],
    (begin, old_end): (usize, usize),
    length: usize,
) {
    let [begin, old_end, length] = [begin, old_end, length].map(short);
    let end = begin + length;
    let moved = |offset: u32| match offset {
        NONE => NONE,
        offset => offset.wrapping_sub(old_end).wrapping_add(end),
    };
    let of_port = |offset: u32| if length == 0 { NONE } else { offset };
    for (slot, &mark) in slots.iter_mut().zip(&OfWhole::<R, S, N>::HELD) {
        let inner = |first: usize| OfAuthority::<S>::HELD[mark - first];
        *slot = match mark {
            marks::AUTHORITY_END..OWN => moved(*slot),
            // A slot of the authority.
            OWN..OF_ENDS => match inner(OWN) {
                marks::PORT_END => of_port(end),
                _ => *slot,
            },
            // The end of the authority, if that slot is set.
            OF_ENDS.. => match inner(OF_ENDS) {
                marks::PORT_END => of_port(end),
                _ => moved(*slot),
            },
            _ => *slot,
        };
    }
    super::assert_located::<R, N>(text, slots);
}

/// The first of the marks that hold the end of the authority, one for each of its slots that is
/// set.
const OF_ENDS: usize = OWN + INNER;

/// Returns the slot of the whole reference that holds this slot of the authority.
const fn inner_slot<R: Rule<Unit = str>, S: Syntax, const N: usize>(
    slot: Option<usize>,
) -> Option<usize> {
    match slot {
        Some(slot) => slot_of(&OfWhole::<R, S, N>::HELD, OWN + slot),
        None => None,
    }
}
