//! What the views of all rules have in common.
//!
//! They are macros because functions of traits cannot be called in constants.

#![allow(
    unused_imports,
    unused_macros,
    reason = "rules over text and rules over bytes need different ones"
)]

#[cfg(feature = "alloc")]
pub(super) use super::owned;
#[cfg(feature = "serde")]
pub(super) use super::serde;
pub(super) use super::{error, lines, matcher, tagged};

/// The methods and traits of a view of text: its type, the type that owns such a text,
/// and how many slots the view has.
macro_rules! text {
    ($view:ident, $buf:ident, $slots:literal) => {
        view::any!($view, str, $slots, str::as_bytes, longest_text_prefix);
        view::lines::text!($view);

        impl<'a> $view<'a> {
            /// As [`parse`](Self::parse), for text that need not be UTF-8.
            ///
            /// # Errors
            ///
            /// As of [`parse`](Self::parse): no text of the rule is other than UTF-8, so that
            /// a byte that is not cannot be part of one.
            #[inline]
            pub fn parse_bytes(
                text: &'a [u8],
            ) -> ::core::result::Result<Self, view::error::ParseError> {
                let at = Self::RULE.locate::<$slots>(text)?;
                // What matches is UTF-8.
                let text = ::core::str::from_utf8(text).unwrap_or_default();
                ::core::result::Result::Ok(Self { text, at })
            }

            /// Whether the whole text matches; for text that need not be UTF-8.
            #[must_use]
            #[inline]
            pub fn is_match_bytes(text: &[u8]) -> bool {
                (Self::MATCHES)(text)
            }

            /// As [`check`](Self::check), for text that need not be UTF-8.
            ///
            /// # Errors
            ///
            /// If the whole text does not match.
            #[inline]
            pub const fn check_bytes(
                text: &[u8],
            ) -> ::core::result::Result<(), view::error::ParseError> {
                Self::RULE.check(text)
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

        /// The text as it is.
        impl ::core::fmt::Display for $view<'_> {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(self.text, f)
            }
        }

        #[cfg(feature = "alloc")]
        view::owned::text!($view, $buf, $slots);
        #[cfg(feature = "serde")]
        view::serde::text!($view, $buf);
    };
}

/// As [`text`], for a view of bytes.
macro_rules! bytes {
    ($view:ident, $buf:ident, $slots:literal) => {
        view::any!($view, [u8], $slots, ::core::convert::identity, longest_prefix);
        view::lines::bytes!($view);

        impl<'a> $view<'a> {
            /// The text.
            #[must_use]
            #[inline]
            pub const fn as_bytes(self) -> &'a [u8] {
                self.text
            }
        }

        /// The text with bytes that do not print escaped.
        impl ::core::fmt::Display for $view<'_> {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(&self.text.escape_ascii(), f)
            }
        }

        #[cfg(feature = "alloc")]
        view::owned::bytes!($view, $buf, $slots);
        #[cfg(feature = "serde")]
        view::serde::bytes!($view, $buf);
    };
}

/// What is the same for text and bytes. Views are compared as text: equal texts have
/// equal offsets.
macro_rules! any {
    (
        $view:ident, $unit:ty, $slots:literal, $as_bytes:path, $prefix:ident
    ) => {
        #[allow(clippy::self_named_constructors, reason = "a rule may be called so")]
        impl<'a> $view<'a> {
            /// Checks that the whole text matches.
            ///
            /// # Errors
            ///
            /// If it does not: where it goes wrong and what could stand there. Or if the
            /// places of its parts are noted and it has more than 4294967294 bytes.
            #[inline]
            pub fn parse(
                text: &'a $unit,
            ) -> ::core::result::Result<Self, view::error::ParseError> {
                let mut at = [view::tagged::NONE; $slots];
                if (Self::LOCATED)($as_bytes(text), &mut at) {
                    Ok(Self { text, at })
                } else {
                    Self::parse_in_const(text)
                }
            }

            /// The view of a text that is known to match.
            #[allow(dead_code, reason = "it may be a part of no other rule")]
            #[inline]
            pub(crate) fn of_part(text: &'a $unit) -> Self {
                match Self::parse(text) {
                    Ok(view) => view,
                    Err(error) => error.panic(),
                }
            }

            /// By the table, which finds what is wrong.
            #[cold]
            #[inline]
            const fn parse_in_const(
                text: &'a $unit,
            ) -> ::core::result::Result<Self, view::error::ParseError> {
                match Self::RULE.locate::<$slots>($as_bytes(text)) {
                    Ok(at) => Ok(Self { text, at }),
                    Err(error) => Err(error),
                }
            }

            /// Whether the whole text matches, and where it goes wrong if it does not; in
            /// constants too, where [`is_match`](Self::is_match) and
            /// [`parse`](Self::parse), which are quicker, cannot be called.
            ///
            /// # Errors
            ///
            /// As for [`parse`](Self::parse), for text of any length.
            #[inline]
            pub const fn check(
                text: &$unit,
            ) -> ::core::result::Result<(), view::error::ParseError> {
                Self::RULE.check($as_bytes(text))
            }

            /// As [`parse`](Self::parse), for text that is known to match. A constant of
            /// text that does not match fails to compile.
            ///
            /// # Panics
            ///
            /// If the text does not match, with the offset of the error.
            #[must_use]
            #[track_caller]
            #[inline]
            pub const fn new(text: &'a $unit) -> Self {
                match Self::parse_in_const(text) {
                    Ok(view) => view,
                    Err(error) => error.panic(),
                }
            }

            /// Whether the whole text matches.
            #[must_use]
            #[inline]
            pub fn is_match(text: &$unit) -> bool {
                (Self::MATCHES)($as_bytes(text))
            }

            /// What checks a text that arrives in pieces.
            #[must_use]
            #[inline]
            pub const fn matcher() -> view::matcher::Matcher {
                view::matcher::Matcher::new(Self::RULE)
            }

            /// The longest prefix of the text that matches, if one does; the rest begins
            /// where its length ends.
            #[must_use]
            #[inline]
            pub const fn longest_prefix(text: &'a $unit) -> ::core::option::Option<Self> {
                let Some(text) = Self::RULE.$prefix(text) else { return None };
                match Self::RULE.locate::<$slots>($as_bytes(text)) {
                    Ok(at) => Some(Self { text, at }),
                    Err(_) => None,
                }
            }
        }

        impl<'a> ::core::convert::TryFrom<&'a $unit> for $view<'a> {
            type Error = view::error::ParseError;

            #[inline]
            fn try_from(text: &'a $unit) -> ::core::result::Result<Self, Self::Error> {
                Self::parse(text)
            }
        }

        impl ::core::convert::AsRef<$unit> for $view<'_> {
            #[inline]
            fn as_ref(&self) -> &$unit {
                self.text
            }
        }

        impl ::core::fmt::Debug for $view<'_> {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_tuple(stringify!($view)).field(&self.text).finish()
            }
        }

        impl ::core::cmp::PartialEq for $view<'_> {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                self.text == other.text
            }
        }

        impl ::core::cmp::PartialEq<$unit> for $view<'_> {
            #[inline]
            fn eq(&self, other: &$unit) -> bool {
                self.text == other
            }
        }

        impl ::core::cmp::PartialEq<&$unit> for $view<'_> {
            #[inline]
            fn eq(&self, other: &&$unit) -> bool {
                self.text == *other
            }
        }

        impl ::core::cmp::Eq for $view<'_> {}

        impl ::core::cmp::PartialOrd for $view<'_> {
            #[inline]
            fn partial_cmp(&self, other: &Self) -> ::core::option::Option<::core::cmp::Ordering> {
                Some(::core::cmp::Ord::cmp(self, other))
            }
        }

        impl ::core::cmp::Ord for $view<'_> {
            #[inline]
            fn cmp(&self, other: &Self) -> ::core::cmp::Ordering {
                ::core::cmp::Ord::cmp(self.text, other.text)
            }
        }

        impl ::core::hash::Hash for $view<'_> {
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                ::core::hash::Hash::hash(self.text, state);
            }
        }
    };
}

pub(crate) use {any, bytes, text};
