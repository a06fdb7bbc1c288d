//! The types that own their text, with feature `alloc`.

use super::alloc::string::String;
use super::error::ParseError;
use core::fmt;

/// A [`ParseError`] with the text that does not match, so that the caller gets the text back.
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

    /// Returns the error of the text.
    #[must_use]
    pub const fn error(&self) -> ParseError {
        self.error
    }

    /// Returns the text that does not match.
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

/// Shows the message of the [`ParseError`].
impl<T> fmt::Display for OwnedParseError<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.error, f)
    }
}

impl<T: fmt::Debug> core::error::Error for OwnedParseError<T> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// The methods and traits of a borrowed type that has an owned form.
macro_rules! view {
    ($view:ident, $buf:ident, $unit:ty) => {
        impl $view<'_> {
            /// Copies the text and the offsets of its parts.
            ///
            /// With feature `alloc`.
            #[must_use]
            #[inline]
            pub fn to_buf(self) -> $buf {
                $buf { text: self.text.into(), slots: self.slots }
            }
        }

        impl<'a> ::core::convert::From<&'a $buf> for $view<'a> {
            #[inline]
            fn from(text: &'a $buf) -> Self {
                text.as_view()
            }
        }
    };
}
pub(crate) use view;

/// The owned type of a rule over `str`.
#[cfg(feature = "text")]
macro_rules! text_buf {
    ($view:ident, $buf:ident, $slots:literal) => {
        runtime::owned::buf!($view, $buf, $slots, str, runtime::alloc::string::String);

        impl $buf {
            /// The text.
            #[must_use]
            #[inline]
            pub fn as_str(&self) -> &str {
                &self.text
            }

            /// Returns the text without the offsets of its parts.
            #[must_use]
            #[inline]
            pub fn into_string(self) -> runtime::alloc::string::String {
                self.text
            }
        }

        impl ::core::str::FromStr for $buf {
            type Err = runtime::ParseError;

            #[inline]
            fn from_str(text: &str) -> ::core::result::Result<Self, runtime::ParseError> {
                runtime::text::parse(text).map($view::to_buf)
            }
        }

        runtime::text::as_bytes!($buf);
    };
}
#[cfg(feature = "text")]
pub(crate) use text_buf;

/// The owned type of a rule over `[u8]`.
#[cfg(feature = "bytes")]
macro_rules! bytes_buf {
    ($view:ident, $buf:ident, $slots:literal) => {
        runtime::owned::buf!($view, $buf, $slots, [u8], runtime::alloc::vec::Vec<u8>);

        impl $buf {
            /// Returns the text without the offsets of its parts.
            #[must_use]
            #[inline]
            pub fn into_bytes(self) -> runtime::alloc::vec::Vec<u8> {
                self.text
            }
        }
    };
}
#[cfg(feature = "bytes")]
pub(crate) use bytes_buf;

/// The owned type over a unit.
macro_rules! buf {
    ($view:ident, $buf:ident, $slots:literal, $unit:ty, $owned:ty) => {
        #[doc = concat!("The owned form of [`", stringify!($view), "`](struct@", stringify!($view), ").")]
        ///
        /// With feature `alloc`.
        #[derive(Clone)]
        pub struct $buf {
            pub(crate) text: $owned,
            pub(crate) slots: [u32; $slots],
        }

        impl $buf {
            /// Checks that the whole text matches, and stores it. Owned text is not copied.
            ///
            /// # Errors
            ///
            /// As `parse` of the borrowed form, with the text.
            pub fn parse(
                text: impl ::core::convert::Into<$owned>,
            ) -> ::core::result::Result<Self, runtime::OwnedParseError<$owned>> {
                let text = text.into();
                match $view::parse(&text) {
                    ::core::result::Result::Ok($view { slots, .. }) => {
                        ::core::result::Result::Ok(Self { text, slots })
                    }
                    ::core::result::Result::Err(error) => {
                        ::core::result::Result::Err(runtime::OwnedParseError::new(error, text))
                    }
                }
            }

            /// Makes a value of a text that matches and its slots.
            #[allow(dead_code, reason = "the crate around may have operations that make texts")]
            #[inline]
            pub(crate) const fn known(text: $owned, slots: [u32; $slots]) -> Self {
                Self { text, slots }
            }

            /// Returns the borrowed form, in constant time.
            #[must_use]
            #[inline]
            pub fn as_view(&self) -> $view<'_> {
                $view { text: &self.text, slots: self.slots }
            }

            /// The bytes of the text.
            #[must_use]
            #[inline]
            pub fn as_bytes(&self) -> &[u8] {
                runtime::Unit::bytes(&*self.text)
            }
        }

        impl ::core::convert::From<$view<'_>> for $buf {
            #[inline]
            fn from(text: $view<'_>) -> Self {
                text.to_buf()
            }
        }

        impl ::core::convert::From<$view<'_>> for $owned {
            #[inline]
            fn from(text: $view<'_>) -> Self {
                text.text.into()
            }
        }

        impl ::core::convert::From<$buf> for $owned {
            #[inline]
            fn from(text: $buf) -> Self {
                text.text
            }
        }

        impl ::core::convert::TryFrom<$owned> for $buf {
            type Error = runtime::OwnedParseError<$owned>;

            #[inline]
            fn try_from(text: $owned) -> ::core::result::Result<Self, Self::Error> {
                Self::parse(text)
            }
        }

        impl ::core::borrow::Borrow<$unit> for $buf {
            #[inline]
            fn borrow(&self) -> &$unit {
                &self.text
            }
        }

        runtime::text::traits!($unit, $view, $buf);

        #[cfg(feature = "proptest")]
        runtime::proptest::buf!($view, $buf, $owned);

        #[cfg(feature = "arbitrary")]
        runtime::arbitrary::buf!($view, $buf, $owned);
    };
}
pub(crate) use buf;
