//! Text of a rule that owns its storage: what feature `alloc` adds.

use super::alloc::borrow::Cow;
use super::alloc::string::String;
#[cfg(feature = "bytes")]
use super::alloc::vec::Vec;
use super::error::ParseError;
use super::rule::{MatchesEmpty, Rule, Text, Unit};
use core::borrow::Borrow;
use core::fmt;

/// A [`ParseError`] together with the text that does not match, so that the text is not
/// lost.
///
/// With feature `alloc`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedParseError<T = String> {
    error: ParseError,
    input: T,
}

impl<T> OwnedParseError<T> {
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

/// As the [`ParseError`].
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

/// The constructors and conversions of one pair of units: the borrowed and the owned.
macro_rules! owned {
    ($unit:ty, $owned:ty) => {
        impl<R: Rule<Unit = $unit>, const N: usize> Text<$owned, R, N> {
            /// Checks that the whole text matches, and keeps it. Text that is owned already
            /// is not copied.
            ///
            /// # Errors
            ///
            /// As `parse` of the borrowed form, with the text.
            pub fn parse(text: impl Into<$owned>) -> Result<Self, OwnedParseError<$owned>> {
                let text = text.into();
                match Text::<&$unit, R, N>::parse(&text) {
                    Ok(Text { slots, .. }) => Ok(Self::known(text, slots)),
                    Err(error) => Err(OwnedParseError { error, input: text }),
                }
            }

            /// The borrowed form, in constant time.
            #[must_use]
            #[inline]
            pub fn as_view(&self) -> Text<&$unit, R, N> {
                Text::known(&self.text, self.slots)
            }

            /// The bytes of the text.
            #[must_use]
            #[inline]
            pub fn as_bytes(&self) -> &[u8] {
                Unit::bytes(&*self.text)
            }
        }

        impl<'a, R: Rule<Unit = $unit>, const N: usize> Text<&'a $unit, R, N> {
            /// A copy of the text and of the offsets of its parts.
            ///
            /// With feature `alloc`.
            #[must_use]
            #[inline]
            pub fn to_buf(self) -> Text<$owned, R, N> {
                Text::known(self.text.into(), self.slots)
            }
        }

        impl<R: Rule<Unit = $unit>, const N: usize> From<Text<&$unit, R, N>>
            for Text<$owned, R, N>
        {
            #[inline]
            fn from(text: Text<&$unit, R, N>) -> Self {
                text.to_buf()
            }
        }

        impl<'a, R: Rule<Unit = $unit>, const N: usize> From<&'a Text<$owned, R, N>>
            for Text<&'a $unit, R, N>
        {
            #[inline]
            fn from(text: &'a Text<$owned, R, N>) -> Self {
                text.as_view()
            }
        }

        impl<R: Rule<Unit = $unit>, const N: usize> From<Text<$owned, R, N>> for $owned {
            #[inline]
            fn from(text: Text<$owned, R, N>) -> Self {
                text.text
            }
        }

        impl<R: Rule<Unit = $unit>, const N: usize> TryFrom<$owned> for Text<$owned, R, N> {
            type Error = OwnedParseError<$owned>;

            #[inline]
            fn try_from(text: $owned) -> Result<Self, Self::Error> {
                Self::parse(text)
            }
        }

        impl<R: Rule<Unit = $unit>, const N: usize> TryFrom<&$unit> for Text<$owned, R, N> {
            type Error = ParseError;

            #[inline]
            fn try_from(text: &$unit) -> Result<Self, ParseError> {
                Text::<&$unit, R, N>::parse(text).map(Text::<&$unit, R, N>::to_buf)
            }
        }

        /// The empty text.
        impl<R: MatchesEmpty + Rule<Unit = $unit>, const N: usize> Default for Text<$owned, R, N> {
            fn default() -> Self {
                Text::<&$unit, R, N>::default().to_buf()
            }
        }

        impl<R: Rule<Unit = $unit>, const N: usize> From<Text<&$unit, R, N>> for $owned {
            #[inline]
            fn from(text: Text<&$unit, R, N>) -> Self {
                text.text.into()
            }
        }

        impl<'a, R: Rule<Unit = $unit>, const N: usize> From<Text<&'a $unit, R, N>>
            for Cow<'a, $unit>
        {
            #[inline]
            fn from(text: Text<&'a $unit, R, N>) -> Self {
                Self::Borrowed(text.text)
            }
        }

        impl<T: AsRef<$unit>, R: Rule<Unit = $unit>, const N: usize> PartialEq<$owned>
            for Text<T, R, N>
        {
            #[inline]
            fn eq(&self, other: &$owned) -> bool {
                *self == **other
            }
        }

        impl<T: AsRef<$unit>, R: Rule<Unit = $unit>, const N: usize> PartialEq<Text<T, R, N>>
            for $owned
        {
            #[inline]
            fn eq(&self, other: &Text<T, R, N>) -> bool {
                *other == **self
            }
        }

        impl<R: Rule<Unit = $unit>, const N: usize> Borrow<$unit> for Text<$owned, R, N> {
            #[inline]
            fn borrow(&self) -> &$unit {
                &self.text
            }
        }
    };
}

/// Text that owns its storage.
#[allow(unreachable_pub, reason = "the aliases of the rules are public")]
#[cfg(feature = "text")]
pub type TextBuf<R, const N: usize> = Text<String, R, N>;

/// Bytes that own their storage.
#[allow(unreachable_pub, reason = "the aliases of the rules are public")]
#[cfg(feature = "bytes")]
pub type BytesBuf<R, const N: usize> = Text<Vec<u8>, R, N>;

#[cfg(feature = "text")]
owned!(str, String);

#[cfg(feature = "text")]
impl<R: Rule<Unit = str>, const N: usize> Text<String, R, N> {
    /// The text.
    #[must_use]
    #[inline]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text without the offsets of its parts.
    #[must_use]
    #[inline]
    pub fn into_string(self) -> String {
        self.text
    }
}

#[cfg(feature = "text")]
impl<R: Rule<Unit = str>, const N: usize> core::str::FromStr for Text<String, R, N> {
    type Err = ParseError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::try_from(text)
    }
}

#[cfg(feature = "bytes")]
owned!([u8], Vec<u8>);

#[cfg(feature = "bytes")]
impl<R: Rule<Unit = [u8]>, const N: usize> Text<Vec<u8>, R, N> {
    /// The text without the offsets of its parts.
    #[must_use]
    #[inline]
    pub fn into_bytes(self) -> Vec<u8> {
        self.text
    }
}
