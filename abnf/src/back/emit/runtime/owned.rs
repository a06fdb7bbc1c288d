//! Text that is owned, with the places of its parts: what feature `alloc` adds to views.

#![allow(
    unused_imports,
    unused_macros,
    reason = "rules over text and rules over bytes need different ones"
)]

pub(crate) use super::alloc::{string::String, vec::Vec};
use super::error::ParseError;
use core::fmt;

/// A [`ParseError`] with the text that it is about, which is not lost.
///
/// With feature `alloc`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedParseError<T = String> {
    error: ParseError,
    input: T,
}

impl<T> OwnedParseError<T> {
    pub(crate) const fn new(error: ParseError, input: T) -> Self {
        Self { error, input }
    }

    /// What is wrong with the text.
    #[must_use]
    pub const fn error(&self) -> ParseError {
        self.error
    }

    /// The text that was to be parsed.
    #[must_use]
    pub fn into_input(self) -> T {
        self.input
    }
}

impl<T> From<OwnedParseError<T>> for ParseError {
    fn from(error: OwnedParseError<T>) -> Self {
        error.error
    }
}

/// As of the [`ParseError`].
impl<T> fmt::Display for OwnedParseError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.error, f)
    }
}

impl<T: fmt::Debug> core::error::Error for OwnedParseError<T> {}

/// The type that owns a text of a rule: the view's type, its own, and how many slots
/// they have.
macro_rules! text {
    ($view:ident, $buf:ident, $slots:literal) => {
        view::owned::any!($view, $buf, str, view::owned::String, $slots);

        impl $buf {
            /// The text.
            #[must_use]
            #[inline]
            pub fn as_str(&self) -> &str {
                &self.text
            }

            /// The bytes of the text.
            #[must_use]
            #[inline]
            pub fn as_bytes(&self) -> &[u8] {
                self.text.as_bytes()
            }

            /// The text without the places of its parts.
            #[must_use]
            #[inline]
            pub fn into_string(self) -> view::owned::String {
                self.text
            }
        }

        impl ::core::str::FromStr for $buf {
            type Err = view::error::ParseError;

            #[inline]
            fn from_str(text: &str) -> ::core::result::Result<Self, Self::Err> {
                $view::parse(text).map($view::to_buf)
            }
        }
    };
}

/// As [`text`], for a rule over bytes.
macro_rules! bytes {
    ($view:ident, $buf:ident, $slots:literal) => {
        view::owned::any!($view, $buf, [u8], view::owned::Vec<u8>, $slots);

        impl $buf {
            /// The text.
            #[must_use]
            #[inline]
            pub fn as_bytes(&self) -> &[u8] {
                &self.text
            }

            /// The text without the places of its parts.
            #[must_use]
            #[inline]
            pub fn into_bytes(self) -> view::owned::Vec<u8> {
                self.text
            }
        }
    };
}

/// What is the same for text and bytes.
macro_rules! any {
    ($view:ident, $buf:ident, $unit:ty, $owned:ty, $slots:literal) => {
        #[doc = concat!("Owned text of a [`", stringify!($view), "`](struct@", stringify!($view), ").")]
        ///
        /// The places of its parts are kept with it: [`as_view`](Self::as_view) gives access
        /// to them and checks nothing again. It is compared, ordered and hashed as text.
        ///
        /// With feature `alloc`.
        #[derive(Clone)]
        pub struct $buf {
            text: $owned,
            at: [u32; $slots],
        }

        impl $buf {
            /// Checks that the whole text matches, and keeps it. What is owned already is
            /// not copied.
            ///
            /// # Errors
            ///
            #[doc = concat!("As [`", stringify!($view), "::parse`], with the text.")]
            #[inline]
            pub fn parse(
                text: impl ::core::convert::Into<$owned>,
            ) -> ::core::result::Result<Self, view::owned::OwnedParseError<$owned>> {
                let text = text.into();
                match $view::parse(&text) {
                    Ok($view { at, .. }) => Ok(Self { text, at }),
                    Err(error) => Err(view::owned::OwnedParseError::new(error, text)),
                }
            }

            /// The view of the text. Takes the same time for every text.
            #[must_use]
            #[inline]
            pub fn as_view(&self) -> $view<'_> {
                $view { text: &self.text, at: self.at }
            }
        }

        impl $view<'_> {
            /// A copy of the text and of the places of its parts.
            ///
            /// With feature `alloc`.
            #[must_use]
            #[inline]
            pub fn to_buf(self) -> $buf {
                $buf { text: self.text.into(), at: self.at }
            }
        }

        impl ::core::convert::From<$view<'_>> for $buf {
            #[inline]
            fn from(view: $view<'_>) -> Self {
                view.to_buf()
            }
        }

        impl<'a> ::core::convert::From<&'a $buf> for $view<'a> {
            #[inline]
            fn from(text: &'a $buf) -> Self {
                text.as_view()
            }
        }

        impl ::core::convert::From<$buf> for $owned {
            #[inline]
            fn from(text: $buf) -> Self {
                text.text
            }
        }

        impl ::core::convert::TryFrom<$owned> for $buf {
            type Error = view::owned::OwnedParseError<$owned>;

            #[inline]
            fn try_from(text: $owned) -> ::core::result::Result<Self, Self::Error> {
                Self::parse(text)
            }
        }

        impl ::core::convert::TryFrom<&$unit> for $buf {
            type Error = view::error::ParseError;

            #[inline]
            fn try_from(text: &$unit) -> ::core::result::Result<Self, Self::Error> {
                $view::parse(text).map($view::to_buf)
            }
        }

        impl ::core::convert::AsRef<$unit> for $buf {
            #[inline]
            fn as_ref(&self) -> &$unit {
                &self.text
            }
        }

        impl ::core::borrow::Borrow<$unit> for $buf {
            #[inline]
            fn borrow(&self) -> &$unit {
                &self.text
            }
        }

        impl ::core::fmt::Debug for $buf {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_tuple(stringify!($buf)).field(&self.text).finish()
            }
        }

        /// As of the view.
        impl ::core::fmt::Display for $buf {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(&self.as_view(), f)
            }
        }

        impl ::core::cmp::PartialEq for $buf {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                self.text == other.text
            }
        }

        impl ::core::cmp::PartialEq<$unit> for $buf {
            #[inline]
            fn eq(&self, other: &$unit) -> bool {
                *self.text == *other
            }
        }

        impl ::core::cmp::PartialEq<&$unit> for $buf {
            #[inline]
            fn eq(&self, other: &&$unit) -> bool {
                *self.text == **other
            }
        }

        impl ::core::cmp::PartialEq<$view<'_>> for $buf {
            #[inline]
            fn eq(&self, other: &$view<'_>) -> bool {
                *self.text == *other.text
            }
        }

        impl ::core::cmp::PartialEq<$buf> for $view<'_> {
            #[inline]
            fn eq(&self, other: &$buf) -> bool {
                *self.text == *other.text
            }
        }

        impl ::core::cmp::Eq for $buf {}

        impl ::core::cmp::PartialOrd for $buf {
            #[inline]
            fn partial_cmp(&self, other: &Self) -> ::core::option::Option<::core::cmp::Ordering> {
                Some(::core::cmp::Ord::cmp(self, other))
            }
        }

        impl ::core::cmp::Ord for $buf {
            #[inline]
            fn cmp(&self, other: &Self) -> ::core::cmp::Ordering {
                ::core::cmp::Ord::cmp(&self.text, &other.text)
            }
        }

        impl ::core::hash::Hash for $buf {
            fn hash<H: ::core::hash::Hasher>(&self, state: &mut H) {
                ::core::hash::Hash::hash(&self.text, state);
            }
        }
    };
}

pub(crate) use {any, bytes, text};
