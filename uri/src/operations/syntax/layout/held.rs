//! The mark that each slot of a rule holds, by the names of slots in generated code.

use super::marks::{self, INNER, NONE, OWN};
use crate::generated::runtime::Rule;
use crate::syntax::{Form, Syntax};
use core::marker::PhantomData;

/// The rule of whole references `R`, whose authorities are those of the grammar `S`.
pub(super) struct OfWhole<R, S, const N: usize>(PhantomData<(R, S)>);

type AuthorityOf<S> = <S as Syntax>::Authority<'static>;
type HostOf<S> = <S as Syntax>::Host<'static>;

impl<R: Rule<Unit = str>, S: Syntax, const N: usize> OfWhole<R, S, N> {
    /// The mark that each slot holds.
    pub(super) const HELD: [usize; N] = {
        let (names, _) = slot_names::<R>();
        let inner = slot_names::<AuthorityOf<S>>();
        let mut held = [0; N];
        let mut slot = 0;
        while slot < N {
            let name = names[slot];
            held[slot] = match name {
                b"scheme begin" => marks::SCHEME,
                b"scheme end" => marks::SCHEME_END,
                b"authority begin" => marks::AUTHORITY,
                b"authority end" => marks::AUTHORITY_END,
                b"AbsPath begin" => marks::ROOTED,
                b"PathAbsolute begin" => marks::ROOTED_WITHOUT_AUTHORITY,
                b"OpaquePart begin" | b"PathRootless begin" => marks::ROOTLESS_AFTER_SCHEME,
                b"RelPath begin" | b"PathNoscheme begin" => marks::ROOTLESS,
                b"PathEmpty begin" => marks::EMPTY,
                // No path of RFC 2396 is empty.
                b"path end" if matches!(S::FORM, Form::New) => marks::PATH_END,
                b"path end" => marks::PATH_END_IF_ANY,
                b"query begin" => marks::QUERY,
                b"query end" => marks::QUERY_END,
                b"RelativeUri begin" => marks::HIER,
                b"kind end" => marks::HIER_END_IF_ANY,
                b"fragment begin" => marks::FRAGMENT,
                _ => inner_mark(name, inner),
            };
            slot += 1;
        }
        held
    };

    /// For each form, whether the rule has texts of it.
    const HAS: [bool; FORMS.len()] = {
        let mut has = [false; FORMS.len()];
        let mut form = 0;
        while form < FORMS.len() {
            has[form] = R::TABLE.locate(FORMS[form].as_bytes(), &mut [NONE; N]).is_ok();
            form += 1;
        }
        has
    };
}

#[cfg(feature = "alloc")]
impl<R: Rule<Unit = str>, S: Syntax, const N: usize> OfWhole<R, S, N> {
    /// The slots that determine the ranges of the components. Components that no text of the rule
    /// has have no slot.
    pub(super) const SCHEME_END: Option<usize> =
        needed(Self::slot(marks::SCHEME_END), Self::HAS[2] || Self::HAS[3]);
    pub(super) const AUTHORITY_END: Option<usize> = needed(Self::slot(marks::AUTHORITY_END), true);
    pub(super) const FRAGMENT: Option<usize> =
        needed(Self::slot(marks::FRAGMENT), Self::HAS[1] || Self::HAS[3] || Self::HAS[5]);
    /// The slot of the beginning of the query; if there is none, that of its end is used with the
    /// end of the path.
    pub(super) const QUERY: Option<usize> = Self::slot(marks::QUERY);
    pub(super) const QUERY_END: Option<usize> =
        needed(Self::slot(marks::QUERY_END), Self::QUERY.is_none());
    pub(super) const PATH_END: Option<usize> =
        needed(Self::slot(marks::PATH_END), Self::QUERY.is_none());

    const fn slot(mark: usize) -> Option<usize> {
        slot_of(&Self::HELD, mark)
    }
}

impl<R: Rule<Unit = str>, S: Syntax, const N: usize> OfWhole<R, S, N> {
    /// Returns whether the rule has texts of this form: with nothing before the fragment, with a
    /// scheme, with a fragment.
    #[inline]
    pub(super) const fn has(is_empty: bool, has_scheme: bool, has_fragment: bool) -> bool {
        // See `FORMS`.
        let begin = match (is_empty, has_scheme) {
            (true, _) => 4,
            (false, true) => 2,
            (false, false) => 0,
        };
        Self::HAS[if has_fragment { begin + 1 } else { begin }]
    }
}

/// A text of each form: without a scheme, with a scheme, and with nothing before the fragment; each
/// without and with a fragment.
const FORMS: [&str; 6] = ["/p", "/p#f", "a:/p", "a:/p#f", "", "#f"];

/// The authority of the grammar `S`, if it is a server.
pub(super) struct OfAuthority<S>(PhantomData<S>);

impl<S: Syntax> OfAuthority<S> {
    /// The mark that each slot holds.
    pub(super) const HELD: [usize; INNER] = {
        let (names, count) = slot_names::<AuthorityOf<S>>();
        let inner = slot_names::<HostOf<S>>();
        let is_new = matches!(S::FORM, Form::New);
        let mut held = [0; INNER];
        let mut slot = 0;
        while slot < count {
            let name = names[slot];
            held[slot] = match name {
                b"server begin" => marks::SERVER,
                // A server is not a registry name.
                b"reg_name begin" => 0,
                b"userinfo end" => marks::USERINFO_END,
                // No host of RFC 2396 is empty.
                b"host begin" if is_new => marks::HOST,
                b"host begin" => marks::HOST_IF_ANY,
                b"host end" if is_new => marks::HOST_END,
                b"host end" => marks::HOST_END_IF_ANY,
                b"port end" => marks::PORT_END,
                _ => inner_mark(name, inner),
            };
            slot += 1;
        }
        held
    };
}

impl<S: Syntax> OfAuthority<S> {
    /// The slots that determine the ranges of the parts of a server.
    pub(super) const USERINFO_END: Option<usize> =
        needed(slot_of(&Self::HELD, marks::USERINFO_END), true);
    pub(super) const PORT_END: Option<usize> = needed(slot_of(&Self::HELD, marks::PORT_END), true);
    pub(super) const HOST_END: Option<usize> = match slot_of(&Self::HELD, marks::HOST_END) {
        None => needed(slot_of(&Self::HELD, marks::HOST_END_IF_ANY), true),
        slot => slot,
    };
}

/// Returns whether the authorities of two grammars have the same slots.
#[cfg(all(feature = "rfc3986", feature = "rfc3987"))]
pub(super) const fn same_slots<S: Syntax, T: Syntax>() -> bool {
    let mut slot = 0;
    while slot < INNER && OfAuthority::<S>::HELD[slot] == OfAuthority::<T>::HELD[slot] {
        slot += 1;
    }
    slot == INNER
}

/// The maximum number of slots of a rule.
const MOST: usize = 32;

/// The names of the slots of a rule, and their number.
type Names = ([&'static [u8]; MOST], usize);

/// The names of a rule's slots.
const fn slot_names<R: Rule>() -> Names {
    let (mut names, mut count): Names = ([b""; MOST], 0);
    let Some(tagged) = R::TABLE.tagged else { return (names, count) };
    let (mut rest, mut length) = (tagged.slots.as_bytes(), 0);
    while length < rest.len() {
        if rest[length] == b'\n' {
            (names[count], rest) = rest.split_at(length);
            (_, rest) = rest.split_at(1);
            (count, length) = (count + 1, 0);
        } else {
            length += 1;
        }
    }
    (names, count)
}

/// The mark of a slot of an inner part, by the names of the slots of the outer part: the offset in
/// the slot of the same name, or else the end of the outer part, if the slot for the beginning of
/// the inner part holds an offset.
const fn inner_mark(name: &[u8], (inner, count): Names) -> usize {
    let mut slot = 0;
    while slot < count {
        if is_prefix(name, inner[slot], name.len()) {
            return OWN + slot;
        }
        slot += 1;
    }
    slot = 0;
    while slot < count {
        if is_prefix(name, inner[slot], name.len() - "end".len()) {
            return OWN + INNER + slot;
        }
        slot += 1;
    }
    panic!("the offset in a slot is not a mark")
}

/// Returns whether the first `length` bytes of two names are equal.
const fn is_prefix(name: &[u8], other: &[u8], length: usize) -> bool {
    let mut at = 0;
    while at < length {
        if other.len() <= at || name[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// The first slot that holds a mark.
pub(super) const fn slot_of(held: &[usize], mark: usize) -> Option<usize> {
    let mut slot = 0;
    while slot < held.len() {
        if held[slot] == mark {
            return Some(slot);
        }
        slot += 1;
    }
    None
}

const fn needed(slot: Option<usize>, is_needed: bool) -> Option<usize> {
    assert!(slot.is_some() || !is_needed, "no slot holds the offset of a part");
    slot
}
