//! The types of text: the macros that write them for each rule, and the code that they share.
// Long because the macros that write the types of a rule call each other and are read together.

use super::error::ParseError;
use super::rule::{Rule, Unit, View, unset};

/// The types of a rule over `str`. Arguments: the borrowed type, the owned type, and the number of
/// slots.
#[cfg(feature = "text")]
macro_rules! text {
    ($(#[$docs:meta])* $view:ident, $buf:ident, $slots:literal) => {
        runtime::text::parsed_text! { $(#[$docs])* $view, $buf, $slots }

        runtime::text::constant!([str, str::as_bytes] $view, $slots);

        impl $view<'_> {
            /// As [`check`](Self::check), for text that need not be UTF-8.
            ///
            /// # Errors
            ///
            /// If the whole text does not match.
            #[inline]
            pub const fn check_bytes(
                text: &[u8],
            ) -> ::core::result::Result<(), runtime::ParseError> {
                <Self as runtime::Rule>::TABLE.check(text)
            }
        }
    };
}
#[cfg(feature = "text")]
pub(crate) use text;

/// As [`text!`], for a rule without functions for constants.
#[cfg(feature = "text")]
macro_rules! parsed_text {
    ($(#[$docs:meta])* $view:ident, $buf:ident, $slots:literal) => {
        runtime::text::view! { [str, str::as_bytes] $(#[$docs])* $view, $buf, $slots }

        impl<'a> $view<'a> {
            /// As [`parse`](Self::parse), for text that need not be UTF-8.
            ///
            /// # Errors
            ///
            /// As [`parse`](Self::parse). Every text of the rule is UTF-8, so a byte that is not
            /// part of a character is an error like any other.
            #[inline]
            pub fn parse_bytes(
                text: &'a [u8],
            ) -> ::core::result::Result<Self, runtime::ParseError> {
                runtime::text::parse_bytes(text)
            }

            /// As [`is_match`](Self::is_match), for text that need not be UTF-8.
            #[must_use]
            #[inline]
            pub fn is_match_bytes(text: &[u8]) -> bool {
                <Self as runtime::Rule>::is_match(text)
            }

            /// The text.
            #[must_use]
            #[inline]
            pub const fn as_str(self) -> &'a str {
                self.text
            }

            /// The bytes of the text.
            #[must_use]
            #[inline]
            pub const fn as_bytes(self) -> &'a [u8] {
                self.text.as_bytes()
            }
        }

        runtime::text::as_bytes!($view<'_>);

        #[cfg(feature = "conform")]
        runtime::conform::bytes!($view);

        #[cfg(feature = "alloc")]
        runtime::owned::text_buf!($view, $buf, $slots);
    };
}
#[cfg(feature = "text")]
pub(crate) use parsed_text;

/// Implements `AsRef<[u8]>` for a type over `str`.
#[cfg(feature = "text")]
macro_rules! as_bytes {
    ($type:ty) => {
        impl ::core::convert::AsRef<[u8]> for $type {
            #[inline]
            fn as_ref(&self) -> &[u8] {
                self.text.as_bytes()
            }
        }
    };
}
#[cfg(feature = "text")]
pub(crate) use as_bytes;

/// As [`text!`], over `[u8]`.
#[cfg(feature = "bytes")]
macro_rules! bytes {
    ($(#[$docs:meta])* $view:ident, $buf:ident, $slots:literal) => {
        runtime::text::parsed_bytes! { $(#[$docs])* $view, $buf, $slots }

        runtime::text::constant!([[u8], ::core::convert::identity] $view, $slots);
    };
}
#[cfg(feature = "bytes")]
pub(crate) use bytes;

/// As [`bytes!`], for a rule without functions for constants.
#[cfg(feature = "bytes")]
macro_rules! parsed_bytes {
    ($(#[$docs:meta])* $view:ident, $buf:ident, $slots:literal) => {
        runtime::text::view! {
            [[u8], ::core::convert::identity] $(#[$docs])* $view, $buf, $slots
        }

        impl<'a> $view<'a> {
            /// The text.
            #[must_use]
            #[inline]
            pub const fn as_bytes(self) -> &'a [u8] {
                self.text
            }
        }

        #[cfg(feature = "alloc")]
        runtime::owned::bytes_buf!($view, $buf, $slots);
    };
}
#[cfg(feature = "bytes")]
pub(crate) use parsed_bytes;

/// The borrowed type over a unit, with the function that returns the bytes of a unit.
macro_rules! view {
    (
        [$unit:ty, $as_bytes:path] $(#[$docs:meta])* $view:ident, $buf:ident, $slots:literal
    ) => {
        $(#[$docs])*
        #[derive(Clone, Copy)]
        pub struct $view<'a> {
            pub(crate) text: &'a $unit,
            pub(crate) slots: [u32; $slots],
        }

        impl<'a> $view<'a> {
            /// Checks that the whole text matches.
            ///
            /// # Errors
            ///
            /// If the text does not match, with the offset and the expected bytes,
            /// or if parts are located and the text has more than 4294967294 bytes.
            #[inline(always)]
            #[allow(clippy::inline_always, reason = "slots stay where they are filled")]
            pub fn parse(text: &'a $unit) -> ::core::result::Result<Self, runtime::ParseError> {
                runtime::text::parse(text)
            }

            /// Returns whether the whole text matches.
            #[must_use]
            #[inline]
            pub fn is_match(text: &$unit) -> bool {
                <Self as runtime::Rule>::is_match_unit(text)
            }

            /// Makes a view of a text that matches and its slots.
            #[allow(dead_code, reason = "the text may be no part of another")]
            #[inline]
            pub(crate) const fn known(text: &'a $unit, slots: [u32; $slots]) -> Self {
                Self { text, slots }
            }
        }

        impl runtime::Forms for $view<'_> {
            type Unit = $unit;
            type View<'a> = $view<'a>;
            #[cfg(feature = "alloc")]
            type Buf = $buf;
        }

        impl<'a> runtime::View<'a> for $view<'a> {
            #[inline]
            fn unlocated(text: &'a $unit) -> Self {
                Self::known(text, runtime::rule::unset())
            }

            #[inline]
            fn contents(&mut self) -> (&'a $unit, &mut [u32]) {
                (self.text, &mut self.slots)
            }
        }

        impl<'a> ::core::convert::TryFrom<&'a $unit> for $view<'a> {
            type Error = runtime::ParseError;

            #[inline]
            fn try_from(text: &'a $unit) -> ::core::result::Result<Self, runtime::ParseError> {
                runtime::text::parse(text)
            }
        }

        runtime::text::traits!($unit, $view, $view<'_>);

        #[cfg(feature = "alloc")]
        runtime::owned::view!($view, $buf, $unit);

        #[cfg(feature = "serde")]
        runtime::serde::view!($view, $buf, $unit);

        #[cfg(feature = "conform")]
        runtime::conform::view!($view, $unit);
    };
}
pub(crate) use view;

/// Functions that constants can call.
macro_rules! constant {
    ([$unit:ty, $as_bytes:path] $view:ident, $slots:literal) => {
        impl<'a> $view<'a> {
            /// As [`parse`](Self::parse), for text that is known to match. In a constant,
            /// text that does not match fails to compile.
            ///
            /// # Panics
            ///
            /// If the text does not match, with the offset of the error.
            #[must_use]
            #[track_caller]
            #[inline]
            pub const fn new(text: &'a $unit) -> Self {
                Self::known(text, runtime::text::expect::<Self, $slots>($as_bytes(text)))
            }

            /// Checks that the whole text matches. Can be called in constants, unlike
            /// [`parse`](Self::parse).
            ///
            /// # Errors
            ///
            /// As [`parse`](Self::parse), for text of any length.
            #[inline]
            pub const fn check(text: &$unit) -> ::core::result::Result<(), runtime::ParseError> {
                <Self as runtime::Rule>::TABLE.check($as_bytes(text))
            }

            /// Returns the longest prefix of the text that matches, if there is one. The rest of
            /// the text begins where the prefix ends.
            #[must_use]
            #[inline]
            pub const fn longest_prefix(text: &'a $unit) -> ::core::option::Option<Self> {
                match <Self as runtime::Rule>::TABLE.longest_prefix($as_bytes(text)) {
                    ::core::option::Option::Some(length) => {
                        ::core::option::Option::Some(Self::new(text.split_at(length).0))
                    }
                    ::core::option::Option::None => ::core::option::Option::None,
                }
            }

            /// Returns a matcher for text that arrives in pieces.
            #[cfg(feature = "push")]
            #[must_use]
            #[inline]
            pub const fn matcher() -> runtime::Matcher {
                runtime::Matcher::new(<Self as runtime::Rule>::TABLE)
            }
        }
    };
}
pub(crate) use constant;

/// The traits that both types of a rule implement. Arguments: the unit, the name, and the type.
macro_rules! traits {
    ($unit:ty, $name:ident, $type:ty) => {
        impl ::core::convert::AsRef<$unit> for $type {
            #[inline]
            fn as_ref(&self) -> &$unit {
                &self.text
            }
        }

        impl ::core::fmt::Debug for $type {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let text = runtime::unit::Quoted(&*self.text);
                f.debug_tuple(stringify!($name)).field(&text).finish()
            }
        }

        /// Writes the text; unprintable bytes of a text over `[u8]` are escaped.
        impl ::core::fmt::Display for $type {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                runtime::Unit::show(&*self.text, f)
            }
        }

        impl ::core::cmp::Eq for $type {}

        impl ::core::cmp::Ord for $type {
            #[inline]
            fn cmp(&self, other: &Self) -> ::core::cmp::Ordering {
                self.text.cmp(&other.text)
            }
        }

        impl ::core::hash::Hash for $type {
            #[inline]
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                self.text.hash(state);
            }
        }

        /// Compares the texts.
        // A rule can have a type `T`, but none `T_`.
        impl<T_: ::core::convert::AsRef<$unit> + ?Sized> ::core::cmp::PartialEq<T_> for $type {
            #[inline]
            fn eq(&self, other: &T_) -> bool {
                *self.text == *other.as_ref()
            }
        }

        /// Compares the texts.
        // A rule can have a type `T`, but none `T_`.
        impl<T_: ::core::convert::AsRef<$unit> + ?Sized> ::core::cmp::PartialOrd<T_> for $type {
            #[inline]
            fn partial_cmp(&self, other: &T_) -> ::core::option::Option<::core::cmp::Ordering> {
                (*self.text).partial_cmp(other.as_ref())
            }
        }
    };
}
pub(crate) use traits;

/// The accessors of an owned type, which are those of the borrowed form.
#[cfg(feature = "parts")]
macro_rules! buf_parts {
    ($buf:ident<$a:lifetime>; $($part:ident: $type:ty;)*) => {
        #[cfg(feature = "alloc")]
        impl $buf {
            $(
                #[doc = concat!("As `", stringify!($part), "` of the borrowed form.")]
                #[must_use]
                #[inline]
                pub fn $part<$a>(&$a self) -> $type {
                    self.as_view().$part()
                }
            )*
        }
    };
}
#[cfg(feature = "parts")]
pub(crate) use buf_parts;

/// The empty text, for rules that match it.
#[cfg(feature = "empty")]
macro_rules! matches_empty {
    ($($view:ident $buf:ident),+) => {$(
        /// The empty text.
        impl ::core::default::Default for super::$view<'_> {
            #[inline]
            fn default() -> Self {
                runtime::text::empty()
            }
        }

        /// The empty text.
        #[cfg(feature = "alloc")]
        impl ::core::default::Default for super::$buf {
            #[inline]
            fn default() -> Self {
                super::$view::default().to_buf()
            }
        }
    )+};
}
#[cfg(feature = "empty")]
pub(crate) use matches_empty;

/// Checks that the whole text matches.
///
/// Always inlined: a value that is returned through memory is copied by vectors, which have to wait for
/// the slots that have just been stored one by one.
#[inline(always)]
#[allow(clippy::inline_always, reason = "slots stay where they are filled")]
pub(crate) fn parse<'a, V: View<'a>>(text: &'a V::Unit) -> Result<V, ParseError> {
    // The slots are filled in the returned value, and not copied.
    let mut parsed = Ok(V::unlocated(text));
    if let Ok(view) = &mut parsed
        && !V::locate_unit(text, view.contents().1)
        && let Err(error) = explain(view)
    {
        parsed = Err(error);
    }
    parsed
}

/// Returns the error of a text that does not match, or is too long. The slots are those of the
/// failed attempt.
#[cold]
#[inline(never)]
fn explain<'a, V: View<'a>>(view: &mut V) -> Result<(), ParseError> {
    let (text, slots) = view.contents();
    V::explain(text.bytes(), slots)
}

/// As [`parse`], for bytes.
#[inline]
pub(crate) fn parse_bytes<'a, V: View<'a>>(text: &'a [u8]) -> Result<V, ParseError> {
    match V::Unit::of_bytes(text) {
        Some(text) => parse(text),
        // The tables find the offset.
        None => match V::explain(text, &mut []) {
            Err(error) => Err(error),
            Ok(()) => unreachable!("text that matches is UTF-8"),
        },
    }
}

/// Returns the slots of a text that matches, found by the tables.
#[track_caller]
pub(crate) const fn expect<R: Rule, const N: usize>(text: &[u8]) -> [u32; N] {
    let mut slots = unset();
    match R::TABLE.locate(text, &mut slots) {
        Ok(()) => slots,
        Err(error) => error.panic(),
    }
}

/// The empty text of a rule that matches it.
#[cfg(feature = "empty")]
pub(crate) fn empty<'a, V: View<'a>>() -> V {
    parse_bytes(&[]).expect("the rule matches the empty text")
}
