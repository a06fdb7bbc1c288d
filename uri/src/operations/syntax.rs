//! The common interface of the grammars of URIs, so that each operation is written once for all.
//!
//! An operation works on the texts of the components. The trait [`Syntax`] describes a grammar: the
//! types of its parts, and the few points in which its RFC differs from the others. The module
//! `types` lists the types that have each operation.

pub(crate) mod arguments;
pub(crate) mod components;
mod kind;
#[cfg(any(feature = "rfc3986", feature = "rfc3987"))]
#[cfg_attr(docsrs, doc(auto_cfg = false))]
mod later;
#[allow(unreachable_pub, reason = "older compilers report what public traits name")]
pub(crate) mod layout;
mod rfc2396;
pub(crate) mod types;

pub use kind::{AnyReference, BeforeScheme, Complete, Kind, WithScheme};
#[cfg(feature = "rfc3986")]
pub use later::Rfc3986;
#[cfg(feature = "rfc3987")]
pub use later::Rfc3987;
pub use rfc2396::{AppendixC, Rfc2396};

use crate::ByteSet;
#[cfg(feature = "alloc")]
use crate::generated::runtime::Rule;
use crate::generated::runtime::{Forms, View};
use crate::operations::percent::Beyond;
use crate::operations::resolution::Resolution;
use components::Components;
use core::fmt::{Debug, Display};
use core::hash::Hash;
use layout::Assembled;

/// A grammar of URIs: the types of its parts, and the choices of its RFC.
///
/// Implemented by types without values, one for each grammar. [`Rfc2396`] is the grammar of the
/// types at the root of the crate.
pub trait Syntax: sealed::Sealed + Copy + Eq + Hash + Debug + 'static {
    /// A whole reference.
    type Reference<'a>: Part<'a> + Assembled<&'a str, Self> + AsRef<str> + Display;
    /// The type of a resolved reference.
    type Target<'a>: Part<'a> + Assembled<&'a str, Self> + AsRef<str> + Display;
    /// The scheme, without its colon.
    type Scheme<'a>: Part<'a>;
    /// The text between `//` and the path.
    type Authority<'a>: Part<'a>;
    /// The text before the `@` of an authority.
    type UserInfo<'a>: Part<'a>;
    /// The host of an authority.
    type Host<'a>: Part<'a>;
    /// The port of an authority, without its colon.
    type Port<'a>: Part<'a>;
    /// The path; an `Option` if no path of the grammar is empty.
    type Path<'a>: Copy + Debug;
    /// The text between two slashes of a path.
    type Segment<'a>: Part<'a>;
    /// The query, without its question mark.
    type Query<'a>: Part<'a>;
    /// The fragment, without its `#`.
    type Fragment<'a>: Part<'a>;

    /// A [`Reference`](Self::Reference) that owns its text.
    #[cfg(feature = "alloc")]
    type ReferenceBuf: Assembled<alloc::string::String, Self> + AsRef<str> + Display;
    /// A [`Target`](Self::Target) that owns its text.
    #[cfg(feature = "alloc")]
    type TargetBuf: Assembled<alloc::string::String, Self> + AsRef<str> + Display;
    /// A [`Query`](Self::Query) that owns its text.
    #[cfg(feature = "alloc")]
    type QueryBuf: TryFrom<alloc::string::String, Error: Into<crate::ParseError>>;

    /// The default options of resolution.
    const RESOLUTION: Resolution;

    /// The characters that mean the same with and without an escape.
    #[doc(hidden)]
    const UNRESERVED: ByteSet;
    /// The characters beyond ASCII that a query can contain.
    #[doc(hidden)]
    const BEYOND_IN_QUERY: Beyond;
    /// The family of grammars to which this one belongs.
    #[doc(hidden)]
    const FORM: Form;

    /// Returns the path of the components.
    #[doc(hidden)]
    fn path<'a>(components: &Components<'a, Self>) -> Self::Path<'a>;

    /// Returns the text of a path, and whether the path is opaque.
    #[doc(hidden)]
    fn path_text(path: Self::Path<'_>) -> (&str, bool);

    /// Returns whether the authority is a registry name, which has no host.
    #[doc(hidden)]
    fn is_reg_name(authority: Self::Authority<'_>) -> bool;
}

/// A family of grammars, by the references that they accept.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// RFC 2396: no path is empty after a scheme or before a query. A text without a leading slash
    /// after a scheme is opaque and includes the query. User information and ports need a host.
    Old,
    /// RFC 2396 with references that are a query alone, as in its appendix C.
    OldWithQueryAlone,
    /// RFC 3986 and later: every part but the scheme may be empty, and nothing is opaque.
    New,
}

/// A view of a part, or of a whole reference, in any of the grammars.
pub trait Part<'a>: View<'a> + Forms<Unit = str> {
    /// The text.
    #[doc(hidden)]
    #[inline]
    fn text(mut self) -> &'a str {
        self.contents().0
    }

    /// Returns the view of a text that is known to match, whose first slots are given.
    #[doc(hidden)]
    #[inline]
    fn of_slots(text: &'a str, slots: &[u32]) -> Self {
        let mut view = Self::unlocated(text);
        let own = view.contents().1;
        own.copy_from_slice(&slots[..own.len()]);
        view
    }
}

impl<'a, V: View<'a> + Forms<Unit = str>> Part<'a> for V {}

/// A type of whole references.
#[cfg(feature = "alloc")]
pub(crate) trait Whole: Rule<Unit = str> {
    /// The grammar.
    type Syntax: Syntax;

    /// The components of a text with these slots.
    fn components<'a>(text: &'a str, slots: &[u32]) -> Components<'a, Self::Syntax>;
}

#[cfg(feature = "alloc")]
macro_rules! wholes {
    ($of:ident $view:ident $buf:ident $syntax:ty, $kind:ty, $names:tt) => {
        impl Whole for $of::$view<'_> {
            type Syntax = $syntax;

            #[inline]
            fn components<'a>(text: &'a str, slots: &[u32]) -> Components<'a, $syntax> {
                <$of::$view<'a> as Part<'a>>::of_slots(text, slots).into()
            }
        }
    };
}
#[cfg(feature = "alloc")]
types::references!(wholes);

pub(crate) mod sealed {
    pub trait Sealed {}
}
