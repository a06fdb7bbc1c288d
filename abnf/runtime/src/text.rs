//! Borrowed text of a rule: how a caller gets one, and what one is compared with.

#[cfg(feature = "bytes")]
use super::dfa::OF_BYTES;
#[cfg(feature = "text")]
use super::dfa::OF_UTF8;
use super::error::ParseError;
use super::rule::{MatchesEmpty, Rule, Text, Unit, unset};
use core::fmt;

/// The constructors and traits of text over one unit: `str` or `[u8]`.
macro_rules! borrowed {
    ($unit:ty, $as_bytes:path) => {
        impl<'a, R: Rule<Unit = $unit>, const N: usize> Text<&'a $unit, R, N> {
            /// Checks that the whole text matches.
            ///
            /// # Errors
            ///
            /// If the text does not match: where it goes wrong, and what could stand there.
            /// Or if parts are to be located and the text has more than 4294967294 bytes.
            #[inline]
            pub fn parse(text: &'a $unit) -> Result<Self, ParseError> {
                // The slots are filled where the caller gets them, and not copied.
                let mut parsed = Ok(Self::known(text, unset::<N>()));
                if let Ok(known) = &mut parsed
                    && !R::locate_unit(text, &mut known.slots)
                {
                    parsed = Self::refused(text);
                }
                parsed
            }

            /// Where a text goes wrong that does not match, or is too long.
            #[cold]
            fn refused(text: &'a $unit) -> Result<Self, ParseError> {
                let mut slots = unset::<N>();
                match R::explain($as_bytes(text), &mut slots) {
                    Ok(()) => Ok(Self::known(text, slots)),
                    Err(error) => Err(error),
                }
            }

            /// Text that is known to match, whose parts are to be located.
            #[cfg(feature = "parts")]
            #[inline]
            pub(crate) fn of_part(text: &'a $unit) -> Self {
                Self::known(text, super::tagged::slots::<R, N>($as_bytes(text)))
            }

            /// As [`parse`](Self::parse), by the tables.
            const fn parse_in_const(text: &'a $unit) -> Result<Self, ParseError> {
                #[cfg(feature = "general")]
                #[cfg(feature = "alloc")]
                const {
                    R::TABLE.assert_const();
                }
                let mut slots = unset::<N>();
                match R::TABLE.locate($as_bytes(text), &mut slots) {
                    Ok(()) => Ok(Self::known(text, slots)),
                    Err(error) => Err(error),
                }
            }

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
                match Self::parse_in_const(text) {
                    Ok(text) => text,
                    Err(error) => error.panic(),
                }
            }

            /// Whether the whole text matches.
            #[must_use]
            #[inline]
            pub fn is_match(text: &$unit) -> bool {
                R::is_match_unit(text)
            }

            /// Whether the whole text matches, and where it goes wrong if it does not. Can be
            /// called in constants, where [`parse`](Self::parse) cannot.
            ///
            /// # Errors
            ///
            /// As [`parse`](Self::parse), for text of any length.
            #[inline]
            pub const fn check(text: &$unit) -> Result<(), ParseError> {
                #[cfg(feature = "general")]
                #[cfg(feature = "alloc")]
                const {
                    R::TABLE.assert_const();
                }
                R::TABLE.check($as_bytes(text))
            }

            /// The longest prefix of the text that matches, if there is one. The rest of the
            /// text begins where the prefix ends.
            #[must_use]
            pub const fn longest_prefix(text: &'a $unit) -> Option<Self> {
                let Some(length) = R::TABLE.longest_prefix($as_bytes(text)) else { return None };
                match Self::parse_in_const(text.split_at(length).0) {
                    Ok(prefix) => Some(prefix),
                    Err(_) => None,
                }
            }
        }

        impl<'a, R: Rule<Unit = $unit>, const N: usize> TryFrom<&'a $unit>
            for Text<&'a $unit, R, N>
        {
            type Error = ParseError;

            #[inline]
            fn try_from(text: &'a $unit) -> Result<Self, ParseError> {
                Self::parse(text)
            }
        }

        impl<T: AsRef<$unit>, R: Rule<Unit = $unit>, const N: usize> AsRef<$unit>
            for Text<T, R, N>
        {
            #[inline]
            fn as_ref(&self) -> &$unit {
                self.text.as_ref()
            }
        }

        impl<T: AsRef<$unit>, R: Rule<Unit = $unit>, const N: usize> PartialEq<$unit>
            for Text<T, R, N>
        {
            #[inline]
            fn eq(&self, other: &$unit) -> bool {
                self.text.as_ref() == other
            }
        }

        impl<T: AsRef<$unit>, R: Rule<Unit = $unit>, const N: usize> PartialEq<&$unit>
            for Text<T, R, N>
        {
            #[inline]
            fn eq(&self, other: &&$unit) -> bool {
                self.text.as_ref() == *other
            }
        }

        impl<T: AsRef<$unit>, R: Rule<Unit = $unit>, const N: usize> PartialEq<Text<T, R, N>>
            for $unit
        {
            #[inline]
            fn eq(&self, other: &Text<T, R, N>) -> bool {
                self == other.text.as_ref()
            }
        }

        impl<T: AsRef<$unit>, R: Rule<Unit = $unit>, const N: usize> PartialEq<Text<T, R, N>>
            for &$unit
        {
            #[inline]
            fn eq(&self, other: &Text<T, R, N>) -> bool {
                *self == other.text.as_ref()
            }
        }

        /// The empty text.
        impl<R: MatchesEmpty + Rule<Unit = $unit>, const N: usize> Default for Text<&$unit, R, N> {
            fn default() -> Self {
                Self::parse(Default::default()).expect("the rule matches the empty text")
            }
        }

        impl<'a, R: Rule<Unit = $unit>, const N: usize> From<Text<&'a $unit, R, N>> for &'a $unit {
            #[inline]
            fn from(text: Text<&'a $unit, R, N>) -> Self {
                text.text
            }
        }
    };
}

#[cfg(feature = "text")]
borrowed!(str, str::as_bytes);

#[cfg(feature = "text")]
impl Unit for str {
    const RUNS: u16 = OF_UTF8;

    #[inline]
    fn bytes(&self) -> &[u8] {
        self.as_bytes()
    }

    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    #[cfg(feature = "serde")]
    fn serialize_unit<S: serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

#[cfg(feature = "text")]
impl<'a, R: Rule<Unit = str>, const N: usize> Text<&'a str, R, N> {
    /// As [`parse`](Self::parse), for text that need not be UTF-8.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse). Every text of the rule is UTF-8, so a byte that is not
    /// part of a character is an error like any other.
    #[inline]
    pub fn parse_bytes(text: &'a [u8]) -> Result<Self, ParseError> {
        match core::str::from_utf8(text) {
            Ok(text) => Self::parse(text),
            // The tables find the offset.
            Err(_) => match R::explain(text, &mut []) {
                Err(error) => Err(error),
                Ok(()) => unreachable!("text that matches is UTF-8"),
            },
        }
    }

    /// As [`is_match`](Self::is_match), for text that need not be UTF-8.
    #[must_use]
    #[inline]
    pub fn is_match_bytes(text: &[u8]) -> bool {
        R::is_match(text)
    }

    /// As [`check`](Self::check), for text that need not be UTF-8.
    ///
    /// # Errors
    ///
    /// If the whole text does not match.
    #[inline]
    pub const fn check_bytes(text: &[u8]) -> Result<(), ParseError> {
        #[cfg(feature = "general")]
        #[cfg(feature = "alloc")]
        const {
            R::TABLE.assert_const();
        }
        R::TABLE.check(text)
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

/// As [`parse_bytes`](Text::parse_bytes).
#[cfg(feature = "text")]
impl<'a, R: Rule<Unit = str>, const N: usize> TryFrom<&'a [u8]> for Text<&'a str, R, N> {
    type Error = ParseError;

    #[inline]
    fn try_from(text: &'a [u8]) -> Result<Self, ParseError> {
        Self::parse_bytes(text)
    }
}

#[cfg(feature = "bytes")]
borrowed!([u8], core::convert::identity);

#[cfg(feature = "bytes")]
impl Unit for [u8] {
    const RUNS: u16 = OF_BYTES;

    #[inline]
    fn bytes(&self) -> &[u8] {
        self
    }

    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.escape_ascii(), f)
    }

    #[cfg(feature = "serde")]
    fn serialize_unit<S: serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self)
    }
}

#[cfg(feature = "bytes")]
impl<'a, R: Rule<Unit = [u8]>, const N: usize> Text<&'a [u8], R, N> {
    /// The text.
    #[must_use]
    #[inline]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.text
    }
}
