//! Computes the slots of a text that an operation has assembled.
//!
//! The text of a result consists of parts that match, so parsing it again is unnecessary: the
//! offsets of the parts follow from their lengths. Views store these offsets in slots. Generated
//! code names the part of each slot, and whether the part begins or ends there; [`held`] maps each
//! name to one of the [`Marks`], the offsets that are computed from the lengths. If a grammar
//! changes, either the slots follow or the crate does not compile.
//!
//! With debug assertions, as in tests, every assembled text is also parsed and compared.

#[cfg(feature = "alloc")]
mod bounds;
mod held;
mod lengths;
mod located;
mod marks;

#[cfg(feature = "alloc")]
pub(crate) use bounds::{Bounds, allows_scheme, port, requires_scheme, set_port};
pub use lengths::Lengths;
pub(crate) use located::{Located, LocatedHost, ServerParts};
#[cfg(feature = "alloc")]
pub(crate) use marks::is_too_long;

use super::types::references;
use super::{Part, Syntax};
use crate::ParseError;
use crate::generated::runtime::{Rule, View as _};

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
        $crate::operations::output::unwritten! {
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
