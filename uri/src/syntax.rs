//! What the grammars of URIs have in common, so that each operation is written once for all.
//!
//! An operation works on the texts of the components. What it needs to know of a grammar is an
//! implementation of [`Syntax`]: the types of its parts, and the few points in which its RFC
//! decides otherwise than the others. The rules of a grammar name their [`Syntax`], and markers
//! such as [`Whole`] say which operations their texts have.

mod kind;
#[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
mod later;
mod rfc2396;

pub use kind::{AnyReference, BeforeScheme, Complete, Kind, WithScheme};
#[cfg(feature = "rfc3986")]
pub use later::Rfc3986;
#[cfg(feature = "rfc3987")]
pub use later::Rfc3987;
pub use rfc2396::{AppendixC, Rfc2396};

use crate::components::Components;
use crate::layout::Assembled;
use crate::percent::{Beyond, EscapedPart};
use crate::{ByteSet, ParseError, Resolution, Rule, Text};
use core::fmt::{Debug, Display};
use core::hash::Hash;

/// A grammar of URIs: the types of its parts, and what its RFC has operations do.
///
/// Implemented by types without values, one for each grammar. [`Rfc2396`] is the grammar of the
/// types at the root of the crate.
pub trait Syntax: sealed::Sealed + Copy + Eq + Hash + Debug + 'static {
    /// A whole reference.
    type Reference<'a>: Part<'a> + Assembled<&'a str, Self> + AsRef<str> + Display;
    /// What a reference resolves to.
    type Target<'a>: Part<'a> + Assembled<&'a str, Self> + AsRef<str> + Display;
    /// The scheme, without its colon.
    type Scheme<'a>: Part<'a>;
    /// What stands between `//` and the path.
    type Authority<'a>: Part<'a>;
    /// What precedes the `@` of an authority.
    type UserInfo<'a>: Part<'a>;
    /// The host of an authority.
    type Host<'a>: Part<'a>;
    /// The port of an authority, without its colon.
    type Port<'a>: Part<'a>;
    /// The path; an `Option` where no path is empty.
    type Path<'a>: Copy + Debug;
    /// What stands between two slashes of a path.
    type Segment<'a>: Part<'a>;
    /// The query, without its question mark.
    type Query<'a>: Part<'a>;
    /// The fragment, without its crosshatch.
    type Fragment<'a>: Part<'a>;

    /// A [`Reference`](Self::Reference) that owns its text.
    #[cfg(feature = "alloc")]
    type ReferenceBuf: Assembled<alloc::string::String, Self> + AsRef<str> + Display;
    /// A [`Target`](Self::Target) that owns its text.
    #[cfg(feature = "alloc")]
    type TargetBuf: Assembled<alloc::string::String, Self> + AsRef<str> + Display;
    /// A [`Query`](Self::Query) that owns its text.
    #[cfg(feature = "alloc")]
    type QueryBuf: TryFrom<alloc::string::String, Error: Into<ParseError>>;

    /// How references are resolved unless the caller chooses.
    const RESOLUTION: Resolution;

    /// The characters that mean the same escaped and not.
    #[doc(hidden)]
    const UNRESERVED: ByteSet;
    /// The characters beyond ASCII that a query holds.
    #[doc(hidden)]
    const BEYOND_IN_QUERY: Beyond;
    /// Which texts the grammar has.
    #[doc(hidden)]
    const FORM: Form;

    /// The path of these components.
    #[doc(hidden)]
    fn path<'a>(components: &Components<'a, Self>) -> Self::Path<'a>;

    /// The text of a path, and whether it is opaque.
    #[doc(hidden)]
    fn path_text(path: Self::Path<'_>) -> (&str, bool);

    /// Returns whether the authority is a registry name and has no host.
    #[doc(hidden)]
    fn is_reg_name(authority: Self::Authority<'_>) -> bool;
}

/// Which texts a grammar has that others do not have.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// RFC 2396: no path is empty after a scheme or before a query. What follows a scheme without
    /// a slash is opaque, and takes the query with it. User information and ports need a host.
    Old,
    /// RFC 2396 with references that are a query alone, as in its appendix C.
    OldWithQueryAlone,
    /// RFC 3986 and later: every part but the scheme may be empty, and nothing is opaque.
    New,
}

/// A view of a part, or of the whole, in any of the grammars.
pub trait Part<'a>: sealed::Sealed + Copy + Eq + Hash + Debug {
    /// The rule of the text.
    #[doc(hidden)]
    type Rule: Rule<Unit = str>;

    /// The text.
    #[doc(hidden)]
    fn text(self) -> &'a str;

    /// The view of text that is known to match.
    #[doc(hidden)]
    fn of_known(text: &'a str) -> Self;

    /// The view of text that is known to match, whose slots start with these.
    #[doc(hidden)]
    fn of_slots(text: &'a str, slots: &[u32]) -> Self;

    /// The offsets from which its own parts follow.
    #[doc(hidden)]
    fn slots(&self) -> &[u32];

    /// The view of text that has been put together.
    #[doc(hidden)]
    fn of_written(text: &'a str) -> Result<Self, ParseError>;
}

impl<R, const N: usize> sealed::Sealed for Text<&str, R, N> {}

impl<'a, R: Rule<Unit = str>, const N: usize> Part<'a> for Text<&'a str, R, N> {
    type Rule = R;

    #[inline]
    fn text(self) -> &'a str {
        self.as_str()
    }

    #[inline]
    fn of_known(text: &'a str) -> Self {
        Self::of_part(text)
    }

    #[inline]
    fn of_slots(text: &'a str, slots: &[u32]) -> Self {
        Self::known(text, core::array::from_fn(|slot| slots[slot]))
    }

    #[inline]
    fn slots(&self) -> &[u32] {
        &self.slots
    }

    #[inline]
    fn of_written(text: &'a str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

/// A rule of one of the grammars.
pub trait Syntactic: sealed::Sealed + Rule<Unit = str> + Sized {
    /// The grammar.
    type Syntax: Syntax;
}

/// A rule whose texts are references, and have [`Components`].
pub trait Whole: Syntactic {
    /// What is known of its texts when one part of them has changed.
    type Kind: Complete<Self::Syntax>;
}

/// A rule whose texts start with a scheme, and can be the base of references.
pub trait Base: Whole {
    /// A view of text of this rule.
    type View<'a>: Part<'a>;
    /// A value that owns such text.
    #[cfg(feature = "alloc")]
    type Buf: TryFrom<alloc::string::String, Error: Into<ParseError>>;
}

/// A rule whose texts are schemes.
pub trait SchemeRule: sealed::Sealed + Rule<Unit = str> {}

/// A rule whose texts are authorities.
pub trait AuthorityRule: Syntactic {}

/// A rule whose texts are user information.
pub trait UserInfoRule: sealed::Sealed + Rule<Unit = str> {}

/// A rule whose texts are ports.
pub trait PortRule: sealed::Sealed + Rule<Unit = str> {}

/// A rule whose texts are queries.
pub trait QueryRule: EscapedPart + Syntactic {}

pub(crate) mod sealed {
    pub trait Sealed {}
}

/// Says of rules which grammar they are of, and what else they are.
macro_rules! rules {
    ($syntax:ident in $rules:path: $($marker:ident [$($rule:ident)*])*) => {
        const _: () = {
            use $rules as of;
            $($(
                impl $crate::syntax::Syntactic for of::$rule {
                    type Syntax = $syntax;
                }
                impl $crate::syntax::sealed::Sealed for of::$rule {}
                $crate::syntax::mark!($marker of::$rule);
            )*)*
        };
    };
}
use rules;

/// Says of rules that they are bases, and which types their texts have.
macro_rules! bases {
    ($of:ident: $($rule:ident $buf:ident)*) => {$(
        impl $crate::syntax::Whole for $of::rules::$rule {
            type Kind = $crate::syntax::WithScheme;
        }
        impl $crate::syntax::Base for $of::rules::$rule {
            type View<'a> = $of::$rule<'a>;
            #[cfg(feature = "alloc")]
            type Buf = $of::$buf;
        }
    )*};
}
use bases;

macro_rules! mark {
    // See `bases`.
    (Base $rule:path) => {};
    (Whole $rule:path) => {
        impl $crate::syntax::Whole for $rule {
            type Kind = $crate::syntax::AnyReference;
        }
    };
    (Data $rule:path) => {
        impl $crate::percent::EscapedPart for $rule {
            const UNRESERVED: $crate::ByteSet =
                <<$rule as $crate::syntax::Syntactic>::Syntax as $crate::Syntax>::UNRESERVED;
        }
    };
    (QueryRule $rule:path) => {
        $crate::syntax::mark!(Data $rule);
        impl $crate::syntax::QueryRule for $rule {}
    };
    (UserInfoRule $rule:path) => {
        $crate::syntax::mark!(Data $rule);
        impl $crate::syntax::UserInfoRule for $rule {}
    };
    ($marker:ident $rule:path) => {
        impl $crate::syntax::$marker for $rule {}
    };
}
use mark;
