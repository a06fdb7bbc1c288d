//! Which offset each slot of a rule holds: what the compiler finds out from examples.

use super::{INNER, Lengths, Marks, NONE, OWN, Server, marks, short};
use crate::generated::runtime::Rule;
use crate::syntax::Syntax;
use core::marker::PhantomData;

/// The rule of whole references `R`, in whose texts the authority is one of the grammar `S`.
pub(super) struct OfWhole<R, S, const N: usize>(PhantomData<(R, S)>);

type AuthorityOf<S> = <S as Syntax>::Authority<'static>;
type HostOf<S> = <S as Syntax>::Host<'static>;

impl<R: Rule<Unit = str>, S: Syntax, const N: usize> OfWhole<R, S, N> {
    /// The mark that each slot holds.
    pub(super) const HELD: [usize; N] = {
        let mut possible = [u64::MAX; N];
        let mut examples = WHOLES;
        while let [Example { text, inner, lengths }, rest @ ..] = examples {
            examples = rest;
            let inner = match lengths.authority {
                Some(_) => slots::<AuthorityOf<S>, INNER>(inner),
                None => Some([NONE; INNER]),
            };
            if let (Some(slots), Some(inner)) = (slots::<R, N>(text), inner) {
                let lengths = Lengths { inner, ..*lengths };
                strike(&mut possible, &slots, &lengths.marks(text.as_bytes()));
            }
        }
        left(possible)
    };

    /// Returns whether there are texts of each form.
    pub(super) const HAS: [bool; FORMS.len()] = {
        let mut has = [false; FORMS.len()];
        let mut form = 0;
        while form < FORMS.len() {
            has[form] = slots::<R, N>(FORMS[form]).is_some();
            form += 1;
        }
        has
    };
}

#[cfg(feature = "alloc")]
impl<R: Rule<Unit = str>, S: Syntax, const N: usize> OfWhole<R, S, N> {
    /// The slots from which follows where the components lie; of a component that no text of the
    /// rule has, there is none.
    pub(super) const SCHEME_END: Option<usize> =
        needed(Self::slot(marks::SCHEME_END), Self::HAS[2] || Self::HAS[3]);
    pub(super) const AUTHORITY_END: Option<usize> = needed(Self::slot(marks::AUTHORITY_END), true);
    pub(super) const FRAGMENT: Option<usize> =
        needed(Self::slot(marks::FRAGMENT), Self::HAS[1] || Self::HAS[3] || Self::HAS[5]);
    /// The begin of the query, or else its end beside the end of the path.
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
    /// Returns whether the rule has texts of this form: with anything before a fragment, with a
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

/// A text of each form: without and with a scheme, then without anything before a fragment; each
/// without and with a fragment.
const FORMS: [&str; 6] = ["/p", "/p#f", "a:/p", "a:/p#f", "", "#f"];

/// The authority of the grammar `S`, if it is a server.
pub(super) struct OfAuthority<S>(PhantomData<S>);

impl<S: Syntax> OfAuthority<S> {
    /// The mark that each slot holds.
    pub(super) const HELD: [usize; INNER] = {
        let mut possible = [u64::MAX; INNER];
        let mut examples = SERVERS;
        while let [Example { text, inner, lengths }, rest @ ..] = examples {
            examples = rest;
            let host = match slots::<HostOf<S>, INNER>(inner) {
                None if text.is_empty() => Some([NONE; INNER]),
                host => host,
            };
            // In RFC 2396, a server without a host is the empty text.
            if let (Some(slots), Some(host)) = (slots::<AuthorityOf<S>, INNER>(text), host) {
                strike(&mut possible, &slots, &lengths.marks(&host));
            }
        }
        left(possible)
    };
}

impl<S: Syntax> OfAuthority<S> {
    /// The slots from which follows where the parts of a server lie.
    pub(super) const USERINFO_END: Option<usize> =
        needed(slot_of(&Self::HELD, marks::USERINFO_END), true);
    pub(super) const PORT_END: Option<usize> = needed(slot_of(&Self::HELD, marks::PORT_END), true);
    pub(super) const HOST_END: Option<usize> = match slot_of(&Self::HELD, marks::HOST_END) {
        None => needed(slot_of(&Self::HELD, marks::HOST_END_IF_ANY), true),
        slot => slot,
    };
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
    assert!(slot.is_some() || !is_needed, "no slot says where a part lies");
    slot
}

/// The slots of a text, if it is one of the rule.
const fn slots<R: Rule, const N: usize>(text: &str) -> Option<[u32; N]> {
    let mut slots = [NONE; N];
    if R::TABLE.locate(text.as_bytes(), &mut slots).is_ok() { Some(slots) } else { None }
}

/// Leaves of the marks that a slot may hold, as bits, those that it does hold in an example.
const fn strike<const N: usize>(possible: &mut [u64; N], slots: &[u32; N], marks: &Marks) {
    let mut at = 0;
    while at < N * marks.len() {
        let (slot, mark) = (at / marks.len(), at % marks.len());
        if slots[slot] != marks[mark] {
            possible[slot] &= !(1 << mark);
        }
        at += 1;
    }
}

/// One of the marks that are left, for each slot.
const fn left<const N: usize>(possible: [u64; N]) -> [usize; N] {
    let mut held = [0; N];
    let mut slot = 0;
    while slot < N {
        held[slot] = possible[slot].trailing_zeros() as usize;
        assert!(held[slot] < OWN + 2 * INNER, "a slot holds what is no mark");
        slot += 1;
    }
    held
}

/// A text, the part inside of it whose slots are known, and the lengths of its parts.
struct Example<L> {
    text: &'static str,
    inner: &'static str,
    lengths: L,
}

const fn length(part: &[&str]) -> Option<u32> {
    match part {
        [part, ..] => Some(short(part.len())),
        [] => None,
    }
}

macro_rules! wholes {
    ($([$($scheme:literal)?] [$($authority:literal)?] $path:literal
        [$($query:literal)?] [$($fragment:literal)?])+) => {
        [$(Example {
            text: concat!(
                $($scheme, ":",)? $("//", $authority,)? $path $(, "?", $query)?
                $(, "#", $fragment)?
            ),
            inner: concat!($($authority)?),
            lengths: Lengths {
                scheme: length(&[$($scheme)?]),
                authority: length(&[$($authority)?]),
                inner: [NONE; INNER],
                query: length(&[$($query)?]),
                fragment: length(&[$($fragment)?]),
            },
        }),+]
    };
}

/// Enough to distinguish the marks that a slot can hold, with and without a scheme, as a rule can
/// have texts of one kind alone. Each rule has some of them.
const WHOLES: &[Example<Lengths>] = &wholes! {
    ["ab"] ["u@hh:55"] "/p" ["q"] ["ff"]
    [] ["u@hh:55"] "/p" ["q"] ["ff"]
    ["ab"] ["u@hh:55"] "/p" ["q"] []
    ["ab"] ["u@hh:55"] "" [] []
    ["ab"] ["1.2.3.4"] "/p" ["q"] []
    ["ab"] ["1.2.3.4"] "" [] []
    ["ab"] ["u@[::1]:5"] "/p" ["q"] []
    ["ab"] ["u@[::1]:5"] "" [] []
    ["ab"] ["[v1.x]"] "/p" ["q"] []
    ["ab"] ["[v1.x]"] "" [] []
    ["ab"] ["r$g"] "/p" ["q"] []
    ["ab"] ["r$g"] "" [] []
    ["ab"] [""] "/p" ["q"] []
    ["ab"] [""] "" [] []
    ["ab"] ["h:"] "/p" ["q"] []
    ["ab"] ["h:"] "" [] []
    ["ab"] [] "/p" [] []
    ["ab"] [] "/p" [""] []
    ["ab"] [] "p/q" [] []
    ["ab"] [] "" [] []
    ["ab"] [] "" [] ["f"]
    ["ab"] [] "/p" [] [""]
    [] ["u@hh:55"] "/p" ["q"] []
    [] ["u@hh:55"] "" [] []
    [] ["1.2.3.4"] "/p" ["q"] []
    [] ["1.2.3.4"] "" [] []
    [] ["u@[::1]:5"] "/p" ["q"] []
    [] ["u@[::1]:5"] "" [] []
    [] ["[v1.x]"] "/p" ["q"] []
    [] ["[v1.x]"] "" [] []
    [] ["r$g"] "/p" ["q"] []
    [] ["r$g"] "" [] []
    [] [""] "/p" ["q"] []
    [] [""] "" [] []
    [] ["h:"] "/p" ["q"] []
    [] ["h:"] "" [] []
    [] [] "/p" [] []
    [] [] "/p" [""] []
    [] [] "p/q" [] []
    [] [] "p/q" ["q"] []
    [] [] "" [] []
    [] [] "" ["q"] []
    [] [] "" [] ["f"]
    [] [] "/p" [] [""]
};

macro_rules! servers {
    ($([$($userinfo:literal)?] $host:literal [$($port:literal)?])+) => {
        [$(Example {
            text: concat!($($userinfo, "@",)? $host $(, ":", $port)?),
            inner: $host,
            lengths: Server {
                userinfo: length(&[$($userinfo)?]),
                host: short($host.len()),
                port: length(&[$($port)?]),
            },
        }),+]
    };
}

const SERVERS: &[Example<Server>] = &servers! {
    ["u"] "hh" ["55"]
    [] "1.2.3.4" []
    ["uu"] "" ["5"]
    [] "h" [""]
    [] "" []
};
